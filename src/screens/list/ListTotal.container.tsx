/**
 * Number of records that a filter finds: counted exactly by a separate call after the rows are shown (records, Lists).
 */
import { useEffect } from 'react'
import { ok } from '@contract/errors'
import type { PageQuery } from '@contract/records/page-query'
import { Button } from '@design-system/primitives/Button/Button'
import { useConsole } from '@console/console'
import { useReading } from '@console/reading'
import { formatCount } from '@features/shared/format'
import type { Resource, Row } from '@resources/resource'
import { Total } from './list.styles'

interface ListTotalProps {
  resource: Pick<Resource<Row>, 'operations' | 'noun'>
  /** The filter. A different filter requires a different key of the component. */
  query: PageQuery
  /** Increases with each record that enters or leaves the list. */
  moves: number
}

export function ListTotal({ resource: { operations, noun }, query, moves }: ListTotalProps) {
  const { api } = useConsole()
  const { value, state, refresh, retry } = useReading<number>(async (signal) => {
    const answer = await api.call(operations.totals!, { query }, { signal })
    return answer.ok ? ok(answer.value.data.count) : answer
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
  return (
    <Total as="output">
      {value === null ? 'Counting …' : `${formatCount(value)} ${value === 1 ? noun.one : noun.many}`}
    </Total>
  )
}
