/** One record next to its list: the fields that this person may read, buttons to its neighbours, and its actions. */
import { useCallback, useEffect, useState, type ReactNode } from 'react'
import { useSelector } from '@xstate/react'
import { describeError, ok } from '@contract/errors'
import { Drawer } from '@design-system/components/Drawer/Drawer'
import { EmptyState } from '@design-system/components/EmptyState/EmptyState'
import { KeyValueList } from '@design-system/components/KeyValueList/KeyValueList'
import { LoadingIndicator } from '@design-system/components/LoadingIndicator/LoadingIndicator'
import { Button } from '@design-system/primitives/Button/Button'
import { useConsole } from '@console/console'
import { useFreshRecord, useReading } from '@console/reading'
import type { ColumnDefinition, Resource, Row } from '@resources/resource'
import { nameOfRow } from '@resources/row-values'
import { Lock, SearchX, TriangleAlert } from 'lucide-react'
import { useHistory } from '../record/history.container'
import { RecordEvents } from '../record/RecordTimeline'
import { OutdatedBanner } from '@features/shared/OutdatedBanner'
import { subjectWords, WHO_CAN_GRANT } from '@features/shared/subject-words'
import { Part, PartTitle } from './list.styles'
import { compose } from './composition'
import { EmptyFields } from './EmptyFields'
import { factsOf, partsOf, type RicherValues } from './record-parts'

export interface PeekContainerProps {
  resource: Resource<Row>
  id: string
  /** The columns that the person may read. */
  columns: readonly ColumnDefinition<Row>[]
  /** The list's row: shown until the whole record is loaded. */
  row: Row | undefined
  /** null at the first or last record. */
  onPrevious: (() => void) | null
  onNext: (() => void) | null
  onClose: () => void
  /** Components that replace a field's value: its switch. */
  richer: RicherValues
  /** @param row in its current version */
  verbs: (row: Row) => ReactNode
}

/** The drawer stays while the record in it changes, so that the focus does. */
export default function PeekContainer({
  resource,
  id,
  columns,
  row,
  onPrevious,
  onNext,
  onClose,
  richer,
  verbs,
}: PeekContainerProps) {
  const [read, setRead] = useState<Row | null>(null)
  const known = newestOf(read?.id === id ? read : null, row)
  return (
    <Drawer
      title={known ? nameOfRow(resource, known) : resource.noun.one}
      onClose={onClose}
      onPrevious={onPrevious}
      onNext={onNext}
      footer={known && verbs(known)}
    >
      <Peeked key={id} resource={resource} id={id} columns={columns} row={row} richer={richer} onRead={setRead} />
    </Drawer>
  )
}

/** The list's row may be newer than the loaded record; fields that it lacks are taken from the record. */
const newestOf = (read: Row | null, row: Row | undefined): Row | undefined =>
  read && row ? (row.version >= read.version ? { ...read, ...row } : { ...row, ...read }) : (read ?? row)

/** The values of the record: as on its page, one below the other. */
function Composed({
  resource,
  columns,
  row,
  richer,
}: Pick<PeekContainerProps, 'resource' | 'columns' | 'richer'> & { row: Row }) {
  const { pills, reference, figures, sections, empty, record } = compose(resource, columns, row)
  const head = factsOf([...pills, ...reference, ...figures], row, richer)
  return (
    <>
      {head.length > 0 && (
        <Part aria-label="Key facts">
          <KeyValueList items={head} />
        </Part>
      )}
      {partsOf(sections, row, richer).map(({ title, items, whole, none }) => (
        <Part key={title} aria-label={title}>
          <PartTitle>{title}</PartTitle>
          {none ?? whole ?? <KeyValueList items={items} />}
        </Part>
      ))}
      <Part aria-label="Record">
        <KeyValueList items={factsOf(record, row)} />
        <EmptyFields parts={partsOf(empty, row)} />
      </Part>
    </>
  )
}

interface PeekedProps extends Pick<PeekContainerProps, 'resource' | 'id' | 'columns' | 'row' | 'richer'> {
  /** The record was read, or read again. */
  onRead: (record: Row) => void
}

function Peeked({ resource, id, columns, row, richer, onRead }: PeekedProps) {
  const { api, actors } = useConsole()
  const access = useSelector(actors.access, (snapshot) => snapshot.context.access)
  const record = useReading<Row>(async (signal) => {
    const answer = await api.call(resource.operations.get, { params: { id } }, { signal })
    return answer.ok ? ok(answer.value.data) : answer
  })
  const read = record.value
  useEffect(() => {
    if (read) onRead(read)
  }, [read, onRead])
  const known = newestOf(read, row)
  const history = useHistory(resource, id, null)
  const { refresh: refreshRecord } = record
  const { refresh: refreshHistory } = history
  const refresh = useCallback(() => {
    refreshRecord()
    refreshHistory()
  }, [refreshRecord, refreshHistory])
  useFreshRecord(id, refresh)
  // The list may be newer: an action or a form of this page changed the row.
  const newer = read !== null && row !== undefined && row.version > read.version ? row.version : null
  useEffect(() => {
    if (newer !== null) refresh()
  }, [newer, refresh])

  return (
    <>
      {record.state === 'outdated' && <OutdatedBanner error={record.error!} onRetry={record.retry} />}
      {known ? (
        <>
          <Composed resource={resource} columns={columns} row={known} richer={richer} />
          <Part aria-label="Timeline">
            <PartTitle>Timeline</PartTitle>
            <RecordEvents
              resource={resource}
              row={known}
              name={nameOfRow(resource, known)}
              access={access}
              history={history}
            />
          </Part>
        </>
      ) : record.error?.kind === 'notFound' ? (
        <EmptyState
          icon={SearchX}
          title={`No such ${resource.noun.one}`}
          text="This record does not exist, or is not in your store."
        />
      ) : record.error?.kind === 'forbidden' ? (
        <EmptyState
          icon={Lock}
          title={`You may not read this ${resource.noun.one}`}
          text={`It needs the right to read “${subjectWords(resource.subject)}”. ${WHO_CAN_GRANT}`}
        />
      ) : record.state === 'unreachable' ? (
        <EmptyState
          role="alert"
          icon={TriangleAlert}
          tone="danger"
          title={`The ${resource.noun.one} could not be loaded`}
          text={record.error ? describeError(record.error) : undefined}
          requestId={record.error?.requestId}
          actions={
            <Button variant="primary" onClick={record.retry}>
              Try again
            </Button>
          }
        />
      ) : (
        <LoadingIndicator label={`Loading ${resource.noun.one}`} />
      )}
    </>
  )
}
