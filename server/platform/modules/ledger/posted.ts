/** Tells what was posted in a transaction after its commit, so that consoles show new wallet transactions at once. */
import type { Db, Queryable } from '@server/platform/ports/db'
import type { PostedTransfer } from './post'

const postedIn = new WeakMap<Queryable, string[]>()

/** Notes the entries of a posting. @param tx the transaction that posted them */
export function notePosted(tx: Queryable, posted: readonly PostedTransfer[]): void {
  const entries = posted.flatMap(({ debit_entry, credit_entry }) =>
    [debit_entry, credit_entry].filter((id) => id !== null),
  )
  if (entries.length > 0) postedIn.set(tx, [...(postedIn.get(tx) ?? []), ...entries])
}

/** @returns ids of the entries that a transaction has posted so far, in their order */
export const postedEntries = (tx: Queryable): readonly string[] => postedIn.get(tx) ?? []

/**
 * @param tell receives the ids of new wallet transactions, after the commit of the transaction that posted them
 * @returns the database, whose transactions report what they post
 */
export const tellingPostings = (db: Db, tell: (entries: readonly string[]) => void): Db => ({
  ...db,
  async transaction(work) {
    let entries: readonly string[] = []
    const result = await db.transaction(async (tx) => {
      const done = await work(tx)
      entries = postedIn.get(tx) ?? []
      return done
    })
    if (entries.length > 0) tell(entries)
    return result
  },
})

/**
 * Collects what is noted while an earlier part is being told, so that many postings at once are told together.
 * @param tell tells of some entries @returns notes entries; it never rejects
 */
export function inParts(tell: (entries: readonly string[]) => Promise<void>, onError: (error: unknown) => void) {
  let waiting: string[] = []
  let isTelling = false
  return async (entries: readonly string[]): Promise<void> => {
    waiting.push(...entries)
    if (isTelling) return
    isTelling = true
    while (waiting.length > 0) {
      const part = waiting
      waiting = []
      await tell(part).catch(onError)
    }
    isTelling = false
  }
}
