import { RotateCw, Search, SearchX, X, type LucideIcon } from 'lucide-react'
import {
  Fragment,
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react'
import { Icon } from '../../primitives/Icon/Icon'
import { IconButton } from '../../primitives/IconButton/IconButton'
import { Kbd } from '../../primitives/Kbd/Kbd'
import { KeyCombo } from '../../primitives/Kbd/KeyCombo'
import { Skeleton } from '../../primitives/Skeleton/Skeleton'
import { Spinner } from '../../primitives/Spinner/Spinner'
import { VisuallyHidden } from '../../primitives/VisuallyHidden/VisuallyHidden'
import { EmptyState } from '../EmptyState/EmptyState'
import {
  Bone,
  Content,
  EnterHint,
  EscHint,
  Foot,
  ForKeys,
  ForThumbs,
  GroupTitle,
  Head,
  Input,
  Lead,
  List,
  Muted,
  OptionAct,
  OptionLink,
  Overlay,
  Panel,
  Right,
  Words,
} from './CommandPalette.styles'
import type { Range } from './rank'

/** One line that can be chosen. */
export interface PaletteItem {
  /** Unique in the palette. */
  id: string
  title: string
  icon: LucideIcon
  /** Its parents, outermost first; muted before the title. */
  parents?: readonly string[]
  /** The matching parts of the title. */
  marks?: readonly Range[]
  /** Its readable id. */
  lead?: string
  /** Distinguishes items of the same name; muted after the title. */
  detail?: string
  /** At the right: its section or kind. */
  note?: string
  /** At the right: its state or a count. */
  state?: ReactNode
  /** The keyboard shortcut with the same effect. */
  keys?: string
  /** Address: a real link, which can be opened in a new tab. */
  href?: string
  tone?: 'danger'
}

export interface PaletteGroup {
  title: string
  items: readonly PaletteItem[]
  /** More items are being loaded. */
  loading?: boolean
  /** The items could not be loaded. */
  failure?: { problem: string; onRetry: () => void } | null
}

export interface CommandPaletteProps {
  /** Name of the palette for screen readers, and placeholder of the field. */
  label: string
  query: string
  onQueryChange: (query: string) => void
  /** In order; a group without items is shown only while it loads or after it failed. */
  groups: readonly PaletteGroup[]
  /** @param how `newTab`: Ctrl or ⌘ was held, and it is a link */
  onChoose: (item: PaletteItem, how: { newTab: boolean }) => void
  /** Esc, ×, or a press outside. */
  onClose: () => void
  /** One sentence below "Nothing is called …". */
  nothingText: string
  /** At the end of the footer. */
  note?: string
}

/** Widths of placeholder lines while items load. */
const BONES = [46, 34]

/** A line of the list: an item, or a button that loads a group again. */
type Line = { id: string; item: PaletteItem } | { id: string; retry: () => void }

const linesOf = (groups: readonly PaletteGroup[]): Line[] =>
  groups.flatMap<Line>(({ title, items, failure }) => [
    ...items.map((item) => ({ id: item.id, item })),
    ...(failure ? [{ id: `retry ${title}`, retry: failure.onRetry }] : []),
  ])

function Marked({ text, marks }: { text: string; marks: readonly Range[] }) {
  return (
    <>
      {marks.map(([from, to], at) => (
        <Fragment key={from}>
          {text.slice(at === 0 ? 0 : marks[at - 1]![1], from)}
          <mark>{text.slice(from, to)}</mark>
        </Fragment>
      ))}
      {text.slice(marks.at(-1)?.[1] ?? 0)}
    </>
  )
}

interface OptionProps {
  id: string
  item: PaletteItem
  selected: boolean
  onPoint: () => void
  onChoose: (newTab: boolean) => void
}

function Option({ id, item, selected, onPoint, onChoose }: OptionProps) {
  const { title, icon, parents = [], marks = [], lead, detail, note, state, keys, href, tone } = item
  const shared = {
    id,
    role: 'option',
    'aria-selected': selected,
    tabIndex: -1,
    'data-tone': tone,
    onPointerMove: onPoint,
    // The focus stays in the field.
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
    onClick: (event: MouseEvent) => {
      event.preventDefault()
      onChoose(href !== undefined && (event.ctrlKey || event.metaKey))
    },
  }
  const inside = (
    <>
      <Icon icon={icon} />
      <Words>
        {parents.map((parent) => (
          <Muted key={parent}>{parent} / </Muted>
        ))}
        {lead && <Lead>{lead}</Lead>}
        <bdi>
          <Marked text={title} marks={marks} />
        </bdi>
        {detail && (
          <Muted>
            {' '}
            <bdi>{detail}</bdi>
          </Muted>
        )}
      </Words>
      {(note || state || keys) && (
        <Right>
          {note}
          {state}
          {keys && <KeyCombo keys={keys} decorative />}
        </Right>
      )}
      <EnterHint aria-hidden>
        <Kbd>↵</Kbd>
      </EnterHint>
    </>
  )
  return href === undefined ? (
    <OptionAct {...shared}>{inside}</OptionAct>
  ) : (
    <OptionLink {...shared} href={href}>
      {inside}
    </OptionLink>
  )
}

/** The active line, which Enter chooses. It stays when more items arrive, and is the first line after the input changes. */
function useActive(query: string, lines: readonly Line[]): [number, (id: string | undefined) => void] {
  const [active, setActive] = useState<{ query: string; id: string | undefined }>({ query, id: undefined })
  const kept = active.query === query && active.id !== undefined ? lines.findIndex(({ id }) => id === active.id) : -1
  const at = Math.max(0, kept)
  const id = lines[at]?.id
  if (active.query !== query || active.id !== id) setActive({ query, id })
  return [at, (next) => setActive({ query, id: next })]
}

const said = (count: number, loading: boolean) => {
  if (loading) return 'Searching'
  return count === 0 ? 'Nothing found' : `${count} ${count === 1 ? 'result' : 'results'}`
}

/**
 * Finds pages, records and actions globally (look, section 5). The focus stays in the field: arrows move, Enter chooses, Ctrl Enter
 * opens a new tab, Esc returns the focus to its previous element. Shown while it is rendered; import it lazily.
 */
export function CommandPalette({
  label,
  query,
  onQueryChange,
  groups,
  onChoose,
  onClose,
  nothingText,
  note,
}: CommandPaletteProps) {
  const base = useId()
  const list = useRef<HTMLDivElement>(null)
  const lines = linesOf(groups)
  const [at, setActive] = useActive(query, lines)
  const active = lines[at]
  const loading = groups.some((group) => group.loading)
  const nothing = lines.length === 0 && !loading
  const idOf = (id: string) => `${base}${id}`
  const move = (step: number) => setActive(lines[(at + step + lines.length) % lines.length]?.id)
  const choose = (line: Line | undefined, newTab: boolean) => {
    if (line && 'item' in line) onChoose(line.item, { newTab: newTab && line.item.href !== undefined })
    else line?.retry()
  }
  const keys = (event: KeyboardEvent) => {
    // While an input method composes, it handles Enter and arrows.
    if (event.nativeEvent.isComposing || lines.length === 0) return
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter') choose(active, event.ctrlKey || event.metaKey)
    else return
    event.preventDefault()
  }
  const activeId = active && idOf(active.id)
  useEffect(() => {
    if (!activeId) return
    // With the first line, its heading is scrolled into view too.
    if (at === 0) list.current?.scrollTo(0, 0)
    else document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId, at])

  return (
    <Overlay
      isOpen
      isDismissable
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <Panel>
        <Content aria-label={label}>
          <Head>
            <Icon icon={Search} size="topBar" />
            <Input
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the focus goes where the person is led by opening the palette
              autoFocus
              type="text"
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is an input, and a combobox beside
              role="combobox"
              aria-label={label}
              aria-expanded={lines.length > 0}
              aria-controls={nothing ? undefined : `${base}list`}
              aria-activedescendant={activeId}
              aria-autocomplete="list"
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              enterKeyHint="go"
              placeholder={label}
              value={query}
              onChange={(event) => onQueryChange(event.target.value)}
              onKeyDown={keys}
            />
            <EscHint aria-hidden>
              <Kbd>Esc</Kbd>
            </EscHint>
            <ForThumbs>
              <IconButton label="Close" icon={X} size="large" onClick={onClose} />
            </ForThumbs>
          </Head>
          <VisuallyHidden as="output">{said(lines.length, loading)}</VisuallyHidden>
          {nothing && (
            <EmptyState
              icon={SearchX}
              title={query.trim() ? `Nothing is called “${query.trim()}”` : 'There is nothing to open'}
              text={nothingText}
            />
          )}
          {!nothing && (
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot be filled from a field beside it
            <List ref={list} id={`${base}list`} role="listbox" aria-label={label} aria-busy={loading || undefined}>
              {groups
                .filter((group) => group.items.length > 0 || group.loading || group.failure)
                .map((group) => {
                  const retry = `retry ${group.title}`
                  return (
                    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above: an optgroup stands in a select
                    <div key={group.title} role="group" aria-label={group.title}>
                      <GroupTitle aria-hidden>
                        {group.title}
                        {group.loading && group.items.length > 0 && <Spinner size={12} alone />}
                      </GroupTitle>
                      {group.items.map((item) => (
                        <Option
                          key={item.id}
                          id={idOf(item.id)}
                          item={item}
                          selected={item.id === active?.id}
                          onPoint={() => setActive(item.id)}
                          onChoose={(newTab) => choose({ id: item.id, item }, newTab)}
                        />
                      ))}
                      {group.loading &&
                        group.items.length === 0 &&
                        BONES.map((width) => (
                          <Bone key={width} aria-hidden>
                            <Skeleton width={16} height={16} />
                            <Skeleton width={`${width}%`} height={10} />
                          </Bone>
                        ))}
                      {group.failure && (
                        <Option
                          id={idOf(retry)}
                          item={{
                            id: retry,
                            title: group.failure.problem,
                            icon: RotateCw,
                            note: 'Try again',
                            tone: 'danger',
                          }}
                          selected={active?.id === retry}
                          onPoint={() => setActive(retry)}
                          onChoose={group.failure.onRetry}
                        />
                      )}
                    </div>
                  )
                })}
            </List>
          )}
          <Foot>
            <ForKeys>
              <KeyCombo keys="ArrowUp" />
              <KeyCombo keys="ArrowDown" /> Move
            </ForKeys>
            <ForKeys>
              <KeyCombo keys="Enter" /> Open
            </ForKeys>
            <ForKeys>
              <KeyCombo keys="Mod+Enter" /> New tab
            </ForKeys>
            {note && <span>{note}</span>}
          </Foot>
        </Content>
      </Panel>
    </Overlay>
  )
}
