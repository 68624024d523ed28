/**
 * Random walks: sequences of named steps, generated and shrunk by fast-check. A failure prints its seed and its
 * shortest sequence.
 */
import fc from 'fast-check'

/** Set WALK_SEED for other walks, WALK_RUNS for more walks. */
export const SEED = Number(process.env.WALK_SEED ?? 20_261_120)
export const RUNS = Number(process.env.WALK_RUNS ?? 120)
const LONGEST = 80
/** How many times more likely the steps are that advance the walk. */
const OFTEN = 4

/** The steps of a walk. A step that is not possible at the moment does nothing. */
export type Steps<World> = Readonly<Record<string, (world: World) => unknown>>

/** A walk: its steps, and the conditions that must always hold. */
export interface Walk<World> {
  steps: Steps<World>
  /** Names of the steps that are taken more often. */
  often?: readonly string[]
  /** Throws if something has happened that must never happen. */
  mustHold: (world: World, step: string) => void
  /** Ends what the world holds. */
  leave: (world: World) => unknown
  /** Lets everything run that is ready. */
  flush: () => Promise<void>
}

/**
 * Runs random walks and checks after each step.
 * @param make creates a new world
 * @returns the total number of steps
 */
export async function walkAtRandom<World>(
  make: () => World | Promise<World>,
  { steps, often = [], mustHold, leave, flush }: Walk<World>,
): Promise<number> {
  const choices = [...Object.keys(steps), ...Array.from({ length: OFTEN - 1 }, () => often).flat()]
  let taken = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...choices), { minLength: 5, maxLength: LONGEST, size: 'max' }),
      async (names) => {
        const world = await make()
        try {
          for (const name of names) {
            await steps[name]!(world)
            await flush()
            mustHold(world, name)
            taken += 1
          }
        } finally {
          await leave(world)
        }
      },
    ),
    { seed: SEED, numRuns: RUNS },
  )
  return taken
}
