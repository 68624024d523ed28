/** Previews: answered from stored data, in a read-only transaction (contract, Records on the wire). */
import { canRead } from '@contract/permissions'
import type { Db, Queryable } from '@server/platform/ports/db'
import type { Clock } from '@server/platform/ports/clock'
import { forbidden } from '@server/platform/operations/failure'
import { countClaims } from './claims'
import { everythingOf } from './filters'
import type { RecordLists } from './list'
import type { PreviewCall, RecordSource } from './source'

export type Preview = (
  source: RecordSource,
  call: Pick<PreviewCall, 'body' | 'principal' | 'id' | 'ids' | 'storeOfNew'>,
  /** Name of the action that is previewed; none: the record's own preview. */
  action?: string,
  /** The transaction of a call that needs the answer; none: one of its own, which can only read. */
  within?: Queryable,
) => Promise<object>

/** @param deps `claimable`: the records that people claim @returns answers the preview of a record */
export function createPreview({
  db,
  clock,
  lists,
  claimable,
}: {
  db: Db
  clock: Clock
  lists: RecordLists
  claimable: readonly RecordSource[]
}): Preview {
  return async (source, { body, principal, id, ids, storeOfNew }, action, within) => {
    const { record } = source
    const preview = action === undefined ? source.preview : source.previews[action]
    // What disabling or an action affects is in other records.
    const uses = action === undefined && record.preview?.of !== 'disabling'
    const hidden =
      uses && Object.keys(record.allFields).find((field) => !canRead(principal.access, record.subject, field))
    // The answer would reveal something of every field that it uses.
    if (hidden) throw forbidden(`This needs the right to read ${hidden} of ${record.subject}.`)
    if (!preview)
      throw new Error(
        `The source of ${record.name} does not answer the preview${action === undefined ? '' : ` of ${action}`}`,
      )
    const answer = (on: Queryable) =>
      preview({
        on,
        principal,
        id,
        ids,
        body,
        storeOfNew,
        at: new Date(clock.now()).toISOString(),
        claimsOf: (staffIds) => countClaims(on, claimable, staffIds),
        async rowsOf(storeCode) {
          const reader = { access: everythingOf(source), stores: storeCode === null ? null : [storeCode] }
          const { json } = await lists.page(source, { itemNo: Number.MAX_SAFE_INTEGER }, reader, on)
          const rows = JSON.parse(json) as Readonly<Record<string, unknown>>[]
          return rows.filter(({ store_code }) => store_code === storeCode)
        },
      })
    if (within) return answer(within)
    return db.transaction(async (on) => {
      await on.query('set transaction read only')
      return answer(on)
    })
  }
}
