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
 * Widths of columns in a table: those of lesser weight give way while there is too little room, then all shrink towards
 * their least widths; what is left over goes to the columns of text. What a person has sized keeps its size.
 * @param available CSS pixels for these columns
 */
export function layOut<Row>(
  columns: readonly Column<Row>[],
  available: number,
  { widths, pinned }: ColumnLook = NO_LOOK,
): LaidColumn<Row>[] {
  const kept = [...columns]
  const wish = ({ key, width }: Column<Row>) => widths[key] ?? width
  const least = ({ key, width, minWidth = width }: Column<Row>) => widths[key] ?? minWidth
  const weightOf = ({ key, priority = 0 }: Column<Row>) => (pinned.includes(key) ? 0 : priority)
  const room = () => available - kept.reduce((sum, column) => sum + least(column), 0)
  while (kept.length > 0 && room() < 0) {
    const weight = Math.max(...kept.map(weightOf))
    if (weight === 0) break
    kept.splice(
      kept.findLastIndex((column) => weightOf(column) === weight),
      1,
    )
  }
  const wished = kept.reduce((sum, column) => sum + wish(column), 0)
  const spare = available - wished
  const grows = (column: Column<Row>) =>
    spare > 0 &&
    widths[column.key] === undefined &&
    column.kind !== 'number' &&
    column.kind !== 'money' &&
    column.kind !== 'boolean'
  const share =
    spare > 0
      ? kept.reduce((sum, column) => sum + (grows(column) ? column.width : 0), 0)
      : kept.reduce((sum, column) => sum + wish(column) - least(column), 0)
  const places = phonePlaces(kept)
  let inSight = 0
  return kept.map((column, index) => {
    const part =
      share === 0 ? 0 : spare > 0 ? (grows(column) ? column.width : 0) / share : (wish(column) - least(column)) / share
    const width = Math.floor(Math.max(least(column), wish(column) + spare * part))
    // Behind the first one which is not pinned, or for which there is no room, all scroll.
    // A picture alone tells no row: what comes after it stays in sight too.
    const follows = index === 1 && kept[0]!.wordless === true
    const pins =
      index === 0 ||
      (inSight > 0 && (follows || pinned.includes(column.key)) && inSight + width <= available * PINNED_SHARE)
    inSight = pins ? inSight + width : 0
    return { column, width, place: places[index]!, pin: pins ? index : null }
  })
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
