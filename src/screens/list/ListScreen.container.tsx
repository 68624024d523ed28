/**
 * The generic list screen: a resource's rows in the table, its forms above it, the view in the address (architecture,
 * The registry).
 */
import { useCallback, useMemo, useRef, useState, type ReactNode } from 'react'
import { useSelector } from '@xstate/react'
import { Navigate, useNavigate } from 'react-router-dom'
import { ArrowDownUp, Download, ExternalLink, FlaskConical, Plus, Upload } from 'lucide-react'
import { describeError, ERROR_WORDS } from '@contract/errors'
import { hasDesk } from '@contract/records/queue'
import { can, canRead, rightsOn, type Access } from '@contract/permissions'
import { useDensity } from '@console/appearance'
import { useConsole } from '@console/console'
import { FailedModal, FailedPanel } from '@design-system/components/Lazy/FailedParts'
import { lazyComponent } from '@design-system/components/Lazy/lazy-component'
import { lazyModule } from '@design-system/components/Lazy/lazy-module'
import { Table, type TableHandle } from '@design-system/patterns/Table/Table'
import type { CellContext, Column, PagedSource, RowSource, TableView } from '@design-system/patterns/Table/types'
import { Button } from '@design-system/primitives/Button/Button'
import { useMedia } from '@design-system/primitives/hooks/use-media'
import { download } from '@features/shared/download'
import { formatClock } from '@features/shared/format'
import { LinkButton } from '@features/shared/LinkButton'
import { selectRowActions } from '@machines/activity/activity.view'
import type { listCommands, ListView } from '@machines/list/list.view'
import { addsRecord, readOpened } from '@resources/list-address'
import { orderIdOf } from '@resources/record-actions'
import { pageOfRecord, pathOfDesk, reached } from '@resources/record-path'
import type { ColumnDefinition, Resource, Row } from '@resources/resource'
import { nameOfRow } from '@resources/row-values'
import { useDecidable } from '../approval/decidable.container'
import { RecordActions } from './RecordActions'
import { RecordFormContainer } from '../record-dialogs'
import type { ResourceScreenProps } from '../screen-props'
import { subjectWords, WHO_CAN_GRANT } from '@features/shared/subject-words'
import { useBulk, type BulkOptions } from './bulk.container'
import { tableColumns, visibleColumns } from './columns'
import { useListForms } from './list-forms.container'
import { useListPeek } from './list-peek.container'
import { useListPlace } from './list-place.container'
import { useListQuery } from './list-query.container'
import { useListRows } from './list-rows.container'
import { useListView, type ListViewOfPerson } from './list-view.container'
import { ListSide, Split } from './list.styles'
import type { ImportContainerProps } from '@features/record-import/Import.container'
import type { ListNoticeProps } from './ListNotice.container'
import type { NoColumnsProps } from './NoColumns.container'
import type { OrderContainerProps } from './Order.container'
import type { PeekContainerProps } from './Peek.container'
import type { PreviewContainerProps } from './Preview.container'
import { useRowActions } from './row-actions.container'
import { useScope } from './scope.container'

const PeekContainer = lazyComponent<PeekContainerProps>(() => import('./Peek.container'), {
  name: 'The details',
  failed: ({ onClose }, failure) => <FailedPanel failure={failure} onClose={onClose} />,
})

const NoColumns = lazyComponent<NoColumnsProps>(() => import('./NoColumns.container'), { name: 'The page' })

const PagedList = lazyComponent<ReadableListProps>(() => import('./PagedList.container'), { name: 'The list' })

const OrderContainer = lazyComponent<OrderContainerProps>(() => import('./Order.container'), {
  name: 'The order',
  failed: ({ onClose }, failure) => <FailedModal failure={failure} onClose={onClose} />,
})

const ImportContainer = lazyComponent<ImportContainerProps>(() => import('@features/record-import/Import.container'), {
  name: 'The import',
  failed: ({ onClose }, failure) => <FailedModal failure={failure} onClose={onClose} />,
})

const PreviewContainer = lazyComponent<PreviewContainerProps>(() => import('./Preview.container'), {
  name: 'The question',
  failed: ({ onClose }, failure) => <FailedModal failure={failure} onClose={onClose} />,
})

const ListNotice = lazyComponent<ListNoticeProps>(() => import('./ListNotice.container'), { name: 'The notice' })

export default function ListScreen({ page, resource }: ResourceScreenProps) {
  return <ListOf key={page.slug} resource={resource} />
}

/** A list, or a part of one. Without any readable column it shows a message instead of the table. */
export function ListOf({ resource: described }: { resource: Resource<Row> }) {
  const access = useSelector(useConsole().actors.access, (snapshot) => snapshot.context.access)
  const resource = useMemo(() => reached(described, access), [described, access])
  const columns = useMemo(() => visibleColumns(resource, access), [resource, access])
  const [query] = useListQuery()
  const opened = readOpened(query)
  const page = opened === null ? undefined : pageOfRecord(resource, opened)
  if (page) return <Navigate to={page} replace />
  return columns.length === 0 ? (
    <NoColumns resource={resource} rights={rightsOn(access, resource.subject)} />
  ) : (
    <Readable resource={resource} access={access} columns={columns} />
  )
}

/** The list component for the way its records are read. */
function Readable(props: ReadableListProps) {
  return props.resource.record?.reads === 'paged' ? <PagedList {...props} /> : <WholeList {...props} />
}

export interface ReadableListProps {
  resource: Resource<Row>
  access: Access
  /** The columns that the person may read: at least one. */
  columns: ColumnDefinition<Row>[]
}

/** A list whose rows are all loaded, and searched, filtered and sorted in the console. */
function WholeList({ resource, access, columns }: ReadableListProps) {
  const listView = useListView(resource, columns)
  const rows = useListRows(resource, listView.fields)
  return <ListBody resource={resource} access={access} columns={columns} listView={listView} rows={rows} />
}

/** What the screen shows of a list's rows, independent of how they are read. */
export interface ListRows {
  readonly source: RowSource<Row> | PagedSource<Row>
  readonly rowOf: (id: string) => Row | undefined
  readonly state: Pick<ListView, 'status' | 'total' | 'completedAt' | 'arrivals' | 'error'>
  readonly commands: Pick<ReturnType<typeof listCommands>, 'retry' | 'reload' | 'showArrivals' | 'added' | 'saved'> &
    Partial<Pick<ReturnType<typeof listCommands>, 'counted' | 'inView'>>
  readonly isComplete: boolean
}

export interface ListBodyProps extends ReadableListProps {
  listView: ListViewOfPerson
  rows: ListRows
  /** Restricts the table's columns to what the list supports. */
  offer?: (columns: Column<Row>[]) => Column<Row>[]
  /** The filter of a paged list, as a bulk call takes it. */
  found?: BulkOptions['found']
  /** Number of records. */
  summary?: ReactNode
  /** Replaces the button that exports the rows of the table. */
  exporter?: ReactNode
  /** Above the table. */
  tabs?: ReactNode
}

/** Loaded when the page is idle, because only an export needs it. */
const csv = lazyModule(() => import('@design-system/patterns/Table/export-csv'), { preload: 'idle' })

/** @returns functions to export the rows of the table or some of them, and to read the selected rows */
function useTableRows(slug: string, { view, scope }: { view: TableView; scope: { label: string } | null }) {
  const table = useRef<TableHandle<Row>>(null)
  const { toasts } = useConsole()
  const exportRows = useCallback(
    (rows?: readonly Row[]) => {
      csv.load().then(
        ({ exportCsv, exportName }) => {
          if (!table.current) return
          const columns = table.current.shownColumns()
          const name = rows
            ? exportName(slug, columns, { filters: {}, search: '' }, [`${rows.length} selected`], new Date())
            : exportName(slug, table.current.allColumns(), view, scope ? [scope.label] : [], new Date())
          download(exportCsv(columns, rows ?? table.current.shownRows()), name, 'text/csv')
        },
        () => toasts.show('error', ERROR_WORDS.network),
      )
    },
    [slug, view, scope, toasts],
  )
  const chosenRows = useCallback(() => table.current?.chosenRows() ?? [], [])
  return { table, exportRows, chosenRows }
}

/** The screen around a list's rows: the table, the actions on its records, and the dialogs above it. */
export function ListBody({
  resource,
  access,
  columns,
  listView,
  rows,
  offer,
  found,
  summary,
  exporter,
  tabs,
}: ListBodyProps) {
  const { noun } = resource
  const navigate = useNavigate()
  const [density, setDensity] = useDensity()
  const rights = rightsOn(access, resource.subject)
  const nameOf = useCallback((row: Row) => nameOfRow(resource, row), [resource])
  const rowHref = useMemo(
    () => (resource.rowRoute ? ({ id }: Row) => pageOfRecord(resource, id)! : undefined),
    [resource],
  )

  const { view, changeView, layout, changeLayout, askValues } = listView
  const { source, rowOf, state, commands, isComplete } = rows
  const { status, total, completedAt, arrivals, error } = state
  const scope = useScope(resource)
  const { table, exportRows, chosenRows } = useTableRows(resource.slug, { view, scope })
  const { form, open: openForm } = useListForms(resource, rights)
  const peek = useListPeek(table)
  const { show: showPeek } = peek
  const { actionsOf, recordActionsOf, switchOf, copyId, question } = useRowActions({
    resource,
    access,
    openForm,
    peek: useCallback((id: string) => showPeek(id, false), [showPeek]),
    rowOf,
  })
  const { decideActionsOf, mostDecisions, dialog } = useDecidable(resource, access)
  const rowActions = useCallback(
    (row: Row) => [...decideActionsOf(row), ...actionsOf(row)],
    [decideActionsOf, actionsOf],
  )
  const notExportable = isComplete ? undefined : 'Wait until all rows are there'
  const { over, ...bulk } = useBulk({
    resource,
    access,
    chosenRows,
    rowOf,
    found,
    mayDisable: resource.switch !== undefined && rights.enable_disable,
    notExportable,
    onExport: exportRows,
  })

  const place = useListPlace()
  const { remember } = place
  const { inView } = commands
  const onRowsInView = useCallback(
    (ids: readonly string[]) => {
      inView?.(ids)
      remember(ids)
    },
    [inView, remember],
  )

  const [orders, setOrders] = useState(false)
  // A save of the order that began before a reload: the dialog shows its outcome.
  const isOrderSaved = useSelector(
    useConsole().activity().actor,
    (snapshot) => selectRowActions(snapshot)[orderIdOf(resource.slug)] !== undefined,
  )
  if (isOrderSaved && !orders) setOrders(true)
  const [imports, setImports] = useState(false)
  const [previews, setPreviews] = useState(false)
  const docks = useMedia('(min-width: 1280px)')
  const drop = docks && peek.id !== null ? 'most' : view.columns ? 'none' : 'least'
  const drawn = useMemo(() => {
    const switches = {
      is_deleted: {
        render: (row: Row, { tabIndex }: CellContext) => switchOf(row, tabIndex),
        drawnFrom: (row: Row) => [row.id, row.is_deleted, nameOf(row)].join(' '),
      },
    }
    const all = tableColumns(columns, 'rows' in source ? source : NO_ROWS, switches, drop)
    return offer?.(all) ?? all
  }, [columns, source, switchOf, nameOf, drop, offer])
  const openPage = (row: Row) => {
    const page = pageOfRecord(resource, row.id)
    if (page) void navigate(page)
    else if (rights.update && resource.forms.edit) openForm({ name: 'edit', id: row.id })
    else showPeek(row.id, false)
  }
  const add =
    rights.create && resource.forms.create
      ? { label: resource.forms.create.title, onSelect: () => openForm({ name: 'create' }) }
      : undefined

  return (
    <Split>
      <ListSide>
        {!resource.record.within &&
          resource.notices?.map((notice) => <ListNotice key={notice.route} notice={notice} access={access} />)}
        {tabs}
        <Table<Row>
          ref={table}
          label={noun.many}
          source={source}
          summary={summary}
          columns={drawn}
          view={view}
          onViewChange={changeView}
          columnLook={layout}
          onColumnLookChange={changeLayout}
          scope={'see' in source ? null : scope}
          status={status}
          words={{
            noun,
            empty: { ...resource.empty, action: add },
            noPermission: {
              title: `You may not read ${noun.many}`,
              text: `It needs the right to read “${subjectWords(resource.subject)}”. ${WHO_CAN_GRANT}`,
            },
          }}
          total={total}
          error={error && { message: describeError(error), requestId: error.requestId }}
          onRetry={commands.retry}
          asOf={completedAt === null ? undefined : formatClock(completedAt)}
          arrivals={arrivals}
          onShowArrivals={commands.showArrivals}
          onCounted={commands.counted}
          onRowsInView={onRowsInView}
          startAt={place.startAt}
          onFilterOpened={askValues}
          readingValues={!isComplete || status === 'refreshing'}
          rowId={rowId}
          rowName={nameOf}
          rowHref={rowHref}
          onOpenRow={openPage}
          onPeekRow={({ id }) => (id === peek.id ? peek.close() : peek.show(id, peek.id !== null))}
          onRowReached={peek.follow}
          prints={!resource.record?.within}
          openRowId={peek.id}
          onOpenRowPlaced={peek.onPlaced}
          rowActions={rowActions}
          mostActions={resource.actions.length + 1 + mostDecisions}
          mutedRow={isDisabled}
          {...bulk}
          density={density}
          onDensityChange={setDensity}
          actions={
            <>
              {exporter ?? (
                <Button variant="ghost" icon={Download} onClick={() => exportRows()} disabledReason={notExportable}>
                  Export
                </Button>
              )}
              {resource.operations.import && rights.create && rights.update && (
                <Button variant="ghost" icon={Upload} onClick={() => setImports(true)}>
                  Import
                </Button>
              )}
              {mayAsk(resource, access) && (
                <Button variant="ghost" icon={FlaskConical} onClick={() => setPreviews(true)}>
                  {resource.preview!.label}
                </Button>
              )}
              {resource.ordered && rights.update && (
                <Button
                  variant="ghost"
                  icon={ArrowDownUp}
                  onClick={() => {
                    // Records that are waiting to be shown also have a position.
                    commands.showArrivals()
                    setOrders(true)
                  }}
                  disabledReason={isComplete ? undefined : 'Wait until all rows are there'}
                >
                  Order
                </Button>
              )}
              {hasDesk(resource.record) && rights.update && !resource.record.within && (
                <LinkButton to={pathOfDesk(resource)}>Review</LinkButton>
              )}
            </>
          }
          mainAction={
            add && (
              <Button variant="primary" icon={Plus} onClick={add.onSelect}>
                {add.label}
              </Button>
            )
          }
        />
      </ListSide>
      {/* Never a modal on top of a drawer that covers the page. */}
      {peek.id && (docks || (!form && !question)) && (
        <PeekContainer
          resource={resource}
          id={peek.id}
          columns={columns}
          row={rowOf(peek.id)}
          onClose={peek.close}
          onPrevious={peek.onPrevious}
          onNext={peek.onNext}
          richer={{ is_deleted: (row) => switchOf(row) }}
          verbs={(row) => (
            <>
              {resource.rowRoute && (
                <Button variant="ghost" icon={ExternalLink} onClick={() => openPage(row)}>
                  Open page
                </Button>
              )}
              <RecordActions
                name={nameOfRow(resource, row)}
                actions={recordActionsOf(row)}
                onCopyId={() => void copyId(row.id)}
              />
            </>
          )}
        />
      )}
      {over}
      {form && (
        <RecordFormContainer
          key={'id' in form ? `${form.name} ${form.id}` : form.name}
          resource={resource}
          target={form}
          onClose={() => openForm(null)}
          onSaved={(row, another) => {
            if (row) (addsRecord(form) ? commands.added : commands.saved)(row)
            if (!another) openForm(null)
          }}
        />
      )}
      {question}
      {dialog}
      {imports && (
        <ImportContainer resource={resource} onImported={commands.reload} onClose={() => setImports(false)} />
      )}
      {previews && <PreviewContainer resource={resource} onClose={() => setPreviews(false)} />}
      {orders && isComplete && 'rows' in source && (
        <OrderContainer resource={resource} rows={source} onReread={commands.reload} onClose={() => setOrders(false)} />
      )}
    </Split>
  )
}

/** An answer reveals something about every field: it requires the permission to read all of them. */
const mayAsk = ({ preview, record, subject }: Resource<Row>, access: Access): boolean =>
  preview !== undefined &&
  can(access, preview.needs, subject) &&
  Object.keys(record.allFields).every((field) => canRead(access, subject, field))

/** A source for columns whose values are never looked up. */
export const NO_ROWS: RowSource<Row> = { rows: [], revision: 0, subscribe: () => () => undefined }
const rowId = (row: Row) => row.id
const isDisabled = (row: Row) => row.is_deleted === true
