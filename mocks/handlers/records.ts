/** The mocks of all records: one handler for each verb of the grammar (contract, Records on the wire). */
import { SENT_FOR_APPROVAL } from '@contract/entities/approval'
import { APPROVAL_EVENTS, APPROVAL_TITLE, HISTORY_ENTRIES, REASON, type HistoryEntry } from '@contract/entities/history'
import { can, canRead, EVERYTHING, STORE_FIELD, type Access, type AccessStore } from '@contract/permissions'
import { BULK_ROWS_MAX } from '@contract/constants'
import {
  isEnableDisable,
  type BulkResult,
  type ImportEnd,
  type ImportLine,
  type RecordVerb,
} from '@contract/records/calls'
import { sentFields } from '@contract/records/app-calls'
import { isClaimable } from '@contract/records/claims'
import type { Field, FieldKind, FieldType, Reference } from '@contract/records/field'
import { storedItems } from '@contract/records/items'
import { createRowReader, importedBy, IMPORT_REASON, readCsv, type CsvRow } from '@contract/records/import'
import { placesOf, refersByCode } from '@contract/records/kinds'
import { isMaskedFor, masked } from '@contract/records/mask'
import { campaignStatusAt, isCampaign } from '@contract/records/campaigns'
import { isPublishable } from '@contract/records/publishing'
import { readBulkFilter, RECORD_OPERATIONS, type RecordOperation } from '@contract/records/operations'
import { dependentErrors, emptiedBy, touchesDependents } from '@contract/records/dependents'
import { limitErrors, touchesLimits } from '@contract/records/limits'
import { rangeErrors, touchesRange } from '@contract/records/ranges'
import { filesIn, keptReferences, referencesIn } from '@contract/records/references'
import {
  actionPreviewAsks,
  countedValues,
  fileRulesOf,
  fixedField,
  isInRows,
  previewAsks,
  pickedFields,
  refersTo,
  uploadRulesOf,
  appUploadRulesOf,
  privateFields,
  publicFields,
  searchedFields,
  type ActionDefinition,
  type Fields,
  type RecordDefinition,
} from '@contract/records/record'
import { accessEffects } from '@contract/records/people/access-change'
import { RECORDS, type RecordKey } from '@contract/records/records'
import { ROLL_BACK } from '@contract/records/versions'
import { defaultsOf } from '@demo/rows'
import { appOf, callerOf, type Answer, type Call, type Caller } from '../call'
import { db, rehearse, tell } from '../db'
import { mockId } from '../ids'
import { answerList, rootCollator, type ListReader } from '../lists'
import { answerPage, countFound, countTabs, sumFound } from '../pages'
import { claim, claimValue, release, requireClaim, type ClaimStore } from './claims'
import { attachFiles, privateFile, privateFilesOf, upload } from './files'
import type { Behaviour, StoredRecord } from '../records/behaviour'
import { BEHAVIOURS } from '../records/behaviours'
import { bodyOfVersion, keepVersion, readVersions, rememberVersions } from '../versions'
import { forbidden, malformed, notFound, Refusal, rejected, stale } from '../refusal'
import { requireStepUp } from './two-factor'

type Values = Readonly<Record<string, unknown>>
/** A record as it is sent: references with their names, derived values computed. */
type Sent = Values & { id: string; version: number; store_code: string | null }
type RecordCall = Call<{ id: string }, Record<string, unknown>, Values> & {
  /** The values for the history, if they differ from the body. */
  told?: Values
}

type Upload = Call<unknown, { field: string; name?: string }>

const NAMES_AT_MOST = 50
const ALL = Object.values(RECORDS) as unknown as RecordDefinition[]
const definitionOf = (name: string) => RECORDS[name as RecordKey] as unknown as RecordDefinition
const behaviourOf = (name: string): Behaviour => BEHAVIOURS[name as RecordKey] ?? {}
/** The stored rows; a record that is a part of another one has its rows there. */
const keptRows = (name: string): StoredRecord[] => {
  const { partOf } = definitionOf(name)
  return partOf ? keptRows(partOf.record) : (behaviourOf(name).rows?.() ?? db.records[name as RecordKey])
}
const rowsOf = (name: string): StoredRecord[] => {
  const { partOf } = definitionOf(name)
  if (!partOf) return keptRows(name)
  return keptRows(name).filter((row) => {
    const value = row[partOf.field] ?? null
    return partOf.value === undefined ? value !== null : value === partOf.value
  })
}
const nameOf = (record: RecordDefinition, row: StoredRecord): string =>
  record.namedBy
    .map((field) => {
      const { type } = record.fields[field]!
      return type.kind === 'reference' ? (named(type.to, row[field])?.name ?? '') : row[field]
    })
    .join(' ')
const named = (to: string, id: unknown): Reference | null => {
  const row = rowsOf(to).find((each) => each.id === id)
  return row ? { id: row.id, name: nameOf(definitionOf(to), row) } : null
}

/** Whether forms offer a row and bodies may name it: an enabled one; of campaigns, one that has not ended. */
const isChoosable = (record: RecordDefinition, row: StoredRecord) =>
  row.is_deleted !== true && !(isCampaign(record) && campaignStatusAt(row, Date.now()) === 'ENDED')

const asKept = (value: unknown): unknown => (value === '' || value === undefined ? null : value)
const decimal = (write: (text: string) => string) => (value: unknown) =>
  typeof value !== 'string' || value === '' ? null : write(value)
/** Decimals as the platform sends them: money with two places, other numbers without trailing zeros. */
const money = decimal((text) => {
  const [whole = '0', places = ''] = text.split('.')
  return `${whole}.${places.padEnd(2, '0')}`
})
const trimmed = decimal((text) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text))

type Of<K extends FieldKind> = Extract<FieldType, { kind: K }>
/** A kept value as a row has it, by kind. A missing kind fails the type check. */
const SENT: { readonly [K in FieldKind]: (value: unknown, type: Of<K>) => unknown } = {
  text: asKept,
  longText: asKept,
  email: asKept,
  url: asKept,
  phone: asKept,
  flag: asKept,
  time: asKept,
  date: asKept,
  duration: asKept,
  color: asKept,
  slug: asKept,
  integer: asKept,
  decimal: trimmed,
  percent: trimmed,
  amount: money,
  coin: trimmed,
  cryptoAddress: asKept,
  enum: asKept,
  enums: asKept,
  reference: (value, { to }) => (value ? named(to, value) : null),
  references: (value, { to }) =>
    (value as string[]).flatMap((id) => named(to, id) ?? []).toSorted((a, b) => rootCollator.compare(a.name, b.name)),
  person: asKept,
  image: asKept,
  images: asKept,
  files: (value) => privateFilesOf(value as readonly string[]),
  role: asKept,
  storeCode: asKept,
  list: (value, { fields }) =>
    (value as Values[]).map((item) =>
      Object.fromEntries(Object.entries(item).map(([name, each]) => [name, sentValue(fields[name]!.type, each)])),
    ),
  tags: asKept,
  newPassword: asKept,
  passwordAgain: asKept,
}

const sentValue = (type: FieldType, value: unknown): unknown =>
  (SENT[type.kind] as (value: unknown, type: FieldType) => unknown)(value, type)

function valueOf(record: RecordDefinition, field: string, row: StoredRecord): unknown {
  const { type, derived } = record.allFields[field]!
  if (isClaimable(record) && (field === 'claimed_by' || field === 'claim_until')) return claimValue(row, field)
  const own = behaviourOf(record.name).derive?.[field]
  if (own) return own(row, rowsOf)
  const value = row[field]
  if (record.allFields[field]!.masked && typeof value === 'string') return masked(value, type)
  if (derived) return value ?? null
  return sentValue(type, value)
}

const whole = (record: RecordDefinition, row: StoredRecord): Sent => ({
  id: row.id,
  ...Object.fromEntries(Object.keys(record.allFields).map((field) => [field, valueOf(record, field, row)])),
  version: row.version,
  store_code: row.store_code,
})

/** Applies a person's masks, for sending, searching and sorting alike. */
const seenBy = <S extends Values>({ allFields }: RecordDefinition, sent: S, access: Access): S => ({
  ...sent,
  ...Object.fromEntries(
    Object.entries(allFields).flatMap(([name, field]): [string, unknown][] => {
      const value = sent[name]
      if (field.maskedUnless === undefined || !value || !isMaskedFor(access, name, field)) return []
      if (typeof value === 'string') return [[name, masked(value, field.type)]]
      const reference = value as Reference
      return [[name, { ...reference, name: masked(reference.name, field.type) }]]
    }),
  ),
})

function readable(record: RecordDefinition, row: StoredRecord, { access }: Caller): Values {
  const sent = seenBy(record, whole(record, row), access)
  const kept = Object.keys(record.allFields).filter((field) => canRead(access, record.subject, field))
  return { id: sent.id, ...Object.fromEntries(kept.map((field) => [field, sent[field]])), version: sent.version }
}

const storeOf = ({ staff }: Caller) => staff.third_party_store_code ?? staff.store_code
/** The store of a new record: that of the reference that determines it, if there is one, or that which the writer chooses. */
const storeOfNew = ({ storeFrom }: RecordDefinition, body: Values, caller: Caller): string | null =>
  storeFrom
    ? ((rowsOf('store').find(({ id }) => id === body[storeFrom])?.code as string | undefined) ?? null)
    : (body[STORE_FIELD] as string | null | undefined) || storeOf(caller)
/** The stores whose records a person may see and write. */
export const storesOf = (caller: Pick<Caller, 'staff'>): AccessStore[] =>
  rowsOf('store')
    .filter((row) => isVisible(caller, row))
    .map((row) => ({ code: row.code as string, name: row.name as string, is_deleted: row.is_deleted === true }))
    .toSorted((a, b) => (a.code < b.code ? -1 : 1))
/** The chosen store must be enabled, and the caller's. @returns the body without it */
function withoutStore({ [STORE_FIELD]: chosen, ...body }: Values, caller: Caller): Values {
  if (chosen && !storesOf(caller).some(({ code, is_deleted }) => code === chosen && !is_deleted))
    throw rejected({ [STORE_FIELD]: ['Choose an enabled store of the list'] })
  return body
}
/** The store that a row belongs to: for an account the partner's, if it has one. */
const storeOfRow = ({ third_party_store_code: partner, store_code }: StoredRecord): string | null =>
  (partner as string | null | undefined) ?? store_code
const isVisible = ({ staff }: Pick<Caller, 'staff'>, row: StoredRecord) =>
  staff.third_party_store_code === null || storeOfRow(row) === staff.third_party_store_code

const isErased = (row: StoredRecord) => typeof row.erased_at === 'string'

function find(record: RecordDefinition, call: RecordCall): StoredRecord {
  const row = rowsOf(record.name).find(({ id }) => id === call.params.id)
  if (!row || isErased(row) || !isVisible(callerOf(call), row)) throw notFound()
  return row
}

function findToWrite(record: RecordDefinition, call: RecordCall): StoredRecord {
  const row = find(record, call)
  if (call.ifMatch === null) throw new Refusal(428)
  if (call.ifMatch !== row.version) throw stale(readable(record, row, callerOf(call)))
  return row
}

/** References in a body must exist, be enabled and be in a store of the caller; those that a row has already may stay. */
function requireReferences(fields: Fields, body: Values, caller: Caller, current: Values | null = null): void {
  const errors: Record<string, string[]> = {}
  const isKept = keptReferences(fields, current)
  for (const each of referencesIn(fields, body)) {
    const { at, type, to } = each
    const ids = each.keys.filter((id) => !isKept(each, id))
    const target = definitionOf(to)
    const key = refersByCode(type) ? target.identifiedBy! : 'id'
    const found = rowsOf(to).filter(
      (row) => ids.includes(row[key] as string) && isChoosable(definitionOf(to), row) && isVisible(caller, row),
    )
    if (found.length < ids.length) errors[at] = [`Choose an enabled ${target.noun[0]} of the list`]
  }
  if (Object.keys(errors).length > 0) throw rejected(errors)
}

/** In any letter case; numbers with any number of decimals. */
const same = (left: unknown, right: unknown, type?: FieldType) =>
  typeof left !== 'string' || typeof right !== 'string'
    ? left === right
    : type && placesOf(type) !== null
      ? Number(left) === Number(right)
      : left.toLowerCase() === right.toLowerCase()

/** @param own the record that is changed; null for a new one in the caller's store */
function requireUnique(record: RecordDefinition, body: Values, own: StoredRecord | null, caller: Caller): void {
  const { fields, uniqueTogether, noun } = record
  const store = own ? own.store_code : storeOfNew(record, body, caller)
  const everywhere = keptRows(record.name).filter((row) => row !== own)
  const others = everywhere.filter((row) => row.store_code === store)
  for (const [name, value] of Object.entries(body))
    if (
      fields[name]?.unique &&
      asKept(value) !== null &&
      (fields[name].unique === 'everywhere' ? everywhere : others).some((row) =>
        same(row[name], value, fields[name]!.type),
      )
    )
      throw rejected({ [name]: [`This ${fields[name].label.toLowerCase()} is already used`] })
  if (!uniqueTogether?.some((name) => name in body)) return
  const next: Values = { ...own, ...body }
  if (others.some((row) => uniqueTogether.every((name) => same(row[name], next[name])))) {
    const labels = uniqueTogether.map((name) => fields[name]!.label.toLowerCase()).join(' and ')
    throw rejected({ [uniqueTogether.at(-1)!]: [`There is already a ${noun[0]} with this ${labels}`] })
  }
}

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
function remember(
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

const rootOf = (record: RecordDefinition) => record.partOf?.record ?? record.name
function changed(record: RecordDefinition, row: StoredRecord, derived?: true): void {
  const { id, version } = row
  // Rows of one table may belong to several records: consoles that see any of them are notified.
  for (const { subject } of ALL.filter((each) => rootOf(each) === rootOf(record)))
    tell({ type: 'record:changed', payload: { subject, id, version, ...(derived ? { derived } : {}) } })
  // Records derived from these rows change too.
  for (const [name, field] of Object.entries(record.feeds ?? {})) {
    const fed = keptRows(name).find((each) => each.id === row[field])
    if (fed) changed(definitionOf(name), fed, true)
  }
}

/** Values of a body as the platform stores them: without secrets, and with all fields of list items. */
const withoutSecrets = ({ fields }: RecordDefinition, body: Values): Values =>
  Object.fromEntries(
    Object.entries(body)
      .filter(([name]) => !fields[name] || isInRows(fields[name]))
      .map(([name, value]) => [name, storedOf(fields[name], value)]),
  )
const storedOf = (field: Field | undefined, value: unknown) =>
  field?.type.kind === 'list' ? storedItems(field.type, value) : value
/** An empty text is stored as null. */
const emptied = (body: Values): Values =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [name, value === '' ? null : value]))

/**
 * Assigns the files of a body to the record.
 * @param owner id of the person or the app
 * @throws 422 at the field if a file is not the owner's upload for it
 */
function attach(record: RecordDefinition, body: Values, id: string, owner: string): void {
  for (const field of Object.keys(fileRulesOf(record))) {
    const ids = filesIn(body, field)
    if (ids.length > 0) attachFiles(ids, `${record.name}.${field}`, id, owner)
  }
}

/** Whether a versioned record is active, so that its content is binding. */
const isActive = (record: RecordDefinition, row: StoredRecord) => behaviourOf(record.name).isActive?.(row) ?? false

/** Saves the content of an earlier version, as an edit. */
function rollBack(record: RecordDefinition, call: RecordCall): Answer<unknown> {
  const row = findToWrite(record, call)
  const sent = whole(record, row)
  const body = bodyOfVersion(record, row, sent, isActive(record, row), call.body.version_no)
  return edit(record, { ...call, body, told: call.body }, ROLL_BACK)
}

/** Writes values into a record. */
function change(
  record: RecordDefinition,
  call: RecordCall,
  values: Values,
  action: string,
  message: string,
  beside: Values = {},
): Answer<unknown> {
  const row = rowsOf(record.name).find(({ id }) => id === call.params.id)!
  const before = Object.fromEntries(Object.keys(values).map((field) => [field, row[field]]))
  const at = new Date(call.now).toISOString()
  rememberVersions(record, row, whole(record, row), isActive(record, row))
  Object.assign(row, values, beside, { version: row.version + 1, updatedAt: new Date(call.now).toISOString() })
  remember(record, row, call, action, Object.keys(before), before)
  behaviourOf(record.name).after?.(action, row, call.body, rowsOf, callerOf(call))
  const { id, username } = callerOf(call).staff
  keepVersion(record, row, { sent: whole(record, row), isActive: isActive(record, row), at, by: { id, username } })
  changed(record, row)
  return { data: readable(record, row, callerOf(call)) as never, message }
}

/** Runs the record's own rules before a write. @param row null for a new one @throws a refusal */
const prepare = (record: RecordDefinition, call: RecordCall, action: string, row: StoredRecord | null): Values => {
  const caller = callerOf(call)
  return (
    behaviourOf(record.name).prepare?.(action, row, call.body, caller, (each) => readable(record, each, caller)) ?? {}
  )
}

function enableDisable(record: RecordDefinition, call: RecordCall): Answer<unknown> {
  const isDeleted = call.body.is_deleted === true
  prepare(record, call, isDeleted ? 'disable' : 'enable', find(record, call))
  const row = findToWrite(record, call)
  behaviourOf(record.name).check?.(row, call.body, rowsOf, null)
  return change(
    record,
    call,
    { is_deleted: isDeleted },
    isDeleted ? 'disable' : 'enable',
    isDeleted ? 'Successfully Disabled' : 'Successfully Enabled',
  )
}

/** The data that the claim functions need about a record and its caller. */
const claimsOf = (record: RecordDefinition, call: RecordCall): ClaimStore => ({
  record,
  caller: callerOf(call),
  now: call.now,
  sent: (row) => readable(record, row, callerOf(call)),
  remember: (row, action, before, after) =>
    remember(
      record,
      { ...row, claimed_by: after },
      { ...call, told: { [REASON]: call.body.note } },
      action,
      ['claimed_by'],
      { claimed_by: before },
    ),
  announce: (row) => changed(record, row, true),
})

const listed = (record: RecordDefinition, call: RecordCall) => {
  const rows = rowsOf(record.name).filter((row) => !isErased(row) && isVisible(callerOf(call), row))
  return inListOrder(record, rows)
}
/** Fields that are sorted as text, even if they contain digits. */
const textFields = ({ allFields }: RecordDefinition) =>
  Object.keys(allFields).filter((name) => ['text', 'slug'].includes(allFields[name]!.type.kind))
/** The order of a list if the request has none. */
function inListOrder(record: RecordDefinition, rows: readonly StoredRecord[]): StoredRecord[] {
  return record.ordered
    ? rows.toSorted((a, b) => (a.position as number) - (b.position as number))
    : rows.toSorted((a, b) => (a.id < b.id ? 1 : -1))
}

/** A row for the list engine, which filters by the store under this name. */
const asListed = (record: RecordDefinition, row: StoredRecord) => ({
  third_party_store_code: row.store_code,
  ...whole(record, row),
})
/** The rows of the caller's stores, as they are sent. */
const sentRows = (record: RecordDefinition, call: RecordCall) =>
  listed(record, call).map((row) => seenBy(record, asListed(record, row), callerOf(call).access))

/** Counts for Home, of the records that the caller may read and whose definitions ask for it. */
export const countRecords = (caller: Caller) =>
  ALL.flatMap((record) => {
    const values = countedValues(record)
    if (values === null || !can(caller.access, 'read', record.subject)) return []
    const rows = rowsOf(record.name).filter((row) => isVisible(caller, row))
    const parts = values
      .filter(({ field }) => canRead(caller.access, record.subject, field))
      .map(({ field, value }) => ({
        field,
        value,
        count: rows.filter((row) => String(valueOf(record, field, row)) === value).length,
      }))
    return [{ subject: record.subject, total: rows.length, parts }]
  })

/** An action with all rules. */
function act(record: RecordDefinition, call: RecordCall, name: string): Answer<unknown> {
  const action = record.actions[name]!
  if (name === ROLL_BACK) return rollBack(record, call)
  const beside = prepare(record, call, name, find(record, call))
  const row = findToWrite(record, call)
  const { from, sets = {}, asks = {} } = action
  if (from && !from.values.includes(valueOf(record, from.field, row) as string | boolean))
    throw stale(
      readable(record, row, callerOf(call)),
      from.otherwise ?? `This cannot be done in the state that the ${record.noun[0]} is in now.`,
    )
  requireReferences(asks, call.body, callerOf(call))
  if (action.underClaim) requireClaim(claimsOf(record, call), row)
  let isWaiting = false
  const more =
    behaviourOf(record.name).actions?.[name]?.(
      row,
      call.body,
      rowsOf,
      new Date(call.now).toISOString(),
      { ...callerOf(call), waits: () => void (isWaiting = true) },
      (other, changedRow, derived) => changed(definitionOf(other), changedRow, derived),
    ) ?? {}
  const ended = action.underClaim ? { claimed_by: null, claim_until: null } : {}
  const message = isWaiting ? SENT_FOR_APPROVAL : action.success
  const answer = change(record, call, { ...sets, ...more }, name, message, { ...beside, ...ended })
  return isErased(row) ? { ...answer, data: null as never } : answer
}

/** What an action would change for a record, before it is performed; null if its preview is no change of rights. */
function effectsOn(record: RecordDefinition, one: RecordCall, row: StoredRecord, action: string): string[] | null {
  const definition = record.actions[action]
  if (definition?.preview?.of !== 'access') return null
  const from = Object.keys(actionPreviewAsks(definition))
  const body = Object.fromEntries(Object.entries(one.body as Values).filter(([name]) => from.includes(name)))
  const { data } = preview(record, { ...one, body }, row, [row.id], action)
  return accessEffects(data as Values)
}

/** One action on one of many records. */
function performOn(
  record: RecordDefinition,
  call: RecordCall,
  id: string,
  seen: number | null,
  action: string,
): BulkResult {
  const row = rowsOf(record.name).find((each) => each.id === id)
  const one = { ...call, params: { id }, body: (call.body.values ?? {}) as Values, ifMatch: row?.version ?? 0 }
  const valuesOf = (each: StoredRecord) => JSON.stringify({ ...whole(record, each), version: 0, updatedAt: '' })
  const before = row && { ...row }
  // Now, because derived values may follow from other rows.
  const valuesBefore = row && valuesOf(row)
  const history = db.history.get(id)
  try {
    find(record, one)
    if (seen !== null && seen !== row!.version) throw stale(readable(record, row!, callerOf(call)))
    const effects = (call.body as { dry_run?: boolean }).dry_run ? effectsOn(record, one, row!, action) : null
    if (action === 'enableDisable') enableDisable(record, one)
    else act(record, one, action)
    if (valuesOf(row!) !== valuesBefore || record.actions[action]?.elsewhere)
      return { id, outcome: 'changed', version: row!.version, message: null, ...(effects && { effects }) }
    Object.assign(row!, before)
    if (history) db.history.set(id, history)
    else db.history.delete(id)
    return { id, outcome: 'same', version: row!.version, message: null }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const fields = Object.values(error.more.errors ?? {}).flat()
    const version = row && isVisible(callerOf(call), row) ? row.version : null
    return { id, outcome: 'refused', version, message: fields.length > 0 ? fields.join('. ') : error.message }
  }
}

function bulk(record: RecordDefinition, call: RecordCall, action: string): Answer<unknown> {
  const caller = callerOf(call)
  const { ids, filter, dry_run } = call.body as { ids?: string[]; filter?: Values; dry_run?: boolean }
  if (record.actions[action]?.stepUp && !dry_run) requireStepUp(caller.session, call.now)
  const found = filter
    ? (answerList(
        sentRows(record, call),
        { ...readBulkFilter(record, filter), itemNo: Number.MAX_SAFE_INTEGER },
        caller,
        record.subject,
        Object.keys(record.allFields),
        searchedFields(record),
        textFields(record),
      ).data as unknown as { id: string }[])
    : []
  if (found.length > BULK_ROWS_MAX)
    throw rejected({
      filter: [`It finds ${found.length} ${record.noun[1]}, one action takes at most ${BULK_ROWS_MAX}: narrow it`],
    })
  const { ifMatches } = call
  if (ifMatches && ifMatches.length !== ids?.length)
    throw new Refusal(400, { message: 'If-Match must carry one version for each id.' })
  const chosen = new Map((ids ?? found.map(({ id }) => id)).map((id, index) => [id, ifMatches?.[index] ?? null]))
  const perform = () => [...chosen].map(([id, seen]) => performOn(record, call, id, seen, action))
  return dry_run ? { data: rehearse(perform) as never } : { data: perform() as never, message: 'Successfully Updated' }
}

function importCsv(record: RecordDefinition, call: RecordCall): Answer<unknown> {
  const caller = callerOf(call)
  const { columns, key } = record.imports!
  const hidden = columns.find((field) => !canRead(caller.access, record.subject, field))
  if (hidden !== undefined) throw forbidden(`An import needs the right to read ${hidden} of ${record.subject}.`)
  const { dry_run, ...chosen } = call.query as { dry_run?: boolean } & Values
  withoutStore(chosen, caller)
  const store = storeOfNew(record, chosen, caller)
  const file = readCsv(record, call.file)
  if ('refusal' in file) throw rejected({}, file.refusal)
  const read = createRowReader(record, (name) => {
    const target = definitionOf(name)
    // Of several with the same name the last one is taken: that of the file's store.
    const visible = rowsOf(name)
      .filter((row) => isVisible(caller, row))
      .toSorted((a, b) => Number(a.store_code === store) - Number(b.store_code === store))
    const nameOfRow = (row: StoredRecord) => String(row[importedBy(target)] as string).toLowerCase()
    return new Map(visible.map((row) => [nameOfRow(row), { id: row.id, isEnabled: row.is_deleted !== true }]))
  })
  const counts = { new: 0, changed: 0, same: 0, refused: 0 }
  const lineOfKey = new Map<string, number>()
  const decide = (row: CsvRow): ImportLine => {
    const name = row.cells[key] ?? ''
    const line = (outcome: ImportLine['outcome'], message: string | null, changes: ImportLine['changes'] = []) => {
      counts[outcome] += 1
      return { line: row.line, outcome, key: name, changes, message }
    }
    const earlier = name === '' ? undefined : lineOfKey.get(name.toLowerCase())
    if (earlier !== undefined) return line('refused', `Line ${earlier} is about it too`)
    lineOfKey.set(name.toLowerCase(), row.line)
    const current = rowsOf(record.name).find((each) => each.store_code === store && same(each[key], name))
    const result = read(row, current ? whole(record, current) : null)
    if ('refusal' in result) return line('refused', result.refusal)
    if (current && result.changes.length === 0) return line('same', null)
    const told = { [REASON]: IMPORT_REASON }
    const one = {
      ...call,
      body: { ...result.body, ...(!current && chosen) },
      told,
      ...(current && { params: { id: current.id }, ifMatch: current.version }),
    }
    try {
      if (current) VERBS.update(record, one, '')
      else VERBS.create(record, one, '')
      return line(current ? 'changed' : 'new', null, result.changes)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return line('refused', error.message)
    }
  }
  const isDry = dry_run === true
  const perform = () => file.rows.map(decide)
  const lines = isDry ? rehearse(perform) : perform()
  const end: ImportEnd = { end: isDry ? 'checked' : 'applied', ...counts, message: null }
  return { data: [...lines, end] as never, total_count: file.rows.length }
}

/** Whether apps of a store may receive a row: an enabled and published row of that store. */
const isOffered = (record: RecordDefinition, row: StoredRecord, store: string | null) =>
  row.store_code === store &&
  row.is_deleted !== true &&
  !isErased(row) &&
  isPublishedRow(record, row) &&
  isRunning(record, row)
const isRunning = (record: RecordDefinition, row: StoredRecord) =>
  !isCampaign(record) || campaignStatusAt(row, Date.now()) === 'ACTIVE'
const isPublishedRow = (record: RecordDefinition, { published_at }: StoredRecord) =>
  !isPublishable(record) || (typeof published_at === 'string' && Date.parse(published_at) <= Date.now())

/** A row as apps receive it: without references to rows that they may not receive. */
function forApps(record: RecordDefinition, row: StoredRecord): Values & { id: string } {
  const mayShow = (to: string, { id }: Reference) =>
    rowsOf(to).some((each) => each.id === id && isOffered(definitionOf(to), each, row.store_code))
  const offered = (type: FieldType, value: unknown): unknown => {
    if (type.kind === 'reference') return value && mayShow(type.to, value as Reference) ? value : null
    if (type.kind === 'references') return (value as Reference[]).filter((each) => mayShow(type.to, each))
    if (type.kind !== 'list') return value
    return (value as Values[]).map((item) =>
      Object.fromEntries(Object.entries(item).map(([name, each]) => [name, offered(type.fields[name]!.type, each)])),
    )
  }
  const shown = (name: string, { type }: Field) => offered(type, valueOf(record, name, row))
  const fields = Object.entries(publicFields(record)).map(([name, field]) => [name, shown(name, field)])
  return { id: row.id, ...(Object.fromEntries(fields) as Values) }
}
const APP: ListReader = {
  staff: { third_party_store_code: null },
  access: {
    accessible_pages: [EVERYTHING],
    permissions: [{ action: 'read', subject: EVERYTHING, fields: [EVERYTHING] }],
  },
}
/** The rows for the calling app, in the list's order. */
const rowsForApp = (record: RecordDefinition, { app }: RecordCall): StoredRecord[] =>
  inListOrder(
    record,
    rowsOf(record.name).filter((row) => isOffered(record, row, app!.store)),
  )

/** References in the body of an app must be enabled and in its store. */
function requireOfStore(asks: Fields, body: Values, store: string): void {
  const isThere = (row: StoredRecord) => row.is_deleted !== true && storeOfRow(row) === store
  const missing = referencesIn(asks, body).filter(
    ({ to, keys }) => !keys.every((key) => rowsOf(to).some((row) => row.id === key && isThere(row))),
  )
  const errors = missing.map(({ at, to }) => [
    at,
    [`There is no enabled ${definitionOf(to).noun[0]} with this id in the key's store`],
  ])
  if (errors.length > 0) throw rejected(Object.fromEntries(errors) as Record<string, string[]>)
}

/** A call with which an app writes. */
function sendFromApp(record: RecordDefinition, call: RecordCall, name: string): Answer<unknown> {
  const { id: appId, store } = appOf(call)
  const sent = record.appCalls![name]!
  requireOfStore(sentFields(sent), call.body, store)
  const at = new Date(call.now).toISOString()
  const { reason } = call.body
  const told = { [REASON]: reason ? `App: ${String(reason as string)}` : 'App' }
  const result = behaviourOf(record.name).appCalls![name]!({
    body: sent.of ? { ...call.body, [sent.of]: call.params.id } : call.body,
    store,
    at,
    rows: rowsOf,
    add(values) {
      const id = mockId('fresh', db.nextNumber++)
      attach(record, values, id, appId)
      const common = { store_code: store, Creator: null, createdAt: at, updatedAt: at }
      const added: StoredRecord = { id, version: 1, ...defaultsOf(record), ...values, ...common }
      keptRows(record.name).push(added)
      remember(record, added, { ...call, told }, 'create', Object.keys(values), null)
      changed(record, added)
      return added
    },
    change(target, action, values) {
      const before = Object.fromEntries(Object.keys(values).map((field) => [field, target[field]]))
      Object.assign(target, values, { version: target.version + 1, updatedAt: at })
      remember(record, target, { ...call, told }, action, Object.keys(values), before)
      changed(record, target)
    },
  })
  return { data: ('id' in result ? forApps(record, result as StoredRecord) : result) as never }
}

/** An edit with all rules. @param action its name in the history */
function edit(record: RecordDefinition, call: RecordCall, action: 'update' | typeof ROLL_BACK): Answer<unknown> {
  const beside = prepare(record, call, action, find(record, call))
  const row = findToWrite(record, call)
  requireReferences(record.fields, call.body, callerOf(call), row)
  const errors = {
    ...(touchesRange(record, call.body) ? rangeErrors(record, { ...row, ...call.body }) : {}),
    ...(touchesLimits(record, call.body) ? limitErrors(record, { ...row, ...call.body }) : {}),
    ...(touchesDependents(record, call.body) ? dependentErrors(record, row, call.body) : {}),
  }
  if (Object.keys(errors).length > 0) throw rejected(errors)
  behaviourOf(record.name).check?.(row, call.body, rowsOf, null)
  requireUnique(record, call.body, row, callerOf(call))
  attach(record, call.body, row.id, callerOf(call).staff.id)
  return change(
    record,
    call,
    { ...emptied(withoutSecrets(record, call.body)), ...emptiedBy(record, row, call.body) },
    action,
    'Successfully Updated',
    beside,
  )
}

/** @param row the record whose edit is previewed; null for a new record or a question of its own @param ids of the records whose disabling is previewed */
function preview(
  record: RecordDefinition,
  call: RecordCall,
  row: StoredRecord | null,
  ids: readonly string[] = row ? [row.id] : [],
  action?: string,
): Answer<unknown> {
  const caller = callerOf(call)
  // What disabling or an action affects is in other records.
  const uses = action === undefined && record.preview?.of !== 'disabling'
  const hidden = uses && Object.keys(record.allFields).find((field) => !canRead(caller.access, record.subject, field))
  if (hidden) throw forbidden(`This needs the right to read ${hidden} of ${record.subject}.`)
  requireReferences(
    action === undefined ? previewAsks(record) : actionPreviewAsks(record.actions[action]!),
    call.body,
    caller,
  )
  withoutStore(call.body, caller)
  const store = row ? row.store_code : storeOfNew({ ...record, storeFrom: undefined }, call.body, caller)
  const ofStore = inListOrder(record, rowsOf(record.name)).filter((each) => each.store_code === store)
  const rows = ofStore.map((each) => whole(record, each))
  const at = new Date(call.now).toISOString()
  const own = behaviourOf(record.name)
  const answers = action === undefined ? own.preview! : own.previews![action]!
  return {
    data: answers({ body: call.body, rows, at, row, ids, store, all: rowsOf, caller }) as never,
  }
}

/** One handler for each verb. A missing one fails the type check. */
const VERBS: { [V in RecordVerb]: (record: RecordDefinition, call: RecordCall, action: string) => Answer<unknown> } = {
  list: (record, call) => {
    const rows = sentRows(record, call)
    const answer =
      record.reads === 'paged'
        ? answerPage(record, rows, call.query, callerOf(call))
        : answerList(
            rows,
            call.query,
            callerOf(call),
            record.subject,
            Object.keys(record.allFields),
            searchedFields(record),
            textFields(record),
          )
    return answer as Answer<unknown>
  },
  totals(record, call) {
    const [rows, caller] = [sentRows(record, call), callerOf(call)]
    return {
      data: {
        count: countFound(record, rows, call.query, caller),
        ...(record.sums && { sums: sumFound(record, rows, call.query, caller) }),
      } as never,
    }
  },
  tabs: (record, call) => ({ data: countTabs(record, sentRows(record, call), callerOf(call)) as never }),
  get: (record, call) => ({ data: readable(record, find(record, call), callerOf(call)) as never }),
  history: (record, call) => {
    const row = find(record, call)
    const { access } = callerOf(call)
    const isReadable = (field: string) => canRead(access, record.subject, field)
    const entries = [...decisionsAbout(row, access), ...(db.history.get(row.id) ?? [])]
      .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
      .slice(0, HISTORY_ENTRIES)
    return {
      data: entries.map((entry) => ({
        ...entry,
        changes: entry.changes
          .filter(({ field }) => isReadable(field))
          .map((change) => withoutHidden(record, access, change)),
        asked: entry.changes.every(({ field }) => isReadable(field) || !(field in record.allFields))
          ? entry.asked.filter(({ field }) => isNameReadable(access, record.actions[entry.action]?.asks?.[field]))
          : [],
      })) as never,
    }
  },
  versions: (record, call) => {
    const row = find(record, call)
    return { data: readVersions(record, row, whole(record, row), isActive(record, row), callerOf(call)) as never }
  },
  names: (record, call) => {
    const caller = callerOf(call)
    const reads = pickedFields(record).every((field) => canRead(caller.access, record.subject, field))
    const writes = ALL.some(
      (other) =>
        refersTo(other, record.name) &&
        (can(caller.access, 'create', other.subject) || can(caller.access, 'update', other.subject)),
    )
    if (!reads && !writes) throw forbidden(`You may not read the names of ${record.subject}.`)
    const { search, id } = call.query as { search?: string; id?: string[] }
    const found = answerList(
      listed(record, call)
        .filter((row) => (id ? id.includes(row.id) : isChoosable(record, row)))
        .map((row) => asListed(record, row)),
      {
        itemNo: NAMES_AT_MOST,
        ...(record.ordered ? {} : { sort_by: record.namedBy[0]! }),
        ...(search ? { search } : {}),
      },
      { ...caller, access: { accessible_pages: [EVERYTHING], permissions: [] } },
      record.subject,
      Object.keys(record.allFields),
      searchedFields(record).filter((field) => pickedFields(record).includes(field)),
      textFields(record),
    ).data as unknown as StoredRecord[]
    return {
      data: found.map((row) => ({
        id: row.id,
        name: nameOf(
          record,
          rowsOf(record.name).find(({ id: known }) => known === row.id)!,
        ),
        version: row.version,
        ...(record.identifiedBy !== undefined && { code: row[record.identifiedBy] }),
      })) as never,
    }
  },
  create: (record, call) => {
    const caller = callerOf(call)
    const beside = prepare(record, call, 'create', null)
    const given = withoutStore(call.body, caller)
    requireReferences(record.fields, call.body, callerOf(call))
    behaviourOf(record.name).check?.(null, call.body, rowsOf, storeOfNew(record, call.body, caller))
    requireUnique(record, call.body, null, caller)
    const at = new Date(call.now).toISOString()
    const rows = keptRows(record.name)
    const fixed = fixedField(record)
    const body = withoutSecrets(record, given)
    const id = mockId('fresh', db.nextNumber++)
    attach(record, call.body, id, caller.staff.id)
    const row: StoredRecord = {
      id,
      version: 1,
      ...defaultsOf(record),
      ...body,
      ...(fixed !== null && { [fixed]: record.partOf!.value }),
      ...(record.switch && { is_deleted: false }),
      ...(record.ordered && { position: Math.max(0, ...rows.map(({ position }) => position as number)) + 1 }),
      store_code: storeOfNew(record, call.body, caller),
      Creator: { id: caller.staff.id, username: caller.staff.username },
      createdAt: at,
      updatedAt: at,
      ...beside,
    }
    rows.push(row)
    behaviourOf(record.name).after?.('create', row, call.body, rowsOf, callerOf(call))
    remember(record, row, call, 'create', Object.keys(body), null)
    changed(record, row)
    return { data: readable(record, row, caller) as never, message: 'Successfully Added' }
  },
  update: (record, call) => {
    if (record.switch && isEnableDisable(call.body)) return enableDisable(record, call)
    if (Object.keys(call.body).length === 0)
      throw new Refusal(422, { message: 'There is nothing to change.', errors: {} })
    return edit(record, call, 'update')
  },
  enableDisable,
  order: (record, call) => {
    const ids = call.body.ids as string[]
    if (new Set(ids).size !== ids.length) throw malformed('Each id only once.')
    const rows = listed(record, call)
    if (ids.length !== rows.length || !rows.every(({ id }) => ids.includes(id)))
      throw new Refusal(409, {
        message: `The list of ${record.noun[1]} has changed meanwhile. Look at it and try again.`,
      })
    const places = rows.map(({ position }) => position as number)
    for (const row of rows) {
      const position = places[ids.indexOf(row.id)]!
      if (row.position === position) continue
      row.position = position
      changed(record, row, true)
    }
    return { data: null as never, message: 'Successfully Updated' }
  },
  upload: (record, call) =>
    upload(record.name, uploadRulesOf(record), call as unknown as Upload, callerOf(call).staff.id),
  file: (record, call) => {
    find(record, call)
    const { access } = callerOf(call)
    const fields = privateFields(record).filter((field) => canRead(access, record.subject, field))
    return privateFile(
      fields.map((field) => `${record.name}.${field}`),
      call.params as unknown as { id: string; file: string },
    )
  },
  action: (record, call, name) => {
    if (record.actions[name]!.stepUp) {
      findToWrite(record, call)
      requireStepUp(callerOf(call).session, call.now)
    }
    return act(record, call, name)
  },
  claim: (record, call) => claim(claimsOf(record, call), find(record, call), call.body),
  release: (record, call) => release(claimsOf(record, call), find(record, call), call.body),
  bulk,
  preview: (record, call) => preview(record, call, null),
  previewOf: (record, call) => preview(record, call, find(record, call)),
  previewMany: (record, call) => {
    const seen = new Set(listed(record, call).map(({ id }) => id))
    const ids = (call.body.ids as string[]).filter((id) => seen.has(id))
    return preview(record, { ...call, body: {} }, null, ids)
  },
  previewAction: (record, call, name) => {
    const row = find(record, call)
    prepare(record, call, name, row)
    return preview(record, call, row, [row.id], name)
  },
  appList: (record, call) => {
    const rows = rowsForApp(record, call).map((row) => ({
      version: 0,
      third_party_store_code: null,
      ...forApps(record, row),
    }))
    const { data, total_count } = answerList(
      rows,
      call.query,
      APP,
      record.subject,
      Object.keys(publicFields(record)),
      [],
    )
    const sent = (data as Values[]).map(({ version: _version, ...row }) => row)
    return { data: sent as never, total_count: total_count ?? null }
  },
  appGet: (record, call) => {
    const row = rowsForApp(record, call).find(({ id }) => id === call.params.id)
    if (!row) throw notFound()
    return { data: forApps(record, row) as never }
  },
  appUpload: (record, call) => upload(record.name, appUploadRulesOf(record), call as unknown as Upload, appOf(call).id),
  appCall: sendFromApp,
  import: importCsv,
}

/** @returns the handler of one operation of a record */
export const recordHandler =
  ({ record, call: described }: RecordOperation): RecordHandler =>
  (call) =>
    VERBS[described.verb](record, call as RecordCall, 'action' in described ? described.action : '')
export type RecordHandler = (call: Call) => Answer<unknown>

/** Id of a record's call → its handler. */
export const recordHandlers: Readonly<Record<string, RecordHandler>> = Object.fromEntries(
  RECORD_OPERATIONS.map((each) => [each.call.id, recordHandler(each)]),
)
