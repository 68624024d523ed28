/** Levels of users: which user has which, and whom a change of the levels moves (catalogue, /user-levels). */
import { userLevel } from '@contract/records/people/user-level'
import { createParams, type Params } from '@server/platform/db/params'
import type { Queryable } from '@server/platform/ports/db'
import { rejected } from '@server/platform/operations/failure'
import { recordTable } from '@server/platform/records/record-table'
import { defineSource, type ChangedRow, type PreviewCall, type RuleCall } from '@server/platform/records/source'

export const userLevels = recordTable(userLevel, 'user_levels')

/** Lowest minimum, which every user reaches. */
const LOWEST = 'The lowest level begins at 0: every user has at least this one'
/** Id of a level that is not saved yet. */
const NEW_LEVEL = '00000000-0000-0000-0000-000000000000'

/** A level as it would be after saving. */
interface Supposed {
  id: string
  least: string
}

/**
 * The parts of a `with` list that find who moves: `ladder` (the enabled levels of the store, each with the minimum of the next
 * one) and `moved` (users who would change their level: `before`, `after`, `is_up`). A level that staff set does not change; a
 * user who keeps a level can only move up.
 * @param store its code; null for records without a store
 */
function movesSql(params: Params, store: string | null, supposed: Supposed | null): string {
  const of = params.add(store, 'text')
  const stored = supposed ? ` and l.id <> ${params.add(supposed.id, 'uuid')}` : ''
  const more = supposed
    ? ` union all select ${params.add(supposed.id, 'uuid')}, ${params.add(supposed.least, 'numeric')}`
    : ''
  return `levels as (
      select l.id, l.min_total_deposit as least from user_levels l
      where l.store_code is not distinct from ${of} and not l.is_deleted${stored}${more}
    ), ladder as (select id, least, lead(least) over (order by least) as above from levels),
    moved as (
      select p.id, p.user_level_id as before, n.id as after, coalesce(n.least > o.least, true) as is_up
      from users p
      join ladder n on p.total_deposit >= n.least and (n.above is null or p.total_deposit < n.above)
      left join ladder o on o.id = p.user_level_id
      where p.store is not distinct from ${of} and not p.level_pinned and p.user_level_id is distinct from n.id
        and not (p.level_kept and n.least < o.least)
    )`
}

interface Moved extends ChangedRow {
  before: string | null
  after: string
}

/**
 * Assigns users the levels that their deposits reach.
 * @param keeps nobody moves down: such users keep their level until they reach a higher one
 * @returns the users who moved
 */
async function moveUsers(on: Queryable, store: string | null, keeps: boolean): Promise<Moved[]> {
  const params = createParams()
  const moves = movesSql(params, store, null)
  if (keeps)
    await on.query(
      `with ${moves} update users u set level_kept = true from moved m where u.id = m.id and not m.is_up`,
      params.values,
    )
  return on.query<Moved>(
    `with ${moves} update users u set user_level_id = m.after, level_kept = u.level_kept and not m.is_up
      from moved m where u.id = m.id
      returning u.id::text as id, u.version, u.store as store_code, m.before::text as before, m.after::text as after`,
    params.values,
  )
}

/** Counts the users who would move, and the users of each level afterwards. */
async function answerPreview({ on, id, body, storeOfNew }: PreviewCall): Promise<object> {
  const [level] = id === null ? [] : await levelOf(on, id)
  const params = createParams()
  const least = body.min_total_deposit as string
  const keeps = body.nobody_moves_down === true
  // A disabled level moves nobody, whatever its minimum.
  const supposed = level?.is_deleted ? null : { id: id ?? NEW_LEVEL, least }
  const moves = movesSql(params, level ? level.store_code : storeOfNew, supposed)
  const taken = keeps ? ' and m.is_up' : ''
  const rows = await on.query<{ up: number; down: number; name: string | null; now: number; then: number }>(
    `with ${moves}, sums as (
       select (select count(*)::int from moved where is_up) as up, ${keeps ? '0' : '(select count(*)::int from moved where not is_up)'} as down
     )
     select s.up, s.down, l.name,
       (select count(*)::int from users p where p.user_level_id = d.id) as now,
       (select count(*)::int from users p where p.user_level_id = d.id)
         + (select count(*)::int from moved m where m.after = d.id${taken})
         - (select count(*)::int from moved m where m.before = d.id${taken}) as "then"
     from ladder d cross join sums s left join user_levels l on l.id = d.id order by d.least`,
    params.values,
  )
  const sums = rows[0] ?? { up: 0, down: 0 }
  return {
    moved_up: sums.up,
    moved_down: sums.down,
    levels: rows.map(({ name, now, then }) => ({
      level: name ?? 'The new level',
      users: now === then ? String(now) : `${now} → ${then}`,
    })),
  }
}

interface Level {
  name: string
  least: string
  is_deleted: boolean
  store_code: string | null
}
const levelOf = (on: Queryable, id: string) =>
  on.query<Level>(
    'select name, min_total_deposit::text as least, is_deleted, store_code from user_levels where id = $1::uuid',
    [id],
  )

/** Serialises changes to the levels of a store, so that each change sees whom the other one moved. */
const oneAtATime = (tx: Queryable, store: string | null) =>
  tx.query('select pg_advisory_xact_lock(hashtext($1::text))', [`user levels ${store ?? ''}`])

async function check({ tx, id, body, storeOfNew }: RuleCall): Promise<void> {
  const [level] = id === null ? [] : await levelOf(tx, id)
  const store = level ? level.store_code : storeOfNew
  await oneAtATime(tx, store)
  if (level && body.is_deleted === true) {
    if (Number(level.least) === 0) throw rejected({ is_deleted: [LOWEST] }, `${LOWEST}.`)
    const [row] = await tx.query<{ n: number }>('select count(*)::int as n from users where user_level_id = $1::uuid', [
      id,
    ])
    const n = row!.n
    const message = `${n === 1 ? '1 user has' : `${n} users have`} this level. Raise its minimum, or set another level for them first.`
    if (n > 0) throw rejected({ is_deleted: [message] }, message)
    return
  }
  const isEnabled = body.is_deleted === false || !level?.is_deleted
  const least = (body.min_total_deposit as string | undefined) ?? level!.least
  if (!isEnabled || Number(least) === 0) return
  const [row] = await tx.query<{ n: number }>(
    `select count(*)::int as n from user_levels
      where store_code is not distinct from $1 and not is_deleted and min_total_deposit = 0 and id is distinct from $2::uuid`,
    [store, id],
  )
  if (row!.n === 0) throw rejected({ min_total_deposit: [LOWEST] })
}

async function afterWrite({ tx, id, body, changed, audit }: RuleCall & { id: string }): Promise<void> {
  const [level] = await levelOf(tx, id)
  const moved = await moveUsers(tx, level!.store_code, body.nobody_moves_down === true)
  await audit(
    'users',
    moved.map(({ id: subjectId, before, after: to }) => ({
      action: 'level',
      subjectId,
      before: { user_level: before },
      after: { user_level: to },
    })),
  )
  changed('users', moved, true)
  // The ranks of other levels and their numbers of users change too.
  const others = await tx.query<ChangedRow>(
    `select id::text as id, version, store_code from user_levels where store_code is not distinct from $1 and id <> $2::uuid`,
    [level!.store_code, id],
  )
  changed('userLevel', others, true)
}

export default defineSource(userLevel, {
  table: userLevels,
  scope: { store: 'row' },
  derived: {
    rank: {
      value: `case when not u.is_deleted then (select count(*)::int from user_levels r
        where r.store_code is not distinct from u.store_code and not r.is_deleted and r.min_total_deposit <= u.min_total_deposit) end`,
      type: 'integer',
    },
    users_count: { value: '(select count(*)::int from users p where p.user_level_id = u.id)', type: 'integer' },
  },
  check,
  afterWrite,
  preview: answerPreview,
})

/** SQL of the level that deposits reach in a store. @param store SQL of its code; @param deposits SQL of the sum */
export const reachedLevel = (store: string, deposits: string): string =>
  `(select l.id from user_levels l where l.store_code is not distinct from ${store} and not l.is_deleted
     and l.min_total_deposit <= ${deposits} order by l.min_total_deposit desc limit 1)`

/** Assigns levels to all users of a new demo; those set by staff are above what the deposits reach. */
export async function assignLevels(on: Queryable): Promise<void> {
  const deposits = 'case when u.level_pinned then u.total_deposit * 20 + 500 else u.total_deposit end'
  await on.query(`update users u set user_level_id = ${reachedLevel('u.store', deposits)}`)
}
