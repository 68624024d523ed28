/** Random walks: sequences of named steps, made and shrunk by fast-check. A failure prints its seed and its shortest sequence. */
import fc from 'fast-check'

/** Set WALK_SEED to walk other ways, WALK_RUNS to walk more. */
export const SEED = Number(process.env.WALK_SEED ?? 20_261_120)
export const RUNS = Number(process.env.WALK_RUNS ?? 120)
const LONGEST = 80
/** So many times likelier are the steps that move things on. */
const OFTEN = 4

/** What can be done in a world. A step that makes no sense at the moment does nothing. */
export type Steps<World> = Readonly<Record<string, (world: World) => unknown>>

/** A walk: what can be done, and what must hold whatever was done. */
export interface Walk<World> {
  steps: Steps<World>
  /** Names of the steps that are taken more often. */
  often?: readonly string[]
  /** Throws where something has happened that must never happen. */
  mustHold: (world: World, step: string) => void
  /** Ends what the world holds. */
  leave: (world: World) => unknown
  /** Lets everything that is ready run. */
  flush: () => Promise<void>
}

/**
 * Walks at random and checks after each step.
 * @param make a fresh world
 * @returns how many steps were taken in all
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
