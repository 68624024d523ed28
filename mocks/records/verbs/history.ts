/** The history of a record: what is remembered of a change, and what a person reads of it. */
import { APPROVAL_EVENTS, APPROVAL_TITLE, HISTORY_ENTRIES, type HistoryEntry, REASON } from '@contract/entities/history'
import { type Access, can, canRead } from '@contract/permissions'
import type { Field } from '@contract/records/field'
import { isMaskedFor, masked } from '@contract/records/mask'
import { type ActionDefinition, type RecordDefinition, pickedFields, reasonFields } from '@contract/records/record'
import { type Answer, callerOf } from '../../call'
import { db } from '../../db'
import type { StoredRecord } from '../behaviour'
import type { RecordCall, Values } from './call'
import { find } from './checks'
import { definitionOf, named } from './rows'
import { valueOf } from './sent'

/** A value for the history: as in the row, except that a person is recorded as a username. */
const remembered = (record: RecordDefinition, field: string, row: StoredRecord) =>
  (record.allFields[field] && record.allFields[field].type.kind !== 'person'
    ? valueOf(record, field, row)
    : (row[field] ?? null)) as NonNullable<unknown> | null

/** The input of an action that the history records, with the reason last. */
function askedOf({ asks = {}, tells = [] }: Pick<ActionDefinition, 'asks' | 'tells'>, body: Values) {
  return [...tells, REASON].flatMap((field) => {
    const value = body[field]
    const type = asks[field]?.type
    if (value === undefined || value === null || value === '') return []
    const shown = type?.kind === 'reference' ? { id: value, name: named(type.to, value as string)?.name } : value
    return [{ field, value: shown }]
  })
}

/** @param before values of the written fields; null: the record is new */
export function remember(
  record: RecordDefinition,
  row: StoredRecord,
  call: RecordCall,
  action: string,
  fields: readonly string[],
  before: Values | null,
) {
  const staff = call.caller?.staff
  const earlier = before && { ...row, ...before }
  const described = record.actions[action]
  const entry: HistoryEntry = {
    id: crypto.randomUUID(),
    at: new Date(call.now).toISOString(),
    by: staff ? { id: staff.id, username: staff.username } : null,
    action,
    changes: fields.map((field) => ({
      field,
      before: earlier && remembered(record, field, earlier),
      after: remembered(record, field, row),
    })),
    asked: askedOf(described ?? {}, call.told ?? (described ? call.body : {})),
  }
  db.history.set(row.id, [entry, ...(db.history.get(row.id) ?? [])].slice(0, HISTORY_ENTRIES))
}

/** An asked reference names a record of another subject: readable only with permission for its name. */
function isNameReadable(access: Access, asked: Field | undefined): boolean {
  if (asked?.type.kind !== 'reference') return true
  const target = definitionOf(asked.type.to)
  return pickedFields(target).every((field) => canRead(access, target.subject, field))
}

/** Decisions about what was requested for a record, as its history shows them to a person. */
const decisionsAbout = ({ id }: StoredRecord, access: Access): HistoryEntry[] =>
  db.approvals
    .filter(
      ({ record_id, subject, permission }) =>
        (record_id === id || subject.id === id) && can(access, 'read', permission),
    )
    .flatMap(({ title, decisions }) =>
      decisions.map(({ by, decision, reason, at }) => ({
        id: crypto.randomUUID(),
        at,
        by,
        action: APPROVAL_EVENTS[decision === 'APPROVED' ? 'approve' : 'reject'],
        changes: [],
        asked: [{ field: APPROVAL_TITLE, value: title }, ...(reason ? [{ field: REASON, value: reason }] : [])],
      })),
    )

/** A masked field is masked in the history too. */
const withoutHidden = (
  { allFields }: RecordDefinition,
  access: Access,
  { field, before, after }: HistoryEntry['changes'][number],
) => {
  const described = allFields[field]
  const shown = (value: typeof before) =>
    described && typeof value === 'string' && isMaskedFor(access, field, described)
      ? masked(value, described.type)
      : value
  return { field, before: shown(before), after: shown(after) }
}

/** The history of a record, as far as the person may read it. */
export function readHistory(record: RecordDefinition, call: RecordCall): Answer<unknown> {
  const row = find(record, call)
  const { access } = callerOf(call)
  const isReadable = (field: string) => canRead(access, record.subject, field)
  const reasons = reasonFields(record)
  const entries = [...decisionsAbout(row, access), ...(db.history.get(row.id) ?? [])]
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
    .slice(0, HISTORY_ENTRIES)
  return {
    data: entries.map((entry) => ({
      ...entry,
      changes: entry.changes
        .filter(({ field }) => isReadable(field))
        .map((change) => withoutHidden(record, access, change)),
      asked: [...entry.changes.map(({ field }) => field), ...(reasons[entry.action] ?? [])].every(
        (field) => isReadable(field) || !(field in record.allFields),
      )
        ? entry.asked.filter(({ field }) => isNameReadable(access, record.actions[entry.action]?.asks?.[field]))
        : [],
    })) as never,
  }
}
