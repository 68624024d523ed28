import { LOCALES } from '../../locales'
import { FREE_TEXT } from '../../patterns'
import { email, flag, oneOf, reference, states, text, text255, text3000, time } from '../field'
import { defineRecord } from '../record'

export const SUBSCRIBER_SOURCES = { FOOTER: 'Footer', SIGN_UP: 'Sign-up', APP: 'App', IMPORT: 'Import' } as const
export const SUBSCRIBER_STATES = {
  SUBSCRIBED: 'Subscribed',
  UNSUBSCRIBED: 'Unsubscribed',
  BOUNCED: 'Bounced',
  COMPLAINED: 'Complained',
} as const

/** Where a person can subscribe in an app. */
const { IMPORT: _import, ...APP_SOURCES } = SUBSCRIBER_SOURCES

/** The refusals of sign-ups by apps: nobody who left is subscribed again unless they ask for it. */
export const SUBSCRIBE_REFUSAL = {
  left: 'The person with this address has left the newsletter. Send again: true only if they ask for it now.',
  complained: 'The person with this address has complained about the newsletter. They cannot be subscribed again.',
} as const

/** The maximum length of an IPv6 address as text. */
const ADDRESS_MAX = 45
const IP_ADDRESS = {
  pattern: /^(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9A-Fa-f:.]{2,45})$/,
  message: 'An IPv4 or IPv6 address',
  reads: 'code',
} as const

/** People who agreed to receive the newsletter, with the proof of their consent (catalogue, /newsletter-subscriber). */
export const newsletterSubscriber = defineRecord({
  name: 'newsletterSubscriber',
  base: 'news-letter-subscribe',
  subject: 'NewsletterSubscribers',
  noun: ['subscriber', 'subscribers'],
  namedBy: ['email'],
  origin: { in: { field: 'source', is: { IMPORT: 'IMPORT' } }, past: 'added the subscriber' },
  reads: 'paged',
  bulk: ['unsubscribe'],
  events: { subscribeAgain: 'subscribed again at their own request' },
  appCalls: {
    subscribe: {
      path: 'news-letter-subscribe',
      summary:
        'Subscribes an address in the key’s store, with the proof of consent. A subscribed address stays as it is. One that has left is refused unless again says that the person asks for it.',
      asks: {
        email: email('E-mail', { required: true }),
        source: oneOf('Source', APP_SOURCES, { required: true }),
        consent_text: text3000('Text of the consent', { required: true }),
        consent_ip: text('IP address', IP_ADDRESS, ADDRESS_MAX, { hint: 'Of the person, not of the app’s server' }),
        locale: oneOf('Language', LOCALES, { required: true }),
        again: flag('Again', { hint: 'The person left before, and asks to be subscribed again' }),
      },
    },
    unsubscribe: {
      path: 'news-letter-subscribe/unsubscribe',
      summary: 'Ends the subscription of an address in the key’s store; 404 if it never subscribed.',
      asks: { email: email('E-mail', { required: true }), reason: text255('Reason') },
    },
  },
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
    source: oneOf('Source', SUBSCRIBER_SOURCES, { write: 'never', required: true, filter: true, public: true }),
    consent_at: time('Consent given', { write: 'never', required: true, filter: true, public: true }),
    consent_text: text3000('Text of the consent', { write: 'never', required: true }),
    consent_ip: text('IP address', FREE_TEXT, ADDRESS_MAX, {
      write: 'never',
      erasable: true,
      masked: true,
    }),
    locale: oneOf('Language', LOCALES, { write: 'never', required: true, filter: true, public: true }),
    // Staff can never subscribe anybody again: no action leads back to the first state.
    status: states(
      'Status',
      SUBSCRIBER_STATES,
      { SUBSCRIBED: ['UNSUBSCRIBED'] },
      { write: 'never', required: true, filter: true, public: true },
    ),
    unsubscribed_at: time('Unsubscribed', { write: 'never', public: true }),
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
