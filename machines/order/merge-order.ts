/**
 * Three-way merge of an order: the order when the person began, the order that they made, and the current order of the
 * list. Pure functions over ids.
 */
type Ids = readonly string[]

/**
 * @param base the order when the person began
 * @param mine the order that they made
 * @returns the records that they moved: the smallest set of moves that explains the difference
 */
export function movedOf(base: Ids, mine: Ids): ReadonlySet<string> {
  const place = new Map(base.map((id, index) => [id, index]))
  const known = mine.filter((id) => place.has(id))
  const places = known.map((id) => place.get(id)!)
  // The records that were not moved are the longest increasing subsequence of places. `ends` holds, for each length,
  // the end of the subsequence with the smallest last place.
  const ends: number[] = []
  const before = new Int32Array(places.length).fill(-1)
  for (const [index, value] of places.entries()) {
    let from = 0
    let to = ends.length
    while (from < to) {
      const middle = (from + to) >> 1
      if (places[ends[middle]!]! < value) from = middle + 1
      else to = middle
    }
    if (from > 0) before[index] = ends[from - 1]!
    ends[from] = index
  }
  const moved = new Set(known)
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index]!) moved.delete(known[index]!)
  return moved
}

/**
 * Applies a person's moves to the current list: a moved record follows the same record as before, and all other records
 * stay in the order of the list.
 * @param theirs the current list
 * @returns all its ids, without duplicates
 */
export function mergeOrder({ base, mine, theirs }: { base: Ids; mine: Ids; theirs: Ids }): string[] {
  const moved = movedOf(base, mine)
  const isThere = new Set(theirs)
  /** Record → the moved record that follows it; null → the moved record that is first. */
  const behind = new Map<string | null, string>()
  let previous: string | null = null
  for (const id of mine) {
    if (!isThere.has(id)) continue
    if (moved.has(id)) behind.set(previous, id)
    previous = id
  }
  const merged: string[] = []
  const addBehind = (id: string | null) => {
    for (let next = behind.get(id); next !== undefined; next = behind.get(next)) merged.push(next)
  }
  addBehind(null)
  for (const id of theirs) {
    if (moved.has(id)) continue
    merged.push(id)
    addBehind(id)
  }
  return merged
}

/** How other people changed a list since a person began to order it. */
export interface ListChanges {
  came: Ids
  went: Ids
  /** Whether the order of the remaining records has changed. */
  isReordered: boolean
}

/** @returns the changes that lead from one state of a list to the next */
export function changesBetween(before: Ids, now: Ids): ListChanges {
  const [wasThere, isThere] = [new Set(before), new Set(now)]
  const stayed = before.filter((id) => isThere.has(id))
  const stays = now.filter((id) => wasThere.has(id))
  return {
    came: now.filter((id) => !wasThere.has(id)),
    went: before.filter((id) => !isThere.has(id)),
    isReordered: stayed.some((id, index) => id !== stays[index]),
  }
}

const without = (ids: Ids, others: Ids): Ids => {
  const taken = new Set(others)
  return ids.filter((id) => !taken.has(id))
}

/**
 * @returns the changes of two steps combined: a record that came in one step and went in the other is in neither list
 */
export const bothChanges = (first: ListChanges, second: ListChanges): ListChanges => ({
  came: [...without(first.came, second.went), ...without(second.came, first.went)],
  went: [...without(first.went, second.came), ...without(second.went, first.came)],
  isReordered: first.isReordered || second.isReordered,
})

/** @returns the ids, sorted as in `order`; ids that `order` does not contain come last */
export function inOrderOf(order: Ids, ids: Ids): string[] {
  const asked = new Set(ids)
  const isPlaced = new Set(order)
  return [...order.filter((id) => asked.has(id)), ...ids.filter((id) => !isPlaced.has(id))]
}

export const NO_CHANGES: ListChanges = { came: [], went: [], isReordered: false }

/** @returns whether both contain the same records in the same order */
export const isSameOrder = (a: Ids, b: Ids): boolean => a.length === b.length && a.every((id, index) => id === b[index])

/** @returns whether both contain the same records, in any order */
export function isSameSet(a: Ids, b: Ids): boolean {
  const held = new Set(a)
  return a.length === b.length && b.every((id) => held.has(id))
}
