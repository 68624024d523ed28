import { FREE_TEXT } from '../../patterns'
import { integer, oneOf, reference, text, text255 } from '../field'
import { defineRecord } from '../record'
import { assigneeField, conversationFields, userField } from './conversation'

export const TICKET_STATUS_LABELS = {
  NEW: 'New',
  OPEN: 'Active',
  PENDING: 'Waiting for user',
  ON_HOLD: 'On hold',
  RESOLVED: 'Resolved',
  CLOSED: 'Closed',
  REOPENED: 'Reopened',
} as const
export const TICKET_PRIORITY_LABELS = { LOW: 'Low', MEDIUM: 'Medium', HIGH: 'High', URGENT: 'Urgent' } as const
export const TICKET_CHANNEL_LABELS = { APP: 'App', EMAIL: 'E-mail', CHAT: 'Chat', TELEGRAM: 'Telegram' } as const

/** The highest level of escalation. */
export const ESCALATION_MAX = 3
const NUMBER_MAX = 20

/**
 * A request of a user to staff, and its assignee (screens.md, ticket and /support). Messages have calls of their own.
 */
export const ticket = defineRecord({
  name: 'ticket',
  base: 'support-ticket',
  aliases: ['admin-support-ticket/search'],
  subject: 'SupportTickets',
  noun: ['ticket', 'tickets'],
  namedBy: ['number'],
  origin: { from: 'USER', past: 'opened the ticket' },
  reads: 'paged',
  paths: [
    { equal: [], order: 'createdAt' },
    { equal: ['status'], order: 'createdAt' },
    { equal: ['priority'], order: 'createdAt' },
    { equal: ['channel'], order: 'createdAt' },
    { equal: ['assignee'], order: 'createdAt' },
    { equal: ['user'], order: 'createdAt' },
    { equal: ['user', 'status'], order: 'createdAt' },
  ],
  fields: {
    /** The number that people use, for example T-10042. */
    number: text('Number', FREE_TEXT, NUMBER_MAX, {
      write: 'never',
      required: true,
      unique: 'everywhere',
      search: true,
    }),
    subject: text255('Subject', { write: 'never', required: true, search: true }),
    user: userField,
    status: oneOf('Status', TICKET_STATUS_LABELS, { write: 'never', required: true, filter: true }),
    priority: oneOf('Priority', TICKET_PRIORITY_LABELS, {
      write: 'never',
      required: true,
      filter: true,
      initial: 'MEDIUM',
    }),
    channel: oneOf('Channel', TICKET_CHANNEL_LABELS, {
      write: 'never',
      required: true,
      filter: true,
      initial: 'APP',
    }),
    assignee: assigneeField,
    escalation_level: integer('Escalation', { max: ESCALATION_MAX }, { write: 'never', required: true, initial: 0 }),
    ...conversationFields,
  },
  actions: {
    assign: {
      label: 'Assign…',
      needs: 'update',
      path: 'assignee/:id',
      asks: { assignee: reference('Assignee', 'admin', { hint: 'Empty: nobody works on it' }) },
      question: 'Assign',
      effect: 'Whoever gets the ticket is notified.',
      gerund: 'Assigning',
      participle: 'assigned',
      success: 'Successfully Assigned',
    },
    escalate: {
      label: 'Escalate…',
      needs: 'update',
      path: 'escalate/:id',
      asks: {
        level: integer('Level', { min: 1, max: ESCALATION_MAX }, { required: true }),
        assignee: reference('Assignee', 'admin', { hint: 'Empty: it stays with whoever has it' }),
        reason: text255('Reason', { required: true }),
      },
      question: 'Escalate',
      effect: 'Whoever has the ticket then is notified.',
      gerund: 'Escalating',
      participle: 'escalated',
      success: 'Successfully Escalated',
    },
  },
})
