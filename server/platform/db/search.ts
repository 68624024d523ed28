/** The condition of a search (contract, Lists): each word must occur in one of the fields that the reader may read. */
import { searchedId, searchWords } from '@contract/search'
import type { Params } from './params'

/** What is searched in one table. */
export interface Searched {
  /** The row's id. */
  readonly id: string
  /** Column with all searched fields of the table, folded, one per line; it has a trigram index. */
  readonly column: string
  /** Field in that column → its folded text. */
  readonly fields: Readonly<Record<string, string>>
  /** The column contains more than these fields: each field is compared separately too. */
  readonly holdsMore?: true
  /**
   * Searched fields that the column does not contain, such as the name in a referenced row → the condition that it matches.
   * @param pattern SQL
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
  // No readable field, so no match; a parameter that no condition uses would fail the statement.
  if (own.length === 0 && allowed(named).length === 0) return words.length > 0 ? ['false'] : []
  return words.map((word) => {
    const pattern = params.add(likePattern(word), 'text')
    const holds = (text: string) => `${text} like ${pattern}`
    // The column contains all fields: for a reader who may not read all of them, the readable ones are compared.
    const rest =
      holdsMore || own.length < Object.keys(fields).length ? [own.map((name) => holds(fields[name]!)).join(' or ')] : []
    const places = [
      ...(own.length > 0 ? [[holds(column), ...rest].map((condition) => `(${condition})`).join(' and ')] : []),
      ...allowed(named).map((name) => named[name]!(pattern)),
    ]
    return `(${places.join(' or ')})`
  })
}
