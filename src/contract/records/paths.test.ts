import { describe, expect, it } from 'vitest'
import { newsletterSubscriber } from './content/newsletter-subscriber'
import { pathOrders, readingOf, storedAmong } from './paths'
import { filteredBy } from './kinds'
import type { RecordDefinition } from './record'
import { tabsOf } from './tabs'
import { ALL_RECORDS, RECORDS } from './records'

const PAGED = ALL_RECORDS.filter(({ reads }) => reads === 'paged')
const one: RecordDefinition = newsletterSubscriber
const order = (query: Record<string, unknown>) => {
  const reading = readingOf(one, query)
  return 'refusal' in reading ? reading.refusal : `${reading.path.order} ${reading.descending ? 'down' : 'up'}`
}

describe('the paths of paged records', () => {
  it('exist for paged records, and for no others', () => {
    expect(PAGED.length).toBeGreaterThan(0)
    for (const { name, reads, paths = [] } of ALL_RECORDS)
      expect([name, reads === 'paged']).toEqual([name, paths.length > 0])
  })

  it.each(PAGED.map((record) => [record.name, record] as const))(
    '%s: a path compares stored values, orders by a value that is never empty, and each filter has one',
    (_name, { paths = [], fields, allFields }) => {
      for (const { equal, order: by } of paths) {
        expect(allFields[by]).toMatchObject({ required: true })
        expect(filteredBy(allFields[by]!.type)).toBe('range')
        for (const name of equal) {
          // A computed state is read along the index of the stored one.
          expect(fields[name]).toMatchObject({ filter: true, derived: false, masked: false })
          expect(filteredBy(fields[name]!.type)).toBe('values')
        }
      }
      const served = paths.flatMap(({ equal, order: by }) => (equal.length === 1 ? equal : [by]))
      const filters = Object.keys(fields).filter(
        // Values derived from the clock alone have no index: paged lists cannot be filtered by the holder of a claim.
        (name) => fields[name]!.filter && !fields[name]!.derived,
      )
      expect(filters.filter((name) => !served.includes(name))).toEqual([])
      // A status that people see and can filter by is served as such, even if it is computed.
      expect(fields.status?.filter ? served : ['status']).toContain('status')
    },
  )

  it('a tab filters by fields that a path serves, and otherwise by existing fields', () => {
    const tabs = PAGED.flatMap(({ name, tabs: own = {}, paths = [], allFields }) =>
      Object.entries(own).map(([key, tab]) => ({ key: `${name} ${key}`, tab, paths, allFields })),
    )
    expect(tabs.length).toBeGreaterThan(0)
    for (const { key, tab, paths, allFields } of tabs) {
      const names = Object.keys(tab.equal)
      expect(
        paths.some(({ equal }) => equal.length === names.length && names.every((name) => equal.includes(name))),
        key,
      ).toBe(true)
      for (const name of [...names, ...Object.keys(tab.only ?? {})]) expect(allFields, key).toHaveProperty(name)
    }
    expect(ALL_RECORDS.filter(({ reads, tabs: own }) => own && reads !== 'paged')).toEqual([])
  })

  it('an enum results in a tab for each of its values', () =>
    expect(tabsOf('status', { NEW: 'New', ON_HOLD: 'On hold' })).toEqual({
      new: { label: 'New', equal: { status: 'NEW' } },
      on_hold: { label: 'On hold', equal: { status: 'ON_HOLD' } },
    }))

  it('no two paths are the same, because each needs two indexes', () => {
    for (const { paths = [] } of PAGED) {
      const keys = paths.map(({ equal, order: by }) => `${equal.toSorted().join()} ${by}`)
      expect(keys).toEqual([...new Set(keys)])
    }
  })

  it('a masked field is a text that is not searched, filtered or unique', () => {
    for (const { fields } of ALL_RECORDS)
      for (const field of Object.values(fields).filter(({ masked }) => masked))
        expect(field).toMatchObject({ search: false, filter: false, unique: false, type: { kind: 'text' } })
  })

  it('a field that is compared exactly is a unique text that no form writes: elsewhere the cases compare in any letter case', () => {
    const exact = ALL_RECORDS.flatMap(({ fields }) => Object.values(fields).filter((field) => field.exact))
    expect(exact.length).toBeGreaterThan(0)
    for (const field of exact) {
      expect(field).toMatchObject({ write: 'never', type: { kind: 'text' } })
      expect(field.unique).not.toBe(false)
    }
  })

  it('a partly visible field is an e-mail, a phone or a reference that is not written here; only the id of a reference filters a list', () => {
    const masked = ALL_RECORDS.flatMap((record) =>
      Object.entries(record.fields)
        .filter(([, { maskedUnless }]) => maskedUnless !== undefined)
        .map(([name, field]) => ({ record, name, field })),
    )
    expect(masked.length).toBeGreaterThan(0)
    for (const { record, name, field } of masked) {
      expect(['email', 'phone', 'reference']).toContain(field.type.kind)
      expect(field).toMatchObject({ write: 'never', unique: false, public: false, masked: false })
      expect(record.namedBy).not.toContain(name)
      const isReference = field.type.kind === 'reference'
      expect(isReference ? pathOrders(record).includes(name) : field.filter).toBe(false)
      expect(isReference || record.reads === 'whole').toBe(true)
      // The permission to read it completely is that for a field of another record.
      const others = ALL_RECORDS.filter(({ subject }) => subject === field.maskedUnless && subject !== record.subject)
      expect(others.some(({ allFields }) => isReference || name in allFields)).toBe(true)
    }
  })

  it('an action leads only to a state that may follow', () => {
    let checked = 0
    for (const { allFields, actions } of ALL_RECORDS)
      for (const { from, sets = {} } of Object.values(actions)) {
        const type = from && allFields[from.field]!.type
        if (type?.kind !== 'enum' || !type.follows) continue
        // Code decides which of the states follows.
        if (sets?.[from!.field] === undefined) continue
        const { computed = {} } = allFields[from!.field]!
        const stored = from!.values.flatMap((state) => computed[String(state)] ?? [String(state)])
        // A computed state can end without a change of the stored one.
        for (const state of stored) expect([state, ...(type.follows[state] ?? [])]).toContain(sets[from!.field])
        checked += 1
      }
    expect(checked).toBeGreaterThan(0)
  })

  it.each([
    [{}, 'createdAt down'],
    [{ sort_by: 'consent_at' }, 'consent_at up'],
    [{ sort_order: 'asc' }, 'createdAt up'],
    [{ 'consent_at.from': 'x' }, 'consent_at down'],
    [{ status: ['BOUNCED'], store_code: ['LUMEN'], search: 'a', cursor: 'c', fields: ['email'] }, 'createdAt down'],
    [{ status: undefined }, 'createdAt down'],
    [
      { status: ['BOUNCED'], sort_by: 'consent_at' },
      'A list of subscribers that is filtered by status can only be sorted by createdAt.',
    ],
    [
      { status: ['BOUNCED'], locale: ['de'] },
      'The subscribers cannot be filtered by locale and status together. They can be filtered by status; source; locale.',
    ],
    [
      { 'createdAt.from': 'x', 'consent_at.to': 'x' },
      'A list of subscribers takes a range of one field, not of consent_at and createdAt together.',
    ],
  ])('%j is read along: %s', (query, expected) => expect(order(query)).toBe(expected))
})

it('a computed value is found among the rows with the stored value that it follows from', () => {
  const status = RECORDS.userDocVerification.fields.status
  expect(storedAmong(status, ['IN_REVIEW'])).toEqual({ values: ['PENDING'], isWider: true })
  expect(storedAmong(status, ['PENDING', 'IN_REVIEW'])).toEqual({ values: ['PENDING'], isWider: false })
  expect(storedAmong(status, ['REJECTED'])).toEqual({ values: ['REJECTED'], isWider: false })
  expect(storedAmong(status, ['EXPIRED', 'REJECTED'])).toEqual({ values: ['VERIFIED', 'REJECTED'], isWider: true })
  expect(storedAmong(RECORDS.userDocVerification.fields.country, ['DE'])).toEqual({ values: ['DE'], isWider: false })
})
