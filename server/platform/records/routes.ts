/** The handlers of every record's calls: one for each verb of the grammar (contract, Records on the wire). */
import { canRead } from '@contract/permissions'
import type { HistoryQuery } from '@contract/entities/history'
import type { RecordVerb, VerbCall } from '@contract/records/calls'
import { isBulkClaim } from '@contract/records/claims'
import { RECORD_OPERATIONS } from '@contract/records/operations'
import { accessEffects } from '@contract/records/people/access-change'
import {
  actionPreviewAsks,
  appUploadRulesOf,
  isAccessChange,
  privateFields,
  uploadRulesOf,
} from '@contract/records/record'
import type { Answer, Json } from '@server/platform/operations/call'
import { writerOf } from '@server/platform/modules/apps/keys'
import { createRecordFiles } from '@server/platform/modules/files/routes'
import { requireStepUp } from '@server/platform/modules/two-factor/step-up'
import { createBulk, type EffectsOn, type PerformOn } from './bulk'
import { claim, claimWaiting, release } from './claims'
import type { ListQuery } from './filters'
import { createImport } from './import'
import { isOnePiece } from './list'
import { isWholeList } from './pages'
import { historyOf, placeIn } from './history-of'
import { shownHistory } from './shown-history'
import { sourceFor, type RecordSource } from './source'
import { SOURCES } from './sources'
import { createAppCalls } from './verbs/apps'
import { answer, type RecordAnswer, type RecordCall, type RecordHandler, type RecordRoutesDeps } from './verbs/call'
import { createChanges } from './verbs/change'
import { createChecks } from './verbs/checks'
import { createCreate } from './verbs/create'
import { createNames } from './verbs/names'
import { createOrder } from './verbs/order'
import { createEffectOnMoney, moneyIn } from './verbs/money-effect'
import { createPreviews } from './verbs/previews'
import { createTransactions } from './verbs/transaction'
import { createReveal } from './verbs/reveal'
import { createVersions } from './versions'

/** @returns id of the call → its handler */
export function createRecordRoutes(deps: RecordRoutesDeps): Record<string, RecordHandler> {
  const { db, clock, keys, lists, pages, writes, history, live } = deps
  const versions = createVersions({ db, writes })
  const transactions = createTransactions(deps)
  const checks = createChecks(deps)
  const shared = { transactions, checks, versions }
  const { update, enableDisable, act, changeClaim } = createChanges(deps, shared)
  const { preview, answerPreview, answerActionPreview, answerPreviewOfMany } = createPreviews(
    deps,
    checks,
    createEffectOnMoney(deps, act),
  )
  const { appList, appGet, sendFromApp } = createAppCalls(deps, shared)

  /** The uploads and the private files of a record. @param fields that accept uploads */
  const filesOf = (source: RecordSource, fields = uploadRulesOf(source.record)) =>
    createRecordFiles(deps, {
      domain: source.record.name,
      subject: source.subject,
      fields,
      readable: ({ access }) => privateFields(source.record).filter((field) => canRead(access, source.subject, field)),
      requireRead: (id, principal) => writes.read(source, id, principal),
    })
  const performBulk = createBulk({ db, lists, writes })
  async function bulk(source: RecordSource, call: RecordCall, action: string): Promise<Answer<unknown>> {
    if (source.record.actions[action]?.stepUp && call.body.dry_run !== true)
      await requireStepUp({ db, clock }, call.principal)
    const { principal } = call
    const definition = source.record.actions[action]
    const effectsOn: EffectsOn = async (id, values, on) => {
      const from = Object.keys(actionPreviewAsks(definition!))
      const body = Object.fromEntries(Object.entries(values).filter(([name]) => from.includes(name)))
      const asked = { body, principal, id, ids: [id], storeOfNew: principal.store }
      return accessEffects((await preview(source, asked, action, on)) as Readonly<Record<string, unknown>>)
    }
    const perform: PerformOn = (id, version, values, within) => {
      const one: RecordCall = { ...call, params: { id }, body: { ...values }, ifMatch: version, key: null }
      if (action === 'enableDisable') return enableDisable(source, one, within)
      return isBulkClaim(action)
        ? changeClaim(action === 'claim' ? claimWaiting : release, source, one, within)
        : act(source, one, action, within)
    }
    const effects = isAccessChange(definition?.preview) ? effectsOn : null
    const money = definition?.preview?.of === 'money' ? moneyIn : null
    return performBulk(source, call, perform, effects, money, definition?.elsewhere ?? false)
  }
  const importCsv = createImport({ db, clock, lists, live, onError: deps.onError, ruleOf: transactions.ruleOf })

  /** One handler for each verb; a missing one fails the type check. */
  const VERBS: {
    [V in RecordVerb]: (source: RecordSource, call: RecordCall, action: string) => Promise<RecordAnswer>
  } = {
    async list(source, call) {
      const asked = call.query as ListQuery
      if (source.record.reads === 'paged') {
        if (isWholeList(asked)) return pages.stream(source, asked, call.principal, call.signal)
        const { json, next_cursor } = await pages.page(source, asked, call.principal)
        return { json: json as Json<unknown>, total_count: null, next_cursor }
      }
      if (call.streamed || !isOnePiece(asked)) return lists.stream(source, asked, call.principal, call.signal)
      const { json, total_count } = await lists.page(source, asked, call.principal)
      return { json: json as Json<unknown>, total_count }
    },
    totals: async (source, { query, principal }) => ({
      data: await pages.totals(source, query as ListQuery, principal),
    }),
    tabs: async (source, { principal }) => ({ data: await pages.tabs(source, principal) }),
    get: async (source, { params, principal }) => answer(await writes.read(source, params.id, principal)),
    async history(source, { params, query, principal }) {
      // Refused like the record itself: in another store it does not exist.
      await writes.read(source, params.id, principal)
      const { cursor, ...asked } = query as HistoryQuery
      const binding = JSON.stringify(['history', principal.staffId, source.record.name, params.id, asked.kind ?? null])
      const after = cursor === undefined ? null : placeIn(keys.openFor(cursor, binding))
      const { entries, next, kinds } = await history(historyOf(source, params.id, principal), { ...asked, after })
      return {
        json: JSON.stringify(await shownHistory(db, source, principal.access, entries)) as Json<unknown>,
        next_cursor: next && keys.sealFor(JSON.stringify(next), binding),
        ...(kinds && { kinds }),
      }
    },
    async versions(source, { params, principal }) {
      return { data: await versions.read(source, params.id, principal) }
    },
    names: createNames(deps),
    create: createCreate(deps, shared),
    update,
    enableDisable: (source, call) => enableDisable(source, call),
    order: createOrder(deps),
    upload: (source, call) =>
      filesOf(source).upload({
        ...call,
        writer: call.principal,
        query: call.query as { field: string; name?: string },
      }),
    file: (source, call) => filesOf(source).file({ ...call, params: call.params as { id: string; file: string } }),
    action: (source, call, name) => act(source, call, name),
    claim: (source, call) => changeClaim(claim, source, call),
    release: (source, call) => changeClaim(release, source, call),
    reveal: createReveal(deps, shared),
    bulk,
    preview: (source, call) => answerPreview(source, call, null),
    previewOf: (source, call) => answerPreview(source, call, call.params.id),
    previewMany: answerPreviewOfMany,
    previewAction: answerActionPreview,
    appList,
    appGet,
    appUpload: (source, call) =>
      filesOf(source, appUploadRulesOf(source.record)).upload({
        ...call,
        writer: writerOf(call.app),
        query: call.query as { field: string; name?: string },
      }),
    appCall: sendFromApp,
    async import(source, call) {
      const { dry_run, ...chosen } = call.query as { dry_run: boolean } & Readonly<Record<string, unknown>>
      const store = (await checks.chosenStoreOf(chosen, call.principal)) ?? call.principal.store
      return importCsv(source, { ...call, isDry: dry_run, store, signal: call.signal })
    },
  }

  const handlerOf = (call: VerbCall): RecordHandler => {
    const source = SOURCES[call.id.split('.')[0] as keyof typeof SOURCES]
    // Apps have no personal rights: the definition declares what they read (`public`), which is never masked.
    const isOfApps = call.access === 'app'
    return (received) =>
      VERBS[call.verb](
        isOfApps ? source : sourceFor(source, received.principal.access),
        received,
        'action' in call ? call.action : '',
      )
  }
  return Object.fromEntries(RECORD_OPERATIONS.map(({ call }) => [call.id, handlerOf(call)]))
}
