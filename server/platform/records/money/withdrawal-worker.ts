/** Puts withdrawals into the queue again whose time on hold is over, in the background: several processes may do it at once. */
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

/** Wakes those that are due. @returns how many */
export async function wakeWithdrawals({ db, clock, changed }: Omit<WithdrawalWorkerDeps, 'onError'>): Promise<number> {
  const at = new Date(clock.now()).toISOString()
  const ids = await retriedTransaction(db, async (tx) => {
    const woken = await tx.query<{ id: string }>(
      `update withdrawals w set status = 'PENDING', hold_reason = null, wakes_at = null, resumed_at = $1::timestamptz, decided_by_id = null,
         decided_at = null, version = version + 1, updated_at = $1::timestamptz
       where w.id in (select id from withdrawals where status = 'ON_HOLD' and wakes_at <= $1::timestamptz
         order by wakes_at limit ${BATCH} for update skip locked)
       returning w.id::text as id`,
      [at],
    )
    await writeAuditRows(
      tx,
      clock,
      { actorId: null, subject: manualWithdrawal.subject, origin: OF_THE_PLATFORM },
      woken.map(({ id }) => ({
        action: 'wake',
        subjectId: id,
        before: { status: 'ON_HOLD' },
        after: { status: 'PENDING' },
      })),
    )
    return woken.map(({ id }) => id)
  })
  if (ids.length > 0) await changed([{ record: 'manualWithdrawal', ids, edited: true }])
  return ids.length
}

/** Starts waking. @returns stops it */
export const startWakingWithdrawals = ({ onError, ...deps }: WithdrawalWorkerDeps): (() => Promise<void>) =>
  repeat(EVERY_MS, () => wakeWithdrawals(deps), onError, 'waking withdrawals')
