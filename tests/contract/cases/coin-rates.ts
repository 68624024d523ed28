/** Fixed rates of coins (money, Approvals added): nobody sets one alone, in whatever way. */
import assert from 'node:assert/strict'
import type { Approval } from '@contract/entities/approval'
import { approvalsOperations } from '@contract/http/approvals'
import { catalogue } from '@contract/http/catalogue'
import { RATE_REFUSAL } from '@contract/records/money/coin-rate'
import { ERROR_CODE } from '@contract/errors'
import { checkFailure, checkRejected, checkSuccess } from '../check'
import type { Client } from '../client'
import type { Case, Environment } from '../environment'
import { clientOf } from '../records/people'
import { call, done, operationOf } from '../records/calls'
import { addRecord, definitionOf, freshBody } from '../records/rows'
import { sendDecision } from '../records/ground'
import type { Row } from '../records/oracle'

const coins = definitionOf('cryptoCoin')
const ROLES = ['FINANCE', 'ADMIN'] as const
const REASON = 'The contract suite asks'

const read = async (on: Environment, id: string) => done<Row>(await clientOf(on, 'boss'), coins, 'get', id)
const rated = ({ rate_source, fixed_rate, rate, awaits_approval }: Row) => [
  rate_source,
  fixed_rate,
  rate,
  awaits_approval,
]
const NONE = ['FEED', null, null, false]

/** What waits about a coin, as a person sees it. */
const waitingAt = async (client: Client, about: string) =>
  checkSuccess<Approval[]>(
    await client.send('GET', approvalsOperations.list.path, { query: { about } }),
    catalogue['approvals.list'],
  )
const ask = async (on: Environment, client: Client, id: string, fixed_rate: unknown) =>
  call(client, coins, 'setRate', id, {
    body: { fixed_rate, reason: REASON },
    ifMatch: (await read(on, id)).version,
  })
/** Finance asks for the rate of a new coin, or of the given one. @returns the approval as an administrator sees it */
async function asked(on: Environment, fixed_rate = '2.5', coin?: Row) {
  const [finance, admin] = [await on.as('FINANCE'), await on.as('ADMIN')]
  const { id } = coin ?? (await addRecord(on, coins))!
  checkSuccess(await ask(on, finance, id, fixed_rate), operationOf(coins, 'setRate'))
  const [approval, ...others] = await waitingAt(admin, id)
  assert.ok(approval, 'it waits')
  assert.deepEqual(others, [])
  return { finance, admin, id, approval }
}
const valueOf = ({ details }: Approval, label: string) => details.find((each) => each.label === label)?.value

export const coinRateCases: readonly Case[] = [
  {
    name: 'a fixed rate of a coin is in no form: adding a coin and editing one refuse it, so that no person sets it alone',
    writes: true,
    roles: ROLES,
    async run(on) {
      const finance = await on.as('FINANCE')
      const coin = (await addRecord(on, coins))!
      assert.deepEqual(rated(coin), NONE, 'a new coin has none')
      const fixed = { rate_source: 'FIXED', fixed_rate: '100000' }
      for (const part of [fixed, { rate_source: 'FIXED' }, { fixed_rate: '100000' }]) {
        checkFailure(await call(finance, coins, 'update', coin.id, { body: part, ifMatch: coin.version }), 400)
        checkFailure(
          await call(finance, coins, 'create', '', { body: { ...(await freshBody(on, coins)), ...part } }),
          400,
        )
      }
      assert.deepEqual(rated(await read(on, coin.id)), NONE)
    },
  },
  {
    name: 'a fixed rate of a coin waits for another person, who proves who they are and sees the rate before and after',
    writes: true,
    roles: ROLES,
    async run(on) {
      const { finance, id, approval } = await asked(on)
      assert.deepEqual(
        [approval.policy, approval.record, approval.record_id, approval.row, approval.required, approval.amount],
        ['COIN_RATE', 'cryptoCoin', id, { record: 'cryptoCoin', id }, 1, '0.00'],
      )
      assert.deepEqual([approval.needs_step_up, approval.refusal], [true, null])
      assert.deepEqual([valueOf(approval, 'Rate now'), valueOf(approval, 'New rate')], ['From the feed', '2.5 USD'])
      assert.equal(valueOf(approval, 'Reason'), REASON)
      assert.deepEqual(rated(await read(on, id)), ['FEED', null, null, true], 'nothing has changed')
      checkFailure(await sendDecision(finance, 'approve', approval.id), 403)

      const admin = on.fresh()
      const { email, password } = on.account('ADMIN')
      await admin.signIn(email, password)
      const unproved = await sendDecision(admin, 'approve', approval.id)
      assert.deepEqual([unproved.status, (unproved.json as { code: string }).code], [403, ERROR_CODE.stepUpRequired])
      await admin.stepUp()
      checkSuccess(await sendDecision(admin, 'approve', approval.id), catalogue['approvals.approve'])
      const coin = await read(on, id)
      assert.deepEqual(rated(coin), ['FIXED', '2.5', '2.5', false])

      const { approval: second } = await asked(on, '5', coin)
      assert.deepEqual(
        [valueOf(second, 'Rate now'), valueOf(second, 'New rate'), valueOf(second, 'Change')],
        ['2.5 USD', '5 USD', '+100%'],
      )
      assert.deepEqual(rated(await read(on, id)), ['FIXED', '2.5', '2.5', true], 'the old rate applies meanwhile')
    },
  },
  {
    name: 'a fixed rate of a coin that is rejected, or whose coin is changed meanwhile, never applies',
    writes: true,
    roles: ROLES,
    async run(on) {
      const { admin, id, approval } = await asked(on)
      await admin.stepUp()
      checkSuccess(await sendDecision(admin, 'reject', approval.id), catalogue['approvals.reject'])
      const coin = await read(on, id)
      assert.deepEqual(rated(coin), NONE)

      const { finance, approval: second } = await asked(on, '3', coin)
      const { version } = await read(on, id)
      checkSuccess(
        await call(finance, coins, 'update', id, { body: { decimals: 9 }, ifMatch: version }),
        operationOf(coins, 'update'),
      )
      assert.deepEqual(rated(await read(on, id)), NONE)
      const late = await sendDecision(admin, 'approve', second.id)
      checkFailure(late, 409)
      assert.equal((late.json as { current: Approval }).current.status, 'CANCELLED')
      assert.deepEqual(rated(await read(on, id)), NONE)
    },
  },
  {
    name: 'one request at a time waits about the rate of a coin; its own rate, and what is no rate, are refused at the field',
    writes: true,
    roles: ROLES,
    async run(on) {
      const { finance, admin, id, approval } = await asked(on, '0.00000001')
      checkFailure(await ask(on, finance, id, '7'), 422)
      await admin.stepUp()
      checkSuccess(await sendDecision(admin, 'approve', approval.id), catalogue['approvals.approve'])
      assert.deepEqual(rated(await read(on, id)), ['FIXED', '0.00000001', '0.00000001', false])
      assert.deepEqual(checkRejected(await ask(on, finance, id, '0.00000001'), 'fixed_rate').fixed_rate, [
        RATE_REFUSAL.same,
      ])
      for (const rate of ['0', '0.0', '0.000000001', '-1', '1e9', '1,5', 'NaN', '99999999999'])
        checkRejected(await ask(on, finance, id, rate), 'fixed_rate')
      assert.deepEqual(await waitingAt(admin, id), [])
    },
  },
  {
    name: 'a coin goes back to the feed at once, which cancels a rate that waits; then it has no rate of a person',
    writes: true,
    roles: ROLES,
    async run(on) {
      const { finance, admin, id, approval } = await asked(on)
      await admin.stepUp()
      checkSuccess(await sendDecision(admin, 'approve', approval.id), catalogue['approvals.approve'])
      const { approval: second } = await asked(on, '9', await read(on, id))
      const { version } = await read(on, id)
      checkSuccess(
        await call(finance, coins, 'useFeed', id, { body: { reason: REASON }, ifMatch: version }),
        operationOf(coins, 'useFeed'),
      )
      assert.deepEqual(rated(await read(on, id)), NONE)
      checkFailure(await sendDecision(admin, 'approve', second.id), 409)
    },
  },
]
