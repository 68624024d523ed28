/**
 * Paths of the sign-in mechanism (spec 2, 7), separate from its schemas, because the login page needs only the paths.
 */
export const AUTH_BASE = '/api/auth'

export const AUTH_PATHS = {
  session: `${AUTH_BASE}/session`,
  csrf: `${AUTH_BASE}/csrf`,
  providers: `${AUTH_BASE}/providers`,
  signIn: `${AUTH_BASE}/signin/:provider`,
  callback: `${AUTH_BASE}/callback/:provider`,
  signOut: `${AUTH_BASE}/signout`,
  log: `${AUTH_BASE}/_log`,
} as const
