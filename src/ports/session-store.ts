/**
 * The token and other data that must not outlive a session on this device. Storage that is full or forbidden must not
 * throw.
 */
export interface SessionStorePort {
  /** The stored token, or null. */
  token(): string | null
  saveToken(token: string): void
  saveAllowedRoutes(routes: readonly string[]): void
  /** Clears token, cookies and all user data. */
  clear(): void
  /** Set when a sign-out could not reach the server: the next start must not sign in with the cookie. */
  markSignedOut(): void
  isMarkedSignedOut(): boolean
  unmarkSignedOut(): void
}
