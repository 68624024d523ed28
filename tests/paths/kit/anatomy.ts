/** What a machine is made of: its states, its transitions, and their names for people. */
import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'

/** Every state node below the root, parents first. */
export function stateNodesOf(machine: AnyStateMachine): AnyStateNode[] {
  const below = (node: AnyStateNode): AnyStateNode[] =>
    Object.values(node.states as Record<string, AnyStateNode>).flatMap((child) => [child, ...below(child)])
  return below(machine.root)
}

/** Whether a state holds no other. */
export const isLeaf = (node: AnyStateNode): boolean => Object.keys(node.states).length === 0

/** What a story and a replay stand in. */
export const leavesOf = (machine: AnyStateMachine): AnyStateNode[] => stateNodesOf(machine).filter(isLeaf)

/** `session.authenticated.current` → `authenticated.current`; the root is `(any)`. */
export const nameOf = (node: AnyStateNode): string => node.path.join('.') || '(any)'

/** The leaf states of a snapshot, by name. */
export const leafNamesOf = (snapshot: AnyMachineSnapshot): string[] =>
  (snapshot._nodes as AnyStateNode[]).filter(isLeaf).map(nameOf)

/** Candidates of one event in one state, in the order in which they are tried. */
const candidatesOf = (transition: AnyTransitionDefinition): readonly AnyTransitionDefinition[] => {
  const { source, eventType } = transition
  return eventType === ''
    ? (source.always ?? [])
    : ((source.transitions as Map<string, AnyTransitionDefinition[]>).get(eventType) ?? [])
}

/** `xstate.done.actor.submit` → `submit answers`, and so on: words for an event's type. */
export function eventWords(eventType: string): string {
  if (eventType === '') return 'at once'
  const [, kind, what] = /^xstate\.(done\.actor|error\.actor|after)\.(.+)$/.exec(eventType) ?? []
  if (kind === 'done.actor') return `${what} answers`
  if (kind === 'error.actor') return `${what} fails`
  if (kind === 'after') return `${what!.split('.')[0]} is over`
  return eventType
}

/**
 * The key of a transition: where from, on what, which of several candidates, where to. Stable over `machine.provide`, which
 * makes new objects.
 */
export function keyOf(transition: AnyTransitionDefinition): string {
  const candidates = candidatesOf(transition)
  const which = candidates.length > 1 ? ` [${candidates.indexOf(transition) + 1} of ${candidates.length}]` : ''
  const isLock = !transition.target && transition.actions.length === 0
  const target = isLock
    ? 'nothing (locked)'
    : ((transition.target as AnyStateNode[] | undefined)?.map(nameOf).join(', ') ?? 'stays')
  return `${nameOf(transition.source)} · ${eventWords(transition.eventType)}${which} → ${target}`
}

/** Keys of all transitions of a machine, those of the root included. */
export const transitionKeysOf = (machine: AnyStateMachine): string[] =>
  [machine.root, ...stateNodesOf(machine)].flatMap((node) =>
    [
      ...[...(node.transitions as Map<string, AnyTransitionDefinition[]>).values()].flat(),
      ...((node.always ?? []) as AnyTransitionDefinition[]),
    ].map(keyOf),
  )

/** The name of the actor that an invocation is made from. */
export const srcOf = ({ src }: { src: unknown }): string => (typeof src === 'string' ? src : '(inline)')

/** The invocations that run in a snapshot: `id` of the actor and the `src` it is made from. */
export const invocationsIn = (snapshot: AnyMachineSnapshot): { id: string; src: string; hasOnError: boolean }[] =>
  (snapshot._nodes as AnyStateNode[]).flatMap((node) =>
    node.invoke.map((invocation) => ({
      id: invocation.id,
      src: srcOf(invocation),
      hasOnError: node.transitions.has(`xstate.error.actor.${invocation.id}`),
    })),
  )

/** The delays that run in a snapshot, as the types of the events that end them. */
export const delaysIn = (snapshot: AnyMachineSnapshot): { event: string; delay: unknown }[] =>
  (snapshot._nodes as AnyStateNode[]).flatMap((node) =>
    node.after.map(({ eventType, delay }) => ({ event: eventType, delay })),
  )
