import { newsletterSubscriber, SUBSCRIBE_REFUSAL } from '@contract/records/content/newsletter-subscriber'
import { HOME_STORE } from '../../fixtures/staff'
import { notFound, rejected } from '../../refusal'
import type { AppSending, Behaviour, StoredRecord } from '../behaviour'
import { erase, hashed } from '../rules'

const emailIs = (row: StoredRecord, email: string) => String(row.email).toLowerCase() === email.toLowerCase()
const ofStore = ({ rows, store }: AppSending) =>
  rows('newsletterSubscriber').filter(({ store_code }) => store_code === store)
const subscriptionOf = (sending: AppSending): StoredRecord | undefined =>
  ofStore(sending).find((row) => !row.erased_at && emailIs(row, sending.body.email as string))

/** See the source: server/platform/records/content/newsletter-subscriber.ts. */
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
  appCalls: {
    subscribe(sending) {
      const { again, ...consent } = sending.body
      const found = subscriptionOf(sending)
      if (found?.status === 'SUBSCRIBED') return found
      if (found?.status === 'COMPLAINED') throw rejected({ email: [SUBSCRIBE_REFUSAL.complained] })
      const wasErased = ofStore(sending).some((row) => emailIs(row, hashed(consent.email as string)))
      if (again !== true && (found ?? wasErased)) throw rejected({ again: [SUBSCRIBE_REFUSAL.left] })
      const values = {
        consent_ip: null,
        ...consent,
        consent_at: sending.at,
        status: 'SUBSCRIBED',
        unsubscribed_at: null,
      }
      if (!found) return sending.add(values)
      sending.change(found, 'subscribeAgain', values)
      return found
    },
    unsubscribe(sending) {
      const found = subscriptionOf(sending)
      if (!found) throw notFound()
      if (found.status === 'SUBSCRIBED')
        sending.change(found, 'unsubscribe', { status: 'UNSUBSCRIBED', unsubscribed_at: sending.at })
      return found
    },
  },
  actions: {
    unsubscribe: (_row, _body, _rows, at) => ({ unsubscribed_at: at }),
    erase: (row, body, _rows, at) => erase(newsletterSubscriber, row, body, at),
  },
}
