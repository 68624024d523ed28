/** What the demo's loads and redeems share: the accounts that they are about, and what became of them. */
import type { PlatformRequestStatus } from '@contract/records/money/platform-request'
import { storePlatforms } from '../content/store-platform'
import { platformAccounts } from '../people/platform-account'
import { daysBefore, demoId, nthPerson } from '../rows'

/** Number of the rows of each, and of the newest ones, which are open. */
const COUNT = 70
const OPEN = 20
const SETTLED = ['COMPLETED', 'COMPLETED', 'COMPLETED', 'FAILED', 'COMPLETED', 'REJECTED', 'COMPLETED'] as const
/** States of the newest ones that a rail carries out. */
const BY_RAIL = ['PROCESSING', 'UNKNOWN', 'QUEUED', 'UNKNOWN', 'PROCESSING'] as const
const SOURCES = ['APP', 'APP', 'CHAT', 'TELEGRAM', 'STAFF'] as const
/** Numbers of the members of staff with the roles SUPPORT_AGENT, SUPPORT_LEAD and MANAGER. */
const AGENTS = [4, 4, 3, 2] as const
const REFUSED = [
  { reason_code: 'PLATFORM_DOWN', user_text: 'The platform is being repaired. Please try again tonight.' },
  { reason_code: 'ACCOUNT_PROBLEM', user_text: 'Bitte melden Sie sich einmal auf der Plattform an.' },
  { reason_code: 'SUSPECTED_FRAUD', user_text: null },
  { reason_code: 'PLAYING', user_text: 'กรุณาออกจากเกมก่อนแล้วลองใหม่' },
] as const

/** Accounts that can be loaded, each with its number among the rows. */
const ACTIVE = platformAccounts.flatMap((account, index) => (account.status === 'ACTIVE' ? [{ account, index }] : []))
const PLATFORM_OF = new Map(storePlatforms.map((_, index) => [demoId('storePlatform', index), index]))

export interface DemoRequest {
  index: number
  status: PlatformRequestStatus
  rate: string
  fee_percent: string
  /** Least and most that the platform takes, in money. */
  least: number
  most: number
  /** The columns that loads and redeems share. */
  row: Readonly<Record<string, unknown>> & { platform_account: string; user: string; store_platform: string }
}

/** @param seed makes loads and redeems differ @param prefix of the references */
export const demoRequests = (prefix: string, seed: number, first: number): DemoRequest[] =>
  Array.from({ length: COUNT }, (_, index) => {
    const { account, index: place } = ACTIVE[(index * 7 + seed) % ACTIVE.length]!
    const { mode, rail, credit_rate, fee_percent, min_load, max_load } =
      storePlatforms[PLATFORM_OF.get(account.store_platform as string)!]!
    const isOpen = index >= COUNT - OPEN
    const own = mode === 'AUTOMATED' ? ((rail ?? null) as string | null) : null
    const status = isOpen
      ? own === null
        ? 'REQUESTED'
        : BY_RAIL[index % BY_RAIL.length]!
      : SETTLED[index % SETTLED.length]!
    const age = isOpen ? (COUNT - index) * 0.011 : 0.4 + (COUNT - OPEN - index) * 0.31
    const isSettled = !isOpen
    const isRefused = status === 'FAILED' || status === 'REJECTED'
    return {
      index,
      status,
      rate: credit_rate as string,
      fee_percent: fee_percent as string,
      least: Number(min_load),
      most: Number(max_load),
      row: {
        reference: `${prefix}-${first + index}`,
        platform_account: demoId('platformAccount', place),
        user: account.user as string,
        store_platform: account.store_platform as string,
        rate: credit_rate,
        source: SOURCES[index % SOURCES.length]!,
        requested_at: daysBefore(age),
        status,
        rail: own,
        ...(isSettled && {
          decided_at: daysBefore(age - 0.008),
          ...((own === null || status === 'REJECTED') && {
            decided_by: nthPerson('admin', AGENTS[index % AGENTS.length]!),
          }),
        }),
        ...(isRefused && (own === null || status === 'REJECTED') && REFUSED[index % REFUSED.length]!),
        ...(status === 'COMPLETED' && {
          external_ref: `${prefix}${(index * 15_485_863 + 32_452_843).toString(36).toUpperCase()}`,
        }),
        // What staff entered has a creator; apps and users are none.
        ...(SOURCES[index % SOURCES.length] !== 'STAFF' && { by: 'nobody' as const }),
        at: daysBefore(age),
        ...(account.of === 'partner' && { of: 'partner' as const }),
      },
    }
  })
