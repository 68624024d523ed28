import { Columns3, Ellipsis, Plus, Rows2, Rows3, Rows4, X } from 'lucide-react'
import { memo, useRef, type ReactNode } from 'react'
import { FilterInput } from '../../../components/FilterInput/FilterInput'
import { lazyComponent } from '../../../components/Lazy/lazy-component'
import { Popover } from '../../../components/Popover/Popover'
import { Button } from '../../../primitives/Button/Button'
import { Icon } from '../../../primitives/Icon/Icon'
import { IconButton } from '../../../primitives/IconButton/IconButton'
import { useStore } from '../../../primitives/hooks/use-store'
import type { Density } from '../../../theme/theme'
import type { Column, ColumnLook, TableScope, TableView } from '../types'
import type { LiveSearch } from '../use-local-view'
import { filtersInForce } from '../engine/conditions'
import { filterVerb, filterWords } from '../words'
import {
  AddButton,
  BarBox,
  Behind,
  Chip,
  ChipRemove,
  Chips,
  ChipText,
  Count,
  End,
  ScopeText,
  SearchBox,
  Wide,
} from './Bar.styles'
import { useBarRoom } from './use-bar-room'

const FilterChooser = lazyComponent(() => import('./FilterChooser'), { name: 'The filters' }) as <Row>(
  props: Parameters<typeof import('./FilterChooser').default<Row>>[0],
) => ReactNode
const ColumnsChooser = lazyComponent(() => import('./ColumnsChooser'), { name: 'The columns' }) as <Row>(
  props: Parameters<typeof import('./ColumnsChooser').default<Row>>[0],
) => ReactNode

interface Props<Row> {
  columns: readonly Column<Row>[]
  /** The columns in the table, in their order. */
  shown: readonly Column<Row>[]
  look: ColumnLook
  /** Without it columns cannot be resized or pinned. */
  onLookChange?: (look: ColumnLook) => void
  phone: boolean
  view: TableView
  scope: TableScope<Row> | null
  search: LiveSearch
  onChange: (part: Partial<TableView>) => void
  searchLabel: string
  density: Density
  onDensityChange?: (density: Density) => void
  /** A column's values are needed, to filter by them. */
  onFilterOpened?: (key: string) => void
  /** These values are still loading. */
  readingValues?: boolean
  /** Displayed before the controls of the view. */
  summary?: ReactNode
  /** Actions on the list, at the right end; where there is too little room, behind one button. */
  actions?: ReactNode
  /** The main action on the list: behind that button only where there is room for nothing but the search. */
  mainAction?: ReactNode
}

const NEXT: Record<Density, Density> = { compact: 'default', default: 'comfortable', comfortable: 'compact' }
const DENSITY_ICONS = { compact: Rows4, default: Rows3, comfortable: Rows2 } as const

/** The line above the rows: search, filters, row height, columns (look, section 6, Views and filters). */
export const Bar = memo(function Bar<Row>({
  columns,
  shown,
  look,
  onLookChange,
  phone,
  view,
  scope,
  search,
  onChange,
  searchLabel,
  density,
  onDensityChange,
  onFilterOpened,
  readingValues,
  summary,
  actions,
  mainAction,
}: Props<Row>) {
  const box = useRef<HTMLElement>(null)
  const filterable = columns.filter(({ filter }) => filter)
  const active = filtersInForce(filterable, view.filters)
  const filterCount = active.length + (scope ? 1 : 0)
  const room = useBarRoom(box, phone, filterCount > 0)
  const setFilters = (changes: TableView['filters']) =>
    onChange({
      filters: Object.fromEntries(
        Object.entries({ ...view.filters, ...changes }).filter(([, values]) => values.length > 0),
      ),
    })
  const chooser = {
    columns: filterable,
    filters: view.filters,
    onChange: setFilters,
    onOpened: onFilterOpened,
    reading: readingValues,
  }
  const chips = filterCount > 0 && (
    <Chips aria-label="Filters">
      {scope && (
        <Chip>
          <ScopeText>
            Only <span>{scope.label}</span>
          </ScopeText>
          <ChipRemove>
            <IconButton
              size="small"
              iconSize="header"
              icon={X}
              label={`Show all, not only ${scope.label}`}
              onClick={scope.onClear}
            />
          </ChipRemove>
        </Chip>
      )}
      {active.map(({ column, name, values, excludes }) => (
        <Chip key={name}>
          <Popover
            label={`Filter ${column.title}`}
            trigger={(props) => (
              <ChipText {...props} type="button">
                <span>{column.title}</span> <span>{filterVerb(column, values, excludes)}</span>{' '}
                <span>{filterWords(column, values)}</span>
              </ChipText>
            )}
          >
            {(close) => <FilterChooser {...chooser} of={column} excludes={excludes} close={close} />}
          </Popover>
          <ChipRemove>
            <IconButton
              size="small"
              iconSize="header"
              icon={X}
              label={`Remove filter ${column.title}`}
              onClick={() => setFilters({ [name]: [] })}
            />
          </ChipRemove>
        </Chip>
      ))}
    </Chips>
  )
  const filter = filterable.length > 0 && (
    <Popover
      label="Add a filter"
      trigger={(props) => (
        <AddButton {...props} type="button">
          <Icon icon={Plus} size="pill" />
          Filter
        </AddButton>
      )}
    >
      {(close) => <FilterChooser {...chooser} close={close} />}
    </Popover>
  )
  const rowHeight = onDensityChange && (
    <IconButton
      size="small"
      icon={DENSITY_ICONS[density]}
      label={`Row height: ${density}`}
      onClick={() => onDensityChange(NEXT[density])}
    />
  )
  const chooseColumns = (
    <Popover
      label="Columns"
      placement="bottom end"
      trigger={(props) => (
        <Button {...props} size="small" icon={Columns3} aria-label={`Columns, ${shown.length} shown`}>
          Columns <Count>{shown.length}</Count>
        </Button>
      )}
    >
      {() => (
        <ColumnsChooser
          columns={columns}
          shown={shown}
          look={look}
          onLookChange={onLookChange}
          phone={phone}
          onChange={(keys) => onChange({ columns: keys })}
        />
      )}
    </Popover>
  )
  return (
    <BarBox ref={box} data-room={room}>
      <SearchField label={searchLabel} search={search} />
      {room !== 'search' && chips}
      {room !== 'search' && filter}
      <End data-bar-end>
        {room !== 'search' && summary}
        {room === 'all' && (
          <>
            {rowHeight}
            {chooseColumns}
            {actions}
          </>
        )}
        {room !== 'search' && mainAction}
        {room !== 'all' && (
          <Popover
            label="List"
            placement="bottom end"
            trigger={(props) => (
              <Wide>
                <IconButton
                  {...props}
                  size="small"
                  icon={Ellipsis}
                  label="More"
                  badge={room === 'search' ? filterCount : 0}
                  badgeWord={filterCount === 1 ? 'filter' : 'filters'}
                />
              </Wide>
            )}
          >
            {(close) => (
              <Behind>
                {room === 'search' && summary}
                {room === 'search' && chips}
                {room === 'search' && filter}
                {chooseColumns}
                {rowHeight}
                {/* Each of them opens a dialog or a page. */}
                {(actions || (room === 'search' && mainAction)) && (
                  <Behind onClick={close}>
                    {actions}
                    {room === 'search' && mainAction}
                  </Behind>
                )}
              </Behind>
            )}
          </Popover>
        )}
      </End>
    </BarBox>
  )
}) as <Row>(props: Props<Row>) => ReactNode

/** The only component that renders at each key. */
function SearchField({ label, search }: { label: string; search: LiveSearch }) {
  const value = useStore(search.subscribe, search.get)
  return (
    <SearchBox>
      <FilterInput label={label} placeholder={label} controlSize="bar" value={value} onValueChange={search.set} />
    </SearchBox>
  )
}
