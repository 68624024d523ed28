/** The history of a record as a person may read it. */
import type { HistoryEntry } from '@contract/entities/history'
import type { Access } from '@contract/permissions'
import { isMaskedFor, masked } from '@contract/records/mask'
import type { Queryable } from '@server/db/db'
import { ERASED } from './erasure'
import { readNames, type RecordSource } from './source'

/**
 * @param entries as the audit has them
 * @returns the entries with what is masked for this person masked, and with the names that references have now
 */
export const shownHistory = (
  on: Queryable,
  source: RecordSource,
  access: Access,
  entries: readonly HistoryEntry[],
): Promise<HistoryEntry[]> =>
  withNames(
    on,
    source,
    entries.map((entry) => withoutHidden(source, access, entry)),
  )

/** A masked field is masked in the history too. */
function withoutHidden({ record }: RecordSource, access: Access, entry: HistoryEntry): HistoryEntry {
  const shown = (name: string, value: HistoryEntry['changes'][number]['before']) => {
    const field = record.allFields[name]
    return field && typeof value === 'string' && value !== ERASED && isMaskedFor(access, name, field)
      ? masked(value, field.type)
      : value
  }
  return {
    ...entry,
    changes: entry.changes.map(({ field, before, after }) => ({
      field,
      before: shown(field, before),
      after: shown(field, after),
    })),
  }
}

/** People read names in a history, not ids: each reference has the name that it has now. */
async function withNames(on: Queryable, { record }: RecordSource, entries: HistoryEntry[]): Promise<HistoryEntry[]> {
  const targetOf = (field: string) => {
    const type = record.fields[field]?.type
    return type?.kind === 'reference' || type?.kind === 'references' ? type.to : null
  }
  const ids = new Map<string, Set<string>>()
  for (const { field, before, after } of entries.flatMap(({ changes }) => changes)) {
    const to = targetOf(field)
    if (to === null) continue
    const known = ids.get(to) ?? new Set()
    for (const id of [before, after].flat()) if (typeof id === 'string' && id !== ERASED) known.add(id)
    ids.set(to, known)
  }
  const names = new Map(
    await Promise.all([...ids].map(async ([to, of]) => [to, await readNames(on, to, [...of])] as const)),
  )
  const shown = (field: string, value: HistoryEntry['changes'][number]['after']) => {
    // The console shows the items of a list of groups, with the titles of their fields.
    if (record.fields[field]?.type.kind === 'list') return value
    const of = names.get(targetOf(field) ?? '')
    const isTime = record.fields[field]?.type.kind === 'time'
    const text = (each: unknown) => {
      if (typeof each !== 'string' || each === ERASED) return each
      // The audit has the database's own form of a time.
      return isTime ? new Date(each).toISOString() : (of?.get(each) ?? each)
    }
    const many = value as unknown
    return (
      Array.isArray(many) ? many.map(text).join(', ') || null : text(value)
    ) as HistoryEntry['changes'][number]['after']
  }
  return entries.map((entry) => ({
    ...entry,
    changes: entry.changes.map(({ field, before, after }) => ({
      field,
      before: shown(field, before),
      after: shown(field, after),
    })),
  }))
}
