import { ticket } from '@contract/records/support/ticket'
import { recordResource } from '../record-resource'

export const resource = recordResource(ticket, {
  slug: 'support',
  route: '/support',
  empty: { title: 'No tickets yet', text: 'What users ask staff for appears here.' },
  columns: ['number', 'subject', 'user', 'status', 'priority', 'assignee', 'createdAt'],
  widths: { number: 110, subject: 260, status: 150, escalation_level: 100, unread_count: 90, channel: 110 },
  pills: {
    status: {
      NEW: ['info', 'circle-dot'],
      OPEN: ['warning', 'clock'],
      PENDING: ['neutral', 'circle-pause'],
      ON_HOLD: ['neutral', 'circle-pause'],
      RESOLVED: ['success', 'circle-check'],
      CLOSED: ['neutral', 'circle-check'],
      REOPENED: ['violet', 'undo-2'],
    },
    priority: { HIGH: ['warning', 'chevron-up'], URGENT: ['danger', 'chevrons-up'] },
  },
  // Users open them.
  without: ['Creator'],
  page: {
    reference: ['subject'],
    figures: ['user', 'assignee', 'priority', 'escalation_level', 'last_message_at'],
    sections: [
      {
        title: 'Ticket',
        fields: ['user', 'assignee', 'channel', 'escalation_level', 'unread_count', 'last_message_at'],
      },
    ],
    states: ['status', 'priority'],
  },
  icons: { assign: 'user-check', escalate: 'flag' },
})
