/** What `tests/paths/console/<machine>.console.ts` says of a machine: how a browser brings its events about, and what its states show. */
import type { AnyMachineSnapshot } from 'xstate'
import type { MachinePath } from '../kit/derive'
import type { Tab } from './stage'

export interface StepContext {
  tab: Tab
  path: MachinePath
  /** What must hold after the step. */
  expected: AnyMachineSnapshot
  /** Names of the steps that follow. */
  upcoming: readonly string[]
}
export type Executor = (step: StepContext) => Promise<unknown>

/** A step, and where it would happen. */
export interface Occasion {
  name: string
  /** Leaf states before the step. */
  states: readonly string[]
  /** What is known before the step. */
  context: Readonly<Record<string, unknown>>
  start: string
}
export interface ConsoleDescription {
  /** Opens the console as the path's start says. */
  start: (step: Pick<StepContext, 'tab' | 'path'>) => Promise<unknown>
  /** By the name of the event. */
  executors: Readonly<Record<string, Executor>>
  /** Events that no browser can bring about, with the reason. */
  impossible: Readonly<Record<string, string>>
  /** Why an event cannot be brought about in a certain place; null where it can. */
  impossibleIn: (occasion: Occasion) => string | null
  /** Steps that the console takes together with the next one: no path ends with them. */
  goesWithNext?: (name: string) => boolean
  /** By the name of the leaf state: what must be on the screen. */
  screens: Readonly<Record<string, Executor>>
  /** States that cannot be looked at, with the reason. */
  unseen: Readonly<Record<string, string>>
}

export const describeConsole = (description: ConsoleDescription): ConsoleDescription => description

/** @returns why a step cannot be driven; null where it can. @throws where the description forgot an event */
export function whyNot(description: ConsoleDescription, occasion: Occasion): string | null {
  const reason = description.impossible[occasion.name] ?? description.impossibleIn(occasion)
  if (reason === null && !description.executors[occasion.name])
    throw new Error(`No executor brings '${occasion.name}' about, and no reason says why not`)
  return reason
}
