/**
 * Keeps what is needed to show paged lists again after they were left, by the entry of the browser's history, so that
 * Back shows the same rows.
 */
import type { LeftList } from './paged-list.implementations'

/** Maximum number of lists kept; the oldest is removed first. */
const REMEMBERED = 20

export function createLeftLists() {
  const lists = new Map<string, LeftList>()
  return {
    get: (entry: string): LeftList | undefined => lists.get(entry),
    /** @param left null: the list had no rows */
    set(entry: string, left: LeftList | null): void {
      lists.delete(entry)
      if (!left) return
      lists.set(entry, left)
      if (lists.size > REMEMBERED) lists.delete(lists.keys().next().value!)
    },
  }
}
