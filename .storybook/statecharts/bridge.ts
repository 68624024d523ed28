/** The story's side of the panel: reports the running machines, and sends the events that the panel requests. Inactive while no panel is open. */
import { STORY_FINISHED } from 'storybook/internal/core-events'
import { addons } from 'storybook/preview-api'
import { getNextTransitions, type AnyEventObject } from 'xstate'
import type { chartOf } from '@tests/charts/chart'
import { statesOf, type InState } from '@tests/kit/in-state'
import type { isIgnored, possibleIn } from '@tests/paths/kit/derive'
import type { MachineDescription } from '@tests/paths/kit/describe'
import type { drawingOf } from './layout'
import { liveActors, liveBegan, liveLog, listenToActors, statesOfActor, type LiveActor } from './live-actors'
import { inWords, payloadOf } from './plain'
import { MESSAGE, type SendableEvent, type Watched, type WatchedActor, type Wish } from './protocol'

/** Minimum time between two reports to the panel, milliseconds. */
const PAUSE_MS = 60

type Described = Pick<MachineDescription, 'events' | 'answers'>
const NOTHING_DESCRIBED: Described = { events: {}, answers: {} }
const files = import.meta.glob<{ paths: MachineDescription }>('../../tests/paths/*.paths.ts')
const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

interface Tools {
  isIgnored: typeof isIgnored
  possibleIn: typeof possibleIn
  chartOf: typeof chartOf
  drawingOf: typeof drawingOf
}
/** Loaded when the panel first requests data: the texts and examples of `npm run paths`, and the drawing. */
const loadTools = async (): Promise<Tools> => ({
  ...(await import('@tests/paths/kit/derive')),
  ...(await import('@tests/charts/chart')),
  ...(await import('./layout')),
})

const described = new Map<string, Described>()
const drawn = new Set<string>()
let tools: Tools | undefined
let named: readonly InState[] = []

interface Possible extends SendableEvent {
  event: AnyEventObject
}
const kindOf = ({ type }: AnyEventObject): SendableEvent['kind'] =>
  type.startsWith('xstate.after.') ? 'delay' : type.startsWith('xstate.') ? 'answer' : 'event'

/** The events with an effect in the current state; an event that its paths file does not contain is sent without a payload. */
function possibleFor(loaded: Tools, actor: LiveActor): Possible[] {
  const snapshot = actor.getSnapshot()
  if (snapshot.status !== 'active') return []
  const known = loaded.possibleIn(described.get(actor.logic.id) ?? NOTHING_DESCRIBED, snapshot)
  const others = getNextTransitions(snapshot)
    .map(({ eventType }) => eventType)
    .filter((type) => !type.startsWith('xstate.') && type !== '' && !known.some(({ event }) => event.type === type))
  return [...known, ...[...new Set(others)].map((type) => ({ name: type, event: { type } }))]
    .filter(({ event }) => {
      try {
        return !loaded.isIgnored(actor.logic, snapshot, event)
      } catch {
        // A guard that requires data that the bare event does not have.
        return false
      }
    })
    .map(({ name, event }) => ({ name, event, kind: kindOf(event), payload: payloadOf(event) }))
}

/** Rank of an actor: those that the story names, in order, then others of the same machine, then the rest. */
function rankOf(actor: LiveActor): number {
  const leaves = statesOfActor(actor)
  const exact = named.findIndex(({ machine, state }) => machine === actor.logic.id && leaves.includes(state))
  const same = named.findIndex(({ machine }) => machine === actor.logic.id)
  return exact >= 0 ? exact : same >= 0 ? named.length + same : 2 * named.length
}

function watchedOf(loaded: Tools, actor: LiveActor): WatchedActor {
  const snapshot = actor.getSnapshot()
  return {
    id: actor.sessionId,
    machine: actor.logic.id,
    rank: rankOf(actor),
    active: snapshot._nodes.map(({ id }: { id: string }) => id),
    leaves: statesOfActor(actor),
    status: snapshot.status,
    context: inWords(snapshot.context),
    events: possibleFor(loaded, actor).map(({ name, kind, payload }) => ({ name, kind, payload })),
  }
}

/** Prepares a machine's data for the panel. */
async function prepare(loaded: Tools, actor: LiveActor): Promise<void> {
  const { id } = actor.logic
  if (drawn.has(id)) return
  drawn.add(id)
  const load = files[`../../tests/paths/${kebab(id)}.paths.ts`]
  if (load) described.set(id, (await load()).paths)
  addons.getChannel().emit(MESSAGE.drawing, await loaded.drawingOf(loaded.chartOf(actor.logic)))
}

/** Connects the story to the panel; once per page. */
export function openBridge(): void {
  let stopListening: (() => void) | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const tell = async () => {
    timer = undefined
    tools ??= await loadTools()
    const loaded = tools
    await Promise.all(liveActors().map((actor) => prepare(loaded, actor)))
    if (!stopListening) return
    const log = liveLog().map(({ event, taken: _, ...line }) => ({
      ...line,
      event: event.type,
      payload: payloadOf(event),
    }))
    addons
      .getChannel()
      .emit(MESSAGE.actors, { actors: liveActors().map((actor) => watchedOf(loaded, actor)), log } satisfies Watched)
  }
  const tellSoon = () => (timer ??= setTimeout(() => void tell(), PAUSE_MS))

  const channel = addons.getChannel()
  channel.on(MESSAGE.watch, (isOpen: boolean) => {
    stopListening?.()
    stopListening = isOpen ? listenToActors(tellSoon) : null
    drawn.clear()
    if (isOpen) tellSoon()
  })
  channel.on(MESSAGE.send, ({ actorId, name }: Wish) => {
    const actor = liveActors().find(({ sessionId }) => sessionId === actorId)
    if (!actor || !tools) return
    const possible = possibleFor(tools, actor).find((one) => one.name === name)
    if (possible) actor.send(possible.event)
  })
  channel.on(STORY_FINISHED, ({ storyId }: { storyId: string }) =>
    window.parent.postMessage({ type: MESSAGE.finished, storyId }, location.origin),
  )
  channel.emit(MESSAGE.begun)
  // For `npm run paths -- --depth component`, which observes a story from outside.
  Object.assign(globalThis, { pitbossStatecharts: () => toldOutside() })
}

/** The story's events so far, as plain data. */
export const toldOutside = () => ({
  began: liveBegan(),
  log: liveLog().map(({ event, ...line }) => ({ ...line, event: event.type })),
})
export type ToldOutside = ReturnType<typeof toldOutside>

/** Declares the machines of the story. @param parameter `parameters.statechart` of the story that begins */
export function nameMachines(parameter: unknown): void {
  named = statesOf(parameter)
}
