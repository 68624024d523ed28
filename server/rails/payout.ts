/** Payouts over HTTP (docs/connect-a-rail.md). */
import * as yup from 'yup'
import {
  PAYOUT_STATES,
  type Payout,
  type PayoutRail,
  type RailBalance,
  type StatementLine,
} from '@server/platform/ports/rails'
import { callRail, type RailConnection } from './call'
import { about, amount, currency, externalRef, readNamed, readStatement, reason, reference, time } from './protocol'

/** A payout, as a rail sends it. */
export const payoutSchema = yup.object({
  reference: reference(),
  state: yup.string().oneOf(PAYOUT_STATES).required(),
  amount: amount(),
  currency: currency(),
  external_ref: externalRef(),
  reason: reason(),
})
const balanceSchema = yup.object({ currency: currency(), amount: amount(), at: time() })
const lineSchema = yup.object({
  reference: reference(),
  external_ref: externalRef(),
  kind: yup.string().oneOf(['PAID', 'RETURNED']).required(),
  amount: amount(),
  currency: currency(),
  at: time(),
})
/** An event of a rail: the payout as it is now. */
export const payoutEventSchema = yup.object({
  type: yup.string().oneOf(['payout.paid', 'payout.failed', 'payout.returned']).required(),
  payout: payoutSchema.required(),
})

/** @returns the rail at an address */
export function createHttpPayoutRail(connection: RailConnection): PayoutRail {
  const payoutAt = (named: string) => `payouts/${encodeURIComponent(named)}`
  return {
    async pay(order) {
      const call = { method: 'POST', path: 'payouts', body: order } as const
      const { reference: named, amount: sum, currency: code } = order
      return about(
        { reference: named, amount: sum, currency: code },
        await callRail<Payout>(connection, call, payoutSchema),
      )
    },
    lookUp: async (named) =>
      about({ reference: named }, await readNamed<Payout>(connection, payoutAt(named), payoutSchema)),
    balance: (code) =>
      callRail<RailBalance>(connection, { method: 'GET', path: `balances/${encodeURIComponent(code)}` }, balanceSchema),
    statement: (day) => readStatement<StatementLine>(connection, day, lineSchema),
  }
}
