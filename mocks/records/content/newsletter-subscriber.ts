import { newsletterSubscriber } from '@contract/records/content/newsletter-subscriber'
import type { RecordDefinition } from '@contract/records/record'
import { HOME_STORE } from '../../fixtures/staff'
import type { Behaviour } from '../behaviour'
import { erase } from '../rules'

/** See the source: server/records/content/newsletter-subscriber.ts. */
export const newsletterSubscriberBehaviour: Behaviour = {
  derive: {
    user: ({ email, store_code }, rows) => {
      const user = rows('users').find(
        (each) =>
          String(each.email).toLowerCase() === String(email).toLowerCase() &&
          (each.third_party_store_code ?? HOME_STORE) === store_code,
      )
      return user ? { id: user.id, name: user.username } : null
    },
  },
  actions: {
    unsubscribe: (_row, _body, _rows, at) => ({ unsubscribed_at: at }),
    erase: (row, body, _rows, at) => erase(newsletterSubscriber as unknown as RecordDefinition, row, body, at),
  },
}
