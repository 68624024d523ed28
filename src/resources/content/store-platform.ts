import { storePlatform } from '@contract/records/content/store-platform'
import { OPEN_REQUEST_STATUSES } from '@contract/records/money/platform-request'
import { recordResource } from '../record-resource'

/** Of these some are shown as claimed. */
const OPEN = [...OPEN_REQUEST_STATUSES, 'CLAIMED'] as const

export const resource = recordResource(storePlatform, {
  slug: 'store-platform',
  route: '/store-platform',
  empty: { title: 'No platforms in any store yet', text: 'What a store offers, and on which terms, appears here.' },
  columns: [
    'store',
    'platform',
    'mode',
    'health',
    'accounts_count',
    'min_load',
    'max_load',
    'min_redeem',
    'max_redeem',
    'credit_rate',
    'fee_percent',
    'is_deleted',
  ],
  titles: { min_load: 'Min. load', max_load: 'Max. load', min_redeem: 'Min. redeem', max_redeem: 'Max. redeem' },
  widths: {
    accounts_count: 90,
    mode: 110,
    min_load: 110,
    max_load: 110,
    min_redeem: 110,
    max_redeem: 110,
    credit_rate: 100,
    fee_percent: 80,
  },
  halves: ['store', 'platform', 'min_load', 'max_load', 'min_redeem', 'max_redeem', 'credit_rate', 'fee_percent'],
  pills: {
    health: {
      OK: ['success', 'circle-check'],
      DEGRADED: ['warning', 'triangle-alert'],
      DOWN: ['danger', 'circle-x'],
      UNKNOWN: ['neutral', 'circle-dashed'],
    },
  },
  sections: [
    {
      title: 'Loads and redeems',
      fields: ['min_load', 'max_load', 'min_redeem', 'max_redeem', 'credit_rate', 'fee_percent', 'mode'],
    },
    { title: 'Access', fields: ['login_url', 'download_url', 'instructions'] },
  ],
  page: {
    figures: ['accounts_count', 'credit_rate', 'fee_percent', 'mode', 'checked_at'],
    lead: ['checkConnection', 'edit'],
    sections: [{ title: 'Connection', fields: ['found', 'checked_at'] }],
    states: ['health'],
    warnings: {
      health: {
        DEGRADED: 'The platform answers slowly or with errors.',
        DOWN: 'The platform does not answer, or refuses the secret.',
      },
    },
    tabs: [
      {
        key: 'accounts',
        title: 'Accounts',
        resource: 'people/platform-account',
        by: 'store_platform',
        empty: {
          title: 'No accounts on this platform yet',
          text: 'Accounts that users ask for in the app appear here.',
        },
      },
      {
        key: 'loads',
        title: 'Loads',
        resource: 'money/platform-deposit',
        by: 'store_platform',
        empty: { title: 'Nothing was loaded here yet', text: 'Loads of its accounts appear here.' },
      },
      {
        key: 'redeems',
        title: 'Redeems',
        resource: 'money/platform-withdrawal',
        by: 'store_platform',
        empty: { title: 'Nothing was redeemed here yet', text: 'Redeems of its accounts appear here.' },
      },
      {
        key: 'offers',
        title: 'Offers',
        resource: 'rewards/offer',
        by: 'store_platforms',
        columns: ['image', 'title', 'value', 'starts_at', 'ends_at', 'status'],
        empty: { title: 'No offer names this platform', text: 'Name it in the form of an offer.' },
      },
    ],
  },
  icons: { checkConnection: 'globe' },
  interruptedIn: {
    loads: { tab: 'loads', filters: { status: OPEN } },
    redeems: { tab: 'redeems', filters: { status: OPEN } },
  },
  disabling:
    'Users of the store can no longer open accounts on the platform, and apps of a partner’s store can no longer report its games. What is open goes on. You can enable it again.',
})
