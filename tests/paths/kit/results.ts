/**
 * The results of replaying the paths of a machine, from which the terminal output, the HTML page and the JUnit file are
 * written.
 */

export interface StepResult {
  name: string
  /** Leaf states after the step. */
  states: readonly string[]
  /** What the screen must show there (meta.shows). */
  shows: readonly string[]
  /** The event had no effect, as expected. */
  ignored: boolean
  /** File name of a picture next to the page. */
  picture?: string
}
export interface PathResult {
  number: number
  title: string
  steps: readonly StepResult[]
  seconds: number
  /** The step that failed and how; null if all steps passed. */
  error: string | null
}
/** A state or a transition, and whether a path reached it. If not, the reason. */
export interface CoverageResult {
  name: string
  isCovered: boolean
  reason: string | null
}
export interface MachineResult {
  machine: string
  depth: Depth
  paths: readonly PathResult[]
  /** Empty, like the transitions, if only one path was requested, because coverage then has no meaning. */
  states: readonly CoverageResult[]
  transitions: readonly CoverageResult[]
}
export const DEPTHS = ['machine', 'component', 'console'] as const
export type Depth = (typeof DEPTHS)[number]

/** A machine passes if every path passed, and everything that no path reached has a reason. */
export const passes = ({ paths, states, transitions }: MachineResult): boolean =>
  paths.every(({ error }) => error === null) &&
  [...states, ...transitions].every(({ isCovered, reason }) => isCovered || reason !== null)

/** `12 of 13` */
export const share = (items: readonly CoverageResult[]): string =>
  `${items.filter(({ isCovered }) => isCovered).length} of ${items.length}`

/** The command that replays one path. */
export const replayCommand = (
  { machine, depth }: Pick<MachineResult, 'machine' | 'depth'>,
  { number }: Pick<PathResult, 'number'>,
): string => `npm run paths -- ${machine} --path ${number}${depth === 'machine' ? '' : ` --depth ${depth} --headed`}`

/** A machine that a depth does not replay at all: all its parts are listed with the reason. */
export const notDriven = (
  machine: string,
  depth: Depth,
  names: { states: readonly string[]; transitions: readonly string[] },
  reason: string,
): MachineResult => ({
  machine,
  depth,
  paths: [],
  states: names.states.map((name) => ({ name, isCovered: false, reason })),
  transitions: names.transitions.map((name) => ({ name, isCovered: false, reason })),
})
