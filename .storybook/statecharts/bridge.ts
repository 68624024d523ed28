/** The story's end of the panel: tells what runs, and sends what the panel asks for. Does nothing while no panel is open. */
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

/** How often the panel is told at most, milliseconds. */
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
/** What is loaded when the panel first asks: the words and examples of `npm run paths`, and the drawing. */
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

/** What would lead somewhere now; an event that its paths file does not know is sent without anything in it. */
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
        // A guard that asks for what the bare event does not carry.
        return false
      }
    })
    .map(({ name, event }) => ({ name, event, kind: kindOf(event), payload: payloadOf(event) }))
}

/** What the story names, in its order, then what is of the same machine, then the others. */
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

/** What the panel needs of a machine before it can show it. */
async function prepare(loaded: Tools, actor: LiveActor): Promise<void> {
  const { id } = actor.logic
  if (drawn.has(id)) return
  drawn.add(id)
  const load = files[`../../tests/paths/${kebab(id)}.paths.ts`]
  if (load) described.set(id, (await load()).paths)
  addons.getChannel().emit(MESSAGE.drawing, await loaded.drawingOf(loaded.chartOf(actor.logic)))
}

/** Joins the story to the panel; once a page. */
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
  // For `npm run paths -- --depth component`, which looks at a story from outside.
  Object.assign(globalThis, { pitbossStatecharts: () => toldOutside() })
}

/** What has happened in the story, as plain data. */
export const toldOutside = () => ({
  began: liveBegan(),
  log: liveLog().map(({ event, ...line }) => ({ ...line, event: event.type })),
})
export type ToldOutside = ReturnType<typeof toldOutside>

/** Tells which machines the story is about. @param parameter `parameters.statechart` of the story that begins */
export function nameMachines(parameter: unknown): void {
  named = statesOf(parameter)
}
