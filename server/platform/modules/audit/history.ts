/**
 * The history of one record (contract, Records on the wire: timeline): its audit entries, the approvals about it, its money and its
 * private files, newest first. The creation comes last; where no entry of it was written, the row says who made it and when.
 */
import { APPROVAL_TITLE, HISTORY_ENTRIES, REASON, type HistoryEntry, type Posting } from '@contract/entities/history'
import type { Subject } from '@contract/permissions'
import { IMPORT_REASON } from '@contract/records/import'
import {
  APPROVAL_EVENTS,
  CREATION,
  FILE_EVENTS,
  HISTORY_KINDS,
  MONEY_EVENT,
  type HistoryKind,
  type HistorySender,
} from '@contract/records/timeline'
import { REVEAL_EVENT } from '@contract/records/reveals'
import { isoTime } from '@server/platform/db/iso-time'
import type { Param, Queryable } from '@server/platform/ports/db'
import { createParams, type Params } from '@server/platform/db/params'
import { isSealed, type ErasureKeys, type SealedValue } from '@server/platform/records/erasure'
import { ASKED } from './entry'

/** A value of an entry. Numbers are texts, so that amounts keep their precision. */
type Plain = string | boolean | object | null
type Snapshot = Record<string, Plain | SealedValue> | null

interface EntryRow {
  id: string
  at: string
  rank: number
  kind: HistoryKind
  actor_id: string | null
  username: string | null
  /** Null: a member of staff, or the platform. */
  sender: HistorySender | null
  action: string
  before: Snapshot
  after: Snapshot
  reason: string | null
  /** Title of the approval that the entry is about; null where the reader may not read it. */
  title: string | null
  /** It requested an approval. */
  requests: boolean
  money: (Posting & { reason: string | null }) | null
  files: { id: string; name: string | null }[] | null
}

/** Fields of a record, and those of them that the reader may read. */
export interface HistoryFields {
  all: readonly string[]
  /** Names that fields had before → their names now. */
  formerly: Readonly<Record<string, string>>
  readable: readonly string[]
  /** By action: the fields that the reader must be able to read to be told the reason, besides the changed ones. */
  reasonIn: Readonly<Record<string, readonly string[]>>
  /** By action: its inputs that are told, in the order of its form; the database does not keep their order. */
  asked: Readonly<Record<string, readonly string[]>>
  /** The subjects that the reader may read: approvals of others are left out. */
  subjects: readonly Subject[]
}

/** The record whose history is read. */
export interface HistoryOf {
  id: string
  /** Of the record, and of other records over the same table. */
  subjects: readonly Subject[]
  fields: HistoryFields
  /** Its table, and SQL of the value that says who made a row without a creator (`originOf`). */
  table: string
  origin: string
  /** Who made it, by that value. */
  originOf: (value: string | null) => HistorySender
  /** Actions of entries about its claim. */
  claims: readonly string[]
  /** The wallet transactions in it, as far as the reader may read them; null: none. */
  money: {
    of: { user: true } | { source: string }
    readable: readonly string[]
    /** The stores whose transactions the reader may see; null: all. */
    stores: readonly string[] | null
  } | null
  /** Private files: `record.field` of the fields that the reader may read. */
  purposes: readonly string[]
}

/** The last entry of the previous page. */
export interface HistoryPlace {
  at: string
  rank: number
  id: string
}
/** A page of a history. */
export interface HistoryPage {
  entries: HistoryEntry[]
  /** Where the next page begins; null at the end. */
  next: HistoryPlace | null
  /** The kinds that occur; only of the first page. */
  kinds?: HistoryKind[]
}
/**
 * @returns a page with values as stored in the audit; secrets, and changes of fields that the reader may not read, are left out.
 *   The caller has checked that the reader may see the record
 */
export type HistoryReader = (
  of: HistoryOf,
  asked: { after: HistoryPlace | null; itemNo?: number | undefined; kind?: HistoryKind | undefined },
) => Promise<HistoryPage>

const NUMBERS_AS_TEXT = (snapshot: string) =>
  `(select jsonb_object_agg(t.name, case jsonb_typeof(t.value) when 'number' then to_jsonb(t.value #>> '{}') else t.value end)
    from jsonb_each(${snapshot}) as t(name, value))`

/** An action's entry and the approval that it requested are written within moments of each other. */
const MOMENT = `interval '10 seconds'`
/** Actions that never request an approval. */
const PLAIN = [CREATION, 'update', 'enable', 'disable', REVEAL_EVENT, ...Object.values(FILE_EVENTS)]

/** Columns of each part, in this order. */
const COLUMNS = [
  'id',
  'at',
  'kind',
  'actor_id',
  'sender',
  'action',
  'reason',
  'audit_id',
  'title',
  'requests',
  'money',
  'files',
] as const
type Column = (typeof COLUMNS)[number]
const EMPTY: Readonly<Record<Column, string>> = {
  id: 'null::uuid',
  at: 'null::timestamptz',
  kind: 'null::text',
  actor_id: 'null::uuid',
  sender: 'null::text',
  action: 'null::text',
  reason: 'null::text',
  audit_id: 'null::uuid',
  title: 'null::text',
  requests: 'false',
  money: 'null::jsonb',
  files: 'null::jsonb',
}
/** SQL of the columns that a source of entries has, and the rest of its query, which ends with a condition. */
interface Source {
  columns: Partial<Record<Column, string>> & Record<'id' | 'at' | 'kind' | 'action', string>
  from: string
}
/** A source of entries. Made only where it is read, because a statement uses all of its values. */
interface Part {
  kinds: readonly HistoryKind[]
  make: () => Source
}

/** @returns the placeholder of a value, bound with its first use */
const once = (params: Params, value: Param, type: string) => {
  let placeholder: string | undefined
  return () => (placeholder ??= params.add(value, type))
}

/** The parts, in the order of their entries at the same moment: what has a cause is newer than its cause. */
function partsOf({ id, subjects, fields, claims, money, purposes }: HistoryOf, params: Params): Part[] {
  const self = once(params, id, 'text')
  const own = () => `${self()}::uuid`
  const names = once(params, [...subjects], 'text[]')
  const readable = once(params, [...fields.subjects], 'text[]')
  const claimed = once(params, [...claims], 'text[]')
  const plain = once(params, PLAIN, 'text[]')
  const shownFiles = once(params, [...purposes], 'text[]')
  const ofRecord = () => `e.subject_type = any(${names()}) and e.subject_id = ${self()} and e.result = 'OK'`
  const about = () => `(a.record_id = ${own()} or a.row_id = ${own()})`
  const isReadable = () => `a.permission_subject = any(${readable()})`
  /** The entry of the action that requested the approval `a`. */
  const cause = () => `left join lateral (select e.id from audit_events e
      where ${ofRecord()} and e.actor_id = a.requested_by and e.action <> all(${plain()}) and e.action <> all(${claimed()})
        and e.at between a.requested_at - ${MOMENT} and a.requested_at + ${MOMENT}
      order by abs(extract(epoch from e.at - a.requested_at)), e.id limit 1) cause on true`
  /** The entry of what happened to the approval `a`. */
  const entry = (of: string) => `left join lateral (select e.id, e.at, e.actor_id, e.reason from audit_events e
      where e.subject_type = 'Approval' and e.subject_id = a.id::text and e.result = 'OK' and ${of} order by e.id limit 1) e on true`
  return [
    {
      kinds: ['changes', 'approvals', 'claims', 'files'],
      make: () => ({
        columns: {
          id: 'e.id',
          at: 'e.at',
          kind: `case when e.action = any(${claimed()}) then 'claims' when e.action = '${FILE_EVENTS.view}' then 'files'
            when request.id is not null then 'approvals' else 'changes' end`,
          actor_id: 'e.actor_id',
          sender: `case when e.actor_id is null and e.reason like 'App %' then 'APP' when e.reason = '${IMPORT_REASON}' then 'IMPORT' end`,
          action: 'e.action',
          reason: 'e.reason',
          audit_id: 'e.id',
          title: 'case when request.is_readable then request.title end',
          requests: 'request.id is not null',
          files: `case when e.action = '${FILE_EVENTS.view}' then (select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name))
            from files f where f.id = (e.after->>'file')::uuid) end`,
        },
        from: `audit_events e left join lateral (select a.id, a.title, ${isReadable()} as is_readable from approvals a ${cause()}
            where ${about()} and a.required > 0 and cause.id = e.id limit 1) request on e.actor_id is not null and e.action <> all(${plain()})
          where ${ofRecord()} and e.action <> '${CREATION}' and (e.action <> '${FILE_EVENTS.view}'
            or exists (select from files f where f.id = (e.after->>'file')::uuid and f.purpose = any(${shownFiles()})))`,
      }),
    },
    {
      kinds: ['approvals'],
      make: () => ({
        columns: {
          id: 'coalesce(e.id, md5(a.id::text || d.staff_id::text)::uuid)',
          at: 'coalesce(e.at, d.at)',
          kind: `'approvals'`,
          actor_id: 'd.staff_id',
          action: `case d.decision when 'APPROVED' then '${APPROVAL_EVENTS.approve}' else '${APPROVAL_EVENTS.reject}' end`,
          reason: 'd.reason',
          title: 'a.title',
        },
        from: `approvals a join approval_decisions d on d.approval_id = a.id ${entry(`e.actor_id = d.staff_id and e.action in ('approve', 'reject')`)}
          where ${about()} and ${isReadable()}`,
      }),
    },
    {
      kinds: ['approvals'],
      make: () => ({
        columns: {
          id: 'coalesce(e.id, md5(a.id::text || a.status)::uuid)',
          at: 'coalesce(e.at, a.settled_at)',
          kind: `'approvals'`,
          actor_id: 'e.actor_id',
          action: `case a.status when 'EXPIRED' then '${APPROVAL_EVENTS.expire}' else '${APPROVAL_EVENTS.cancel}' end`,
          reason: 'e.reason',
          title: 'a.title',
        },
        from: `approvals a ${entry(`e.action in ('expire', 'cancel')`)}
          where ${about()} and ${isReadable()} and a.status in ('EXPIRED', 'CANCELLED') and a.settled_at is not null`,
      }),
    },
    {
      kinds: ['approvals'],
      make: () => ({
        columns: {
          id: `md5(a.id::text || 'requested')::uuid`,
          at: 'a.requested_at',
          kind: `'approvals'`,
          actor_id: 'a.requested_by',
          action: `'${APPROVAL_EVENTS.request}'`,
          title: 'a.title',
          requests: 'true',
        },
        from: `approvals a ${cause()} where ${about()} and ${isReadable()} and a.required > 0 and cause.id is null`,
      }),
    },
    ...(money ? [{ kinds: ['money'] as const, make: () => moneySource(money, own(), params) }] : []),
    {
      kinds: ['files'],
      make: () => ({
        columns: {
          id: 'f.id',
          at: 'coalesce(f.attached_at, f.created_at)',
          kind: `'files'`,
          actor_id: 's.id',
          sender: `case when s.id is null then 'APP' end`,
          action: `'${FILE_EVENTS.upload}'`,
          files: `jsonb_build_array(jsonb_build_object('id', f.id, 'name', f.name))`,
        },
        from: `files f left join staff s on s.id = f.created_by
          where f.record_id = ${own()} and f.visibility = 'private' and f.purpose = any(${shownFiles()})`,
      }),
    },
  ]
}

function moneySource({ of, readable, stores }: NonNullable<HistoryOf['money']>, own: string, params: Params): Source {
  const told = (field: string, column: string) => (readable.includes(field) ? column : 'null')
  return {
    columns: {
      id: 'w.id',
      at: 'w.at',
      kind: `'money'`,
      actor_id: readable.includes('staff') ? 'w.staff_id' : 'null::uuid',
      sender: readable.includes('actor_type') ? `case w.actor_type when 'USER' then 'USER' end` : 'null::text',
      action: `'${MONEY_EVENT}'`,
      reason: readable.includes('reason') ? 'w.reason' : 'null::text',
      money: `jsonb_build_object('transaction', w.id, 'reference', ${told('reference', 'w.reference')}, 'type', ${told('type', 'w.type')},
        'direction', ${told('direction', 'w.direction')}, 'wallet', ${told('wallet', 'w.wallet')},
        'amount', ${told('amount', 'w.amount::text')}, 'currency', ${told('amount', 'w.currency')},
        'user', ${told('user', `(select jsonb_build_object('id', o.id, 'name', o.first_name || ' ' || o.last_name) from users o where o.id = w.user_id)`)})`,
    },
    from: `wallet_transaction w where ${
      'user' in of ? `w.user_id = ${own}` : `w.source_type = ${params.add(of.source, 'text')} and w.source_id = ${own}`
    }${stores ? ` and w.store_code = any(${params.add([...stores], 'text[]')})` : ''}`,
  }
}

/** Condition for the entries after the last one of the previous page; it leads to the index on the time. */
function after(place: HistoryPlace | null, rank: number, { columns }: Source, params: Params): string {
  if (!place) return ''
  const at = params.add(place.at, 'timestamptz')
  if (rank === place.rank) return ` and (${columns.at}, ${columns.id}) < (${at}, ${params.add(place.id, 'uuid')})`
  return ` and ${columns.at} ${rank < place.rank ? '<' : '<='} ${at}`
}

/** @param kinds of the entries to read; the source may have others @param rest of the query: further conditions, order and limit */
function queryOf({ columns, from }: Source, rank: number, kinds: readonly HistoryKind[] | null, rest: string): string {
  const read = [...COLUMNS.map((name) => `${columns[name] ?? EMPTY[name]} as ${name}`), `${rank} as rank`]
  const some = kinds ? ` and ${columns.kind} in (${kinds.map((kind) => `'${kind}'`).join(', ')})` : ''
  return `(select ${read.join(', ')} from ${from}${some}${rest})`
}

/** The kinds with at least one entry; the creation is a change. */
async function kindsOf(db: Queryable, of: HistoryOf): Promise<HistoryKind[]> {
  const params = createParams()
  const parts = partsOf(of, params)
  const asked = HISTORY_KINDS.filter((kind) => kind !== 'changes').flatMap((kind) => {
    const found = parts.flatMap((part, rank) =>
      part.kinds.includes(kind) ? [`exists ${queryOf(part.make(), rank, [kind], '')}`] : [],
    )
    return found.length > 0 ? [`${found.join(' or ')} as ${kind}`] : []
  })
  const [row] = await db.query<Partial<Record<HistoryKind, boolean>>>(`select ${asked.join(', ')}`, params.values)
  return HISTORY_KINDS.filter((kind) => kind === 'changes' || row![kind])
}

/** @param erasure decrypts the values of erasable fields in entries @returns reads the history of a record */
export const createHistoryReader =
  (db: Queryable, erasure: ErasureKeys): HistoryReader =>
  async (of, { after: place, itemNo = HISTORY_ENTRIES, kind }) => {
    const params = createParams()
    const queries = partsOf(of, params).flatMap(({ kinds, make }, rank) => {
      if (kind && !kinds.includes(kind)) return []
      const source = make()
      const { at, id } = source.columns
      const rest = `${after(place, rank, source, params)} order by ${at} desc, ${id} desc limit ${itemNo + 1}`
      return [queryOf(source, rank, kind ? [kind] : null, rest)]
    })
    const rows =
      queries.length === 0
        ? []
        : await db.query<EntryRow>(
            `with page as (select * from (${queries.join(' union all ')}) x order by at desc, rank, id desc limit ${itemNo + 1})
       select p.id::text as id, ${isoTime('p.at')} as at, p.rank, p.kind, p.actor_id::text as actor_id, s.username, p.sender, p.action,
         p.reason, p.title, p.requests, p.money, p.files, ${NUMBERS_AS_TEXT('e.before')} as before, ${NUMBERS_AS_TEXT('e.after')} as after
       from page p left join staff s on s.id = p.actor_id left join audit_events e on e.id = p.audit_id order by p.at desc, p.rank, p.id desc`,
            params.values,
          )
    const begins = !kind || kind === 'changes'
    // The creation is an entry too, and needs another page where this one is full.
    const isEnd = begins ? rows.length < itemNo : rows.length <= itemNo
    const shown = rows.slice(0, itemNo)
    const last = shown.at(-1)
    const open = await opener(erasure, db, of.id, shown)
    const entries = shown.map((row) => entryOf(row, of.fields, open))
    return {
      entries: begins && isEnd ? [...entries, ...(await creationOf(db, of, erasure))] : entries,
      next: isEnd || !last ? null : { at: last.at, rank: last.rank, id: last.id },
      ...(!place && { kinds: await kindsOf(db, of) }),
    }
  }

type Opens = (value: Plain | SealedValue | undefined) => Plain
/** @returns reads the values of these entries */
async function opener(
  erasure: ErasureKeys,
  db: Queryable,
  id: string,
  rows: readonly Pick<EntryRow, 'before' | 'after'>[],
): Promise<Opens> {
  const holdsSealed = rows.some(({ before, after: values }) =>
    [before, values].some((each) => Object.values(each ?? {}).some(isSealed)),
  )
  const open = holdsSealed ? await erasure.opener(db, id) : null
  return (value) => (isSealed(value) ? (open!(value) as Plain) : (value ?? null))
}

/** What the entry says to whoever may read these fields. */
function told(
  { action, before, after: values, reason }: Pick<EntryRow, 'action' | 'before' | 'after' | 'reason'>,
  { all, formerly, readable, reasonIn, asked: inOrder }: HistoryFields,
  plain: Opens,
): Pick<HistoryEntry, 'changes' | 'asked'> {
  const { [ASKED]: asked, ...written } = values ?? {}
  const named = <T>(snapshot: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(snapshot).map(([name, value]) => [formerly[name] ?? name, value]))
  const [changed, earlier] = [named(written), named(before ?? {})]
  const isReadable = (field: string) => readable.includes(field)
  const input = { ...(asked as Record<string, NonNullable<unknown>> | undefined), ...(reason && { [REASON]: reason }) }
  const isTold = [...Object.keys(changed), ...(reasonIn[action] ?? [])].every(
    (field) => isReadable(field) || !all.includes(field),
  )
  const place = (field: string) => (inOrder[action] ?? []).indexOf(field)
  return {
    changes: Object.keys(changed)
      .filter(isReadable)
      .map((field) => ({ field, before: plain(earlier[field]), after: plain(changed[field]) })),
    asked: isTold
      ? Object.entries(input)
          .map(([field, value]) => ({ field, value }))
          .toSorted((a, b) => place(a.field) - place(b.field))
      : [],
  }
}

function entryOf(row: EntryRow, fields: HistoryFields, plain: Opens): HistoryEntry {
  const { id, at, kind, actor_id, username, sender, action, title, requests, money, files } = row
  const { changes, asked } = told(row, fields, plain)
  const isDecision = kind === 'approvals' && !requests
  return {
    id,
    at,
    by: actor_id !== null && username !== null ? { id: actor_id, username } : null,
    from: sender ?? (actor_id === null ? 'PLATFORM' : 'STAFF'),
    kind,
    action,
    ...(requests && { request: { title } }),
    ...(money && { money }),
    ...(files && { files }),
    changes,
    asked: [...(isDecision && title !== null ? [{ field: APPROVAL_TITLE, value: title }] : []), ...asked],
  }
}

interface CreationRow extends Pick<EntryRow, 'before' | 'after' | 'reason'> {
  id: string | null
  at: string
  made_by: string | null
  username: string | null
  origin: string | null
}
/** The first entry: from the audit, or from the row. */
async function creationOf(db: Queryable, of: HistoryOf, erasure: ErasureKeys): Promise<HistoryEntry[]> {
  const { id, subjects, table, origin, originOf, fields } = of
  const rows = await db.query<CreationRow>(
    `select e.id::text as id, ${isoTime('u.created_at')} as at, u.created_by::text as made_by, s.username, (${origin})::text as origin,
       e.reason, null::jsonb as before, ${NUMBERS_AS_TEXT('e.after')} as after
     from ${table} u left join staff s on s.id = u.created_by
     left join lateral (select e.id, e.after, e.reason from audit_events e where e.subject_type = any($1::text[]) and e.subject_id = $2::text
       and e.action = '${CREATION}' and e.result = 'OK' order by e.id limit 1) e on true
     where u.id = $2::text::uuid`,
    [[...subjects], id],
  )
  const [row] = rows
  // It was deleted meanwhile.
  if (!row) return []
  const by = row.made_by !== null && row.username !== null ? { id: row.made_by, username: row.username } : null
  return [
    {
      id: row.id ?? id,
      at: row.at,
      by,
      from: row.reason === IMPORT_REASON ? 'IMPORT' : by ? 'STAFF' : originOf(row.origin),
      kind: 'changes',
      action: CREATION,
      ...told({ ...row, action: CREATION }, fields, await opener(erasure, db, id, rows)),
    },
  ]
}
