/** The generic list screen: a resource's rows in the table, its forms over it, the view in the address (architecture, The registry). */
import { lazy, Suspense, use, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { shallowEqual, useActorRef, useSelector } from '@xstate/react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { Download, KeyRound, Pencil, Plus } from 'lucide-react'
import { rightsOn } from '@contract/permissions'
import { describeError } from '@contract/errors'
import { exportCsv } from '@design-system/patterns/Table/export-csv'
import { Table, type TableHandle } from '@design-system/patterns/Table/Table'
import type { RowAction, TableView } from '@design-system/patterns/Table/types'
import { Button } from '@design-system/primitives/Button/Button'
import { AccountSwitchContainer } from '@features/shared/account-switch/AccountSwitch.container'
import { useConsole } from '@features/shared/console.container'
import { formatClock } from '@features/shared/format'
import { useDensity } from '@features/shared/look.container'
import { listCommands, selectActs, selectListView } from '@machines/list/list.view'
import { accountActs, ENABLE_DISABLE } from '@resources/account-acts'
import { loadResource } from '@resources/load'
import type { Resource, Row } from '@resources/resource'
import { nameOfRow } from '@resources/row-values'
import type { ScreenProps } from '../screen-props'
import { fieldsToRead, shownByDefault, tableColumns, visibleColumns } from './columns'
import { download } from './download'
import { permittedForm, readView, writeForm, writeView, type OpenForm } from './view-in-address'

const AccountFormContainer = lazy(() => import('@features/account-form/AccountForm.container'))
const DisableQuestion = lazy(() => import('@features/shared/account-switch/DisableQuestion'))

const ICONS = { edit: Pencil, resetPassword: KeyRound } as const

export default function ListScreen({ page }: ScreenProps) {
  return <ListOf key={page.slug} resource={use(loadResource(page.slug))} />
}

function ListOf({ resource }: { resource: Resource<Row> }) {
  const running = useConsole()
  const { settled } = running
  const navigate = useNavigate()
  const [query, setQuery] = useSearchParams()
  const [density, setDensity] = useDensity()
  const access = useSelector(running.actors.access, (snapshot) => snapshot.context.access)
  const rights = rightsOn(access, resource.subject)
  const columns = useMemo(() => visibleColumns(resource, access), [resource, access])
  const view = useMemo(() => readView(query, columns.map((column) => column.field)), [query, columns])
  // A filter or an order may stand on a column that is not shown.
  const inUse = [...(view.columns ?? shownByDefault(columns)), ...Object.keys(view.filters), ...(view.sort ? [view.sort.key] : [])]
  const fields = fieldsToRead(resource, columns, inUse, access)

  const [{ store, machine }] = useState(() => running.list<Row>({ operation: resource.operations.list, subject: resource.subject, acts: accountActs(resource.operations, resource.noun) }))
  const list = useActorRef(machine, { input: { fields } })
  const { status, total, completedAt, arrivals, error } = useSelector(list, selectListView, shallowEqual)
  const acts = useSelector(list, selectActs)
  const commands = useMemo(() => listCommands((event) => list.send(event)), [list])

  // The address owns the columns, also when one goes back in history: the list is told which fields they need.
  const needed = fields.join()
  useEffect(() => commands.chooseFields(needed.split(',')), [commands, needed])
  const stands = status !== 'loading'
  useEffect(() => {
    if (stands) settled.mark()
  }, [stands, settled])

  const [disabling, setDisabling] = useState<Row | null>(null)
  const open = useCallback((next: OpenForm | null) => setQuery((now) => writeForm(now, next)), [setQuery])
  const changeView = useCallback((next: TableView) => setQuery((now) => writeView(now, next), { replace: true }), [setQuery])
  const nameOf = useCallback((row: Row) => nameOfRow(resource, row), [resource])
  const enableDisable = useCallback(
    (row: Row, isDeleted: boolean) => commands.act({ rowId: row.id, version: row.version, act: ENABLE_DISABLE, payload: { is_deleted: isDeleted } }),
    [commands],
  )

  const mayDisable = rights.enable_disable
  const drawn = useMemo(
    () =>
      tableColumns(columns, store, {
        is_deleted: (row, { tabIndex }) => (
          <AccountSwitchContainer
            key={row.id} tabIndex={tabIndex} act={acts[row.id]} name={nameOf(row)} isDeleted={row.is_deleted}
            onToggle={mayDisable ? (isDeleted) => (isDeleted ? setDisabling(row) : enableDisable(row, false)) : undefined}
          />
        ),
      }),
    [columns, store, acts, nameOf, mayDisable, enableDisable],
  )
  const mayUpdate = rights.update
  const rowActions = useCallback(
    (row: Row): RowAction[] =>
      resource.rowActions
        .filter((action) => (action.needs === 'update' ? mayUpdate : rightsOn(access, resource.subject).delete) && (action.visibleWhen?.(row) ?? true))
        .map((action) => ({ key: action.key, label: action.label, icon: ICONS[action.key], onSelect: () => open({ name: action.key, id: row.id }) })),
    [resource, access, mayUpdate, open],
  )

  const table = useRef<TableHandle<Row>>(null)
  const exportRows = () => {
    if (table.current) download(exportCsv(table.current.shownColumns(), table.current.shownRows()), `${resource.slug}.csv`)
  }
  const { noun, rowRoute } = resource
  const form = permittedForm(query, rightsOn(access, resource.subject))
  const add = rights.create ? { label: resource.forms.create.title, onSelect: () => open({ name: 'create' }) } : undefined

  return (
    <>
      <Table<Row>
        ref={table}
        label={noun.many}
        source={store}
        columns={drawn}
        view={view}
        onViewChange={changeView}
        status={status}
        words={{ noun, empty: { ...resource.empty, action: add } }}
        total={total}
        error={error && { message: describeError(error), requestId: error.requestId }}
        onRetry={commands.retry}
        asOf={completedAt === null ? undefined : formatClock(completedAt)}
        arrivals={arrivals}
        onShowArrivals={commands.showArrivals}
        onCounted={commands.counted}
        rowId={rowId}
        rowName={nameOf}
        rowHref={rowRoute ? (row) => rowRoute.replace(':id', row.id) : undefined}
        onOpenRow={(row) => (rowRoute ? void navigate(rowRoute.replace(':id', row.id)) : mayUpdate && open({ name: 'edit', id: row.id }))}
        rowActions={rowActions}
        mostActions={resource.rowActions.length}
        mutedRow={isDisabled}
        density={density}
        onDensityChange={setDensity}
        actions={
          <>
            <Button variant="ghost" icon={Download} onClick={exportRows} disabledReason={stands && status !== 'streaming' ? undefined : 'Wait until all rows are there'}>Export</Button>
            {add && <Button variant="primary" icon={Plus} onClick={add.onSelect}>{add.label}</Button>}
          </>
        }
      />
      <Suspense fallback={null}>
        {form && (
          <AccountFormContainer
            key={query.get('form')} resource={resource} target={form} onClose={() => open(null)}
            onSaved={(row) => {
              if (row) (form.name === 'create' ? commands.added : commands.saved)(row)
              open(null)
            }}
          />
        )}
        {disabling && (
          <DisableQuestion
            name={nameOf(disabling)} effect="They can no longer sign in, and their sessions end. You can enable them again." onCancel={() => setDisabling(null)}
            onConfirm={() => {
              enableDisable(disabling, true)
              setDisabling(null)
            }}
          />
        )}
      </Suspense>
    </>
  )
}

const rowId = (row: Row) => row.id
const isDisabled = (row: Row) => row.is_deleted
