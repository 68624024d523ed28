/** Places in an ordered list: where keys lead, and what was typed. Pure. */

/**
 * @param index of the line that the keyboard is on. @param last index. @param page lines of a page
 * @returns index of the line that a key leads to; null: the key is none of the list's
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

/** @returns the place that was typed, 1 to `last`; one beyond the end is the end. Null: it is none */
export function placeTyped(text: string, last: number): number | null {
  const digits = text.trim().replaceAll(',', '')
  return /^[1-9]\d{0,8}$/.test(digits) ? Math.min(Number(digits), last) : null
}

/** @returns index where a line is dropped, by the position of the pointer in the list, CSS pixels */
export const placeAt = (y: number, height: number, count: number): number =>
  Math.min(Math.max(Math.floor(y / height), 0), count - 1)
