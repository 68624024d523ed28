/**
 * Writes of this tab whose outcome is not known yet, with their Idempotency-Keys. They survive a reload and end with
 * the session. Each belongs to the person who made it.
 */
export interface PendingPort {
  /** Stores a write, or its update. @param slot its name, for example `row.users.<id>` @param write plain data */
  keep(slot: string, write: object): void
  /** Removes a write whose outcome is known. */
  forget(slot: string): void
  /** @returns the writes of the signed-in person whose slot begins with `prefix` */
  list(prefix: string): object[]
}
