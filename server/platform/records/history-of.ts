/** What a person may read of the history of one record (contract, Records on the wire: timeline). */
import { can, canRead, SUBJECTS } from '@contract/permissions'
import {
  privateFields,
  reasonFields,
  toldInputs,
  type ActionDefinition,
  type RecordDefinition,
} from '@contract/records/record'
import { claimEventsOf, originOf } from '@contract/records/timeline'
import { malformed } from '@server/platform/operations/failure'
import type { Principal } from '@server/platform/modules/access/principal'
import type { HistoryOf, HistoryPlace } from '@server/platform/modules/audit/history'
import { columnOf } from './kinds'
import type { RecordSource } from './source'
import { SOURCES } from './sources'
import { readableFields } from './table'

/** @param place the opened cursor @throws 400 for a cursor of another history */
export function placeIn(place: string | null): HistoryPlace {
  if (place === null)
    throw malformed('This cursor belongs to another person, record or kind. Read the history from its newest entry.')
  return JSON.parse(place) as HistoryPlace
}

/** By the name of each action. */
const ofActions = <T>(
  { actions }: RecordDefinition,
  of: (action: ActionDefinition) => T,
): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(actions).map(([name, action]) => [name, of(action)]))

/** The history of a record, limited to the rights of its reader. */
export function historyOf(source: RecordSource, id: string, { access, stores }: Principal): HistoryOf {
  const { record } = source
  const { origin, posts } = record
  const from = origin?.in?.field
  return {
    id,
    subjects: [source.subject, ...(source.shares ?? [])],
    fields: {
      all: Object.keys(record.allFields),
      formerly: Object.fromEntries(
        Object.entries(record.allFields).flatMap(([name, { formerly }]) => (formerly ? [[formerly, name]] : [])),
      ),
      readable: readableFields(source, access),
      reasonIn: ofActions(record, reasonFields),
      asked: ofActions(record, toldInputs),
      subjects: SUBJECTS.filter((subject) => can(access, 'read', subject)),
    },
    table: source.table,
    origin: from ? `u.${columnOf(from, record.fields[from]!.type)}` : 'null',
    originOf: (value) => originOf(record, () => value),
    claims: claimEventsOf(record),
    money:
      posts && can(access, 'read', SOURCES.walletTransaction.subject)
        ? { of: posts, readable: readableFields(SOURCES.walletTransaction, access), stores }
        : null,
    purposes: privateFields(record)
      .filter((field) => canRead(access, record.subject, field))
      .map((field) => `${record.name}.${field}`),
  }
}
