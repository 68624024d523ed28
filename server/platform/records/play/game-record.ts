import { gameRecord } from '@contract/records/play/game-record'
import {
  isSameRound,
  roundErrors,
  valuesOfRound,
  type KnownRound,
  type RoundValues,
  type SentRound,
} from '@contract/records/play/rounds'
import { isoTime } from '@server/platform/db/iso-time'
import { users } from '@server/platform/db/schema'
import { rejected } from '@server/platform/operations/failure'
import { uuidV7 } from '@server/platform/lib/uuid-v7'
import { games } from '@server/platform/records/content/game'
import { gameTypes } from '@server/platform/records/content/game-type'
import { gamePlatforms } from '@server/platform/records/content/platform'
import { userBonuses } from '@server/platform/records/rewards/bonus-grant'
import { countWagering } from '@server/platform/records/rewards/wagering'
import { recordTable } from '@server/platform/records/record-table'
import { defineSource, type AppRuleCall, type ChangedRow } from '@server/platform/records/source'

const TABLE = 'game_records'
export const gameRecords = recordTable(gameRecord, TABLE, {
  user: () => users.id,
  platform: () => gamePlatforms.id,
  game: () => games.id,
  game_type: () => gameTypes.id,
  grant: () => userBonuses.id,
})

/** The lines of a round: its bet, what was refunded of it, and the win. */
const LINES = `(select coalesce(json_agg(json_build_object('kind', l.kind, 'amount', l.amount::numeric(20, 2)::text, 'at', ${isoTime('l.at')}) order by l.place), '[]'::json)
  from (values (1, 'BET', u.stake + u.refund, u.started_at), (2, 'REFUND', u.refund, coalesce(u.settled_at, u.started_at)),
    (3, 'WIN', u.win, coalesce(u.settled_at, u.started_at))) as l(place, kind, amount, at) where l.amount > 0)`

/** The columns of a report, as a list for `json_to_recordset`. */
const COLUMNS = `id uuid, round_id text, user_id uuid, game uuid, wallet text, status text, stake numeric, refund numeric, win numeric,
  started_at timestamptz, settled_at timestamptz`
type Reported = RoundValues & { id: string; round_id: string; user_id: string }

/** The rounds of the app's store that were reported before, by their `round_id`. */
async function knownRounds({ tx, app }: AppRuleCall, rounds: readonly SentRound[]): Promise<Map<string, KnownRound>> {
  const known = await tx.query<KnownRound>(
    `select id::text as id, round_id, user_id::text as user, game_id::text as game, wallet, status, stake::text as stake,
       refund::text as refund, win::text as win, ${isoTime('started_at')} as started_at, ${isoTime('settled_at')} as settled_at
     from ${TABLE} where store_code = $1::text and round_id = any($2::text[])`,
    [app.store, rounds.map(({ round_id }) => round_id)],
  )
  return new Map(known.map((round) => [round.round_id, round]))
}

/** Adds rounds, with the platform and the type that their games have now. */
const addRounds = ({ tx, app, at }: AppRuleCall, rounds: readonly Reported[]): Promise<ChangedRow[]> =>
  tx.query<ChangedRow>(
    `insert into ${TABLE} (id, round_id, user_id, platform_id, game_id, game_type_id, wallet, status, stake, refund, win, started_at,
       settled_at, store_code, created_at, updated_at)
     select t.id, t.round_id, t.user_id, g.platform_id, g.id, g.game_type_id, t.wallet, t.status, t.stake, t.refund, t.win,
       t.started_at, t.settled_at, $2::text, $3::timestamptz, $3::timestamptz
     from json_to_recordset($1::json) as t(${COLUMNS}) join games g on g.id = t.game
     returning id::text as id, version, store_code`,
    [JSON.stringify(rounds), app.store, at],
  )

/** Writes the new values of open rounds. */
const changeRounds = ({ tx, at }: AppRuleCall, rounds: readonly Reported[]): Promise<ChangedRow[]> =>
  tx.query<ChangedRow>(
    `update ${TABLE} n set platform_id = g.platform_id, game_id = g.id, game_type_id = g.game_type_id, wallet = t.wallet, status = t.status,
       stake = t.stake, refund = t.refund, win = t.win, started_at = t.started_at, settled_at = t.settled_at,
       version = n.version + 1, updated_at = $2::timestamptz
     from json_to_recordset($1::json) as t(${COLUMNS}) join games g on g.id = t.game where n.id = t.id
     returning n.id::text as id, n.version, n.store_code`,
    [JSON.stringify(rounds), at],
  )

/**
 * Stores the rounds of a batch, all or none. Batches of one store wait for each other, so that each sees what the one before it
 * has stored.
 * @throws 422 at the fields of rounds that contradict themselves or an earlier report
 */
async function report(call: AppRuleCall) {
  const { app, at, inTurn, changed, audit } = call
  const rounds = call.body.rounds as SentRound[]
  await inTurn(app.store)
  const known = await knownRounds(call, rounds)
  const errors = roundErrors(rounds, (roundId) => known.get(roundId))
  if (Object.keys(errors).length > 0) throw rejected(errors)
  const sent = rounds.map((round) => ({
    before: known.get(round.round_id),
    round_id: round.round_id,
    user_id: round.user,
    values: valuesOfRound(round),
  }))
  const fresh = sent.flatMap(({ before, values, ...ids }) =>
    before ? [] : [{ id: uuidV7(Date.parse(at)), ...ids, ...values }],
  )
  const moved = sent.flatMap(({ before, values, ...ids }) =>
    before && !isSameRound(before, values) ? [{ before, after: { id: before.id, ...ids, ...values } }] : [],
  )
  const added = fresh.length > 0 ? await addRounds(call, fresh) : []
  const updated =
    moved.length > 0
      ? await changeRounds(
          call,
          moved.map(({ after }) => after),
        )
      : []
  changed('gameRecord', [...added, ...updated])
  await audit('gameRecord', [
    ...fresh.map(({ id, user_id, ...after }) => ({
      action: 'create',
      subjectId: id,
      before: null,
      after: { ...after, user: user_id },
    })),
    ...moved.map(({ before, after }) => ({
      action: 'report',
      subjectId: before.id,
      ...differenceOf(before, valuesOf(after)),
    })),
  ])
  const isSettled = ({ status }: RoundValues) => status === 'SETTLED'
  await countWagering(call, [
    ...fresh.filter(isSettled).map(({ id }) => id),
    ...moved.flatMap(({ after }) => (isSettled(after) ? [after.id] : [])),
  ])
  return { added: added.length, changed: updated.length, same: rounds.length - added.length - updated.length }
}

const valuesOf = ({ id: _id, round_id: _round, user_id: _user, ...values }: Reported): RoundValues => values

/** The values that a report changed, for the history. */
function differenceOf(before: KnownRound, after: RoundValues) {
  const names = (Object.keys(after) as (keyof RoundValues)[]).filter((name) => before[name] !== after[name])
  const part = (of: RoundValues) => Object.fromEntries(names.map((name) => [name, of[name]]))
  return { before: part(before), after: part(after) }
}

export default defineSource(gameRecord, {
  table: gameRecords,
  scope: { store: 'row' },
  derived: {
    net: { value: '(u.stake - u.win)::text', key: '(u.stake - u.win)', type: 'numeric' },
    lines: { value: LINES, key: '1', type: 'integer' },
  },
  appCalls: { report },
})
