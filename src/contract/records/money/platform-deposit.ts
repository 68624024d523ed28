import { amount, amount0, oneOf, reference, referenceNumber, text255 } from '../field'
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

export const LOAD_RESOLUTIONS = { LOADED: 'The account was loaded', NOT_LOADED: 'The account was not loaded' } as const

const kept = { write: 'never', required: true } as const
const credits = decimalOfCredits('Credits loaded', { hint: 'Empty: as many as were asked for' })

/** Loads: money of users that becomes credits of their platform accounts (money, /platform-transaction/platform-deposit). */
export const platformDeposit = defineRecord({
  name: 'platformDeposit',
  base: 'admin-platform/deposit',
  subject: 'PlatformDeposits',
  noun: ['load', 'loads'],
  namedBy: ['reference'],
  origin: { past: 'requested the load' },
  posts: { source: 'platform_deposit' },
  events: requestEvents,
  reads: 'paged',
  feeds: { users: 'user' },
  appBase: 'platform-deposit',
  appCalls: {
    load: {
      path: 'platform-deposit',
      conditional: true,
      movesMoney: true,
      summary: "Requests a load of a platform account of a user of the key's store. Its amount is locked at once.",
      asks: {
        platform_account: reference('Platform account', 'platformAccount', { required: true }),
        amount: amount('Amount', { required: true }),
        source: oneOf('Source', APP_SOURCES, { required: true }),
      },
    },
  },
  paths: requestPaths,
  queue: requestQueue,
  tabs: requestTabs,
  sums: { amount: 'Amount', fee: 'Fees' },
  fields: {
    reference: referenceNumber('L'),
    ...accountFields,
    amount: amount('Amount', { write: 'create', required: true, public: true }),
    fee: amount0('Fee', { ...kept, public: true }),
    /** What the amount without the fee is worth at the platform. */
    credits: decimalOfCredits('Credits', { ...kept, public: true }),
    /** What the platform, or whoever loaded it, says that was loaded. */
    moved_credits: decimalOfCredits('Credits loaded', { write: 'never', public: true }),
    /** Of the amount, where less was loaded. */
    returned: amount0('Returned to the user', { write: 'never', public: true }),
    ...stateFields,
  },
  actions: {
    complete: {
      ...deciding,
      label: 'Complete…',
      from: { field: 'status', values: ['REQUESTED'], otherwise: 'Only what staff carry out can be completed.' },
      sets: { status: 'COMPLETED' },
      asks: {
        external_ref: text255('External reference', { required: true, hint: 'The number that the platform shows' }),
        moved_credits: credits,
        difference: text255('Why it differs', { hint: 'Where it is less than was asked for' }),
      },
      keeps: ['external_ref', 'difference'],
      preview: moneyPreview(['moved_credits', 'difference'], 'Complete {amount}', ['credits', 'returned']),
      question: 'Complete',
      effect: 'You have loaded the account at the platform. This cannot be undone.',
      gerund: 'Completing',
      participle: 'completed',
      past: 'loaded the account',
    },
    ...requestActions({
      fail: {
        effect: 'The user has the money again at once, and reads your message in the app.',
        preview: moneyPreview([], 'Return {amount}'),
      },
      reject: {
        effect: 'The user has the money again at once, and reads your message in the app; the reason stays here.',
        preview: moneyPreview([], 'Reject {amount}'),
      },
      retry: {
        effect: 'The amount is locked again, and the load is asked for once more, with a reference of its own.',
        preview: moneyPreview([], 'Load {amount} again'),
      },
    }),
    resolve: {
      ...deciding,
      elsewhere: true,
      label: 'Resolve…',
      from: { field: 'status', values: ['UNKNOWN'], otherwise: 'Only an unknown outcome can be resolved.' },
      asks: {
        resolution: oneOf('What is certain', LOAD_RESOLUTIONS, { required: true }),
        moved_credits: credits,
        evidence: text255('Evidence', {
          required: true,
          hint: 'Such as the list of the platform, or who confirmed it',
        }),
        reason: text255('Reason', { required: true }),
      },
      tells: ['resolution', 'evidence'],
      preview: moneyPreview(['resolution', 'moved_credits'], {
        by: 'resolution',
        texts: { LOADED: 'Resolve {amount} as loaded', NOT_LOADED: 'Resolve {amount} as not loaded' },
      }),
      approval: {
        policy: 'RESOLVE',
        type: 'platform_deposit_outcome',
        about: 'user',
        amount: ['amount'],
        title: {
          by: 'resolution',
          texts: {
            LOADED: 'The load {reference} was made: {user}',
            NOT_LOADED: 'The load {reference} was not made: {user}',
          },
        },
        details: ['platform_account', 'store_platform', 'credits', 'resolution', 'moved_credits', 'evidence', 'reason'],
      },
      question: 'Resolve',
      effect: 'Another person must confirm it. The money of a load that was not made is returned to the user.',
      gerund: 'Resolving',
      participle: 'sent for approval',
      past: 'resolved the load',
      success: 'Sent for approval',
    },
  },
})
