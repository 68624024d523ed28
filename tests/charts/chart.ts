/** Reads a machine's definition as plain data: Storybook's panel draws it, and docs/statecharts is written from it. */
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
  /** Actors that run while the machine is in the state. */
  invokes: readonly string[]
  /** Actions that run when the state is entered and left. */
  entry: readonly string[]
  exit: readonly string[]
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
  /** Name of its guard; `else` after guarded ones, INLINE where the guard has no name; null where it has no condition. */
  guard: string | null
  /** Its actions, with the parameters that the definition fixes: `assignWish (wish: start)`. */
  actions: readonly string[]
  /** The target is left and entered again, although it is active. */
  isReentry: boolean
  /** The event is refused on purpose: nothing may come of it. */
  isLock: boolean
}

export interface Chart {
  machine: string
  /** The machine itself first, parents before what they hold. */
  states: readonly ChartState[]
  transitions: readonly ChartTransition[]
  /** What may be sent from outside, or by its feeds: no answers and no delays. */
  events: readonly string[]
  /** Milliseconds of each delay; null where the implementations decide it. */
  delays: Readonly<Record<string, number | null>>
}

/** Stands in a chart for a guard that is a function in the definition itself. */
export const INLINE = 'a condition without a name'

/** Whether a person can meet it: a leaf that is not left at once, whatever holds. */
export const canStand = (node: AnyStateNode): boolean =>
  isLeaf(node) && !((node.always ?? []) as AnyTransitionDefinition[]).some(({ guard }) => guard === undefined)

/** The leaf states of a machine that a story can stand in. */
export const standingLeavesOf = (machine: AnyStateMachine): AnyStateNode[] => stateNodesOf(machine).filter(canStand)

/** @returns the machine as plain data, in the order of its definition */
export function chartOf(machine: AnyStateMachine): Chart {
  const nodes = [machine.root as AnyStateNode, ...stateNodesOf(machine)]
  return {
    machine: machine.id,
    states: nodes.map(stateOf),
    transitions: nodes.flatMap(transitionsOf),
    events: (machine.events as readonly string[]).filter((event) => !event.startsWith('xstate.')).sort(),
    delays: delaysOf(machine, nodes),
  }
}

function delaysOf(machine: AnyStateMachine, nodes: readonly AnyStateNode[]): Chart['delays'] {
  const lengths = machine.implementations.delays as Record<string, unknown>
  const used = nodes.flatMap((node) => node.after.map(({ delay }) => delay))
  return Object.fromEntries(
    [...new Set(used)].map((delay) => {
      const length = typeof delay === 'number' ? delay : lengths[String(delay)]
      return [String(delay), typeof length === 'number' ? length : null]
    }),
  )
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
    entry: (node.entry as unknown[]).flatMap(actionOf),
    exit: (node.exit as unknown[]).flatMap(actionOf),
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
      guard: guardOf(transition, index),
      actions: (transition.actions as unknown[]).flatMap(actionOf),
      isReentry: transition.reenter && transition.target?.[0] === transition.source,
      isLock: !transition.target && transition.actions.length === 0,
    })),
  )
}

/** Parameters that the definition fixes; those that depend on event or context are functions, and their values unknown. */
function paramsOf(params: unknown): string {
  if (typeof params !== 'object' || params === null) return ''
  const fixed = Object.entries(params).map(([name, value]) => `${name}: ${String(value)}`)
  return fixed.length > 0 ? ` (${fixed.join(', ')})` : ''
}

/** A guard or an action that the definition names, by a string or an object; null for a function. */
function namedPart(part: unknown): string | null {
  if (typeof part === 'string') return part
  if (typeof part !== 'object' || part === null) return null
  const { type, params } = part as { type: string; params?: unknown }
  return `${type}${paramsOf(params)}`
}

/** @returns an action as text; nothing for those by which XState runs a delay */
function actionOf(action: unknown): string[] {
  const named = namedPart(action)
  if (named !== null) return [named]
  const builtIn = action as { type?: string; event?: unknown; to?: unknown; delay?: unknown; assignment?: unknown }
  const event = typeof builtIn.event === 'object' ? ` ${(builtIn.event as { type: string }).type}` : ''
  if (builtIn.type === 'xstate.raise') return event.startsWith(' xstate.after.') ? [] : [`raise${event}`]
  if (builtIn.type === 'xstate.cancel') return []
  if (builtIn.type === 'xstate.emit') return [`emit${event}`]
  if (builtIn.type === 'xstate.sendTo') return [`send${event} to ${String(builtIn.to)}`]
  if (builtIn.type === 'xstate.assign')
    return [typeof builtIn.assignment === 'object' ? `assign ${Object.keys(builtIn.assignment!).join(', ')}` : 'assign']
  return ['an action without a name']
}

/** A guard as text: `isKnown`, `not(isKnown)`, `and(isKnown, canStart)`. */
function guardText(guard: unknown): string {
  const { check, guards } = guard as { check?: { name: string }; guards?: unknown[] }
  if (!guards) return namedPart(guard) ?? INLINE
  return `${(check?.name ?? '').replace('check', '').toLowerCase()}(${guards.map(guardText).join(', ')})`
}

function guardOf({ guard }: AnyTransitionDefinition, index: number): string | null {
  if (guard !== undefined) return guardText(guard)
  return index > 0 ? 'else' : null
}

/** A state's dotted name below its machine: `dirty.kept`. */
export const dottedName = (chart: Chart, id: string): string =>
  id === chart.machine ? nameOf({ path: [] } as never) : id.slice(chart.machine.length + 1)
