/** Selects few paths that together cover everything, for a browser, in which each step takes a second. */
import { leafNamesOf } from './anatomy'
import type { MachinePath } from './derive'

/** A path with the transitions of each step, the start first. */
export interface WalkedPath {
  path: MachinePath
  taken: readonly string[][]
}

/** All states and transitions of a path. */
const placesOf = ({ path, taken }: WalkedPath): string[] => [
  ...taken.flat(),
  ...[path.initial, ...path.steps.map(({ expected }) => expected)].flatMap(leafNamesOf),
]

/** Greedy: selects the path that adds most for its length first. @returns the paths in the order of their numbers */
export function pathsThatCover(walked: readonly WalkedPath[]): WalkedPath[] {
  const covered = new Set<string>()
  const chosen: WalkedPath[] = []
  const gain = (each: WalkedPath) => new Set(placesOf(each).filter((place) => !covered.has(place))).size
  for (;;) {
    let best: WalkedPath | null = null
    let bestRate = 0
    for (const each of walked) {
      const rate = gain(each) / (each.path.steps.length + 1)
      if (rate > bestRate) [best, bestRate] = [each, rate]
    }
    if (!best) return chosen.sort((a, b) => a.path.number - b.path.number)
    for (const place of placesOf(best)) covered.add(place)
    chosen.push(best)
  }
}
