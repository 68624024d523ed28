/** Whether users have the levels that their deposits reach (user-level.ts), computed from the transfers. */
import type { Queryable } from '@server/platform/ports/db'

/** Users of one read. */
const READ = 2000

/** The level that staff set, or that a user keeps, may be another one: the first is not checked, the second only upwards. */
const CHECK = `
  with people as (
    select u.id, u.username, u.store, u.user_level_id, u.level_kept, u.currency from users u
    where not u.level_pinned and u.id > $1::uuid order by u.id limit ${READ}
  ), paid as (
    select t.user_id, sum(case when t.reverses is null then t.amount else -t.amount end) as deposits
    from transfers t left join transfers o on o.no = t.reverses
    join transfer_purposes p on p.purpose = coalesce(o.purpose, t.purpose) and p.counts = 'DEPOSIT'
    where t.user_id in (select id from people) group by t.user_id
  )
  select p.id::text as id, p.username, coalesce(d.deposits, 0)::text as deposits, o.name as stored, l.name as reached,
    l.id is distinct from p.user_level_id and not (p.level_kept and o.min_total_deposit > l.min_total_deposit) as differs
  from people p left join paid d on d.user_id = p.id left join user_levels o on o.id = p.user_level_id
  left join lateral (select l.id, l.name, l.min_total_deposit from user_levels l
    where l.store_code is not distinct from p.store and not l.is_deleted and l.min_total_deposit <= coalesce(d.deposits, 0)
    order by l.min_total_deposit desc limit 1) l on true
  order by p.id`

interface Checked {
  id: string
  username: string
  deposits: string
  stored: string | null
  reached: string | null
  differs: boolean | null
}

/** Reads the users in parts. @returns a sentence for each whose level is not the one that the deposits reach */
export async function* levelDifferences(tx: Queryable): AsyncGenerator<string, void, void> {
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await tx.query<Checked>(CHECK, [last])
    for (const { username, deposits, stored, reached, differs } of rows)
      if (differs)
        yield `user ${username}: deposits of ${deposits} reach ${reached ?? 'no level'}, and the level is ${stored ?? 'none'}`
    if (rows.length < READ) return
    last = rows.at(-1)!.id
  }
}
