/** A person's uses of palette lines, with their number: a preference, stored as text. It contains pages and actions, never records. */
import type { Use } from '@design-system/components/CommandPalette/rank'

export type Uses = Readonly<Record<string, Use>>

/** Maximum number of entries. */
export const MOST_USES = 40

const isUse = (value: unknown): value is Use =>
  typeof value === 'object' &&
  value !== null &&
  'count' in value &&
  'last' in value &&
  Number.isFinite(value.count) &&
  Number.isFinite(value.last)

/** @param stored written by `writeUses`; anything else counts as empty */
export function readUses(stored: string | null): Uses {
  try {
    const value: unknown = JSON.parse(stored ?? '{}')
    if (typeof value !== 'object' || value === null) return {}
    return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, Use] => isUse(entry[1])))
  } catch {
    return {}
  }
}

export const writeUses = (uses: Uses): string => JSON.stringify(uses)

/** The uses with one more; the least recent is dropped where there are too many. @param now milliseconds since 1970 */
export function withUse(uses: Uses, id: string, now: number): Uses {
  const next = { ...uses, [id]: { count: (uses[id]?.count ?? 0) + 1, last: now } }
  return Object.fromEntries(
    Object.entries(next)
      .sort(([, a], [, b]) => b.last - a.last)
      .slice(0, MOST_USES),
  )
}
