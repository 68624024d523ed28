/**
 * The mocks' response to a list: the records that the caller may read, filtered, sorted and cut into pages (contract,
 * Lists).
 */
import { DEFAULT_PAGE_SIZE } from '@contract/constants'
import { SUPER_ADMIN, EVERYTHING, rightsOn, type Subject } from '@contract/permissions'
import { isDocument, wordsOf } from '@contract/rich-text/words'
import { fold, phoneDigits, searchedId, searchWords } from '@contract/search'
import type { Answer, Caller } from './call'
import { malformed } from './refusal'

/** The query of a list. Any other name is a filter for an equal value. */
interface Asked {
  page?: number
  itemNo?: number
  search?: string
  sort_by?: string
  sort_order?: 'asc' | 'desc'
  fields?: string[]
  id?: string[]
  [filter: string]: unknown
}

interface Stored {
  id: string
  version: number
  third_party_store_code: string | null
}

const OWN_PARAMETERS = new Set(['page', 'itemNo', 'search', 'sort_by', 'sort_order', 'fields', 'id', 'cursor'])

/** The reader of a list: a person, or an app. */
export interface ListReader extends Pick<Caller, 'access'> {
  staff: Pick<Caller['staff'], 'third_party_store_code'>
}

/** Whether a record is in the caller's store: a partner's staff sees only its own (contract, Access). */
export const inStore = (
  caller: Pick<ListReader, 'staff'>,
  record: { third_party_store_code: string | null },
): boolean =>
  caller.staff.third_party_store_code === null || record.third_party_store_code === caller.staff.third_party_store_code

/**
 * The fields of a record that the caller may read.
 * @param known fields of the contract; the mocks send no others
 * @param asked limits the fields, if given
 */
export function readable<R extends Stored>(
  record: R,
  caller: ListReader,
  subject: Subject,
  known: readonly string[],
  asked?: readonly string[],
): Partial<R> {
  const { read } = rightsOn(caller.access, subject)
  const allowed = (field: string) =>
    (read.includes(EVERYTHING) || read.includes(field)) && (asked?.includes(field) ?? true)
  const sent: Record<string, unknown> = { id: record.id, version: record.version }
  for (const field of known) if (allowed(field)) sent[field] = (record as Record<string, unknown>)[field]
  return sent as Partial<R>
}

const asText = (value: unknown) =>
  value === null || value === undefined
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value as string | number | boolean)
/** The text that a search compares: digits of a phone, the name of a person, otherwise the text. */
const searchText = (field: string, value: unknown): string =>
  field === 'phone' ? phoneDigits(asText(value)) : fold(asText(sortedBy(value)))
/** The values that a filter compares: ids of references, each value of a list, otherwise the value. */
const comparedOf = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(comparedOf)
  if (typeof value !== 'object' || value === null) return value === null || value === undefined ? [] : [asText(value)]
  return 'username' in value ? [asText(value.username)] : [asText((value as unknown as { id: unknown }).id)]
}
/** Values of a filter; true and false may be in any letter case. */
const textsOf = (wanted: unknown) =>
  [wanted].flat().map((each) => asText(each).replace(/^(?:true|false)$/i, (flag) => flag.toLowerCase()))
/** Whether a value passes a filter. @param how `not`, `from`, `to`, or '' */
function passes(value: unknown, how: string, wanted: unknown): boolean {
  const values = comparedOf(value)
  if (how === 'from' || how === 'to') {
    const [own] = values
    return own !== undefined && (how === 'from' ? compare(own, wanted) >= 0 : compare(own, wanted) <= 0)
  }
  const isAmong = values.some((each) => textsOf(wanted).includes(each))
  return how === 'not' ? !isAmong : isAmong
}
/** Whether a list contains groups of fields or private files; such a field is sorted by their number. */
const isOfGroups = ([first]: readonly unknown[]) =>
  typeof first === 'object' && first !== null && ('byte_size' in first || (!('id' in first) && !('username' in first)))
/** The value by which a list is sorted: the name of a reference or a person, the words of rich text, otherwise the value. */
const sortedBy = (value: unknown): unknown => {
  if (Array.isArray(value) && isOfGroups(value)) return value.length
  if (Array.isArray(value)) return value.map((each) => asText(sortedBy(each))).join(', ')
  if (typeof value !== 'object' || value === null) return value
  if (isDocument(value)) return wordsOf(value)
  return 'username' in value ? value.username : 'name' in value ? value.name : value
}
/**
 * The root collation, as in the server's databases: 'en' leaves it unchanged; 'und' would use the machine's language.
 */
export const rootCollator = new Intl.Collator('en')
const DECIMAL = /^-?\d+(?:\.\d+)?$/
/** @param asTexts also compares digits as text, for example account numbers */
export const compare = (left: unknown, right: unknown, asTexts = false) => {
  const [a, b] = [asText(left), asText(right)]
  if (!asTexts && DECIMAL.test(a) && DECIMAL.test(b)) return Number(a) - Number(b)
  return rootCollator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0)
}

/**
 * The response to a list of records; search, filters and order apply only to fields that the caller may read.
 * @param texts fields that are sorted as text, whatever they contain
 */
export function answerList<R extends Stored>(
  records: readonly R[],
  asked: Asked,
  caller: ListReader,
  subject: Subject,
  known: readonly string[],
  searched: readonly string[],
  texts: readonly string[] = [],
): Answer<R[]> {
  const { read } = rightsOn(caller.access, subject)
  const mayRead = (field: string) => read.includes(EVERYTHING) || read.includes(field)
  const value = (record: R, field: string) => (record as Record<string, unknown>)[field]
  const oneId = asked.search ? searchedId(asked.search) : null
  const words = asked.search && !oneId ? searchWords(asked.search) : []
  const searchedTexts = (record: R) => searched.filter(mayRead).map((field) => searchText(field, value(record, field)))
  const filters = Object.entries(asked).filter(([name, wanted]) => !OWN_PARAMETERS.has(name) && wanted !== undefined)
  for (const name of [
    ...filters.map(([parameter]) => parameter.split('.')[0]!),
    ...(asked.sort_by ? [asked.sort_by] : []),
  ])
    if (!mayRead(name)) throw malformed(`You may not read ${name} of ${subject}.`)

  let found = records.filter(
    (record) =>
      inStore(caller, record) &&
      (!asked.id || asked.id.includes(record.id)) &&
      (!oneId || record.id === oneId) &&
      (words.length === 0 || words.every((word) => searchedTexts(record).some((text) => text.includes(word)))) &&
      filters.every(([parameter, wanted]) => {
        const [name = '', how = ''] = parameter.split('.')
        return passes(value(record, name), how, wanted)
      }),
  )
  const { sort_by } = asked
  if (sort_by) {
    const direction = asked.sort_order === 'desc' ? -1 : 1
    found = found.toSorted((left, right) => {
      const [a, b] = [sortedBy(value(left, sort_by)), sortedBy(value(right, sort_by))]
      // Empty values are last in both directions.
      const empty = Number(a === null || a === '') - Number(b === null || b === '')
      return empty || direction * compare(a, b, texts.includes(sort_by)) || direction * compare(left.id, right.id)
    })
  }
  const size = asked.itemNo ?? DEFAULT_PAGE_SIZE
  const from = ((asked.page ?? 1) - 1) * size
  const page = found.slice(from, from + size)
  return {
    data: page.map((record) => readable(record, caller, subject, known, asked.fields)) as Answer<R[]>['data'],
    total_count: found.length,
  }
}

/** Whether the caller may change accounts of a role: only a SUPER_ADMIN may change a SUPER_ADMIN. */
export const mayTouchRole = (caller: Caller, role: string): boolean =>
  role !== SUPER_ADMIN || caller.staff.role === SUPER_ADMIN
