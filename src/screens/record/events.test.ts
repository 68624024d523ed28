import { describe, expect, it } from 'vitest'
import type { HistoryEntry } from '@contract/entities/history'
import { ALL_RECORDS } from '@contract/records/records'
import { APPROVAL_EVENTS, type HistorySender } from '@contract/records/timeline'
import { resource as categories } from '@resources/content/brand-category'
import { resource as documents } from '@resources/people/user-doc-verification'
import { resource as admins } from '@resources/people/admin'
import { resource as users } from '@resources/people/users'
import { resource as bonuses } from '@resources/rewards/bonus'
import { resource as grants } from '@resources/rewards/bonus-grant'
import type { Resource, Row } from '@resources/resource'
import { linesOf, shownField, signedAmount, type HistoryLine } from './events'
import { plainText } from './sentences'

const BY = { id: '2', username: 'mira' }
const entry = (over: Partial<HistoryEntry>): HistoryEntry => ({
  id: '1',
  at: '2026-11-20T14:30:00.000Z',
  by: BY,
  from: 'STAFF',
  kind: 'changes',
  action: 'update',
  changes: [],
  asked: [],
  ...over,
})
const change = (field: string, before: unknown, after: unknown) =>
  ({ field, before, after }) as HistoryEntry['changes'][number]
type Shown = Pick<Resource<Row>, 'record' | 'columns'>
const lineOf = (resource: unknown, over: Partial<HistoryEntry>): HistoryLine =>
  linesOf(resource as Shown, [entry(over)], { currency: 'USD' })[0]!
/** The whole sentence, with its actor. */
const says = (resource: unknown, over: Partial<HistoryEntry>) => {
  const { actor, what } = lineOf(resource, over)
  return [actor?.name, plainText(what)].filter(Boolean).join(' ')
}
const system = { by: null, from: 'PLATFORM' as HistorySender }
const approval = (title: string, ...more: HistoryEntry['asked']) => ({
  kind: 'approvals' as const,
  asked: [{ field: 'approval', value: title }, ...more],
})
const money = (over: Partial<NonNullable<HistoryEntry['money']>> = {}) => ({
  kind: 'money' as const,
  action: 'post',
  money: {
    transaction: '3',
    reference: 'T12-IN',
    type: 'ADJUSTMENT',
    direction: 'CREDIT',
    wallet: 'CASH',
    amount: '1025.00',
    currency: 'USD',
    user: { id: '4', name: 'Ana Lima' },
    ...over,
  },
})

describe('an entry of a timeline is a sentence', () => {
  it.each<[string, unknown, Partial<HistoryEntry>]>([
    ['mira raised the budget from 10.00 to 9,000.00 USD', bonuses, { changes: [change('budget', '10.00', '9000.00')] }],
    [
      'mira changed the name and the budget',
      bonuses,
      { changes: [change('name', 'A', 'B'), change('budget', null, '1.00')] },
    ],
    ['mira changed the bonus', bonuses, {}],
    ['mira created the bonus', bonuses, { action: 'create' }],
    ['The user registered', users, { action: 'create', by: null, from: 'USER' }],
    ['mira created the user', users, { action: 'create' }],
    ['The users’ app sent the document', documents, { action: 'create', by: null, from: 'APP' }],
    ['The platform created the bonus grant', grants, { action: 'create', ...system }],
    ['mira imported the user', users, { action: 'create', from: 'IMPORT' }],
    ['An import added the user', users, { action: 'create', by: null, from: 'IMPORT' }],
    ['mira disabled the category', categories, { action: 'disable', changes: [change('is_deleted', false, true)] }],
    ['mira paused the bonus', bonuses, { action: 'pause' }],
    ['mira reset the password', users, { action: 'resetPassword' }],
    ['mira moved the platforms to another category', categories, { action: 'moveTo' }],
    ['The user was suspended', users, { action: 'suspend', ...system }],
    ['mira suspended the user', users, { action: 'suspend' }],
    ['mira moved the user to another level', users, { action: 'level' }],
    ['The bonus grant was expired', grants, { action: 'expire', ...system }],
    ['mira unknown to this console: the user', users, { action: 'unknownToThisConsole' }],
    [
      'mira asked for approval: Activate Ωmega',
      bonuses,
      { action: 'activate', kind: 'approvals', request: { title: 'Activate Ωmega' } },
    ],
    ['mira asked for approval', bonuses, { action: 'activate', kind: 'approvals', request: { title: null } }],
    ['mira activated the bonus', bonuses, { action: 'activate' }],
    [
      'mira approved the request: Activate Ωmega',
      bonuses,
      { action: APPROVAL_EVENTS.approve, ...approval('Activate Ωmega') },
    ],
    [
      'mira rejected the request: Activate Ωmega',
      bonuses,
      { action: APPROVAL_EVENTS.reject, ...approval('Activate Ωmega') },
    ],
    ['Nobody decided the request in time: X', bonuses, { action: APPROVAL_EVENTS.expire, ...system, ...approval('X') }],
    ['The request was cancelled: X', bonuses, { action: APPROVAL_EVENTS.cancel, ...system, ...approval('X') }],
    ['mira cancelled the request: X', bonuses, { action: APPROVAL_EVENTS.cancel, ...approval('X') }],
    ['mira claimed the document', documents, { action: 'claim', kind: 'claims' }],
    [
      'mira released the claim',
      documents,
      { action: 'release', kind: 'claims', changes: [change('claimed_by', 'mira', null)] },
    ],
    [
      'The platform released the claim of dan',
      documents,
      { action: 'release', kind: 'claims', ...system, changes: [change('claimed_by', 'dan', null)] },
    ],
    [
      'mira took the document over from dan',
      documents,
      { action: 'takeOver', kind: 'claims', changes: [change('claimed_by', 'dan', 'mira')] },
    ],
    ['mira posted +1,025.00 USD to cash', users, money()],
    ['−1,025.00 USD from the bonus balance', users, { ...system, ...money({ direction: 'DEBIT', wallet: 'BONUS' }) }],
    ['mira posted money to cash', users, money({ amount: null, currency: null })],
    ['Money', users, { ...system, ...money({ amount: null, wallet: null }) }],
    ['mira viewed πασο.pdf', documents, { action: 'view-file', kind: 'files', files: [{ id: '5', name: 'πασο.pdf' }] }],
    [
      'The users’ app uploaded a file',
      documents,
      { action: 'upload', kind: 'files', by: null, from: 'APP', files: [{ id: '5', name: null }] },
    ],
  ])('%s', (sentence, resource, over) => expect(says(resource, over)).toBe(sentence))

  it('does not repeat the time of an action, and says another time that the action set', () => {
    const at = '2026-06-02T00:00:00.000Z'
    const activated = (after: string) =>
      lineOf(bonuses, { action: 'activate', at, changes: [change('activated_at', null, after)] }).changes
    expect(activated('2026-06-02T00:00:00.200Z')).toEqual([])
    expect(activated('2026-06-02T01:00:00.000Z')).toHaveLength(1)
  })
  it('has a sentence for each field that several changes or an action changed, without those that the action says itself', () => {
    const texts = (over: Partial<HistoryEntry>) =>
      lineOf(users, over).changes.map(({ sentence }) => plainText(sentence))
    const level = change('user_level', { id: '1', name: 'Gold' }, { id: '2', name: 'Silver' })
    expect(texts({ action: 'setLevel', changes: [level, change('level_pinned', false, true)] })).toEqual([
      'changed the level from Gold to Silver',
    ])
    expect(texts({ changes: [level, change('level_pinned', false, true)] })).toEqual([
      'changed the level from Gold to Silver',
      'turned Level set by staff on',
    ])
    // One change is the sentence of the entry itself; the page of a new record shows its values.
    expect([texts({ changes: [level] }), texts({ action: 'create', changes: [level] })]).toEqual([[], []])
  })
  it('quotes reasons and notes, and keeps other input', () => {
    const asked = [
      { field: 'to', value: { id: '9', name: 'Slots' } },
      { field: 'reason', value: 'Asked for by phone' },
    ]
    expect(lineOf(categories, { action: 'moveTo', asked })).toMatchObject({
      quotes: ['Asked for by phone'],
      asked: [{ column: { title: 'Category', kind: 'reference' }, value: { id: '9', name: 'Slots' } }],
    })
    expect(
      lineOf(bonuses, { action: APPROVAL_EVENTS.reject, ...approval('X', { field: 'reason', value: 'Nein' }) }).quotes,
    ).toEqual(['Nein'])
  })
  it('does not quote the name of an app', () =>
    expect(lineOf(documents, { by: null, from: 'APP', asked: [{ field: 'reason', value: 'App k3x…' }] })).toMatchObject(
      { quotes: [], facts: ['App k3x…'] },
    ))
  it('of money names the type, and the user where the page is not theirs', () => {
    expect(lineOf(users, money()).facts).toEqual(['Adjustment'])
    expect(lineOf(grants, money({ type: 'BONUS' })).facts).toEqual(['Ana Lima', 'Bonus'])
  })
})

describe('every record', () => {
  it.each(ALL_RECORDS.map((record) => [record.name, record] as const))(
    '%s has a sentence for each of its actions',
    (_name, record) => {
      for (const action of [...Object.keys(record.actions), ...Object.keys(record.events ?? {})]) {
        const sentence = says({ record, columns: [] }, { action })
        // A verb in the past, and what it was done to.
        expect(sentence, `${record.name}.${action}`).toMatch(/^mira \p{L}+(?:ed|t|d|id|ft|ew|de|ld|set|let) /u)
        expect(sentence, `${record.name}.${action}`).not.toMatch(/ or sent for approval|undefined/)
      }
    },
  )
})

it.each([
  ['CREDIT', '+25.00 USD'],
  ['DEBIT', '−25.00 USD'],
])('an amount of %s is %s', (direction, text) =>
  expect(signedAmount({ amount: '25.00', direction, currency: 'USD' })).toBe(text),
)

describe('a field of a history entry', () => {
  it('has its label and kind even if the list has no such column', () => {
    expect(admins.columns.some(({ field }) => (field as string) === 'status')).toBe(false)
    expect(shownField(admins, 'status')).toMatchObject({ title: 'Status', kind: 'enum' })
  })
  it('is a text if this console does not know it', () => {
    expect(shownField(users, 'shoe_size')).toEqual({ field: 'shoe_size', title: 'shoe_size', kind: 'text' })
  })
})
