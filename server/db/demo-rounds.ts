/** A year of rounds of the demo's users, written in bulk. The same seed data and anchor give the same rounds. */
import type { Queryable } from '@server/platform/ports/db'
import { inBulk } from '@server/platform/db/in-bulk'

/** Games that are played: the first ones of the catalogue. */
const GAMES = 400
const DAYS = 365

/** A number from 0 to 1 that depends on the round `n` and the salt. */
const random = (salt: number) => `((hashint8(n * 1000003 + ${salt})::bigint & 1048575)::float8 / 1048576)`

/**
 * Who plays what: users with deposits, a few of whom play most of the rounds. Those with a bonus grant are left out, because their
 * rounds would count for it.
 */
const PLAYERS = `
  create temporary table demo_players on commit drop as
  select row_number() over (order by u.created_at, u.id)::int as place, u.id, u.store, greatest(u.created_at, $1::timestamptz - interval '${DAYS} days') as since
  from users u where u.total_deposit > 0 and u.store is not null and not exists (select from user_bonuses g where g.user_id = u.id)`
const PLAYED = `
  create temporary table demo_games on commit drop as
  select row_number() over (order by g.position)::int as place, g.id, g.platform_id, g.game_type_id
  from games g where not g.is_deleted and g.position <= ${GAMES}`

/**
 * An id of version 7, as the server gives each round: the time at which it was settled, and digits that depend on the round. It is put
 * together from two numbers, as that of a ledger entry (migration `entry_ids_at_once`): 28672 is version 7, 4095 keeps 12 bits, and in the
 * second number the highest two bits become 10, the variant of every UUID.
 */
const ID = `encode(int8send(((date_part('epoch', settled_at) * 1000)::bigint << 16) | 28672 | (hashint8(n) & 4095))
    || int8send((hashint8extended(n, 1) & 4611686018427387903) | (-9223372036854775808)), 'hex')::uuid`

/** `offset 0` keeps PostgreSQL from computing an expression again wherever the outer statement uses it. */
const ADD = `
  with rounds as (
    select n, p.id as user_id, p.store, g.id as game_id, g.platform_id, g.game_type_id,
      date_trunc('milliseconds', p.since + ($2::timestamptz - p.since) * (${random(1)} * 0.999 + 0.0005)) as at,
      (array[0.20, 0.50, 1, 1, 2, 2.50, 5, 10])[1 + floor(${random(2)} * 8)::int]::numeric as bet,
      (array[0, 0, 0, 0, 0.4, 0.5, 0.8, 1, 1.2, 1.5, 2.3, 3])[1 + floor(${random(3)} * 12)::int]::numeric as multiple,
      ${random(4)} < 0.004 as is_cancelled, ${random(5)} < 0.15 as is_bonus, (3 + floor(${random(6)} * 40)) * interval '1 second' as duration
    from generate_series(1, $1::bigint) n
    join demo_players p on p.place = 1 + floor(power(${random(7)}, 2.5) * $3::int)::int
    join demo_games g on g.place = 1 + floor(power(${random(8)}, 1.6) * $4::int)::int
    offset 0
  ), settled as (
    select *, at + duration as settled_at from rounds offset 0
  )
  insert into game_records (id, round_id, user_id, platform_id, game_id, game_type_id, wallet, status, stake, refund, win, started_at, settled_at,
    store_code, created_at, updated_at)
  select ${ID}, 'Y' || lpad(to_hex(n), 8, '0'), user_id, platform_id, game_id, game_type_id,
    case when is_bonus then 'BONUS' else 'CASH' end, case when is_cancelled then 'CANCELLED' else 'SETTLED' end,
    case when is_cancelled then 0 else bet end, case when is_cancelled then bet else 0 end,
    case when is_cancelled then 0 else round(bet * multiple, 2) end, at, settled_at, store, settled_at, settled_at
  from settled order by at, n`

/**
 * @param count number of rounds, over the year before the anchor
 * @param anchor milliseconds since 1970
 */
export async function seedRounds(tx: Queryable, count: number, anchor: number): Promise<void> {
  const until = new Date(anchor).toISOString()
  await tx.query(PLAYERS, [until])
  await tx.query(PLAYED)
  const [size] = await tx.query<{ players: number; games: number }>(
    'select (select count(*)::int from demo_players) as players, (select count(*)::int from demo_games) as games',
  )
  const { players, games } = size!
  if (players === 0 || games === 0) return
  await inBulk(tx, ['game_records'], async () => {
    await tx.query(ADD, [count, until, players, games])
  })
}
