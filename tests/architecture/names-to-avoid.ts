/** Finds names of real brands in texts. The demo, stories, tests and docs invent theirs; names-to-avoid.txt lists the ones to avoid. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The list itself, which contains what it forbids, as a path from the root of the repository. */
export const LIST = 'tests/architecture/names-to-avoid.txt'

/** One word of a text, as it is compared: without accents, in lower case. */
const WORD = /[\p{L}\p{N}]+/gu
/** What may stand between two words of one name: a space, a hyphen, an apostrophe, ' & '. */
const BETWEEN = /^[ \-_'’.&+]{1,3}$/
const folded = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
const wordsOf = (text: string): string[] => folded(text).match(WORD) ?? []

const lines = readFileSync(fileURLToPath(new URL('./names-to-avoid.txt', import.meta.url)), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
/** Words of a name without anything between them → the name. */
const namesIn = (list: readonly string[]) => new Map(list.map((name) => [wordsOf(name).join(''), name]))
const inTexts = namesIn(lines.filter((line) => !line.startsWith('=')))
const asTexts = namesIn(lines.filter((line) => line.startsWith('=')).map((line) => line.slice(1)))
const MOST_WORDS = Math.max(...lines.map((line) => wordsOf(line).length))
/** What a listed name can begin with, so that most words of a text are looked up only once. */
const beginnings = new Set(
  [...inTexts.values()].flatMap((name) => {
    const words = wordsOf(name)
    return words.map((_word, index) => words.slice(0, index + 1).join(''))
  }),
)

/** All listed names. */
export const NAMES_TO_AVOID: readonly string[] = [...inTexts.values(), ...asTexts.values()]

/** @returns the listed names that a text contains as whole words, in any letter case, in one word or several */
export function namesFoundIn(text: string): string[] {
  const plain = folded(text)
  const words = Array.from(plain.matchAll(WORD), (match) => ({ word: match[0], at: match.index }))
  const found = new Set<string>()
  for (const [index, first] of words.entries()) {
    let joined = first.word
    for (let count = 1; ; count += 1) {
      const name = inTexts.get(joined)
      if (name !== undefined) found.add(name)
      const [last, next] = [words[index + count - 1]!, words[index + count]]
      if (!next || count === MOST_WORDS || !beginnings.has(joined)) break
      if (!BETWEEN.test(plain.slice(last.at + last.word.length, next.at))) break
      joined += next.word
    }
  }
  return [...found]
}

/** As `namesFoundIn`, for one value of a row: it also finds a name that is an ordinary word, where the value is this word alone. */
export function namesFoundInValue(text: string): string[] {
  const whole = asTexts.get(wordsOf(text).join(''))
  return [...namesFoundIn(text), ...(whole === undefined ? [] : [whole])]
}

/** Every text in a value of any depth. Names of fields are not among them. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return []
  return (value instanceof Map ? [...value.values()] : Object.values(value)).flatMap(textsIn)
}
