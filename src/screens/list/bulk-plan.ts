/** The texts of a question about many records, and which of the selected ones it affects. */
import { formatCount } from '@features/shared/format'
import type { Row } from '@resources/resource'

/** Number of records above which the count must be typed (look, section 8). */
export const TYPED_ABOVE = 20

/** The effect of one action on the selected rows. */
export interface BulkPlan<R extends Row> {
  readonly disables: boolean
  /** The rows that it changes. */
  readonly rows: readonly R[]
  /** Number of selected rows, and why some of them are excluded. */
  readonly chosen: number
  readonly alreadyThere: number
  readonly own: number
}

/**
 * @param chosen rows as the person sees them
 * @param ownId of the signed-in person: nobody can disable themselves in a list
 */
export function planBulk<R extends Row>(chosen: readonly R[], disables: boolean, ownId: string): BulkPlan<R> {
  const others = disables ? chosen.filter(({ id }) => id !== ownId) : chosen
  const rows = others.filter((row) => row.is_deleted !== disables)
  return {
    disables,
    rows,
    chosen: chosen.length,
    alreadyThere: others.length - rows.length,
    own: chosen.length - others.length,
  }
}

/** 'Amara, Bruno and 310 more', 'Amara and Bruno'. @param count of all; @param nameAt returns a name by index, called for a few only */
export function namesOf(count: number, nameAt: (index: number) => string): string {
  const names = Array.from({ length: count > 3 ? 2 : count }, (_, index) => nameAt(index))
  if (count > 3) return `${names.join(', ')} and ${formatCount(count - 2)} more`
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : (names[0] ?? '')
}
