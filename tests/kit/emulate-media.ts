/** Emulates system settings for the current story. */
export interface EmulatedMedia {
  /** Windows high contrast. */
  forcedColors?: 'active' | 'none'
  reducedMotion?: 'reduce' | 'no-preference'
}

type Emulate = (features: { name: string; value: string }[]) => Promise<void>
const held = globalThis as { pitbossEmulateMedia?: Emulate }

/** Called by the test run (tests/kit/media-setup.ts), which can control the browser. */
export const provideEmulation = (emulate: Emulate): void => void (held.pitbossEmulateMedia = emulate)

/**
 * Sets the emulated media features; omitted ones are reset. Only a test run can do this: in Storybook use the browser's
 * own tools (DevTools, Rendering).
 * @returns whether they were set
 */
export async function emulateMedia({
  forcedColors = 'none',
  reducedMotion = 'no-preference',
}: EmulatedMedia = {}): Promise<boolean> {
  if (!held.pitbossEmulateMedia) {
    if ('__vitest_browser__' in globalThis)
      throw new Error('The test run gave no way to set media (tests/kit/media-setup.ts).')
    return false
  }
  await held.pitbossEmulateMedia([
    { name: 'forced-colors', value: forcedColors },
    { name: 'prefers-reduced-motion', value: reducedMotion },
  ])
  for (const query of [`(forced-colors: ${forcedColors})`, `(prefers-reduced-motion: ${reducedMotion})`]) {
    if (!window.matchMedia(query).matches) throw new Error(`The browser did not take ${query}`)
  }
  return true
}

/** `beforeEach` of a story with these settings, which are reset after it. */
export const withMedia = (media: EmulatedMedia) => async () => {
  await emulateMedia(media)
  return async () => void (await emulateMedia())
}
