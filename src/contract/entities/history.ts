/** The history of a record: who changed what, and when (contract, Records on the wire: timeline). */
import * as yup from 'yup'
import { id, time } from '../schema'

/**
 * A field that an entry changed, with its values as a row of the record has them; a person by their username. Secrets and fields
 * that the reader may not read are left out.
 */
const fieldChangeSchema = yup.object({
  field: yup.string().required(),
  /** Null: it was empty, or the record was new. */
  before: yup.mixed<NonNullable<unknown>>().nullable().defined(),
  after: yup.mixed<NonNullable<unknown>>().nullable().defined(),
})

/** Why something was done. */
export const REASON = 'reason'
/** Something that the person was asked: `reason`, or what the action's `tells` names; a value as in a row. */
const askedSchema = yup.object({
  field: yup.string().required(),
  value: yup.mixed<NonNullable<unknown>>().required(),
})

export const historyEntrySchema = yup.object({
  id: id(),
  at: time(),
  /** Null: the system. */
  by: yup.object({ id: id(), username: yup.string().required() }).nullable().defined(),
  /** 'create', 'update', 'enable', 'disable', 'order', or the name of an action: 'resetPassword' */
  action: yup.string().required(),
  changes: yup.array(fieldChangeSchema.required()).required(),
  /** Only where the reader may read every field that the entry changed: it is about them. */
  asked: yup.array(askedSchema.required()).required(),
})
export type HistoryEntry = yup.InferType<typeof historyEntrySchema>

/** A history holds at most this many entries, the newest. */
export const HISTORY_ENTRIES = 50
