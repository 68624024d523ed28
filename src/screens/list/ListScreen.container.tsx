/** The generic list screen: a resource's rows in the table, its forms over it, the view in the address (architecture, The registry). */
import { useCallback, useMemo, useRef, useState } from 'react'
import { useSelector } from '@xstate/react'
import { useNavigate } from 'react-router-dom'
import { ArrowDownUp, Download, ExternalLink, Plus } from 'lucide-react'
import { describeError } from '@contract/errors'
import { rightsOn, type Access } from '@contract/permissions'
import { useDensity } from '@console/appearance'
import { useConsole } from '@console/console'
import { FailedModal, FailedPanel } from '@design-system/components/Lazy/FailedParts'
import { lazyComponent } from '@design-system/components/Lazy/lazy-component'
import { exportCsv } from '@design-system/patterns/Table/export-csv'
import { Table, type TableHandle } from '@design-system/patterns/Table/Table'
import { Button } from '@design-system/primitives/Button/Button'
import { useMedia } from '@design-system/primitives/hooks/use-media'
import { download } from '@features/shared/download'
import { formatClock } from '@features/shared/format'
import { pageOfRecord } from '@resources/record-path'
import type { ColumnDefinition, Resource, Row } from '@resources/resource'
import { nameOfRow } from '@resources/row-values'
import { RecordFormContainer } from '../record-dialogs'
import type { ResourceScreenProps } from '../screen-props'
import { subjectWords, WHO_CAN_GRANT } from '../subject-words'
import { useBulk } from './bulk.container'
import { tableColumns, visibleColumns } from './columns'
import { useListForms } from './list-forms.container'
import { useListPeek } from './list-peek.container'
import { useListRows } from './list-rows.container'
import { useListView } from './list-view.container'
import { ListSide, Split } from './list.styles'
import { NoColumns } from './NoColumns.container'
import type { OrderContainerProps } from './Order.container'
import type { PeekContainerProps } from './Peek.container'
import { useRowActions } from './row-actions.container'
import { useScope } from './scope.container'

const PeekContainer = lazyComponent<PeekContainerProps>(() => import('./Peek.container'), {
  name: 'The details',
  failed: ({ onClose }, failure) => <FailedPanel failure={failure} onClose={onClose} />,
})

const OrderContainer = lazyComponent<OrderContainerProps>(() => import('./Order.container'), {
  name: 'The order',
  failed: ({ onClose }, failure) => <FailedModal failure={failure} onClose={onClose} />,
})

export default function ListScreen({ page, resource }: ResourceScreenProps) {
  return <ListOf key={page.slug} resource={resource} />
}

/** A list without a column has nothing to read: it says so in place of the table. */
function ListOf({ resource }: { resource: Resource<Row> }) {
  const access = useSelector(useConsole().actors.access, (snapshot) => snapshot.context.access)
  const columns = useMemo(() => visibleColumns(resource, access), [resource, access])
  return columns.length === 0 ? (
    <NoColumns resource={resource} rights={rightsOn(access, resource.subject)} />
  ) : (
    <ReadableList resource={resource} access={access} columns={columns} />
  )
}

interface ReadableListProps {
  resource: Resource<Row>
  access: Access
  /** The columns that the person may see: at least one. */
  columns: ColumnDefinition<Row>[]
}

/** @returns the file of the rows that the table shows, or of some of them, and the table's selected rows */
function useTableRows(slug: string) {
  const table = useRef<TableHandle<Row>>(null)
  const exportRows = useCallback(
    (rows?: readonly Row[]) => {
      if (!table.current) return
      const text = exportCsv(table.current.shownColumns(), rows ?? table.current.shownRows())
      download(text, `${slug}.csv`, 'text/csv')
    },
    [slug],
  )
  const chosenRows = useCallback(() => table.current?.chosenRows() ?? [], [])
  return { table, exportRows, chosenRows }
}

function ReadableList({ resource, access, columns }: ReadableListProps) {
  const { noun } = resource
  const navigate = useNavigate()
  const [density, setDensity] = useDensity()
  const rights = rightsOn(access, resource.subject)
  const nameOf = useCallback((row: Row) => nameOfRow(resource, row), [resource])

  const { view, changeView, layout, changeLayout, fields } = useListView(resource, columns)
  const { store, state, commands, isComplete } = useListRows(resource, fields)
  const { status, total, completedAt, arrivals, error } = state
  const { table, exportRows, chosenRows } = useTableRows(resource.slug)
  const scope = useScope(resource)
  const { form, open: openForm } = useListForms(resource, rights)
  const peek = useListPeek(table)
  const { show: showPeek } = peek
  const { actionsOf, switchOf, question } = useRowActions({
    resource,
    access,
    openForm,
    peek: useCallback((id: string) => showPeek(id, false), [showPeek]),
  })
  const notExportable = isComplete ? undefined : 'Wait until all rows are there'
  const { over, ...bulk } = useBulk({
    resource,
    chosenRows,
    rowOf: (id) => store.get(id),
    mayDisable: resource.switch !== undefined && rights.enable_disable,
    notExportable,
    onExport: exportRows,
  })

  const [orders, setOrders] = useState(false)
  const docks = useMedia('(min-width: 1280px)')
  const givesWay = docks && peek.id !== null
  const drawn = useMemo(
    () => tableColumns(columns, store, { is_deleted: (row, { tabIndex }) => switchOf(row, tabIndex) }, givesWay),
    [columns, store, switchOf, givesWay],
  )
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
        <Table<Row>
          ref={table}
          label={noun.many}
          source={store}
          columns={drawn}
          view={view}
          onViewChange={changeView}
          columnLook={layout}
          onColumnLookChange={changeLayout}
          scope={scope}
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
          onRowsInView={commands.inView}
          rowId={rowId}
          rowName={nameOf}
          rowHref={resource.rowRoute ? ({ id }) => pageOfRecord(resource, id)! : undefined}
          onOpenRow={openPage}
          onPeekRow={({ id }) => (id === peek.id ? peek.close() : peek.show(id, peek.id !== null))}
          openRowId={peek.id}
          onOpenRowPlaced={peek.onPlaced}
          rowActions={actionsOf}
          mostActions={resource.actions.length + 1}
          mutedRow={isDisabled}
          {...bulk}
          density={density}
          onDensityChange={setDensity}
          actions={
            <>
              <Button variant="ghost" icon={Download} onClick={() => exportRows()} disabledReason={notExportable}>
                Export
              </Button>
              {resource.ordered && rights.update && (
                <Button
                  variant="ghost"
                  icon={ArrowDownUp}
                  onClick={() => setOrders(true)}
                  disabledReason={isComplete ? undefined : 'Wait until all rows are there'}
                >
                  Order
                </Button>
              )}
              {add && (
                <Button variant="primary" icon={Plus} onClick={add.onSelect}>
                  {add.label}
                </Button>
              )}
            </>
          }
        />
      </ListSide>
      {/* Never a modal on a drawer that lies over the page. */}
      {peek.id && (docks || (!form && !question)) && (
        <PeekContainer
          key={peek.id}
          resource={resource}
          id={peek.id}
          columns={columns}
          row={store.get(peek.id)}
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
              {actionsOf(row)
                .filter(({ key }) => key !== 'peek')
                .reverse()
                .map(({ key, label, icon, onSelect }) => (
                  <Button key={key} icon={icon} variant={key === 'edit' ? 'primary' : 'secondary'} onClick={onSelect}>
                    {label}
                  </Button>
                ))}
            </>
          )}
        />
      )}
      {over}
      {form && (
        <RecordFormContainer
          key={form.name === 'create' ? form.name : `${form.name} ${form.id}`}
          resource={resource}
          target={form}
          onClose={() => openForm(null)}
          onSaved={(row) => {
            if (row) (form.name === 'create' ? commands.added : commands.saved)(row)
            openForm(null)
          }}
        />
      )}
      {question}
      {orders && (
        <OrderContainer
          resource={resource}
          rows={store.rows}
          onOutdated={commands.reload}
          onClose={() => setOrders(false)}
        />
      )}
    </Split>
  )
}

const rowId = (row: Row) => row.id
const isDisabled = (row: Row) => row.is_deleted === true
