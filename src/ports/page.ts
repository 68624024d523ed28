/** Makes the browser ask before the tab is closed or reloaded. */
export interface UnloadPort {
  /** @returns a function that ends this */
  guard(): () => void
}

/** Whether the tab is visible. */
export interface VisibilityPort {
  isVisible(): boolean
  /** @returns a function that unsubscribes */
  subscribe(listener: () => void): () => void
}
