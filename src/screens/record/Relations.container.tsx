/** The records that a record refers to: links with their names, each with one fact about it. */
import styled from 'styled-components'
import { ok } from '@contract/errors'
import { canRead, canOpen, type Access, type Subject } from '@contract/permissions'
import type { Reference } from '@contract/records/field'
import { useSelector } from '@xstate/react'
import { useConsole } from '@console/console'
import { useReading } from '@console/reading'
import { space, token } from '@design-system/tokens/tokens'
import { cellText, labelOf } from '@features/shared/cell-text'
import { LabelPill } from '@features/shared/label/LabelPill'
import { loadResource } from '@resources/load'
import { PAGES } from '@resources/pages'
import type { ColumnDefinition, Resource, Row } from '@resources/resource'
import { valuesOfRow } from '@resources/row-values'
import { factsOf } from '../list/record-parts'
import { RecordLink } from '../RecordLink.container'

export interface RelationsProps {
  /** Subject of the referenced records. */
  subject: Subject
  records: readonly Reference[]
}

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[2]} ${space[8]};
`
const Fact = styled.span`
  color: ${token.text.muted};
`

/** The fields that a fact may come from: the states, then the first key figure that is no reference itself. */
function factColumns({ columns, page, subject }: Resource<Row>, access: Access): ColumnDefinition<Row>[] {
  const figure = (page.figures ?? []).find((field) => {
    const kind = columns.find((column) => column.field === field)?.kind
    return kind !== undefined && kind !== 'reference'
  })
  return [...(page.states ?? []), ...(figure ? [figure] : [])].flatMap(
    (field) => columns.find((column) => column.field === field && canRead(access, subject, field)) ?? [],
  )
}

/** A state with a pill says most; otherwise the key figure, with its name. */
function FactOf({ columns, row }: { columns: readonly ColumnDefinition<Row>[]; row: Row }) {
  const values = valuesOfRow(row)
  for (const column of columns) {
    const label = labelOf(column, values[column.field])
    if (label) return <LabelPill label={label} size="list" />
  }
  const filled = columns.findLast((column) => cellText(column, values[column.field]) !== '')
  if (!filled) return null
  const [fact] = factsOf([filled], row)
  return (
    <Fact>
      {fact!.label} {fact!.value}
    </Fact>
  )
}

interface Facts {
  columns: readonly ColumnDefinition<Row>[]
  rows: ReadonlyMap<string, Row>
}

/** The rows of the records, with the fields of their facts alone. */
function useFacts(resourceName: string, records: readonly Reference[], access: Access): Facts | null {
  const { api } = useConsole()
  const reading = useReading<Facts>(async (signal) => {
    const resource = await loadResource(resourceName)
    const columns = factColumns(resource, access)
    const ids = records.map(({ id }) => id)
    const fields = [
      ...columns.map(({ field }) => field),
      ...columns.flatMap(({ currencyField }) => currencyField ?? []),
    ]
    if (columns.length === 0) return ok({ columns, rows: new Map() })
    const answer = await api.call(
      resource.operations.list,
      { query: { id: ids, itemNo: ids.length, fields } },
      { signal },
    )
    return answer.ok ? ok({ columns, rows: new Map(answer.value.data.map((row) => [row.id, row])) }) : answer
  })
  return reading.value
}

function WithFacts({
  subject,
  records,
  resourceName,
  access,
}: RelationsProps & { resourceName: string; access: Access }) {
  const facts = useFacts(resourceName, records, access)
  return records.map((record) => {
    const row = facts?.rows.get(record.id)
    return (
      <Line key={record.id}>
        <RecordLink subject={subject} record={record} />
        {row && <FactOf columns={facts!.columns} row={row} />}
      </Line>
    )
  })
}

/** Without the right to open the records, their names alone. */
export default function Relations({ subject, records }: RelationsProps) {
  const access = useSelector(useConsole().actors.access, (snapshot) => snapshot.context.access)
  const page = PAGES.find(({ subjects, recordTitle }) => recordTitle !== undefined && subjects.includes(subject))
  const ids = records.map(({ id }) => id).join()
  return page?.resource && canOpen(access, page.subjects) ? (
    <WithFacts key={ids} subject={subject} records={records} resourceName={page.resource} access={access} />
  ) : (
    records.map((record) => (
      <Line key={record.id}>
        <RecordLink subject={subject} record={record} />
      </Line>
    ))
  )
}
