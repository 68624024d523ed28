/** What the mocks of a record's calls share. */
import type { Call } from '../../call'

export type Values = Readonly<Record<string, unknown>>
/** A record as it is sent: references with their names, derived values computed. */
export type Sent = Values & { id: string; version: number; store_code: string | null }
/** A call of a record. */
export type RecordCall = Call<{ id: string }, Record<string, unknown>, Values> & {
  /** The values for the history, if they differ from the body. */
  told?: Values
}
