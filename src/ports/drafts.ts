/** The key of a draft. `record` is 'new' for a new record. */
export interface DraftKey {
  userId: string
  form: string
  record: string
}

export interface Draft {
  /** The changed fields, as they were typed. */
  values: Record<string, unknown>
  /**
   * Field → its original value. Missing in drafts of earlier versions of the console, which contain all fields, changed
   * or not.
   */
  from?: Record<string, unknown>
  /** Version of the record that the draft is based on; null for a new record. */
  version: number | null
  savedAt: number
  /**
   * The save that was sent and whose outcome is unknown: it is repeated with its Idempotency-Key and exactly this
   * content.
   */
  attempt?: { key: string; changes: Record<string, unknown>; version: number | null }
}

/** Input that survives the end of the session, encrypted with the session's draft key (contract, Drafts). */
export interface DraftsPort {
  /** Whether drafts can be stored here: IndexedDB and WebCrypto exist, and the key is known. */
  canKeep(): boolean
  unlock(userId: string, draftKey: string): Promise<void>
  lock(): void
  /** @returns the newest draft that this tab may open */
  load(key: DraftKey): Promise<Draft | null>
  /**
   * While a draft is being loaded, the new one is stored beside it, as an interim draft. The caller's next save must
   * contain what was loaded: it replaces both.
   * @returns false if the draft could not be stored
   */
  save(key: DraftKey, draft: Omit<Draft, 'savedAt'>): Promise<boolean>
  /** Removes what this tab has loaded or saved; while a draft is being loaded, only what was saved meanwhile. */
  discard(key: DraftKey): Promise<void>
  /** Waits until everything requested so far is written. */
  flush(): Promise<void>
}
