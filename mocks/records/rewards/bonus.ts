import type { AskedPreview, Behaviour, RowsOf, StoredRecord } from '../behaviour'
import { CAMPAIGN, isInAudience } from '../rules'

const cents = (amount: unknown) => Math.round(Number(amount) * 100)
const asAmount = (all: number) => (all / 100).toFixed(2)
const MATCHES_DEPOSITS: readonly unknown[] = ['WELCOME', 'DEPOSIT_MATCH', 'RELOAD']

const grantsOf = (id: string, rows: RowsOf) => rows('bonusGrant').filter(({ bonus }) => bonus === id)

/** What it may cost. The mocks keep no single deposits: what a user deposited in total counts as one recent deposit. */
function costOf({ row, all }: AskedPreview): object {
  const { reward, type, amount, percent, max_amount, min_deposit, budget, per_user_limit, total_limit } = row!
  const eligible = all('users').filter((user) => isInAudience(row!, user))
  const most = cents(reward === 'FIXED' ? amount : max_amount)
  const within = (all: number) => (budget === null ? all : Math.min(all, cents(budget)))
  const earned = (user: StoredRecord) => {
    const deposit = cents(user.total_deposit)
    if (deposit === 0 || deposit < cents(min_deposit ?? 0)) return 0
    return reward === 'FIXED' ? most : Math.min(most, Math.round((deposit * Number(percent)) / 100))
  }
  const limits = [
    ...(typeof per_user_limit === 'number' ? [eligible.length * per_user_limit] : []),
    ...(typeof total_limit === 'number' ? [total_limit] : []),
  ]
  return {
    eligible_users: eligible.length,
    maximum_cost:
      budget !== null ? asAmount(cents(budget)) : limits.length > 0 ? asAmount(Math.min(...limits) * most) : null,
    deposits_cost: MATCHES_DEPOSITS.includes(type)
      ? asAmount(within(eligible.reduce((sum, user) => sum + earned(user), 0)))
      : null,
  }
}

/** See the source: server/records/rewards/bonus.ts. */
export const bonusBehaviour: Behaviour = {
  ...CAMPAIGN,
  derive: {
    ...CAMPAIGN.derive,
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
