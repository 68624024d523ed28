/** Turns a snapshot of a decision into what its bar shows, and commands into events. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { describeError } from '@contract/errors'
import type { DecisionKind, decisionMachine, Standing, TypedValues } from './decision.machine'

export type DecisionRef = ActorRefFrom<typeof decisionMachine>
type Snapshot = SnapshotFrom<typeof decisionMachine>

/** The leaves of the machine that can be seen. */
export type DecisionState =
  | 'idle'
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
  | 'readingFactor'
  | 'proofAsked'
  | 'proving'
  | 'decided'
  | 'awaitingSecond'
  | 'onHold'
  | 'overtaken'

export interface DecisionView {
  state: DecisionState
  /** The decision that is prepared, or was sent. */
  prepared: DecisionKind
  offers: readonly DecisionKind[]
  /** How the item stands. */
  standing: Standing
  /** Who has the claim instead. */
  holder: string | null
  /** Something was typed that is kept on this device. */
  hasTyped: boolean
  /** Why the server refused the decision; '' for no reason. */
  problem: string
  /** Of the proof of who one is: what is wrong with the password, the code, or both. */
  proof: { needsCode: boolean; passwordProblem: string | null; codeProblem: string | null }
}

/** The name of the leaf in a state value; every region of this machine is one of a kind. */
function leafOf(value: Snapshot['value']): string {
  if (typeof value === 'string') return value
  const [state, below] = Object.entries(value)[0] as [string, Snapshot['value']]
  // Which decision is prepared is told apart by `prepared`.
  return state === 'reviewing' ? state : leafOf(below)
}

/** @param snapshot of `decisionMachine` */
export function selectDecisionView(snapshot: Snapshot): DecisionView {
  const { prepared, offers, item, holder, values, error, needsCode } = snapshot.context
  const state = leafOf(snapshot.value) as DecisionState
  const isProving = state === 'proofAsked'
  const fields = error?.kind === 'rejected' ? error.fields : {}
  const atCode = fields.twoFAToken?.join('. ') ?? null
  return {
    state,
    prepared,
    offers,
    standing: item.standing,
    holder,
    hasTyped: Object.keys(values).length > 0,
    problem: state === 'refused' && error ? describeError(error) : '',
    proof: {
      needsCode,
      passwordProblem:
        isProving && error && atCode === null ? (fields.password?.join('. ') ?? describeError(error)) : null,
      codeProblem: isProving ? atCode : null,
    },
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
  proofChanged: () => send({ type: 'stepUp.changed' }),
  prove: (password: string, code: string) => send({ type: 'stepUp.submit', password, code }),
})
