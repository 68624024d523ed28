/** The state of a machine that a story shows: `parameters: { statechart: inState(lookupMachine, 'found') }`. */
import type { AnyStateMachine, StateValueFrom } from 'xstate'

/** Read by Storybook's panel, the pages of all states and the checks; a story of several machines has a list. */
export interface InState {
  /** Id of the machine. */
  machine: string
  /** Name of the leaf state. */
  state: string
}
export type StatechartParameter = InState | readonly InState[]

/** Names of all leaf states in a state value, at any depth. */
type LeafOf<Value> = Value extends string
  ? Value
  : Value extends object
    ? { [Key in keyof Value]-?: LeafOf<NonNullable<Value[Key]>> }[keyof Value]
    : never

/**
 * Declares the state in which a story ends. After the story's `play` the live actors are checked
 * (.storybook/preview.tsx): the story fails if no actor of that machine is in the state. It must be written literally
 * in the story's own parameters, because tests/charts reads it from the source.
 */
export const inState = <Machine extends AnyStateMachine>(
  machine: Machine,
  state: LeafOf<StateValueFrom<Machine>>,
): InState => ({ machine: machine.id, state })

/** @returns the declared states as a list */
export const statesOf = (parameter: unknown): readonly InState[] =>
  parameter === undefined ? [] : ([parameter].flat() as InState[])
