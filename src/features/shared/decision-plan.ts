/** Types that describe the decisions on a list's records, so that the decision feature works for any list. */
import type { DaySide } from '@design-system/components/DayInput/read-day'
import type { ActionDefinition } from '@contract/records/record'
import type { FormField, Resource, ResourceAction, ResourceOperations, Row } from '@resources/resource'

/** The kinds of decisions; each list has its own names for them. */
export type DecisionKind = 'askAgain' | 'approve' | 'reject' | 'hold'

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
  readonly record: { readonly actions: Readonly<Record<string, Pick<ActionDefinition, 'asks'>>> }
  /** Without a claim the record is decided without one. */
  readonly operations: Pick<ResourceOperations<Row>, 'claim' | 'release'>
}

/** A field of a decision. */
export interface AskedField extends FormField {
  /** Set for fields edited with a DayInput. A time is entered as a day, and sent as the end of that day. */
  readonly side?: DaySide
}

/** The question asked before a decision that cannot be undone. */
export interface CostQuestion {
  title: string
  effect: string
  verb: string
}

/** Typed text by field. */
export type Typed = Readonly<Record<string, string>>

export interface DecisionChoice {
  readonly kind: DecisionKind
  /** Name of the list's action. */
  readonly action: string
  /** The letter key that prepares the decision. */
  readonly key: string
  /** @param asks the fields of the action @returns the fields that this record needs. Default: all of them */
  readonly fields?: (asks: readonly FormField[], row: Row) => readonly AskedField[]
  /** @returns initial values of fields, as typed text */
  readonly given?: (row: Row) => Typed
  /** @returns the question to ask first; null: the decision is sent at once */
  readonly costs?: (typed: Typed, row: Row) => CostQuestion | null
}

export interface DecisionPlan {
  /** The first one is prepared when the record opens. */
  readonly choices: readonly [DecisionChoice, ...DecisionChoice[]]
  /** @param ownId id of the signed-in person */
  readonly standing: (row: Row, ownId: string | undefined) => Standing
}
