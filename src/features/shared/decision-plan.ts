/** Types that describe the decisions on a list's records, so that the decision feature works for any list. */
import type { ComponentType } from 'react'
import type { AskedTyping } from '@design-system/components/ConfirmModal/ConfirmModal'
import type { DecisionKind } from '@contract/records/queue'
import type { ActionDefinition } from '@contract/records/record'
import type { CallAction, Resource, ResourceAction, ResourceOperations, Row } from '@resources/resource'

/** Whether a record still waits for this person's decision, or who has decided it. */
export type Standing =
  | { is: 'open' }
  | {
      is: 'decided' | 'awaitingSecond' | 'onHold'
      /** The list's name for the decision, for example 'Verified'. */
      what: string
      by: string | null
      /** ISO 8601. */
      at: string | null
      isOwn: boolean
      /** What to say instead of who decided, where nobody did. */
      said?: string
    }

/** What a decision needs of the list of its record: a resource has all of it. */
export interface Decided {
  readonly slug: string
  readonly noun: Resource<Row>['noun']
  readonly actions: readonly ResourceAction<Row>[]
  readonly record: { readonly actions: Readonly<Record<string, Pick<ActionDefinition, 'asks' | 'relies'>>> }
  /** Without a claim the record is decided without one. */
  readonly operations: Pick<ResourceOperations<Row>, 'claim' | 'release'>
}

/** The question asked before a decision that cannot be undone. */
export interface CostQuestion {
  title: string
  effect: string
  verb: string
  /** What must be typed to confirm it, such as a large amount. */
  typed?: AskedTyping
}

/** Typed text by field. */
export type Typed = Readonly<Record<string, string>>

export interface DecisionChoice {
  readonly kind: DecisionKind
  /** Name of the list's action. */
  readonly action: string
  /** The letter key that prepares the decision. */
  readonly key: string
  /** @returns initial values of fields, as typed text */
  readonly given?: (row: Row) => Typed
  /** @returns the question to ask first; null: the decision is sent at once */
  readonly costs?: (typed: Typed, row: Row) => CostQuestion | null
}

/** What a decision would do, worked out by the server. */
export interface DecisionEffect {
  /** Text of its button, with the amount: 'Pay 25.00 USD'. */
  verb: string
  /** What must be typed to confirm it. */
  typed: AskedTyping | undefined
  /** Why it cannot be made now; undefined: it can. */
  wait: string | undefined
  /** The server refuses it, with messages at the fields that this is about: the record may have changed since it was read. */
  refused: Readonly<Record<string, readonly string[]>> | null
}

export interface DecisionEffectProps {
  action: CallAction<Row>
  row: Row
  values: Typed
  /** It is known, or not any more: null. */
  onEffect: (effect: DecisionEffect | null) => void
}

export interface DecisionPlan {
  /** Shows what a decision would do, for actions with a preview; without it nothing is shown. */
  readonly effect?: ComponentType<DecisionEffectProps>
  /** Those that the record's state allows are offered; the first one of them is prepared when the record opens. */
  readonly choices: readonly [DecisionChoice, ...DecisionChoice[]]
  /** @param ownId id of the signed-in person */
  readonly standing: (row: Row, ownId: string | undefined) => Standing
}
