import { inTimeZone } from '@tests/kit/time-zone'
import { describe, expect, test } from 'vitest'
import { newsletterSubscriber } from './content/newsletter-subscriber'
import { dayRange } from './day-range'
import { filterBody, filterQuery, NOTHING_CHOSEN, orderOf, strandQuery, type PagedView } from './page-query'
import { offersOf } from './paths'
import type { RecordDefinition } from './record'

const record: RecordDefinition = newsletterSubscriber
const view = (more: Partial<PagedView>): PagedView => ({ ...NOTHING_CHOSEN, ...more })
// Summer time begins on 29 March: the days before begin at 23:00 UTC, those after at 22:00.
inTimeZone('Europe/Berlin')
const FROM = '2026-03-27T23:00:00.000Z'
const TO = '2026-03-30T21:59:59.999Z'

test('a bulk call contains a filter as in the address of the list: each value is a text', () => {
  const view: PagedView = {
    search: ' Zoë ',
    filters: { status: ['SUBSCRIBED', 'BOUNCED'], consent_at: [dayRange({ from: '2026-01-01', to: '' })] },
    sort: { key: 'createdAt', order: 'desc' },
  }
  expect(filterBody(filterQuery(newsletterSubscriber, view))).toEqual({
    search: 'Zoë',
    status: 'SUBSCRIBED,BOUNCED',
    'consent_at.from': '2025-12-31T23:00:00.000Z',
  })
})

describe('the query of a page', () => {
  test('contains the trimmed search, the values of filters and the ends of ranges', () => {
    expect(filterQuery(record, view({ search: ' ada ', filters: { status: ['BOUNCED', 'COMPLAINED'] } }))).toEqual({
      search: 'ada',
      status: ['BOUNCED', 'COMPLAINED'],
    })
    expect(filterQuery(record, view({ filters: { createdAt: ['2026-03-28/..'] } }))).toEqual({ 'createdAt.from': FROM })
  })
  test('is sorted by the newest by default, by a range that is limited, and never by an order without a path', () => {
    expect(orderOf(record, NOTHING_CHOSEN)).toEqual({ key: 'createdAt', descending: true })
    expect(orderOf(record, view({ filters: { consent_at: ['2026-03-28/..'] } }))).toEqual({
      key: 'consent_at',
      descending: true,
    })
    expect(orderOf(record, view({ filters: { status: ['BOUNCED'], source: ['APP'] } }))).toBeNull()
  })
  test('at a value reads its later and its earlier rows in opposite directions, without duplicates', () => {
    const place = { at: 'value', value: '2026-04-01T00:00:00.000Z' } as const
    expect(strandQuery(record, NOTHING_CHOSEN, place, 'on')).toEqual({
      sort_by: 'createdAt',
      sort_order: 'desc',
      'createdAt.to': '2026-03-31T23:59:59.999Z',
    })
    expect(strandQuery(record, NOTHING_CHOSEN, place, 'back')).toEqual({
      sort_by: 'createdAt',
      sort_order: 'asc',
      'createdAt.from': '2026-04-01T00:00:00.000Z',
    })
  })
  test('does not extend beyond the chosen range', () => {
    const ranged = view({ filters: { createdAt: ['2026-03-28/2026-03-30'] } })
    const beyond = { at: 'value', value: '2027-01-01T00:00:00.000Z' } as const
    expect(strandQuery(record, ranged, beyond, 'on')).toMatchObject({ 'createdAt.from': FROM, 'createdAt.to': TO })
  })
})

describe('offers', () => {
  test('without a filter, all filters and orders of the paths are offered', () => {
    expect(offersOf(record, { equal: [], range: null })).toEqual({
      orders: ['createdAt', 'consent_at'],
      filters: { status: null, source: null, locale: null, createdAt: null, consent_at: null },
    })
  })
  test('next to a filter, one that no path combines with it is named as such', () => {
    expect(offersOf(record, { equal: ['status'], range: null })).toEqual({
      orders: ['createdAt'],
      filters: { status: null, source: 'Status', locale: 'Status', createdAt: null, consent_at: 'Status' },
    })
  })
  test('next to a range, only its own order is offered', () => {
    expect(offersOf(record, { equal: [], range: 'consent_at' })).toEqual({
      orders: ['consent_at'],
      filters: {
        status: 'Consent given',
        source: 'Consent given',
        locale: 'Consent given',
        createdAt: 'Consent given',
        consent_at: null,
      },
    })
  })
})
