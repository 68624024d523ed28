/** What loads and redeems share (money, /platform-transaction): their states, who acts on them, and the words for it. */
import { amountOf, halfEven, hundredthsOf } from '../../amounts'
import { FREE_TEXT } from '../../patterns'
import { awaitsApproval } from '../action-approval'
import { decimal, oneOf, reference, states, text, text255, text3000, time } from '../field'
import type { ActionDefinition } from '../record'
import { REQUEST_SOURCES } from '../request-sources'
import { PLATFORM_USERNAME_MAX } from '../people/platform-account'
import { RAIL_NAME, RAIL_NAME_MAX } from '../rail-name'
import { mineTab, tabsOf } from '../tabs'
import { railAttempts } from './rail-attempts'

/** Staff carry out what is requested; what the rail of a platform carries out waits to be sent instead. */
export const PLATFORM_REQUEST_STATUSES = {
  REQUESTED: 'Requested',
  CLAIMED: 'Claimed',
  QUEUED: 'Waits to be sent',
  PROCESSING: 'Processing',
  UNKNOWN: 'Outcome unknown',
  COMPLETED: 'Done',
  FAILED: 'Failed',
  REJECTED: 'Rejected',
} as const
export type PlatformRequestStatus = keyof typeof PLATFORM_REQUEST_STATUSES
/** Stored states of requests that have not ended. */
export const OPEN_REQUEST_STATUSES = [
  'REQUESTED',
  'QUEUED',
  'PROCESSING',
  'UNKNOWN',
] as const satisfies PlatformRequestStatus[]
/** Why staff could not carry it out, or did not want to. */
export const PLATFORM_REQUEST_REASONS = {
  PLATFORM_DOWN: 'Platform does not respond',
  ACCOUNT_PROBLEM: 'Problem with the account',
  NOT_ENOUGH: 'Not enough credits',
  PLAYING: 'The user is playing',
  LIMIT: 'Above a limit',
  SUSPECTED_FRAUD: 'Suspected fraud',
  OTHER: 'Other',
} as const

/** Minutes within which staff carry it out. */
export const PLATFORM_REQUEST_MINUTES = 15
/** Number of open requests of one account; no more can be added. */
export const PLATFORM_REQUESTS_OPEN_MAX = 20
const CARRIER_MAX = 120
/** Of credits; platforms count as money does. */
export const CREDIT_PLACES = 2
const CREDIT = ['credit', 'credits'] as const

export const PLATFORM_REQUEST_REFUSAL = {
  account: 'This account is not active',
  user: 'This user may not play now: the account is suspended, excluded or closed',
  closed: 'The account of this user is closed',
  platform: 'The store does not offer this platform now',
  down: 'The platform does not respond now. Try again later.',
  below: (least: string) => `This platform takes at least ${least}`,
  above: (most: string) => `This platform takes at most ${most}`,
  funds: (cash: string) => `The user has ${cash}`,
  fee: (fee: string) => `The fee of ${fee} leaves nothing of this amount`,
  open: `${PLATFORM_REQUESTS_OPEN_MAX} requests of this account are open. Add more after they are done.`,
  more: (most: string) => `At most ${most} were asked for`,
  differs: (asked: string) => `Say why it is not ${asked}`,
  redeemed: 'Enter the credits that were redeemed',
  nothing: 'Nothing was moved: say that it failed, or reject it',
  contradicted: 'The platform contradicts what is known of an earlier attempt: resolve the discrepancy first',
  worthless: 'This amount gives no credits',
  isSending: 'It is being sent to the platform at this moment. Nothing was changed.',
  answered: 'The platform has answered meanwhile. Nothing was changed.',
  noAttempt: 'The platform was not asked to do it.',
} as const

const PLACES_OF_RATE = 4
const ONE = 10n ** BigInt(PLACES_OF_RATE)
/** @param rate decimal text with up to four places @returns in 1/10,000 */
function rateOf(rate: string): bigint {
  const [whole = '0', places = ''] = rate.split('.')
  return BigInt(`${whole}${places.padEnd(PLACES_OF_RATE, '0').slice(0, PLACES_OF_RATE)}`)
}
/** @param money decimal text with two places @param rate credits for one unit of money @returns credits, half to even (ledger, Rounding) */
export const creditsFor = (money: string, rate: string): string =>
  amountOf(halfEven(hundredthsOf(money) * rateOf(rate), ONE))
/** @returns the money for credits, half to even */
export const moneyFor = (credits: string, rate: string): string =>
  amountOf(halfEven(hundredthsOf(credits) * ONE, rateOf(rate)))

const kept = { write: 'never', required: true } as const
export const deciding = { needs: 'update', movesMoney: true, success: 'Successfully Updated' } as const
export const decimalOfCredits = <const O extends Parameters<typeof decimal>[2]>(label: string, options: O) =>
  decimal(label, { places: CREDIT_PLACES, max: 999_999_999, isFull: true }, { ...options, unit: CREDIT } as O & {
    unit: typeof CREDIT
  })

/** The fields of every request, in the order of the page; each record adds what it moves. */
export const accountFields = {
  platform_account: reference('Platform account', 'platformAccount', {
    write: 'create',
    required: true,
    filter: true,
  }),
  user: reference('User', 'users', { ...kept, search: true, filter: true }),
  store_platform: reference('Platform', 'storePlatform', { ...kept, filter: true }),
  /** Of the account: whoever carries it out looks for it at the platform. */
  username: text('Username', FREE_TEXT, PLATFORM_USERNAME_MAX, { derived: true, required: true }),
  /** What the store says about its platform. */
  instructions: text3000('Instructions', { derived: true }),
} as const
export const stateFields = {
  /** Credits for one unit of money, as it was when it was requested. */
  rate: decimal('Rate', { places: PLACES_OF_RATE }, { ...kept, unit: '×' }),
  source: oneOf('Source', REQUEST_SOURCES, { ...kept, initial: 'STAFF' }),
  requested_at: time('Requested', { ...kept, filter: true, public: true }),
  status: states(
    'Status',
    PLATFORM_REQUEST_STATUSES,
    {
      REQUESTED: ['COMPLETED', 'FAILED', 'REJECTED'],
      QUEUED: ['PROCESSING', 'REJECTED'],
      PROCESSING: ['QUEUED', 'COMPLETED', 'FAILED', 'UNKNOWN'],
      UNKNOWN: ['PROCESSING', 'COMPLETED', 'FAILED'],
      FAILED: ['QUEUED', 'REQUESTED'],
    },
    { ...kept, filter: true, initial: 'REQUESTED', public: true },
  ),
  awaits_approval: awaitsApproval,
  decided_by: reference('Done by', 'admin', { write: 'never' }),
  decided_at: time('Done', { write: 'never', public: true }),
  /** Not for apps: it may be a suspicion. */
  reason_code: oneOf('Reason', PLATFORM_REQUEST_REASONS, { write: 'never' }),
  user_text: text255('Message to the user', { write: 'never', public: true }),
  external_ref: text255('External reference', { write: 'never', search: true, hint: 'Of the platform' }),
  /** Why it is not what was asked for. */
  difference: text255('Why it differs', { write: 'never' }),
  /** In words. */
  carried_by: text('Carried out by', FREE_TEXT, CARRIER_MAX, { derived: true, required: true }),
  /** Name of the rail that carries it out; null: staff do. */
  rail: text('Rail', RAIL_NAME, RAIL_NAME_MAX, { write: 'never' }),
  attempts: railAttempts(),
} as const

export const requestPaths = [
  { equal: [], order: 'requested_at' },
  { equal: ['status'], order: 'requested_at' },
  { equal: ['user'], order: 'requested_at' },
  { equal: ['status', 'user'], order: 'requested_at' },
  { equal: ['platform_account'], order: 'requested_at' },
  { equal: ['store_platform'], order: 'requested_at' },
  { equal: ['status', 'store_platform'], order: 'requested_at' },
] as const

const { CLAIMED: _claimed, REQUESTED, ...LATER } = PLATFORM_REQUEST_STATUSES
export const requestTabs = {
  requested: { label: REQUESTED, equal: { status: 'REQUESTED' } },
  mine: mineTab('CLAIMED'),
  ...tabsOf('status', LATER),
} as const

export const requestQueue = {
  waits: ['REQUESTED'],
  tab: 'requested',
  since: 'requested_at',
  within: true,
  claim: { is: 'needed', shows: 'CLAIMED' },
  decisions: {
    complete: { kind: 'approve', key: 'A' },
    fail: { kind: 'hold', key: 'F' },
    reject: { kind: 'reject', key: 'X' },
  },
} as const

/** What happens to a request by itself. */
export const requestEvents = {
  send: 'sent to the platform',
  unsent: 'left unsent, because the platform was not reached',
  carryOut: 'carried out by the platform',
  breakDown: 'refused by the platform',
  loseSight: 'sent without a clear answer of the platform',
} as const

const userText = text255('Message to the user', { hint: 'The user reads it in the app' })
const reasonCode = oneOf('Reason', PLATFORM_REQUEST_REASONS, { required: true })
const refusing = {
  asks: { reason_code: reasonCode, user_text: userText },
  keeps: ['reason_code', 'user_text'],
} as const

/** An action of loads and redeems: what people read of its effect, and its preview where money moves. */
interface Words {
  readonly effect: string
  readonly preview?: ActionDefinition['preview']
}
/** The actions that loads and redeems share. */
export const requestActions = <const W extends Readonly<Record<'fail' | 'reject' | 'retry', Words>>>(words: W) =>
  ({
    fail: {
      ...deciding,
      label: 'Failed…',
      from: { field: 'status', values: ['REQUESTED'], otherwise: 'Only what staff carry out can fail by hand.' },
      sets: { status: 'FAILED' },
      ...refusing,
      question: 'Report the failure of',
      ...words.fail,
      gerund: 'Reporting the failure of',
      participle: 'reported as failed',
      past: 'reported that it failed',
    },
    reject: {
      ...deciding,
      label: 'Reject…',
      from: { field: 'status', values: ['REQUESTED', 'QUEUED'], otherwise: 'It can no longer be rejected.' },
      sets: { status: 'REJECTED' },
      ...refusing,
      question: 'Reject',
      ...words.reject,
      gerund: 'Rejecting',
      participle: 'rejected',
      tone: 'danger',
    },
    retry: {
      ...deciding,
      label: 'Retry…',
      from: { field: 'status', values: ['FAILED'], otherwise: 'Only what has failed can be tried again.' },
      asks: { reason: text255('Reason', { required: true }) },
      question: 'Try again',
      ...words.retry,
      gerund: 'Trying again',
      participle: 'tried again',
      past: 'tried it again',
    },
    lookUp: {
      ...deciding,
      elsewhere: true,
      label: 'Look up',
      from: { field: 'status', values: ['UNKNOWN', 'PROCESSING'], otherwise: 'The platform has answered already.' },
      question: 'Ask the platform about',
      effect: 'The platform says what it has done. Nothing is done again.',
      gerund: 'Asking the platform about',
      participle: 'asked about at the platform',
      past: 'asked the platform about it',
      success: 'The platform is asked now',
    },
  }) as const satisfies Record<string, ActionDefinition>
