/** How each action that others approve is asked for: a row and the inputs, with an amount where the case decides about it. */
import type { Environment } from '../environment'
import type { Values } from '../record-examples'
import { clientOf } from './people'
import { done } from './calls'
import { addRecord, definitionOf, freshBody, rowsOf, sentByApp } from './rows'
import {
  activated,
  approveAs,
  creditedDeposit,
  liveOffer,
  overpaidDeposit,
  reportedJackpot,
  unknownRequest,
  unknownWithdrawal,
} from './ground'
import type { Row } from './oracle'

export interface Asking {
  /** @param amount decimal with two places @returns the row, and the body of the action */
  make: (on: Environment, amount: string) => Promise<{ row: Row; body: Values }>
  /** Amounts that cannot be chosen: the row has them. */
  amountIsGiven?: true
  /** The platform goes on at once, and changes the row again. */
  goesOn?: true
  /** Each request adds a row, which is approved: several may wait. */
  adds?: true
}

const freshUser = async (on: Environment): Promise<Row> =>
  (await addRecord(on, definitionOf('users'), 'boss', 'required'))!
const boss = (on: Environment) => clientOf(on, 'boss')
const reason = 'The contract suite asks'

/** A live bonus of which any amount up to 9,000.00 can be granted. */
async function percentBonus(on: Environment): Promise<Row> {
  const bonuses = definitionOf('bonus')
  const body = {
    name: `Asked ${on.unique()}`.slice(0, 32),
    type: 'MANUAL',
    reward: 'PERCENT',
    percent: '100',
    max_amount: '9000.00',
    wagering_multiplier: '2',
    expiry_days: 10,
    budget: '9000.00',
  }
  return activated(on, bonuses, await done<Row>(await boss(on), bonuses, 'create', '', { body }))
}

/** A new draft whose activation costs this at most. @param values for it */
const draft =
  (name: string, values: (amount: string) => Values): Asking['make'] =>
  async (on, amount) => {
    const record = definitionOf(name)
    const made = { ...(await freshBody(on, record)), starts_at: '2026-01-05T00:00:00.000Z', ends_at: null }
    return {
      row: await done<Row>(await boss(on), record, 'create', '', { body: { ...made, ...values(amount) } }),
      body: {},
    }
  }

/** A row of the demo about which nothing waits. */
const demoRow =
  (name: string, isMeant: (row: Row) => boolean, body: Values): Asking['make'] =>
  async (on) => {
    const row = (await rowsOf(on, definitionOf(name))).find((each) => isMeant(each) && each.awaits_approval === false)
    if (!row) throw on.cannot(`no row of ${name} is left to ask about`)
    return { row, body }
  }
/** Beyond the years that the ground uses. */
const FIRST_YEAR = 2200
let years = 0

/** What both records of withdrawals ask others to approve. */
const withdrawalAskings = (name: 'manualWithdrawal' | 'cryptoWithdrawal'): Record<string, Asking> => ({
  [`${name}.approve`]: {
    // Its wallet service is asked to send; what the cases of the others approve is paid by staff.
    ...(name === 'cryptoWithdrawal' && { goesOn: true }),
    make: async (on, amount) => ({ row: await sentByApp(on, definitionOf(name), { amount }), body: {} }),
  },
  [`${name}.resolve`]: {
    amountIsGiven: true,
    make: async (on) => ({
      row: await unknownWithdrawal(on, definitionOf(name)),
      body: { resolution: 'NOT_PAID', evidence: 'No line of the statement', reason },
    }),
  },
})
/** By record and action; by default an app adds a row with that amount. */
export const ASKINGS: Readonly<Record<string, Asking>> = {
  'users.adjust': {
    adds: true,
    make: async (on, amount) => ({
      row: await freshUser(on),
      body: { direction: 'UP', account: 'CASH', amount, reason_code: 'GOODWILL', note: reason },
    }),
  },
  'users.grantBonus': {
    adds: true,
    make: async (on, amount) => ({
      row: await freshUser(on),
      body: { bonus: (await percentBonus(on)).id, amount, note: reason },
    }),
  },
  'bonus.activate': {
    make: draft('bonus', (budget) => ({ budget, per_user_limit: null, total_limit: null })),
  },
  'offer.activate': {
    make: draft('offer', (amount) => ({
      reward_type: 'CREDIT',
      amount,
      bonus: null,
      spins: null,
      min_deposit: null,
      levels: [],
      tags: [],
      per_user_limit: 1,
      total_limit: 1,
      needs_approval: false,
    })),
  },
  'offerClaim.approve': {
    async make(on, amount) {
      // The offer itself costs at most what one other person may approve.
      const offer = await liveOffer(on, { needs_approval: true, amount, per_user_limit: 1, total_limit: 1 })
      const claims = definitionOf('offerClaim')
      const body = { user: (await freshUser(on)).id, source: 'APP' }
      const { id } = await done<Row>(await on.asApp(on.ownStore), claims, 'appClaim', offer.id, { body })
      return { row: await done<Row>(await boss(on), claims, 'get', id), body: {} }
    },
  },
  'jackpotRecord.confirm': {
    make: async (on, amount) => ({ row: await reportedJackpot(on, { amount }), body: {} }),
  },
  'referral.pay': {
    amountIsGiven: true,
    make: demoRow('referral', ({ status, risk_level }) => status === 'QUALIFIED' && risk_level === 'HIGH', {}),
  },
  'referral.reverse': { amountIsGiven: true, make: demoRow('referral', ({ status }) => status === 'PAID', { reason }) },
  'dailySpin.void': {
    amountIsGiven: true,
    make: demoRow('dailySpin', ({ status }) => status === 'CREDITED', { reason }),
  },
  'skillSpin.void': {
    amountIsGiven: true,
    make: demoRow('skillSpin', ({ status }) => status === 'CREDITED', { reason }),
  },
  'cryptoCoin.setRate': {
    amountIsGiven: true,
    make: async (on) => ({
      row: (await addRecord(on, definitionOf('cryptoCoin')))!,
      body: { fixed_rate: '2.5', reason },
    }),
  },
  'paymentMethod.setAccount': {
    amountIsGiven: true,
    make: async (on) => ({
      row: (await addRecord(on, definitionOf('paymentMethod')))!,
      body: { account_label: 'Another account', qr_text: '', fee_fixed: '0.5', fee_percent: '1.25', reason },
    }),
  },
  'manualDeposit.reverse': {
    make: async (on, amount) => ({ row: await creditedDeposit(on, amount), body: { reason } }),
  },
  'cryptoDeposit.credit': {
    amountIsGiven: true,
    // More than whoever acts may credit alone.
    make: async (on) => ({ row: await overpaidDeposit(on, '500.00'), body: {} }),
  },
  ...withdrawalAskings('manualWithdrawal'),
  ...withdrawalAskings('cryptoWithdrawal'),
  'platformDeposit.resolve': {
    amountIsGiven: true,
    make: async (on) => ({
      row: await unknownRequest(on, 'platformDeposit'),
      body: { resolution: 'NOT_LOADED', evidence: 'The list of the platform', reason },
    }),
  },
  'platformWithdrawal.resolve': {
    amountIsGiven: true,
    make: async (on) => ({
      row: await unknownRequest(on, 'platformWithdrawal'),
      body: { resolution: 'NOT_REDEEMED', evidence: 'The list of the platform', reason },
    }),
  },
  'discrepancy.resolve': {
    // No call opens one: the demo has some.
    amountIsGiven: true,
    make: demoRow('discrepancy', ({ status, has_user }) => status === 'OPEN' && has_user === true, {
      correction: 'UP',
      amount: '25.00',
      reason,
    }),
  },
  'fortuneWheel.activate': {
    // Each in a year of its own: a store has one wheel of each kind at a time.
    make: draft('fortuneWheel', (budget_per_day) => {
      const year = FIRST_YEAR + (years += 1)
      return {
        budget_per_day,
        expected_spins_per_day: 1,
        starts_at: `${year}-02-01T00:00:00.000Z`,
        ends_at: `${year}-03-01T00:00:00.000Z`,
      }
    }),
  },
  'bonusGrant.extend': {
    amountIsGiven: true,
    async make(on) {
      // Above what one person may decide alone, so that the extension waits, too.
      const { row: user, body } = await ASKINGS['users.grantBonus']!.make(on, '250.00')
      const users = definitionOf('users')
      await done(await boss(on), users, 'grantBonus', user.id, { body, ifMatch: user.version })
      await approveAs(on, user.id)
      const [row] = await done<Row[]>(await boss(on), definitionOf('bonusGrant'), 'list', '', {
        query: { user: user.id },
      })
      return { row: row!, body: { until: '2036-03-01T09:00:00.000Z', note: reason } }
    },
  },
}
