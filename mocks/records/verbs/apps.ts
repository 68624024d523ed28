/** What apps read and send by their key (catalogue, The users' apps). */
import { REASON } from '@contract/entities/history'
import { EVERYTHING } from '@contract/permissions'
import { sentFields } from '@contract/records/app-calls'
import { campaignStatusAt, isCampaign } from '@contract/records/campaigns'
import type { Field, FieldType, Reference } from '@contract/records/field'
import { isPublishable } from '@contract/records/publishing'
import { type Fields, type RecordDefinition, publicFields } from '@contract/records/record'
import { recordNamed } from '@contract/records/records'
import { referencesIn } from '@contract/records/references'
import { defaultsOf } from '@demo/rows'
import { type Answer, appOf } from '../../call'
import { db } from '../../db'
import { mockId } from '../../ids'
import { type ListReader, answerList } from '../../lists'
import { notFound, rejected } from '../../refusal'
import type { StoredRecord } from '../behaviour'
import type { RecordCall, Values } from './call'
import { attach, changed } from './change'
import { remember } from './history'
import { inListOrder } from './lists'
import { behaviourOf, isErased, keptRows, rowsOf } from './rows'
import { isSharedWith, storeOfRow } from './stores'
import { valueOf } from './sent'

/** Whether apps of a store may receive a row: an enabled and published row of that store, or one that is shared with it. */
const isOffered = (record: RecordDefinition, row: StoredRecord, store: string | null) =>
  (row.store_code === store || isSharedWith(record, row, store)) &&
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
    rowsOf(to).some((each) => each.id === id && isOffered(recordNamed(to), each, row.store_code))
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

/** References in the body of an app must be enabled, and in its store or shared with it. */
function requireOfStore(asks: Fields, body: Values, store: string): void {
  const isThere = (to: string, row: StoredRecord) =>
    row.is_deleted !== true && (storeOfRow(row) === store || isSharedWith(recordNamed(to), row, store))
  const missing = referencesIn(asks, body).filter(
    ({ to, keys }) => !keys.every((key) => rowsOf(to).some((row) => row.id === key && isThere(to, row))),
  )
  const errors = missing.map(({ at, to }) => [
    at,
    [`There is no enabled ${recordNamed(to).noun[0]} with this id in the key's store`],
  ])
  if (errors.length > 0) throw rejected(Object.fromEntries(errors) as Record<string, string[]>)
}

/** A call with which an app writes. */
export function sendFromApp(record: RecordDefinition, call: RecordCall, name: string): Answer<unknown> {
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

/** The rows that apps of the store receive. */
export function appList(record: RecordDefinition, call: RecordCall): Answer<unknown> {
  const rows = rowsForApp(record, call).map((row) => ({
    version: 0,
    third_party_store_code: null,
    ...forApps(record, row),
  }))
  const { data, total_count } = answerList(rows, call.query, APP, record.subject, Object.keys(publicFields(record)), [])
  const sent = (data as Values[]).map(({ version: _version, ...row }) => row)
  return { data: sent as never, total_count: total_count ?? null }
}

/** One of them. @throws 404 */
export function appGet(record: RecordDefinition, call: RecordCall): Answer<unknown> {
  const row = rowsForApp(record, call).find(({ id }) => id === call.params.id)
  if (!row) throw notFound()
  return { data: forApps(record, row) as never }
}
