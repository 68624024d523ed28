/**
 * Users of partner stores (catalogue, /third-party-user). They have no page of their own: a row opens the user's page.
 */
import { thirdPartyUser } from '@contract/records/people/third-party-user'
import { recordResource } from '../record-resource'
import { KYC_STATUS_PILLS } from './pills'

export const resource = recordResource(thirdPartyUser, {
  slug: 'third-party-user',
  route: '/third-party-user',
  empty: { title: 'No partner users yet', text: 'Players of partner stores appear here the moment they register.' },
  columns: [
    'username',
    'email',
    'phone',
    'third_party_store_code',
    'kyc_status',
    'cash_balance',
    'total_deposit',
    'total_withdrawal',
    'is_deleted',
  ],
  titles: { is_deleted: 'Account', createdAt: 'Registered' },
  nothing: { Creator: 'registration' },
  widths: {
    username: 136,
    email: 212,
    phone: 138,
    third_party_store_code: 110,
    kyc_status: 140,
    cash_balance: 130,
    total_deposit: 130,
    total_withdrawal: 136,
  },
  disabling: 'They can no longer sign in or play, and their sessions end. You can enable them again.',
  pills: { kyc_status: KYC_STATUS_PILLS },
  currencyField: 'currency',
  page: {
    states: ['kyc_status'],
    figures: ['cash_balance', 'total_deposit', 'total_withdrawal'],
    sections: [{ title: 'Contact', fields: ['email', 'phone', 'third_party_store_code'] }],
  },
})
