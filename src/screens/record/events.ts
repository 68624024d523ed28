/** A record's history as the events of a timeline. Pure. */
import { ArrowDownUp, Ban, CircleCheck, History, Pencil, Plus, Undo2, UserCheck, type LucideIcon } from 'lucide-react'
import type { HistoryEntry } from '@contract/entities/history'
import type { ColumnDefinition, Resource, Row } from '@resources/resource'
import { exportText } from '@features/shared/cell-text'

/** What the actions that every record has are called once they are done. */
const DONE: Readonly<Record<string, { what: string; icon: LucideIcon }>> = {
  create: { what: 'Added', icon: Plus },
  update: { what: 'Changed', icon: Pencil },
  enable: { what: 'Enabled', icon: CircleCheck },
  disable: { what: 'Disabled', icon: Ban },
  claim: { what: 'Claimed', icon: UserCheck },
  takeOver: { what: 'Claim taken over', icon: UserCheck },
  release: { what: 'Released', icon: Undo2 },
  order: { what: 'Put in another place', icon: ArrowDownUp },
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** What one change says: '“Slots” → “Reels”'. */
export interface ChangeLine {
  field: string
  label: string
  before: string
  after: string
}

export interface HistoryLine {
  id: string
  at: string
  icon: LucideIcon
  what: string
  who?: string
  changes: readonly ChangeLine[]
}

const shown = (column: ColumnDefinition<Row> | undefined, value: unknown): string =>
  column?.kind === 'list' ? exportText(column, value) || 'empty' : plain(value)
const plain = (value: unknown): string =>
  value === null || value === undefined || value === ''
    ? 'empty'
    : typeof value === 'boolean'
      ? value
        ? 'on'
        : 'off'
      : String(value as string | number)

/** @param entries newest first @returns lines in the same order, in the words of the resource */
export function linesOf(
  { record, columns }: Pick<Resource<Row>, 'record' | 'columns'>,
  entries: readonly HistoryEntry[],
): HistoryLine[] {
  const columnOf = (field: string) => columns.find((column) => column.field === field)
  return entries.map(({ id, at, by, action, changes }) => {
    const what = DONE[action]?.what ?? capital(record.actions[action]?.participle ?? record.events?.[action] ?? action)
    return {
      id,
      at,
      icon: DONE[action]?.icon ?? History,
      what,
      ...(by && { who: by.username }),
      changes:
        action === 'create'
          ? []
          : changes.map(({ field, before, after }) => ({
              field,
              label: columnOf(field)?.title ?? field,
              before: shown(columnOf(field), before),
              after: shown(columnOf(field), after),
            })),
    }
  })
}
