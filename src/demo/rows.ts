/**
 * Demo rows of records: realistic, deterministic, and the same in the demo and in stories. A row contains
 * the values of a create call and those that the platform sets; ids of other records are `demoId`s.
 */
import { holdsList } from '@contract/records/kinds'
import { isInRows, type RecordDefinition, type StoredOf } from '@contract/records/record'
import type { KYC_STATUSES } from '@contract/records/people/users'
import type { RecordKey, RECORDS } from '@contract/records/records'

const DAY = 24 * 3600 * 1000

/** Origin of a row that does not belong to the own store or was not added by staff; records that nobody adds with a form need both kinds. */
export interface Origin {
  /** It belongs to a partner's store. */
  of?: 'partner'
  /** Who added it: nobody of staff (registered, or created by the platform), or a second member of staff. */
  by?: 'nobody' | 'colleague'
  /** Code of its store, and its creation time, for rows that are generated for people. */
  in?: string
  at?: string
  /** For a versioned record: values of its earlier versions that differ from the row, the first one first. */
  earlier?: readonly Readonly<Record<string, unknown>>[]
}

export type RowsOf<N extends RecordKey> = readonly (StoredOf<(typeof RECORDS)[N]> & Origin)[]
/** A row of any record: fields by name, references as ids. */
export type DemoRow = Readonly<Record<string, unknown>> & Origin

const hash = (text: string) => Array.from(text).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 0xfff, 7)

/** Id of a record's nth demo row, from 0. Ids of one record sort by their number. */
export const demoId = (name: RecordKey, index: number): string =>
  `01900000-0000-7000-8${hash(name).toString(16).padStart(3, '0')}-${(index + 1).toString(16).padStart(12, '0')}`

/** Placeholder for the nth person of a record, such as a user, in the row's store: people have no demo rows here. */
export const nthPerson = (of: RecordKey, index: number): string => `nth ${of} ${index}`
/** The same without a replacement: where the row's store has fewer people, the row is left out. For records of which each person has one. */
export const ownPerson = (of: RecordKey, index: number): string => `own ${of} ${index}`
const NTH_PERSON = /^(?:nth|own) (\w+) (\d+)$/

/** Record of people → code of a store → ids of its first people. */
export type People = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>

/** A user of the demo, for rows that copy data of people. */
export interface DemoUser {
  id: string
  /** Code of their store. */
  store: string
  first_name: string
  last_name: string
  date_of_birth: string | null
  country: string | null
  /** Progress of the identity verification. */
  proof: keyof typeof KYC_STATUSES
}
/** Date of birth of the nth user; unknown for some, and a few are under age. */
export const birthDateOf = (number: number): string | null => {
  if (number % 12 === 7) return null
  const year = number % 50 === 11 ? 2011 : 1948 + ((number * 7) % 57)
  const [month, day] = [1 + ((number * 5) % 12), 1 + ((number * 11) % 28)]
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** Records of people that rows refer to. */
export const peopleNamedBy = (rows: readonly DemoRow[]): string[] => [
  ...new Set(
    rows.flatMap((row) =>
      Object.values(row).flatMap((value) => (typeof value === 'string' && NTH_PERSON.exec(value)?.[1]) || []),
    ),
  ),
]
/**
 * @param store code of the row's own @param house code of the own store, whose people are used where a store has none
 * @returns the row with the ids of the referenced people; null where the platform has no such people
 */
export function withPeople(row: DemoRow, people: People, store: string, house: string): DemoRow | null {
  let isComplete = true
  const idOf = (placeholder: string): unknown => {
    const [, of, index] = NTH_PERSON.exec(placeholder) ?? []
    if (of === undefined) return placeholder
    const own = people[of]?.[store]
    const isOnce = placeholder.startsWith('own ')
    const ids = isOnce ? (own ?? []) : (own ?? people[of]?.[house] ?? [])
    const id = ids[isOnce ? Number(index) : Number(index) % Math.max(1, ids.length)]
    if (id === undefined) isComplete = false
    return id ?? null
  }
  /** Items of lists may refer to people too. */
  const resolved = (value: unknown): unknown => {
    if (typeof value === 'string') return idOf(value)
    if (Array.isArray(value)) return value.map(resolved)
    return typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, resolved(each)]))
      : value
  }
  const complete = resolved(row) as DemoRow
  return isComplete ? complete : null
}

/** Records are created every third day, or more often so that the oldest is at most this old. */
const OLDEST_DAYS = 900

/** Creation time of the nth of this many rows. @param anchor milliseconds since 1970 @returns ISO 8601 */
export const createdAtOf = (index: number, count: number, anchor: number): string =>
  new Date(Math.floor(anchor - (count - index) * Math.min(3, OLDEST_DAYS / count) * DAY)).toISOString()

/** A time in a demo row, relative to the anchor, which is applied later. @param days may be a fraction */
export const daysBefore = (days: number): string => `anchor - ${days}`
/** A time in the future of the reader: this many days after the anchor, or after today where that is later. */
export const daysAfter = (days: number): string => `later + ${days}`
const RELATIVE = /^(anchor -|later \+) ([\d.]+)$/

/** @returns the row with its times as dates, ISO 8601. @param anchor milliseconds since 1970 */
export const atAnchor = (row: DemoRow, anchor: number): DemoRow =>
  Object.fromEntries(
    Object.entries(row).map(([field, value]) => {
      const [, from, days] = (typeof value === 'string' && RELATIVE.exec(value)) || []
      if (days === undefined) return [field, value]
      const today = Math.floor(Date.now() / DAY) * DAY
      const at = from === 'anchor -' ? anchor - Number(days) * DAY : Math.max(anchor, today) + Number(days) * DAY
      return [field, new Date(Math.floor(at)).toISOString()]
    }),
  )

/** Default values of fields that a body may leave out. */
export const defaultsOf = (record: RecordDefinition): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(record.fields)
      .filter(([, field]) => !field.derived && isInRows(field))
      .map(([field, { type, initial = null }]) => [field, holdsList(type) ? [] : initial]),
  )
