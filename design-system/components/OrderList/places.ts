/** Positions in an ordered list: targets of keys, and typed positions. Pure. */

/**
 * @param index of the focused line. @param last index. @param page number of lines per page
 * @returns index of the line that a key moves to; null: not a key of the list
 */
export function placeAfter(key: string, index: number, last: number, page: number): number | null {
  const to: Readonly<Record<string, number>> = {
    ArrowUp: index - 1,
    ArrowDown: index + 1,
    PageUp: index - page,
    PageDown: index + page,
    Home: 0,
    End: last,
  }
  const place = to[key]
  return place === undefined ? null : Math.min(Math.max(place, 0), last)
}

/** @returns the typed position, 1 to `last`; a larger one is the end. Null: not a position */
export function placeTyped(text: string, last: number): number | null {
  const digits = text.trim().replaceAll(',', '')
  return /^[1-9]\d{0,8}$/.test(digits) ? Math.min(Number(digits), last) : null
}

/** @returns index where a line is dropped, by the position of the pointer in the list, CSS pixels */
export const placeAt = (y: number, height: number, count: number): number =>
  Math.min(Math.max(Math.floor(y / height), 0), count - 1)
