/** Spins of wheels (catalogue, Play; ledger, spin paid for, spin won): what the platform draws, what limits it, and what a void takes back. */
import assert from 'node:assert/strict'
import type { FailureBody } from '@contract/errors'
import { IDEMPOTENCY_KEY_HEADER } from '@contract/http/idempotency'
import { ROUND_KNOWN } from '@contract/records/play/skill-spin'
import { SPIN_REFUSAL, WHEEL_REFUSAL } from '@contract/records/play/wheel'
import { checkFailure, checkRejected, checkSuccess } from '../check'
import type { Client } from '../client'
import type { Case, Environment } from '../environment'
import { clientOf } from '../records/people'
import { call, done, operationOf } from '../records/calls'
import { addRecord, definitionOf } from '../records/rows'
import { activated, approveAs } from '../records/ground'
import type { Row } from '../records/oracle'
import { publicFieldsOf } from './record-apps'

const [users, wheels, spins, skill, grants] = ['users', 'fortuneWheel', 'dailySpin', 'skillSpin', 'bonusGrant'].map(
  definitionOf,
) as [Definition, Definition, Definition, Definition, Definition]
type Definition = ReturnType<typeof definitionOf>
const ROLES = ['MANAGER', 'ADMIN', 'RISK'] as const

const segment = (reward_type: string, value: string, more: object = {}) => ({
  label: `${reward_type} ${Math.trunc(Number(value))}`,
  reward_type,
  value,
  weight: 1,
  color: '#1D4ED8',
  daily_cap: null,
  ...more,
})
const terms = (on: Environment, values: object = {}) => ({
  name: `Wheel ${on.unique()}`.slice(0, 32),
  kind: 'DAILY_SPIN',
  spin_cost: '0.00',
  spins_per_day: 10,
  expected_spins_per_day: 10,
  budget_per_day: '100.00',
  segments: [segment('CASH', '2.50'), segment('CREDIT', '2.50')],
  // Wheels of other cases have later periods.
  ends_at: '2049-01-05T00:00:00.000Z',
  ...values,
})
async function liveWheel(on: Environment, values: object = {}): Promise<Row> {
  const draft = await done<Row>(await clientOf(on, 'boss'), wheels, 'create', '', { body: terms(on, values) })
  return activated(on, wheels, draft)
}
const freshUser = async (on: Environment): Promise<Row> => (await addRecord(on, users, 'boss', 'required'))!
const send = (app: Client, wheel: Row, user: Row, more: object = {}) =>
  call(app, spins, 'appSpin', '', {
    body: { user: user.id, wheel: wheel.id, device: 'd1', ip: '203.0.113.7' },
    ...more,
  })
const spun = async (app: Client, wheel: Row, user: Row) =>
  checkSuccess<Row>(await send(app, wheel, user), operationOf(spins, 'appSpin'))
const read = async (on: Environment, record: Definition, id: string) =>
  done<Row>(await clientOf(on, 'boss'), record, 'get', id)

/** The app receives the id and the public fields of a row, and nothing else: neither device nor address, and no seed. */
const assertPublic = (record: Definition, answer: Row) =>
  assert.deepEqual(Object.keys(answer).toSorted(), ['id', ...publicFieldsOf(record).map(([name]) => name)].toSorted())

export const spinCases: readonly Case[] = [
  {
    name: 'a spin is drawn and credited at once, and the wheel counts it; the app gets its public fields only',
    writes: true,
    async run(on) {
      const [app, user, wheel] = [await on.asApp(on.ownStore), await freshUser(on), await liveWheel(on)]
      assert.deepEqual([wheel.expected_value, wheel.spins_today], ['2.50', 0])
      const answer = await spun(app, wheel, user)
      assert.deepEqual([answer.reward_value, answer.cost, answer.status], ['2.50', '0.00', 'CREDITED'])
      assertPublic(spins, answer)
      const row = await read(on, spins, answer.id)
      assert.deepEqual(
        [
          (row.user as Row).id,
          (row.wheel as Row).id,
          row.wheel_version,
          row.net,
          row.streak_day,
          row.device_use,
          row.ip,
        ],
        [user.id, wheel.id, wheel.version_no, '2.50', 1, row.device_use, '203.0.113.•••'],
      )
      assert.equal((await read(on, users, user.id)).cash_balance, '2.50')
      const second = await read(on, spins, (await spun(app, wheel, user)).id)
      assert.deepEqual([second.streak_day, second.device_use], [1, 'AGAIN'])
      const now = await read(on, wheels, wheel.id)
      assert.deepEqual([now.spins_today, now.cost_today], [2, '5.00'])
    },
  },
  {
    name: 'a spin is 422 with the reason, and nothing is paid: no spin left, no cash for its price, a wheel that is not live or of the other kind',
    writes: true,
    async run(on) {
      const [app, user, boss] = [await on.asApp(on.ownStore), await freshUser(on), await clientOf(on, 'boss')]
      const wheel = await liveWheel(on, { spins_per_day: 1 })
      await spun(app, wheel, user)
      const refused = async (of: Row, who: Row, field: 'user' | 'wheel') =>
        checkRejected(await send(app, of, who), field)[field]
      assert.deepEqual(await refused(wheel, user, 'user'), [SPIN_REFUSAL.noneLeft])
      assert.equal((await read(on, users, user.id)).cash_balance, '2.50')
      const paid = await liveWheel(on, { spin_cost: '9.00' })
      assert.deepEqual(await refused(paid, user, 'user'), [SPIN_REFUSAL.cash])
      assert.equal((await read(on, wheels, paid.id)).spins_today, 0)
      await done(boss, wheels, 'pause', paid.id, { body: {}, ifMatch: paid.version })
      assert.deepEqual(await refused(paid, user, 'wheel'), [SPIN_REFUSAL.notLive])
      const other = await liveWheel(on, { kind: 'SKILL' })
      assert.deepEqual(await refused(other, user, 'wheel'), [SPIN_REFUSAL.notLive])
    },
  },
  {
    name: 'spins that come at once never exceed a cap or the budget of the day, whoever makes them; one key spins once',
    writes: true,
    async run(on) {
      const app = await on.asApp(on.ownStore)
      const people = await Promise.all([freshUser(on), freshUser(on), freshUser(on), freshUser(on)])
      const budget = await liveWheel(on, { budget_per_day: '25.00', expected_spins_per_day: 1 })
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_none, nth) => send(app, budget, people[nth % people.length]!)),
      )
      assert.equal(answers.filter(({ status }) => status === 200).length, 10)
      const spent = await send(app, budget, people[0]!)
      const last = checkRejected(spent, 'wheel')
      assert.deepEqual(last.wheel, [SPIN_REFUSAL.budget])
      assert.equal((spent.json as FailureBody).message, `${SPIN_REFUSAL.budget}.`, 'the message is the reason')
      const now = await read(on, wheels, budget.id)
      assert.deepEqual([now.spins_today, now.cost_today], [10, '25.00'])
      const capped = await liveWheel(on, {
        segments: [segment('CASH', '1.00', { daily_cap: 3 }), segment('NONE', '0.00', { weight: 0 })],
      })
      const few = await Promise.all(people.concat(people).map((user) => send(app, capped, user)))
      assert.equal(few.filter(({ status }) => status === 200).length, 3)
      assert.deepEqual(checkRejected(await send(app, capped, people[0]!), 'wheel').wheel, [SPIN_REFUSAL.cap])

      const free = await liveWheel(on)
      const headers = { [IDEMPOTENCY_KEY_HEADER]: crypto.randomUUID() }
      const first = await send(app, free, people[0]!, { headers })
      assert.deepEqual((await send(app, free, people[0]!, { headers })).json, first.json)
      assert.equal((await read(on, wheels, free.id)).spins_today, 1)
    },
  },
  {
    name: 'a spin that wins bonus money is a grant with the terms of the wheel; one that wins spins gives them for later',
    writes: true,
    async run(on) {
      const [app, user, boss] = [await on.asApp(on.ownStore), await freshUser(on), await clientOf(on, 'boss')]
      const bonus = await liveWheel(on, {
        segments: [segment('BONUS', '4.00'), segment('NONE', '0.00', { weight: 0 })],
        wagering_multiplier: '3',
        expiry_days: 7,
      })
      await spun(app, bonus, user)
      assert.equal((await read(on, users, user.id)).bonus_balance, '4.00')
      const [grant] = await done<Row[]>(boss, grants, 'list', '', { query: { user: user.id } })
      assert.deepEqual(
        [grant!.origin, grant!.amount, grant!.wagering_required, grant!.bonus],
        ['WHEEL', '4.00', '12.00', null],
      )
      const more = await liveWheel(on, {
        spins_per_day: 1,
        segments: [segment('SPIN', '1.00'), segment('NONE', '0.00', { weight: 0 })],
      })
      await spun(app, more, user)
      // The one that it won.
      const second = await read(on, spins, (await spun(app, more, user)).id)
      assert.deepEqual([second.is_free, second.cost], [true, '0.00'])
    },
  },
  {
    name: 'a round of skill spins once: repeated it is the same spin, with another score it is 422',
    writes: true,
    async run(on) {
      const [app, user] = [await on.asApp(on.ownStore), await freshUser(on)]
      const wheel = await liveWheel(on, { kind: 'SKILL' })
      const body = { user: user.id, wheel: wheel.id, round_id: `R-${on.unique()}`, score: 1200, moves: 31 }
      const play = (more: object = {}) => call(app, skill, 'appSpin', '', { body: { ...body, ...more } })
      const first = checkSuccess<Row>(await play(), operationOf(skill, 'appSpin'))
      assertPublic(skill, first)
      assert.deepEqual(checkSuccess<Row>(await play(), operationOf(skill, 'appSpin')), first)
      assert.deepEqual(checkRejected(await play({ score: 1201 }), 'round_id').round_id, [ROUND_KNOWN])
      const row = await read(on, skill, first.id)
      assert.deepEqual([row.score, row.moves, row.seed], [1200, 31, null])
      assert.equal((await read(on, users, user.id)).cash_balance, '2.50')
      const other = await play({ round_id: body.round_id.toLowerCase() })
      assert.notEqual(
        checkSuccess<Row>(other, operationOf(skill, 'appSpin')).id,
        first.id,
        'another letter case, another round',
      )
    },
  },
  {
    name: 'a void needs another person, once; then what was won is taken back and the price is paid back',
    writes: true,
    roles: ROLES,
    async run(on) {
      const [app, user, boss] = [await on.asApp(on.ownStore), await freshUser(on), await clientOf(on, 'boss')]
      await spun(app, await liveWheel(on), user)
      const wheel = await liveWheel(on, { spin_cost: '1.00' })
      const { id } = await spun(app, wheel, user)
      assert.equal((await read(on, users, user.id)).cash_balance, '4.00')
      const row = await read(on, spins, id)
      assert.equal(row.net, '1.50')
      const ask = async () =>
        call(boss, spins, 'void', id, {
          body: { reason: 'Counted twice' },
          ifMatch: (await read(on, spins, id)).version,
        })
      const asked = checkSuccess<Row>(await ask(), operationOf(spins, 'void'))
      assert.deepEqual([asked.status, asked.awaits_approval], ['CREDITED', true])
      checkFailure(await ask(), 422)
      await approveAs(on, user.id, ['RISK', 'ADMIN'])
      const after = await read(on, spins, id)
      assert.deepEqual([after.status, after.void_reason, after.awaits_approval], ['VOID', 'Counted twice', false])
      assert.equal((await read(on, users, user.id)).cash_balance, '2.50')
      checkFailure(await ask(), 409)
    },
  },
  {
    name: 'a wheel that could cost more than its budget, has no weight, or lacks the terms of its bonus money is 422; a store has one active wheel of each kind',
    writes: true,
    async run(on) {
      const boss = await clientOf(on, 'boss')
      const make = async (values: object) => call(boss, wheels, 'create', '', { body: terms(on, values) })
      const costly = checkRejected(await make({ budget_per_day: '24.99' }), 'budget_per_day')
      assert.deepEqual(costly.budget_per_day, [WHEEL_REFUSAL.budget('25.00')])
      checkRejected(
        await make({ segments: [segment('NONE', '0', { weight: 0 }), segment('CASH', '1', { weight: 0 })] }),
        'segments',
      )
      checkRejected(await make({ segments: [segment('NONE', '1'), segment('CASH', '1')] }), 'segments.0.value')
      checkRejected(await make({ segments: [segment('NONE', '0'), segment('BONUS', '1')] }), 'wagering_multiplier')
      const [live, draft] = [await liveWheel(on), await done<Row>(boss, wheels, 'create', '', { body: terms(on) })]
      const second = await call(boss, wheels, 'activate', draft.id, { body: {}, ifMatch: draft.version })
      checkFailure(second, 422)
      assert.equal((second.json as { message: string }).message, WHEEL_REFUSAL.active(live.name as string))
      checkRejected(
        await call(boss, wheels, 'update', draft.id, { body: { expected_spins_per_day: 41 }, ifMatch: draft.version }),
        'budget_per_day',
      )
    },
  },
]
