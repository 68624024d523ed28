/** Addresses of the sign-in mechanism: where to return to, and which addresses are allowed for that. */
import { AUTH_BASE } from '@contract/http/auth-paths'
import type { Incoming } from '@server/platform/operations/call'
import { malformed } from '@server/platform/operations/failure'

/** Origin of the console that sent this request: an allowed origin of its own, or the server's. @throws 400 for an invalid Host */
export function ownOrigin(
  request: Pick<Incoming, 'headers' | 'protocol' | 'host'>,
  consoleOrigins: readonly string[],
): string {
  const { origin } = request.headers
  if (typeof origin === 'string' && consoleOrigins.includes(origin)) return origin
  const address = `${request.protocol}://${request.host}`
  if (!URL.canParse(address)) throw malformed('The Host header cannot be read.')
  return new URL(address).origin
}

/**
 * Parses a callbackUrl.
 * @returns the absolute address; null where it leads to another origin (InvalidCallbackUrl)
 */
export function readCallbackUrl(
  given: string | undefined,
  own: string,
  consoleOrigins: readonly string[],
): string | null {
  if (given === undefined || given === '') return `${own}/`
  // Browsers read a backslash as a slash and skip control characters: either could turn a path into another host.
  if (given.startsWith('//') || given.includes('\\') || /\p{Cc}/u.test(given)) return null
  let url: URL
  try {
    url = new URL(given, own)
  } catch {
    return null
  }
  return url.username === '' && [own, ...consoleOrigins].includes(url.origin) ? url.href : null
}

/** The sign-in page with the code of a refusal, which it shows under the form. */
export const loginUrl = (own: string, error?: string): string =>
  `${own}/login${error ? `?error=${encodeURIComponent(error)}` : ''}`

/** The error page for the named errors (spec 8). */
export const errorUrl = (own: string, error: string): string => `${own}/error?error=${encodeURIComponent(error)}`

export const authUrl = (own: string, path: string): string => `${own}${AUTH_BASE}/${path}`
