import { admin } from '@contract/records/people/admin'
import { userDocVerification } from '@contract/records/people/user-doc-verification'
import { users } from '@contract/records/people/users'
import { recordResource } from '../record-resource'

export const resource = recordResource(userDocVerification, {
  slug: 'user-doc-verification',
  route: '/user-doc-verification',
  empty: { title: 'No documents yet', text: 'Documents that users send to prove who they are appear here.' },
  columns: ['reference', 'user', 'doc_type', 'status', 'submitted_at', 'attempt_no', 'claimed_by'],
  widths: { reference: 110, doc_type: 160, status: 150, attempt_no: 90 },
  pills: {
    status: {
      PENDING: ['info', 'circle-dot'],
      IN_REVIEW: ['violet', 'clock'],
      RESUBMIT_REQUIRED: ['warning', 'undo-2'],
      VERIFIED: ['success', 'circle-check'],
      REJECTED: ['danger', 'ban'],
      EXPIRED: ['warning', 'triangle-alert'],
    },
  },
  // Users send them.
  without: ['Creator'],
  page: { facts: ['doc_type'], states: ['status'] },
  icons: { verify: 'user-check', askAgain: 'undo', reject: 'shield-off', reopen: 'undo' },
  referred: { users, admin },
})
