import type { AskedPreview, Behaviour, RowsOf, StoredRecord } from '../behaviour'
import { db } from '../../db'
import { approvedCampaign, isInAudience } from '../rules'

const cents = (amount: unknown) => Math.round(Number(amount) * 100)
const asAmount = (all: number) => (all / 100).toFixed(2)
const MATCHES_DEPOSITS: readonly unknown[] = ['WELCOME', 'DEPOSIT_MATCH', 'RELOAD']

const grantsOf = (id: string, rows: RowsOf) => rows('bonusGrant').filter(({ bonus }) => bonus === id)

/** The most that it may cost, in hundredths; null: no limit. */
function maximumOf(row: StoredRecord): number | null {
  const { reward, amount, max_amount, budget, per_user_limit, total_limit } = row
  if (budget !== null && budget !== undefined) return cents(budget)
  const eligible = db.users.filter((user) => isInAudience(row, user as unknown as StoredRecord)).length
  const limits = [
    ...(typeof per_user_limit === 'number' ? [eligible * per_user_limit] : []),
    ...(typeof total_limit === 'number' ? [total_limit] : []),
  ]
  return limits.length > 0 ? Math.min(...limits) * cents(reward === 'FIXED' ? amount : max_amount) : null
}

/** What it may cost. The mocks keep no single deposits: what a user deposited in total counts as one recent deposit. */
function costOf({ row, all }: AskedPreview): object {
  const { reward, type, amount, percent, max_amount, min_deposit, budget } = row!
  const eligible = all('users').filter((user) => isInAudience(row!, user))
  const most = cents(reward === 'FIXED' ? amount : max_amount)
  const within = (all: number) => (budget === null ? all : Math.min(all, cents(budget)))
  const earned = (user: StoredRecord) => {
    const deposit = cents(user.total_deposit)
    if (deposit === 0 || deposit < cents(min_deposit ?? 0)) return 0
    return reward === 'FIXED' ? most : Math.min(most, Math.round((deposit * Number(percent)) / 100))
  }
  const maximum = maximumOf(row!)
  return {
    eligible_users: eligible.length,
    maximum_cost: maximum === null ? null : asAmount(maximum),
    deposits_cost: MATCHES_DEPOSITS.includes(type)
      ? asAmount(within(eligible.reduce((sum, user) => sum + earned(user), 0)))
      : null,
  }
}

const campaign = approvedCampaign('bonus', {
  policy: 'PROMOTION',
  permission: 'Bonus',
  nameOf: ({ name }) => name as string,
  costOf: maximumOf,
  limit: 'budget',
})
export const bonusActivationEffect = campaign.effect

/** See the source: server/platform/records/rewards/bonus.ts. */
export const bonusBehaviour: Behaviour = {
  ...campaign.behaviour,
  derive: {
    ...campaign.behaviour.derive,
    grants: ({ id }, rows) =>
      grantsOf(id, rows).filter(({ outcome }) => !['GRANTED', 'REVOKED'].includes(outcome as string)).length,
    cost: ({ id }, rows) =>
      asAmount(
        grantsOf(id, rows)
          .filter(
            ({ outcome, expires_at }) =>
              outcome === 'COMPLETED' || (outcome === 'ACTIVE' && Date.parse(expires_at as string) > Date.now()),
          )
          .reduce((sum, { amount }) => sum + cents(amount), 0),
      ),
  },
  previews: { activate: costOf },
}
