/** The step-up before sensitive actions (contract, Writes): the session's person has proved their identity again a short time ago. */
import { SESSION_SECONDS } from '@contract/constants'
import { ERROR_CODE } from '@contract/errors'
import type { Queryable } from '@server/platform/ports/db'
import { HttpFailure } from '@server/platform/operations/failure'
import type { Clock } from '@server/platform/ports/clock'
import type { Principal } from '@server/platform/modules/access/principal'

/** @throws 403 STEP_UP_REQUIRED where the session had no step-up in the last five minutes */
export async function requireStepUp(
  { db, clock }: { db: Queryable; clock: Clock },
  { sessionId }: Pick<Principal, 'sessionId'>,
): Promise<void> {
  const since = new Date(clock.now() - SESSION_SECONDS.stepUp * 1000).toISOString()
  const rows = await db.query('select id from sessions where id = $1::uuid and stepped_up_at > $2::timestamptz', [
    sessionId,
    since,
  ])
  if (rows.length === 0)
    throw new HttpFailure(
      403,
      ERROR_CODE.stepUpRequired,
      'Confirm that it is you: this needs your password, and a code where two-factor is on.',
    )
}
