import type { Result } from '@contract/errors'

/** The build of the console that this page runs, compared with the current build on the server. */
export interface BuildPort {
  /** @returns whether the server has another build; a failure if the server could not be asked */
  isOutdated(signal: AbortSignal): Promise<Result<boolean>>
  /** Reloads the page. The browser asks first if a form would lose its input. */
  reload(): void
}
