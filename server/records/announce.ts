/** Tells consoles that a row has changed (contract, Live socket: record:changed). */
import type { OneChanged } from '@contract/socket'
import type { Live } from '@server/live/live'
import type { RecordTable } from './table'

/** Rows of one table may be of several records: those who see any of them hear of it. @param stores of the row, now and before */
export function announce(
  live: Live,
  { subject, shares = [] }: Pick<RecordTable, 'subject' | 'shares'>,
  change: Omit<OneChanged, 'subject'>,
  ...stores: readonly (string | null)[]
): void {
  for (const each of [subject, ...shares]) live.recordChanged({ subject: each, ...change }, ...stores)
}
