/** One action on several records. */
import { BULK_ROWS_MAX } from '@contract/constants'
import type { BulkResult } from '@contract/records/calls'
import { readBulkFilter } from '@contract/records/operations'
import { accessEffects } from '@contract/records/people/access-change'
import { type RecordDefinition, actionPreviewAsks, searchedFields } from '@contract/records/record'
import { type Answer, callerOf } from '../../call'
import { db, rehearse } from '../../db'
import { requireStepUp } from '../../handlers/two-factor'
import { answerList } from '../../lists'
import { Refusal, rejected, stale } from '../../refusal'
import type { StoredRecord } from '../behaviour'
import type { RecordCall, Values } from './call'
import { act, enableDisable } from './change'
import { moneyIn } from './money-effect'
import { find } from './checks'
import { sentRows, textFields } from './lists'
import { preview } from './preview'
import { rowsOf } from './rows'
import { isVisible } from './stores'
import { readable, whole } from './sent'

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
    const isDry = (call.body as { dry_run?: boolean }).dry_run === true
    const effects = isDry ? effectsOn(record, one, row!, action) : null
    const moved = isDry && record.actions[action]?.preview?.of === 'money' ? moneyIn() : null
    if (action === 'enableDisable') enableDisable(record, one)
    else act(record, one, action)
    if (valuesOf(row!) !== valuesBefore || record.actions[action]?.elsewhere)
      return {
        id,
        outcome: 'changed',
        version: row!.version,
        message: null,
        ...(effects && { effects }),
        ...(moved && { money: moved() }),
      }
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

/** One action on the chosen records, or on those that a filter finds; a dry run changes none. */
export function bulk(record: RecordDefinition, call: RecordCall, action: string): Answer<unknown> {
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
