import type { Column, PhonePlace } from '../types'

/** A column in its place. */
export interface LaidColumn<Row> {
  readonly column: Column<Row>
  /** CSS pixels. */
  readonly width: number
  readonly place: PhonePlace
}

const least = <Row>({ width, minWidth = width }: Column<Row>): number => minWidth

/**
 * The columns that a person asked for, in their order; the first column stays first and what cannot be hidden is there.
 * @param chosen keys; null: those that are shown by default
 */
export function chosenColumns<Row>(columns: readonly Column<Row>[], chosen: readonly string[] | null): Column<Row>[] {
  if (!chosen) return columns.filter(({ hidden }) => !hidden)
  const known = new Map(columns.map((column) => [column.key, column]))
  const shown = [...new Set(chosen)].flatMap((key) => known.get(key) ?? [])
  const fixed = columns.filter((column) => column.hideable === false && !shown.includes(column))
  return [...fixed, ...shown]
}

/**
 * Widths of columns in a table: those of lesser weight give way while there is too little room, then all shrink towards
 * their least widths; what is left over goes to the columns of text.
 * @param available CSS pixels for these columns
 */
export function layOut<Row>(columns: readonly Column<Row>[], available: number): LaidColumn<Row>[] {
  const kept = [...columns]
  const room = () => available - kept.reduce((sum, column) => sum + least(column), 0)
  while (room() < 0) {
    const weight = Math.max(...kept.map(({ priority = 0 }) => priority))
    if (weight === 0) break
    kept.splice(kept.findLastIndex(({ priority = 0 }) => priority === weight), 1)
  }
  const wished = kept.reduce((sum, column) => sum + column.width, 0)
  const spare = available - wished
  const grows = (column: Column<Row>) => spare > 0 && column.kind !== 'number' && column.kind !== 'money' && column.kind !== 'boolean'
  const share = spare > 0
    ? kept.reduce((sum, column) => sum + (grows(column) ? column.width : 0), 0)
    : kept.reduce((sum, column) => sum + column.width - least(column), 0)
  const places = phonePlaces(kept)
  return kept.map((column, index) => {
    const part = share === 0 ? 0 : spare > 0 ? (grows(column) ? column.width : 0) / share : (column.width - least(column)) / share
    return { column, width: Math.floor(Math.max(least(column), column.width + spare * part)), place: places[index]! }
  })
}

/** Cells that fit into each place of a two-line row. */
const PLACES: Record<Exclude<PhonePlace, 'hidden'>, number> = { title: 2, end: 1, detail: 2, status: 1 }

/** Where each column stands in the two lines of a phone: the name and an amount above, details and a state below. */
function phonePlaces<Row>(columns: readonly Column<Row>[]): PhonePlace[] {
  const taken: Record<string, number> = {}
  const chosen = new Set(columns.map(({ phone }) => phone))
  return columns.map(({ phone, kind }, index) => {
    const wish = phone ?? (index === 0 ? 'title' : kind === 'money' || kind === 'number' ? 'end' : kind === 'boolean' || kind === 'custom' ? 'status' : 'detail')
    // Where a column asks for a place, no other takes it unasked.
    if (wish === 'hidden' || (!phone && chosen.has(wish))) return 'hidden'
    taken[wish] = (taken[wish] ?? 0) + 1
    return taken[wish] <= PLACES[wish] ? wish : 'hidden'
  })
}
