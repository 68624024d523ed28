/** The history of a record: who changed what, and when (contract, Records on the wire: timeline). */
import * as yup from 'yup'
import { id, time } from '../schema'

/**
 * A field that an entry changed, with its values as in a row of the record; a person as a username. Secrets and fields
 * that the reader may not read are omitted.
 */
const fieldChangeSchema = yup.object({
  field: yup.string().required(),
  /** Null: it was empty, or the record was new. */
  before: yup.mixed<NonNullable<unknown>>().nullable().defined(),
  after: yup.mixed<NonNullable<unknown>>().nullable().defined(),
})

/** The reason for an action. */
export const REASON = 'reason'
/** Input that the person was asked for: `reason`, or a field in the action's `tells`; the value is as in a row. */
const askedSchema = yup.object({
  field: yup.string().required(),
  value: yup.mixed<NonNullable<unknown>>().required(),
})

/**
 * Actions of entries about approvals, by what happened to the approval; the entry's input has the approval's title as
 * `approval`.
 */
export const APPROVAL_EVENTS = { approve: 'approveRequest', reject: 'rejectRequest', expire: 'expireRequest' } as const
/** Name of the input with the approval's title. */
export const APPROVAL_TITLE = 'approval'

export const historyEntrySchema = yup.object({
  id: id(),
  at: time(),
  /** Null: the system. */
  by: yup.object({ id: id(), username: yup.string().required() }).nullable().defined(),
  /**
   * 'create', 'update', 'enable', 'disable', 'order', one of `APPROVAL_EVENTS`, or the name of an action:
   * 'resetPassword'
   */
  action: yup.string().required(),
  changes: yup.array(fieldChangeSchema.required()).required(),
  /** Only if the reader may read every field that the entry changed, because the input is about them. */
  asked: yup.array(askedSchema.required()).required(),
})
export type HistoryEntry = yup.InferType<typeof historyEntrySchema>

/** Maximum number of entries in a history: the newest ones. */
export const HISTORY_ENTRIES = 50
