/** The link that prompts a sign-in: the address that the page was opened at, kept in the history entry of the login (docs/decisions.md). */
import { LOGIN_PATH, SIGN_IN_ERROR_PATH } from './paths'

/** What the history entry of the login holds. It survives a reload, and neither storage nor the address shows it. */
export interface LoginState {
  link: string
}

/** Pages that are reached in the course of a sign-in. */
const SIGN_IN_PAGES: readonly string[] = [LOGIN_PATH, SIGN_IN_ERROR_PATH]

/** One slash alone begins a path of this origin: `//host` names another one. */
const isOwnPath = (link: unknown): link is string => typeof link === 'string' && /^\/(?![/\\])/.test(link)

/** @returns the state for the history entry of the login */
export const loginState = (link: string | null): LoginState | null => (link === null ? null : { link })

/**
 * @param location that the page was opened at
 * @param historyState of that entry, as React Router stores it
 * @returns the address to return to after the sign-in; null where the login itself was opened
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
