/** Writes with rules: their transaction, what a rule gets, and the consoles that are notified after the commit. */
import { RECORDS } from '@contract/records/records'
import { textOf, utf8 } from '@server/platform/lib/bytes'
import { retriedTransaction } from '@server/platform/db/retry'
import { writeAuditRows } from '@server/platform/modules/audit/entry'
import { enqueue } from '@server/platform/modules/outbox/messages'
import { announce } from '@server/platform/records/announce'
import { releaseIn } from '@server/platform/records/claims'
import { findFed } from '@server/platform/records/feeds'
import type { RecordSource, RuleCall } from '@server/platform/records/source'
import { CLAIMABLE, SOURCES } from '@server/platform/records/sources'
import { versionsAndStoresOf } from '@server/platform/records/table'
import type { Within } from '@server/platform/records/writes'
import type { RecordCall, RecordRoutesDeps } from './call'

export type Transactions = ReturnType<typeof createTransactions>

/** @returns how a write with rules runs, and how consoles are told of what it changed */
export function createTransactions({
  db,
  clock,
  lists,
  keys,
  erasure,
  live,
  outbox,
}: Pick<RecordRoutesDeps, 'db' | 'clock' | 'lists' | 'keys' | 'erasure' | 'live' | 'outbox'>) {
  /** Runs a write in a transaction where rules need one; consoles are notified after the commit. @param outer the transaction of a bulk call */
  async function inTransaction<T>(
    needed: boolean,
    work: (within: Within | undefined) => Promise<T>,
    outer?: Within,
  ): Promise<T> {
    if (outer) return work(outer)
    if (!needed) return work(undefined)
    let news: (() => void)[] = []
    const result = await retriedTransaction(db, (on) => {
      news = []
      return work({ on, afterCommit: (tell) => void news.push(tell) })
    })
    for (const tell of news) tell()
    return result
  }

  /** Notifies consoles of rows that a rule changed, after the commit. */
  const tellsChanged =
    ({ afterCommit }: Within): RuleCall['changed'] =>
    (name, rows, derived) =>
      afterCommit(() => {
        const other = SOURCES[name as keyof typeof SOURCES]
        lists.changed(other)
        for (const row of rows)
          announce(live, other, { id: row.id, version: row.version, ...(derived ? { derived } : {}) }, row.store_code)
      })

  /** The same for rows that are read here. */
  const tellsTouched =
    ({ on, afterCommit }: Within): RuleCall['touched'] =>
    async (name, ids, edited) => {
      if (ids.length === 0) return
      const rows = await versionsAndStoresOf(on, SOURCES[name as keyof typeof SOURCES], ids)
      tellsChanged({ on, afterCommit })(name, rows, edited ? undefined : true)
    }

  const sourceOf = (name: string) => SOURCES[name as keyof typeof SOURCES]

  /** @param call of the write @returns what a rule of a record gets */
  const ruleOf = <Id extends string | null>(
    { on, afterCommit }: Within,
    {
      principal,
      origin,
      id,
      body,
      storeOfNew = principal.store,
      waits = () => undefined,
    }: Pick<RecordCall, 'principal' | 'origin' | 'body'> & {
      id: Id
      storeOfNew?: string | null
      waits?: RuleCall['waits']
    },
  ): RuleCall & { id: Id } => ({
    tx: on,
    principal,
    id,
    body,
    storeOfNew,
    at: new Date(clock.now()).toISOString(),
    hash: (text) => keys.digest(`erased ${text}`),
    seal: (secret) => keys.entrusted.encrypt(utf8(secret)),
    unseal: (sealed) => textOf(keys.entrusted.decrypt(sealed)),
    notify: async (staffIds, what) => {
      if (staffIds.length === 0) return
      await enqueue(on, 'notification', { staff_ids: staffIds, at: clock.now(), what })
      afterCommit(() => outbox.wake())
    },
    afterCommit: (tell) => afterCommit(() => tell(live)),
    deliver: () => afterCommit(() => outbox.wake()),
    waits,
    releaseClaims: async (staffId) => {
      for (const source of CLAIMABLE)
        afterCommit(
          await releaseIn(on, { clock, live, lists, sourceOf }, source, staffId, {
            actorId: principal.staffId,
            origin,
          }),
        )
    },
    audit: (name, rows) =>
      writeAuditRows(on, clock, { actorId: principal.staffId, subject: RECORDS[name].subject, origin }, rows),
    auditAs: (subject, rows) => writeAuditRows(on, clock, { actorId: principal.staffId, subject, origin }, rows),
    destroyKey: async () => {
      if (id !== null) await erasure.destroy(on, id)
    },
    changed: tellsChanged({ on, afterCommit }),
    touched: tellsTouched({ on, afterCommit }),
  })

  /** Notifies consoles of rows with derived values of this one, after the commit where there is a transaction. */
  async function tellFed(source: RecordSource, id: string, within?: Within): Promise<void> {
    if (!source.record.feeds) return
    const tell = await findFed({ live, lists, sourceOf }, source, [id], within?.on ?? db)
    if (within) within.afterCommit(tell)
    else tell()
  }

  return { inTransaction, tellsChanged, ruleOf, tellFed }
}
