/** The history of a record: who changed what, and when (contract, Records on the wire: timeline). */
import * as yup from 'yup'
import { HISTORY_KINDS, HISTORY_SENDERS, type HistoryKind } from '../records/timeline'
import { id, parameters, time } from '../schema'

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

/** Name of the input with the approval's title. */
export const APPROVAL_TITLE = 'approval'

/**
 * A wallet transaction that was posted for the record, or in an account of the user that the record is. A field that the reader may not
 * read is null.
 */
const postingSchema = yup.object({
  transaction: id(),
  reference: yup.string().nullable().defined(),
  type: yup.string().nullable().defined(),
  direction: yup.string().nullable().defined(),
  wallet: yup.string().nullable().defined(),
  amount: yup.string().nullable().defined(),
  currency: yup.string().nullable().defined(),
  user: yup.object({ id: id(), name: yup.string().defined() }).nullable().defined(),
})
export type Posting = yup.InferType<typeof postingSchema>

export const historyEntrySchema = yup.object({
  id: id(),
  at: time(),
  /** Null: no member of staff. */
  by: yup.object({ id: id(), username: yup.string().required() }).nullable().defined(),
  from: yup.string().oneOf(HISTORY_SENDERS).required(),
  kind: yup.string().oneOf(HISTORY_KINDS).required(),
  /**
   * 'create', 'update', 'enable', 'disable', 'order', one of `APPROVAL_EVENTS`, `FILE_EVENTS` or `CLAIM_EVENTS`, `MONEY_EVENT`, `REVEAL_EVENT`,
   * or the name of an action: 'resetPassword'
   */
  action: yup.string().required(),
  /** Others had to approve the action first. `title`: of the request; null where the reader may not read it. */
  request: yup.object({ title: yup.string().nullable().defined() }).optional().default(undefined),
  money: postingSchema.optional().default(undefined),
  /** The private files that were uploaded or viewed. */
  files: yup.array(yup.object({ id: id(), name: yup.string().nullable().defined() }).required()).optional(),
  changes: yup.array(fieldChangeSchema.required()).required(),
  /** Only if the reader may read every field that the entry changed, because the input is about them. */
  asked: yup.array(askedSchema.required()).required(),
})
export type HistoryEntry = yup.InferType<typeof historyEntrySchema>

/** Number of entries on a page of a history, and the most that a call may ask for. */
export const HISTORY_ENTRIES = 50

/** The query of a history. The first page names the kinds that occur; the creation is the last entry of the last page. */
export const historyQuery = parameters({
  cursor: yup.string().max(1000).optional(),
  itemNo: yup
    .number()
    .integer('itemNo is a whole number')
    .min(1, 'itemNo starts at 1')
    .max(HISTORY_ENTRIES, `itemNo is at most ${HISTORY_ENTRIES}`)
    .optional(),
  kind: yup.string().oneOf(HISTORY_KINDS, 'There is no such kind').optional(),
})
/** A parsed query of a history. */
export interface HistoryQuery {
  cursor?: string | undefined
  itemNo?: number | undefined
  kind?: HistoryKind | undefined
}
