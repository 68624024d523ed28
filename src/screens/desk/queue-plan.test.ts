import { describe, expect, test } from 'vitest'
import { askedFields } from '@resources/asked-fields'
import { resource } from '@resources/people/user-doc-verification'
import { resource as referrals } from '@resources/rewards/referral'
import { resource as claims } from '@resources/rewards/offer-claim'
import type { CallAction, Row } from '@resources/resource'
import { slots } from '../people/user-doc-verification/desk.container'
import { queuePlan, standingIn } from './queue-plan'

const PLAN = queuePlan(resource, slots)
const row = (more: Readonly<Record<string, unknown>> = {}): Row =>
  ({ id: 'd1', version: 3, reference: 'D-20002', doc_type: 'ID_CARD', status: 'PENDING', ...more }) as Row
const choice = (action: string) => PLAN.choices.find((each) => each.action === action)!
const asks = (action: string) =>
  (resource.actions as readonly CallAction<Row>[]).find(({ kind, key }) => kind === 'call' && key === action)!.asks
const fields = (action: string, of: Row) => askedFields(asks(action), resource.record.actions[action], of)

test('each decision is an action of the list, and has its own key', () => {
  const actions = new Set(resource.actions.map(({ key }) => key))
  expect(PLAN.choices.filter(({ action }) => !actions.has(action))).toEqual([])
  expect(new Set(PLAN.choices.map(({ key }) => key)).size).toBe(PLAN.choices.length)
})

describe('fields of a decision', () => {
  test('an identity document: its number and the day it expires, in the future', () => {
    expect(fields('verify', row()).map(({ name, required, side }) => [name, required, side])).toEqual([
      ['number', true, undefined],
      ['expires_at', true, 'future'],
    ])
  })
  test('a letter: its number and the day it was issued, in the past', () => {
    expect(fields('verify', row({ doc_type: 'PROOF_OF_ADDRESS' })).map(({ name, side }) => [name, side])).toEqual([
      ['number', undefined],
      ['issued_at', 'past'],
    ])
  })
  test('a document without dates: only its number', () =>
    expect(fields('verify', row({ doc_type: 'SELFIE' })).map(({ name }) => name)).toEqual(['number']))
  test.each(['askAgain', 'reject'])('%s: at least one reason, and a message', (action) =>
    expect(fields(action, row()).map(({ name, required }) => [name, required === true])).toEqual([
      ['reason_codes', true],
      ['user_text', false],
    ]),
  )
})

test('fills in the stated number, or else the reference, except for an identity document', () => {
  const given = choice('verify').given!
  expect(given(row({ stated_number: 'X4K-2210' }))).toEqual({ number: 'X4K-2210' })
  expect(given(row({ doc_type: 'SELFIE', stated_number: null }))).toEqual({ number: 'D-20002' })
  expect(given(row())).toEqual({ number: '' })
})

test('only a rejection that suspends the account is confirmed', () => {
  const { costs } = choice('reject')
  expect(costs!({ reason_codes: 'BLURRED,UNDERAGE' }, row())?.verb).toBe('Reject and suspend')
  expect(costs!({ reason_codes: 'BLURRED' }, row())).toBeNull()
  expect(costs!({}, row())).toBeNull()
})

test('the standing of a document, for one person', () => {
  const by = { id: 'p1', name: 'Ada Osei' }
  const decided = row({ status: 'VERIFIED', decided_by: by, decided_at: '2026-06-15T10:00:00.000Z' })
  expect(PLAN.standing(row(), 'p1')).toEqual({ is: 'open' })
  expect(PLAN.standing(decided, 'p1')).toEqual({
    is: 'decided',
    what: 'Verified',
    by: 'Ada Osei',
    at: '2026-06-15T10:00:00.000Z',
    isOwn: true,
  })
  expect(PLAN.standing(decided, 'p2')).toMatchObject({ isOwn: false })
  // The name and the time are null for a person who may not read them.
  expect(PLAN.standing(row({ status: 'REJECTED' }), 'p2')).toMatchObject({ by: null, at: null, isOwn: false })
})

test('a claimed document is open; one that has expired was decided', () => {
  expect(PLAN.standing(row({ status: 'IN_REVIEW' }), 'p1')).toEqual({ is: 'open' })
  expect(PLAN.standing(row({ status: 'EXPIRED' }), 'p1')).toMatchObject({ is: 'decided', what: 'Expired' })
})
test('a record whose decision others have to approve, one that is held, and one whose state the person may not read', () => {
  expect(standingIn(referrals, row({ status: 'QUALIFIED', awaits_approval: true }), 'p1')).toMatchObject({
    is: 'awaitingSecond',
  })
  expect(standingIn(claims, row({ status: 'APPROVED' }), 'p1')).toMatchObject({
    is: 'awaitingSecond',
    what: 'Approved',
  })
  expect(standingIn(referrals, row({ status: 'FRAUD_HOLD' }), 'p1')).toMatchObject({ is: 'onHold' })
  expect(standingIn(referrals, row({ status: 'QUALIFIED', awaits_approval: false }), 'p1')).toEqual({ is: 'open' })
  expect(standingIn(referrals, row({ status: undefined }), 'p1')).toEqual({ is: 'open' })
})
