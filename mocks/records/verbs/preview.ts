/** What a change would do, before it is made. */
import { canRead } from '@contract/permissions'
import { type RecordDefinition, actionPreviewAsks, previewAsks } from '@contract/records/record'
import { type Answer, callerOf } from '../../call'
import { forbidden } from '../../refusal'
import type { StoredRecord } from '../behaviour'
import type { RecordCall } from './call'
import { requireReferences } from './checks'
import { inListOrder } from './lists'
import { behaviourOf, rowsOf } from './rows'
import { storeOfNew, withoutStore } from './stores'
import { whole } from './sent'

/** @param row the record whose edit is previewed; null for a new record or a question of its own @param ids of the records whose disabling is previewed */
export function preview(
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
