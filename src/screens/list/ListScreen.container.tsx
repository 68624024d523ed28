/** The generic list screen: a resource's rows in the table, its forms over it, the view in the address (architecture, The registry). */
import { lazy, Suspense, use, useEffect, useMemo, useState } from 'react'
import { shallowEqual, useActorRef, useSelector } from '@xstate/react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { Download, KeyRound, Pencil, Plus } from 'lucide-react'
import { rightsOn } from '@contract/permissions'
import { exportCsv } from '@design-system/patterns/Table/export-csv'
import { Table } from '@design-system/patterns/Table/Table'
import type { TableView } from '@design-system/patterns/Table/types'
import { Button } from '@design-system/primitives/Button/Button'
import { AccountSwitchContainer } from '@features/account-switch/AccountSwitch.container'
import { useConsole } from '@features/console.container'
import { listCommands, selectActs, selectListView } from '@machines/list/list.view'
import { accountActs, ENABLE_DISABLE } from '@resources/account-acts'
import { loadResource } from '@resources/load'
import type { Resource, Row } from '@resources/resource'
import type { ScreenProps } from '../screen-props'
import { fieldsToRead, shownByDefault, tableColumns, visibleColumns } from './columns'
import { download } from './download'
import { readForm, readView, writeForm, writeView, type OpenForm } from './view-in-address'

const AccountFormContainer = lazy(() => import('@features/account-form/AccountForm.container'))
const DisableQuestion = lazy(() => import('@features/account-switch/DisableQuestion'))

const ICONS = { edit: Pencil, resetPassword: KeyRound } as const

export default function ListScreen({ page }: ScreenProps) {
  return <ListOf key={page.slug} resource={use(loadResource(page.slug))} />
}

function ListOf({ resource }: { resource: Resource<Row> }) {
  const running = useConsole()
  const navigate = useNavigate()
  const [query, setQuery] = useSearchParams()
  const access = useSelector(running.actors.access, (snapshot) => snapshot.context.access)
  const rights = rightsOn(access, resource.subject)
  const columns = useMemo(() => visibleColumns(resource, access), [resource, access])
  const view = useMemo(() => readView(query, columns.map((column) => column.field)), [query, columns])
  const fields = fieldsToRead(resource, columns, view.columns ?? shownByDefault(columns), access)

  const [{ store, machine }] = useState(() => running.list<Row>({ operation: resource.operations.list, subject: resource.subject, acts: accountActs(resource.operations) }))
  const list = useActorRef(machine, { input: { fields } })
  const state = useSelector(list, selectListView, shallowEqual)
  const acts = useSelector(list, selectActs)
  const commands = useMemo(() => listCommands(list.send), [list])

  // The address is the owner of the columns; the list is told of those that it must fetch.
  const asked = fields.join()
  useEffect(() => commands.chooseFields(asked.split(',')), [commands, asked])
  const { settled } = running
  useEffect(() => {
    const watching = list.subscribe((snapshot) => !snapshot.hasTag('busy') && settled.mark())
    return () => watching.unsubscribe()
  }, [list, settled])

  const [disabling, setDisabling] = useState<Row | null>(null)
  const form = readForm(query)
  const open = (next: OpenForm | null) => setQuery(writeForm(query, next))
  const nameOf = useMemo(() => rowName(resource), [resource])
  const enableDisable = useMemo(
    () => (row: Row, isDeleted: boolean) => commands.act({ rowId: row.id, version: row.version, act: ENABLE_DISABLE, payload: { is_deleted: isDeleted } }),
    [commands],
  )
  const mayDisable = rights.enable_disable
  const drawn = useMemo(
    () =>
      tableColumns(columns, store, {
        is_deleted: (row) => (
          <AccountSwitchContainer
            key={row.id} act={acts[row.id]} name={nameOf(row)} isDeleted={row.is_deleted}
            onToggle={mayDisable ? (isDeleted) => (isDeleted ? setDisabling(row) : enableDisable(row, false)) : undefined}
          />
        ),
      }),
    [columns, store, acts, nameOf, mayDisable, enableDisable],
  )

  return (
    <>
      <Table<Row> label={resource.noun.many} source={store} columns={drawn} view={view} onViewChange={(next: TableView) => setQuery(writeView(query, next))} {...state} />
      <Suspense fallback={null}>
        {form && <AccountFormContainer resource={resource} target={form} onSaved={(row) => (row && (form.name === 'create' ? commands.added(row) : commands.saved(row)), open(null))} onClose={() => open(null)} />}
        {disabling && (
          <DisableQuestion
            name={nameOf(disabling)} effect="They can no longer sign in, and their sessions end. You can enable them again."
            onConfirm={() => (enableDisable(disabling, true), setDisabling(null))} onCancel={() => setDisabling(null)}
          />
        )}
      </Suspense>
    </>
  )
}

/** @returns what a row is called: its name fields, or its username */
const rowName = (resource: Resource<Row>) => (row: Row) => {
  const values = row as unknown as Record<string, unknown>
  return resource.nameFields.map((field) => values[field]).filter(Boolean).join(' ') || String(values.username ?? row.id)
}
