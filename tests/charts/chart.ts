/** Converts a machine's definition to plain data, from which Storybook's panel draws it and docs/statecharts is generated. */
import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'
import { eventWords, isLeaf, keyOf, nameOf, srcOf, stateNodesOf } from '@tests/paths/kit/anatomy'

/** A state in the chart. */
export interface ChartState {
  /** XState's id, such as `submission.dirty.kept`, by which a snapshot's nodes are identified. */
  id: string
  /** Leaf name, as used in stories. */
  name: string
  /** Id of the parent state; null for the machine itself. */
  parent: string | null
  kind: 'leaf' | 'final' | 'compound' | 'parallel'
  /** Whether it is the first state of its parent. */
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

/** A transition in the chart. */
export interface ChartTransition {
  /** Its name in `npm run paths`. */
  key: string
  from: string
  /** Ids of the targets; empty where the state stays or the event is locked. */
  to: readonly string[]
  /** Description of the event: an action of the person, a response, the end of a delay. */
  words: string
  /** Name of its guard; `else` after guarded ones, INLINE where the guard has no name; null where it has no condition. */
  guard: string | null
  /** Its actions, with the parameters that the definition fixes: `assignWish (wish: start)`. */
  actions: readonly string[]
  /** The target is left and entered again, although it is active. */
  isReentry: boolean
  /** The event is ignored on purpose: it must have no effect. */
  isLock: boolean
}

export interface Chart {
  machine: string
  /** The machine itself first, parents before their children. */
  states: readonly ChartState[]
  transitions: readonly ChartTransition[]
  /** Events that can be sent from outside, or by its sources: no responses and no delays. */
  events: readonly string[]
  /** Milliseconds of each delay; null where the implementation provides it. */
  delays: Readonly<Record<string, number | null>>
}

/** Shown in a chart for a guard that is an inline function. */
export const INLINE = 'a condition without a name'

/** Whether the machine can rest in it: a leaf without an unconditional immediate transition. */
export const canStand = (node: AnyStateNode): boolean =>
  isLeaf(node) && !((node.always ?? []) as AnyTransitionDefinition[]).some(({ guard }) => guard === undefined)

/** The leaf states of a machine that a story can show. */
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

/** Parameters that the definition fixes; those that depend on event or context are functions and are left out. */
function paramsOf(params: unknown): string {
  if (typeof params !== 'object' || params === null) return ''
  const fixed = Object.entries(params).map(([name, value]) => `${name}: ${String(value)}`)
  return fixed.length > 0 ? ` (${fixed.join(', ')})` : ''
}

/** A guard or an action that the definition names with a string or an object; null for a function. */
function namedPart(part: unknown): string | null {
  if (typeof part === 'string') return part
  if (typeof part !== 'object' || part === null) return null
  const { type, params } = part as { type: string; params?: unknown }
  return `${type}${paramsOf(params)}`
}

/** @returns an action as text; empty for those with which XState implements delays */
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
