/** What members of staff did with demo rows after their creation, for the timelines of the demo. */
import { CAMPAIGN_TIMES, isCampaign } from '@contract/records/campaigns'
import type { RecordDefinition } from '@contract/records/record'
import type { DemoRow } from './rows'

/** An action that set one field of a row, which was empty before. */
export interface DemoEvent {
  action: string
  field: string
  /** ISO 8601, also the field's new value. */
  at: string
}

/**
 * @param row with its times as dates (`atAnchor`)
 * @returns the actions that a campaign's times state, the oldest first; none for other records
 */
export function eventsOf(record: RecordDefinition, row: DemoRow): DemoEvent[] {
  if (!isCampaign(record)) return []
  return Object.entries(CAMPAIGN_TIMES)
    .flatMap(([action, field]): DemoEvent[] => {
      const at = row[field]
      return typeof at === 'string' ? [{ action, field, at }] : []
    })
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
}
