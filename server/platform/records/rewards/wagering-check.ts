/**
 * Whether rounds count as the rule says (wagering.ts): the reports of the past are counted again, in their order, towards the grants
 * that were active at the time of each.
 */
import { amountOf, hundredthsOf } from '@contract/amounts'
import { countedOf, type CountedRound } from '@contract/records/rewards/wagering'
import type { Queryable } from '@server/platform/ports/db'
import { GRANT_TERMS, termsOf, type GrantTerms } from './wagering'

/** Users of one read. */
const READ = 200

interface Grant extends GrantTerms {
  id: string
  user: string
  status: string
  required: string
  wagered: string
  /** Milliseconds since 1970: active from, and until when if nothing is wagered. */
  from: number
  until: number
}
interface Round {
  id: string
  round_id: string
  user: string
  stake: string
  bet: string
  game_type: string
  /** Of the game type now. */
  weight: string
  at: number
  /** When the app reported that it is settled, milliseconds since 1970. */
  reported: number
  grant: string | null
  counted: string | null
  percent: string | null
}

const epoch = (time: string) => `(extract(epoch from ${time}) * 1000)::float8`
const GRANTS = `select g.id::text as id, g.user_id::text as user, g.status, g.wagering_required::text as required, g.wagered::text as wagered,
    ${epoch('g.granted_at')} as from,
    ${epoch(`case when g.status in ('FORFEITED', 'REVOKED') then least(g.expires_at, g.updated_at) else g.expires_at end`)} as until,
    ${GRANT_TERMS.columns}
  from user_bonuses g ${GRANT_TERMS.joins}
  where g.user_id = any($1::uuid[]) and g.status <> 'GRANTED' order by g.granted_at, g.id`
const ROUNDS = `select r.id::text as id, r.round_id, r.user_id::text as user, r.stake::text as stake, (r.stake + r.refund)::text as bet,
    r.game_type_id::text as game_type, coalesce(t.wagering_weight, 100)::text as weight, ${epoch('r.started_at')} as at,
    ${epoch('r.updated_at')} as reported, r.grant_id::text as grant, r.counted::text as counted, r.counted_percent::text as percent
  from game_records r join game_types t on t.id = r.game_type_id
  where r.user_id = any($1::uuid[]) and r.status = 'SETTLED' and r.stake > 0 order by r.updated_at, r.started_at, r.id`

interface Stranger {
  round_id: string
  grant: string
}
/** Rounds that count for grants of these users, and are other users' rounds. */
const STRANGERS = `select r.round_id, g.id::text as grant from game_records r join user_bonuses g on g.id = r.grant_id
  where g.user_id = any($1::uuid[]) and g.user_id <> r.user_id order by r.id`

/** Counts the rounds of one report. @param left what is left to wager of each grant; it is reduced */
function countReport(grants: readonly Grant[], report: readonly Round[], left: Map<string, bigint>): CountedRound[] {
  const [{ reported }] = report as [Round]
  const active = grants.filter(({ from, until }) => from <= reported && until > reported)
  return active.length === 0
    ? []
    : countedOf(
        active.map((grant) => ({ ...grant, ...termsOf(grant), left: left.get(grant.id)! })),
        // The weight of a game type may have changed since: what was noted is what it was.
        report.map(({ weight, percent, game_type, ...round }) => ({
          ...round,
          gameType: game_type,
          weight: percent ?? weight,
        })),
      )
}

const told = (grant: string | null, hundredths: bigint) =>
  grant === null ? 'nothing' : `${amountOf(hundredths)} for bonus grant ${grant}`

/** @param grants of one user, the oldest first @param rounds of the user, in the order of their reports */
function* differencesOf(grants: readonly Grant[], rounds: readonly Round[]): Generator<string, void, void> {
  const left = new Map(grants.map(({ id, required }) => [id, hundredthsOf(required)]))
  for (let first = 0; first < rounds.length;) {
    const end = rounds.findIndex(({ reported }, index) => index > first && reported !== rounds[first]!.reported)
    const report = rounds.slice(first, end === -1 ? rounds.length : end)
    first += report.length
    const counted = new Map(countReport(grants, report, left).map((each) => [each.round, each]))
    for (const { grant, hundredths } of counted.values()) left.set(grant, left.get(grant)! - hundredths)
    for (const { id, round_id, grant, counted: stored } of report) {
      const rule = counted.get(id)
      const [is, should] = [told(grant, hundredthsOf(stored ?? '0')), told(rule?.grant ?? null, rule?.hundredths ?? 0n)]
      if (is !== should) yield `round ${round_id}: it counts ${is} instead of ${should}`
    }
  }
  for (const { id, status, required, wagered } of grants) {
    const sum = hundredthsOf(required) - left.get(id)!
    if (hundredthsOf(wagered) !== sum)
      yield `bonus grant ${id}: ${wagered} is wagered, and its rounds count ${amountOf(sum)}`
    const isDone = hundredthsOf(required) > 0n && left.get(id)! <= 0n
    if (isDone !== (status === 'COMPLETED') && (isDone ? status === 'ACTIVE' : hundredthsOf(required) > 0n))
      yield `bonus grant ${id}: it is ${status.toLowerCase()}, and ${amountOf(sum)} of ${required} is wagered`
  }
}

function byUser<T extends { user: string }>(rows: readonly T[]): Map<string, T[]> {
  const of = new Map<string, T[]>()
  for (const row of rows) {
    const known = of.get(row.user)
    if (known) known.push(row)
    else of.set(row.user, [row])
  }
  return of
}

/** Reads the users with grants in parts. @returns a sentence for each round and each grant that differs from the rule */
export async function* wageringDifferences(tx: Queryable): AsyncGenerator<string, void, void> {
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const people = await tx.query<{ id: string }>(
      `select distinct user_id::text as id from user_bonuses where user_id > $1::uuid order by 1 limit ${READ}`,
      [last],
    )
    const ids = people.map(({ id }) => id)
    for (const { round_id, grant } of await tx.query<Stranger>(STRANGERS, [ids]))
      yield `round ${round_id}: bonus grant ${grant} is another user's`
    const [grants, rounds] = [await tx.query<Grant>(GRANTS, [ids]), await tx.query<Round>(ROUNDS, [ids])]
    const [grantsOf, roundsOf] = [byUser(grants), byUser(rounds)]
    for (const id of ids) yield* differencesOf(grantsOf.get(id) ?? [], roundsOf.get(id) ?? [])
    if (people.length < READ) return
    last = ids.at(-1)!
  }
}
