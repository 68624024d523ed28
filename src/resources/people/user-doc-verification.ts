import { userDocVerification } from '@contract/records/people/user-doc-verification'
import { recordResource } from '../record-resource'
import { KYC_STATUS_PILLS, RISK_LEVEL_PILLS } from './pills'

export const resource = recordResource(userDocVerification, {
  slug: 'user-doc-verification',
  route: '/user-doc-verification',
  empty: { title: 'No documents yet', text: 'Documents that users send to prove who they are appear here.' },
  columns: [
    'reference',
    'user',
    'doc_type',
    'status',
    'submitted_at',
    'waiting',
    'attempt_no',
    'risk_level',
    'claimed_by',
  ],
  widths: {
    reference: 90,
    user: 124,
    doc_type: 126,
    status: 140,
    submitted_at: 146,
    waiting: 84,
    attempt_no: 74,
    risk_level: 100,
    claimed_by: 100,
    country: 90,
  },
  pills: {
    status: KYC_STATUS_PILLS,
    risk_level: RISK_LEVEL_PILLS,
    hints: {
      NAME_MATCHES: ['success', 'circle-check'],
      NAME_DIFFERS: ['warning', 'triangle-alert'],
      BIRTH_DATE_MATCHES: ['success', 'circle-check'],
      BIRTH_DATE_DIFFERS: ['warning', 'triangle-alert'],
      NUMBER_USED: ['danger', 'shield-alert'],
    },
  },
  // Users send them.
  without: ['Creator'],
  page: {
    figures: ['user', 'doc_type', 'submitted_at', 'waiting', 'attempt_no'],
    sections: [
      {
        title: 'What the user sent',
        fields: [
          'doc_type',
          'files',
          'country',
          'stated_name',
          'stated_birth_date',
          'stated_number',
          'stated_country',
          'submitted_at',
          'waiting',
          'attempt_no',
        ],
      },
      { title: 'Checks', fields: ['hints', 'number_also_of', 'risk_level'] },
      {
        title: 'Decision',
        fields: ['decided_by', 'decided_at', 'number', 'issued_at', 'expires_at', 'reason_codes', 'user_text'],
      },
    ],
    states: ['status', 'risk_level'],
    warnings: { hints: { NUMBER_USED: 'Another user has a document with the same number.' } },
  },
  icons: { verify: 'user-check', askAgain: 'undo', reject: 'shield-off', reopen: 'undo' },
})
