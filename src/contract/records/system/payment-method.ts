import { awaitsApproval } from '../action-approval'
import {
  amount,
  amount0,
  flag,
  image,
  label32,
  list,
  oneOf,
  percent,
  references,
  text,
  text255,
  text3000,
} from '../field'
import { RAIL_NAME, RAIL_NAME_MAX } from '../rail-name'
import { defineRecord } from '../record'

export const METHOD_KINDS = {
  BANK: 'Bank transfer',
  CARD: 'Card',
  EWALLET: 'E-wallet',
  VOUCHER: 'Voucher',
  OTHER: 'Other',
} as const
export const METHOD_DIRECTIONS = { DEPOSIT: 'Deposits', WITHDRAWAL: 'Withdrawals', BOTH: 'Both' } as const
/** What a user types of the account that they are paid to, and how apps check it. */
export const PAYOUT_PATTERNS = {
  IBAN: 'IBAN',
  ACCOUNT: 'Account number',
  PHONE: 'Phone',
  EMAIL: 'E-mail',
  TAG: 'Tag',
  TEXT: 'Text',
} as const

/** Who receives the money, and what it costs: another person approves each change, or whoever changes it could have deposits sent to themselves. */
const account = <const O extends { write?: 'never'; public?: true }>(options: O) => ({
  account_label: text255('Account', {
    ...options,
    hint: 'Where users send the money: the holder, the bank and the number',
  }),
  // As long as a code can be; some have several lines.
  qr_text: text3000('QR code', { ...options, hint: 'What the code says, such as a payment link; the apps draw it' }),
  fee_fixed: amount0('Fixed fee', { ...options, hint: 'Of each deposit or withdrawal' }),
  fee_percent: percent('Fee in percent', options),
})
/** Not for apps: it is the operator's own. */
const rail = <const O extends { write?: 'never' }>(options: O) =>
  text('Payout rail', RAIL_NAME, RAIL_NAME_MAX, {
    ...options,
    hint: 'Name of the rail that pays withdrawals, of the server’s settings; empty: staff pay them',
  })
const asked = { ...account({}), rail: rail({}) }
const ACCOUNT = Object.keys(asked)

/** The ways in which users pay in and are paid out (money, Records). */
export const paymentMethod = defineRecord({
  name: 'paymentMethod',
  base: 'admin-setting/payment-methods',
  subject: 'Settings',
  noun: ['payment method', 'payment methods'],
  namedBy: ['name'],
  appBase: 'payment-methods',
  reads: 'whole',
  ordered: true,
  switch: true,
  ranges: [['minimum', 'maximum']],
  fields: {
    icon: image('Icon', { public: true }),
    name: label32('Name', { required: true, unique: true, search: true, public: true }),
    kind: oneOf('Kind', METHOD_KINDS, { required: true, filter: true, public: true }),
    direction: oneOf('For', METHOD_DIRECTIONS, { required: true, filter: true, public: true }),
    minimum: amount('Minimum', { required: true, public: true }),
    maximum: amount('Maximum', { required: true, public: true }),
    levels: references('Levels', 'userLevel', { hint: 'Empty: users of every level', public: true }),
    instructions: text3000('Instructions', { hint: 'Users read them before they pay', public: true }),
    ...account({ write: 'never', public: true }),
    rail: rail({ write: 'never' }),
    /** A change of the account or of the fees is requested, and another person must approve it. */
    awaits_approval: awaitsApproval,
    payout_fields: list(
      'Payout details',
      {
        label: label32('Label', { required: true }),
        pattern: oneOf('Checked as', PAYOUT_PATTERNS, { required: true }),
        is_required: flag('Required'),
      },
      { one: 'detail', most: 6 },
      { hint: 'What users enter so that they can be paid', public: true },
    ),
  },
  actions: {
    setAccount: {
      label: 'Change account and fees…',
      needs: 'update',
      // It decides who receives the money of every later deposit.
      movesMoney: true,
      asks: { ...asked, reason: text255('Reason', { required: true }) },
      keeps: ACCOUNT,
      edits: true,
      approval: {
        policy: 'PAYMENT_METHOD',
        type: 'payment_account',
        title: 'Change account and fees of {name}',
        details: [...ACCOUNT, 'reason'],
      },
      question: 'Change account and fees of',
      effect:
        'Another person must approve it. Until then users see the account and the fees as they are, and a change of the method cancels the request.',
      gerund: 'Changing the account of',
      participle: 'sent for approval',
      past: 'changed the account and the fees',
      success: 'Sent for approval',
    },
  },
})
