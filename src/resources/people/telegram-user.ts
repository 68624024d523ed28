/** Telegram accounts that have written to the bot, and their users (catalogue, /telegram-user). */
import { telegramUser } from '@contract/records/people/telegram-user'
import { recordResource } from '../record-resource'

export const resource = recordResource(telegramUser, {
  slug: 'telegram-user',
  route: '/telegram-user',
  empty: { title: 'No Telegram accounts yet', text: 'Accounts appear here when they first write to the bot.' },
  columns: ['telegram_id', 'telegram_username', 'user', 'linked_at', 'last_message_at', 'opted_in', 'status'],
  titles: { createdAt: 'First seen' },
  widths: {
    telegram_id: 124,
    telegram_username: 144,
    user: 168,
    linked_at: 148,
    last_message_at: 148,
    opted_in: 88,
    status: 152,
  },
  pills: {
    status: {
      ACTIVE: ['success', 'circle-check'],
      BLOCKED_BOT: ['warning', 'ban'],
      UNLINKED: ['neutral', 'circle-slash'],
    },
  },
  page: {
    reference: ['telegram_username'],
    figures: ['user', 'linked_at', 'last_message_at', 'opted_in'],
    states: ['status'],
    warnings: { status: { BLOCKED_BOT: 'The user blocked the bot: messages do not reach them.' } },
  },
  icons: { link: 'link', unlink: 'unlink' },
})
