/** What actions on payments do, whatever is paid: deposits, withdrawals, loads and redeems, coins, accounts and methods. */
import assert from 'node:assert/strict'
import { clientOf } from './people'
import { done } from './calls'
import { added, awaitsApproval, type Effect } from './effect'
import {
  approvedWithdrawal,
  creditedDeposit,
  failedRequest,
  failedWithdrawal,
  heldDeposit,
  heldWithdrawal,
  overpaidDeposit,
  refundableDeposit,
  ratedCoin,
  rejectedDeposit,
  unknownRequest,
  unknownWithdrawal,
} from './ground'
import { definitionOf, rowsOf, sentByApp } from './rows'
import type { Row } from './oracle'

/** The user has the money of a withdrawal again. */
const cashBack: Effect['watch'] = async (on, row) => {
  const [boss, user] = [await clientOf(on, 'boss'), (row.user as { id: string }).id]
  const cash = async () => Number((await done(boss, definitionOf('users'), 'get', user)).cash_balance)
  const before = await cash()
  return async () => assert.equal(((await cash()) - before).toFixed(2), row.amount)
}
/** The new password is what people reveal. */
const revealed: NonNullable<Effect['watch']> = (on, { id }, { password }) =>
  Promise.resolve(async () => {
    const body = { reason: 'The contract suite compares it' }
    const boss = await clientOf(on, 'boss')
    assert.deepEqual(await done(boss, definitionOf('platformAccount'), 'reveal', id, { body }), { secret: password })
  })
/** Of what a rail may carry out: tried again, looked up, and resolved by two people. */
const requestEffects = (name: 'platformDeposit' | 'platformWithdrawal'): Readonly<Record<string, Effect>> => ({
  [`${name}.retry`]: {
    make: failedRequest,
    writes: ['status', 'reason_code', 'user_text'],
    watch: (on, row) =>
      Promise.resolve(async () => {
        const after = await done(await clientOf(on, 'boss'), definitionOf(name), 'get', row.id)
        assert.deepEqual([after.status, after.reason_code], ['REQUESTED', null], 'staff carry it out')
      }),
  },
  [`${name}.lookUp`]: {
    make: (on) => unknownRequest(on, name),
    writes: [],
    watch: (on, row) =>
      Promise.resolve(async () => {
        const after = await done(await clientOf(on, 'boss'), definitionOf(name), 'get', row.id)
        assert.equal(after.status, 'UNKNOWN', 'the rail knows no more')
      }),
  },
  [`${name}.resolve`]: {
    make: (on) => unknownRequest(on, name),
    ...awaitsApproval(name, 'UNKNOWN'),
  },
})
/** What the actions of both records of withdrawals do. */
const withdrawalEffects = (name: 'manualWithdrawal' | 'cryptoWithdrawal'): Record<string, Effect> => ({
  [`${name}.approve`]: {
    make: (on, record) => sentByApp(on, record, { amount: '150.00' }),
    waits: true,
    writes: ['awaits_approval', 'status'],
    watch: (on, row) =>
      Promise.resolve(async () => {
        const after = await done(await clientOf(on, 'boss'), definitionOf(name), 'get', row.id)
        assert.deepEqual([after.status, after.awaits_approval], ['AWAITING_SECOND_APPROVAL', true], 'others decide it')
      }),
  },
  [`${name}.hold`]: {
    make: (on, record) => sentByApp(on, record),
    writes: ['status', 'hold_reason', 'wakes_at'],
    watch: (on, row, { reason }) =>
      Promise.resolve(async () => {
        const after = await done(await clientOf(on, 'boss'), definitionOf(name), 'get', row.id)
        assert.deepEqual([after.status, after.hold_reason], ['ON_HOLD', reason])
      }),
  },
  [`${name}.resume`]: { make: heldWithdrawal, writes: ['status', 'hold_reason', 'wakes_at'] },
  [`${name}.reject`]: {
    make: (on, record) => sentByApp(on, record),
    writes: ['status', 'reason_code', 'user_text'],
    watch: cashBack,
  },
  [`${name}.lookUp`]: {
    make: unknownWithdrawal,
    writes: [],
    watch: (on, row) =>
      Promise.resolve(async () => {
        const after = await done(await clientOf(on, 'boss'), definitionOf(name), 'get', row.id)
        assert.equal(after.status, 'UNKNOWN', 'the rail knows no more')
      }),
  },
  [`${name}.resolve`]: {
    make: unknownWithdrawal,
    waits: true,
    writes: ['awaits_approval'],
    watch: (on, row) =>
      Promise.resolve(async () => {
        const after = await done(await clientOf(on, 'boss'), definitionOf(name), 'get', row.id)
        assert.deepEqual([after.status, after.awaits_approval], ['UNKNOWN', true], 'others decide it')
      }),
  },
  [`${name}.payAgain`]: { make: failedWithdrawal, writes: ['status'], goesOn: true },
  [`${name}.giveBack`]: {
    make: failedWithdrawal,
    writes: ['status', 'reason_code', 'user_text'],
    watch: cashBack,
  },
})

/** By operation id. */
export const PAYMENT_EFFECTS: Readonly<Record<string, Effect>> = {
  // Cases about its approval: cases/coin-rates.ts.
  'cryptoCoin.setRate': {
    waits: true,
    make: added,
    writes: ['awaits_approval'],
    watch: (on, row) =>
      Promise.resolve(async () => {
        const after = await done(await clientOf(on, 'boss'), definitionOf('cryptoCoin'), 'get', row.id)
        assert.deepEqual([after.rate, after.awaits_approval], [null, true], 'others decide it')
      }),
  },
  'paymentMethod.setAccount': {
    waits: true,
    make: added,
    writes: ['awaits_approval'],
    watch: (on, row) =>
      Promise.resolve(async () => {
        const after = await done(await clientOf(on, 'boss'), definitionOf('paymentMethod'), 'get', row.id)
        assert.deepEqual([after.account_label, after.awaits_approval], [null, true], 'others decide it')
      }),
  },
  'platformAccount.complete': {
    make: (on, accounts) => sentByApp(on, accounts),
    writes: ['platform_username'],
    watch: revealed,
  },
  'platformAccount.resetPassword': { make: added, watch: revealed },
  'platformAccount.recordBalance': {
    make: added,
    writes: ['last_balance', 'balance_checked_at', 'balance_age', 'has_balance'],
    watch: (on, row) =>
      Promise.resolve(async () => {
        const after = await done(await clientOf(on, 'boss'), definitionOf('platformAccount'), 'get', row.id)
        assert.deepEqual([after.balance_checked_at, after.balance_age], [after.updatedAt, 'FRESH'])
      }),
  },
  'manualDeposit.approve': {
    make: (on, deposits) => sentByApp(on, deposits, { amount: '150.00' }),
    writes: ['status', 'bonus'],
    watch: async (on, row) => {
      const [boss, user] = [await clientOf(on, 'boss'), (row.user as { id: string }).id]
      const cash = async () => Number((await done(boss, definitionOf('users'), 'get', user)).cash_balance)
      const before = await cash()
      return async () => assert.equal(((await cash()) - before).toFixed(2), row.net_amount)
    },
  },
  'manualDeposit.correct': {
    make: (on, deposits) => sentByApp(on, deposits),
    body: () => ({ amount: '80.00' }),
    writes: ['amount', 'fee', 'net_amount', 'corrected_by', 'needs_two', 'payer_name', 'external_ref'],
    watch: (on, row) =>
      Promise.resolve(async () => {
        const after = await done(await clientOf(on, 'boss'), definitionOf('manualDeposit'), 'get', row.id)
        // The method takes 0.50.
        assert.deepEqual([after.amount, after.fee, after.net_amount, after.needs_two], ['80.00', '0.50', '79.50', true])
      }),
  },
  'manualDeposit.reject': {
    make: (on, deposits) => sentByApp(on, deposits),
    writes: ['status', 'reason_code', 'user_text', 'returned'],
    watch: (on, row, { send_back }) =>
      Promise.resolve(async () => {
        const after = await done(await clientOf(on, 'boss'), definitionOf('manualDeposit'), 'get', row.id)
        assert.deepEqual([after.status, after.returned], ['REJECTED', send_back ? 'DUE' : null])
      }),
  },
  'manualDeposit.sendBack': { make: rejectedDeposit, writes: ['returned', 'return_ref'] },
  'manualDeposit.reopen': {
    make: rejectedDeposit,
    writes: ['status', 'reopened_at', 'reason_code', 'user_text', 'returned'],
  },
  'manualDeposit.reverse': {
    make: (on) => creditedDeposit(on),
    ...awaitsApproval('manualDeposit', 'COMPLETED'),
  },
  'cryptoDeposit.credit': {
    make: (on) => overpaidDeposit(on),
    writes: ['status', 'stage', 'bonus', 'credited_at'],
    watch: async (on, row) => {
      const [boss, user] = [await clientOf(on, 'boss'), (row.user as { id: string }).id]
      const cash = async () => Number((await done(boss, definitionOf('users'), 'get', user)).cash_balance)
      const before = await cash()
      return async () => assert.equal(((await cash()) - before).toFixed(2), row.amount)
    },
  },
  'cryptoDeposit.hold': {
    make: (on) => overpaidDeposit(on),
    writes: ['stage', 'hold_reason'],
    watch: (on, row, { reason }) =>
      Promise.resolve(async () => {
        const after = await done(await clientOf(on, 'boss'), definitionOf('cryptoDeposit'), 'get', row.id)
        assert.deepEqual([after.status, after.stage, after.hold_reason], ['ON_HOLD', 'ON_HOLD', reason])
      }),
  },
  'cryptoDeposit.refund': {
    make: refundableDeposit,
    writes: ['status', 'stage'],
    // What came is locked, and no user has it: the withdrawal that sends it back waits for somebody else.
    watch: async (on, row) => {
      const [boss, user] = [await clientOf(on, 'boss'), (row.user as { id: string }).id]
      const money = async () => {
        const { cash_balance, locked_balance } = await done<Row>(boss, definitionOf('users'), 'get', user)
        return [Number(cash_balance), Number(locked_balance)] as const
      }
      const [cash, locked] = await money()
      return async () => {
        const [cashAfter, lockedAfter] = await money()
        assert.deepEqual([cashAfter, (lockedAfter - locked).toFixed(2)], [cash, row.amount])
        const { refund } = await done<Row>(boss, definitionOf('cryptoDeposit'), 'get', row.id)
        const sent = await done<Row>(boss, definitionOf('cryptoWithdrawal'), 'get', (refund as { id: string }).id)
        assert.deepEqual([sent.status, sent.address, sent.has_warning], ['PENDING', row.refund_address, true])
      }
    },
  },
  'cryptoDeposit.resume': { make: heldDeposit, writes: ['status', 'stage', 'hold_reason'] },
  // It asks the wallet service, which tells nothing else than before.
  'cryptoDeposit.recheck': { make: (on) => overpaidDeposit(on) },
  // Cases about what follows: cases/crypto-deposits.ts.
  // The rail answers: it is fine, and so are the others that it serves.
  'storePlatform.checkConnection': {
    choose: (rows) => rows.find((row) => row.rail === 'GAMES'),
    writes: ['health', 'checked_at', 'found'],
  },
  'cryptoCoin.refresh': {
    make: async (on, coins) =>
      (await rowsOf(on, coins)).find((row) => row.rail === 'COINS' && row.store_code === on.ownStore)!,
    goesOn: true,
    // The answer must not come while another case compares the coins.
    watch: (on, row) =>
      Promise.resolve(async () => {
        const boss = await clientOf(on, 'boss')
        const isAnswered = async () =>
          (await done<Row>(boss, definitionOf('cryptoCoin'), 'get', row.id)).hot_wallet_at !== row.hot_wallet_at
        for (let tries = 0; tries < 200 && !(await isAnswered()); tries += 1)
          await new Promise((resolve) => setTimeout(resolve, 50))
        assert.ok(await isAnswered(), 'the wallet service answers')
      }),
  },
  // Never those that carry out what other cases ask for.
  'connectedRail.pause': {
    choose: (rows) => rows.find(({ is_connected, is_paused }) => is_connected === false && is_paused === false),
    writes: ['is_paused', 'pause_reason', 'sending'],
  },
  'connectedRail.resume': {
    choose: (rows) => rows.find(({ is_connected, is_paused }) => is_connected === false && is_paused === true),
    writes: ['is_paused', 'pause_reason', 'sending'],
  },
  ...withdrawalEffects('manualWithdrawal'),
  ...withdrawalEffects('cryptoWithdrawal'),
  'manualWithdrawal.markPaid': { make: approvedWithdrawal, writes: ['status', 'external_ref', 'paid_at'] },
  'platformDeposit.complete': {
    make: (on, record) => sentByApp(on, record),
    writes: ['status', 'external_ref', 'difference', 'moved_credits', 'returned'],
  },
  'platformDeposit.fail': {
    make: (on, record) => sentByApp(on, record),
    writes: ['status', 'reason_code', 'user_text'],
    watch: cashBack,
  },
  'platformDeposit.reject': {
    make: (on, record) => sentByApp(on, record),
    writes: ['status', 'reason_code', 'user_text'],
    watch: cashBack,
  },
  'platformWithdrawal.complete': {
    make: (on, record) => sentByApp(on, record),
    writes: ['status', 'external_ref', 'difference', 'moved_credits', 'amount', 'fee', 'net_amount'],
  },
  'platformWithdrawal.fail': {
    make: (on, record) => sentByApp(on, record),
    writes: ['status', 'reason_code', 'user_text'],
  },
  'platformWithdrawal.reject': {
    make: (on, record) => sentByApp(on, record),
    writes: ['status', 'reason_code', 'user_text'],
  },
  ...requestEffects('platformDeposit'),
  ...requestEffects('platformWithdrawal'),
  'discrepancy.resolve': {
    // No call opens one: the demo has some.
    make: async (on, record) =>
      (await rowsOf(on, record)).find(({ status, awaits_approval }) => status === 'OPEN' && awaits_approval === false)!,
    // With a correction it waits for approval: the cases of approvals are about that.
    body: () => ({ reason: 'The contract suite resolves it', correction: null, amount: null }),
    writes: ['status', 'resolution'],
    watch: (on, row, { reason }) =>
      Promise.resolve(async () => {
        const after = await done(await clientOf(on, 'boss'), definitionOf('discrepancy'), 'get', row.id)
        assert.deepEqual([after.status, after.resolution], ['RESOLVED', reason])
      }),
  },
  'cryptoCoin.useFeed': {
    make: (on, coins) => ratedCoin(on, coins, '3.25'),
    writes: ['fixed_rate', 'rate'],
    watch: (on, row) =>
      Promise.resolve(async () => {
        const after = await done(await clientOf(on, 'boss'), definitionOf('cryptoCoin'), 'get', row.id)
        assert.deepEqual([row.rate, after.fixed_rate, after.rate], ['3.25', null, null])
      }),
  },
}
