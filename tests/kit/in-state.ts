/** Which state of which machine a story shows: `parameters: { statechart: inState(lookupMachine, 'found') }`. */
import type { AnyStateMachine, StateValueFrom } from 'xstate'

/** What Storybook's panel, the pages of all states and the checks read; a story of several machines gives a list. */
export interface InState {
  /** Id of the machine. */
  machine: string
  /** Name of the leaf state. */
  state: string
}
export type StatechartParameter = InState | readonly InState[]

/** Names of all leaf states in a state value, however deep. */
type LeafOf<Value> = Value extends string
  ? Value
  : Value extends object
    ? { [Key in keyof Value]-?: LeafOf<NonNullable<Value[Key]>> }[keyof Value]
    : never

/**
 * Says which state a story ends in. After the story's `play` the live actors are looked at (.storybook/preview.tsx): the story
 * fails where none of that machine stands in the state.
 * Written in the story's own parameters, by these names, since tests/charts reads it from the source.
 */
export const inState = <Machine extends AnyStateMachine>(
  machine: Machine,
  state: LeafOf<StateValueFrom<Machine>>,
): InState => ({ machine: machine.id, state })

/** @returns what the parameter says, as a list */
export const statesOf = (parameter: unknown): readonly InState[] =>
  parameter === undefined ? [] : ([parameter].flat() as InState[])
