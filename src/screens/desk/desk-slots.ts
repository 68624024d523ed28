/** What a desk shows otherwise than all desks. Everything is optional: a desk without slots shows the record's files, and the
 * facts of its page. */
import type { ComponentType } from 'react'
import type { DecisionChoice } from '@features/shared/decision-plan'
import type { Resource, Row } from '@resources/resource'

export interface DeskSlotProps {
  resource: Resource<Row>
  row: Row
}

export interface DeskSlots {
  /** Beside the record's name, instead of how long it has waited. */
  readonly facts?: ComponentType<DeskSlotProps>
  /** What is checked before a decision, above it, instead of the facts beside the files. */
  readonly checks?: ComponentType<DeskSlotProps>
  /** By the action of a decision. */
  readonly decisions?: Readonly<Record<string, Pick<DecisionChoice, 'given' | 'costs'>>>
}
