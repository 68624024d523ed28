/** Platform accounts of the demo's users: most are active, and the newest wait to be completed or for a new password. */
import { daysBefore, demoId, nthPerson, type RowsOf } from '../rows'

const COUNT = 60
/** Number of the newest ones, which wait. */
const WAITING = 12
const STATES = ['ACTIVE', 'ACTIVE', 'ACTIVE', 'BLOCKED', 'ACTIVE', 'CLOSED'] as const
/** Platforms take usernames of many alphabets. */
const NAMES = ['lucky77', 'Zoë_spielt', 'đặng-văn', 'สมชาย88', 'Ωmega.9', 'rio2026', 'ÅsaWins'] as const
/** Places of the platforms of the own store, and of the partner's. */
const OWN_PLATFORMS = [0, 1, 2, 3, 4] as const
const PARTNER_PLATFORMS = [5, 6, 7] as const
/** Numbers of the members of staff with the roles SUPPORT_AGENT, SUPPORT_LEAD and MANAGER. */
const COMPLETED_BY = [4, 3, 4, 2] as const
const BALANCES = ['120.50', '0', '18.75', null, '2300', '4.2'] as const

const stateOf = (index: number, isWaiting: boolean) =>
  isWaiting ? (index % 3 === 1 ? 'RESET_REQUESTED' : 'REQUESTED') : STATES[index % STATES.length]!

export const platformAccounts: RowsOf<'platformAccount'> = Array.from({ length: COUNT }, (_, index) => {
  const age = COUNT - index
  const isWaiting = age <= WAITING
  const asked = isWaiting ? age * 0.07 : 1 + age * 1.3
  const status = stateOf(index, isWaiting)
  const isPartner = index % 8 === 5
  const platforms = isPartner ? PARTNER_PLATFORMS : OWN_PLATFORMS
  const isOfStaff = !isWaiting && index % 5 === 2
  const isNew = status === 'REQUESTED'
  const balance = isNew ? null : BALANCES[index % BALANCES.length]!
  return {
    reference: `PA-${20_000 + index}`,
    // Each user has one, which leaves room for more at every level.
    user: nthPerson('users', isPartner ? (index - 5) / 8 : 20 + index),
    store_platform: demoId('storePlatform', platforms[index % platforms.length]!),
    platform_username: isNew ? null : `${NAMES[index % NAMES.length]!}${index}`,
    status,
    asked_at: daysBefore(asked),
    last_balance: balance,
    balance_checked_at: balance === null ? null : daysBefore(index % 4 === 0 ? asked / 8 : asked / 2),
    ...(!isNew &&
      status !== 'RESET_REQUESTED' && {
        decided_by: nthPerson('admin', COMPLETED_BY[index % COMPLETED_BY.length]!),
        decided_at: daysBefore(asked - 0.05),
      }),
    ...(isOfStaff ? index % 2 === 0 && { by: 'colleague' as const } : { by: 'nobody' as const }),
    at: daysBefore(status === 'RESET_REQUESTED' ? asked + 40 : asked),
    ...(isPartner && { of: 'partner' as const }),
  }
})
