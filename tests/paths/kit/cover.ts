/** Chooses few paths that together go everywhere: what a browser is to walk, where each step takes a second. */
import type { MachinePath } from './derive'

/** A path with what each of its steps takes, the start first. */
export interface WalkedPath {
  path: MachinePath
  taken: readonly string[][]
}

/** Greedy: the path that adds most for its length comes first. @returns them in the order of their numbers */
export function pathsThatCover(walked: readonly WalkedPath[]): WalkedPath[] {
  const covered = new Set<string>()
  const chosen: WalkedPath[] = []
  const gain = ({ taken }: WalkedPath) => new Set(taken.flat().filter((key) => !covered.has(key))).size
  for (;;) {
    let best: WalkedPath | null = null
    let bestRate = 0
    for (const each of walked) {
      const rate = gain(each) / (each.path.steps.length + 1)
      if (rate > bestRate) [best, bestRate] = [each, rate]
    }
    if (!best) return chosen.sort((a, b) => a.path.number - b.path.number)
    for (const key of best.taken.flat()) covered.add(key)
    chosen.push(best)
  }
}
