/** The type of `tests/paths/<machine>.paths.ts`: everything that may happen to a machine, as typed data. */
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

/** A machine with the data for deriving and replaying its paths. */
export interface MachineDescription {
  machine: AnyStateMachine
  /** Ways in which the machine can start: name → its input. */
  starts: Readonly<Record<string, unknown>>
  /** External events, by the name in a path's title. */
  events: Readonly<Record<string, AnyEventObject>>
  /** Responses of promise actors: `src` of the actor → name of the response → its output. */
  answers: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** Machines that the machine spawns or invokes, with their own actors held. */
  children?: Readonly<Record<string, AnyActorLogic>>
  /** Duration in milliseconds of delays that the machine's implementations provide. */
  delays?: Readonly<Record<string, number>>
  /** Distinguishes situations in the same state. Must be small, because otherwise there are too many paths. */
  situation: (context: never, snapshot: AnyMachineSnapshot) => unknown
  /** Events that may restart a call in flight (for example a new token); all others must be ignored meanwhile. */
  mayRestart?: readonly string[]
  /** Transitions that no path takes, by key, with the reason. The test fails if a path takes one after all. */
  exceptions?: Readonly<Record<string, string>>
  /** The expected behaviour, written by hand (tables/<machine>.table.ts); the registry adds it if it exists. */
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
