/** The first depth: every path of a machine, replayed on the machine itself. */
import { isLeaf, leafNamesOf, nameOf, stateNodesOf, transitionKeysOf } from './anatomy'
import type { WalkedPath } from './cover'
import { derivePaths, type Allows, type MachinePath, type PathStep } from './derive'
import type { MachineDescription } from './describe'
import { replayOnMachine } from './replay'
import type { MachineResult, PathResult, StepResult } from './results'

/** @returns the step for the report */
export function stepResultOf({ name, expected, ignored }: Pick<PathStep, 'name' | 'expected' | 'ignored'>): StepResult {
  const metas = Object.values(expected.getMeta() as Record<string, { shows?: string } | undefined>)
  return { name, states: leafNamesOf(expected), shows: metas.flatMap((meta) => meta?.shows ?? []), ignored }
}
/** The start of a path, as a step. */
export const startResultOf = ({ start, initial }: MachinePath): StepResult =>
  stepResultOf({ name: start, expected: initial, ignored: false })

/** Replays one path, or returns the step that failed. */
async function tryPath(description: MachineDescription, path: MachinePath) {
  const before = performance.now()
  try {
    return {
      replay: await replayOnMachine(description, path),
      error: null,
      seconds: (performance.now() - before) / 1000,
    }
  } catch (error) {
    return {
      replay: null,
      error: error instanceof Error ? error.message : String(error),
      seconds: (performance.now() - before) / 1000,
    }
  }
}

/** @param only the number of the one path to replay; then coverage is not checked */
export async function replayMachine(
  machine: string,
  description: MachineDescription,
  only: number | null,
): Promise<MachineResult> {
  const states = new Set<string>()
  const transitions = new Set<string>()
  const paths: PathResult[] = []
  for (const path of derivePaths(description).filter(({ number }) => only === null || number === only)) {
    const { replay, error, seconds } = await tryPath(description, path)
    for (const state of replay?.states ?? []) states.add(state)
    for (const transition of replay?.transitions ?? []) transitions.add(transition)
    paths.push({
      number: path.number,
      title: path.title,
      steps: [startResultOf(path), ...path.steps.map(stepResultOf)],
      seconds,
      error,
    })
  }
  const coverage = (
    names: readonly string[],
    covered: ReadonlySet<string>,
    reasons: Readonly<Record<string, string>>,
  ) =>
    only === null
      ? names.map((name) => ({
          name,
          isCovered: covered.has(name),
          reason: covered.has(name) ? null : (reasons[name] ?? null),
        }))
      : []
  return {
    machine,
    depth: 'machine',
    paths,
    states: coverage(stateNodesOf(description.machine).filter(isLeaf).map(nameOf), states, {}),
    transitions: coverage(transitionKeysOf(description.machine), transitions, description.exceptions ?? {}),
  }
}

/** Every path with the transitions that each of its steps takes on the machine. @param allows see `derivePaths` */
export async function walkedPaths(description: MachineDescription, allows?: Allows): Promise<WalkedPath[]> {
  const walked: WalkedPath[] = []
  for (const path of derivePaths(description, allows))
    walked.push({ path, taken: (await replayOnMachine(description, path)).taken })
  return walked
}
