/**
 * Number of records that a filter finds, and the sums of their amounts: counted exactly by a separate call after the rows are shown
 * (records, Lists).
 */
import { useEffect } from 'react'
import { ok } from '@contract/errors'
import type { Totals } from '@contract/records/calls'
import type { PageQuery } from '@contract/records/page-query'
import { Button } from '@design-system/primitives/Button/Button'
import { PLATFORM_CURRENCY } from '@contract/amounts'
import { useConsole } from '@console/console'
import { useReading } from '@console/reading'
import { formatCount } from '@features/shared/format'
import { Money } from '@features/shared/Money'
import type { Resource, Row } from '@resources/resource'
import { Total } from './list.styles'

interface ListTotalProps {
  resource: Pick<Resource<Row>, 'operations' | 'noun' | 'record'>
  /** The filter. A different filter requires a different key of the component. */
  query: PageQuery
  /** Increases with each record that enters or leaves the list. */
  moves: number
}

export function ListTotal({ resource: { operations, noun, record }, query, moves }: ListTotalProps) {
  const { api } = useConsole()
  const { value, state, refresh, retry } = useReading<Totals>(async (signal) => {
    const answer = await api.call(operations.totals!, { query }, { signal })
    return answer.ok ? ok(answer.value.data) : answer
  })
  useEffect(() => {
    if (moves > 0) refresh()
  }, [moves, refresh])
  if (state === 'unreachable')
    return (
      <Button size="small" variant="ghost" onClick={retry}>
        Count again
      </Button>
    )
  if (value === null) return <Total as="output">Counting …</Total>
  const { count, sums = {} } = value
  return (
    <Total as="output">
      <span>
        {formatCount(count)} {count === 1 ? noun.one : noun.many}
      </span>
      {Object.entries(sums).map(([field, sum]) => (
        <span key={field}>
          {record.sums?.[field]} <Money amount={sum} currency={PLATFORM_CURRENCY} />
        </span>
      ))}
    </Total>
  )
}
