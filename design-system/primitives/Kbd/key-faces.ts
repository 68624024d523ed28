/** How keys are written and said. A combination is written as `Mod+K`: `Mod` is ⌘ on a Mac and Ctrl elsewhere. */

/** Whether this is a keyboard of Apple's; where there is no browser, as in the build, it is none. */
export const isApple = (): boolean => typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform)

/** What stands on a key, and what it is called where the sign alone says too little. */
export interface KeyFace {
  face: string
  name?: string
}

const FACES: Readonly<Record<string, KeyFace>> = {
  ArrowUp: { face: '↑', name: 'Up arrow' },
  ArrowDown: { face: '↓', name: 'Down arrow' },
  ArrowLeft: { face: '←', name: 'Left arrow' },
  ArrowRight: { face: '→', name: 'Right arrow' },
  Enter: { face: '↵', name: 'Enter' },
  Escape: { face: 'Esc', name: 'Escape' },
  PageUp: { face: 'Page ↑', name: 'Page up' },
  PageDown: { face: 'Page ↓', name: 'Page down' },
  '/': { face: '/', name: 'Slash' },
  '?': { face: '?', name: 'Question mark' },
}
const APPLE: Readonly<Record<string, KeyFace>> = {
  Mod: { face: '⌘', name: 'Command' },
  Alt: { face: '⌥', name: 'Option' },
  Shift: { face: '⇧', name: 'Shift' },
}
const OTHERS: Readonly<Record<string, KeyFace>> = { Mod: { face: 'Ctrl', name: 'Control' } }

/** @param combination such as `Mod+K` or `Shift+ArrowDown`. @param apple which keyboard; this one's where left out */
export const keyFaces = (combination: string, apple: boolean = isApple()): KeyFace[] =>
  combination.split('+').map((key) => (apple ? APPLE[key] : OTHERS[key]) ?? FACES[key] ?? { face: key })
