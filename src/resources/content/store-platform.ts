import { storePlatform } from '@contract/records/content/store-platform'
import { recordResource } from '../record-resource'

export const resource = recordResource(storePlatform, {
  slug: 'store-platform',
  route: '/store-platform',
  empty: { title: 'No platforms in any store yet', text: 'What a store offers, and on which terms, appears here.' },
  columns: [
    'store',
    'platform',
    'mode',
    'min_load',
    'max_load',
    'min_redeem',
    'max_redeem',
    'credit_rate',
    'fee_percent',
    'health',
    'is_deleted',
  ],
  widths: {
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
    figures: ['credit_rate', 'fee_percent', 'mode', 'checked_at'],
    states: ['health'],
    warnings: {
      health: { DEGRADED: 'The platform answers slowly or with errors.', DOWN: 'The platform does not answer.' },
    },
  },
  disabling:
    'Users of the store can no longer open accounts on the platform, and apps of a partner’s store can no longer report its games. You can enable it again.',
})
