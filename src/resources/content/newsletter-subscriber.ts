import { newsletterSubscriber } from '@contract/records/content/newsletter-subscriber'
import { recordResource } from '../record-resource'

export const resource = recordResource(newsletterSubscriber, {
  slug: 'newsletter-subscriber',
  route: '/newsletter-subscriber',
  empty: { title: 'No subscribers yet', text: 'People who subscribe to the newsletter appear here.' },
  columns: ['email', 'user', 'source', 'consent_at', 'locale', 'status'],
  widths: { email: 280, consent_ip: 180, consent_text: 280 },
  pills: {
    status: {
      SUBSCRIBED: ['success', 'circle-check'],
      UNSUBSCRIBED: ['neutral', 'circle-slash'],
      BOUNCED: ['warning', 'triangle-alert'],
      COMPLAINED: ['danger', 'ban'],
    },
  },
  page: {
    figures: ['source', 'locale', 'consent_at', 'unsubscribed_at'],
    sections: [
      { title: 'Subscriber', fields: ['user', 'source', 'locale'] },
      { title: 'Consent', fields: ['consent_at', 'consent_text', 'consent_ip', 'unsubscribed_at'] },
    ],
    states: ['status'],
    warnings: {
      status: {
        BOUNCED: 'Mail to this address comes back.',
        COMPLAINED: 'This person reported a newsletter as spam.',
      },
    },
  },
  icons: { unsubscribe: 'bell-off', erase: 'eraser' },
})
