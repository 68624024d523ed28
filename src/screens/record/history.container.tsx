/** Reads the history of a record, for its page and for the drawer next to its list. */
import { useMemo, type ReactNode } from 'react'
import type { HistoryEntry } from '@contract/entities/history'
import { ok } from '@contract/errors'
import type { TimelineEvent } from '@design-system/components/Timeline/Timeline'
import { Button } from '@design-system/primitives/Button/Button'
import { useConsole } from '@console/console'
import { useReading } from '@console/reading'
import type { Resource, Row } from '@resources/resource'
import { currencyOf } from '@resources/row-values'
import { Changes } from './Changes'
import { linesOf } from './events'

/**
 * @param row the record, which determines the currency; null while it is loading
 * @returns the events (null while they are loading), the content below them (that they could not be loaded), and a
 * function that reads them again
 */
export function useHistory(resource: Resource<Row>, id: string, row: Row | null) {
  const { api } = useConsole()
  const { value, state, retry, refresh } = useReading<HistoryEntry[]>(async (signal) => {
    const answer = await api.call(resource.operations.history, { params: { id } }, { signal })
    return answer.ok ? ok(answer.value.data) : answer
  })
  const currency = row ? currencyOf(resource, row) : ''
  const events = useMemo(
    () =>
      value &&
      linesOf(resource, value).map(({ changes, asked, reason, ...line }): TimelineEvent => ({
        ...line,
        ...(reason !== undefined && { reason }),
        ...(changes.length + asked.length > 0 && {
          detail: <Changes changes={changes} asked={asked} currency={currency} />,
        }),
      })),
    [resource, value, currency],
  )
  const foot: ReactNode = state === 'unreachable' && (
    <Button size="small" onClick={retry}>
      The history could not be loaded. Try again
    </Button>
  )
  return { events, foot, refresh }
}
