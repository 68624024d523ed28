/** The history of a record: who changed what, and when (contract, Records on the wire: timeline). */
import * as yup from 'yup'
import { id, time } from '../schema'

/** A field that an entry changed. Secrets and fields that the reader may not read are left out. */
const fieldChangeSchema = yup.object({
  field: yup.string().required(),
  /** Null: it was empty, or the record was new. */
  before: yup.mixed<string | number | boolean>().nullable().defined(),
  after: yup.mixed<string | number | boolean>().nullable().defined(),
})

export const historyEntrySchema = yup.object({
  id: id(),
  at: time(),
  /** Null: the system. */
  by: yup.object({ id: id(), username: yup.string().required() }).nullable().defined(),
  /** 'create', 'update', 'enable', 'disable', 'order', or the name of an action: 'resetPassword' */
  action: yup.string().required(),
  changes: yup.array(fieldChangeSchema.required()).required(),
})
export type HistoryEntry = yup.InferType<typeof historyEntrySchema>

/** A history holds at most this many entries, the newest. */
export const HISTORY_ENTRIES = 50
