import { FREE_TEXT } from '../../patterns'
import { amount, amount0, flag, oneOf, percent, reference, referenceNumber, text, text255 } from '../field'
import { defineRecord } from '../record'
import { APP_SOURCES } from '../request-sources'
import { moneyPreview } from './money-effect'
import {
  accountFields,
  deciding,
  decimalOfCredits,
  requestActions,
  requestEvents,
  requestPaths,
  requestQueue,
  requestTabs,
  stateFields,
} from './platform-request'

export const REDEEM_RESOLUTIONS = { REDEEMED: 'It was redeemed', NOT_REDEEMED: 'It was not redeemed' } as const

/** What a redeem says where its user is not paid as they asked. */
export const THEN_WITHDRAW_REFUSAL = {
  noDetails: 'The user has stored no payout details for this method',
  method: 'The method can no longer be used by this user',
  details: 'The stored payout details no longer are what the method asks for',
} as const

const ASKED_MAX = 64
const redeemed = decimalOfCredits('Credits redeemed', { hint: 'As the platform shows them' })
const everything = flag('Everything on the account', { required: true })
const credits = decimalOfCredits('Credits', { when: { field: 'everything', values: ['false'], required: true } })
const PAYOUT_METHOD = 'Then withdraw by'

/** Redeems: credits of platform accounts that become money of their users again (money, /platform-transaction/platform-withdrawal). */
export const platformWithdrawal = defineRecord({
  name: 'platformWithdrawal',
  base: 'admin-platform/withdraw',
  subject: 'PlatformWithdrawals',
  noun: ['redeem', 'redeems'],
  namedBy: ['reference'],
  origin: { past: 'requested the redeem' },
  posts: { source: 'platform_withdrawal' },
  events: requestEvents,
  reads: 'paged',
  feeds: { users: 'user' },
  appBase: 'platform-withdrawal',
  appCalls: {
    redeem: {
      path: 'platform-withdrawal',
      conditional: true,
      movesMoney: true,
      summary: "Requests a redeem of credits of a platform account of a user of the key's store.",
      asks: {
        platform_account: reference('Platform account', 'platformAccount', { required: true }),
        everything,
        credits,
        payout_method: reference(PAYOUT_METHOD, 'paymentMethod', {
          hint: 'What the user gets is withdrawn at once, to the payout details that they stored for this method',
        }),
        source: oneOf('Source', APP_SOURCES, { required: true }),
      },
    },
  },
  paths: requestPaths,
  queue: requestQueue,
  tabs: requestTabs,
  fields: {
    reference: referenceNumber('R'),
    ...accountFields,
    everything: flag('Everything on the account', { write: 'create', required: true, public: true }),
    credits: { ...credits, write: 'create', public: true },
    /** What the user gets is withdrawn with this method once it is redeemed. */
    payout_method: reference(PAYOUT_METHOD, 'paymentMethod', {
      write: 'create',
      public: true,
      hint: 'To the payout details that the user stored for it; empty: the user keeps the money here',
    }),
    /** In words: a number of credits, or everything. */
    asked: text('Asked for', FREE_TEXT, ASKED_MAX, { derived: true, required: true }),
    moved_credits: decimalOfCredits('Credits redeemed', { write: 'never', public: true }),
    /** Null until it is done: what the credits were worth. */
    amount: amount('Amount', { write: 'never', public: true }),
    /** Of the platform, as it was when it was requested. */
    fee_percent: percent('Fee rate', { write: 'never', required: true }),
    fee: amount0('Fee', { write: 'never', public: true }),
    net_amount: amount0('Net', { write: 'never', public: true }),
    /** The request that was opened with it, to pay the user. */
    withdrawal: reference('Withdrawal', 'manualWithdrawal', { write: 'never', public: true }),
    /** Why none was opened, though the user asked for it. */
    not_withdrawn: text255('Not withdrawn', { write: 'never', public: true }),
    ...stateFields,
  },
  actions: {
    complete: {
      ...deciding,
      label: 'Complete…',
      from: { field: 'status', values: ['REQUESTED'], otherwise: 'Only what staff carry out can be completed.' },
      sets: { status: 'COMPLETED' },
      asks: {
        moved_credits: { ...redeemed, required: true },
        external_ref: text255('External reference', { required: true, hint: 'The number that the platform shows' }),
        difference: text255('Why it differs', { hint: 'Where it is less than was asked for' }),
      },
      keeps: ['external_ref', 'difference'],
      preview: moneyPreview(['moved_credits', 'difference'], 'Complete {amount}', [
        'fee',
        'net_amount',
        'not_withdrawn',
      ]),
      question: 'Complete',
      effect:
        'You have redeemed the credits at the platform: the user has the money at once, and it is withdrawn where the user asked for that. This cannot be undone.',
      gerund: 'Completing',
      participle: 'completed',
      past: 'redeemed the credits',
    },
    ...requestActions({
      fail: { effect: 'No money moves, and the user reads your message in the app.' },
      reject: { effect: 'No money moves, and the user reads your message in the app; the reason stays here.' },
      retry: { effect: 'The redeem is asked for once more, with a reference of its own.' },
    }),
    resolve: {
      ...deciding,
      elsewhere: true,
      label: 'Resolve…',
      from: { field: 'status', values: ['UNKNOWN'], otherwise: 'Only an unknown outcome can be resolved.' },
      asks: {
        resolution: oneOf('What is certain', REDEEM_RESOLUTIONS, { required: true }),
        moved_credits: redeemed,
        evidence: text255('Evidence', {
          required: true,
          hint: 'Such as the list of the platform, or who confirmed it',
        }),
        reason: text255('Reason', { required: true }),
      },
      tells: ['resolution', 'evidence'],
      preview: moneyPreview(['resolution', 'moved_credits'], {
        by: 'resolution',
        texts: { REDEEMED: 'Resolve {amount} as redeemed', NOT_REDEEMED: 'Resolve {amount} as not redeemed' },
      }),
      approval: {
        policy: 'RESOLVE',
        type: 'platform_withdrawal_outcome',
        about: 'user',
        // A fact: what the credits are worth.
        amount: ['worth'],
        title: {
          by: 'resolution',
          texts: {
            REDEEMED: 'The redeem {reference} was made: {user}',
            NOT_REDEEMED: 'The redeem {reference} was not made: {user}',
          },
        },
        details: [
          'platform_account',
          'store_platform',
          'credits',
          'resolution',
          'moved_credits',
          'worth',
          'evidence',
          'reason',
        ],
      },
      question: 'Resolve',
      effect: 'Another person must confirm it. What was redeemed is credited to the user.',
      gerund: 'Resolving',
      participle: 'sent for approval',
      past: 'resolved the redeem',
      success: 'Sent for approval',
    },
  },
})
