/** Criteria of referrals in the mocks (server/platform/records/rewards/referral-criteria.ts). */
import type { Reference } from '@contract/records/field'
import { campaignStatusAt } from '@contract/records/campaigns'
import { CRITERIA_IN_USE, PREVIEW_DAYS } from '@contract/records/rewards/referral-criteria'
import { depositsAsked, sentenceOf, type StatedCriteria } from '@contract/records/rewards/referral-sentence'
import { rejected } from '../../refusal'
import type { AskedPreview, Behaviour, RowsOf, StoredRecord } from '../behaviour'
import { usersBehaviour } from '../people/users'

const DAY = 24 * 3600 * 1000
/** A smaller total was deposited at once. */
const SMALL = 500

const storeOf = ({ third_party_store_code, store_code }: StoredRecord) =>
  (third_party_store_code as string | null | undefined) ?? store_code

/** The deposits of a user. The mocks have no ledger: a large total was deposited in two parts. */
function depositsOf(user: StoredRecord, now: number) {
  const [total, from] = [Number(user.total_deposit), Date.parse(user.createdAt as string)]
  const parts = total > SMALL ? [total * 0.4, total * 0.6] : total > 0 ? [total] : []
  return parts.map((amount, index) => ({ amount, at: from + ((now - from) * (index + 1)) / 3 }))
}

/** Stakes of a user's settled rounds. */
const wageredBy = (user: StoredRecord, all: RowsOf) =>
  all('gameRecord')
    .filter((round) => round.user === user.id && round.status === 'SETTLED')
    .reduce((sum, { stake }) => sum + Number(stake), 0)

function preview({ body, row, store, at, all }: AskedPreview): object {
  const criteria = body as unknown as StatedCriteria
  const levels = (body.levels as string[] | undefined) ?? []
  const now = Date.parse(at)
  const referrals = all('users').filter((user) => {
    const joined = Date.parse(user.createdAt as string)
    const isOfStore = storeOf(user) === (row ? row.store_code : store)
    return isOfStore && Boolean(user.referred_by) && joined > now - PREVIEW_DAYS * DAY && joined <= now
  })
  const qualified = referrals.filter((user) => {
    const until = Date.parse(user.createdAt as string) + criteria.within_days * DAY
    const deposits = depositsOf(user, now).filter(
      (deposit) => deposit.amount >= Number(criteria.min_deposit ?? 0) && deposit.at <= until,
    )
    const level = (user.user_level as Reference | null)?.id
    return (
      deposits.length >= depositsAsked(criteria) &&
      wageredBy(user, all) >= Number(criteria.min_wager ?? 0) &&
      (criteria.kyc_required !== true || usersBehaviour.derive!.kyc_status!(user, all) === 'VERIFIED') &&
      (levels.length === 0 || (level !== undefined && levels.includes(level)))
    )
  })
  const names = all('userLevel')
    .filter(({ id }) => levels.includes(id))
    .toSorted((a, b) => Number(a.min_total_deposit) - Number(b.min_total_deposit))
    .map(({ name }) => name as string)
  return { sentence: sentenceOf(criteria, names), referrals: referrals.length, would_qualify: qualified.length }
}

/** Criteria that a rule applies cannot be disabled. */
const requireUnused: NonNullable<Behaviour['check']> = (row, body, rows) => {
  if (!row || body.is_deleted !== true) return
  const rule = rows('referralBonus').find(
    (each) => each.criteria === row.id && !['DRAFT', 'ENDED'].includes(campaignStatusAt(each, Date.now())),
  )
  if (!rule) return
  const message = CRITERIA_IN_USE(rule.name as string)
  throw rejected({ is_deleted: [message] }, message)
}

export const referralCriteriaBehaviour: Behaviour = { preview, check: requireUnused }
