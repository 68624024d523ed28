import { expect, test } from 'vitest'
import { newsletterSubscriber } from '@contract/records/content/newsletter-subscriber'
import type { RecordDefinition } from '@contract/records/record'
import type { TableView } from '@design-system/patterns/Table/types'
import { ALL_RECORDS } from '@contract/records/records'
import { filterQuery } from '@contract/records/page-query'
import { readingOf } from '@contract/records/paths'
import type { Column } from '@design-system/patterns/Table/types'
import type { Row } from '@resources/resource'
import { ownOrderOf, pagedColumns, servedView } from './paged-view'

const record: RecordDefinition = newsletterSubscriber
const view = (more: Partial<TableView>): TableView => ({
  search: 'ada',
  filters: {},
  sort: null,
  columns: null,
  ...more,
})

test('a list has the order of its first path by default', () => {
  expect(ownOrderOf(record)).toEqual({ key: 'createdAt', order: 'desc' })
})

test('a view that no path supports loses its order first, then its filters from the end', () => {
  const status = { status: ['BOUNCED'] }
  const consent = { key: 'consent_at', order: 'asc' } as const
  expect(servedView(record, view({ filters: status, sort: consent }))).toEqual(view({ filters: status }))
  expect(servedView(record, view({ sort: consent }))).toEqual(view({ sort: consent }))
  expect(servedView(record, view({ filters: { ...status, locale: ['de'] } }))).toEqual(view({ filters: status }))
  expect(servedView(record, view({ filters: { email: ['x'] }, sort: { key: 'email', order: 'asc' } }))).toEqual(
    view({}),
  )
})

const PAGED = ALL_RECORDS.filter(({ reads }) => reads === 'paged')
const STORES = [
  { code: 'HOUSE001', name: 'House', is_deleted: false },
  { code: 'OLDSHOP1', name: 'Old shop', is_deleted: true },
]

test.each(PAGED.map((each) => [each.name, each] as const))(
  '%s: offers the stores that a person sees, along with each other filter and order; in the list of one record none',
  (_name, each) => {
    const columns = Object.keys(each.allFields).map(
      (key): Column<Row> => ({ key, title: key, text: () => '', filter: { kind: 'oneOf', options: [] } }) as never,
    )
    const storeIn = (record: RecordDefinition, filters: TableView['filters']) =>
      pagedColumns(record, columns, { filters }, STORES).find(({ key }) => key === 'store_code')!.filter
    const chosen = { store_code: ['HOUSE001'] }
    const options = [
      { value: 'HOUSE001', label: 'House (HOUSE001)' },
      { value: 'OLDSHOP1', label: 'Old shop (OLDSHOP1)' },
    ]
    expect(storeIn(each, {})).toEqual({ kind: 'oneOf', options })
    for (const { equal, order } of each.paths!) {
      const filters = { ...Object.fromEntries(equal.map((name) => [name, ['x']])), ...chosen }
      expect(storeIn(each, filters)).toEqual({ kind: 'oneOf', options })
      const sorted = view({ filters, sort: { key: order, order: 'desc' } })
      expect(servedView(each, sorted)).toEqual(sorted)
      expect(readingOf(each, { ...filterQuery(each, sorted), sort_by: order })).not.toHaveProperty('refusal')
    }
    const embedded = { ...each, within: { [each.paths!.find(({ equal }) => equal.length > 0)!.equal[0]!]: 'x' } }
    expect(storeIn(embedded as RecordDefinition, {})).not.toEqual({ kind: 'oneOf', options })
    expect(servedView(embedded as never, view({ filters: chosen })).filters).toEqual({})
  },
)
