/**
 * The mocks' response to a paged list: a page along a path of the definition, after the last row of the previous page.
 */
import { amountOf, hundredthsOf } from '@contract/amounts'
import { DEFAULT_PAGE_SIZE, FULL_LIST_ITEM_NO } from '@contract/constants'
import { canRead } from '@contract/permissions'
import { fieldsOfTab, readingOf, startOfDay, tabIn, withTab } from '@contract/records/paths'
import { searchedFields, type ListTab, type RecordDefinition } from '@contract/records/record'
import type { Answer, Caller } from './call'
import { answerList, compare, readable } from './lists'
import { malformed } from './refusal'

type Query = Readonly<Record<string, unknown>>
interface Listed {
  id: string
  version: number
  third_party_store_code: string | null
}

/** Replaces the server's seal: a cursor is valid only for the list that it was created for. */
const checkOf = (text: string) =>
  Array.from(text).reduce((sum, letter) => (sum * 33 + letter.codePointAt(0)!) % 0xffffffff, 5381)
const cursorOf = (binding: string, key: string, id: string) =>
  [checkOf(`${binding} ${key} ${id}`).toString(16), id, btoa(key)].join('.')

/** The position of a row in an order. */
interface Placed {
  key: string
  id: string
}

const DAY_MS = 24 * 3600 * 1000
/** Whether a tab includes a row that its path finds. */
const isIn = ({ only = {} }: ListTab, row: object): boolean =>
  Object.entries(only).every(([name, condition]) => {
    const value = (row as Query)[name]
    if ('is' in condition!) return condition.is.includes(value as string)
    if ('today' in condition!) return typeof value === 'string' && Date.parse(value) >= startOfDay(Date.now())
    return typeof value === 'string' && Date.parse(value) <= Date.now() + condition!.withinDays * DAY_MS
  })

/** The rows that match a filter, in the path's order, and that order. */
function found<R extends Listed>(record: RecordDefinition, all: readonly R[], unexpanded: Query, caller: Caller) {
  const reading = readingOf(record, unexpanded)
  const tab = tabIn(record, unexpanded)
  for (const name of tab ? fieldsOfTab(tab) : [])
    if (!canRead(caller.access, record.subject, name)) throw malformed(`You may not read ${name} of ${record.subject}.`)
  const query = withTab(record, unexpanded, caller.staff.id)
  const rows = tab ? all.filter((row) => isIn(tab, row)) : all
  if ('refusal' in reading) throw malformed(reading.refusal)
  const { path, descending } = reading
  const asked = { ...query, tab: undefined, cursor: undefined, fields: undefined, itemNo: FULL_LIST_ITEM_NO }
  const { data } = answerList(
    rows,
    asked,
    caller,
    record.subject,
    Object.keys(record.allFields),
    searchedFields(record),
  )
  const ids = new Set(data.map(({ id }) => id))
  const key = (row: R) => String((row as unknown as Query)[path.order] as string | number)
  const order = (a: Placed, b: Placed) => (descending ? -1 : 1) * (compare(a.key, b.key) || compare(a.id, b.id))
  const placed = rows.filter(({ id }) => ids.has(id)).map((row) => ({ row, key: key(row), id: row.id }))
  return { placed: placed.toSorted(order), order }
}

function placeOf(cursor: string, binding: string): Placed {
  const [, id = '', key = ''] = cursor.split('.')
  const place = { id, key: /^[A-Za-z0-9+/=]*$/.test(key) && key.length % 4 === 0 ? atob(key) : '' }
  if (cursor !== cursorOf(binding, place.key, id))
    throw malformed('This cursor belongs to another person, filter or order. Read the list from its start.')
  return place
}

/** Responds to a paged list. @throws a refusal for a cursor of another list */
export function answerPage<R extends Listed>(
  record: RecordDefinition,
  rows: readonly R[],
  query: Query,
  caller: Caller,
): Answer<R[]> {
  const { placed, order } = found(record, rows, query, caller)
  const {
    cursor,
    itemNo = DEFAULT_PAGE_SIZE,
    fields,
    ...list
  } = query as Query & { itemNo?: number; fields?: string[] }
  const binding = JSON.stringify([
    caller.staff.id,
    record.name,
    Object.entries(list).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  ])
  const last = typeof cursor === 'string' ? placeOf(cursor, binding) : null
  // The row itself may have left the list meanwhile.
  const after = last ? placed.filter((each) => order(each, last) > 0) : placed
  const page = after.slice(0, itemNo)
  const end = page.at(-1)
  const isWhole = itemNo === FULL_LIST_ITEM_NO
  return {
    data: page.map(({ row }) => readable(row, caller, record.subject, Object.keys(record.allFields), fields)) as Answer<
      R[]
    >['data'],
    total_count: isWhole ? page.length : null,
    ...(!isWhole && { next_cursor: end && after.length > itemNo ? cursorOf(binding, end.key, end.id) : null }),
  }
}

/** Number of rows that match the filter. */
export const countFound = <R extends Listed>(
  record: RecordDefinition,
  rows: readonly R[],
  query: Query,
  caller: Caller,
): number => found(record, rows, query, caller).placed.length

/** The sums of the matching rows, of the fields that the caller may read. */
export const sumFound = <R extends Listed>(
  record: RecordDefinition,
  rows: readonly R[],
  query: Query,
  caller: Caller,
): Record<string, string> => {
  const { placed } = found(record, rows, query, caller)
  const sumOf = (name: string) =>
    placed.reduce((sum, { row }) => sum + hundredthsOf((row as unknown as Record<string, string>)[name]!), 0n)
  return Object.fromEntries(
    Object.keys(record.sums ?? {})
      .filter((name) => canRead(caller.access, record.subject, name))
      .map((name) => [name, amountOf(sumOf(name))]),
  )
}

/** Number of rows in each tab whose fields the caller may read. */
export const countTabs = <R extends Listed>(
  record: RecordDefinition,
  rows: readonly R[],
  caller: Caller,
): Record<string, number> =>
  Object.fromEntries(
    Object.entries(record.tabs ?? {})
      .filter(([, tab]) => fieldsOfTab(tab).every((name) => canRead(caller.access, record.subject, name)))
      .map(([name]) => [name, countFound(record, rows, { tab: name }, caller)]),
  )
