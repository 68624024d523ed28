/** Makes the browser ask before the tab is closed or reloaded. */
export interface UnloadPort {
  /** @returns how to stop */
  guard(): () => void
}

/** Whether anybody sees this tab. */
export interface VisibilityPort {
  isVisible(): boolean
  /** @returns how to stop listening */
  subscribe(listener: () => void): () => void
}
