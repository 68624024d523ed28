/** Puts withdrawals into the queue again whose time on hold is over, in the background: several processes may do it at once. */
import { cryptoWithdrawal } from '@contract/records/money/crypto-withdrawal'
import { manualWithdrawal } from '@contract/records/money/manual-withdrawal'
import { retriedTransaction } from '@server/platform/db/retry'
import { repeat } from '@server/platform/lib/background'
import type { Changed } from '@server/platform/modules/approvals/effects'
import { OF_THE_PLATFORM, writeAuditRows } from '@server/platform/modules/audit/entry'
import type { Clock } from '@server/platform/ports/clock'
import type { Db } from '@server/platform/ports/db'

const EVERY_MS = 30_000
const BATCH = 100

export interface WithdrawalWorkerDeps {
  db: Db
  clock: Clock
  /** Notifies consoles of rows with other values. */
  changed: (what: readonly Changed[]) => Promise<void>
  onError: (error: unknown, what: string) => void
}

/** Where each record has its withdrawals. */
const RECORDS = [
  { definition: manualWithdrawal, table: 'withdrawals' },
  { definition: cryptoWithdrawal, table: 'crypto_withdrawals' },
] as const

/** Wakes those of a record that are due. @returns how many */
async function wake(
  { definition: { name, subject }, table }: (typeof RECORDS)[number],
  { db, clock, changed }: Omit<WithdrawalWorkerDeps, 'onError'>,
): Promise<number> {
  const at = new Date(clock.now()).toISOString()
  const ids = await retriedTransaction(db, async (tx) => {
    const woken = await tx.query<{ id: string }>(
      `update ${table} w set status = 'PENDING', hold_reason = null, wakes_at = null, resumed_at = $1::timestamptz, decided_by_id = null,
         decided_at = null, version = version + 1, updated_at = $1::timestamptz
       where w.id in (select id from ${table} where status = 'ON_HOLD' and wakes_at <= $1::timestamptz
         order by wakes_at limit ${BATCH} for update skip locked)
       returning w.id::text as id`,
      [at],
    )
    await writeAuditRows(
      tx,
      clock,
      { actorId: null, subject, origin: OF_THE_PLATFORM },
      woken.map(({ id }) => ({
        action: 'wake',
        subjectId: id,
        before: { status: 'ON_HOLD' },
        after: { status: 'PENDING' },
      })),
    )
    return woken.map(({ id }) => id)
  })
  if (ids.length > 0) await changed([{ record: name, ids, edited: true }])
  return ids.length
}

/** Wakes those that are due. @returns how many */
export async function wakeWithdrawals(deps: Omit<WithdrawalWorkerDeps, 'onError'>): Promise<number> {
  let woken = 0
  for (const record of RECORDS) woken += await wake(record, deps)
  return woken
}

/** Starts waking. @returns stops it */
export const startWakingWithdrawals = ({ onError, ...deps }: WithdrawalWorkerDeps): (() => Promise<void>) =>
  repeat(EVERY_MS, () => wakeWithdrawals(deps), onError, 'waking withdrawals')
