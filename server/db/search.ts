/** The condition of a search (contract, Lists): every word is held by one of the fields that the reader may read. */
import { searchedId, searchWords } from '@contract/search'
import type { Params } from './params'

/** What is searched in one table. */
export interface Searched {
  /** The row's id. */
  readonly id: string
  /** Column with the table's own searched fields, folded, a line each; it has a trigram index. */
  readonly column: string
  /** Field in that column → its folded text. */
  readonly fields: Readonly<Record<string, string>>
  /** The column holds more than these fields: each is compared too. */
  readonly holdsMore?: true
  /**
   * Searched fields that the column does not hold as they are read, such as the name of a row of another table → the condition
   * that one matches. @param pattern SQL
   */
  readonly named?: Readonly<Record<string, (pattern: string) => string>>
}

const likePattern = (word: string) => `%${word.replace(/[\\%_]/g, '\\$&')}%`

/**
 * @param readable fields that the reader may read
 * @returns conditions on a row, none for a blank search
 */
export function searchConditions(
  { id, column, fields, holdsMore, named = {} }: Searched,
  search: string,
  readable: readonly string[],
  params: Pick<Params, 'add'>,
): string[] {
  const oneId = searchedId(search)
  if (oneId) return [`${id} = ${params.add(oneId, 'uuid')}`]
  const allowed = (of: Readonly<Record<string, unknown>>) => Object.keys(of).filter((name) => readable.includes(name))
  const own = allowed(fields)
  const words = searchWords(search)
  // Nothing may be read, so nothing is found; a parameter that no condition names would fail the statement.
  if (own.length === 0 && allowed(named).length === 0) return words.length > 0 ? ['false'] : []
  return words.map((word) => {
    const pattern = params.add(likePattern(word), 'text')
    const holds = (text: string) => `${text} like ${pattern}`
    // The column holds all fields together: who may not read them all is answered from those that may be read.
    const rest =
      holdsMore || own.length < Object.keys(fields).length ? [own.map((name) => holds(fields[name]!)).join(' or ')] : []
    const places = [
      ...(own.length > 0 ? [[holds(column), ...rest].map((condition) => `(${condition})`).join(' and ')] : []),
      ...allowed(named).map((name) => named[name]!(pattern)),
    ]
    return `(${places.join(' or ')})`
  })
}
