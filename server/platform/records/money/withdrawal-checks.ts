/** The checks of a withdrawal (money, Checks), as SQL of one row: `u` is the withdrawal, `account` its user. */
import { KYC_STATUSES } from '@contract/records/people/users'
import type { WithdrawalCheck } from '@contract/records/money/withdrawal-checks'
import { isNameIn } from '@server/platform/records/alike'
import { businessDay } from '@server/platform/records/business-day'
import { ESTIMATE_OF } from './crypto-estimate'
import { isCovered, isOwnAddress } from './crypto-payments'
import { kycJoin } from '@server/platform/records/people/kyc-status'

/** States in which the money of a withdrawal was returned. */
const RETURNED = `('REJECTED', 'CANCELLED')`
const ADJUSTMENT_DAYS = 7
const RELEASE_HOURS = 24
/** Hours after a change of the payout details within which it is a warning. */
const CHANGE_HOURS = 24
/** More withdrawals than this within 24 hours are a warning. */
const FREQUENT_FROM = 3

const textOf = (labels: Readonly<Record<string, string>>, column: string) =>
  `case ${column} ${Object.entries(labels)
    .map(([value, label]) => `when '${value}' then '${label.toLowerCase()}'`)
    .join(' ')} end`
const moneyOf = (amount: string) => `(to_char(${amount}, 'FM999,999,999,999,990.00') || ' ' || account.currency)`

const dayOf = (at: string) => businessDay('account.store', at)
/** What the user has requested up to and including this withdrawal, in the same period of the store's business days. */
const requestedIn = (period: string) =>
  `(select coalesce(sum(w.amount), 0) from all_withdrawals w
    where w.user_id = u.user_id and w.status not in ${RETURNED} and w.requested_at > u.requested_at - interval '9 days'
      and (w.requested_at, w.id) <= (u.requested_at, u.id)
      and date_trunc('${period}', ${dayOf('w.requested_at')}) = date_trunc('${period}', ${dayOf('u.requested_at')}))`

/** What the checks of all withdrawals need. */
const FACTS = `kyc.status as kyc,
        l.required_kyc, l.name as level, l.daily_withdrawal_limit as daily, l.weekly_withdrawal_limit as weekly,
        case when l.daily_withdrawal_limit is not null then ${requestedIn('day')} end as in_day,
        case when l.weekly_withdrawal_limit is not null then ${requestedIn('week')} end as in_week,
        (select sum(greatest(g.wagering_required - g.wagered, 0)) from user_bonuses g
          where g.user_id = u.user_id and g.status = 'ACTIVE' and g.expires_at > statement_timestamp()) as to_wager,
        (select count(*) from all_withdrawals w where w.user_id = u.user_id
          and w.requested_at > u.requested_at - interval '24 hours' and w.requested_at <= u.requested_at) as in_24_hours,
        (select sum(t.amount) from transfers t where t.user_id = u.user_id and t.credit_entry is not null and t.purpose = 'ADJUSTMENT_UP'
          and t.at > statement_timestamp() - interval '${ADJUSTMENT_DAYS} days') as adjusted,
        (select sum(t.amount) from transfers t where t.user_id = u.user_id and t.credit_entry is not null and t.purpose = 'BONUS_RELEASED'
          and t.at > statement_timestamp() - interval '${RELEASE_HOURS} hours') as released`
/** What those need of payout details. */
const DETAIL_FACTS = `(select d.changed_at from payout_details d where d.user_id = u.user_id and d.payment_method_id = u.payment_method_id
          and d.changed_at > statement_timestamp() - interval '${CHANGE_HOURS} hours') as changed_at,
        exists (select from payout_details d where d.user_id = u.user_id and d.payment_method_id = u.payment_method_id
          and d.fingerprint <> u.payout_fingerprint) as is_other_detail,
        (select count(distinct d.user_id) from payout_details d
          where d.fingerprint = u.payout_fingerprint and d.user_id <> u.user_id) as shared_by`
/**
 * What those need of addresses. What other withdrawals of the coin will still take out of the hot wallet is not available to this one; what
 * was sent before its balance was told is in that already.
 */
const ADDRESS_FACTS = `${isOwnAddress('u.network', 'u.address')} as is_own,
        (select max(w.paid_at) from crypto_withdrawals w where w.user_id = u.user_id and w.network = u.network and w.address = u.address
          and w.status = 'COMPLETED') as paid_before_at,
        (select count(distinct w.user_id) from crypto_withdrawals w
          where w.network = u.network and w.address = u.address and w.user_id <> u.user_id) as shared_by,
        (select q.balance - coalesce((select sum(w.coin_amount + w.network_fee) from crypto_withdrawals w
            left join rail_attempts a on a.order_type = 'crypto_withdrawal' and a.order_id = w.id and a.state in ('SENDING', 'ACCEPTED', 'UNKNOWN')
            where w.coin_id = u.coin_id and w.id <> u.id and w.status in ('APPROVED', 'PROCESSING', 'UNKNOWN')
              and (a.started_at is null or a.started_at > q.balance_at)), 0)
          from coin_quotes q where q.coin_id = u.coin_id) as hot,
        coalesce(u.coin_amount, ${ESTIMATE_OF('u')}) as sends,
        ${isCovered('u')} as is_covered`

/**
 * Joins what the checks need, read once for a row: null for rows that are decided, so that lists do not compute it for them.
 * @param isOpen condition of the rows
 */
const joinOf = (facts: string, isOpen: string) => `left join lateral (select ${facts}
      from (select 1 where ${isOpen}) is_open ${kycJoin('account')}
      left join user_levels l on l.id = account.user_level_id) f on true`

/** A check, of a withdrawal `u` of the user `account`, by its facts `f`. */
interface Check {
  /** SQL of the result. */
  result: string
  /** SQL of the sentence. */
  says: string
}
const warns = (condition: string, says: string, otherwise: string, result = 'WARN'): Check => ({
  result: `case when ${condition} then '${result}' else 'PASS' end`,
  says: `case when ${condition} then ${says} else ${otherwise} end`,
})
const USER_NAME = `account.first_name || ' ' || account.last_name`
const ABOVE_DAY = 'coalesce(f.in_day > f.daily, false)'
const ABOVE_WEEK = 'coalesce(f.in_week > f.weekly, false)'
const IS_RISKY = `(account.risk_level in ('HIGH', 'CRITICAL') or account.account_status in ('RESTRICTED', 'SUSPENDED'))`

const SHARED: Check = warns(
  'f.shared_by > 0',
  `case when f.shared_by = 1 then 'Another user has the same details' else f.shared_by || ' other users have the same details' end`,
  `'No other user has these details'`,
)
/** Of all withdrawals, in the order in which people read them; between them are those of each kind. */
const OF_USER = {
  KYC: warns(
    `f.required_kyc = 'VERIFIED' and f.kyc <> 'VERIFIED'`,
    `'The level ' || f.level || ' requires a verified user (verification: ' || ${textOf(KYC_STATUSES, 'f.kyc')} || ')'`,
    `case when f.kyc = 'VERIFIED' then 'Verified' else 'The level requires none' end`,
    'FAIL',
  ),
  WITHDRAWABLE: warns(
    'account.receivable > 0',
    `'The user owes ' || ${moneyOf('account.receivable')}`,
    `'The user owes nothing'`,
    'FAIL',
  ),
  LEVEL_LIMIT: warns(
    `(${ABOVE_DAY} or ${ABOVE_WEEK})`,
    `case when ${ABOVE_DAY} then 'Requested on this day: ' || ${moneyOf('f.in_day')} || ' of ' || ${moneyOf('f.daily')}
      else 'Requested in this week: ' || ${moneyOf('f.in_week')} || ' of ' || ${moneyOf('f.weekly')} end`,
    `'Within the limits'`,
    'FAIL',
  ),
  WAGERING: warns(
    'coalesce(f.to_wager, 0) > 0',
    `${moneyOf('f.to_wager')} || ' of open bonuses are still to be wagered'`,
    `'Nothing is left to wager'`,
  ),
} as const
const OF_ACCOUNT = {
  VELOCITY: warns(
    `f.in_24_hours > ${FREQUENT_FROM}`,
    `f.in_24_hours || ' requests within 24 hours'`,
    `case when f.in_24_hours = 1 then 'One request' else f.in_24_hours || ' requests' end`,
  ),
  RECENT_ADJUSTMENT: warns(
    'f.adjusted > 0',
    `'Staff added ' || ${moneyOf('f.adjusted')} || ' within ${ADJUSTMENT_DAYS} days'`,
    `'None within ${ADJUSTMENT_DAYS} days'`,
  ),
  BONUS_ABUSE: warns(
    'f.released > 0',
    `${moneyOf('f.released')} || ' of bonus money was released within ${RELEASE_HOURS} hours'`,
    `'None within ${RELEASE_HOURS} hours'`,
  ),
  RISK_FLAG: warns(
    IS_RISKY,
    `case when account.account_status in ('RESTRICTED', 'SUSPENDED') then 'The account is ' || lower(account.account_status)
      else 'The risk is ' || lower(account.risk_level) end`,
    `'Nothing is noted'`,
  ),
  FIRST_WITHDRAWAL: warns(
    'account.total_withdrawal = 0',
    `'The first withdrawal of this user'`,
    `'Paid so far: ' || ${moneyOf('account.total_withdrawal')}`,
  ),
  /** Nobody of staff has money paid out alone: a warning asks for another person. */
  REQUESTED_BY: warns(`u.source = 'STAFF'`, `'Staff entered it for the user: two people decide'`, `'The user'`),
  EXCLUDED: {
    result: `'PASS'`,
    says: `case when account.account_status = 'SELF_EXCLUDED' then 'Self-excluded: the user is paid all the same' else 'Not excluded' end`,
  },
} as const

const OF_DETAILS = {
  NAME: warns(
    `not (${isNameIn(USER_NAME, 'u.payee')})`,
    `'The payee is not ' || ${USER_NAME}`,
    `'The payee is the user'`,
  ),
  DETAIL_CHANGED: warns(
    '(f.changed_at is not null or f.is_other_detail)',
    `case when f.is_other_detail then 'The user has changed the details since this request'
      else 'Changed within the last ${CHANGE_HOURS} hours' end`,
    `'Unchanged for ${CHANGE_HOURS} hours'`,
  ),
  DETAIL_SHARED: SHARED,
} as const
/** An address of Solana has no checksum: nobody but the person who compares it sees a mistake in it. */
const OF_ADDRESS = {
  ADDRESS: {
    result: `case when f.is_own then 'FAIL' when f.paid_before_at is null then 'WARN' else 'PASS' end`,
    says: `case when f.is_own then 'A deposit of this platform is paid to this address: it would pay itself'
      when f.paid_before_at is null and u.network = 'SOLANA' then 'The first payment to this address. Addresses of Solana have no checksum: compare it with the user'
      when f.paid_before_at is null then 'The first payment to this address'
      else 'Paid before, last on ' || to_char(f.paid_before_at at time zone 'UTC', 'FMDD Mon YYYY') end`,
  },
  DETAIL_SHARED: SHARED,
} as const
const coinsOf = (amount: string) =>
  `(to_char(trunc(${amount}), 'FM999,999,999,990') || coalesce(substring(trim_scale(${amount})::text from '[.].*'), '') || ' ' || u.symbol)`
const OF_HOT_WALLET = {
  HOT_WALLET: warns(
    'f.sends + u.network_fee > f.hot',
    `'Only ' || ${coinsOf('greatest(f.hot, 0)')} || ' can be sent now: it waits until there is enough'`,
    `case when f.hot is null then 'The wallet service has not said what it can send' else ${coinsOf('f.hot')} || ' can be sent' end`,
  ),
} as const

/** Always a warning: staff have started it, so that others approve it. */
const OF_REFUND = {
  REFUND: {
    result: `case when f.is_covered then 'WARN' else 'FAIL' end`,
    says: `case when f.is_covered then 'Sends a deposit back. Staff have started it: somebody else must approve it'
      else 'A payment of its deposit is gone from the chain, or not confirmed any more: there is nothing to send back' end`,
  },
} as const

/** The checks of a kind of withdrawals. */
export interface WithdrawalChecks {
  /** Joins `f`, the facts; it needs the join `account`. */
  facts: string
  /** SQL of the checks as a list; it needs `f`. */
  list: string
  /** The checks as they are now, whatever the state: for a decision. Its joins are `account` and this one. */
  now: { facts: string; list: string }
}
/** States in which the checks are computed; afterwards they are those of the decision. */
const IS_OPEN = `u.status in ('PENDING', 'ON_HOLD')`
type Checks = Partial<Readonly<Record<WithdrawalCheck, Check>>>
/** @param ofRefunds those of withdrawals that send a deposit back */
function checksOf(facts: string, checks: Checks, ofRefunds?: Checks): WithdrawalChecks {
  const listOf = (each: Checks) =>
    `jsonb_build_array(${Object.entries(each)
      .map(
        ([check, { result, says }]) =>
          `jsonb_build_object('check', '${check}', 'result', ${result}, 'detail', ${says})`,
      )
      .join(', ')})`
  const list = ofRefunds
    ? `case when u.refund_of_id is null then ${listOf(checks)} else ${listOf(ofRefunds)} end`
    : listOf(checks)
  return { facts: joinOf(facts, IS_OPEN), list, now: { facts: joinOf(facts, 'true'), list } }
}
/** Of withdrawals to bank accounts and wallets. */
export const DETAIL_CHECKS = checksOf(`${FACTS}, ${DETAIL_FACTS}`, { ...OF_USER, ...OF_DETAILS, ...OF_ACCOUNT })
/** Of withdrawals to addresses of coins. */
export const ADDRESS_CHECKS = checksOf(
  `${FACTS}, ${ADDRESS_FACTS}`,
  { ...OF_USER, ...OF_ADDRESS, ...OF_ACCOUNT, ...OF_HOT_WALLET },
  // Its money never was the user's: what a user may withdraw says nothing about it.
  { ...OF_REFUND, ...OF_ADDRESS, RISK_FLAG: OF_ACCOUNT.RISK_FLAG, EXCLUDED: OF_ACCOUNT.EXCLUDED, ...OF_HOT_WALLET },
)

/** Joins the checks as `checked.list`; it needs `f`. */
export const CHECKED = ({ list }: WithdrawalChecks) =>
  `cross join lateral (select coalesce(case when f.kyc is not null then ${list} end, u.decided_checks, '[]'::jsonb) as list) checked`

/** SQL of the checks that warn or fail, as a text array. */
export const WARNINGS = `array(select c->>'check' from jsonb_array_elements(checked.list) c where c->>'result' <> 'PASS')`
/** SQL of each check with its result, as a text. */
export const stateOf = (list: string) =>
  `coalesce((select string_agg((c->>'check') || '=' || (c->>'result'), ' ' order by n)
    from jsonb_array_elements(${list}) with ordinality x(c, n)), '')`
