/** The mocks of all records: one handler for each verb of the grammar (contract, Records on the wire). */
import { canRead } from '@contract/permissions'
import type { RecordVerb } from '@contract/records/calls'
import { RECORD_OPERATIONS, type RecordOperation } from '@contract/records/operations'
import {
  type RecordDefinition,
  appUploadRulesOf,
  privateFields,
  searchedFields,
  uploadRulesOf,
} from '@contract/records/record'
import { type Answer, type Call, appOf, callerOf } from '../call'
import { answerList } from '../lists'
import { answerPage, countFound, countTabs, sumFound } from '../pages'
import { appGet, appList, sendFromApp } from '../records/verbs/apps'
import { bulk } from '../records/verbs/bulk'
import type { RecordCall } from '../records/verbs/call'
import { act, changed, claimsOf, create, enableDisable, isActive, prepare, update } from '../records/verbs/change'
import { find, findToWrite } from '../records/verbs/checks'
import { readHistory, rememberView } from '../records/verbs/history'
import { importCsv } from '../records/verbs/import'
import { listed, names, sentRows, textFields } from '../records/verbs/lists'
import { effectOnMoney } from '../records/verbs/money-effect'
import { preview } from '../records/verbs/preview'
import { readable, whole } from '../records/verbs/sent'
import { Refusal, malformed } from '../refusal'
import { readVersions } from '../versions'
import { claim, release } from './claims'
import { privateFile, upload } from './files'
import { requireStepUp } from './two-factor'

type Upload = Call<unknown, { field: string; name?: string }>

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
  history: readHistory,
  versions: (record, call) => {
    const row = find(record, call)
    return { data: readVersions(record, row, whole(record, row), isActive(record, row), callerOf(call)) as never }
  },
  names,
  create,
  update,
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
    const params = call.params as unknown as { id: string; file: string }
    const answer = privateFile(
      fields.map((field) => `${record.name}.${field}`),
      params,
    )
    rememberView(params.id, params.file, call)
    return answer
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
    if (record.actions[name]!.preview?.of === 'money') return { data: effectOnMoney(record, call, row, name) as never }
    prepare(record, call, name, row)
    return preview(record, call, row, [row.id], name)
  },
  appList,
  appGet,
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
