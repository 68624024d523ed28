/**
 * The description of a machine in `tests/paths/console/<machine>.console.ts`: how a browser causes its events, and what
 * its states show.
 */
import type { AnyMachineSnapshot } from 'xstate'
import type { MachinePath } from '../kit/derive'
import type { Tab } from './stage'

export interface StepContext {
  tab: Tab
  path: MachinePath
  /** The expected snapshot after the step. */
  expected: AnyMachineSnapshot
  /** Names of the following steps. */
  upcoming: readonly string[]
}
export type Executor = (step: StepContext) => Promise<unknown>

/** A step, and the situation in which it would happen. */
export interface Occasion {
  name: string
  /** Leaf states before the step. */
  states: readonly string[]
  /** Context before the step. */
  context: Readonly<Record<string, unknown>>
  start: string
}
export interface ConsoleDescription {
  /** Opens the console for the path's start. */
  start: (step: Pick<StepContext, 'tab' | 'path'>) => Promise<unknown>
  /** By the name of the event. */
  executors: Readonly<Record<string, Executor>>
  /** Starts that a browser cannot bring about, with the reason: no path of this depth begins there. */
  impossibleStarts?: Readonly<Record<string, string>>
  /** Events that a browser cannot cause, with the reason. */
  impossible: Readonly<Record<string, string>>
  /** Why an event cannot be caused in a certain situation; null if it can. */
  impossibleIn: (occasion: Occasion) => string | null
  /** Steps that happen only together with the next one: no path ends with them. */
  goesWithNext?: (name: string) => boolean
  /** By the name of the leaf state: checks what must be on the screen. */
  screens: Readonly<Record<string, Executor>>
  /** States that cannot be seen, with the reason. */
  unseen: Readonly<Record<string, string>>
}

/** The expected snapshot before a step. */
export const beforeStep = ({ path, upcoming }: Pick<StepContext, 'path' | 'upcoming'>): AnyMachineSnapshot =>
  path.steps[path.steps.length - upcoming.length - 2]?.expected ?? path.initial

export const describeConsole = (description: ConsoleDescription): ConsoleDescription => description

/** @returns why no path of this depth begins with a start; null if paths do */
export const whyNoStart = ({ impossibleStarts }: ConsoleDescription, start: string): string | null =>
  impossibleStarts?.[start] ?? null

/** @returns why a step cannot be caused; null if it can @throws if the description lacks an event */
export function whyNot(description: ConsoleDescription, occasion: Occasion): string | null {
  const reason = description.impossible[occasion.name] ?? description.impossibleIn(occasion)
  if (reason === null && !description.executors[occasion.name])
    throw new Error(`No executor brings '${occasion.name}' about, and no reason says why not`)
  return reason
}
