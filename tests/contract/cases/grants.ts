/** Grants of bonuses to users (catalogue, /bonus and /bonus-history; ledger): what their terms allow, and who must approve. */
import assert from 'node:assert/strict'
import type { Approval } from '@contract/entities/approval'
import { approvalsOperations } from '@contract/http/approvals'
import { catalogue } from '@contract/http/catalogue'
import { GRANT_REFUSAL } from '@contract/records/rewards/bonus-grant'
import { checkFailure, checkRejected, checkSuccess } from '../check'
import type { Client } from '../client'
import type { Case, Environment } from '../environment'
import { clientOf } from '../records/people'
import { call, done, operationOf } from '../records/calls'
import { addRecord, definitionOf, rowsOfStore } from '../records/rows'
import { activated, sendDecision } from '../records/ground'
import type { Row } from '../records/oracle'

const [users, bonuses, grants] = [definitionOf('users'), definitionOf('bonus'), definitionOf('bonusGrant')]
const ROLES = ['MANAGER', 'ADMIN', 'SUPPORT_LEAD'] as const
const NOTE = 'The contract suite grants'

/** Adds a bonus of a fixed amount with a large budget, and activates it. */
async function liveBonus(on: Environment, terms: object = {}): Promise<Row> {
  const boss = await clientOf(on, 'boss')
  const body = {
    name: `Grant ${on.unique()}`.slice(0, 32),
    type: 'MANUAL',
    reward: 'FIXED',
    amount: '40.00',
    wagering_multiplier: '2.5',
    expiry_days: 10,
    budget: '9000.00',
    ...terms,
  }
  const row = await done<Row>(boss, bonuses, 'create', '', { body })
  return activated(on, bonuses, row)
}
const freshUser = async (on: Environment): Promise<Row> => (await addRecord(on, users, 'boss', 'required'))!

async function send(client: Client, user: string, bonus: Row, more: object = {}) {
  const { version } = await done<Row>(client, users, 'get', user)
  return call(client, users, 'grantBonus', user, { body: { bonus: bonus.id, note: NOTE, ...more }, ifMatch: version })
}
const granted = async (client: Client, user: string, bonus: Row, more: object = {}) =>
  checkSuccess<Row>(await send(client, user, bonus, more), operationOf(users, 'grantBonus'))
/** @returns the row, and the message that the person reads */
async function grantedSaying(client: Client, user: string, bonus: Row) {
  const reply = await send(client, user, bonus)
  const row = checkSuccess<Row>(reply, operationOf(users, 'grantBonus'))
  return { row, said: (reply.json as { message: string }).message }
}
const grantsOf = async (client: Client, user: string) => done<Row[]>(client, grants, 'list', '', { query: { user } })

const waiting = async (client: Client, user: string) =>
  checkSuccess<Approval[]>(await client.send('GET', approvalsOperations.list.path), catalogue['approvals.list']).find(
    ({ record_id }) => record_id === user,
  )
const decide = async (client: Client, verb: 'approve' | 'reject', id: string) =>
  checkSuccess<Approval>(await sendDecision(client, verb, id), catalogue[`approvals.${verb}`])

/** Rounds of a user that an app reports, each of the same stake. */
async function play(on: Environment, user: string, stakes: readonly string[], values: object = {}) {
  const [rounds, games] = [definitionOf('gameRecord'), await rowsOfStore(on, 'game', on.ownStore)]
  const prefix = on.unique()
  const at = new Date(Date.now() + 1000).toISOString()
  const body = {
    rounds: stakes.map((bet, index) => ({
      round_id: `${prefix}-${index}`,
      user,
      game: games[0]!.id,
      wallet: 'CASH',
      status: 'SETTLED',
      bet,
      started_at: at,
      settled_at: at,
      ...values,
    })),
  }
  await done(await on.asApp(on.ownStore), rounds, 'appReport', '', { body })
  return { body, gameType: (games[0]!.game_type as Row).id }
}

export const grantCases: readonly Case[] = [
  {
    name: 'the activation of a bonus tells the users who are eligible, and the most that it may cost',
    writes: true,
    roles: ROLES,
    async run(on) {
      const boss = await clientOf(on, 'boss')
      const tag = `only ${on.unique()}`.slice(0, 20)
      const terms = { type: 'MANUAL', reward: 'FIXED', amount: '40.00', wagering_multiplier: '2', expiry_days: 10 }
      const add = (more: object) =>
        done<Row>(boss, bonuses, 'create', '', {
          body: { name: `Cost ${on.unique()}`.slice(0, 32), ...terms, tags: [tag], ...more },
        })
      const told = ({ id }: Row) => done<object>(boss, bonuses, 'previewActivate', id, { body: {} })
      const limited = await add({ per_user_limit: 3 })
      assert.deepEqual(await told(limited), { eligible_users: 0, maximum_cost: '0.00', deposits_cost: null })
      for (let nth = 0; nth < 2; nth += 1) {
        const { id, version } = await freshUser(on)
        await done(boss, users, 'tags', id, { body: { add: [tag.toUpperCase()] }, ifMatch: version })
      }
      assert.deepEqual(await told(limited), { eligible_users: 2, maximum_cost: '240.00', deposits_cost: null })
      const answers = [
        [{}, null],
        [{ budget: '75.5' }, '75.50'],
        [{ per_user_limit: 3, total_limit: 4 }, '160.00'],
      ] as const
      for (const [more, cost] of answers)
        assert.equal(((await told(await add(more))) as { maximum_cost: unknown }).maximum_cost, cost)
      const welcome = await add({ type: 'WELCOME' })
      assert.equal(((await told(welcome)) as { deposits_cost: unknown }).deposits_cost, '0.00', 'nobody deposited')
    },
  },
  {
    name: 'settled rounds count towards the oldest active grant with the weights of its bonus, each once; when all is wagered, the money is cash',
    writes: true,
    roles: ROLES,
    async run(on) {
      const manager = await on.as('MANAGER')
      const user = await freshUser(on)
      const { gameType } = await play(on, user.id, ['5'])
      const bonus = await liveBonus(on, { game_weights: [{ game_type: gameType, weight: '50' }], stackable: true })
      await granted(manager, user.id, bonus)
      const later = await liveBonus(on, { game_weights: [{ game_type: gameType, weight: '100' }], stackable: true })
      await granted(manager, user.id, later)
      const progress = async () => {
        const all = await grantsOf(manager, user.id)
        return [bonus, later].map(({ id }) => {
          const grant = all.find((each) => (each.bonus as Row).id === id)!
          return [grant.wagered, grant.progress, grant.status]
        })
      }
      const idle = ['0.00', '0', 'ACTIVE']
      assert.deepEqual(await progress(), [idle, idle], 'earlier rounds do not count')
      const { body } = await play(on, user.id, ['0.05', '60'])
      // 0.025 is rounded to the even cent.
      assert.deepEqual(await progress(), [['30.02', '30', 'ACTIVE'], idle])
      const app = await on.asApp(on.ownStore)
      await done(app, definitionOf('gameRecord'), 'appReport', '', { body })
      assert.deepEqual(await progress(), [['30.02', '30', 'ACTIVE'], idle], 'a round counts once')
      await play(on, user.id, ['500'], { status: 'OPEN', settled_at: null })
      await play(on, user.id, ['500'], { status: 'CANCELLED', refund: '500' })
      assert.deepEqual(await progress(), [['30.02', '30', 'ACTIVE'], idle], 'only settled rounds count')
      await play(on, user.id, ['140'])
      assert.deepEqual(await progress(), [['100.02', '100', 'COMPLETED'], idle])
      const now = await done<Row>(manager, users, 'get', user.id)
      assert.deepEqual([now.cash_balance, now.bonus_balance], ['40.00', '40.00'], 'the first grant is released')
      await play(on, user.id, ['100'])
      const after = await done<Row>(manager, users, 'get', user.id)
      assert.deepEqual([after.cash_balance, after.bonus_balance], ['80.00', '0.00'])
      assert.deepEqual((await progress())[1], ['100.00', '100', 'COMPLETED'])
      const first = (await grantsOf(manager, user.id)).find((each) => (each.bonus as Row).id === bonus.id)!
      const counted = await done<Row[]>(manager, definitionOf('gameRecord'), 'list', '', { query: { grant: first.id } })
      assert.deepEqual(
        counted
          .map(({ stake, counted: amount, counted_percent }) => [stake, amount, Number(counted_percent)])
          .toSorted(([a], [b]) => Number(a) - Number(b)),
        [
          ['0.05', '0.02', 50],
          ['60.00', '30.00', 50],
          ['140.00', '70.00', 50],
        ],
        'the rounds that counted for the first grant',
      )
    },
  },
  {
    name: 'a bet above the maximum of the bonus does not count; more than the maximum win is taken back when the grant is released',
    writes: true,
    roles: ROLES,
    async run(on) {
      const manager = await on.as('MANAGER')
      const user = await freshUser(on)
      const { gameType } = await play(on, user.id, ['5'])
      const game_weights = [{ game_type: gameType, weight: '100' }]
      const bonus = await liveBonus(on, { max_bet: '60', max_win: '15.5', game_weights })
      await granted(manager, user.id, bonus)
      const wagered = async () => (await grantsOf(manager, user.id)).map((grant) => [grant.wagered, grant.status])
      await play(on, user.id, ['60.01'])
      await play(on, user.id, ['60.01'], { refund: '20' })
      assert.deepEqual(await wagered(), [['0.00', 'ACTIVE']])
      await play(on, user.id, ['60', '40'])
      assert.deepEqual(await wagered(), [['100.00', 'COMPLETED']])
      const now = await done<Row>(manager, users, 'get', user.id)
      assert.deepEqual([now.cash_balance, now.bonus_balance], ['15.50', '0.00'])
    },
  },
  {
    name: 'a grant keeps the terms of the version that was granted: an edit of the bonus counts for later grants only',
    writes: true,
    roles: ROLES,
    async run(on) {
      const [manager, boss] = [await on.as('MANAGER'), await clientOf(on, 'boss')]
      const user = await freshUser(on)
      const { gameType } = await play(on, user.id, ['5'])
      const weighing = (weight: string) => ({ game_weights: [{ game_type: gameType, weight }], stackable: true })
      const bonus = await liveBonus(on, { max_bet: '60', max_win: '15.5', ...weighing('50') })
      await granted(manager, user.id, bonus)
      const { version } = await done<Row>(boss, bonuses, 'get', bonus.id)
      const edited = { max_bet: '500', max_win: '', ...weighing('100') }
      await done(boss, bonuses, 'update', bonus.id, { body: edited, ifMatch: version })
      const progress = async () => (await grantsOf(manager, user.id)).map((each) => [each.wagered, each.status])
      await play(on, user.id, ['60.01', '60', '60'])
      assert.deepEqual(await progress(), [['60.00', 'ACTIVE']], 'half of each bet of at most 60.00 counts')
      await play(on, user.id, ['60', '20'])
      assert.deepEqual(await progress(), [['100.00', 'COMPLETED']])
      const now = await done<Row>(manager, users, 'get', user.id)
      assert.deepEqual([now.cash_balance, now.bonus_balance], ['15.50', '0.00'])
    },
  },
  {
    name: 'a grant within the limit of whoever acts alone is active at once, with the terms of the bonus’s version; the user has the money',
    writes: true,
    roles: ROLES,
    async run(on) {
      const manager = await on.as('MANAGER')
      const [bonus, user] = [await liveBonus(on), await freshUser(on)]
      const before = Date.now()
      const { row, said } = await grantedSaying(manager, user.id, bonus)
      assert.deepEqual([row.bonus_balance, said], ['40.00', 'Bonus granted'])
      const [grant, ...others] = await grantsOf(manager, user.id)
      assert.deepEqual(others, [])
      assert.deepEqual(
        [grant!.status, grant!.amount, grant!.wagering_required, grant!.wagered, grant!.progress, grant!.granted_by],
        ['ACTIVE', '40.00', '100.00', '0.00', '0', 'STAFF'],
      )
      assert.deepEqual([(grant!.bonus as Row).id, grant!.bonus_version, grant!.note], [bonus.id, 1, NOTE])
      const days = (Date.parse(String(grant!.expires_at)) - before) / 86_400_000
      assert.ok(days > 9.9 && days < 10.1, `it expires after 10 days, not ${days}`)
      const now = await done<Row>(manager, bonuses, 'get', bonus.id)
      assert.deepEqual([now.grants, now.cost, now.version], [1, '40.00', bonus.version], 'the bonus counts it')
    },
  },
  {
    name: 'a grant above that waits for another person: approved, it is active and the user has the money; rejected, it is revoked',
    writes: true,
    roles: ROLES,
    async run(on) {
      const [manager, admin] = await Promise.all([on.as('MANAGER'), on.as('ADMIN')])
      const bonus = await liveBonus(on, { amount: '100.01' })
      for (const [verb, status, balance] of [
        ['approve', 'ACTIVE', '100.01'],
        ['reject', 'REVOKED', '0.00'],
      ] as const) {
        const user = await freshUser(on)
        const { row, said } = await grantedSaying(manager, user.id, bonus)
        assert.deepEqual([row.bonus_balance, said], ['0.00', 'Sent for approval'])
        assert.deepEqual(
          (await grantsOf(manager, user.id)).map((grant) => grant.status),
          ['GRANTED'],
        )
        assert.equal(await waiting(manager, user.id), undefined, 'not whoever requested it')
        const approval = await waiting(admin, user.id)
        assert.ok(approval, 'an admin may decide it')
        assert.deepEqual([approval.policy, approval.amount, approval.required], ['BONUS', '100.01', 1])
        await decide(admin, verb, approval.id)
        assert.deepEqual(
          (await grantsOf(manager, user.id)).map((grant) => grant.status),
          [status],
        )
        assert.equal((await done<Row>(manager, users, 'get', user.id)).bonus_balance, balance)
      }
      const now = await done<Row>(manager, bonuses, 'get', bonus.id)
      assert.deepEqual([now.grants, now.cost], [1, '100.01'])
    },
  },
  {
    name: 'a grant needs the right to update bonuses; whoever lacks it gets 403, and nothing is granted',
    writes: true,
    roles: ROLES,
    async run(on) {
      const lead = await on.as('SUPPORT_LEAD')
      const [bonus, user] = [await liveBonus(on), await freshUser(on)]
      checkFailure(await send(lead, user.id, bonus), 403)
      assert.deepEqual(await grantsOf(lead, user.id), [])
    },
  },
  {
    name: 'a grant that the terms of the bonus do not allow is refused at the field, and nothing is granted',
    writes: true,
    roles: ROLES,
    async run(on) {
      const [boss, manager] = [await clientOf(on, 'boss'), await on.as('MANAGER')]
      const user = await freshUser(on)
      const refused = async (bonus: Row, more: object, field: string, message: string) => {
        const reply = await send(manager, user.id, bonus, more)
        checkRejected(reply, field)
        const told = reply.json as { errors: Record<string, string[]>; message: string }
        assert.deepEqual([told.errors[field], told.message], [[message], `${message}.`], 'the message is the reason')
      }
      const live = await liveBonus(on, { stackable: true })
      const paused = await liveBonus(on)
      await done(boss, bonuses, 'pause', paused.id, { body: {}, ifMatch: paused.version })
      await refused(paused, {}, 'bonus', GRANT_REFUSAL.notLive)
      await refused(live, { amount: '39.99' }, 'amount', GRANT_REFUSAL.amountFixed('40.00'))
      const share = { reward: 'PERCENT', amount: null, percent: '50', max_amount: '60.00', stackable: true }
      const percent = await liveBonus(on, share)
      await refused(percent, {}, 'amount', GRANT_REFUSAL.amountRequired)
      await refused(percent, { amount: '60.01' }, 'amount', GRANT_REFUSAL.amountOf('60.00'))
      const tagged = await liveBonus(on, { tags: [`only ${on.unique()}`.slice(0, 20)] })
      await refused(tagged, {}, 'bonus', GRANT_REFUSAL.audience)
      assert.deepEqual(await grantsOf(manager, user.id), [])

      const once = await liveBonus(on, { per_user_limit: 1, stackable: true })
      await granted(manager, user.id, once)
      await refused(once, {}, 'bonus', GRANT_REFUSAL.perUser)
      await refused(await liveBonus(on), {}, 'bonus', GRANT_REFUSAL.beside)
      assert.equal((await grantsOf(manager, user.id)).length, 1)
    },
  },
  {
    name: 'of grants that would exceed a budget or a limit together, as many take effect as it allows',
    writes: true,
    roles: ROLES,
    async run(on) {
      const manager = await on.as('MANAGER')
      for (const [terms, message] of [
        [{ budget: '100.00' }, GRANT_REFUSAL.budget('20.00')],
        [{ total_limit: 2 }, GRANT_REFUSAL.total],
      ] as const) {
        const bonus = await liveBonus(on, terms)
        const people = await Promise.all([1, 2, 3, 4].map(() => freshUser(on)))
        const replies = await Promise.all(people.map(({ id }) => send(manager, id, bonus)))
        assert.deepEqual(
          replies.map(({ status }) => status).toSorted((a, b) => a - b),
          [200, 200, 422, 422],
        )
        for (const reply of replies.filter(({ status }) => status === 422))
          assert.deepEqual((reply.json as { errors: object }).errors, { bonus: [message] })
        const now = await done<Row>(manager, bonuses, 'get', bonus.id)
        assert.deepEqual([now.grants, now.cost], [2, '80.00'])
      }
    },
  },
]
