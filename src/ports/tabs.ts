/** Tells the other tabs of this browser. */
export interface TabsPort {
  tell(event: TabEvent): void
  /** @returns how to stop listening */
  listen(listener: (event: TabEvent) => void): () => void
}

export type TabEvent = { type: 'signedIn'; userId: string } | { type: 'signedOut' }
