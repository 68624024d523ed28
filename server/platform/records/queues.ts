/** Records that people work through (contract, queue.ts): what is derived from a claim and the clock, and who decided. */
import { AT_RISK_FROM, decisionsOf, openStates, STATUS } from '@contract/records/queue'
import type { RecordDefinition } from '@contract/records/record'
import { isoTime } from '@server/platform/db/iso-time'
import { CLAIM_JOINS, isClaimed } from './claims'
import { columnOf, spanSource } from './kinds'
import type { FieldSource } from './table'
import type { Columns } from './writes'

/** SQL that a record's source says about its queue. */
export interface QueueSql {
  /** The minutes in which a record has to be decided, or null; only for queues that have this. */
  readonly within?: (alias: string) => string
  /** When a record stopped waiting although nobody decided it, such as the time of its expiry; null while it waits. */
  readonly ended?: (alias: string) => string
}

/**
 * The fields of a record in a queue, and the joins that they need; none for other records.
 * @throws where the source does not say what the queue needs
 */
export function queueSources(
  record: RecordDefinition,
  { within, ended }: QueueSql = {},
): {
  fields: Readonly<Record<string, Partial<FieldSource> & Pick<FieldSource, 'value'>>>
  joins: Readonly<Record<string, string>>
} {
  if (!record.queue) return { fields: {}, joins: {} }
  const column = (name: string) => `u.${columnOf(name, record.fields[name]!.type)}`
  const since = column(record.queue.since)
  const until = ended ? `coalesce(${column('decided_at')}, ${ended('u')})` : column('decided_at')
  const waited = spanSource(since, until)
  const waits = record.queue.waits.map((state) => `'${state}'`).join(', ')
  if (record.queue.within && !within)
    throw new Error(`The source of ${record.name} does not say within how many minutes it is decided`)
  const isWaiting = `${column(STATUS)} in (${waits}) and ${until} is null`
  const due = `case when ${isWaiting} then ${since} + sla.time_limit end`
  const state = `case when not (${isWaiting}) or sla.time_limit is null then null
    when statement_timestamp() >= ${since} + sla.time_limit then 'BREACHED'
    when statement_timestamp() >= ${since} + sla.time_limit * ${AT_RISK_FROM} then 'AT_RISK' else 'ON_TRACK' end`
  // The time of a row that the platform has settled by itself is unknown.
  const isKnown = `${since} is not null and (${column('decided_at')} is not null or ${column(STATUS)} in (${waits}))`
  return {
    fields: {
      ...(record.queue.within && {
        due_at: { value: isoTime(due), key: due, joins: ['sla'] },
        sla_state: { value: state, joins: ['sla'] },
      }),
      waiting: {
        ...waited,
        value: `case when ${isKnown} then ${waited.value} end`,
        key: `case when ${isKnown} then ${waited.key} end`,
      },
      claimed_by: {
        value: `case when ${isClaimed('u')} then json_build_object('id', holder.id, 'username', holder.username) end`,
        key: `case when ${isClaimed('u')} then holder.username end`,
        compared: { sql: `case when ${isClaimed('u')} then u.claimed_by end`, type: 'uuid' },
        joins: ['holder'],
      },
      claim_until: {
        value: `case when ${isClaimed('u')} then ${isoTime('u.claim_until')} end`,
        key: `case when ${isClaimed('u')} then u.claim_until end`,
      },
    },
    joins: {
      ...CLAIM_JOINS,
      ...(within && { sla: `cross join lateral (select make_interval(mins => ${within('u')}) as time_limit) sla` }),
    },
  }
}

/** Who decided, and when; nobody, where `by` is null. @param by id of the person */
export const decided = (by: string | null, at: string): Columns => ({
  decided_by_id: { value: by, type: 'uuid', field: 'decided_by' },
  decided_at: { value: by === null ? null : at, type: 'timestamptz', field: 'decided_at' },
})

/**
 * @param name of the action @param columns that it writes @param by id of whoever performs it
 * @returns who decided, as the action leaves it: a decision says so, and an action that leads back to a state in which records are decided
 *   makes the record undecided
 */
export function decidedThen(
  record: RecordDefinition,
  name: string,
  columns: Columns,
  { by, at }: { by: string; at: string },
): Columns {
  if (decisionsOf(record).some(([decision]) => decision === name)) return decided(by, at)
  const state = columns[STATUS]?.value
  return typeof state === 'string' && openStates(record).includes(state) ? decided(null, at) : {}
}
