/** The groups that the palette shows for the typed text: a pure function. */
import type { PaletteGroup } from '@design-system/components/CommandPalette/CommandPalette'
import { marksIn, rank, recentFirst } from '@design-system/components/CommandPalette/rank'
import type { Line } from './pages'
import type { Uses } from './usage'

/** Number of pages that are shown at first: more would hide the groups below. */
const MOST_PAGES = 8
const MOST_RECENT = 6

export interface Sources {
  pages: readonly Line[]
  actions: readonly Line[]
  /** The last result of the server, and the records that were opened before in this session. */
  records: { found: readonly Line[]; busy: boolean; failure: PaletteGroup['failure']; recent: readonly Line[] }
}

const marked = (found: ReturnType<typeof rank<Line>>): Line[] => found.map(({ item, marks }) => ({ ...item, marks }))

/** Best match first; records that the server found in a field that is not shown come last. While a request is in flight only matches are kept. */
function rankedRecords({ found, busy }: Sources['records'], query: string, uses: Uses): Line[] {
  const first = marked(rank(found, query, uses))
  const shown = new Set(first.map(({ id }) => id))
  return busy
    ? first
    : [
        ...first,
        ...found.filter(({ id }) => !shown.has(id)).map((line) => ({ ...line, marks: marksIn(line.title, query) })),
      ]
}

/**
 * @param uses number and time of earlier uses, by line
 * @returns the groups in their order; without input: the last used lines, then the first pages or the actions
 */
export function groupsFor(query: string, { pages, actions, records }: Sources, uses: Uses): PaletteGroup[] {
  if (query.trim() === '') {
    const recent = recentFirst([...pages, ...actions, ...records.recent], uses).slice(0, MOST_RECENT)
    const others = actions.filter(({ id }) => recent.every((line) => line.id !== id))
    return [
      recent.length > 0 ? { title: 'Recent', items: recent } : { title: 'Pages', items: pages.slice(0, MOST_PAGES) },
      { title: 'Actions', items: others },
    ]
  }
  return [
    { title: 'Pages', items: marked(rank(pages, query, uses)).slice(0, MOST_PAGES) },
    { title: 'Records', items: rankedRecords(records, query, uses), loading: records.busy, failure: records.failure },
    { title: 'Actions', items: marked(rank(actions, query, uses)) },
  ]
}
