/**
 * The calls of records with their summaries and the schemas of their input and output: for the server,
 * OpenAPI and the contract suite.
 */
import * as yup from 'yup'
import { BULK_ROWS_MAX, PAGE_ROWS_MAX, WHOLE_LIST_MAX } from '../constants'
import { enableDisableSchema } from '../entities/account'
import { historyEntrySchema, historyQuery } from '../entities/history'
import { typesOf } from '../file-types'
import { FILE_LIMITS } from '../files'
import { privateFileParams, uploadedFileSchema, uploadQuery } from '../http/files'
import { idParams, listQuery, nothing, type AnyOperation } from '../http/operation'
import { commaList } from '../http/operation'
import { STORE_FIELD } from '../permissions'
import { exactly, id, parameters } from '../schema'
import { readPart } from '../validation'
import { appCallsOf, sentFields } from './app-calls'
import { BULK_OUTCOMES, callsOf, IMPORT_OUTCOMES, isEnableDisable, type RecordVerb, type VerbCall } from './calls'
import { claimAsks, isBulkClaim, releaseAsks } from './claims'
import {
  actionInputs,
  actionPreviewAsks,
  appUploadRulesOf,
  choosesStore,
  isAccessChange,
  isErasable,
  newPreviewAsks,
  previewAsks,
  publicFields,
  uploadRulesOf,
  type RecordDefinition,
} from './record'
import type { FileRule } from '../file-types'
import { ALL_RECORDS } from './records'
import { pageQuery, totalsQuery, totalsSchema } from './page-schemas'
import { revealAsks } from './reveals'
import { summaryOf } from './summaries'
import {
  actionSchema,
  answersSchema,
  appRowSchema,
  createSchema,
  filterParameters,
  rowSchema,
  updateSchema,
  versionSchema,
} from './schemas'

interface Schemas extends Pick<AnyOperation, 'upload'> {
  params?: yup.Schema
  query?: yup.Schema
  body?: yup.Schema
  data: yup.Schema
}

/** The result of a bulk call for one record. */
const bulkResult = (record: RecordDefinition, action: string) =>
  yup
    .object({
      id: id(),
      outcome: yup.string().oneOf(BULK_OUTCOMES).required(),
      version: yup.number().integer().min(1).nullable().defined(),
      message: yup.string().nullable().defined(),
      ...(isAccessChange(record.actions[action]?.preview) && {
        effects: yup.array(yup.string().required()).optional(),
      }),
      ...(record.actions[action]?.preview?.of === 'money' && {
        money: yup
          .object({ amount: yup.string().nullable().defined(), currency: yup.string().required() })
          .default(undefined)
          .optional(),
      }),
    })
    .required()

const bulkValues = (record: RecordDefinition, action: string) => {
  if (action === 'enableDisable') return enableDisableSchema
  return actionSchema(isBulkClaim(action) ? {} : record.actions[action]!)
}

/**
 * A filter of the list, as in its query. A body is not converted, but a query is: the handler converts the filter with
 * `readBulkFilter`, and the body's schema only checks whether that is possible.
 */
const bulkFilter = (record: RecordDefinition) =>
  yup
    .object()
    .meta({ additionalProperties: { type: 'string' } })
    .default(undefined)
    .optional()
    // With the name of the error for unknown fields, so that an invalid filter results in 400, as in the query of the
    // list.
    .test({
      name: 'noUnknown',
      test: (filter, context) => {
        const fault = filter === undefined ? null : readFilter(record, filter)
        return typeof fault === 'string' ? context.createError({ message: fault }) : true
      },
    })

/** @returns the filter with converted values, or the error */
function readFilter(record: RecordDefinition, filter: object): Record<string, unknown> | string {
  const schema = parameters({ search: yup.string().max(255).optional(), ...filterParameters(record.allFields) })
  const reading = readPart(schema, filter, 'query')
  return reading.ok ? (reading.value as Record<string, unknown>) : reading.body.message
}
/** The filter of a bulk call whose body was validated. */
export const readBulkFilter = (record: RecordDefinition, filter: object): Record<string, unknown> =>
  readFilter(record, filter) as Record<string, unknown>

const count = () => yup.number().integer().min(0)
/** A line of an import, or its end. */
const importRow = yup
  .object({
    line: count().optional(),
    outcome: yup.string().oneOf(IMPORT_OUTCOMES).optional(),
    key: yup.string().optional(),
    changes: yup
      .array(
        yup
          .object({
            field: yup.string().required(),
            before: yup.string().nullable().defined(),
            after: yup.string().nullable().defined(),
          })
          .required(),
      )
      .optional(),
    message: yup.string().nullable().defined(),
    end: yup
      .string()
      .oneOf(['checked', 'applied', 'failed'] as const)
      .optional(),
    new: count().optional(),
    changed: count().optional(),
    same: count().optional(),
    refused: count().optional(),
  })
  .required()

const previewSchemas = (record: RecordDefinition, asks = previewAsks(record)) => ({
  body: actionSchema({ asks }),
  data: answersSchema(record.preview!.answers),
})

const uploadSchemas = (rules: Readonly<Record<string, FileRule>>): Schemas => ({
  query: uploadQuery(Object.keys(rules)),
  data: uploadedFileSchema,
  upload: { types: [...new Set(Object.values(rules).flatMap(typesOf))], maxBytes: FILE_LIMITS.bytes },
})

/** The schemas of each verb. A missing one fails the type check. */
const SCHEMAS: { [V in RecordVerb]: (record: RecordDefinition, row: yup.Schema, action: string) => Schemas } = {
  list: (record, row) => ({
    query:
      record.reads === 'paged'
        ? pageQuery(record)
        : listQuery(filterParameters(record.allFields), Object.keys(record.allFields)),
    data: yup.array(row as yup.Schema<object>).required(),
  }),
  totals: (record) => ({
    query: totalsQuery(record),
    data: totalsSchema(record),
  }),
  tabs: ({ tabs = {} }) => ({
    data: exactly(Object.fromEntries(Object.keys(tabs).map((name) => [name, count().optional()]))),
  }),
  get: (_record, row) => ({ params: idParams, data: row }),
  history: () => ({ params: idParams, query: historyQuery, data: yup.array(historyEntrySchema.required()).required() }),
  versions: (record) => ({ params: idParams, data: yup.array(versionSchema(record).required()).required() }),
  names: (record) => ({
    query: parameters({ search: yup.string().max(255).optional(), id: commaList().of(id()).max(200).optional() }),
    data: yup
      .array(
        yup
          .object({
            id: id(),
            name: yup.string().required(),
            version: yup.number().integer().min(1).required(),
            ...(record.identifiedBy !== undefined && { code: yup.string().required() }),
          })
          .required(),
      )
      .required(),
  }),
  create: (record, row) => ({ body: createSchema(record), data: row }),
  update: (record, row) => {
    // Made with the first call: most consoles never need it, and a server needs it with each change.
    let ofChange: yup.Schema | undefined
    return {
      params: idParams,
      body: yup.lazy((body: unknown) =>
        record.switch && isEnableDisable(body) ? enableDisableSchema : (ofChange ??= updateSchema(record)),
      ) as unknown as yup.Schema,
      data: row,
    }
  },
  enableDisable: (_record, row) => ({ params: idParams, body: enableDisableSchema, data: row }),
  order: () => ({ body: exactly({ ids: yup.array(id()).required().max(WHOLE_LIST_MAX) }), data: nothing }),
  // The body is the file itself, not a form: one file per call needs no parts, and its size is known before the first
  // byte is read.
  upload: (record) => uploadSchemas(uploadRulesOf(record)),
  file: () => ({ params: privateFileParams, data: nothing }),
  claim: (_record, row) => ({ params: idParams, body: actionSchema({ asks: claimAsks }), data: row }),
  release: (_record, row) => ({ params: idParams, body: actionSchema({ asks: releaseAsks }), data: row }),
  reveal: () => ({
    params: idParams,
    body: actionSchema({ asks: revealAsks }),
    data: exactly({ secret: yup.string().required() }),
  }),
  bulk: (record, _row, action) => ({
    body: exactly({
      ids: yup.array(id()).min(1).max(BULK_ROWS_MAX).optional(),
      filter: bulkFilter(record),
      dry_run: yup.boolean().optional(),
      values: bulkValues(record, action),
    }).test('which', 'Name the records by ids or by a filter', ({ ids, filter }, context) =>
      (ids === undefined) !== (filter === undefined)
        ? true
        : context.createError({ path: 'ids', message: 'Name the records by ids or by a filter' }),
    ),
    data: yup.array(bulkResult(record, action)).required(),
  }),
  preview: (record) => previewSchemas(record, newPreviewAsks(record)),
  previewOf: (record) => ({ params: idParams, ...previewSchemas(record) }),
  previewMany: ({ preview }) => ({
    body: exactly({ ids: yup.array(id()).min(1).max(WHOLE_LIST_MAX).required() }),
    data: answersSchema(preview!.answers),
  }),
  previewAction: ({ actions }, _row, action) => ({
    params: idParams,
    body: actionSchema({ asks: actionPreviewAsks(actions[action]!) }),
    data: answersSchema(actions[action]!.preview!.answers),
  }),
  import: (record) => ({
    query: parameters({
      dry_run: yup.boolean().required(),
      // The store that the file is about; the writer's own where it is empty.
      ...(choosesStore(record) && { [STORE_FIELD]: yup.string().max(255).optional() }),
    }),
    data: yup.array(importRow).required(),
  }),
  appList: (record) => ({
    query: parameters({
      page: count().min(1, 'page starts at 1').optional(),
      itemNo: count().min(1, 'itemNo starts at 1').max(PAGE_ROWS_MAX, `itemNo is at most ${PAGE_ROWS_MAX}`).optional(),
      ...filterParameters(publicFields(record)),
    }),
    data: yup.array(appRowSchema(record)).required(),
  }),
  appGet: (record) => ({ params: idParams, data: appRowSchema(record) }),
  appUpload: (record) => uploadSchemas(appUploadRulesOf(record)),
  appCall(record, _row, action) {
    const call = record.appCalls![action]!
    return {
      ...(call.of && { params: idParams }),
      body: actionSchema({ asks: sentFields(call) }),
      data: call.answers ? answersSchema(call.answers) : appRowSchema(record),
    }
  },
  // An action that erases the record has no record to return.
  action: (record, row, action) => ({
    params: idParams,
    body: actionSchema({ asks: actionInputs(record, action) }),
    data: isErasable(record) ? row.nullable() : row,
  }),
}

/** A call of one record, with its schemas. */
export interface RecordOperation extends AnyOperationParts {
  readonly call: VerbCall
  readonly record: RecordDefinition
}
type AnyOperationParts = { readonly operation: AnyOperation }

/** @returns the operations of one record */
export function operationsOf(record: RecordDefinition): RecordOperation[] {
  const row = rowSchema(record)
  return [...callsOf(record), ...appCallsOf(record)].map((call) => {
    const { verb, ...rest } = call
    const action = 'action' in call ? call.action : ''
    const schemas = SCHEMAS[verb](record, row, action)
    const summary = summaryOf(record, verb, action)
    return { call, record, operation: { ...rest, summary, ...schemas } as unknown as AnyOperation }
  })
}

/** The operations of all records. */
export const RECORD_OPERATIONS: readonly RecordOperation[] = ALL_RECORDS.flatMap(operationsOf)
