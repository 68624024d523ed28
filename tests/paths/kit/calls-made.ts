/** Records the effects of a machine on its environment, and compares them with its table. */
import type { AnyActorRef, AnyMachineSnapshot, InspectionEvent } from 'xstate'
import { isLeaf } from './anatomy'
import { ANY, type Call, type Expectation } from './table'

const isActor = (value: unknown): value is AnyActorRef =>
  typeof value === 'object' && value !== null && 'sessionId' in value && 'getSnapshot' in value

/** A value as text for comparison: keys sorted, actors as their ids, errors as their messages. */
export const textOf = (value: unknown): string => JSON.stringify(plain(value))

function plain(value: unknown): unknown {
  if (value === undefined) return 'undefined'
  if (typeof value === 'function') return 'function'
  if (typeof value === 'symbol') return 'any value'
  if (typeof value !== 'object' || value === null) return value
  if (isActor(value)) return `actor ${value.id}`
  if (value instanceof Error) return `error ${value.message}`
  if (Array.isArray(value)) return value.map(plain)
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, part]) => [key, plain(part)] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
}

/** The external effect of an action that XState itself provides, or null if there is none. */
function builtInCall(type: string, params: unknown): Call | null {
  const { event, to } = (params ?? {}) as { event?: object; to?: AnyActorRef | string }
  if (type === 'xstate.emit') return ['emit', event]
  if (type === 'xstate.sendTo') return ['send', { to: typeof to === 'string' ? to : to?.id, event }]
  return null
}

/**
 * Collects the calls of the root machine: its named actions, the actors that it starts, and the events that it emits
 * and sends.
 */
export class CallsMade {
  private calls: Call[] = []

  see(event: InspectionEvent): void {
    const { actorRef } = event
    if (event.type === '@xstate.actor') {
      const { src, options, _parent } = actorRef as unknown as {
        src: unknown
        options: { input?: unknown }
        _parent?: { sessionId: string }
      }
      if (_parent?.sessionId === event.rootId)
        this.calls.push([typeof src === 'string' ? src : '(inline)', options.input])
    }
    if (event.type !== '@xstate.action' || (actorRef as AnyActorRef).sessionId !== event.rootId) return
    const { type, params } = event.action
    const call = type.startsWith('xstate.') ? builtInCall(type, params) : ([type, params] as const)
    if (call) this.calls.push(call)
  }

  /** @returns the calls since the last call of this function */
  take(): Call[] {
    const taken = this.calls
    this.calls = []
    return taken
  }
}

/** Compares one level deep, so that a field or a parameter can be ANY. */
function isAsExpected(expected: unknown, actual: unknown): boolean {
  if (expected === ANY) return true
  if (typeof expected !== 'object' || expected === null || typeof actual !== 'object' || actual === null)
    return textOf(expected) === textOf(actual)
  if (!Object.values(expected).includes(ANY)) return textOf(expected) === textOf(actual)
  const names = new Set([...Object.keys(expected), ...Object.keys(actual)])
  return [...names].every((name) => isAsExpected(expected[name as never], actual[name as never]))
}

const callText = ([name, params]: Call): string => (params === undefined ? name : `${name} ${textOf(params)}`)
const callsText = (calls: readonly Call[]) => (calls.length === 0 ? 'no call' : calls.map(callText).join(', '))

/** @returns how a machine differs from its table's expectation, as `x, but it was y`; null if it does not */
export function differenceFrom(
  expected: Expectation,
  snapshot: AnyMachineSnapshot,
  calls: readonly Call[],
): string | null {
  const states = snapshot._nodes.filter(isLeaf).map(({ key }) => key)
  if (states.toSorted().join() !== expected.states.toSorted().join())
    return `${expected.states.join(', ')}, but it was ${states.join(', ')}`
  for (const field of new Set([...Object.keys(expected.context), ...Object.keys(snapshot.context as object)])) {
    const [wanted, actual] = [expected.context[field], (snapshot.context as Record<string, unknown>)[field]]
    if (!isAsExpected(wanted, actual))
      return `${field} is ${textOf(wanted)} in the context, but it was ${textOf(actual)}`
  }
  const isSame =
    calls.length === expected.calls.length &&
    calls.every(([name, params], index) => {
      const [wantedName, wantedParams] = expected.calls[index]!
      return name === wantedName && isAsExpected(wantedParams, params)
    })
  return isSame ? null : `${callsText(expected.calls)}, but it was ${callsText(calls)}`
}
