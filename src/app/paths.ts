/** Paths of pages that are not in the menu. */
export const LOGIN_PATH = '/login'
/** Named sign-in errors (spec 8), as the sign-in mechanism sends them. */
export const SIGN_IN_ERROR_PATH = '/error'
