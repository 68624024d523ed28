/**
 * Queues (records, Actions): records that people work through one after the other. A definition that has one says what waits and how it is
 * decided; the claim, its calls and fields, the clock, who decided, the desk and the contract cases are derived from it.
 */
import { duration, oneOf, person, time, type Computed, type Field } from './field'
import { isSecret } from './kinds'
import type { ActionDefinition, RecordDefinition } from './record'

/** The kinds of decisions; each record has its own names for them. */
export type DecisionKind = 'askAgain' | 'approve' | 'reject' | 'hold'

/** A decision, as the desk offers it. */
export interface QueueDecision {
  readonly kind: DecisionKind
  /** The letter key that prepares it. */
  readonly key: string
}

/** Records that wait for a decision. They have the fields `status`, `decided_by` and `decided_at`. */
export interface QueueDefinition<F extends string = string, A extends string = string> {
  /** The stored states of the records that wait; any other is the outcome of a decision, or no longer needs one. */
  readonly waits: readonly string[]
  /** States of the records that somebody has put aside. */
  readonly onHold?: readonly string[]
  /** States of the records whose decision others have to approve, where they have a state of their own. */
  readonly secondApproval?: readonly string[]
  /** The tab of the list with the records that the desk opens, the one that has waited longest first. */
  readonly tab: string
  /** Field with the time since when a record waits; until when is `decided_at`. */
  readonly since: F
  /** Records have to be decided in time (SLA): the source says within how many minutes. */
  readonly within?: true
  /**
   * `needed`: only the holder of a record's claim may perform its actions. `offered`: anybody may, unless another person has claimed it.
   * `shows`: the state that a record has while somebody has claimed it and it waits; without it the state stays the same.
   */
  readonly claim: { readonly is: 'needed' | 'offered'; readonly shows?: string }
  /** The actions that decide, in the order in which the desk offers them; the first one is prepared when a record is opened. */
  readonly decisions: { readonly [K in A]?: QueueDecision }
}

/** Of the state of a record that waits, and of whoever has claimed it. They are derived from the row and the server's clock. */
export const queueFields = {
  /** Until a decision; null where the record does not wait yet. */
  waiting: duration('Waiting', { derived: true }),
  /** The holder of the claim; an expired claim is not shown. */
  claimed_by: person('Claimed by'),
  claim_until: time('Claimed until', { derived: true }),
} as const
/** The part of the time from which on a record is at risk. */
export const AT_RISK_FROM = 0.8
export const SLA_STATES = { ON_TRACK: 'On track', AT_RISK: 'At risk', BREACHED: 'Late' } as const
/** Of a record that has to be decided in time, while it waits; null afterwards, and where nothing says how long it may take. */
export const slaFields = {
  due_at: time('Due', { derived: true }),
  sla_state: oneOf('Time left', SLA_STATES, { derived: true }),
} as const
export type QueueField = keyof typeof queueFields | keyof typeof slaFields

/** The fields that a queue adds to a record. */
export const fieldsOfQueue = (queue: QueueDefinition | undefined): Readonly<Record<string, Field>> => ({
  ...(queue && queueFields),
  ...(queue?.within && slaFields),
})
/** The fields of a claim. */
export const CLAIM_FIELDS = ['claimed_by', 'claim_until'] as const satisfies readonly (keyof typeof queueFields)[]

/** The field with the state. */
export const STATUS = 'status'

/** The actions that decide, with what the desk needs of them, in its order. */
export const decisionsOf = ({ queue }: Pick<RecordDefinition, 'queue'>): [name: string, decision: QueueDecision][] =>
  Object.entries(queue?.decisions ?? {}).flatMap(([name, decision]) => (decision ? [[name, decision]] : []))

/**
 * Whether a desk opens the records of a queue one after the other. A desk keeps the input of a decision until its outcome is known, so there
 * is none where a decision asks for a secret: people decide on the list and on the page of the record.
 */
export const hasDesk = ({ queue, actions }: Pick<RecordDefinition, 'queue' | 'actions'>): boolean =>
  queue !== undefined &&
  decisionsOf({ queue }).every(([name]) => !Object.values(actions[name]!.asks ?? {}).some(({ type }) => isSecret(type)))

/** The state field of a queue: also with the state that a claim shows. */
export const withClaimed = (field: Field, { waits, claim: { shows } }: QueueDefinition): Field =>
  shows === undefined ? field : { ...field, computed: { ...field.computed, [shows]: waits } satisfies Computed }

/** An action on records that wait can also be performed while they show their claim. */
export function onClaimed(action: ActionDefinition, { waits, claim: { shows } }: QueueDefinition): ActionDefinition {
  const { from } = action
  if (shows === undefined || from?.field !== STATUS || !waits.some((state) => from.values.includes(state)))
    return action
  return { ...action, from: { ...from, values: [...from.values, shows] } }
}

/** An edit is a part of the review: whoever has claimed the record goes on with it. Any other action ends the claim. */
export const endsClaim = ({ edits }: Pick<ActionDefinition, 'edits'>): boolean => edits !== true

/** States in which every decision can be made; an action that is no decision and leads to one of them makes the record undecided. */
export const openStates = ({ queue, actions }: Pick<RecordDefinition, 'queue' | 'actions'>): string[] =>
  decisionsOf({ queue })
    .map(([name]) => actions[name]!.from!.values.map(String).filter((value) => value !== queue!.claim.shows))
    .reduce((open, states) => open.filter((state) => states.includes(state)))

/** The order of the records that wait: by the time since when they do, if a path has it, otherwise by that of the list. */
export function queueOrder({ queue, paths = [] }: Pick<RecordDefinition, 'queue' | 'paths'>): string {
  const ofState = paths.filter(({ equal }) => equal.length === 1 && equal[0] === STATUS)
  return (ofState.find(({ order }) => order === queue?.since) ?? ofState[0] ?? paths[0]!).order
}
