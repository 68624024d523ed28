/**
 * The machines that run behind the story. The product passes no inspector and contains no code for this: every actor that starts
 * is recorded here, including children, because Storybook observes the start of actors.
 */
import {
  Actor,
  type AnyActorRef,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyTransitionDefinition,
  type InspectionEvent,
} from 'xstate'
import { keyOf, leafNamesOf } from '@tests/paths/kit/anatomy'

/** An actor whose logic is a machine. */
export type LiveActor = AnyActorRef & { logic: AnyStateMachine; getSnapshot(): AnyMachineSnapshot }

/** One event that an actor received. */
export interface LogEntry {
  number: number
  /** Milliseconds since the story began. */
  at: number
  actorId: string
  machine: string
  event: AnyEventObject
  /** Leaf states before and after the event; equal where the state did not change. */
  from: readonly string[]
  to: readonly string[]
  /** Keys of the taken transitions, as in `npm run paths`. */
  taken: readonly string[]
}

/** Older entries are dropped. */
const MOST_ENTRIES = 200

const actors = new Set<LiveActor>()
const lastStates = new Map<string, readonly string[]>()
/** Transitions of the event that is being processed, by actor. */
const taking = new Map<string, string[]>()
const listeners = new Set<() => void>()
let log: LogEntry[] = []
let entries = 0
let began = 0

const isMachine = (actor: AnyActorRef): actor is LiveActor =>
  'getStateNodeById' in ((actor as { logic?: object }).logic ?? {})
const namesOf = (actor: LiveActor): string[] => leafNamesOf(actor.getSnapshot()).map((name) => name.split('.').at(-1)!)
const changed = () => listeners.forEach((listener) => listener())

/** A snapshot arrives after its event was processed, when the resulting state is known. */
function note(actor: LiveActor, event: AnyEventObject): void {
  const from = lastStates.get(actor.sessionId) ?? []
  const to = namesOf(actor)
  lastStates.set(actor.sessionId, to)
  entries += 1
  log = [
    ...log.slice(1 - MOST_ENTRIES),
    {
      number: entries,
      at: Math.round(performance.now() - began),
      actorId: actor.sessionId,
      machine: actor.logic.id,
      event,
      from,
      to,
      taken: taking.get(actor.sessionId) ?? [],
    },
  ]
  taking.delete(actor.sessionId)
  changed()
}

function look(inspection: InspectionEvent): void {
  const actor = inspection.actorRef as AnyActorRef | undefined
  if (inspection.type === '@xstate.microstep' && actor && actors.has(actor as LiveActor)) {
    taking.set(actor.sessionId, [
      ...(taking.get(actor.sessionId) ?? []),
      ...(inspection._transitions as AnyTransitionDefinition[]).map(keyOf),
    ])
  }
  if (inspection.type === '@xstate.snapshot' && actor && actors.has(actor as LiveActor))
    note(actor as LiveActor, inspection.event)
}

/** Systems that are observed already: a child belongs to its parent's. */
const looked = new WeakSet<object>()

/** Starts to observe; once per page. */
export function lookOn(): void {
  const start = Object.getOwnPropertyDescriptor(Actor.prototype, 'start')!.value as (this: AnyActorRef) => AnyActorRef
  const lookedOn = function (
    this: AnyActorRef & { system: { inspect(observer: (event: InspectionEvent) => void): unknown } },
  ) {
    if (isMachine(this)) {
      actors.add(this)
      if (!looked.has(this.system)) {
        looked.add(this.system)
        this.system.inspect(look)
      }
    }
    return start.call(this)
  }
  Object.defineProperty(Actor.prototype, 'start', { value: lookedOn, writable: true, configurable: true })
}

/**
 * Removes the actors and the log of the last story. All of its actors, because one whose component was unmounted keeps a snapshot
 * with the status active (@xstate/react restarts it where React only simulates the unmount).
 */
export function forgetLast(): void {
  actors.clear()
  log = []
  lastStates.clear()
  taking.clear()
  began = performance.now()
  changed()
}

/** The actors of the story: running ones, and those that have finished. */
export const liveActors = (): LiveActor[] => [...actors].filter((actor) => actor.getSnapshot().status !== 'stopped')
export const liveLog = (): readonly LogEntry[] => log
/** Start time of the story, milliseconds since 1970. */
export const liveBegan = (): number => performance.timeOrigin + began

/** @returns the leaf states of an actor, without their parents */
export const statesOfActor = namesOf

/** Calls the listener on every change. @returns unsubscribes */
export function listenToActors(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
