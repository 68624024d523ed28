/** Symbols and names of keys. A combination is written as `Mod+K`: `Mod` is ⌘ on a Mac and Ctrl elsewhere. */

/** Whether this is an Apple keyboard; false without a browser, as in the build. */
export const isApple = (): boolean => typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform)

/** The symbol on a key, and its name where the symbol alone is not clear. */
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
  '+': { face: '+', name: 'Plus' },
  '-': { face: '−', name: 'Minus' },
}
const APPLE: Readonly<Record<string, KeyFace>> = {
  Mod: { face: '⌘', name: 'Command' },
  Alt: { face: '⌥', name: 'Option' },
  Shift: { face: '⇧', name: 'Shift' },
}
const OTHERS: Readonly<Record<string, KeyFace>> = { Mod: { face: 'Ctrl', name: 'Control' } }

/** @param combination such as `Mod+K` or `Shift+ArrowDown`. @param apple the kind of keyboard; by default this one's */
export const keyFaces = (combination: string, apple: boolean = isApple()): KeyFace[] =>
  combination.split(/(?<=.)\+(?=.)/).map((key) => (apple ? APPLE[key] : OTHERS[key]) ?? FACES[key] ?? { face: key })
