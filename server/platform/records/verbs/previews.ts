/** What a change would do, before it is made: of an edit, of an action, and of disabling many. */
import { actionPreviewAsks, previewAsks } from '@contract/records/record'
import type { RecordSource } from '@server/platform/records/source'
import { CLAIMABLE } from '@server/platform/records/sources'
import { createPreview } from '@server/platform/records/preview'
import type { RecordCall, RecordRoutesDeps } from './call'
import type { Checks } from './checks'
import type { EffectOnMoney } from './money-effect'

/** @returns the previews as handlers, and `preview`, which a dry run uses. Each throws what the change itself would throw */
export function createPreviews(
  { db, clock, lists, writes }: Pick<RecordRoutesDeps, 'db' | 'clock' | 'lists' | 'writes'>,
  { prepare, requireReferences, chosenStoreOf }: Checks,
  effectOnMoney: EffectOnMoney,
) {
  const preview = createPreview({ db, clock, lists, claimable: CLAIMABLE })
  /** @param id of the record whose edit is previewed; null for a new record or an independent preview */
  async function answerPreview(source: RecordSource, { body, principal }: RecordCall, id: string | null) {
    // Refused like the record itself: in another store it does not exist.
    if (id !== null) await writes.read(source, id, principal)
    await requireReferences(previewAsks(source.record), body, principal, db)
    const chosen = id === null ? await chosenStoreOf(body, principal) : undefined
    const ids = id === null ? [] : [id]
    return { data: await preview(source, { body, principal, id, ids, storeOfNew: chosen ?? principal.store }) }
  }
  /** What an action would do; refused like the action itself. */
  async function answerActionPreview(source: RecordSource, call: RecordCall, name: string) {
    const { body, principal, params } = call
    await writes.read(source, params.id, principal)
    if (source.record.actions[name]!.preview?.of === 'money') return { data: await effectOnMoney(source, call, name) }
    await requireReferences(actionPreviewAsks(source.record.actions[name]!), body, principal, db)
    await prepare(source, call, name, params.id)
    const asked = { body, principal, id: params.id, ids: [params.id], storeOfNew: principal.store }
    return { data: await preview(source, asked, name) }
  }
  /** What disabling many records would interrupt: only those count that exist for the caller. */
  async function answerPreviewOfMany(source: RecordSource, { body, principal }: RecordCall) {
    const asked = body.ids as string[]
    const { json } = await lists.page(source, { id: asked, itemNo: asked.length, fields: [] }, principal)
    const ids = (JSON.parse(json) as { id: string }[]).map(({ id }) => id)
    return { data: await preview(source, { body, principal, id: null, ids, storeOfNew: principal.store }) }
  }

  return { preview, answerPreview, answerActionPreview, answerPreviewOfMany }
}
