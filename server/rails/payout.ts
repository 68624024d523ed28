/** Payouts over HTTP (docs/connect-a-rail.md). */
import * as yup from 'yup'
import {
  PAYOUT_STATES,
  type Outcome,
  type Payout,
  type PayoutRail,
  type RailBalance,
  type StatementLine,
} from '@server/platform/ports/rails'
import { callRail, type RailConnection } from './call'

const amount = () =>
  yup
    .string()
    .matches(/^\d{1,12}\.\d{2}$/, 'an amount has two places')
    .required()
const currency = () =>
  yup
    .string()
    .matches(/^[A-Z]{3}$/, 'a currency has three letters')
    .required()
const time = () =>
  yup
    .string()
    .matches(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/, 'a time is in UTC')
    .required()
const reference = () => yup.string().min(1).max(64).required()
const externalRef = () => yup.string().max(64).nullable().defined()

/** A payout, as a rail sends it. */
export const payoutSchema = yup.object({
  reference: reference(),
  state: yup.string().oneOf(PAYOUT_STATES).required(),
  amount: amount(),
  currency: currency(),
  external_ref: externalRef(),
  reason: yup.string().max(255).nullable().defined(),
})
const balanceSchema = yup.object({ currency: currency(), amount: amount(), at: time() })
const statementSchema = yup.object({
  day: yup.string().required(),
  lines: yup
    .array(
      yup.object({
        reference: reference(),
        external_ref: externalRef(),
        kind: yup.string().oneOf(['PAID', 'RETURNED']).required(),
        amount: amount(),
        currency: currency(),
        at: time(),
      }),
    )
    .required(),
})
/** An event of a rail: the payout as it is now. */
export const payoutEventSchema = yup.object({
  type: yup.string().oneOf(['payout.paid', 'payout.failed', 'payout.returned']).required(),
  payout: payoutSchema.required(),
})

/** A refusal with this code says that the rail has no such reference. */
export const NO_SUCH_REFERENCE = 'NO_SUCH_REFERENCE'

/** An answer about another payout, or about another amount, says nothing about this one. */
const about = (order: { reference: string; amount?: string; currency?: string }, outcome: Outcome<Payout>) => {
  if (outcome.is !== 'answered') return outcome
  const { answer } = outcome
  const differs = (['reference', 'amount', 'currency'] as const).find(
    (name) => order[name] !== undefined && order[name] !== answer[name],
  )
  return differs === undefined
    ? outcome
    : ({ is: 'unknown', why: `the answer has another ${differs}: ${answer[differs]}` } as const)
}

/** @returns the rail at an address */
export function createHttpPayoutRail(connection: RailConnection): PayoutRail {
  const payoutAt = (named: string) => `payouts/${encodeURIComponent(named)}`
  return {
    async pay(order) {
      const call = { method: 'POST', path: 'payouts', body: order } as const
      return about(order, await callRail<Payout>(connection, call, payoutSchema))
    },
    async lookUp(named) {
      const outcome = await callRail<Payout>(connection, { method: 'GET', path: payoutAt(named) }, payoutSchema)
      if (outcome.is === 'refused' && outcome.code === NO_SUCH_REFERENCE) return { is: 'answered', answer: null }
      return about({ reference: named }, outcome)
    },
    balance: (code) =>
      callRail<RailBalance>(connection, { method: 'GET', path: `balances/${encodeURIComponent(code)}` }, balanceSchema),
    async statement(day) {
      const call = { method: 'GET', path: `statements/${encodeURIComponent(day)}` } as const
      const outcome = await callRail<{ day: string; lines: StatementLine[] }>(connection, call, statementSchema)
      if (outcome.is !== 'answered') return outcome
      if (outcome.answer.day !== day)
        return { is: 'unknown', why: `the answer is the statement of another day: ${outcome.answer.day}` }
      return { is: 'answered', answer: outcome.answer.lines }
    },
  }
}
