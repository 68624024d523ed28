/** What a person can decide on the records of a list, as their own screen says it: nothing of the mechanism knows a record. */
import type { DaySide } from '@design-system/components/DayInput/read-day'
import type { FormField, Row } from '@resources/resource'

/** What can be decided, whatever the record calls it. */
export type DecisionKind = 'askAgain' | 'approve' | 'reject' | 'hold'

/** How a record stands, for one person. */
export type Standing =
  | { is: 'open' }
  | {
      is: 'decided' | 'awaitingSecond' | 'onHold'
      /** In the words of the record: 'Verified'. */
      what: string
      by: string | null
      /** ISO 8601. */
      at: string | null
      isOwn: boolean
    }

/** A field that a decision asks. */
export interface AskedField extends FormField {
  /** A day that is typed with few keys; of a time its day, which it is the end of. */
  readonly side?: DaySide
}

/** What is asked before a decision that cannot be taken back. */
export interface CostQuestion {
  title: string
  effect: string
  verb: string
}

/** Values by field, as they are typed. */
export type Typed = Readonly<Record<string, string>>

export interface DecisionChoice {
  readonly kind: DecisionKind
  /** Name of the list's action. */
  readonly action: string
  /** Prepares it: a letter. */
  readonly key: string
  /** @param asks what the action asks @returns those of them that this record needs. Left out: all */
  readonly fields?: (asks: readonly FormField[], row: Row) => readonly AskedField[]
  /** @returns what is known of a field already, as it would be typed */
  readonly given?: (row: Row) => Typed
  /** @returns what is asked first; null: it is sent at once */
  readonly costs?: (typed: Typed, row: Row) => CostQuestion | null
}

export interface DecisionPlan {
  /** The first one is prepared as the record opens. */
  readonly choices: readonly [DecisionChoice, ...DecisionChoice[]]
  /** @param ownId of the signed-in person */
  readonly standing: (row: Row, ownId: string | undefined) => Standing
}
