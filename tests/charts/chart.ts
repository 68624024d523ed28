/** Reads a machine's definition as plain data: what the panel of Storybook draws, and what docs/statecharts is written from. */
import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'
import { eventWords, isLeaf, keyOf, nameOf, srcOf, stateNodesOf } from '@tests/paths/kit/anatomy'

/** A state as it is drawn. */
export interface ChartState {
  /** XState's own, such as `submission.dirty.kept`: what a snapshot's nodes are told by. */
  id: string
  /** Leaf name, as stories carry it. */
  name: string
  /** Id of the state that holds it; null for the machine itself. */
  parent: string | null
  kind: 'leaf' | 'final' | 'compound' | 'parallel'
  /** Entered first when its parent is entered. */
  isInitial: boolean
  description: string
  shows: string
  tags: readonly string[]
  /** Actors that run while it stands. */
  invokes: readonly string[]
}

/** A transition as it is drawn. */
export interface ChartTransition {
  /** As `npm run paths` names it. */
  key: string
  from: string
  /** Ids of the targets; empty where it stays or is locked. */
  to: readonly string[]
  /** Words for the event: a wish, an answer, a delay that is over. */
  words: string
  /** Name of its guard; `else` after guarded ones, `1 of 3` where the guard has no name; null where nothing is asked. */
  guard: string | null
  /** Named actions. */
  actions: readonly string[]
  /** The event is refused on purpose: nothing may come of it. */
  isLock: boolean
}

export interface Chart {
  machine: string
  /** The machine itself first, parents before what they hold. */
  states: readonly ChartState[]
  transitions: readonly ChartTransition[]
}

/** Whether a person can meet it: a leaf that is not left at once, whatever holds. */
export const canStand = (node: AnyStateNode): boolean =>
  isLeaf(node) && !((node.always ?? []) as AnyTransitionDefinition[]).some(({ guard }) => guard === undefined)

/** The leaf states of a machine that a story can stand in. */
export const standingLeavesOf = (machine: AnyStateMachine): AnyStateNode[] => stateNodesOf(machine).filter(canStand)

/** @returns the machine as plain data, in the order of its definition */
export function chartOf(machine: AnyStateMachine): Chart {
  const nodes = [machine.root as AnyStateNode, ...stateNodesOf(machine)]
  return { machine: machine.id, states: nodes.map(stateOf), transitions: nodes.flatMap(transitionsOf) }
}

function stateOf(node: AnyStateNode): ChartState {
  const { shows = '' } = (node.meta ?? {}) as { shows?: string }
  return {
    id: node.id,
    name: node.key,
    parent: node.parent?.id ?? null,
    kind: node.type === 'atomic' ? 'leaf' : (node.type as ChartState['kind']),
    isInitial: node.parent !== undefined && (node.parent.initial?.target as AnyStateNode[] | undefined)?.[0] === node,
    description: node.description ?? '',
    shows,
    tags: node.tags as string[],
    invokes: node.invoke.map((invocation) =>
      invocation.id === srcOf(invocation) ? invocation.id : `${invocation.id} (${srcOf(invocation)})`,
    ),
  }
}

function transitionsOf(node: AnyStateNode): ChartTransition[] {
  const byEvent = [
    ...(node.transitions as Map<string, AnyTransitionDefinition[]>).values(),
    (node.always ?? []) as AnyTransitionDefinition[],
  ]
  return byEvent.flatMap((candidates) =>
    candidates.map((transition, index) => ({
      key: keyOf(transition),
      from: node.id,
      to: ((transition.target ?? []) as AnyStateNode[]).map(({ id }) => id),
      words: eventWords(transition.eventType),
      guard: guardOf(transition, index, candidates.length),
      actions: transition.actions.flatMap((action) => nameOfPart(action) ?? []),
      isLock: !transition.target && transition.actions.length === 0,
    })),
  )
}

/** Guards and actions are known by name, by an object of it, or not at all where they stand in the definition itself. */
function nameOfPart(part: unknown): string | null {
  if (typeof part === 'string') return part
  const { type } = part as { type?: unknown }
  return typeof part !== 'function' && typeof type === 'string' ? type : null
}

function guardOf({ guard }: AnyTransitionDefinition, index: number, count: number): string | null {
  if (guard !== undefined) return nameOfPart(guard) ?? (count > 1 ? `${index + 1} of ${count}` : 'if')
  return index > 0 ? 'else' : null
}

/** A state's dotted name below its machine: `dirty.kept`. */
export const dottedName = (chart: Chart, id: string): string =>
  id === chart.machine ? nameOf({ path: [] } as never) : id.slice(chart.machine.length + 1)
