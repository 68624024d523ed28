/** What `tests/paths/<machine>.paths.ts` says of a machine: everything that may happen to it, as typed data. */
import type {
  AnyActorLogic,
  AnyEventObject,
  AnyMachineSnapshot,
  AnyStateMachine,
  ContextFrom,
  EventFromLogic,
  InputFrom,
} from 'xstate'
import type { MachineTable } from './table'

/** A machine as paths are derived from it and replayed on it. */
export interface MachineDescription {
  machine: AnyStateMachine
  /** Ways in which the machine can start: name → its input. */
  starts: Readonly<Record<string, unknown>>
  /** What may be sent from outside, by a name that a path's title carries. */
  events: Readonly<Record<string, AnyEventObject>>
  /** What a promise actor may answer: `src` of the actor → name of the answer → its output. */
  answers: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** Machines that the machine spawns or invokes, with their own actors held. */
  children?: Readonly<Record<string, AnyActorLogic>>
  /** Milliseconds of a delay that the machine's implementations fill in. */
  delays?: Readonly<Record<string, number>>
  /** What tells two situations in the same state apart. Small, or there are too many paths. */
  situation: (context: never, snapshot: AnyMachineSnapshot) => unknown
  /** Events that may start a call again while it is in flight (a new token, say); any other must be ignored meanwhile. */
  mayRestart?: readonly string[]
  /** Transitions that no path takes, by key, each with its reason. One that a path takes after all fails the test. */
  exceptions?: Readonly<Record<string, string>>
  /** What the machine must do, written by hand (tables/<machine>.table.ts); the registry adds it where there is one. */
  table?: MachineTable
}

interface Typed<M extends AnyStateMachine> extends Omit<MachineDescription, 'table'> {
  machine: M
  starts: Readonly<Record<string, InputFrom<M>>>
  events: Readonly<Record<string, EventFromLogic<M>>>
  situation: (context: ContextFrom<M>, snapshot: AnyMachineSnapshot) => unknown
}

/**
 * Declares a machine's description. The compiler checks events, inputs and context against the machine's own types, and
 * keeps the names, so that the machine's table can be checked against them.
 */
export const describePaths = <M extends AnyStateMachine, const D extends Typed<M>>(
  description: D & { machine: M } & Typed<M>,
): D => description
