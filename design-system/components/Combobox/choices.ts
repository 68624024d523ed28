/** One of what can be chosen. */
export interface Choice {
  /** Kept and sent; never ''. */
  value: string
  /** Shown, and searched. */
  label: string
  /** A second line, searched too. */
  description?: string
  disabled?: boolean
}

/**
 * Finds choices elsewhere. A refusal is shown with a way to try again.
 * @param query what was typed; '' for a first offer
 * @param signal aborted when the answer is no longer wanted
 */
export type SearchChoices = (query: string, signal: AbortSignal) => Promise<readonly Choice[]>

/** More than this is not drawn: nobody reads so far, and typing narrows. */
export const MOST_SHOWN = 100

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** What each choice is found by: worked out once, not for each key. */
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
 * The choices in which every word of the query occurs, capitals and accents aside, in their own order.
 * @returns at most MOST_SHOWN of them, and how many there are
 */
export function narrow(choices: readonly Choice[], query: string): { shown: readonly Choice[]; count: number } {
  const words = plain(query).split(/\s+/).filter(Boolean)
  const found =
    words.length === 0 ? choices : choices.filter((choice) => words.every((word) => textOf(choice).includes(word)))
  return { shown: found.length > MOST_SHOWN ? found.slice(0, MOST_SHOWN) : found, count: found.length }
}
