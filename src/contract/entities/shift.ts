/** Shifts of staff, and handovers of work (spec 3, 4; screens.md, shift and shift_handover). */
import * as yup from 'yup'
import { exactly, id, oneOf, reads, time } from '../schema'

export const SHIFT_STATUSES = [
  'SCHEDULED',
  'STARTED',
  'HANDOVER_PENDING',
  'ENDED',
  'MISSED',
  'CANCELLED',
  'AUTO_CLOSED',
] as const
export const HANDOVER_STATUSES = ['DRAFT', 'SENT', 'ACCEPTED', 'PARTLY_ACCEPTED', 'DECLINED', 'EXPIRED'] as const
export const HANDOVER_ITEM_TYPES = ['TICKET', 'CHAT', 'WITHDRAWAL', 'DEPOSIT', 'PLATFORM_REQUEST', 'NOTE'] as const
export const URGENCIES = ['LOW', 'MEDIUM', 'HIGH', 'URGENT'] as const

/**
 * The data of the shift button (spec 3, Shift details). If there is no shift to start or end, both are false and there
 * is no id.
 */
export const shiftDetailsSchema = yup.object({
  canStart: yup.boolean().required(),
  canEnd: yup.boolean().required(),
  shiftId: id().nullable().defined(),
  /** The shift itself, for a title; not every back end sends it. */
  shift: yup
    .object({
      name: yup.string().required(),
      starts_at: time(),
      ends_at: time(),
      started_at: time().nullable().defined(),
    })
    .nullable()
    .optional()
    .default(undefined),
})
export type ShiftDetails = yup.InferType<typeof shiftDetailsSchema>

const personSchema = yup.object({ id: id(), username: yup.string().required() })

const handoverItemShape = {
  type: oneOf(HANDOVER_ITEM_TYPES),
  /** The ticket, chat or money row; null for a note. */
  id: id().nullable().optional(),
  next_action: reads(yup.string(), 'text').max(255).required(),
  urgency: oneOf(URGENCIES),
}

export const handoverSchema = yup.object({
  id: id(),
  from: personSchema,
  /** The people who were asked: the first to accept takes it. */
  to: yup.array(personSchema).required(),
  status: oneOf(HANDOVER_STATUSES),
  summary: yup.string().defined(),
  items: yup.array(yup.object({ ...handoverItemShape, id: id().nullable().defined() })).required(),
  accepted_by: personSchema.nullable().defined().default(undefined),
  accepted_at: time().nullable().defined(),
  createdAt: time(),
  version: yup.number().integer().required(),
})
export type Handover = yup.InferType<typeof handoverSchema>

/** The body that hands over one's running shift. */
export const handoverCreateSchema = exactly({
  to_staff_ids: yup.array(id()).min(1, 'Choose somebody').max(20).required('Choose somebody'),
  summary: reads(yup.string(), 'text').max(3000).optional(),
  items: yup.array(exactly(handoverItemShape)).max(200).optional(),
})
