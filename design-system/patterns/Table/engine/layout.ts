import { GUTTER } from '../sizes'
import type { Column, ColumnLook, PhonePlace } from '../types'

/** A column in its place. */
export interface LaidColumn<Row> {
  readonly column: Column<Row>
  /** CSS pixels. */
  readonly width: number
  readonly place: PhonePlace
  /** Its number among those that stay in sight, the first column is 0; null: it scrolls away. */
  readonly pin: number | null
}

/** How narrow and how wide a person can make a column, CSS pixels. */
export const LEAST_WIDTH = 64
export const MOST_WIDTH = 640
/** @returns a width that a person may give to a column */
export const fitWidth = (width: number): number => Math.round(Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, width)))

/** The part of the table that columns which stay in sight may take. */
const PINNED_SHARE = 0.55
const NO_LOOK: ColumnLook = { widths: {}, pinned: [] }

/**
 * The columns that a person asked for, in their order; what cannot be hidden is there, and what is pinned stands behind the
 * first one.
 * @param chosen keys; null: those that are shown by default
 */
export function chosenColumns<Row>(
  columns: readonly Column<Row>[],
  chosen: readonly string[] | null,
  pinned: readonly string[] = [],
): Column<Row>[] {
  const shown = chosen ? asked(columns, chosen) : columns.filter(({ hidden }) => !hidden)
  if (pinned.length === 0) return shown
  const [first, ...others] = shown
  const kept = pinned.flatMap((key) => others.find((column) => column.key === key) ?? [])
  return first ? [first, ...kept, ...others.filter((column) => !kept.includes(column))] : []
}

function asked<Row>(columns: readonly Column<Row>[], chosen: readonly string[]): Column<Row>[] {
  const known = new Map(columns.map((column) => [column.key, column]))
  const shown = [...new Set(chosen)].flatMap((key) => known.get(key) ?? [])
  const fixed = columns.filter((column) => column.hideable === false && !shown.includes(column))
  return [...fixed, ...shown]
}

/**
 * Widths of columns in a table. If there is too little room, those of lesser weight are hidden first, then all shrink
 * towards their least widths, then the table scrolls: its name stays in sight, a state comes behind it, and the columns
 * in view end where the room ends, so that none is cut. What is left over goes to the columns of text. A width that a
 * person has set is kept.
 * @param available CSS pixels for these columns
 */
export function layOut<Row>(
  columns: readonly Column<Row>[],
  available: number,
  look: ColumnLook = NO_LOOK,
): LaidColumn<Row>[] {
  const { widths, pinned } = look
  const least = ({ key, width, minWidth = width }: Column<Row>) => widths[key] ?? minWidth
  const isText = ({ key, kind }: Column<Row>) =>
    widths[key] === undefined && kind !== 'number' && kind !== 'money' && kind !== 'boolean'
  const staying = withRoom(columns, available, least, pinned)
  const isTooWide = sumOf(staying, least) > available
  const kept = isTooWide ? nameFirst(staying, available, least, pinned) : staying
  const wish = ({ key, width }: Column<Row>) => widths[key] ?? width
  const laid = isTooWide
    ? uncut(kept, available, least, isText, staysBy(pinned), Object.keys(widths).length > 0)
    : fitted(kept, available, wish, least, isText)
  const places = phonePlaces(kept)
  let inSight = 0
  return kept.map((column, index) => {
    const width = laid[index]!
    // Behind the first one which is not pinned, or for which there is no room, all scroll.
    // A picture alone tells no row: what comes after it stays in sight too.
    const follows = (index === 1 && kept[0]!.wordless === true) || (isTooWide && column.inSight !== undefined)
    const pins =
      index === 0 ||
      (inSight > 0 && (follows || pinned.includes(column.key)) && inSight + width <= available * PINNED_SHARE)
    inSight = pins ? inSight + width : 0
    return { column, width, place: places[index]!, pin: pins ? index : null }
  })
}

type WidthOf<Row> = (column: Column<Row>) => number
const sumOf = <Row>(columns: readonly Column<Row>[], widthOf: WidthOf<Row>): number =>
  columns.reduce((sum, column) => sum + widthOf(column), 0)

/** The columns that stay when those of lesser weight are hidden until the rest fits. */
function withRoom<Row>(
  columns: readonly Column<Row>[],
  available: number,
  least: WidthOf<Row>,
  pinned: readonly string[],
): Column<Row>[] {
  const kept = [...columns]
  const weightOf = ({ key, priority = 0 }: Column<Row>) => (pinned.includes(key) ? 0 : priority)
  while (kept.length > 0 && sumOf(kept, least) > available) {
    const weight = Math.max(...kept.map(weightOf))
    if (weight === 0) break
    kept.splice(
      kept.findLastIndex((column) => weightOf(column) === weight),
      1,
    )
  }
  return kept
}

/** How many columns are wholly in view of a table that is not scrolled. @param view CSS pixels */
function inView(widths: readonly number[], view: number): number {
  let sum = 0
  const end = widths.findIndex((width) => (sum += width) > view)
  return end === -1 ? widths.length : end
}

/** Whether a column stays at the start of a table that scrolls, as far as there is room. */
const staysBy =
  <Row>(pinned: readonly string[]) =>
  ({ key, inSight }: Column<Row>, index: number): boolean =>
    index === 0 || inSight === 'name' || pinned.includes(key)

/** The order in a table that is too wide: what names the row, what a person pinned, and states that would be out of sight. */
function nameFirst<Row>(
  columns: readonly Column<Row>[],
  available: number,
  least: WidthOf<Row>,
  pinned: readonly string[],
): Column<Row>[] {
  const isNamed = staysBy<Row>(pinned)
  const named = [...columns.filter(isNamed), ...columns.filter((column, index) => !isNamed(column, index))]
  const seen = inView(named.map(least), available + EDGE)
  const hidden = named.filter(({ inSight }, index) => index >= seen && inSight === 'state')
  const lead = columns.filter(isNamed).length
  return [...named.slice(0, lead), ...hidden, ...named.slice(lead).filter((column) => !hidden.includes(column))]
}

/** Widths in a table with enough room, or with room once columns have shrunk. */
function fitted<Row>(
  columns: readonly Column<Row>[],
  available: number,
  wish: WidthOf<Row>,
  least: WidthOf<Row>,
  isText: (column: Column<Row>) => boolean,
): number[] {
  const spare = available - sumOf(columns, wish)
  const partOf = (column: Column<Row>) =>
    spare > 0 ? (isText(column) ? column.width : 0) : wish(column) - least(column)
  const share = sumOf(columns, partOf)
  return columns.map((column) =>
    Math.floor(Math.max(least(column), wish(column) + (share === 0 ? 0 : (spare * partOf(column)) / share))),
  )
}

/** The space beside the rows: what stays at the end of the view covers it. */
const EDGE = GUTTER - 8

/** Share of its least width at which a column of text is still useful at the end of the view. */
const NARROWED = 0.75

/**
 * Widths in a table that scrolls: the columns in view share its width. If only part of the next column of text has room, it
 * narrows to that, unless it is a date, which means little without its end. What stays at the start does not grow, so that
 * there is room to scroll beside it, and a switch grows only if nothing else does.
 * @param isSized a person has set widths: then the others keep theirs, so that edges stay under the pointer
 */
function uncut<Row>(
  columns: readonly Column<Row>[],
  available: number,
  least: WidthOf<Row>,
  isText: (column: Column<Row>) => boolean,
  stays: (column: Column<Row>, index: number) => boolean,
  isSized: boolean,
): number[] {
  const widths = columns.map(least)
  const seen = columns.slice(0, inView(widths, available + EDGE))
  if (isSized || seen.length === 0) return widths
  const gap = available + EDGE - sumOf(seen, least)
  const next = columns[seen.length]
  if (next && isText(next) && next.kind !== 'date' && gap >= least(next) * NARROWED)
    return widths.map((width, index) => (index === seen.length ? Math.floor(gap) : width))
  const scrolling = seen.filter((column, index) => !stays(column, index))
  const texts = scrolling.filter(isText)
  const growing = [texts, scrolling, seen].find((some) => some.length > 0)!
  const share = sumOf(growing, least)
  return columns.map((column, index) =>
    Math.floor(widths[index]! + (growing.includes(column) ? (gap * widths[index]!) / share : 0)),
  )
}

/** Cells that fit into each place of a two-line row. */
const PLACES: Record<Exclude<PhonePlace, 'hidden'>, number> = { title: 2, end: 1, detail: 2, status: 1 }

/** Where each column stands in the two lines of a phone: the name and an amount above, details and a state below. */
function phonePlaces<Row>(columns: readonly Column<Row>[]): PhonePlace[] {
  const taken: Record<string, number> = {}
  const chosen = new Set(columns.map(({ phone }) => phone))
  return columns.map(({ phone, kind }, index) => {
    const wish =
      phone ??
      (index === 0
        ? 'title'
        : kind === 'money' || kind === 'number'
          ? 'end'
          : kind === 'boolean' || kind === 'custom'
            ? 'status'
            : 'detail')
    // Where a column asks for a place, no other takes it unasked.
    if (wish === 'hidden' || (!phone && chosen.has(wish))) return 'hidden'
    taken[wish] = (taken[wish] ?? 0) + 1
    return taken[wish] <= PLACES[wish] ? wish : 'hidden'
  })
}
