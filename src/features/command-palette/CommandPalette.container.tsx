import { useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { shallowEqual, useActorRef, useSelector } from '@xstate/react'
import { describeError } from '@contract/errors'
import { CommandPalette } from '@design-system/components/CommandPalette/CommandPalette'
import type { PaletteItem } from '@design-system/components/CommandPalette/CommandPalette'
import { createLookupImplementations } from '@machines/lookup/lookup.implementations'
import { selectLookup } from '@machines/lookup/lookup.view'
import { useConsole } from '@console/console'
import { useTheme } from '@console/appearance'
import { useSingleKeys } from '@console/single-keys'
import { actionLines, type ActionLine } from './actions'
import { FIND_LABEL } from './EarlyField'
import { groupsFor } from './groups'
import { pageLines, type Line } from './pages'
import { findRecords, searchableSlugs, stillAllowed, type FoundRecords } from './records'
import { readUses, withUse, writeUses, type Uses } from './usage'

/**
 * The records that were opened from the palette. They may contain names of people, so they are kept only in memory, and
 * only during the session.
 */
export interface SessionRecords {
  lines: readonly Line[]
  uses: Uses
}

export interface CommandPaletteContainerProps {
  /** What was typed while this code was loading. */
  begun: string
  /** While it is loading. */
  onBegin: (typed: string) => void
  onClose: () => void
  onChangePassword: () => void
  onMessages: () => void
  onHelp: () => void
  /** Owned by the frame and discarded with the session. */
  session: SessionRecords
  onSession: (records: SessionRecords) => void
}

const titles = new Intl.ListFormat('en')
/** @returns the titles of the lists that could not be searched; 'Records' if the whole search failed */
const nameMissing = (found: FoundRecords | null): string => (found ? titles.format(found.missing) : 'Records')

const isRecord = ({ id }: { id: string }) => id.startsWith('record ')

/** The pages and actions that the person may use, and those that they used before. */
function useLines({ onChangePassword, onMessages, onHelp }: CommandPaletteContainerProps) {
  const { activity, actors, preferences } = useConsole()
  const access = useSelector(actors.access, ({ context }) => context.access)
  const known = useSelector(actors.profile, ({ context }) => context.profile)
  const user = useSelector(actors.session, ({ context }) => context.session?.user)
  const role = known?.role ?? user?.role ?? ''
  const [theme, onTheme] = useTheme()
  const [singleKeys] = useSingleKeys()
  const pages = useMemo(() => pageLines(access, role), [access, role])
  const actions = actionLines(access, singleKeys, {
    theme,
    onTheme,
    onChangePassword,
    onMessages,
    onHelp,
    onSignOut: () => activity().actor.send({ type: 'signOut.request' }),
  })
  return {
    access,
    pages,
    actions,
    uses: readUses(preferences.get('palette')),
    keepUses: (uses: Uses) => preferences.set('palette', writeUses(uses)),
  }
}

/** Finds those pages, records and actions that the role allows. Loaded when it is first opened. */
export default function CommandPaletteContainer(props: CommandPaletteContainerProps) {
  const { begun, onClose, session, onSession } = props
  const { actors, api, clock, toasts } = useConsole()
  const navigate = useNavigate()
  const [query, setQuery] = useState(begun)
  const { access, pages, actions, uses, keepUses } = useLines(props)
  // Permissions that change while it is open apply from the next search on.
  const [machine] = useState(() =>
    createLookupImplementations({ toasts }, (words, signal) =>
      findRecords(api, actors.access.getSnapshot().context.access, words, signal),
    ),
  )
  const lookup = useActorRef(machine)
  const { busy, found, error } = useSelector(lookup, selectLookup<FoundRecords>, shallowEqual)
  const searches = searchableSlugs(access).length > 0
  useEffect(() => {
    if (searches) lookup.send({ type: 'words.changed', words: query })
  }, [lookup, searches, query])

  const records = {
    found: stillAllowed(found?.lines ?? [], access),
    busy,
    failure: error && {
      problem: `${nameMissing(found)} could not be searched. ${describeError(error)}`,
      onRetry: () => lookup.send({ type: 'retry' }),
    },
    recent: stillAllowed(session.lines, access),
  }
  const groups = groupsFor(query, { pages, actions, records }, { ...uses, ...session.uses })

  const remember = (item: PaletteItem) => {
    if (!isRecord(item)) return keepUses(withUse(uses, item.id, clock.now()))
    const line = { ...item, marks: undefined }
    onSession({
      lines: [line, ...session.lines.filter(({ id }) => id !== item.id)],
      uses: withUse(session.uses, item.id, clock.now()),
    })
  }
  const choose = (item: PaletteItem, { newTab }: { newTab: boolean }) => {
    remember(item)
    // It stays open: a person may open several.
    if (newTab && item.href) return void window.open(item.href, '_blank', 'noopener')
    onClose()
    if (item.href) void navigate(item.href)
    else (item as ActionLine).act?.()
  }

  return (
    <CommandPalette
      label={FIND_LABEL}
      query={query}
      onQueryChange={setQuery}
      groups={groups}
      onChoose={choose}
      onClose={onClose}
      nothingText="Only what your role may open is found."
      note="Only what your role may open"
    />
  )
}
