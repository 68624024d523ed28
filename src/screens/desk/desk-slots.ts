/** What a desk shows otherwise than all desks. Everything is optional: a desk without slots shows the facts of the record's page. */
import type { ComponentType } from 'react'
import type { DecisionChoice } from '@features/shared/decision-plan'
import type { Resource, Row } from '@resources/resource'

export interface DeskSlotProps {
  resource: Resource<Row>
  row: Row
}

export interface DeskSlots {
  /** Beside the record's name, instead of its key figures. */
  readonly facts?: ComponentType<DeskSlotProps>
  /** What is looked at, instead of the record's files, or of its facts where it has none. */
  readonly stage?: ComponentType<DeskSlotProps>
  /** What is checked before a decision, above it. */
  readonly checks?: ComponentType<DeskSlotProps>
  /** By the action of a decision. */
  readonly decisions?: Readonly<Record<string, Pick<DecisionChoice, 'given' | 'costs'>>>
}
