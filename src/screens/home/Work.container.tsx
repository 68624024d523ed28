/** Reads the work that waits in one list, and reads it again when its records change. It draws nothing: Home does. */
import { useEffect } from 'react'
import { moneyText } from '@contract/amounts'
import { ERROR_WORDS, failed, ok, type Result } from '@contract/errors'
import { can, canRead, type Access, type Subject } from '@contract/permissions'
import { useConsole } from '@console/console'
import { useReading } from '@console/reading'
import { cellText } from '@features/shared/cell-text'
import { formatCount, formatSpan } from '@features/shared/format'
import { useLiveRefresh } from '@features/shared/live-refresh.container'
import { listPath, writeTab } from '@resources/list-address'
import { loadResource } from '@resources/load'
import type { Page } from '@resources/page'
import { PAGES } from '@resources/pages'
import type { Resource, Row } from '@resources/resource'
import { currencyOf, valuesOfRow } from '@resources/row-values'
import type { Queue, QueueLine } from './Queue'
import { SHOWN_LINES, type Work } from './work'

const pageOf = ({ page }: Work): Page => PAGES.find(({ slug }) => slug === page)!
const subjectOf = (work: Work): Subject => pageOf(work).subjects[0]!
const filteredBy = ({ filters = {} }: Work) => Object.keys(filters)

/** Whether a person may do it, and may read what finds it. */
export const mayDo = (access: Access, work: Work): boolean =>
  can(access, work.needs, subjectOf(work)) && filteredBy(work).every((field) => canRead(access, subjectOf(work), field))

/** The list with these records. */
function listOf(work: Work): string {
  const { route } = pageOf(work)
  if (work.tab !== undefined) return `${route}?${writeTab(new URLSearchParams(), work.tab, []).toString()}`
  return listPath(route, {
    filters: Object.fromEntries(Object.entries(work.filters ?? {}).map(([field, values]) => [field, [...values]])),
  })
}

interface Read {
  count: number
  lines: readonly QueueLine[]
}

/** The words of a row. */
function lineOf({ says, since, facts }: Work, { columns, route, rowRoute }: Resource<Row>, row: Row): QueueLine {
  const values = valuesOfRow(row)
  const shown = (field: string | undefined) => {
    const column = columns.find((each) => each.field === field)
    if (!column) return ''
    const [value, text] = [values[column.field], cellText(column, values[column.field])]
    // A card has no column that names the currency.
    return column.kind === 'money' && typeof value === 'string' ? moneyText(value, currencyOf(column, row)) : text
  }
  const from = since === undefined ? undefined : values[since]
  return {
    text: says.map(shown).filter(Boolean).join(' · '),
    note: typeof from === 'string' ? formatSpan({ from, until: null }, Date.now()) : shown(facts),
    to: (rowRoute ?? `${route}/:id`).replace(':id', row.id),
  }
}

interface WorkContainerProps {
  work: Work
  access: Access
  onRead: (key: string, queue: Queue) => void
}

export default function WorkContainer({ work, access, onRead }: WorkContainerProps) {
  const { api } = useConsole()
  const subject = subjectOf(work)
  const reading = useReading<Read>(async (signal): Promise<Result<Read>> => {
    let resource: Resource<Row>
    try {
      resource = await loadResource(pageOf(work).resource)
    } catch {
      return failed({ kind: 'network', message: ERROR_WORDS.network })
    }
    const { operations } = resource
    let count: number | null = null
    if (work.tab !== undefined) {
      const answer = await api.call(operations.tabs!, {}, { signal })
      if (!answer.ok) return answer
      count = answer.value.data[work.tab] ?? 0
      if (count === 0) return ok({ count, lines: [] })
    }
    const known = new Set<string>(resource.columns.map(({ field }) => field))
    const fields = [...work.says, work.since, work.facts].filter(
      (field): field is string => field !== undefined && known.has(field) && canRead(access, subject, field),
    )
    const query = {
      itemNo: SHOWN_LINES,
      fields,
      ...(work.tab === undefined
        ? { page: 1, ...work.filters, ...(work.since && { sort_by: work.since, sort_order: 'asc' }) }
        : { tab: work.tab, sort_order: 'asc' }),
    }
    const answer = await api.call(operations.list, { query: query as never }, { signal })
    if (!answer.ok) return answer
    const { data, total_count } = answer.value
    return ok({
      count: count ?? total_count ?? data.length,
      lines: data.map((row) => lineOf(work, resource, row)),
    })
  })
  const { value, state, refresh, retry } = reading
  useLiveRefresh(subject, refresh)

  useEffect(() => {
    onRead(work.key, {
      key: work.key,
      word: work.word,
      to: listOf(work),
      count: value && formatCount(value.count),
      lines: value?.lines ?? [],
      ...(work.start && { start: work.start }),
      ...(state === 'unreachable' && { onRetry: retry }),
    })
  }, [onRead, work, value, state, retry])
  return null
}
