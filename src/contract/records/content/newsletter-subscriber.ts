import { LOCALES } from '../../locales'
import { FREE_TEXT } from '../../patterns'
import { email, oneOf, reference, states, text, text255, text3000, time } from '../field'
import { defineRecord } from '../record'

export const SUBSCRIBER_SOURCES = { FOOTER: 'Footer', SIGN_UP: 'Sign-up', APP: 'App', IMPORT: 'Import' } as const
export const SUBSCRIBER_STATES = {
  SUBSCRIBED: 'Subscribed',
  UNSUBSCRIBED: 'Unsubscribed',
  BOUNCED: 'Bounced',
  COMPLAINED: 'Complained',
} as const

/** The maximum length of an IPv6 address as text. */
const ADDRESS_MAX = 45

/** People who agreed to receive the newsletter, with the proof of their consent (catalogue, /newsletter-subscriber). */
export const newsletterSubscriber = defineRecord({
  name: 'newsletterSubscriber',
  base: 'news-letter-subscribe',
  subject: 'NewsletterSubscribers',
  noun: ['subscriber', 'subscribers'],
  namedBy: ['email'],
  reads: 'paged',
  bulk: ['unsubscribe'],
  paths: [
    { equal: [], order: 'createdAt' },
    { equal: ['status'], order: 'createdAt' },
    { equal: ['source'], order: 'createdAt' },
    { equal: ['locale'], order: 'createdAt' },
    { equal: [], order: 'consent_at' },
  ],
  fields: {
    email: email('E-mail', { write: 'never', required: true, unique: true, search: true, erasable: true }),
    user: reference('User', 'users', { derived: true }),
    source: oneOf('Source', SUBSCRIBER_SOURCES, { write: 'never', required: true, filter: true }),
    consent_at: time('Consent given', { write: 'never', required: true, filter: true }),
    consent_text: text3000('Text of the consent', { write: 'never', required: true }),
    consent_ip: text('IP address', FREE_TEXT, ADDRESS_MAX, {
      write: 'never',
      erasable: true,
      masked: true,
    }),
    locale: oneOf('Language', LOCALES, { write: 'never', required: true, filter: true }),
    // Staff can never subscribe anybody again: no action leads back to the first state.
    status: states(
      'Status',
      SUBSCRIBER_STATES,
      { SUBSCRIBED: ['UNSUBSCRIBED'] },
      { write: 'never', required: true, filter: true },
    ),
    unsubscribed_at: time('Unsubscribed', { write: 'never' }),
  },
  actions: {
    unsubscribe: {
      label: 'Unsubscribe',
      needs: 'update',
      from: { field: 'status', values: ['SUBSCRIBED'] },
      sets: { status: 'UNSUBSCRIBED' },
      asks: { reason: text255('Reason') },
      question: 'Unsubscribe',
      effect: 'No newsletter is sent to this address any more. Only the person can subscribe again.',
      gerund: 'Unsubscribing',
      participle: 'unsubscribed',
      success: 'Successfully Updated',
      tone: 'danger',
    },
    erase: {
      label: 'Erase…',
      needs: 'delete',
      asks: { email: email('E-mail', { required: true, hint: 'Type the e-mail address to confirm' }) },
      question: 'Erase',
      effect:
        'The e-mail address and the IP address are erased for good, in the history too. The subscription still counts in statistics, and leaves this list.',
      gerund: 'Erasing',
      participle: 'erased',
      success: 'Successfully Erased',
      tone: 'danger',
    },
  },
})
