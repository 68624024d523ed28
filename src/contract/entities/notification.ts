/** Notifications (spec 3). Each belongs to one member of staff. */
import * as yup from 'yup'
import { id, oneOf, time } from '../schema'

/** The subject of a notification: the three keywords of the spec, then those that the platform adds. */
export const NOTIFICATION_KEYWORDS = [
  'SHIFT_HANDOVER',
  'TICKET_ASSIGNED',
  'TICKET_ESCALATED',
  'CHAT_ASSIGNED',
  'APPROVAL_REQUESTED',
  'APPROVAL_DECIDED',
  'SLA_AT_RISK',
  'EXPORT_READY',
  'KYC_SUBMITTED',
  'CLAIM_TAKEN_OVER',
  'SECURITY',
] as const
export type NotificationKeyword = (typeof NOTIFICATION_KEYWORDS)[number]

export const notificationSchema = yup.object({
  id: id(),
  title: yup.string().required(),
  description: yup.string().defined(),
  keyword: oneOf(NOTIFICATION_KEYWORDS),
  /** The ticket, handover or chat; null if nothing needs to be done about it any more. */
  keyword_id: id().nullable().defined(),
  /** The record that it leads to, if that is not the one of `keyword_id`: the grant whose extension waits for an approval. */
  about: yup.object({ record: yup.string().required(), id: id() }).nullable().default(undefined).optional(),
  is_read: yup.boolean().required(),
  createdAt: time(),
  /** Increases with each change of this person's notifications. It determines whether a push or a page is newer. */
  revision: yup.number().integer().required(),
  /** True only in responses to `since` or `id`: the notification is no longer in the list (an accepted handover). */
  is_removed: yup.boolean().optional(),
})
export type Notification = yup.InferType<typeof notificationSchema>
