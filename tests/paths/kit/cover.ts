/** Chooses few paths that together go everywhere: what a browser is to walk, where each step takes a second. */
import { leafNamesOf } from './anatomy'
import type { MachinePath } from './derive'

/** A path with what each of its steps takes, the start first. */
export interface WalkedPath {
  path: MachinePath
  taken: readonly string[][]
}

/** Everything that a path goes to or takes. */
const placesOf = ({ path, taken }: WalkedPath): string[] => [
  ...taken.flat(),
  ...[path.initial, ...path.steps.map(({ expected }) => expected)].flatMap(leafNamesOf),
]

/** Greedy: the path that adds most for its length comes first. @returns them in the order of their numbers */
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
