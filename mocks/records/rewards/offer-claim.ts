import { moneyText } from '@contract/amounts'
import { campaignStatusAt } from '@contract/records/campaigns'
import { CLAIM_DAYS, CLAIM_REFUSAL } from '@contract/records/rewards/offer-claim'
import { aboutUser, addTo, nameOfUser, requestApproval, type MockEffect } from '../../approvals'
import type { Caller } from '../../call'
import { db, tell } from '../../db'
import { notFound, rejected } from '../../refusal'
import type { AppSending, Behaviour, RowsOf, StoredRecord } from '../behaviour'
import { isInAudience } from '../rules'
import { grantByRule } from './bonus-grant'
import { valueOfOffer } from './offer'

const DAY = 24 * 3600 * 1000
const cents = (amount: unknown) => Math.round(Number(amount) * 100)
const withId = (rows: readonly StoredRecord[], id: unknown) => rows.find((row) => row.id === id)!

/** See the source: server/platform/records/rewards/offer-claim.ts. */
function statusOf({ outcome, offer }: StoredRecord, rows: RowsOf): unknown {
  const { ends_at, ended_at } = withId(rows('offer'), offer)
  const ends = [ends_at, ended_at].filter((each) => typeof each === 'string').map((each) => Date.parse(each))
  return outcome === 'PENDING' && Math.min(...ends) + CLAIM_DAYS * DAY <= Date.now() ? 'EXPIRED' : outcome
}

/** What the offer's bonus gives. The mocks keep no single deposits: what a user deposited in total counts as the last one. */
function bonusAmountOf(bonus: StoredRecord, user: StoredRecord): string | null {
  if (bonus.reward === 'FIXED') return bonus.amount as string
  const deposit = cents(user.total_deposit)
  if (deposit === 0) return null
  return (Math.min(cents(bonus.max_amount), Math.round((deposit * Number(bonus.percent)) / 100)) / 100).toFixed(2)
}

function claim({ body, store, at, rows, add }: AppSending): StoredRecord {
  const offer = rows('offer').find(({ id, store_code }) => id === body.offer && store_code === store)
  if (!offer) throw notFound()
  const user = withId(rows('users'), body.user)
  const claims = rows('offerClaim').filter((row) => row.offer === offer.id && row.outcome !== 'REJECTED')
  const own = claims.filter((row) => row.user === user.id).length
  const bonus = offer.reward_type === 'BONUS' ? withId(rows('bonus'), offer.bonus) : null
  const amount = bonus ? bonusAmountOf(bonus, user) : offer.reward_type === 'CREDIT' ? offer.amount : null
  const least = offer.min_deposit as string | null
  const refusal =
    campaignStatusAt(offer, Date.parse(at)) !== 'ACTIVE'
      ? CLAIM_REFUSAL.notLive
      : !isInAudience(offer, user)
        ? CLAIM_REFUSAL.audience
        : least !== null && cents(user.total_deposit) < cents(least)
          ? CLAIM_REFUSAL.minDeposit(least)
          : own >= Number(offer.per_user_limit)
            ? CLAIM_REFUSAL.perUser
            : offer.total_limit !== null && claims.length >= Number(offer.total_limit)
              ? CLAIM_REFUSAL.total
              : bonus && amount === null
                ? CLAIM_REFUSAL.noDeposit
                : null
  if (refusal) throw rejected({ user: [refusal] })
  return add({
    user: user.id,
    offer: offer.id,
    source: body.source,
    claimed_at: at,
    reward_type: offer.reward_type,
    value: valueOfOffer(offer, rows),
    amount,
    bonus: bonus?.id ?? null,
    spins: offer.reward_type === 'FREE_SPIN' ? offer.spins : null,
    needs_approval: offer.needs_approval === true,
    outcome: 'PENDING',
  })
}

function credit(row: StoredRecord, at: string): void {
  const offer = withId(db.records.offer, row.offer)
  if (row.reward_type === 'CREDIT') addTo(row.user as string, 'cash_balance', cents(row.amount), 'OFFER', row.id)
  if (row.reward_type !== 'BONUS') return
  const refused = grantByRule(
    { user: row.user, bonus: row.bonus, amount: row.amount, note: `Claim of ${offer.title as string}` },
    at,
  )
  if (refused) throw rejected({}, CLAIM_REFUSAL.bonus(refused))
}

const decided = (at: string, { staff }: Caller) => ({ decided_by: staff.id, decided_at: at })

/** Approved by another person, a claim is credited; refused, it is rejected. */
export const claimEffect: MockEffect = ({ subject, status }, at) => {
  const row = withId(db.records.offerClaim, subject.id)
  if (status === 'APPROVED') credit(row, at)
  Object.assign(row, {
    outcome: status === 'APPROVED' ? 'CREDITED' : 'REJECTED',
    updatedAt: at,
    version: row.version + 1,
  })
  tell({ type: 'record:changed', payload: { subject: 'OfferClaims', id: row.id, version: row.version } })
}

export const offerClaimBehaviour: Behaviour = {
  derive: { status: statusOf },
  appCalls: { claim },
  actions: {
    approve(row, _body, rows, at, caller) {
      if (row.needs_approval !== true) {
        credit(row, at)
        return { ...decided(at, caller), outcome: 'CREDITED' }
      }
      const [user, offer] = [withId(rows('users'), row.user), withId(rows('offer'), row.offer)]
      const value = row.value as string
      const won = row.reward_type === 'CREDIT' ? moneyText(value, user.currency as string) : value
      requestApproval(
        {
          policy: 'OFFER',
          permission: 'OfferClaims',
          ...aboutUser(user),
          row: { record: 'offerClaim', id: row.id },
          title: `Credit ${won} of ${offer.title as string}: ${nameOfUser(user)}`,
          details: [
            { label: 'Offer', value: offer.title as string },
            { label: 'Value', value: row.value as string },
            { label: 'Claimed', value: row.claimed_at as string },
          ],
          amount: (row.amount as string | null) ?? '0.00',
          subject: { type: 'offer_claim', id: row.id },
          effect: claimEffect,
        },
        at,
        caller,
      )
      return { ...decided(at, caller), outcome: 'APPROVED' }
    },
    reject: (_row, { reason_code }, _rows, at, caller) => ({ ...decided(at, caller), reason_code }),
  },
}
