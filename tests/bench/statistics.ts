/** @param values at least one number @returns the middle one, or the mean of the two in the middle */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle]
  if (upper === undefined || sorted.some(Number.isNaN))
    throw new Error('no median of nothing, nor of what is no number')
  return sorted.length % 2 === 1 ? upper : (sorted[middle - 1]! + upper) / 2
}

/**
 * Runs every subject in turn, round by round, so that a noisy minute hits all alike.
 * @returns for each subject its results, in the order of the rounds
 */
export async function inTurn<Id extends string, R>(
  rounds: number,
  subjects: Readonly<Record<Id, (round: number) => Promise<R>>>,
): Promise<Record<Id, R[]>> {
  const ids = Object.keys(subjects) as Id[]
  const results = Object.fromEntries(ids.map((id) => [id, [] as R[]])) as Record<Id, R[]>
  for (let round = 0; round < rounds; round++) {
    // Who goes first changes: what follows a heavy subject may find a warmer or a more tired machine.
    for (const id of round % 2 === 0 ? ids : ids.toReversed()) results[id].push(await subjects[id](round))
  }
  return results
}

/** @returns milliseconds that the work takes */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
