/** Where the sign-in mechanism answers (spec 2, 7): apart from its schemas, since the login page needs the paths alone. */
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
