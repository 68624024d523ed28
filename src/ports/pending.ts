/**
 * Writes of this tab whose outcome is not known yet, with their Idempotency-Keys: they survive a reload, and end with the
 * session. Each belongs to the person who made it.
 */
export interface PendingPort {
  /** Keeps a write, or what is new about it. @param slot names it, for example `row.users.<id>`; `write` is plain data */
  keep(slot: string, write: object): void
  /** The outcome of a write is known. */
  forget(slot: string): void
  /** @returns the writes of the signed-in person whose slot begins with `prefix` */
  list(prefix: string): object[]
}
