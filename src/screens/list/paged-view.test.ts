import { expect, test } from 'vitest'
import { newsletterSubscriber } from '@contract/records/content/newsletter-subscriber'
import type { RecordDefinition } from '@contract/records/record'
import type { TableView } from '@design-system/patterns/Table/types'
import { ownOrderOf, servedView } from './paged-view'

const record = newsletterSubscriber as unknown as RecordDefinition
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
