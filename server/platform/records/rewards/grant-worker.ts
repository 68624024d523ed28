/** Settles grants of bonuses whose time is over, in the background (ledger, Time): several processes may do it at once. */
import type { Db } from '@server/platform/ports/db'
import { retriedTransaction } from '@server/platform/db/retry'
import type { Clock } from '@server/platform/ports/clock'
import type { Changed } from '@server/platform/modules/approvals/effects'
import { OF_THE_PLATFORM, writeAuditRows } from '@server/platform/modules/audit/entry'
import { settleExpiredGrants } from './grant'
import { repeat } from '@server/platform/lib/background'

/** Within a minute an expired grant has no money left. */
const EVERY_MS = 30_000

export interface GrantWorkerDeps {
  db: Db
  clock: Clock
  /** Notifies consoles of rows with other values. */
  changed: (what: readonly Changed[]) => Promise<void>
  onError: (error: unknown, what: string) => void
}

/** Settles all that are due. @returns how many */
export async function settleGrants({ db, clock, changed }: Omit<GrantWorkerDeps, 'onError'>): Promise<number> {
  let settled = 0
  for (;;) {
    const { what, ids } = await retriedTransaction(db, async (tx) => {
      const what = await settleExpiredGrants(tx, new Date(clock.now()).toISOString())
      const ids = what.find(({ record }) => record === 'bonusGrant')?.ids ?? []
      await writeAuditRows(
        tx,
        clock,
        { actorId: null, subject: 'BonusHistory', origin: OF_THE_PLATFORM },
        ids.map((subjectId) => ({ action: 'expire', subjectId, before: null, after: {} })),
      )
      return { what, ids }
    })
    if (ids.length === 0) return settled
    await changed(what)
    settled += ids.length
  }
}

/** Starts settling. @returns stops it */
export const startSettlingGrants = ({ onError, ...deps }: GrantWorkerDeps): (() => Promise<void>) =>
  repeat(EVERY_MS, () => settleGrants(deps), onError, 'settling expired grants')
