/**
 * Derives paths from a machine's description with `xstate/graph`: the shortest way to each situation, then one path for
 * each event that changes it, and one path with all events that it must ignore one after another.
 */
import {
  getInitialSnapshot,
  getNextSnapshot,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
} from 'xstate'
import { getAdjacencyMap, getShortestPaths, type AdjacencyMap } from 'xstate/graph'
import { delaysIn, eventWords, invocationsIn, leafNamesOf } from './anatomy'
import type { MachineDescription } from './describe'
import { TableReader, type Expectation } from './table'

/** One step: the event, and the expected snapshot after it. */
export interface PathStep {
  /** Text of the event for titles and reports. */
  name: string
  event: AnyEventObject
  /** Expected after the step: according to the machine's table, or to its chart if there is no table. */
  expected: AnyMachineSnapshot
  /** The expectation as the table states it; null if the machine has no table. */
  byTable: Expectation | null
  /** The event must have no effect here: a lock, or an event of another state. */
  ignored: boolean
}
export interface MachinePath {
  /** Counted from 1; the number for `--path 7`. */
  number: number
  title: string
  start: string
  input: unknown
  /** Expected before the first step. */
  initial: AnyMachineSnapshot
  initialByTable: Expectation | null
  steps: PathStep[]
}

/** Far above the number that any machine here needs; if it is reached, `situation` distinguishes too much. */
const MOST_SITUATIONS = 20_000

/** Everything that could happen in a snapshot: external events, responses of running actors, running delays. */
export function possibleIn(
  description: Pick<MachineDescription, 'events' | 'answers'>,
  snapshot: AnyMachineSnapshot,
): { name: string; event: AnyEventObject }[] {
  const wishes = Object.entries(description.events).map(([name, event]) => ({ name, event }))
  const answers = invocationsIn(snapshot).flatMap(({ id, src, hasOnError }) => [
    ...Object.entries(description.answers[src] ?? {}).map(([name, output]) => ({
      name: `${id} answers: ${name}`,
      event: { type: `xstate.done.actor.${id}`, output, actorId: id },
    })),
    ...(hasOnError && src in description.answers
      ? [
          {
            name: `${id} fails`,
            event: { type: `xstate.error.actor.${id}`, error: new Error(`${id} broke`), actorId: id },
          },
        ]
      : []),
  ])
  const delays = delaysIn(snapshot).map(({ event }) => ({ name: eventWords(event), event: { type: event } }))
  return [...wishes, ...answers, ...delays]
}

/** Whether an event can be caused in a situation: the component and console depths cannot cause everything. */
export type Allows = (at: {
  snapshot: AnyMachineSnapshot
  name: string
  event: AnyEventObject
  start: string
}) => boolean

/**
 * @param allows excludes paths that need something that cannot be caused
 * @returns every path of the machine, numbered; always the same for the same machine and description
 */
export function derivePaths(description: MachineDescription, allows: Allows = () => true): MachinePath[] {
  const { machine } = description
  const keyOfState = (snapshot: AnyMachineSnapshot) =>
    JSON.stringify([snapshot.value, description.situation(snapshot.context as never, snapshot)])
  const walked = new Set<string>()
  const paths: Walk[] = []

  for (const [start, input] of Object.entries(description.starts)) {
    const names = new Map<AnyEventObject, string>()
    const options = {
      input,
      limit: MOST_SITUATIONS,
      serializeState: keyOfState,
      serializeEvent: (event: AnyEventObject) => names.get(event) ?? event.type,
      events: (snapshot: AnyMachineSnapshot) =>
        snapshot.status === 'active'
          ? possibleIn(description, snapshot)
              .filter(({ name, event }) => allows({ snapshot, name, event, start }))
              .map(({ name, event }) => {
                names.set(event, name)
                return event
              })
          : [],
    }
    const graph: AdjacencyMap<AnyMachineSnapshot, AnyEventObject> = getAdjacencyMap(machine, options)
    const ways = new Map(getShortestPaths(machine, options).map((way) => [keyOfState(way.state), way.steps.slice(1)]))

    paths.push(walk(description, start, input, []))
    for (const [situation, { transitions }] of Object.entries(graph)) {
      const way = walk(
        description,
        start,
        input,
        ways.get(situation)!.map(({ event }) => ({ name: names.get(event)!, event })),
      )
      const here = way.steps.at(-1)?.expected ?? way.initial
      const ignored: NamedEvent[] = []
      const answered = new Set<string>()
      for (const [name, { event }] of Object.entries<{ event: AnyEventObject }>(transitions)) {
        const edge = `${situation} ${name}`
        if (walked.has(edge)) continue
        walked.add(edge)
        // A call gets only one response.
        const isOver = event.type.startsWith('xstate.') && answered.has(event.type)
        if (!isOver && isIgnored(machine, here, event)) {
          ignored.push({ name, event })
          answered.add(event.type)
        } else paths.push(walk(description, start, input, [...way.steps, { name, event }]))
      }
      if (ignored.length > 0) paths.push(walk(description, start, input, [...way.steps, ...ignored]))
    }
  }
  return withoutBeginnings(paths).map((path, index) => ({ ...path, number: index + 1, title: titleOf(path) }))
}

/**
 * A random path: each number selects one of the events that are possible at that point.
 * @param picks the first selects the start
 */
export function pathAtRandom(description: MachineDescription, picks: readonly number[]): MachinePath {
  const { machine, starts } = description
  const [first = 0, ...rest] = picks
  const [start, input] = Object.entries(starts)[first % Object.keys(starts).length]!
  const events: NamedEvent[] = []
  let snapshot: AnyMachineSnapshot = getInitialSnapshot(machine, input as never)
  /**
   * Events that cannot happen again in the same state: the response to a completed call, a delay that ended without a
   * change of state.
   */
  let over = new Set<string>()
  for (const pick of rest) {
    const possible =
      snapshot.status === 'active'
        ? possibleIn(description, snapshot).filter(
            ({ event }) => !over.has(String(event.actorId)) && !over.has(event.type),
          )
        : []
    if (possible.length === 0) break
    const chosen = possible[pick % possible.length]!
    const next: AnyMachineSnapshot = getNextSnapshot(machine, snapshot, chosen.event)
    const stays = JSON.stringify(next.value) === JSON.stringify(snapshot.value)
    // In another region a completed call may still be listed: it is made again only after its state was left.
    if (!stays) over = new Set(invocationsIn(next).flatMap(({ id }) => (over.has(id) ? id : [])))
    else if ('actorId' in chosen.event) over.add(String(chosen.event.actorId))
    else if (chosen.event.type.startsWith('xstate.after.') && isWithoutTarget(machine, snapshot, chosen.event))
      over.add(chosen.event.type)
    events.push(chosen)
    snapshot = next
  }
  const path = walk(description, start, input, events)
  return { ...path, number: 0, title: titleOf(path) }
}

type NamedEvent = Pick<PathStep, 'name' | 'event'>
type Walk = Omit<MachinePath, 'number' | 'title'>

/** Whether an event enters no state. */
const isWithoutTarget = (machine: AnyStateMachine, snapshot: AnyMachineSnapshot, event: AnyEventObject): boolean =>
  machine.getTransitionData(snapshot, event as never).every((transition) => !transition.target)

/** Whether an event has no effect: no state changes, no action runs. */
export const isIgnored = (machine: AnyStateMachine, snapshot: AnyMachineSnapshot, event: AnyEventObject): boolean =>
  machine
    .getTransitionData(snapshot, event as never)
    .every((transition) => !transition.target && transition.actions.length === 0)

/**
 * Computes the expected snapshot after each event, with no actor running. If there is a table, it decides; the chart
 * then only determines which events are tried, and fills in what the table leaves open.
 */
function walk(
  { machine, table }: Pick<MachineDescription, 'machine' | 'table'>,
  start: string,
  input: unknown,
  events: readonly NamedEvent[],
): Walk {
  const reader = table ? new TableReader(table) : null
  let inChart: AnyMachineSnapshot = getInitialSnapshot(machine, input as never)
  const initialByTable = reader?.start(start) ?? null
  const initial = reader ? reader.snapshotOf(initialByTable!, inChart) : inChart
  let inTable = initialByTable
  const steps = events.map(({ name, event }): PathStep => {
    const ignoredInChart = isIgnored(machine, inChart, event)
    inChart = getNextSnapshot(machine, inChart, event)
    if (!reader) return { name, event, expected: inChart, byTable: null, ignored: ignoredInChart }
    inTable = reader.after(inTable!, name)
    return { name, event, expected: reader.snapshotOf(inTable, inChart), byTable: inTable, ignored: inTable.ignored }
  })
  return { start, input, initial, initialByTable, steps }
}

/** Removes paths that are the beginning of another path. */
function withoutBeginnings(paths: Walk[]): Walk[] {
  const text = (path: Walk) => `${path.start}\n${path.steps.map(({ name }) => `${name}\n`).join('')}`
  const texts = paths.map(text)
  const beginnings = new Set(
    texts.flatMap((whole) =>
      [...whole.matchAll(/\n/g)].map(({ index }) => whole.slice(0, index + 1)).filter((part) => part !== whole),
    ),
  )
  return paths.filter((_, index) => !beginnings.has(texts[index]!))
}

/** `a token → signOut.request; then nothing by retry, woke ⇒ signingOut` */
export function titleOf({ start, initial, steps }: Walk): string {
  const lastMove = steps.findLastIndex(({ ignored }) => !ignored) + 1
  const ignored = steps.slice(lastMove).map(({ name }) => name)
  const moves = [start, ...steps.slice(0, lastMove).map(({ name }) => name)].join(' → ')
  const nothing = ignored.length > 0 ? `; then nothing by ${ignored.join(', ')}` : ''
  return `${moves}${nothing} ⇒ ${leafNamesOf(steps.at(-1)?.expected ?? initial).join(', ')}`
}
