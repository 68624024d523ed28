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
  /** What the server found last, and what of the session's own records was opened before. */
  records: { found: readonly Line[]; busy: boolean; failure: PaletteGroup['failure']; recent: readonly Line[] }
}

const marked = (found: ReturnType<typeof rank<Line>>): Line[] => found.map(({ item, marks }) => ({ ...item, marks }))

/** Best match first; what the server found by something that is not shown comes last. While an answer is on its way only what matches stays. */
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
 * @param uses how often lines were chosen, and when last
 * @returns the groups in their order; nothing typed: what was used last, then the first pages or the actions
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
