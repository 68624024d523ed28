/** Converts a record's history to the events of a timeline. Pure. */
import {
  ArrowDownUp,
  Ban,
  CircleCheck,
  Clock,
  History,
  Pencil,
  Plus,
  Undo2,
  UserCheck,
  type LucideIcon,
} from 'lucide-react'
import { APPROVAL_EVENTS, APPROVAL_TITLE, REASON, type HistoryEntry } from '@contract/entities/history'
import type { RecordDefinition } from '@contract/records/record'
import { fieldColumns } from '@resources/record-resource'
import type { ItemColumn, Resource, Row } from '@resources/resource'

/** Participles and icons of the actions that every record has. */
const DONE: Readonly<Record<string, { what: string; icon: LucideIcon }>> = {
  create: { what: 'Added', icon: Plus },
  update: { what: 'Changed', icon: Pencil },
  enable: { what: 'Enabled', icon: CircleCheck },
  disable: { what: 'Disabled', icon: Ban },
  claim: { what: 'Claimed', icon: UserCheck },
  takeOver: { what: 'Claim taken over', icon: UserCheck },
  release: { what: 'Released', icon: Undo2 },
  order: { what: 'Put in another place', icon: ArrowDownUp },
  [APPROVAL_EVENTS.approve]: { what: 'Approved', icon: CircleCheck },
  [APPROVAL_EVENTS.reject]: { what: 'Rejected', icon: Ban },
  [APPROVAL_EVENTS.expire]: { what: 'Not approved in time', icon: Clock },
}

const APPROVALS: ReadonlySet<string> = new Set(Object.values(APPROVAL_EVENTS))

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** A field with its old and new value, in the form of a row's values. */
export interface ChangeLine {
  column: ShownField
  before: unknown
  after: unknown
}
/** The properties of a field that a history needs. */
export type ShownField = Pick<ItemColumn, 'field' | 'title' | 'kind' | 'labels' | 'items'>

export interface HistoryLine {
  id: string
  at: string
  icon: LucideIcon
  what: string
  who?: string
  /** The request that was approved or rejected. */
  about?: string
  /** The reason that the person gave. */
  reason?: string
  /** Other input of the action. */
  asked: readonly { column: ShownField; value: unknown }[]
  changes: readonly ChangeLine[]
}

/** @returns the properties of a record's field, even if its list has no such column */
export function shownField({ record, columns }: Pick<Resource<Row>, 'record' | 'columns'>, field: string): ShownField {
  const column = columns.find((each) => each.field === field)
  if (column) return column
  const described = record.allFields[field]
  return described ? fieldColumns({ [field]: described })[0]! : { field, title: field, kind: 'text' }
}

const askedColumn = ({ actions }: RecordDefinition, action: string, field: string): ShownField => {
  const described = actions[action]?.asks?.[field]
  return described ? fieldColumns({ [field]: described })[0]! : { field, title: capital(field), kind: 'text' }
}

/** @param entries newest first @returns lines in the same order, with the labels of the resource */
export const linesOf = (
  resource: Pick<Resource<Row>, 'record' | 'columns'>,
  entries: readonly HistoryEntry[],
): HistoryLine[] =>
  entries.map(({ id, at, by, action, changes, asked }) => {
    const { record } = resource
    const textOf = (name: string) => {
      const value = asked.find(({ field }) => field === name)?.value
      return typeof value === 'string' ? value : undefined
    }
    const reason = textOf(REASON)
    const about = APPROVALS.has(action) ? textOf(APPROVAL_TITLE) : undefined
    return {
      id,
      at,
      icon: DONE[action]?.icon ?? History,
      what: DONE[action]?.what ?? capital(record.actions[action]?.participle ?? record.events?.[action] ?? action),
      ...(by && { who: by.username }),
      ...(about !== undefined && { about }),
      ...(reason !== undefined && { reason }),
      asked: asked
        .filter(({ field }) => field !== REASON && !(about !== undefined && field === APPROVAL_TITLE))
        .map(({ field, value }) => ({ column: askedColumn(record, action, field), value })),
      // The page of a new record already shows its values.
      changes:
        action === 'create'
          ? []
          : changes.map(({ field, before, after }) => ({ column: shownField(resource, field), before, after })),
    }
  })
