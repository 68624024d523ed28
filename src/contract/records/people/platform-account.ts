import { decimal, flag, oneOf, reference, referenceNumber, secretText, states, text, text255, time } from '../field'
import { FREE_TEXT } from '../../patterns'
import { defineRecord, type ActionDefinition } from '../record'
import { tabsOf } from '../tabs'

export const PLATFORM_ACCOUNT_STATES = {
  REQUESTED: 'Requested',
  RESET_REQUESTED: 'Reset asked',
  ACTIVE: 'Active',
  BLOCKED: 'Blocked',
  CLOSED: 'Closed',
} as const
/** How old the last balance is; money moves at the platform without us. */
export const BALANCE_AGES = { FRESH: 'Checked today', OLD: 'Older than a day' } as const
/** Hours after which a balance is old. */
export const BALANCE_HOURS = 24

export const PLATFORM_USERNAME_MAX = 40

export const PLATFORM_ACCOUNT_REFUSAL = {
  storePlatform: 'Choose a platform of the store of this user',
  limit: (most: number) => `Users of this level may have ${most} platform accounts that are not closed`,
  taken: 'Another account on this platform has this username',
  notActive: 'The password of this account cannot be reset now',
  request: 'A load or a redeem of this account is open: finish it first',
  balance: 'Confirm that the balance is given up, or redeem it first',
} as const

const kept = { write: 'never', required: true } as const
const update = { needs: 'update', success: 'Successfully Updated' } as const
const from = (...values: (keyof typeof PLATFORM_ACCOUNT_STATES)[]) => ({ field: 'status', values }) as const
const username = { search: true, public: true } as const
const reason = text255('Reason', { required: true })
const newPassword = secretText('Password', { required: true, hint: 'As it is at the platform' })

const resetPassword = {
  ...update,
  label: 'Reset password',
  from: from('RESET_REQUESTED', 'ACTIVE'),
  sets: { status: 'ACTIVE' },
  asks: { password: newPassword },
  question: 'Reset the password of',
  effect: 'Set the password at the platform first. It is stored encrypted.',
  gerund: 'Resetting the password of',
  participle: 'given a new password',
  past: 'reset the password',
} as const satisfies ActionDefinition

/** Accounts of users at the game platforms of their store (money, /platform-user). */
export const platformAccount = defineRecord({
  name: 'platformAccount',
  base: 'admin-platform-account',
  subject: 'UserPlatforms',
  noun: ['platform account', 'platform accounts'],
  // Whoever enters a load looks for the user.
  namedBy: ['reference', 'user'],
  origin: { past: 'asked for the account' },
  events: { askReset: 'reported to need a new password' },
  feeds: { storePlatform: 'store_platform' },
  reads: 'paged',
  decidesStore: true,
  appBase: 'users/platform-info',
  appCalls: {
    request: {
      path: 'users/platform-info',
      conditional: true,
      summary: "Asks for an account of a user of the key's store at a platform.",
      asks: {
        user: reference('User', 'users', { required: true }),
        store_platform: reference('Platform', 'storePlatform', { required: true }),
      },
    },
    askReset: {
      path: 'users/platform-info/:id/reset',
      of: 'account',
      conditional: true,
      summary: 'Asks for a new password of an account. Asking again changes nothing.',
      asks: { account: reference('Account', 'platformAccount', { required: true }) },
    },
  },
  paths: [
    { equal: [], order: 'asked_at' },
    { equal: ['status'], order: 'asked_at' },
    { equal: ['user'], order: 'asked_at' },
    { equal: ['status', 'user'], order: 'asked_at' },
    { equal: ['store_platform'], order: 'asked_at' },
    { equal: ['status', 'store_platform'], order: 'asked_at' },
  ],
  queue: {
    waits: ['REQUESTED', 'RESET_REQUESTED'],
    tab: 'requested',
    since: 'asked_at',
    claim: { is: 'offered' },
    decisions: { complete: { kind: 'approve', key: 'A' } },
  },
  tabs: tabsOf('status', PLATFORM_ACCOUNT_STATES),
  reveals: {
    label: 'Password',
    needs: 'update',
    from: from('ACTIVE', 'RESET_REQUESTED', 'BLOCKED'),
  },
  fields: {
    reference: referenceNumber('PA'),
    user: reference('User', 'users', { write: 'create', required: true, search: true, filter: true }),
    store_platform: reference('Platform', 'storePlatform', {
      write: 'create',
      required: true,
      filter: true,
      hint: 'Of the store of the user',
    }),
    platform_username: text('Username', FREE_TEXT, PLATFORM_USERNAME_MAX, {
      ...username,
      write: 'create',
      suggested: true,
      hint: 'Left empty, the console chooses a free one',
    }),
    password: secretText('Password', {
      hint: 'Left empty, the console makes one. Reveal it to set it at the platform.',
    }),
    status: states(
      'Status',
      PLATFORM_ACCOUNT_STATES,
      {
        REQUESTED: ['ACTIVE', 'CLOSED'],
        ACTIVE: ['RESET_REQUESTED', 'BLOCKED', 'CLOSED'],
        RESET_REQUESTED: ['ACTIVE', 'BLOCKED', 'CLOSED'],
        BLOCKED: ['ACTIVE', 'CLOSED'],
      },
      { ...kept, filter: true, initial: 'REQUESTED', public: true },
    ),
    /** When the account, or a new password, was asked for. */
    asked_at: time('Asked', { ...kept, filter: true, public: true }),
    last_balance: decimal('Last balance', { places: 2, isFull: true }, { write: 'never', unit: ['credit', 'credits'] }),
    balance_checked_at: time('Balance checked', { write: 'never' }),
    balance_age: oneOf('Age of the balance', BALANCE_AGES, { derived: true }),
    has_balance: flag('Has a balance', { derived: true, required: true }),
    decided_by: reference('Completed by', 'admin', { write: 'never' }),
    decided_at: time('Completed', { write: 'never' }),
  },
  actions: {
    complete: {
      ...update,
      label: 'Complete…',
      from: from('REQUESTED'),
      sets: { status: 'ACTIVE' },
      asks: {
        platform_username: text('Username', FREE_TEXT, PLATFORM_USERNAME_MAX, { required: true }),
        password: newPassword,
      },
      keeps: ['platform_username'],
      question: 'Complete',
      effect: 'Add the account at the platform first. The user can load it then.',
      gerund: 'Completing',
      participle: 'completed',
    },
    resetPassword,
    recordBalance: {
      ...update,
      label: 'Enter balance…',
      from: from('ACTIVE', 'RESET_REQUESTED', 'BLOCKED'),
      asks: {
        last_balance: decimal('Balance', { places: 2, isFull: true }, { required: true, unit: ['credit', 'credits'] }),
      },
      keeps: ['last_balance'],
      edits: true,
      question: 'Enter the balance of',
      effect: 'As the platform shows it now.',
      gerund: 'Entering the balance of',
      participle: 'given a balance',
      past: 'checked the balance',
    },
    block: {
      ...update,
      label: 'Block…',
      from: from('ACTIVE', 'RESET_REQUESTED'),
      sets: { status: 'BLOCKED' },
      asks: { reason },
      question: 'Block',
      effect: 'Nothing can be loaded or redeemed. You can unblock it again.',
      gerund: 'Blocking',
      participle: 'blocked',
      tone: 'danger',
    },
    unblock: {
      ...update,
      label: 'Unblock…',
      from: from('BLOCKED'),
      sets: { status: 'ACTIVE' },
      asks: { reason },
      question: 'Unblock',
      effect: 'It can be loaded and redeemed again.',
      gerund: 'Unblocking',
      participle: 'unblocked',
    },
    close: {
      ...update,
      label: 'Close…',
      from: from('REQUESTED', 'ACTIVE', 'RESET_REQUESTED', 'BLOCKED'),
      sets: { status: 'CLOSED' },
      asks: {
        reason,
        gives_up_balance: flag('Give up the balance that it still has', {
          when: { field: 'has_balance', values: ['true'] },
        }),
      },
      tells: ['gives_up_balance'],
      question: 'Close',
      effect: 'It cannot be opened again, and its password is deleted here. The user may ask for another one.',
      gerund: 'Closing',
      participle: 'closed',
      tone: 'danger',
    },
  },
})
