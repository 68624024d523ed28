import { referral } from '@contract/records/rewards/referral'
import { RISK_LEVEL_PILLS } from '../people/pills'
import { recordResource } from '../record-resource'
import { REFERRAL_PILLS } from './pills'

export const resource = recordResource(referral, {
  slug: 'referral-bonus-history',
  route: '/referral-bonus-history',
  empty: { title: 'No referrals yet', text: 'Users who sign up on an invitation appear here.' },
  columns: [
    'referrer',
    'referee',
    'status',
    'risk_level',
    'criteria_met',
    'referrer_amount',
    'referee_amount',
    'signed_up_at',
    'paid_at',
    'rule',
    'claimed_by',
  ],
  titles: {
    criteria_met: 'Criteria',
    checks: 'Each criterion',
    referrer_amount: 'For referrer',
    referee_amount: 'For new user',
  },
  // The platform adds them.
  without: ['Creator'],
  widths: {
    referrer: 160,
    referee: 160,
    rule: 170,
    criteria_met: 84,
    referrer_amount: 110,
    referee_amount: 120,
    risk_level: 100,
    signed_up_at: 160,
    paid_at: 160,
    status: 140,
  },
  pills: { status: REFERRAL_PILLS, risk_level: RISK_LEVEL_PILLS },
  page: {
    figures: ['referrer', 'referrer_amount', 'referee_amount', 'signed_up_at', 'paid_at'],
    lead: ['pay', 'resume', 'reject', 'hold'],
    sections: [
      { title: 'Who', fields: ['referrer', 'referee', 'signed_up_at'] },
      {
        title: 'Reward',
        fields: [
          'rule',
          'rule_version',
          'referrer_amount',
          'referee_amount',
          'qualified_at',
          'paid_at',
          'status_reason',
        ],
      },
      { title: 'Criteria', fields: ['criteria_met', 'checks'] },
      { title: 'Evidence', fields: ['risk_level', 'evidence'] },
    ],
    states: ['status', 'risk_level'],
    warnings: {
      risk_level: { HIGH: 'Both users share a device or a payment detail: see the evidence.' },
    },
  },
  icons: { pay: 'user-check', hold: 'clock', resume: 'undo', reject: 'shield-off', reverse: 'undo' },
})
