/** Separate from the schemas, because the entry of the console writes to this path while a page is closed. */
export const PREFERENCES_PATH = '/api/v1/admin/profile/preferences'
