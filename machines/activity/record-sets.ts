/**
 * Sets of records with a common outcome of an action, kept in memory until the session ends so that a list can be
 * filtered to exactly these records.
 */

export interface RecordSet {
  /** Slug of the list that contains the records. */
  list: string
  ids: ReadonlySet<string>
  /** Label of the filter in the list, for example '79 users not disabled'. */
  label: string
}

export interface RecordSets {
  /** @returns a token that identifies the set in an address */
  keep(set: RecordSet): string
  /** @returns null for a token of an earlier session or of another tab */
  get(token: string): RecordSet | null
}

/** @returns an empty collection of sets */
export function createRecordSets(): RecordSets {
  const kept = new Map<string, RecordSet>()
  return {
    keep(set) {
      // Random: after a reload an older address must not refer to a newer set.
      const token = crypto.randomUUID().slice(0, 8)
      kept.set(token, set)
      return token
    },
    get: (token) => kept.get(token) ?? null,
  }
}
