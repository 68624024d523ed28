import { expect, test } from 'vitest'
import { NOT_ENOUGH_CASH, REVERSAL_REFUSAL } from '../../entities/approval'
import { ALL_RECORDS } from '../records'
import { cryptoWithdrawal } from './crypto-withdrawal'
import { accountChanges, hypothetical, movedAmount, recordFacts, rewardFacts, type UserRewards } from './money-effect'

/** They promise money, change or end a promise, or set what later payments are worth: no account of a user changes by them. */
const WITHOUT_ACCOUNTS = [
  'activate',
  'hold',
  'resume',
  'reject',
  'setRate',
  'setAccount',
  'correct',
  'sendBack',
  'reopen',
  'payAgain',
  'lookUp',
  // Of redeems; those of loads have one.
  'fail',
  'retry',
  'recheck',
]

test('every action that moves money has a preview of its effect, and a text for its button with the amount', () => {
  const moving = ALL_RECORDS.flatMap(({ name, actions }) =>
    Object.entries(actions)
      .filter(([action, { movesMoney }]) => movesMoney && !WITHOUT_ACCOUNTS.includes(action))
      .map(([action, { preview }]) => ({ action: `${name}.${action}`, preview })),
  )
  expect(moving.map(({ action }) => action)).toEqual(expect.arrayContaining(['users.adjust', 'jackpotRecord.pay']))
  for (const { action, preview } of moving) {
    expect(preview?.of, action).toBe('money')
    const { button } = preview!
    for (const text of typeof button === 'string' ? [button] : Object.values(button?.texts ?? {}))
      expect(text, action).toContain('{amount}')
  }
})

const entry = (account: 'CASH' | 'BONUS' | 'RECEIVABLE', before: string, after: string) => ({
  user: 'u',
  account,
  currency: 'USD',
  before,
  after,
})

test('an account that is touched twice changes once; balances that the reader may not read are left out', () => {
  const entries = [entry('BONUS', '10.00', '7.50'), entry('CASH', '0.00', '2.50'), entry('BONUS', '7.50', '0.00')]
  expect(
    accountChanges(
      entries,
      () => 'Anna Nowak',
      (_user, account) => account === 'CASH',
    ),
  ).toEqual([
    { user: 'Anna Nowak', account: 'BONUS', currency: 'USD', before: null, after: null, change: '-10.00' },
    { user: 'Anna Nowak', account: 'CASH', currency: 'USD', before: '0.00', after: '2.50', change: '2.50' },
  ])
})

test('the amount is what accounts get or what they lose, whichever is more; a debt counts as lost', () => {
  const amount = (...entries: ReturnType<typeof entry>[]) =>
    movedAmount(
      accountChanges(
        entries,
        () => '',
        () => true,
      ),
    )
  expect(amount()).toBeNull()
  expect(amount(entry('CASH', '1.00', '2.00'), entry('CASH', '2.00', '0.00'))).toBe('1.00')
  expect(amount(entry('CASH', '3.00', '0.00'), entry('RECEIVABLE', '0.00', '2.00'))).toBe('5.00')
})

const GRANT = {
  id: 'g',
  name: 'Welcome',
  wagering_required: '250.00',
  wagered: '0.00',
  expires_at: '2026-12-09T00:00:00.000Z',
} as const
const rewards = (...grants: UserRewards['grants']): UserRewards => ({
  id: 'u',
  name: 'Anna Nowak',
  currency: 'USD',
  spins: 0,
  grants,
})

test('a new grant shows its terms, a longer one its ends, an ended one what was wagered; names of bonuses only to who may read grants', () => {
  expect(
    rewardFacts([rewards()], [rewards(GRANT)], true).map(({ label, before, value }) => [label, before, value]),
  ).toEqual([
    ['To wager', null, '250.00'],
    ['Expires', null, GRANT.expires_at],
    ['Open bonuses', 'None', 'Welcome'],
  ])
  expect(rewardFacts([rewards()], [rewards(GRANT)], false).map(({ label }) => label)).toEqual(['To wager', 'Expires'])
  const later = { ...GRANT, expires_at: '2027-01-01T00:00:00.000Z' }
  expect(rewardFacts([rewards(GRANT)], [rewards(later)], true)).toMatchObject([
    { label: 'Expires', before: GRANT.expires_at, value: later.expires_at },
  ])
  expect(rewardFacts([rewards(GRANT)], [rewards()], true).map(({ value }) => value)).toEqual([
    '0.00 of 250.00 USD',
    'None',
  ])
})

test('facts of several users name the user; spins are counted', () => {
  const other = { ...rewards(), id: 'v', name: '김민준' }
  const facts = rewardFacts([rewards(), other], [rewards(), { ...other, spins: 5 }], true)
  expect(facts.map(({ label, before, value }) => [label, before, value])).toEqual([['Free spins, 김민준', '0', '5']])
})

test('facts of a record are in words, and amounts of coins have their symbol; what has no value afterwards is left out', () => {
  const row = {
    symbol: 'BTC',
    network: 'BITCOIN',
    net_amount: '100.00',
    rate_now: '64000',
    rate: null,
    coin_amount: null,
  }
  const after = { ...row, rate_now: null, rate: '64010', coin_amount: '0.0015' }
  const shows = ['net_amount', 'network', 'rate_now', 'rate', 'coin_amount', 'address']
  expect(
    recordFacts(cryptoWithdrawal.fields, shows, row, after, 'USD').map(({ label, kind, currency, before, value }) => [
      label,
      kind === 'MONEY' ? `${value} ${currency}` : value,
      before,
    ]),
  ).toEqual([
    ['Net', '100.00 USD', null],
    ['Network', 'Bitcoin', null],
    ['Locked rate', '64,010 USD', null],
    ['Sends', '0.0015 BTC', null],
  ])
})

test('the refusal of an effect that was only looked at does not speak of an attempt', () => {
  expect(hypothetical(NOT_ENOUGH_CASH)).toBe('The user has less cash than this takes.')
  expect(hypothetical(REVERSAL_REFUSAL.released)).toBe(REVERSAL_REFUSAL.released)
})
