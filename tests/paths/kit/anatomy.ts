/** The parts of a machine, its states and transitions, and readable names for them. */
import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'

/** Every state node below the root, parents first. */
export function stateNodesOf(machine: AnyStateMachine): AnyStateNode[] {
  const below = (node: AnyStateNode): AnyStateNode[] =>
    Object.values(node.states as Record<string, AnyStateNode>).flatMap((child) => [child, ...below(child)])
  return below(machine.root)
}

/** Whether a state has no substates. */
export const isLeaf = (node: AnyStateNode): boolean => Object.keys(node.states).length === 0

/** The states that stories and replays end in. */
export const leavesOf = (machine: AnyStateMachine): AnyStateNode[] => stateNodesOf(machine).filter(isLeaf)

/** `session.authenticated.current` → `authenticated.current`; the root is `(any)`. */
export const nameOf = (node: AnyStateNode): string => node.path.join('.') || '(any)'

/** The leaf states of a snapshot, by name. */
export const leafNamesOf = (snapshot: AnyMachineSnapshot): string[] =>
  (snapshot._nodes as AnyStateNode[]).filter(isLeaf).map(nameOf)

/** Candidates for one event in one state, in the order in which they are tried. */
const candidatesOf = (transition: AnyTransitionDefinition): readonly AnyTransitionDefinition[] => {
  const { source, eventType } = transition
  return eventType === ''
    ? (source.always ?? [])
    : ((source.transitions as Map<string, AnyTransitionDefinition[]>).get(eventType) ?? [])
}

/** Readable text for an event's type: `xstate.done.actor.submit` → `submit answers`, and so on. */
export function eventWords(eventType: string): string {
  if (eventType === '') return 'at once'
  const [, kind, what] = /^xstate\.(done\.actor|error\.actor|after)\.(.+)$/.exec(eventType) ?? []
  if (kind === 'done.actor') return `${what} answers`
  if (kind === 'error.actor') return `${what} fails`
  if (kind === 'after') return `${what!.split('.')[0]} is over`
  return eventType
}

/**
 * The key of a transition: source, event, index among several candidates, target. It does not change with
 * `machine.provide`, which creates new objects.
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

/** Keys of all transitions of a machine, including those of the root. */
export const transitionKeysOf = (machine: AnyStateMachine): string[] =>
  [machine.root, ...stateNodesOf(machine)].flatMap((node) =>
    [
      ...[...(node.transitions as Map<string, AnyTransitionDefinition[]>).values()].flat(),
      ...((node.always ?? []) as AnyTransitionDefinition[]),
    ].map(keyOf),
  )

/** The name of the logic from which an invocation is created. */
export const srcOf = ({ src }: { src: unknown }): string => (typeof src === 'string' ? src : '(inline)')

/** The invocations that run in a snapshot: the `id` of the actor and the `src` of its logic. */
export const invocationsIn = (snapshot: AnyMachineSnapshot): { id: string; src: string; hasOnError: boolean }[] =>
  (snapshot._nodes as AnyStateNode[]).flatMap((node) =>
    node.invoke.map((invocation) => ({
      id: invocation.id,
      src: srcOf(invocation),
      hasOnError: node.transitions.has(`xstate.error.actor.${invocation.id}`),
    })),
  )

/** The delays that run in a snapshot, as the types of the events at their end. */
export const delaysIn = (snapshot: AnyMachineSnapshot): { event: string; delay: unknown }[] =>
  (snapshot._nodes as AnyStateNode[]).flatMap((node) =>
    node.after.map(({ eventType, delay }) => ({ event: eventType, delay })),
  )
