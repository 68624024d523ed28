/** Rounds and jackpots that the users' apps report (catalogue, Play): what the definitions do not express. */
import assert from 'node:assert/strict'
import type { HistoryEntry } from '@contract/entities/history'
import { IDEMPOTENCY_KEY_HEADER, REPLAYED_HEADER } from '@contract/http/idempotency'
import { targetOf } from '@contract/records/kinds'
import { ROUND_REFUSAL, ROUNDS_MAX } from '@contract/records/play/game-record'
import { JACKPOT_REFUSAL } from '@contract/records/play/jackpot-record'
import { checkFailure, checkRejected, checkSuccess } from '../check'
import type { Client, Sending } from '../client'
import type { Case, Environment } from '../environment'
import { clientOf } from '../records/people'
import { call, done, operationOf } from '../records/calls'
import { addRecord, definitionOf, freshBody, rowsOf, rowsOfStore } from '../records/rows'
import { approveAs, reportedJackpot } from '../records/ground'
import type { Row } from '../records/oracle'
import { share } from './record-apps'

const rounds = definitionOf('gameRecord')
const jackpots = definitionOf('jackpotRecord')
const NOBODY = '01890a5d-ac96-774b-bcce-b302099a8057'

type Values = Readonly<Record<string, unknown>>
interface Totals {
  count: number
  sums: Record<'stake' | 'win' | 'net', string>
}

/** A user and two games of a store with different types, and an app of it. */
async function makeWorld(on: Environment) {
  const [users, games] = [await rowsOfStore(on, 'users', on.ownStore), await rowsOfStore(on, 'game', on.ownStore)]
  const [first] = games
  const second = games.find(({ game_type }) => (game_type as Row).id !== (first!.game_type as Row).id)!
  const prefix = on.unique()
  const made = (nth: number, values: Values = {}): Values => ({
    round_id: `${prefix}-${nth}`,
    user: users[0]!.id,
    game: first!.id,
    wallet: 'CASH',
    status: 'SETTLED',
    bet: '10',
    win: '2.5',
    started_at: '2026-03-01T09:00:00.000Z',
    settled_at: '2026-03-01T09:00:04.000Z',
    ...values,
  })
  return { app: await on.asApp(on.ownStore), users, games: [first!, second] as const, made, prefix }
}
const send = (app: Client, batch: readonly Values[], more: Sending = {}) =>
  call(app, rounds, 'appReport', '', { body: { rounds: batch }, ...more })
const report = (app: Client, batch: readonly Values[]) =>
  done<{ added: number; changed: number; same: number }>(app, rounds, 'appReport', '', { body: { rounds: batch } })
const reported = async (on: Environment, prefix: string) =>
  (await rowsOf(on, rounds)).filter(({ round_id }) => String(round_id as string).startsWith(prefix))

export const roundCases: readonly Case[] = [
  {
    name: 'an app reports rounds: staff see them with their lines, and the totals include them to the cent',
    writes: true,
    async run(on) {
      const { app, users, games, made, prefix } = await makeWorld(on)
      const boss = await clientOf(on, 'boss')
      const query = { user: users[0]!.id }
      const before = await done<Totals>(boss, rounds, 'totals', '', { query })
      const batch = [
        made(1),
        made(2, { game: games[1].id, bet: '0.10', refund: '0.03', win: '0.20', wallet: 'BONUS' }),
        made(3, { status: 'CANCELLED', bet: '7.00', refund: '7', win: null }),
        made(4, { status: 'OPEN', win: '', settled_at: null }),
      ]
      assert.deepEqual(await report(app, batch), { added: 4, changed: 0, same: 0 })
      const found = new Map((await reported(on, prefix)).map((row) => [row.round_id, row]))
      assert.equal(found.size, 4)
      const [first, second, third, fourth] = batch.map(({ round_id }) => found.get(round_id)!) as [Row, Row, Row, Row]
      assert.deepEqual([first.stake, first.win, first.net, first.store_code], ['10.00', '2.50', '7.50', on.ownStore])
      assert.deepEqual([second.stake, second.win, second.net], ['0.07', '0.20', '-0.13'])
      assert.deepEqual([second.platform, second.game_type], [games[1].platform, games[1].game_type])
      assert.deepEqual((second.user as Row).id, users[0]!.id)
      const [start, end] = ['2026-03-01T09:00:00.000Z', '2026-03-01T09:00:04.000Z']
      assert.deepEqual(second.lines, [
        { kind: 'BET', amount: '0.10', at: start },
        { kind: 'REFUND', amount: '0.03', at: end },
        { kind: 'WIN', amount: '0.20', at: end },
      ])
      assert.deepEqual(
        [third.stake, third.net, (third.lines as unknown[]).length],
        ['0.00', '0.00', 2],
        'a cancelled round earns nothing',
      )
      assert.deepEqual([fourth.win, fourth.settled_at], ['0.00', null])
      const after = await done<Totals>(boss, rounds, 'totals', '', { query })
      const cents = (text: string) => BigInt(text.replace('.', ''))
      const more = (name: 'stake' | 'win' | 'net') => cents(after.sums[name]) - cents(before.sums[name])
      assert.equal(after.count, before.count + 4)
      assert.deepEqual([more('stake'), more('win'), more('net')], [2007n, 270n, 1737n])
      const [entry] = await done<HistoryEntry[]>(boss, rounds, 'history', first.id)
      assert.equal(entry!.by, null, 'no person did it')
      assert.match(JSON.stringify(entry!.asked), /App/)
    },
  },
  {
    name: 'the app of a partner reports rounds of games of another store while its store offers their platform, and no others',
    writes: true,
    async run(on) {
      const [user] = await rowsOfStore(on, 'users', on.partnerStore)
      const game = definitionOf('game')
      const platform = definitionOf(targetOf(game.fields.platform!.type)!)
      const offered = (await addRecord(on, platform))!
      const body = { ...(await freshBody(on, game)), platform: offered.id }
      const played = await done<Row>(await clientOf(on, 'boss'), game, 'create', '', { body })
      assert.equal(played.store_code, on.ownStore)
      const { made, prefix } = await makeWorld(on)
      const round = (nth: number) => made(nth, { user: user!.id, game: played.id })
      const app = await on.asApp(on.partnerStore)
      const hit = { user: user!.id, game: played.id, level: 'MINOR', pool_before: '100', amount: '50' }
      const jackpot = (nth: number) =>
        call(app, jackpots, 'appReport', '', {
          body: { ...hit, hit_id: `${prefix}-${nth}`, hit_at: '2026-03-01T09:00:00.000Z' },
        })

      checkRejected(await send(app, [round(1)]), 'rounds.0.game')
      checkRejected(await jackpot(1), 'game')
      const end = await share(on, platform, offered.id)
      assert.deepEqual(await report(app, [round(1)]), { added: 1, changed: 0, same: 0 })
      assert.equal((await jackpot(1)).status, 200)
      const [row] = await reported(on, prefix)
      assert.deepEqual(
        [row!.store_code, (row!.platform as Row).id, (row!.game as Row).id],
        [on.partnerStore, offered.id, played.id],
      )
      await end()
      checkRejected(await send(app, [round(2)]), 'rounds.0.game')
      checkRejected(await jackpot(2), 'game')
    },
  },
  {
    name: 'a round that is reported again stays one: an open one takes the new values, a settled one refuses others with all of the batch',
    writes: true,
    async run(on) {
      const { app, users, made, prefix } = await makeWorld(on)
      const open = made(1, { status: 'OPEN', win: null, settled_at: null })
      assert.deepEqual(await report(app, [open, made(2)]), { added: 2, changed: 0, same: 0 })
      assert.deepEqual(await report(app, [made(2), open]), { added: 0, changed: 0, same: 2 })
      assert.deepEqual(await report(app, [made(1), made(2)]), { added: 0, changed: 1, same: 1 })
      const all = await reported(on, prefix)
      const settled = all.find(({ round_id }) => round_id === `${prefix}-1`)!
      assert.deepEqual([all.length, settled.status, settled.win, settled.version], [2, 'SETTLED', '2.50', 2])
      const refused = checkRejected(await send(app, [made(3), made(2, { win: '3' })]), 'rounds.1.round_id')
      assert.deepEqual(refused['rounds.1.round_id'], [ROUND_REFUSAL.final])
      checkRejected(await send(app, [made(3), made(1, { user: users[1]!.id })]), 'rounds.1.user')
      assert.deepEqual(await reported(on, prefix), all, 'nothing of a refused batch is stored')
    },
  },
  {
    name: 'ids of rounds that differ only in letter case are two rounds: the platform gave them',
    writes: true,
    async run(on) {
      const { app, users, made, prefix } = await makeWorld(on)
      const [small, large] = [`${prefix}-aB_x`, `${prefix}-Ab_X`]
      const rounds = [made(1, { round_id: small }), made(2, { round_id: large, user: users[1]!.id })]
      assert.deepEqual(await report(app, rounds), { added: 2, changed: 0, same: 0 })
      assert.deepEqual(await report(app, rounds), { added: 0, changed: 0, same: 2 })
      const ids = (await reported(on, prefix)).map(({ round_id }) => round_id)
      assert.deepEqual(new Set(ids), new Set([small, large]))
    },
  },
  {
    name: 'a round that contradicts itself, or is in the batch twice, is 422 at its field',
    async run(on) {
      const { app, made, prefix } = await makeWorld(on)
      const cases: [Values, string][] = [
        [{ refund: '10.01' }, 'refund'],
        [{ status: 'CANCELLED', win: '0' }, 'status'],
        [{ status: 'CANCELLED', refund: '10' }, 'status'],
        [{ status: 'OPEN' }, 'settled_at'],
        [{ settled_at: null }, 'settled_at'],
        [{ settled_at: '2026-03-01T08:59:59.999Z' }, 'settled_at'],
        [{ bet: '0' }, 'bet'],
        [{ bet: '0.001' }, 'bet'],
        [{ bet: '10,10' }, 'bet'],
        [{ bet: '1０,5' }, 'bet'],
        [{ win: '-1' }, 'win'],
        [{ win: 'NaN' }, 'win'],
        [{ win: '99999999999' }, 'win'],
        [{ round_id: 'two words' }, 'round_id'],
      ]
      for (const [values, field] of cases) {
        const errors = await send(app, [made(1), made(2, values)])
        assert.equal(errors.status, 422, JSON.stringify(values))
        assert.match(JSON.stringify(errors.json), new RegExp(String.raw`rounds[.\[]1\]?\.${field}`))
      }
      checkRejected(await send(app, [made(1), made(2), made(1)]), 'rounds.2.round_id')
      assert.deepEqual(await reported(on, prefix), [])
    },
  },
  {
    name: `a batch has 1 to ${ROUNDS_MAX} rounds of enabled users and games of the key's store`,
    writes: true,
    async run(on) {
      const { app, users, games, made, prefix } = await makeWorld(on)
      const partner = await on.asApp(on.partnerStore)
      checkRejected(await send(app, [made(1, { user: NOBODY })]), 'rounds.0.user')
      checkRejected(await send(app, [made(1), made(2, { game: NOBODY })]), 'rounds.1.game')
      checkRejected(await send(partner, [made(1)]), 'rounds.0.user')
      const others = await rowsOfStore(on, 'users', on.partnerStore)
      checkRejected(await send(app, [made(1, { user: others[0]!.id })]), 'rounds.0.user')
      assert.equal((await send(app, [])).status, 422)
      const many = Array.from({ length: ROUNDS_MAX + 1 }, (_none, nth) =>
        made(nth, { user: users[nth % 3]!.id, game: games[nth % 2]!.id }),
      )
      assert.equal((await send(app, many)).status, 422)
      assert.deepEqual(await report(app, many.slice(1)), { added: ROUNDS_MAX, changed: 0, same: 0 })
      assert.equal((await reported(on, prefix)).length, ROUNDS_MAX)
    },
  },
  {
    name: 'the same Idempotency-Key twice returns the first answer; with another batch it is 422',
    writes: true,
    async run(on) {
      const { app, made, prefix } = await makeWorld(on)
      const headers = { [IDEMPOTENCY_KEY_HEADER]: crypto.randomUUID() }
      const first = await send(app, [made(1)], { headers })
      const second = await send(app, [made(1)], { headers })
      assert.deepEqual([first.status, second.status, second.json], [200, 200, first.json])
      assert.equal(second.headers.get(REPLAYED_HEADER), 'true')
      const other = await send(app, [made(2)], { headers })
      assert.deepEqual([other.status, (await reported(on, prefix)).length], [422, 1])
    },
  },
  {
    name: 'a jackpot above the limit of one person is confirmed by others, and paid once; holding it cancels the request',
    writes: true,
    roles: ['RISK', 'FINANCE', 'ADMIN'],
    async run(on) {
      const [risk, boss] = [await on.as('RISK'), await clientOf(on, 'boss')]
      const { id, user } = await reportedJackpot(on)
      const userId = (user as { id: string }).id
      const read = () => done<Row>(boss, jackpots, 'get', id)
      const act = async (verb: string, values: object = {}) =>
        call(risk, jackpots, verb, id, { body: values, ifMatch: (await read()).version })
      checkSuccess(await act('confirm'), operationOf(jackpots, 'confirm'))
      assert.deepEqual([(await read()).status, (await read()).awaits_approval], ['PENDING_REVIEW', true])
      checkFailure(await act('confirm'), 422)
      checkSuccess(await act('hold', { reason: 'One device' }), operationOf(jackpots, 'hold'))
      assert.equal((await read()).awaits_approval, false)
      checkFailure(await act('confirm'), 409)
      checkSuccess(await act('resume', { reason: 'Two people' }), operationOf(jackpots, 'resume'))
      checkSuccess(await act('confirm'), operationOf(jackpots, 'confirm'))
      checkFailure(await act('pay'), 409)
      await approveAs(on, userId, ['FINANCE', 'ADMIN'])
      assert.equal((await read()).status, 'CONFIRMED')
      checkSuccess(await act('pay'), operationOf(jackpots, 'pay'))
      checkFailure(await act('pay'), 409)
      const users = definitionOf('users')
      assert.equal((await done<Row>(boss, users, 'get', userId)).cash_balance, '750.00')
    },
  },
  {
    name: 'a jackpot that is reported again is the same one; with other values, or above its pool, it is 422 at the field',
    writes: true,
    async run(on) {
      const { app, users, games, prefix } = await makeWorld(on)
      const body = {
        hit_id: `${prefix}-j`,
        level: 'MAJOR',
        pool_before: '1200',
        amount: '1199.5',
        user: users[0]!.id,
        game: games[0].id,
        hit_at: '2026-03-01T09:00:00Z',
      }
      const first = await done<Row>(app, jackpots, 'appReport', '', { body })
      assert.deepEqual([first.status, first.amount, 'user' in first], ['PENDING_REVIEW', '1199.50', false])
      const again = { ...body, amount: '1199.50' }
      assert.deepEqual(await done(app, jackpots, 'appReport', '', { body: again }), first)
      const other = { ...body, amount: '1199.51' }
      const refused = checkRejected(await call(app, jackpots, 'appReport', '', { body: other }), 'hit_id')
      assert.deepEqual(refused.hit_id, [JACKPOT_REFUSAL.known])
      const above = { ...body, hit_id: `${prefix}-k`, amount: '1200.01' }
      checkRejected(await call(app, jackpots, 'appReport', '', { body: above }), 'amount')
      const found = (await rowsOf(on, jackpots)).filter(({ hit_id }) => String(hit_id as string).startsWith(prefix))
      assert.equal(found.length, 1)
      const second = await done<Row>(app, jackpots, 'appReport', '', { body: { ...body, hit_id: `${prefix}-J` } })
      assert.notEqual(second.id, first.id, 'an id in another letter case is another id')
    },
  },
]
