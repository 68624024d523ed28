/** Payout details that apps store (money, payout detail), and redeems that are withdrawn to them at once. */
import assert from 'node:assert/strict'
import { MANUAL_WITHDRAWAL_REFUSAL } from '@contract/records/money/manual-withdrawal'
import { checkFailure, checkRejected } from '../check'
import type { Case, Environment } from '../environment'
import { call, done } from '../records/calls'
import type { Row } from '../records/oracle'
import { clientOf } from '../records/people'
import { definitionOf, rowsOf, sentByApp } from '../records/rows'

const withdrawals = definitionOf('manualWithdrawal')
const redeems = definitionOf('platformWithdrawal')
const methods = definitionOf('paymentMethod')

type Named = { id: string; name: string }
interface Answer {
  destination: string
  changed_at: string | null
}
/** A method of the own store: PIX pays users and asks for a tag, a card takes deposits alone. */
async function methodNamed(on: Environment, name: string): Promise<string> {
  const found = (await rowsOf(on, methods)).find((row) => row.name === name && row.store_code === on.ownStore)
  return found!.id
}
const payTo = (payment_method: string, value: string) => ({
  payment_method,
  payee: 'Another Person',
  details: [{ label: 'Chave PIX', value }],
})
/** A redeem of an account with money, and the id of its user. */
async function accountOf(on: Environment): Promise<{ account: string; user: string }> {
  const { platform_account, user } = await sentByApp(on, redeems)
  return { account: (platform_account as Named).id, user: (user as Named).id }
}

export const payoutDetailCases: readonly Case[] = [
  {
    name: 'an app stores the payout details of a user: the answer masks them, and the same again changes nothing',
    writes: true,
    async run(on) {
      const app = await on.asApp(on.ownStore)
      const { user } = await accountOf(on)
      const pix = await methodNamed(on, 'PIX')
      const send = (value: string) =>
        done<Answer>(app, withdrawals, 'appStoreDetails', user, { body: payTo(pix, value) })
      const value = `pix-${on.unique()}`
      const first = await send(value)
      assert.deepEqual(await send(value), first)
      assert.equal(first.destination, `•••• ${value.slice(-4)}`)
      const changed = await send(`${value}-9`)
      assert.notEqual(changed.changed_at, null)
      assert.deepEqual(await send(`${value}-9`), changed)
    },
  },
  {
    name: 'payout details of a user of another store are 404; of a method for deposits, and those that it does not ask for, 422 at the field',
    writes: true,
    async run(on) {
      const [app, partner] = [await on.asApp(on.ownStore), await on.asApp(on.partnerStore)]
      const { user } = await accountOf(on)
      const [pix, card] = [await methodNamed(on, 'PIX'), await methodNamed(on, 'Debit card')]
      const send = (body: object, by = app) =>
        call(by, withdrawals, 'appStoreDetails', user, { body: { ...payTo(pix, 'pix-of-the-suite'), ...body } })
      const [theirs] = (await rowsOf(on, methods)).filter(
        (row) => row.store_code === on.partnerStore && row.is_deleted !== true && row.direction !== 'DEPOSIT',
      )
      checkFailure(await send({ payment_method: theirs!.id }, partner), 404)
      checkRejected(await send({ payment_method: card }), 'payment_method')
      checkRejected(await send({ details: [] }), 'details')
      checkRejected(await send({ details: [{ label: 'IBAN', value: 'DE88370400440532013000' }] }), 'details')
    },
  },
  {
    name: 'a redeem then withdraw opens a withdrawal of what the user gets once it is complete, and both name each other',
    writes: true,
    async run(on) {
      const [app, boss] = [await on.asApp(on.ownStore), await clientOf(on, 'boss')]
      const { account, user } = await accountOf(on)
      const pix = await methodNamed(on, 'PIX')
      await done(app, withdrawals, 'appStoreDetails', user, { body: payTo(pix, `pix-${on.unique()}`) })
      const body = {
        platform_account: account,
        everything: false,
        credits: '60.00',
        source: 'CHAT',
        payout_method: pix,
      }
      const { id } = await done<Row>(app, redeems, 'appRedeem', '', { body })
      const { version } = await done<Row>(boss, redeems, 'claim', id, { body: {} })
      const completed = { moved_credits: '60.00', external_ref: 'P-1', difference: null }
      const row = await done<Row>(boss, redeems, 'complete', id, { body: completed, ifMatch: version })
      assert.deepEqual([row.status, row.not_withdrawn], ['COMPLETED', null])
      const opened = await done<Row>(boss, withdrawals, 'get', (row.withdrawal as Named).id)
      assert.deepEqual(
        [opened.status, opened.amount, opened.source, opened.redeem],
        ['PENDING', row.net_amount, 'CHAT', { id, name: row.reference }],
      )
      const ofApp = await done<Row>(app, redeems, 'appGet', id)
      assert.deepEqual([ofApp.withdrawal, ofApp.not_withdrawn], [row.withdrawal, null])
    },
  },
  {
    name: 'a redeem then withdraw is refused at a method for deposits',
    writes: true,
    async run(on) {
      const app = await on.asApp(on.ownStore)
      const { account } = await accountOf(on)
      const payout_method = await methodNamed(on, 'Debit card')
      const body = { platform_account: account, everything: true, credits: null, source: 'APP', payout_method }
      const refused = checkRejected(await call(app, redeems, 'appRedeem', '', { body }), 'payout_method')
      assert.deepEqual(refused.payout_method, [MANUAL_WITHDRAWAL_REFUSAL.method])
    },
  },
]
