import { expect, it } from 'vitest'
import type { NotificationKeyword } from '@contract/entities/notification'
import { mayAwaitApproval } from '@contract/records/action-approval'
import { ALL_RECORDS } from '@contract/records/records'
import { EVERYTHING } from '@contract/permissions'
import { iconOf, pathOf } from './notification-look'

const everything = { accessible_pages: [EVERYTHING], permissions: [] }
const path = (keyword: string, keyword_id: string | null = 'record-1', access = everything) =>
  pathOf({ keyword: keyword as NotificationKeyword, keyword_id }, access)

it.each([
  ['TICKET_ASSIGNED', '/support?id=record-1'],
  ['TICKET_ESCALATED', '/support?id=record-1'],
  ['SHIFT_HANDOVER', '/support'],
  ['CHAT_ASSIGNED', '/quick-chat?id=record-1'],
  ['CLAIM_TAKEN_OVER', '/user-doc-verification/record-1'],
  ['KYC_SUBMITTED', '/user-doc-verification/record-1'],
  ['APPROVAL_REQUESTED', '/?id=record-1'],
  ['APPROVAL_DECIDED', '/?id=record-1'],
  ['SECURITY', null],
  ['OF_LATER', null],
])('%s leads to %s', (keyword, to) => expect(path(keyword)).toBe(to))

it('a ticket that needs no action links to the list of tickets', () =>
  expect(path('TICKET_ASSIGNED', null)).toBe('/support'))
it('has no link to a page that the person may not open', () => {
  expect(path('TICKET_ASSIGNED', 'record-1', { accessible_pages: ['Users'], permissions: [] })).toBeNull()
  expect(path('TICKET_ASSIGNED', 'record-1', { accessible_pages: ['SupportTickets'], permissions: [] })).toBe(
    '/support?id=record-1',
  )
})
it('an approval leads to the page of the row that waits for it, of every record; to the approval where the person may not open that page', () => {
  const to = (record: string, access = everything) =>
    pathOf({ keyword: 'APPROVAL_REQUESTED', keyword_id: 'approval-1', about: { record, id: 'row-1' } }, access)
  expect(
    ALL_RECORDS.filter(mayAwaitApproval)
      .map(({ name }) => to(name) ?? name)
      .toSorted((left, right) => left.localeCompare(right)),
  ).toEqual([
    '/bonus-history/row-1',
    '/bonus/row-1',
    '/crypto-coin/row-1',
    '/daily-spin-record/row-1',
    '/deposit/crypto-deposit/row-1',
    '/deposit/manual-deposit/row-1',
    '/fortune-wheel/row-1',
    '/jackpot-record/row-1',
    '/offer-claim-history/row-1',
    '/offers/row-1',
    '/platform-transaction/platform-deposit/row-1',
    '/platform-transaction/platform-withdrawal/row-1',
    '/referral-bonus-history/row-1',
    '/settings/row-1',
    '/skill-fortune-record/row-1',
    '/transaction-record/discrepancies/row-1',
    '/users/row-1',
    '/withdrawal/crypto-withdrawal/row-1',
    '/withdrawal/manual-withdrawal/row-1',
  ])
  expect(to('bonusGrant', { accessible_pages: ['Bonus'], permissions: [] })).toBe('/?id=approval-1')
})
it('an unknown keyword of a newer server has an icon', () =>
  expect(iconOf('OF_LATER' as NotificationKeyword)).toBeDefined())
