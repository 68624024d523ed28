/**
 * The link that prompts a sign-in: the address at which the page was opened, kept in the history entry of the login
 * (docs/decisions.md).
 */
import { LOGIN_PATH, SIGN_IN_ERROR_PATH } from './paths'

/** The state of the login's history entry. It survives a reload, and appears neither in storage nor in the address. */
export interface LoginState {
  link: string
}

/** Pages that are opened during a sign-in. */
const SIGN_IN_PAGES: readonly string[] = [LOGIN_PATH, SIGN_IN_ERROR_PATH]

/** A single slash begins a path of this origin: `//host` would be another origin. */
const isOwnPath = (link: unknown): link is string => typeof link === 'string' && /^\/(?![/\\])/.test(link)

/** @returns the state for the history entry of the login */
export const loginState = (link: string | null): LoginState | null => (link === null ? null : { link })

/**
 * @param location the location at which the page was opened
 * @param historyState of that entry, as React Router stores it
 * @returns the address to return to after the sign-in; null if the login itself was opened
 */
export function readLink(
  { pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>,
  historyState: unknown,
): string | null {
  const link = SIGN_IN_PAGES.includes(pathname)
    ? (historyState as { usr?: Partial<LoginState> | null } | null)?.usr?.link
    : pathname + search + hash
  return isOwnPath(link) && link !== '/' ? link : null
}
