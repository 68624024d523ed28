/** What replaying the paths of a machine came to: what the terminal, the HTML page and the JUnit file are written from. */

export interface StepResult {
  name: string
  /** Leaf states after the step. */
  states: readonly string[]
  /** What the screen must show there (meta.shows). */
  shows: readonly string[]
  /** Nothing came of it, as it must be. */
  ignored: boolean
  /** File name of a picture, beside the page. */
  picture?: string
}
export interface PathResult {
  number: number
  title: string
  steps: readonly StepResult[]
  seconds: number
  /** The step that went wrong and how; null when all went well. */
  error: string | null
}
/** A state or a transition, and whether a path went there. Without `isCovered` stands why not. */
export interface CoverageResult {
  name: string
  isCovered: boolean
  reason: string | null
}
export interface MachineResult {
  machine: string
  depth: Depth
  paths: readonly PathResult[]
  /** Empty, as the transitions are, where one path alone was asked for: that says nothing of coverage. */
  states: readonly CoverageResult[]
  transitions: readonly CoverageResult[]
}
export const DEPTHS = ['machine', 'component', 'console'] as const
export type Depth = (typeof DEPTHS)[number]

/** A machine passes when every path did, and everything that no path reached has its reason. */
export const passes = ({ paths, states, transitions }: MachineResult): boolean =>
  paths.every(({ error }) => error === null) &&
  [...states, ...transitions].every(({ isCovered, reason }) => isCovered || reason !== null)

/** `12 of 13` */
export const share = (items: readonly CoverageResult[]): string =>
  `${items.filter(({ isCovered }) => isCovered).length} of ${items.length}`

/** How one path is replayed by itself. */
export const replayCommand = (
  { machine, depth }: Pick<MachineResult, 'machine' | 'depth'>,
  { number }: Pick<PathResult, 'number'>,
): string => `npm run paths -- ${machine} --path ${number}${depth === 'machine' ? '' : ` --depth ${depth} --headed`}`

/** A machine that a depth does not drive at all: everything of it is listed with the reason. */
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
