/** Records of ended actions, kept so that a list can be filtered to exactly these: in memory, until the session ends. */

export interface RecordSet {
  /** Slug of their list. */
  list: string
  ids: ReadonlySet<string>
  /** What the list calls them: '79 users not disabled'. */
  label: string
}

export interface RecordSets {
  /** @returns the token that an address names the set by */
  keep(set: RecordSet): string
  /** @returns null for a token of an earlier session or of another tab */
  get(token: string): RecordSet | null
}

/** @returns no sets */
export function createRecordSets(): RecordSets {
  const kept = new Map<string, RecordSet>()
  return {
    keep(set) {
      // Random: after a reload an older address must not name a newer set.
      const token = crypto.randomUUID().slice(0, 8)
      kept.set(token, set)
      return token
    },
    get: (token) => kept.get(token) ?? null,
  }
}
