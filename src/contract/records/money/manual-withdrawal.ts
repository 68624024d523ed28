import {
  amount,
  label32,
  flag,
  list,
  oneOf,
  privateFiles,
  reference,
  referenceNumber,
  text,
  text255,
  time,
} from '../field'
import { defineRecord } from '../record'
import { FREE_TEXT } from '../../patterns'
import { APP_SOURCES } from '../request-sources'
import { moneyPreview } from './money-effect'
import { RAIL_NAME, RAIL_NAME_MAX } from '../rail-name'
import { railAttempts } from './rail-attempts'
import {
  amountFields,
  deciding,
  decisionFields,
  deskFields,
  paidBy,
  paymentActions,
  requestFields,
  withdrawalActions,
  withdrawalEvents,
  withdrawalPaths,
  withdrawalQueue,
  withdrawalTabs,
} from './withdrawal'

const DETAILS_MAX = 6
const PROOFS_MAX = 1
const VALUE_MAX = 64

export const MANUAL_WITHDRAWAL_REFUSAL = {
  method: 'Choose a method for withdrawals of the store and the level of this user',
  below: (least: string) => `Withdrawals with this method are at least ${least}`,
  above: (most: string) => `Withdrawals with this method are at most ${most}`,
} as const

const kept = { write: 'never', required: true } as const
const EXTERNAL = 'Of the bank or the wallet'
const WORDS = {
  approval: 'manual_withdrawal',
  outcome: 'withdrawal_outcome',
  payout: ['fee', 'net_amount', 'payment_method', 'payee', 'destination'],
  facts: ['fee', 'net_amount', 'payee', 'destination'],
  approve:
    'It is paid next, by staff or by the rail of its method. Above your limit other people must approve it first.',
  returned: 'The user has the money again at once, and',
} as const

/** Who is paid, and where: what apps send with a request, and to store it. */
const payTo = {
  payee: text255('Payee', { required: true, hint: 'The holder of the account that is paid' }),
  details: list(
    'Payout details',
    { label: label32('Label', { required: true }), value: text255('Value', { required: true }) },
    { one: 'detail', most: DETAILS_MAX },
    { hint: 'By the labels of the method' },
  ),
} as const

/** Withdrawals that are paid outside the platform's coins (money, /withdrawal/manual-withdrawal). */
export const manualWithdrawal = defineRecord({
  name: 'manualWithdrawal',
  base: 'admin-manual-withdrawal',
  subject: 'ManualWithdrawals',
  noun: ['withdrawal', 'withdrawals'],
  namedBy: ['reference'],
  // Staff request none themselves: the platform does, with a redeem that they enter.
  origin: { in: { field: 'source', is: { STAFF: 'PLATFORM' } }, past: 'requested the withdrawal' },
  reveals: { label: 'Payout details', needs: 'update', whileClaimed: true },
  posts: { source: 'withdrawal' },
  events: withdrawalEvents,
  reads: 'paged',
  feeds: { users: 'user' },
  appBase: 'manual-withdrawal',
  appCalls: {
    request: {
      path: 'manual-withdrawal',
      conditional: true,
      movesMoney: true,
      summary: "Requests a withdrawal of a user of the key's store. Its amount is locked at once.",
      asks: {
        user: reference('User', 'users', { required: true }),
        payment_method: reference('Method', 'paymentMethod', { required: true }),
        amount: amount('Amount', { required: true }),
        ...payTo,
        source: oneOf('Source', APP_SOURCES, { required: true }),
      },
    },
    storeDetails: {
      path: 'users/:id/payout-details',
      method: 'PATCH',
      of: 'user',
      conditional: true,
      // Whoever changes where a user is paid can have later withdrawals paid to themselves.
      movesMoney: true,
      summary:
        'Stores the payout details of a user for a method, in place of earlier ones. The same again changes nothing.',
      asks: {
        user: reference('User', 'users', { required: true }),
        payment_method: reference('Method', 'paymentMethod', { required: true }),
        ...payTo,
      },
      answers: {
        destination: text('Pays to', FREE_TEXT, VALUE_MAX, { required: true }),
        changed_at: time('Changed', { hint: 'When they last replaced others; empty: they are the first ones' }),
      },
    },
    cancel: {
      path: 'manual-withdrawal/:id/cancel',
      of: 'withdrawal',
      conditional: true,
      movesMoney: true,
      summary: 'Cancels a withdrawal that nobody has decided, for its user. Its amount is available again.',
      asks: { withdrawal: reference('Withdrawal', 'manualWithdrawal', { required: true }) },
    },
  },
  paths: withdrawalPaths('payment_method'),
  bulk: ['claim', 'release', 'reject'],
  queue: withdrawalQueue,
  tabs: withdrawalTabs,
  sums: { amount: 'Amount', fee: 'Fees' },
  fields: {
    reference: referenceNumber('W'),
    user: reference('User', 'users', { ...kept, search: true, filter: true }),
    payment_method: reference('Method', 'paymentMethod', { ...kept, filter: true, public: true }),
    ...amountFields,
    payee: text255('Payee', { ...kept, search: true }),
    /** The account that is paid, with its last characters: the whole of it is encrypted. */
    destination: text('Pays to', FREE_TEXT, VALUE_MAX, { ...kept, public: true }),
    ...requestFields,
    /** What was redeemed is paid out with it. */
    redeem: reference('From the redeem', 'platformWithdrawal', { derived: true }),
    ...deskFields,
    ...decisionFields,
    /** Name of the rail that pays it; null: staff pay it. */
    rail: text('Rail', RAIL_NAME, RAIL_NAME_MAX, { write: 'never' }),
    paid_by: paidBy,
    /** It is approved, and no rail pays it. */
    to_pay: flag('To be paid by staff', { derived: true, required: true }),
    attempts: railAttempts(),
    external_ref: text255('External reference', { write: 'never', search: true, hint: EXTERNAL }),
    /** What shows that staff have paid it, such as the bank's receipt. */
    proof: privateFiles('Proof of payment', PROOFS_MAX, { write: 'never' }),
    paid_at: time('Paid', { write: 'never', public: true }),
  },
  actions: {
    ...withdrawalActions(WORDS),
    markPaid: {
      ...deciding,
      label: 'Mark as paid…',
      from: {
        field: 'to_pay',
        values: [true],
        otherwise: 'Staff pay only approved withdrawals that no rail pays.',
      },
      sets: { status: 'COMPLETED' },
      asks: {
        external_ref: text255('External reference', { required: true, hint: EXTERNAL }),
        proof: privateFiles('Proof of payment', PROOFS_MAX, {
          hint: 'An image or a PDF, such as the receipt of the bank',
        }),
      },
      keeps: ['external_ref', 'proof'],
      preview: moneyPreview([], 'Mark {amount} as paid', ['fee', 'net_amount', 'payee', 'destination']),
      question: 'Confirm the payment of',
      effect: 'You have paid the user outside the platform. This cannot be undone.',
      gerund: 'Marking as paid',
      participle: 'marked as paid',
      past: 'paid the withdrawal',
    },
    ...paymentActions(WORDS),
  },
})
