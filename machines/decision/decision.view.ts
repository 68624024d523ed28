/** Converts a snapshot of a decision to the data of its bar, and commands to events. */
import type { ActorRefFrom, SnapshotFrom, StateValue } from 'xstate'
import { describeError } from '@contract/errors'
import type { DecisionKind, decisionMachine, Standing, TypedValues } from './decision.machine'

export type DecisionRef = ActorRefFrom<typeof decisionMachine>
type Snapshot = SnapshotFrom<typeof decisionMachine>

/** The visible leaf states; the four in `reviewing` are one. */
export type DecisionState =
  | 'idle'
  | 'recalling'
  | 'opening'
  | 'claiming'
  | 'taken'
  | 'unclaimed'
  | 'reviewing'
  | 'confirming'
  | 'refused'
  | 'takenOver'
  | 'ended'
  | 'submitting'
  | 'checking'
  | 'unresolved'
  | 'steppingUp'
  | 'decided'
  | 'awaitingSecond'
  | 'onHold'
  | 'overtaken'

export interface DecisionView {
  state: DecisionState
  /** The kind of decision that is being prepared, or was sent. */
  prepared: DecisionKind
  offers: readonly DecisionKind[]
  standing: Standing
  /** Username of the other person who has the claim. */
  holder: string | null
  /** Typed values are stored on this device. */
  hasTyped: boolean
  /** Why the server refused the decision; '' if it did not. */
  problem: string
}

/** The name of the leaf in a state value; the machine has no parallel states. */
function leafOf(value: StateValue): string {
  if (typeof value === 'string') return value
  const [state, below] = Object.entries(value)[0] as [string, StateValue]
  // `prepared` contains which decision is being prepared.
  return state === 'reviewing' ? state : leafOf(below)
}

/** States that show why the decision was refused: also after the claim has ended, which must not hide it. */
const TELLS_REFUSAL: ReadonlySet<DecisionState> = new Set(['refused', 'takenOver', 'ended'])

/** @param snapshot of `decisionMachine` */
export function selectDecisionView(snapshot: Snapshot): DecisionView {
  const { prepared, offers, item, holder, values, error } = snapshot.context
  const state = leafOf(snapshot.value) as DecisionState
  return {
    state,
    prepared,
    offers,
    standing: item.standing,
    holder,
    hasTyped: Object.keys(values).length > 0,
    problem: TELLS_REFUSAL.has(state) && error ? describeError(error) : '',
  }
}

const PREPARE = {
  askAgain: 'decision.askAgain',
  approve: 'decision.approve',
  reject: 'decision.reject',
  hold: 'decision.hold',
} as const satisfies Record<DecisionKind, string>

/** @param send of the decision's actor */
export const decisionCommands = (send: DecisionRef['send']) => ({
  open: () => send({ type: 'decision.open' }),
  typed: (values: TypedValues) => send({ type: 'decision.typed', values }),
  prepare: (kind: DecisionKind) => send({ type: PREPARE[kind] }),
  submit: (payload: Readonly<Record<string, unknown>>, costs: boolean) =>
    send({ type: 'decision.submit', payload, costs }),
  confirm: () => send({ type: 'decision.confirm' }),
  cancel: () => send({ type: 'decision.cancel' }),
  check: () => send({ type: 'decision.check' }),
})
