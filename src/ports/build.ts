import type { Result } from '@contract/errors'

/** The build of the console that this page runs, beside the one that the server has now. */
export interface BuildPort {
  /** @returns whether the server has another build; a failure where it could not be asked */
  isOutdated(signal: AbortSignal): Promise<Result<boolean>>
  /** Loads the page anew. The browser asks first where a form would lose its input. */
  reload(): void
}
