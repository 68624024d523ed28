/** Bonuses that were granted to users (catalogue, /bonus-history; ledger, Every credit to BONUS is a grant). */
import { amount, amount0, integer, oneOf, percent, reference, states, text255, time } from '../field'
import { moneyPreview } from '../money/money-effect'
import { defineRecord } from '../record'

export const GRANT_STATUSES = {
  GRANTED: 'Granted',
  ACTIVE: 'Active',
  COMPLETED: 'Completed',
  EXPIRED: 'Expired',
  FORFEITED: 'Forfeited',
  REVOKED: 'Revoked',
} as const
/** What a grant was given for: a bonus itself, or a reward that is paid as bonus money and has its own terms. */
export const GRANT_ORIGINS = {
  BONUS: 'Bonus',
  OFFER: 'Offer',
  DEPOSIT: 'Deposit',
  REFERRAL: 'Referral',
  WHEEL: 'Wheel',
} as const
export const GRANTED_BY = { STAFF: 'Staff', SYSTEM: 'System' } as const

/** The refusals of a grant. */
export const GRANT_REFUSAL = {
  notLive: 'Choose a bonus that is live',
  otherStore: 'Choose a bonus of the store of this user',
  audience: 'This bonus is not for this user: the account, the level or the tags differ',
  beside: 'This user has another bonus, and this one is not stackable',
  amountOf: (most: string) => `This bonus gives at most ${most}`,
  amountFixed: (amount: string) => `This bonus gives ${amount}`,
  amountRequired: 'Required for a bonus that gives a percentage',
  perUser: 'This user has had this bonus as often as its limit allows',
  total: 'This bonus was granted as often as its limit allows',
  budget: (left: string) => `The budget of this bonus has ${left} left`,
  over: 'The grant is no longer active. Nothing was changed.',
  moved: 'The user’s bonus money changed meanwhile. Nothing was changed. Try again.',
  notLater: 'Choose a time after the present end',
} as const

const kept = { write: 'never', required: true } as const
const shown = { ...kept, filter: true } as const
const FILTERS = ['bonus', 'granted_by', 'status'] as const
const taken = {
  needs: 'update',
  subject: 'Bonus',
  movesMoney: true,
  from: { field: 'status', values: ['ACTIVE'], otherwise: 'Only an active grant has money to take.' },
  asks: { reason: text255('Reason', { required: true }) },
  success: 'Successfully Updated',
  tone: 'danger',
} as const

export const bonusGrant = defineRecord({
  name: 'bonusGrant',
  base: 'admin-bonus/history',
  subject: 'BonusHistory',
  noun: ['bonus grant', 'bonus grants'],
  namedBy: ['bonus', 'user'],
  posts: { source: 'bonus_grant' },
  reads: 'paged',
  feeds: { bonus: 'bonus', users: 'user' },
  decidesStore: true,
  events: { expire: 'expired', complete: 'completed' },
  paths: [
    { equal: [], order: 'granted_at' },
    { equal: [], order: 'expires_at' },
    { equal: ['user'], order: 'granted_at' },
    ...FILTERS.map((filter) => ({ equal: [filter], order: 'granted_at' as const })),
    { equal: ['status'], order: 'expires_at' },
    ...FILTERS.map((filter) => ({ equal: ['user' as const, filter], order: 'granted_at' as const })),
  ],
  tabs: {
    waiting: { label: 'Waiting', equal: { status: 'GRANTED' } },
    active: { label: 'Active', equal: { status: 'ACTIVE' } },
    completed: { label: 'Completed', equal: { status: 'COMPLETED' } },
    expired: { label: 'Expired', equal: { status: 'EXPIRED' } },
    forfeited: { label: 'Forfeited', equal: { status: 'FORFEITED' } },
    revoked: { label: 'Revoked', equal: { status: 'REVOKED' } },
  },
  fields: {
    user: reference('User', 'users', { ...shown, search: true }),
    origin: oneOf('For', GRANT_ORIGINS, { ...kept, initial: 'BONUS' }),
    /** None for a reward with its own terms. */
    bonus: reference('Bonus', 'bonus', { write: 'never', filter: true, search: true }),
    /** Whose terms apply, whatever the bonus says later. */
    bonus_version: integer('Bonus version', { min: 1 }, { write: 'never' }),
    granted_by: oneOf('Granted by', GRANTED_BY, shown),
    amount: amount('Amount', kept),
    wagering_required: amount0('To wager', kept),
    wagered: amount0('Wagered', { ...kept, initial: '0.00' }),
    progress: percent('Progress', { derived: true, required: true }),
    /** An active grant whose time is over is expired at once. */
    status: states(
      'Status',
      GRANT_STATUSES,
      { GRANTED: ['ACTIVE', 'REVOKED'], ACTIVE: ['COMPLETED', 'FORFEITED', 'REVOKED'] },
      { ...shown, initial: 'GRANTED', computed: { EXPIRED: ['ACTIVE'] }, formerly: 'outcome' },
    ),
    granted_at: time('Granted', shown),
    /** Of a grant that awaits approval: when it would expire if it were active now. */
    expires_at: time('Expires', shown),
    note: text255('Note', { write: 'never' }),
  },
  actions: {
    extend: {
      label: 'Extend…',
      needs: 'update',
      subject: 'Bonus',
      movesMoney: true,
      from: { field: 'status', values: ['ACTIVE'], otherwise: 'Only an active grant can be extended.' },
      asks: {
        until: time('New end', { required: true, hint: 'After the present one' }),
        note: text255('Note', { required: true, hint: 'Whoever approves reads it' }),
      },
      tells: ['note', 'until'],
      approval: {
        policy: 'BONUS',
        type: 'bonus_extension',
        about: 'user',
        amount: ['amount'],
        title: 'Extend {amount} of {bonus}: {user}',
        details: ['bonus', 'expires_at', 'until', 'note'],
      },
      elsewhere: true,
      preview: moneyPreview(['until'], 'Extend {amount}'),
      question: 'Extend',
      effect: 'Up to your limit it takes effect at once. Above it, other people must approve it first.',
      gerund: 'Extending',
      participle: 'extended, or sent for approval',
      past: 'extended the bonus grant',
      success: 'Extended',
    },
    forfeit: {
      ...taken,
      label: 'Forfeit…',
      sets: { status: 'FORFEITED' },
      preview: moneyPreview([], 'Forfeit {amount}'),
      question: 'Forfeit',
      effect: 'The user broke the terms or gave the bonus up: what is left of its money is taken back.',
      gerund: 'Forfeiting',
      participle: 'forfeited',
    },
    revoke: {
      ...taken,
      label: 'Revoke…',
      sets: { status: 'REVOKED' },
      preview: moneyPreview([], 'Revoke {amount}'),
      question: 'Revoke',
      effect: 'The bonus was granted by mistake: what is left of its money is taken back.',
      gerund: 'Revoking',
      participle: 'revoked',
    },
  },
})
