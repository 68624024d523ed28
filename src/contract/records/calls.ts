/**
 * The calls of a record without their schemas and summaries: the part that the console needs. `operations.ts` adds both.
 * One grammar covers every record (contract, Records on the wire).
 */
import type { HistoryEntry, HistoryQuery } from '../entities/history'
import { IMPORT_BYTES, MANY_RECORDS_BYTES } from '../constants'
import type { UploadedFile } from '../http/files'
import type { AccessRule, Method, Operation } from '../http/operation'
import type { Action } from '../permissions'
import type { Reference } from './field'
import { referable } from './referable'
import type { RecordVersion } from './versions'
import {
  bulkRight,
  uploadRulesOf,
  hasForms,
  isEdited,
  isVersioned,
  privateFields,
  type Actions,
  type CreateOf,
  type RecordDefinition,
  type RowOf,
  type UpdateOf,
} from './record'

/** The query of a record's list; any other name is a filter. */
export interface RecordQuery {
  page?: number
  itemNo?: number
  search?: string
  sort_by?: string
  sort_order?: 'asc' | 'desc'
  fields?: string[]
  id?: string[]
  /** Of a paged list: the cursor of the page, from the previous response (`next_cursor`). */
  cursor?: string
}

/** What a filter of a paged list finds: the number of rows; of a record with `sums`, those that the caller may read. */
export interface Totals {
  count: number
  sums?: Readonly<Record<string, string>>
}

/** A record as pickers offer it. */
export interface RecordName extends Reference {
  version: number
  /** Distinguishes it from others with the same name, if its definition has `identifiedBy`. */
  code?: string
}

/** A call without its schemas and its summary. */
export interface RecordCall {
  id: string
  method: Method
  path: string
  aliases?: readonly string[]
  access: AccessRule | ((body: unknown) => AccessRule)
  envelope: 'standard' | 'list' | 'file'
  streams?: boolean
  pages?: boolean
  kinds?: boolean
  ifMatch?: true | 'each'
  bodyBytes?: number
  idempotencyKey?: 'required'
  readOnly?: true
  upload?: Operation['upload']
}

/** True for exactly `{ is_deleted }`: the call then enables or disables. */
export const isEnableDisable = (body: unknown): body is { is_deleted: boolean } =>
  typeof body === 'object' && body !== null && Object.keys(body).length === 1 && 'is_deleted' in body

/**
 * The verbs of the grammar. A record has some of them; server and console each have an exhaustive table of
 * these.
 */
export type RecordVerb =
  | 'list'
  | 'totals'
  | 'tabs'
  | 'get'
  | 'history'
  | 'names'
  | 'versions'
  | 'create'
  | 'update'
  | 'enableDisable'
  | 'order'
  | 'upload'
  | 'file'
  | 'action'
  | 'claim'
  | 'release'
  | 'reveal'
  | 'bulk'
  | 'preview'
  | 'previewOf'
  | 'previewMany'
  | 'previewAction'
  | 'import'
  | 'appList'
  | 'appGet'
  | 'appUpload'
  | 'appCall'
type NamingVerb = 'action' | 'bulk' | 'previewAction' | 'appCall'

/** A call of a record, by its verb. @param action its name, if the verb names one */
export type VerbCall = RecordCall & ({ verb: Exclude<RecordVerb, NamingVerb> } | { verb: NamingVerb; action: string })

/** The result of a bulk call for one of its records; of a dry run, the expected result. */
export const BULK_OUTCOMES = ['changed', 'same', 'refused'] as const
export interface BulkResult {
  id: string
  outcome: (typeof BULK_OUTCOMES)[number]
  /** Version afterwards; null if the record was refused because it does not exist. */
  version: number | null
  /** Why it was refused. */
  message: string | null
  /** Of a dry run of an action whose preview is a change of rights: what this person gains and loses (people/access-change). */
  effects?: readonly string[]
  /** Of a dry run of an action on money: what it moves for this record (money/money-effect). */
  money?: { readonly amount: string | null; readonly currency: string }
}
/** Body of a bulk call: the records by id or by a filter of the list, and the input of the action. */
export interface BulkBody {
  ids?: readonly string[]
  filter?: Readonly<Record<string, string>>
  values?: object
  dry_run?: boolean
}

/** The result of an import for one line of its file; of a dry run, the expected result. */
export const IMPORT_OUTCOMES = ['new', 'changed', 'same', 'refused'] as const
export interface ImportLine {
  /** Number of the line in the file; line 1 contains the names of the columns. */
  line: number
  outcome: (typeof IMPORT_OUTCOMES)[number]
  /** The value of the key column, as it is in the file. */
  key: string
  /** The changes by field, as texts that a person can read. */
  changes: { field: string; before: string | null; after: string | null }[]
  /** Why it was refused. */
  message: string | null
}
/** The last line: counts. `applied`: the transaction is committed; `failed`: nothing was changed. */
export interface ImportEnd {
  end: 'checked' | 'applied' | 'failed'
  new: number
  changed: number
  same: number
  refused: number
  message: string | null
}

type NamesOperation = Operation<string, undefined, { search?: string; id?: string[] }, undefined, RecordName[]>

/** The call for the names of a record's rows. */
const namesCall = ({ name, base }: { name: string; base: string }): VerbCall => ({
  verb: 'names',
  id: `${name}.names`,
  method: 'GET',
  path: `/api/v1/${base}/list`,
  access: 'signedIn',
  envelope: 'standard',
})
/** @param to name of a record that a field refers to @returns the call for the names of its rows */
export const namesOf = (to: string): NamesOperation =>
  namesCall({ name: to, ...referable(to) }) as unknown as NamesOperation

/** @returns every call that the record has */
export function callsOf(record: RecordDefinition): VerbCall[] {
  const path = `/api/v1/${record.base}`
  const need = (action: Action, subject = record.subject): AccessRule => ({ action, subject })
  const call = <V extends Exclude<RecordVerb, NamingVerb>>(
    verb: V,
    method: Method,
    under: string,
    access: RecordCall['access'],
    more: Partial<RecordCall> = {},
  ): VerbCall => ({
    verb,
    id: `${record.name}.${verb}`,
    method,
    path: `${path}${under}`,
    access,
    envelope: 'standard',
    ...more,
  })
  return [
    call('list', 'GET', '', need('read'), {
      envelope: 'list',
      streams: true,
      ...(record.reads === 'paged' && { pages: true }),
      ...(record.aliases && { aliases: record.aliases.map((alias) => `/api/v1/${alias}`) }),
    }),
    ...(record.reads === 'paged' ? [call('totals', 'GET', '/totals', need('read'))] : []),
    ...(record.tabs ? [call('tabs', 'GET', '/tabs', need('read'))] : []),
    call('get', 'GET', '/:id', need('read')),
    call('history', 'GET', '/:id/history', need('read'), { pages: true, kinds: true }),
    ...(isVersioned(record) ? [call('versions', 'GET', '/:id/versions', need('read'))] : []),
    namesCall(record),
    ...(hasForms(record)
      ? [
          call('create', 'POST', '', need('create'), {
            // A repetition would promise the money of its rows twice.
            ...(record.posts && 'source' in record.posts && { idempotencyKey: 'required' }),
          }),
        ]
      : []),
    ...(isEdited(record) || record.switch
      ? [
          call(
            'update',
            'PATCH',
            '/:id',
            (body) => need(record.switch && isEnableDisable(body) ? 'delete' : 'update'),
            { ifMatch: true },
          ),
        ]
      : []),
    ...(record.switch
      ? [call('enableDisable', 'PATCH', '/enable-disable/:id', need('delete'), { ifMatch: true })]
      : []),
    ...(record.ordered ? [call('order', 'PATCH', '/order', need('update'), { bodyBytes: MANY_RECORDS_BYTES })] : []),
    ...(Object.keys(uploadRulesOf(record)).length > 0
      ? [call('upload', 'POST', '/files', { action: 'create', or: 'update', subject: record.subject })]
      : []),
    ...(privateFields(record).length > 0
      ? [call('file', 'GET', '/:id/files/:file', need('read'), { envelope: 'file' })]
      : []),
    ...(record.queue
      ? [call('claim', 'PATCH', '/:id/claim', need('update')), call('release', 'PATCH', '/:id/release', need('update'))]
      : []),
    ...(record.reveals
      ? [call('reveal', 'PATCH', '/:id/reveal', need(record.reveals.needs, record.reveals.subject))]
      : []),
    ...record.bulk.map((action): VerbCall => ({
      verb: 'bulk',
      action,
      id: `${record.name}.bulk${action[0]!.toUpperCase()}${action.slice(1)}`,
      method: 'PATCH',
      path: `${path}/bulk/${kebab(action)}`,
      access: bulkRight(record, action),
      envelope: 'standard',
      bodyBytes: MANY_RECORDS_BYTES,
      ifMatch: 'each',
      idempotencyKey: 'required',
    })),
    ...(record.preview && record.preview.of !== 'disabling'
      ? [
          call(
            'preview',
            'POST',
            '/preview',
            need(record.preview.of === 'question' ? record.preview.needs : 'create'),
            { readOnly: true },
          ),
        ]
      : []),
    ...(record.preview && record.preview.of !== 'question'
      ? [
          call('previewOf', 'POST', '/:id/preview', need(record.preview.of === 'save' ? 'update' : 'delete'), {
            readOnly: true,
          }),
        ]
      : []),
    ...(record.preview?.of === 'disabling'
      ? [call('previewMany', 'POST', '/preview', need('delete'), { readOnly: true, bodyBytes: MANY_RECORDS_BYTES })]
      : []),
    ...(record.imports
      ? [
          call(
            'import',
            'POST',
            '/import',
            { action: 'create', and: 'update', subject: record.subject },
            {
              envelope: 'list',
              streams: true,
              upload: { types: ['text/csv'], maxBytes: IMPORT_BYTES },
              idempotencyKey: 'required',
            },
          ),
        ]
      : []),
    ...Object.entries(record.actions).map(([action, { needs, subject, path: own, movesMoney }]): VerbCall => ({
      verb: 'action',
      action,
      id: `${record.name}.${action}`,
      method: 'PATCH',
      path: `${path}/${own ?? `:id/${kebab(action)}`}`,
      access: need(needs, subject),
      envelope: 'standard',
      ifMatch: true,
      ...(movesMoney && { idempotencyKey: 'required' }),
    })),
    ...Object.entries(record.actions)
      .filter(([, { preview }]) => preview)
      .map(([action, { needs, subject }]): VerbCall => ({
        verb: 'previewAction',
        action,
        id: `${record.name}.${idOfPreview(action)}`,
        method: 'POST',
        path: `${path}/:id/${kebab(action)}/preview`,
        access: need(needs, subject),
        envelope: 'standard',
        readOnly: true,
      })),
  ]
}

/** The part of a call's id after the record's name. */
const idOfPreview = (action: string) => `preview${action[0]!.toUpperCase()}${action.slice(1)}`

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/**
 * The calls of a record for the console, typed by its definition. Calls that the record does not have are undefined.
 */
export interface RecordCalls<Row, Create = object, Update = object> {
  readonly list: Operation<string, undefined, RecordQuery, undefined, Row[]>
  /** Of a paged record. */
  readonly totals?: Operation<string, undefined, RecordQuery, undefined, Totals>
  /** Of a record with tabs. */
  readonly tabs?: Operation<string, undefined, undefined, undefined, Record<string, number>>
  readonly get: Operation<string, { id: string }, undefined, undefined, Row>
  /** In pages, newest first; it begins with the creation, the last entry of the last page. */
  readonly history: Operation<string, { id: string }, HistoryQuery, undefined, HistoryEntry[]>
  /** Of a versioned record. */
  readonly versions?: Operation<string, { id: string }, undefined, undefined, RecordVersion[]>
  readonly names: NamesOperation
  readonly create?: Operation<string, undefined, undefined, Create, Row>
  readonly update?: Operation<string, { id: string }, undefined, Update | { is_deleted: boolean }, Row>
  readonly order?: Operation<string, undefined, undefined, { ids: string[] }, null>
  /** Of a record with files. The query contains the field, and the original name of the file. */
  readonly upload?: Operation<string, undefined, { field: string; name?: string }, undefined, UploadedFile>
  /** Of a record with private files: the content of one, which is audited. */
  readonly file?: Operation<string, { id: string; file: string }, undefined, undefined, unknown>
  /** Of a record with a preview. */
  readonly preview?: Operation<string, undefined, undefined, object, Readonly<Record<string, unknown>>>
  /** Of a record that previews a save: the effect of an edit; or of one that previews disabling: what it would interrupt. */
  readonly previewOf?: Operation<string, { id: string }, undefined, object, Readonly<Record<string, unknown>>>
  /** Of a record that previews disabling many: what that would interrupt, added up. */
  readonly previewMany?: Operation<
    string,
    undefined,
    undefined,
    { ids: readonly string[] },
    Readonly<Record<string, unknown>>
  >
  readonly import?: Operation<
    string,
    undefined,
    { dry_run: boolean; store_code?: string },
    undefined,
    (ImportLine | ImportEnd)[]
  >
  /** Of a record that people claim. */
  readonly claim?: Operation<string, { id: string }, undefined, { note?: string }, Row>
  readonly release?: Operation<string, { id: string }, undefined, { after_seconds?: number }, Row>
  /** Of a record with a secret. */
  readonly reveal?: Operation<string, { id: string }, undefined, { reason: string }, { secret: string }>
  /** Of actions that can be performed on many records at once, by the name of the action. */
  readonly bulk: Readonly<Record<string, Operation<string, undefined, undefined, BulkBody, BulkResult[]>>>
  /** Of actions with a preview, by the name of the action. */
  readonly previews: Readonly<
    Record<string, Operation<string, { id: string }, undefined, object, Readonly<Record<string, unknown>>>>
  >
  /** By the name of the action. */
  readonly actions: Readonly<Record<string, Operation<string, { id: string }, undefined, object, Row>>>
}

/** @returns the calls that the console makes for a record */
export function recordCalls<R extends RecordDefinition<string, never, Actions, boolean> | RecordDefinition>(
  record: R,
): RecordCalls<RowOf<R>, CreateOf<R>, UpdateOf<R>> {
  const calls = callsOf(record as RecordDefinition)
  // The console only sends and receives; the schemas that the type requires are the server's.
  const named = Object.fromEntries(calls.filter((call) => !('action' in call)).map((call) => [call.verb, call]))
  const byAction = (verb: NamingVerb) =>
    Object.fromEntries(calls.flatMap((call) => (call.verb === verb ? [[call.action, call as RecordCall]] : [])))
  return {
    ...named,
    actions: byAction('action'),
    bulk: byAction('bulk'),
    previews: byAction('previewAction'),
  } as unknown as RecordCalls<RowOf<R>, CreateOf<R>, UpdateOf<R>>
}
