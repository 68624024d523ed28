/** What apps read and send by their key (catalogue, The users' apps). */
import type { Access } from '@contract/permissions'
import { sentFields } from '@contract/records/app-calls'
import type { AppCall } from '@contract/records/record'
import { RECORDS, type RecordKey } from '@contract/records/records'
import { utf8 } from '@server/platform/lib/bytes'
import type { Answer } from '@server/platform/operations/call'
import { writerOf } from '@server/platform/modules/apps/keys'
import { writeAuditRows } from '@server/platform/modules/audit/entry'
import type { ListQuery } from '@server/platform/records/filters'
import { inTurn } from '@server/platform/records/in-turn'
import type { RecordSource } from '@server/platform/records/source'
import type { RecordAnswer, RecordCall, RecordRoutesDeps } from './call'
import type { Checks } from './checks'
import { columnsOfBody } from './columns'
import type { Transactions } from './transaction'

/** Reads no field. */
const NOTHING: Access = { accessible_pages: [], permissions: [] }

/** Every input, as one that a call has left out. */
const leftOut = ({ asks }: AppCall) => Object.fromEntries(Object.keys(asks).map((name) => [name, undefined]))

/** A row as apps receive it. */
const forApps = ({ version: _version, ...row }: Readonly<Record<string, unknown>>) => row

/** @returns what apps read and send: a list, one row, and a call that writes. Each throws the refusal that the app is sent */
export function createAppCalls(
  { clock, lists, keys, writes }: Pick<RecordRoutesDeps, 'clock' | 'lists' | 'keys' | 'writes'>,
  {
    transactions: { inTransaction, tellsChanged, tellFed },
    checks: { requireReferences },
  }: { transactions: Transactions; checks: Checks },
) {
  const appList = async (source: RecordSource, { query, app }: RecordCall): Promise<RecordAnswer> => {
    const { json, total_count } = await lists.page(source.forApps!, query as ListQuery, writerOf(app))
    const rows = JSON.parse(json) as Record<string, unknown>[]
    return { json: JSON.stringify(rows.map(forApps)), total_count }
  }

  const appGet = async (source: RecordSource, { params, app }: RecordCall): Promise<RecordAnswer> => {
    const { json } = await writes.read(source.forApps!, params.id, writerOf(app))
    return { data: forApps(JSON.parse(json as string) as Record<string, unknown>) }
  }

  /** A call with which an app writes; its history names the app's key. */
  const sendFromApp = (source: RecordSource, call: RecordCall, name: string): Promise<Answer<unknown>> =>
    inTransaction(true, async (within) => {
      const { app, origin, key, params } = call
      const { on } = within!
      const sent = source.record.appCalls![name]!
      const body = sent.of ? { ...call.body, [sent.of]: params.id } : call.body
      const writer = writerOf(app)
      const by = { principal: writer, origin, key: null }
      await requireReferences(sentFields(sent), call.body, writer, on, null, 'app')
      const at = new Date(clock.now()).toISOString()
      const sender = `App ${app.hint}…`
      const rowForApp = async (id: string) => {
        const { json } = await writes.read(source.forApps!, id, writer, on)
        return forApps(JSON.parse(json as string) as Record<string, unknown>)
      }
      const last: (() => Promise<void>)[] = []
      const result = await source.appCalls[name]!({
        tx: on,
        body,
        sent: columnsOfBody(source.record, { ...leftOut(sent), ...body }),
        atLast: (work) => last.push(work),
        at,
        app,
        changed: tellsChanged(within!),
        audit: (of, rows) =>
          writeAuditRows(on, clock, { actorId: null, subject: RECORDS[of].subject, origin, reason: sender }, rows),
        hash: (text) => keys.digest(`erased ${text}`),
        seal: (secret) => keys.entrusted.encrypt(utf8(secret)),
        inTurn: (about) => inTurn(on, source.record.name as RecordKey, about),
        async add(columns) {
          // Of the new row only the id is needed: what the app receives is read at the end, with all that follows from it.
          const written = { ...by, principal: { ...writer, access: NOTHING } }
          const { json } = await writes.create(source, columns, '', written, { reason: sender, within: within! })
          const { id: added } = JSON.parse(json as string) as { id: string }
          await tellFed(source, added, within)
          return added
        },
        async change({ id: changed, version }, action, columns, reason) {
          const changes = { columns, action, message: '', at, reason: reason ? `${sender}: ${reason}` : sender }
          await writes.update(source, changed, version, changes, by, within)
          await tellFed(source, changed, within)
        },
      })
      const answered = { data: typeof result === 'string' ? await rowForApp(result) : result }
      await key?.inTransaction(on, answered)
      for (const work of last) await work()
      return answered
    })

  return { appList, appGet, sendFromApp }
}
