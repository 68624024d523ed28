import { newsletterSubscriber } from '@contract/records/content/newsletter-subscriber'
import { eraseAction } from '../erase'
import { recordTable } from '../record-table'
import { defineSource } from '../source'

export const newsletterSubscribers = recordTable(newsletterSubscriber, 'newsletter_subscribers')

export default defineSource(newsletterSubscriber, {
  table: newsletterSubscribers,
  scope: { store: 'row' },
  derived: {
    user: {
      value: `case when subscribed.id is not null then json_build_object('id', subscribed.id, 'name', subscribed.username) end`,
      key: 'subscribed.username',
      joins: ['subscribed'],
    },
  },
  // The user of the same store with this address, if any.
  joins: {
    subscribed: `left join users subscribed on lower(subscribed.email) = lower(u.email) and subscribed.store = u.store_code`,
  },
  actions: {
    unsubscribe: ({ at }) => Promise.resolve({ unsubscribed_at: { value: at, type: 'timestamptz' } }),
    erase: eraseAction(newsletterSubscriber, newsletterSubscribers),
  },
})
