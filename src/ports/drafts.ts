/** The key of a draft. `record` is 'new' where there is none yet. */
export interface DraftKey {
  userId: string
  form: string
  record: string
}

export interface Draft {
  /** The changed fields, as they were typed. */
  values: Record<string, unknown>
  /** Field → the value that it was changed from. Drafts of earlier consoles lack it: they hold all fields, changed or not. */
  from?: Record<string, unknown>
  /** Version of the record that the draft was begun on; null for a new one. */
  version: number | null
  savedAt: number
  /** The save that was sent and whose outcome is not known: it is repeated with its Idempotency-Key, and with nothing else. */
  attempt?: { key: string; changes: Record<string, unknown>; version: number | null }
}

/** Typed work that outlives the session, encrypted with the session's draft key (contract, Drafts). */
export interface DraftsPort {
  /** Whether drafts can be kept at all here (IndexedDB and WebCrypto there, key known). */
  canKeep(): boolean
  unlock(userId: string, draftKey: string): Promise<void>
  lock(): void
  load(key: DraftKey): Promise<Draft | null>
  /** @returns false where it could not be kept */
  save(key: DraftKey, draft: Omit<Draft, 'savedAt'>): Promise<boolean>
  discard(key: DraftKey): Promise<void>
  /** Waits until everything that was asked for so far is written. */
  flush(): Promise<void>
}
