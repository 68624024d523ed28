import { Ban, CircleCheck, Download, KeyRound, Pencil, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Tag } from '../../primitives/Tag/Tag'
import { Toggle } from '../../primitives/Toggle/Toggle'
import type { Density } from '../../theme/theme'
import { storySource, type Player, type StorySource } from './story-rows'
import { Table, type TableProps } from './Table'
import type { Column, ColumnLook, Selection, TableView } from './types'

const grouped = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 })
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })

const COLUMNS: Column<Player>[] = [
  {
    key: 'first',
    title: 'First name',
    width: 120,
    kind: 'text',
    text: (row) => row.first,
    emphasis: 'name',
    inSight: 'name',
    phone: 'title',
    hideable: false,
    filter: { kind: 'text' },
  },
  {
    key: 'last',
    title: 'Last name',
    width: 120,
    kind: 'text',
    text: (row) => row.last,
    emphasis: 'name',
    inSight: 'name',
    phone: 'title',
    filter: { kind: 'text' },
  },
  {
    key: 'email',
    title: 'Email',
    width: 240,
    minWidth: 180,
    kind: 'text',
    text: (row) => row.email,
    filter: { kind: 'text' },
    phone: 'hidden',
  },
  { key: 'username', title: 'Username', width: 130, kind: 'text', text: (row) => row.username, phone: 'detail' },
  {
    key: 'role',
    title: 'Role',
    width: 130,
    kind: 'text',
    text: (row) => row.role,
    render: (row) => <Tag>{row.role}</Tag>,
    phone: 'hidden',
    filter: {
      kind: 'oneOf',
      options: ['PLAYER', 'GOLD_PLAYER', 'VIP_PLAYER'].map((role) => ({ value: role, label: role })),
    },
  },
  {
    key: 'creator',
    title: 'Creator',
    width: 120,
    kind: 'text',
    text: (row) => row.creator,
    priority: 2,
    phone: 'hidden',
  },
  {
    key: 'enabled',
    title: 'Account',
    width: 140,
    kind: 'boolean',
    text: (row) => (row.enabled ? 'Enabled' : 'Disabled'),
    number: (row) => row.enabled,
    inSight: 'state',
    phone: 'status',
    filter: { kind: 'oneOf', options: ['Enabled', 'Disabled'].map((word) => ({ value: word, label: word })) },
    render: (row, { tabIndex }) => (
      <Toggle
        checked={row.enabled}
        label={`Account of ${row.first} ${row.last}`}
        words={{ on: 'Enabled', off: 'Disabled' }}
        tabIndex={tabIndex}
        onChange={() => {}}
      />
    ),
  },
  {
    key: 'balance',
    title: 'Balance',
    width: 152,
    kind: 'money',
    text: (row) => grouped.format(Number(row.balance)),
    number: (row) => row.balance,
    exportText: (row) => row.balance,
    emphasis: 'amount',
    phone: 'end',
  },
  {
    key: 'joined',
    title: 'Registered',
    width: 120,
    kind: 'date',
    text: (row) => day.format(new Date(row.joined)),
    sortText: (row) => row.joined,
    hidden: true,
  },
]

/** Texts for a list of users. */
export const words: TableProps<Player>['words'] = {
  noun: { one: 'user', many: 'users' },
  empty: { title: 'No users yet', text: 'Players appear here the moment they register or are added.' },
}
const NO_VIEW: TableView = { search: '', filters: {}, sort: null, columns: null }
const NONE: Selection = { ids: new Set(), allMatching: false }
const rowId = (row: Player) => row.id
/** First and last name. */
export const rowName = (row: Player) => `${row.first} ${row.last}`
const rowHref = (row: Player) => `#/users/${row.id}`
const mutedRow = (row: Player) => !row.enabled
/** Four actions, one of them unavailable for disabled accounts. */
export const rowActions = (row: Player) => [
  { key: 'edit', label: 'Edit', icon: Pencil, onSelect: () => {} },
  {
    key: 'reset',
    label: 'Reset password of',
    icon: KeyRound,
    onSelect: () => {},
    disabledReason: row.enabled ? undefined : 'The account is disabled',
  },
  { key: 'note', label: 'Note on', icon: Download, onSelect: () => {} },
  { key: 'remove', label: 'Remove', icon: Trash2, onSelect: () => {}, tone: 'danger' as const },
]

/** Three actions, one of them unavailable. */
export const bulkActions = [
  { key: 'enable', label: 'Enable', icon: CircleCheck, onSelect: () => {} },
  { key: 'disable', label: 'Disable', icon: Ban, onSelect: () => {}, disabledReason: 'Wait until all rows are there' },
  { key: 'export', label: 'Export', icon: Download, onSelect: () => {} },
]

type Props = Partial<TableProps<Player>> & {
  rows?: readonly Player[]
  live?: StorySource
  startView?: Partial<TableView>
  selectable?: boolean
  startSelection?: Selection
  startLook?: ColumnLook
  height?: number
}

/** The table with a caller that stores view, selection and density, as a screen does. */
export function StoryTable({
  rows,
  live,
  startView,
  selectable = false,
  startSelection = NONE,
  startLook,
  height = 640,
  onViewChange,
  onColumnLookChange,
  ...props
}: Props) {
  const source = useMemo(() => live ?? storySource(rows ?? []), [live, rows])
  const [view, setView] = useState<TableView>({ ...NO_VIEW, ...startView })
  const [selection, setSelection] = useState(startSelection)
  const [look, setLook] = useState<ColumnLook>(startLook ?? { widths: {}, pinned: [] })
  const [density, setDensity] = useState<Density>('default')
  return (
    <div style={{ height, border: '1px solid var(--pb-border-base)', borderRadius: 8, overflow: 'hidden' }}>
      <Table<Player>
        label="Users"
        source={source}
        columns={COLUMNS}
        view={view}
        status="ready"
        words={words}
        rowId={rowId}
        rowName={rowName}
        rowHref={rowHref}
        onViewChange={(next) => (setView(next), onViewChange?.(next))}
        mutedRow={mutedRow}
        density={density}
        onDensityChange={setDensity}
        columnLook={look}
        onColumnLookChange={(next) => (setLook(next), onColumnLookChange?.(next))}
        bulkActions={bulkActions}
        {...(selectable && { selection, onSelectionChange: setSelection })}
        {...props}
      />
    </div>
  )
}
