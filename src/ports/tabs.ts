/** Sends events to the other tabs of this browser. */
export interface TabsPort {
  tell(event: TabEvent): void
  /** @returns a function that unsubscribes */
  listen(listener: (event: TabEvent) => void): () => void
}

export type TabEvent = { type: 'signedIn'; userId: string } | { type: 'signedOut' }
