/** The generic list screen: a resource's rows in the table, its forms over it, the view in the address (architecture, The registry). */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { shallowEqual, useActorRef, useSelector } from '@xstate/react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { Download, ExternalLink, KeyRound, PanelRight, Pencil, Plus, ShieldOff } from 'lucide-react'
import { rightsOn, type Access } from '@contract/permissions'
import { describeError } from '@contract/errors'
import { useMedia } from '@design-system/components/Drawer/use-media'
import { FailedPanel } from '@design-system/components/Lazy/FailedParts'
import { lazyComponent } from '@design-system/components/Lazy/lazy-component'
import { exportCsv } from '@design-system/patterns/Table/export-csv'
import { Table, type TableHandle } from '@design-system/patterns/Table/Table'
import type { ColumnLook, RowAction, TableView } from '@design-system/patterns/Table/types'
import { Button } from '@design-system/primitives/Button/Button'
import { download } from '@features/shared/download'
import { AccountSwitchContainer } from '@features/shared/account-switch/AccountSwitch.container'
import { useConsole } from '@console/console'
import { formatClock } from '@features/shared/format'
import { useDensity } from '@console/appearance'
import { activityCommands, selectRowActions } from '@machines/activity/activity.view'
import { listCommands, selectListView } from '@machines/list/list.view'
import { accountActions, ENABLE_DISABLE, enableDisablePayload } from '@resources/account-actions'
import { fieldsToRead, shownByDefault } from '@resources/fields'
import type { ColumnDefinition, ReasonActionDefinition, Resource, Row } from '@resources/resource'
import { hrefOfRow, nameOfRow } from '@resources/row-values'
import { AccountFormContainer, DisableQuestion, ReasonAction } from '../account-dialogs'
import type { ResourceScreenProps } from '../screen-props'
import { subjectWords, WHO_CAN_GRANT } from '../subject-words'
import { useBulk } from './bulk.container'
import { useScope } from './scope.container'
import { useKeptColumns } from './column-layout.container'
import { tableColumns, visibleColumns } from './columns'
import type { PeekContainerProps } from './Peek.container'
import { ListSide, Split } from './list.styles'
import { NoColumns } from './NoColumns.container'
import {
  permittedForm,
  readForm,
  readPeek,
  readView,
  writeForm,
  writePeek,
  writeView,
  type OpenForm,
} from './view-in-address'

const PeekContainer = lazyComponent<PeekContainerProps>(() => import('./Peek.container'), {
  name: 'The details',
  failed: ({ onClose }, failure) => <FailedPanel failure={failure} onClose={onClose} />,
})

const ICONS = { edit: Pencil, resetPassword: KeyRound, resetTwoFactor: ShieldOff } as const

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

function ReadableList({ resource, access, columns }: ReadableListProps) {
  const running = useConsole()
  const { settled, toasts } = running
  const navigate = useNavigate()
  const [query, setQuery] = useSearchParams()
  const [density, setDensity] = useDensity()
  const rights = rightsOn(access, resource.subject)
  const known = useMemo(() => columns.map((column) => column.field), [columns])
  const [kept, keep] = useKeptColumns(resource.slug, known)
  // Columns that an address names win over those that the person keeps.
  const view = useMemo(() => {
    const asked = readView(query, known)
    return { ...asked, columns: asked.columns ?? kept.columns }
  }, [query, known, kept.columns])
  const look = useMemo((): ColumnLook => ({ widths: kept.widths, pinned: kept.pinned }), [kept])
  // A filter or an order may stand on a column that is not shown. Those by default come first: they were asked for already.
  const inUse = [
    ...shownByDefault(resource.columns),
    ...(view.columns ?? []),
    ...Object.keys(view.filters),
    ...(view.sort ? [view.sort.key] : []),
  ]
  const fields = fieldsToRead(resource, inUse)

  const activity = running.activity()
  const [{ store, machine }] = useState(() => {
    activity.define(accountActions(resource))
    return running.list<Row>({
      slug: resource.slug,
      operation: resource.operations.list,
      subject: resource.subject,
    })
  })
  const list = useActorRef(machine, { input: { fields } })
  const { status, total, completedAt, arrivals, error } = useSelector(list, selectListView, shallowEqual)
  const runningActions = useSelector(activity.actor, selectRowActions)
  const commands = useMemo(() => listCommands((event) => list.send(event)), [list])

  // The address owns the columns, also when one goes back in history: the list is told which fields they need.
  const needed = fields.join()
  useEffect(() => commands.chooseFields(needed.split(',')), [commands, needed])
  const stands = status !== 'loading'
  useEffect(() => {
    if (stands) settled.mark()
  }, [stands, settled])

  const scope = useScope(resource)
  const [disabling, setDisabling] = useState<Row | null>(null)
  /** The action that a reason is asked for. */
  const [asked, setAsked] = useState<{ row: Row; action: ReasonActionDefinition<Row> } | null>(null)
  const closeQuestion = useCallback(() => setAsked(null), [])
  const open = useCallback((next: OpenForm | null) => setQuery((now) => writeForm(now, next)), [setQuery])
  const shownKeys = view.columns?.join() ?? ''
  const changeView = useCallback(
    (next: TableView) => {
      if ((next.columns?.join() ?? '') !== shownKeys) keep({ columns: next.columns })
      setQuery((now) => writeView(now, next), { replace: true })
    },
    [setQuery, keep, shownKeys],
  )
  const peekId = readPeek(query)
  // The first one is a step, so that Back closes it; from one to the next there is none.
  const peek = useCallback(
    (id: string | null, replace: boolean) => setQuery((now) => writePeek(now, id), { replace }),
    [setQuery],
  )
  const nameOf = useCallback((row: Row) => nameOfRow(resource, row), [resource])
  const enableDisable = useCallback(
    (row: Row, isDeleted: boolean) =>
      activityCommands((event) => activity.actor.send(event)).startRowAction({
        list: resource.slug,
        rowId: row.id,
        version: row.version,
        action: ENABLE_DISABLE,
        payload: enableDisablePayload(isDeleted),
        record: { name: nameOf(row), href: hrefOfRow(resource, row) },
      }),
    [activity, resource, nameOf],
  )

  const mayDisable = rights.enable_disable
  const docks = useMedia('(min-width: 1280px)')
  const givesWay = docks && peekId !== null
  const drawn = useMemo(
    () =>
      tableColumns(
        columns,
        store,
        {
          is_deleted: (row, { tabIndex }) => (
            <AccountSwitchContainer
              key={row.id}
              tabIndex={tabIndex}
              action={runningActions[row.id]}
              name={nameOf(row)}
              isDeleted={row.is_deleted}
              onToggle={
                mayDisable ? (isDeleted) => (isDeleted ? setDisabling(row) : enableDisable(row, false)) : undefined
              }
            />
          ),
        },
        givesWay,
      ),
    [columns, store, runningActions, nameOf, mayDisable, enableDisable, givesWay],
  )
  const mayUpdate = rights.update
  const rowActions = useCallback(
    (row: Row): RowAction[] => [
      { key: 'peek', label: 'Peek at', icon: PanelRight, onSelect: () => peek(row.id, false) },
      ...resource.rowActions
        .filter(
          (action) =>
            (action.needs === 'update' ? mayUpdate : rightsOn(access, resource.subject).delete) &&
            (action.visibleWhen?.(row) ?? true),
        )
        .map((action) => ({
          key: action.key,
          label: action.label,
          icon: ICONS[action.key],
          onSelect: () => open({ name: action.key, id: row.id }),
        })),
      ...(resource.reasonActions ?? [])
        .filter((action) => rightsOn(access, resource.subject)[action.needs] && action.visibleWhen(row))
        .map((action) => ({
          key: action.key,
          label: action.label,
          icon: ICONS[action.key],
          onSelect: () => setAsked({ row, action }),
        })),
    ],
    [resource, access, mayUpdate, open, peek],
  )

  const table = useRef<TableHandle<Row>>(null)
  const exportRows = useCallback(
    (rows?: readonly Row[]) => {
      if (table.current)
        download(
          exportCsv(table.current.shownColumns(), rows ?? table.current.shownRows()),
          `${resource.slug}.csv`,
          'text/csv',
        )
    },
    [resource.slug],
  )
  const notExportable = stands && status !== 'streaming' ? undefined : 'Wait until all rows are there'
  const chosenRows = useCallback(() => table.current?.chosenRows() ?? [], [])
  const { over, ...bulk } = useBulk({
    resource,
    chosenRows,
    rowOf: (id) => store.get(id),
    mayDisable,
    notExportable,
    onExport: exportRows,
  })

  const matching = useSelector(list, (snapshot) => snapshot.context.matching)
  const [around, setAround] = useState<{ previous: string | null; next: string | null }>({ previous: null, next: null })
  // After the table has put its rows in order.
  useEffect(() => {
    if (!peekId || !table.current) return
    const { previous, next } = table.current.neighbours(peekId)
    setAround({ previous: previous?.id ?? null, next: next?.id ?? null })
    table.current.reveal(peekId)
  }, [peekId, view, status, matching])
  const closePeek = useCallback(() => {
    peek(null, true)
    table.current?.focus()
  }, [peek])
  const { noun, rowRoute } = resource
  const form = permittedForm(query, rightsOn(access, resource.subject))
  const refusedForm = form ? undefined : readForm(query)?.name
  useEffect(() => {
    if (!refusedForm) return
    toasts.show(
      'error',
      `Your role may not ${refusedForm === 'create' ? 'add' : 'change'} ${noun.many}. A super admin can grant it.`,
    )
    setQuery((now) => writeForm(now, null), { replace: true })
  }, [refusedForm, noun, toasts, setQuery])
  const add = rights.create
    ? { label: resource.forms.create.title, onSelect: () => open({ name: 'create' }) }
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
          columnLook={look}
          onColumnLookChange={keep}
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
          rowId={rowId}
          rowName={nameOf}
          rowHref={rowRoute ? (row) => rowRoute.replace(':id', row.id) : undefined}
          onOpenRow={(row) =>
            rowRoute ? void navigate(rowRoute.replace(':id', row.id)) : mayUpdate && open({ name: 'edit', id: row.id })
          }
          onPeekRow={(row) => (row.id === peekId ? closePeek() : peek(row.id, peekId !== null))}
          openRowId={peekId}
          rowActions={rowActions}
          mostActions={resource.rowActions.length + (resource.reasonActions?.length ?? 0) + 1}
          mutedRow={isDisabled}
          {...bulk}
          density={density}
          onDensityChange={setDensity}
          actions={
            <>
              <Button variant="ghost" icon={Download} onClick={() => exportRows()} disabledReason={notExportable}>
                Export
              </Button>
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
      {peekId && (docks || (!form && !disabling && !asked)) && (
        <PeekContainer
          key={peekId}
          resource={resource}
          id={peekId}
          columns={columns}
          row={store.get(peekId)}
          onClose={closePeek}
          onPrevious={around.previous === null ? null : () => peek(around.previous, true)}
          onNext={around.next === null ? null : () => peek(around.next, true)}
          richer={{
            is_deleted: (row) => (
              <AccountSwitchContainer
                action={runningActions[row.id]}
                name={nameOf(row)}
                isDeleted={row.is_deleted}
                onToggle={
                  mayDisable ? (isDeleted) => (isDeleted ? setDisabling(row) : enableDisable(row, false)) : undefined
                }
              />
            ),
          }}
          verbs={(row) => (
            <>
              {rowRoute && (
                <Button
                  variant="ghost"
                  icon={ExternalLink}
                  onClick={() => void navigate(rowRoute.replace(':id', row.id))}
                >
                  Open page
                </Button>
              )}
              {rowActions(row)
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
        <AccountFormContainer
          key={query.get('form')}
          resource={resource}
          target={form}
          onClose={() => open(null)}
          onSaved={(row) => {
            if (row) (form.name === 'create' ? commands.added : commands.saved)(row)
            open(null)
          }}
        />
      )}
      {asked && (
        <ReasonAction
          resource={resource}
          name={nameOf(asked.row)}
          row={asked.row}
          action={asked.action}
          onClose={closeQuestion}
        />
      )}
      {disabling && (
        <DisableQuestion
          name={nameOf(disabling)}
          effect="They can no longer sign in, and their sessions end. You can enable them again."
          onCancel={() => setDisabling(null)}
          onConfirm={() => {
            enableDisable(disabling, true)
            setDisabling(null)
          }}
        />
      )}
    </Split>
  )
}

const rowId = (row: Row) => row.id
const isDisabled = (row: Row) => row.is_deleted
