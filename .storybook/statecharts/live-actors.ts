/**
 * The machines that run behind the story. The product passes no inspector and knows nothing of this: whatever starts is seen
 * here, children included, because Storybook looks on where an actor starts.
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

/** One event that an actor got. */
export interface LogEntry {
  number: number
  /** Milliseconds since the story began. */
  at: number
  actorId: string
  machine: string
  event: AnyEventObject
  /** Leaf states before and after; the same where it stayed. */
  from: readonly string[]
  to: readonly string[]
  /** Keys of the transitions that it took, as `npm run paths` names them. */
  taken: readonly string[]
}

/** Older ones are forgotten. */
const MOST_ENTRIES = 200

const actors = new Set<LiveActor>()
const lastStates = new Map<string, readonly string[]>()
/** Of the event that is being worked off, by actor. */
const taking = new Map<string, string[]>()
const listeners = new Set<() => void>()
let log: LogEntry[] = []
let entries = 0
let began = 0

const isMachine = (actor: AnyActorRef): actor is LiveActor =>
  'getStateNodeById' in ((actor as { logic?: object }).logic ?? {})
const namesOf = (actor: LiveActor): string[] => leafNamesOf(actor.getSnapshot()).map((name) => name.split('.').at(-1)!)
const changed = () => listeners.forEach((listener) => listener())

/** A snapshot comes after its event was worked off: then it is known where it led. */
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

/** Systems that are looked at already: a child lives in its parent's. */
const looked = new WeakSet<object>()

/** Begins to look on; once a page. */
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
 * Forgets what the last story left: its actors and the log. All of its actors, since one whose component was unmounted keeps a
 * snapshot that says it is active (@xstate/react starts it again where React only rehearses the unmount).
 */
export function forgetLast(): void {
  actors.clear()
  log = []
  lastStates.clear()
  taking.clear()
  began = performance.now()
  changed()
}

/** The actors of the story: those that run, and those that came to their end. */
export const liveActors = (): LiveActor[] => [...actors].filter((actor) => actor.getSnapshot().status !== 'stopped')
export const liveLog = (): readonly LogEntry[] => log
/** When the story began, milliseconds since 1970. */
export const liveBegan = (): number => performance.timeOrigin + began

/** @returns the leaf states of an actor, without those that hold them */
export const statesOfActor = namesOf

/** Tells of every change. @returns how to stop listening */
export function listenToActors(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
