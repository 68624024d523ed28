import { LENGTH } from '../../constants'
import { FREE_TEXT, USERNAME } from '../../patterns'
import { amount0, email, oneOf, phone, storeCode, text } from '../field'
import { defineRecord } from '../record'
import { KYC_STATUSES, users } from './users'

/** Written in /users, and not editable here. */
const kept = { required: true, write: 'never' } as const
/** Sent in part to people who may not read this field of users. */
const masked = { write: 'never', search: true, maskedUnless: 'Users' } as const

/** Users of partner stores: the rows of users that have a partner's store (catalogue, /third-party-user). */
export const thirdPartyUser = defineRecord({
  name: 'thirdPartyUser',
  base: 'third-party-user',
  subject: 'ThirdPartyUsers',
  noun: ['partner user', 'partner users'],
  namedBy: ['username'],
  reads: 'whole',
  switch: true,
  hidesStore: true,
  origin: { from: 'USER', past: 'registered' },
  posts: { user: true },
  partOf: { record: 'users', field: 'third_party_store_code' },
  fields: {
    username: text('Username', USERNAME, LENGTH.username.max, { ...kept, search: true }),
    email: email('E-mail', { ...masked, required: true }),
    phone: phone('Phone', masked),
    third_party_store_code: storeCode('Partner store', 'store', { ...kept, filter: true }),
    kyc_status: oneOf('Verification', KYC_STATUSES, { derived: true, required: true, filter: true }),
    currency: text('Currency', FREE_TEXT, LENGTH.freeText.short, kept),
    cash_balance: amount0('Cash balance', kept),
    total_deposit: amount0('Total deposits', kept),
    total_withdrawal: amount0('Total withdrawals', kept),
  },
  // Actions on the same rows in /users are in their history here too.
  events: {
    ...users.events,
    ...Object.fromEntries(Object.entries(users.actions).map(([name, { past }]) => [name, past])),
  },
})
