/** The history of a record: what is remembered of a change, and what a person reads of it. */
import {
  APPROVAL_TITLE,
  HISTORY_ENTRIES,
  REASON,
  type HistoryEntry,
  type HistoryQuery,
  type Posting,
} from '@contract/entities/history'
import { type Access, can, canRead } from '@contract/permissions'
import type { Field } from '@contract/records/field'
import { isMaskedFor, masked } from '@contract/records/mask'
import { IMPORT_REASON } from '@contract/records/import'
import {
  type ActionDefinition,
  type RecordDefinition,
  pickedFields,
  privateFields,
  reasonFields,
} from '@contract/records/record'
import { recordNamed } from '@contract/records/records'
import {
  APPROVAL_EVENTS,
  claimEventsOf,
  CREATION,
  FILE_EVENTS,
  HISTORY_KINDS,
  MONEY_EVENT,
  originOf,
  type HistorySender,
} from '@contract/records/timeline'
import { type Answer, callerOf } from '../../call'
import { db } from '../../db'
import type { MockApproval } from '../../approvals'
import { malformed } from '../../refusal'
import type { StoredRecord } from '../behaviour'
import type { RecordCall, Values } from './call'
import { find } from './checks'
import { named } from './rows'
import { valueOf } from './sent'

/** An entry as the mocks store it. */
export type Remembered = Pick<HistoryEntry, 'id' | 'at' | 'by' | 'action' | 'changes' | 'asked' | 'files'>

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
  const entry: Remembered = {
    id: crypto.randomUUID(),
    // Newer than the money that the action has moved.
    at: new Date().toISOString(),
    by: staff ? { id: staff.id, username: staff.username } : null,
    action,
    changes: fields.map((field) => ({
      field,
      before: earlier && remembered(record, field, earlier),
      after: remembered(record, field, row),
    })),
    asked: askedOf(described ?? {}, call.told ?? (described ? call.body : {})),
  }
  db.history.set(row.id, [entry, ...(db.history.get(row.id) ?? [])])
}

/** A person viewed a private file of a record. */
export function rememberView(id: string, file: string, call: RecordCall) {
  const { staff } = callerOf(call)
  const entry: Remembered = {
    id: crypto.randomUUID(),
    at: new Date().toISOString(),
    by: { id: staff.id, username: staff.username },
    action: FILE_EVENTS.view,
    changes: [],
    asked: [],
    files: [{ id: file, name: db.files.get(file)?.name ?? null }],
  }
  db.history.set(id, [entry, ...(db.history.get(id) ?? [])])
}

/** An asked reference names a record of another subject: readable only with permission for its name. */
function isNameReadable(access: Access, asked: Field | undefined): boolean {
  if (asked?.type.kind !== 'reference') return true
  const target = recordNamed(asked.type.to)
  return pickedFields(target).every((field) => canRead(access, target.subject, field))
}

/** An id that follows from others, for entries that are not stored. */
function idOf(...parts: readonly string[]): string {
  const text = parts.join(' ')
  const part = (seed: number) =>
    Array.from(text)
      .reduce((sum, letter) => (Math.imul(sum, 33) ^ letter.codePointAt(0)!) >>> 0, seed)
      .toString(16)
      .padStart(8, '0')
  const [first, second, third, last] = [5381, 52711, 65599, 1013].map(part)
  return `${first}-${second!.slice(0, 4)}-4${second!.slice(5)}-8${third!.slice(5)}-${third!.slice(0, 4)}${last}`
}

/** An entry, and its place among others of the same moment: what has a cause is newer than its cause. */
type Ranked = HistoryEntry & { rank: number }

const MOMENT_MS = 10_000
const PLAIN: readonly string[] = [CREATION, 'update', 'enable', 'disable', ...Object.values(FILE_EVENTS)]
const isAbout = ({ record_id, row }: MockApproval, id: string) => record_id === id || row.id === id

/** The entry of the action that requested an approval: the nearest one of the same person. */
function causeOf(
  { requested_by, requested_at }: MockApproval,
  record: RecordDefinition,
  stored: readonly Remembered[],
) {
  const without = new Set([...PLAIN, ...claimEventsOf(record)])
  const away = ({ at }: Remembered) => Math.abs(Date.parse(at) - Date.parse(requested_at))
  return stored
    .filter((entry) => entry.by?.id === requested_by.id && !without.has(entry.action) && away(entry) <= MOMENT_MS)
    .toSorted((a, b) => away(a) - away(b))[0]
}

const bare = (): Pick<HistoryEntry, 'from' | 'kind' | 'changes' | 'asked'> => ({
  from: 'STAFF',
  kind: 'approvals',
  changes: [],
  asked: [],
})
const titled = (title: string, reason: string | null = null) => [
  { field: APPROVAL_TITLE, value: title },
  ...(reason ? [{ field: REASON, value: reason }] : []),
]
/** What happened to one approval about a record, after its request. */
const decided = ({ id, title, decisions, status, settled_at }: MockApproval): Ranked[] => [
  ...decisions.map(({ by, decision, reason, at }) => ({
    ...bare(),
    id: idOf(id, by.id),
    at,
    by,
    action: APPROVAL_EVENTS[decision === 'APPROVED' ? 'approve' : 'reject'],
    asked: titled(title, reason),
    rank: 1,
  })),
  ...((status === 'EXPIRED' || status === 'CANCELLED') && settled_at !== null
    ? [
        {
          ...bare(),
          id: idOf(id, status),
          at: settled_at,
          by: null,
          from: 'PLATFORM' as const,
          action: APPROVAL_EVENTS[status === 'EXPIRED' ? 'expire' : 'cancel'],
          asked: titled(title),
          rank: 2,
        },
      ]
    : []),
]

/** What was requested for a record and what became of it, and the stored entries, which say where they requested something. */
function withApprovals(record: RecordDefinition, id: string, access: Access): Ranked[] {
  const stored = (db.history.get(id) ?? []).filter(({ action }) => action !== CREATION)
  const approvals = db.approvals.filter((each) => isAbout(each, id))
  const isReadable = ({ permission }: MockApproval) => can(access, 'read', permission)
  const claims = claimEventsOf(record)
  const requested = new Map(
    approvals.filter(({ required }) => required > 0).map((each) => [each, causeOf(each, record, stored)]),
  )
  return [
    ...stored.map((entry): Ranked => {
      const request = approvals.find((each) => requested.get(each) === entry)
      const kind = claims.includes(entry.action)
        ? 'claims'
        : entry.action === FILE_EVENTS.view
          ? 'files'
          : request
            ? 'approvals'
            : 'changes'
      return {
        ...entry,
        from: senderOf(entry),
        kind,
        ...(request && { request: { title: isReadable(request) ? request.title : null } }),
        rank: 0,
      }
    }),
    ...approvals.filter(isReadable).flatMap((each) => [
      ...decided(each),
      ...(requested.has(each) && !requested.get(each)
        ? [
            {
              ...bare(),
              id: idOf(each.id, 'requested'),
              at: each.requested_at,
              by: each.requested_by,
              action: APPROVAL_EVENTS.request,
              request: { title: each.title },
              rank: 3,
            },
          ]
        : []),
    ]),
  ]
}

function senderOf({ by, asked }: Pick<Remembered, 'by' | 'asked'>): HistorySender {
  const reason = asked.find(({ field }) => field === REASON)?.value
  if (by === null) return typeof reason === 'string' && reason.startsWith('App') ? 'APP' : 'PLATFORM'
  return reason === IMPORT_REASON ? 'IMPORT' : 'STAFF'
}

/** The wallet transactions of a record's history, as far as the person may read them. */
function moneyOf({ posts }: RecordDefinition, id: string, call: RecordCall): Ranked[] {
  const { access, staff } = callerOf(call)
  const of = recordNamed('walletTransaction')
  if (!posts || !can(access, 'read', of.subject)) return []
  const partner = staff.third_party_store_code
  const may = (field: string) => canRead(access, of.subject, field)
  return db.records.walletTransaction
    .filter(
      (row) => ('user' in posts ? row.user : row.source) === id && (partner === null || row.store_code === partner),
    )
    .map((row): Ranked => {
      const user = db.users.find((each) => each.id === row.user)!
      const told = (field: string) => (may(field) ? (row[field] as string) : null)
      const money: Posting = {
        transaction: row.id,
        reference: told('reference'),
        type: told('type'),
        direction: told('direction'),
        wallet: told('wallet'),
        amount: told('amount'),
        currency: may('amount') ? user.currency : null,
        user: may('user') ? { id: user.id, name: `${user.first_name} ${user.last_name}` } : null,
      }
      return {
        id: row.id,
        at: row.at as string,
        by: null,
        from: 'PLATFORM',
        kind: 'money',
        action: MONEY_EVENT,
        changes: [],
        asked: row.reason && may('reason') ? [{ field: REASON, value: row.reason as string }] : [],
        money,
        rank: 4,
      }
    })
}

/** When a row was created. */
const timeOf = ({ createdAt }: StoredRecord) => createdAt as string

/** The private files that were uploaded for a record. */
const uploadsOf = (row: StoredRecord, purposes: readonly string[]): Ranked[] =>
  [...db.files.values()]
    .filter(
      ({ recordId, visibility, purpose }) =>
        recordId === row.id && visibility === 'private' && purposes.includes(purpose),
    )
    .map(({ id, name, createdBy, attachedAt }): Ranked => {
      const staff = db.staff.find((each) => each.id === createdBy)
      return {
        id,
        at: attachedAt ?? timeOf(row),
        by: staff ? { id: staff.id, username: staff.username } : null,
        from: staff ? 'STAFF' : 'APP',
        kind: 'files',
        action: FILE_EVENTS.upload,
        changes: [],
        asked: [],
        files: [{ id, name }],
        rank: 5,
      }
    })

/** The first entry: as it was stored, or what the row says. */
function creationOf(record: RecordDefinition, row: StoredRecord): Ranked {
  const stored = db.history.get(row.id)?.find(({ action }) => action === CREATION)
  const by = (row.Creator ?? null) as HistoryEntry['by']
  const isImport = stored !== undefined && senderOf(stored) === 'IMPORT'
  return {
    id: stored?.id ?? row.id,
    at: timeOf(row),
    by,
    from: isImport ? 'IMPORT' : by ? 'STAFF' : originOf(record, (field) => row[field]),
    kind: 'changes',
    action: CREATION,
    changes: stored?.changes ?? [],
    asked: stored?.asked ?? [],
    rank: 0,
  }
}

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

/** The history of a record, as far as the person may read it: newest first, and the creation last. */
export function readHistory(record: RecordDefinition, call: RecordCall): Answer<unknown> {
  const row = find(record, call)
  const { access, staff } = callerOf(call)
  const { cursor, itemNo = HISTORY_ENTRIES, kind } = call.query as HistoryQuery
  const isReadable = (field: string) => canRead(access, record.subject, field)
  const purposes = privateFields(record)
    .filter(isReadable)
    .map((field) => `${record.name}.${field}`)
  const isShown = ({ action, files = [] }: HistoryEntry) =>
    action !== FILE_EVENTS.view || files.every(({ id }) => purposes.includes(db.files.get(id)?.purpose ?? ''))
  const reasons = reasonFields(record)
  const all = [
    ...[...withApprovals(record, row.id, access), ...moneyOf(record, row.id, call), ...uploadsOf(row, purposes)]
      .filter(isShown)
      .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at) || a.rank - b.rank),
    creationOf(record, row),
  ]
  const found = kind ? all.filter((entry) => entry.kind === kind) : all
  const binding = JSON.stringify([staff.id, record.name, row.id, kind ?? null])
  const start = cursor === undefined ? 0 : placeOf(cursor, binding, found)
  const page = found.slice(start, start + itemNo)
  const last = page.at(-1)
  return {
    data: page.map(({ rank: _rank, ...entry }) => ({
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
    next_cursor: last && start + itemNo < found.length ? btoa(JSON.stringify([binding, last.id])) : null,
    ...(cursor === undefined && { kinds: HISTORY_KINDS.filter((each) => all.some((entry) => entry.kind === each)) }),
  }
}

/** @returns the index of the first entry after the cursor's. @throws 400 for a cursor of another history */
function placeOf(cursor: string, binding: string, entries: readonly HistoryEntry[]): number {
  const text = /^[A-Za-z0-9+/=]*$/.test(cursor) && cursor.length % 4 === 0 ? atob(cursor) : ''
  const [bound, id] = text.startsWith('[') ? (JSON.parse(text) as [string, string]) : []
  if (bound !== binding)
    throw malformed('This cursor belongs to another person, record or kind. Read the history from its newest entry.')
  return entries.findIndex((entry) => entry.id === id) + 1
}
