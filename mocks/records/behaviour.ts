/** What a record of the mocks does beyond its definition: the rules and derived values that the server has in its source. */
import type { RecordKey } from '@contract/records/records'
import type { Caller } from '../call'

/** A record as the mocks store it, with references as ids. */
export type StoredRecord = Record<string, unknown> & {
  id: string
  version: number
  store_code: string | null
}
export type RowsOf = (name: RecordKey) => StoredRecord[]
type Body = Readonly<Record<string, unknown>>

/** Behaviour of a record beyond its definition. The contract suite compares it with the server's. */
export interface Behaviour {
  derive?: Readonly<Record<string, (row: StoredRecord, rows: RowsOf) => unknown>>
  /** The rows, if they are not stored with those of the other records. */
  rows?: () => StoredRecord[]
  /**
   * Runs before every write, as on the server.
   * @param action `create`, `update`, `enable`, `disable`, or the name of an action
   * @param row null for a new record
   * @param sent the row as the caller may see it
   * @returns values to store in addition to the body's, which the history does not contain
   * @throws a refusal
   */
  prepare?: (
    action: string,
    row: StoredRecord | null,
    body: Body,
    caller: Caller,
    sent: (row: StoredRecord) => object,
  ) => Body
  /** Runs after the write. */
  after?: (action: string, row: StoredRecord, body: Body, rows: RowsOf, caller: Caller) => void
  /** @param row null for a new record @param store of a new record @throws a refusal */
  check?: (row: StoredRecord | null, body: Body, rows: RowsOf, store: string | null) => void
  /** Of a versioned record: whether it is active, so that its content is binding. */
  isActive?: (row: StoredRecord) => boolean
  /**
   * The calls of the users' apps, by name.
   * @returns the row that was written or found, or the answer where the definition has `answers` @throws a refusal
   */
  appCalls?: Readonly<Record<string, (sending: AppSending) => StoredRecord | object>>
  /** Responds to the preview. */
  preview?: (asked: AskedPreview) => object
  /** Respond to the previews of actions, by the name of the action. */
  previews?: Readonly<Record<string, (asked: AskedPreview) => object>>
  /** @param at the time of the change, ISO 8601 @returns the values that the action writes in addition to its `sets` */
  actions?: Readonly<
    Record<
      string,
      (row: StoredRecord, body: Body, rows: RowsOf, at: string, caller: Caller, tells: TellsOthers) => Body | void
    >
  >
}

/** A call of the users' apps: the body, the app's store, the rows, and what the call writes. */
export interface AppSending {
  body: Body
  store: string
  /** The time of the call, ISO 8601. */
  at: string
  rows: RowsOf
  add: (values: Body) => StoredRecord
  /** @param action its name in the history */
  change: (row: StoredRecord, action: string, values: Body) => void
}

/** Notifies consoles of another row that an action has changed. @param derived its version stays the same */
type TellsOthers = (record: RecordKey, row: StoredRecord, derived?: true) => void

/** The input for the response to a preview. */
export interface AskedPreview {
  body: Body
  /** Rows of the store that the preview is about, in the list's order, as they are sent. */
  rows: readonly Body[]
  /** The time of the call, ISO 8601. */
  at: string
  /** The record whose edit is previewed; null for a new record or a question of its own. */
  row: StoredRecord | null
  /** The ids of the records whose disabling is previewed. */
  ids: readonly string[]
  store: string | null
  all: RowsOf
  caller: Caller
}
