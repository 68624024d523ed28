/** The call with which an app stores where a user is paid (money, payout detail), before or without a withdrawal. */
import { notFound, rejected } from '@server/platform/operations/failure'
import type { AppRuleCall, ChangedRow } from '@server/platform/records/source'
import type { PayoutDetail } from '@server/platform/ports/rails'
import { keepDetails, readDetails, sealDetails, storedDetails } from './payout-details'
import { OPEN_WITHDRAWALS } from './withdrawal-desk'
import { WITHDRAWAL_TABLES } from './withdrawal-money'
import { requirePayoutMethod } from './withdrawal-request'

interface Body {
  user: string
  payment_method: string
  payee: string
  details?: readonly PayoutDetail[]
}

/**
 * Stores the details of a user for a method. What the user has already changes nothing, so that no check warns of it.
 * @throws 404 for a user of another store; 422 at what cannot be used
 */
export async function storeDetails({
  tx,
  app,
  body,
  at,
  inTurn,
  seal,
  hash,
  changed,
  audit,
}: AppRuleCall): Promise<object> {
  const { user, payment_method, payee, details = [] } = body as unknown as Body
  const [known] = await tx.query<ChangedRow>(
    'select id::text as id, version, store as store_code from users where id = $1::uuid and store = $2::text and not is_deleted',
    [user, app.store],
  )
  if (!known) throw notFound()
  // In the turn of the user's withdrawals, which pay to them.
  await inTurn(user)
  const { payout_fields } = await requirePayoutMethod(tx, { user, payment_method })
  const read = readDetails(payout_fields, details)
  if ('errors' in read) throw rejected({ details: read.errors })
  const of = { user, payment_method, payee }
  const [before, kept] = [await storedDetails(tx, of), sealDetails(read.values, of, seal, hash)]
  if (before && before.fingerprint === kept.fingerprint && before.payee === payee)
    return { destination: before.destination, changed_at: before.changed_at }

  await keepDetails(tx, of, kept, at)
  // With their last characters alone, and without the payee.
  const told = ({ destination }: { destination: string }) => ({
    payment_method,
    destination: kept.masked.length > 0 ? destination : null,
  })
  await audit('users', [
    { action: 'payoutDetails', subjectId: user, before: before ? told(before) : null, after: told(kept) },
  ])
  changed('users', [known], true)
  // Their checks say that the details are others than when they were requested.
  const open = await tx.query<ChangedRow>(
    `select id::text as id, version, store_code from ${WITHDRAWAL_TABLES.withdrawal}
     where user_id = $1::uuid and payment_method_id = $2::uuid and status in ${OPEN_WITHDRAWALS}`,
    [user, payment_method],
  )
  changed('manualWithdrawal', open, true)
  return { destination: kept.destination, changed_at: before ? at : null }
}
