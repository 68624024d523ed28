import { describe, expect, test } from 'vitest'
import { resource } from '@resources/people/user-doc-verification'
import type { CallAction, Row } from '@resources/resource'
import { DOCUMENT_PLAN, type DocumentRow } from './document-plan'

const row = (more: Partial<DocumentRow> = {}): DocumentRow => ({
  id: 'd1',
  version: 3,
  reference: 'D-20002',
  doc_type: 'ID_CARD',
  outcome: 'PENDING',
  ...more,
})
const choice = (action: string) => DOCUMENT_PLAN.choices.find((each) => each.action === action)!
const asks = (action: string) =>
  (resource.actions as readonly CallAction<Row>[]).find(({ kind, key }) => kind === 'call' && key === action)!.asks
const fields = (action: string, of: DocumentRow) => choice(action).fields!(asks(action), of)

test('each decision is an action of the list, and has its own key', () => {
  const actions = new Set(resource.actions.map(({ key }) => key))
  expect(DOCUMENT_PLAN.choices.filter(({ action }) => !actions.has(action))).toEqual([])
  expect(new Set(DOCUMENT_PLAN.choices.map(({ key }) => key)).size).toBe(DOCUMENT_PLAN.choices.length)
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
  const decided = row({ outcome: 'VERIFIED', decided_by: by, decided_at: '2026-06-15T10:00:00.000Z' })
  expect(DOCUMENT_PLAN.standing(row(), 'p1')).toEqual({ is: 'open' })
  expect(DOCUMENT_PLAN.standing(decided, 'p1')).toEqual({
    is: 'decided',
    what: 'Verified',
    by: 'Ada Osei',
    at: '2026-06-15T10:00:00.000Z',
    isOwn: true,
  })
  expect(DOCUMENT_PLAN.standing(decided, 'p2')).toMatchObject({ isOwn: false })
  // The name and the time are null for a person who may not read them.
  expect(DOCUMENT_PLAN.standing(row({ outcome: 'REJECTED' }), 'p2')).toMatchObject({ by: null, at: null, isOwn: false })
})
