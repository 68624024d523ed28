/** One option. */
export interface Choice {
  /** Stored and sent; never ''. */
  value: string
  /** Shown, and searched. */
  label: string
  /** A second line, searched too. */
  description?: string
  disabled?: boolean
}

/**
 * Searches options elsewhere. A failure is shown with a button that tries again.
 * @param query the input; '' for initial suggestions
 * @param signal aborted when the result is no longer needed
 */
export type SearchChoices = (query: string, signal: AbortSignal) => Promise<readonly Choice[]>

/** Maximum number of options shown: nobody reads further, and typing reduces them. */
export const MOST_SHOWN = 100

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The searched text of each option, computed once instead of per keystroke. */
const texts = new WeakMap<Choice, string>()
function textOf(choice: Choice): string {
  let text = texts.get(choice)
  if (text === undefined) {
    text = plain(`${choice.label} ${choice.description ?? ''}`)
    texts.set(choice, text)
  }
  return text
}

/**
 * The options that contain every word of the query, ignoring case and accents, in their own order.
 * @returns at most MOST_SHOWN of them, and the number of all
 */
export function narrow(choices: readonly Choice[], query: string): { shown: readonly Choice[]; count: number } {
  const words = plain(query).split(/\s+/).filter(Boolean)
  const found =
    words.length === 0 ? choices : choices.filter((choice) => words.every((word) => textOf(choice).includes(word)))
  return { shown: found.length > MOST_SHOWN ? found.slice(0, MOST_SHOWN) : found, count: found.length }
}
