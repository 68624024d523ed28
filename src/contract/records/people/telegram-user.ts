import type { Rule } from '../../patterns'
import { flag, reference, states, text, text255, time } from '../field'
import { defineRecord } from '../record'

export const TELEGRAM_STATUSES = { ACTIVE: 'Active', BLOCKED_BOT: 'Blocked the bot', UNLINKED: 'Unlinked' } as const

/** Ids and usernames in Telegram's format. */
const TELEGRAM_ID: Rule = { pattern: /^[1-9]\d{4,18}$/, message: 'The number of a Telegram account', reads: 'code' }
const TELEGRAM_USERNAME: Rule = {
  pattern: /^\w{4,32}$/,
  message: 'Letters, digits and underscores, 4 to 32',
  reads: 'word',
}

/** The refusals of a link. */
export const TELEGRAM_REFUSAL = {
  otherStore: 'Choose a user of the store of this Telegram account',
  /** @param id of the Telegram account that the user has; null if it is unknown */
  taken: (id: string | null) =>
    `${id === null ? 'Another Telegram account' : `Telegram account ${id}`} is linked to this user. Unlink it first.`,
} as const

/** Written by the bot, which reports accounts that write to it. */
const kept = { required: true, write: 'never' } as const
const done = { needs: 'update', success: 'Successfully Updated' } as const
const reason = text255('Reason', { required: true })

/** Telegram accounts that have written to the bot, and the users that they belong to (catalogue, /telegram-user). */
export const telegramUser = defineRecord({
  name: 'telegramUser',
  base: 'admin-telegram',
  subject: 'TelegramUsers',
  noun: ['Telegram account', 'Telegram accounts'],
  namedBy: ['telegram_id'],
  reads: 'paged',
  paths: [
    { equal: [], order: 'last_message_at' },
    { equal: [], order: 'createdAt' },
    { equal: ['status'], order: 'last_message_at' },
    { equal: ['opted_in'], order: 'last_message_at' },
    { equal: ['opted_in', 'status'], order: 'last_message_at' },
    // A user has at most one account, so a further filter is not useful.
    { equal: ['user'], order: 'last_message_at' },
  ],
  fields: {
    telegram_id: text('Telegram ID', TELEGRAM_ID, 19, { ...kept, unique: true, exact: true, search: true }),
    telegram_username: text('Telegram username', TELEGRAM_USERNAME, 32, { write: 'never', search: true }),
    /** A database constraint prevents two accounts of one user, also for simultaneous requests. */
    user: reference('User', 'users', { write: 'never', unique: 'everywhere', search: true, filter: true }),
    linked_at: time('Linked', { write: 'never' }),
    last_message_at: time('Last message', { ...kept, filter: true }),
    opted_in: flag('Opted in', { ...kept, filter: true, initial: false }),
    status: states(
      'Status',
      TELEGRAM_STATUSES,
      { UNLINKED: ['ACTIVE'], ACTIVE: ['UNLINKED'], BLOCKED_BOT: ['UNLINKED'] },
      { ...kept, filter: true, initial: 'UNLINKED' },
    ),
  },
  actions: {
    link: {
      ...done,
      label: 'Link…',
      from: {
        field: 'status',
        values: ['UNLINKED'],
        otherwise: 'This Telegram account is linked to a user already. Unlink it first.',
      },
      sets: { status: 'ACTIVE' },
      asks: { user: reference('User', 'users', { required: true }), reason },
      question: 'Link Telegram account',
      effect: 'What this account writes to the bot counts as the user’s. A user has one Telegram account.',
      gerund: 'Linking',
      participle: 'linked',
    },
    unlink: {
      ...done,
      label: 'Unlink…',
      from: {
        field: 'status',
        values: ['ACTIVE', 'BLOCKED_BOT'],
        otherwise: 'This Telegram account is linked to no user.',
      },
      sets: { status: 'UNLINKED' },
      asks: { reason },
      question: 'Unlink Telegram account',
      effect:
        'The user no longer has a Telegram account. What it writes to the bot belongs to nobody until it is linked again.',
      gerund: 'Unlinking',
      participle: 'unlinked',
      tone: 'danger',
    },
  },
})
