import { GUTTER, SELECT_WIDTH } from '../sizes'
import type { LaidColumn } from './layout'

/** The width of a table, and what takes room in it beside its columns: CSS pixels. */
export interface Room {
  readonly width: number
  readonly selectable: boolean
  /** Width of the column of actions; 0 where there is none. */
  readonly actions: number
}

/** @returns CSS pixels that are not for columns */
export const extraWidth = ({ selectable, actions }: Omit<Room, 'width'>): number =>
  2 * (GUTTER - 8) + (selectable ? SELECT_WIDTH : 0) + actions

/** The tracks of all rows, and how wide they are. @param widths of the columns, CSS pixels. @returns custom properties of the table's frame */
export function trackMeasures(widths: readonly number[], room: Room): Record<string, string> {
  const sum = widths.reduce((all, each) => all + each, extraWidth(room))
  // What no column takes goes before the actions, which stand at the end of the row.
  const end = room.actions > 0 ? [room.actions + Math.max(0, room.width - sum)] : []
  return {
    '--pb-columns': [...(room.selectable ? [SELECT_WIDTH] : []), ...widths, ...end]
      .map((track) => `${track}px`)
      .join(' '),
    '--pb-width': `${Math.max(sum, room.width)}px`,
  }
}

/** Where pinned columns stand, and what stays in sight of a table that is wider than its room. @returns custom properties of the table's frame */
export function pinMeasures<Row>(
  laid: readonly LaidColumn<Row>[],
  room: Room,
  isWide: boolean,
): Record<string, string> {
  const pinned = laid.filter(({ pin }) => pin !== null)
  const starts = pinned.map((_, index) => pinned.slice(0, index).reduce((sum, column) => sum + column.width, 0))
  return {
    ...Object.fromEntries(starts.slice(1).map((start, index) => [`--pb-pin-${index + 1}`, `${start}px`])),
    ...(isWide && {
      '--pb-view': `${room.width}px`,
      '--pb-lead': `${GUTTER - 8 + (room.selectable ? SELECT_WIDTH : 0)}px`,
      '--pb-kept-start': `${pinned.reduce((sum, column) => sum + column.width, 0)}px`,
      '--pb-kept-end': `${room.actions}px`,
    }),
  }
}
