/** A person's columns of one list, with their widths and which are pinned: a preference, stored as text. */

export interface KeptColumns {
  /** Keys in order; null: the default columns. */
  readonly columns: string[] | null
  readonly widths: Readonly<Record<string, number>>
  readonly pinned: readonly string[]
}
export const NOTHING_KEPT: KeptColumns = { columns: null, widths: {}, pinned: [] }

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const keysOf = (value: unknown, known: readonly string[]): string[] =>
  Array.isArray(value) ? [...new Set(value)].filter((key): key is string => known.includes(key as string)) : []

/**
 * @param text as it was stored, possibly by an older version or edited by hand
 * @param known keys of the columns that exist for this person
 */
export function readKept(text: string | null, known: readonly string[]): KeptColumns {
  let value: unknown
  try {
    value = text === null ? null : JSON.parse(text)
  } catch {
    value = null
  }
  if (!isRecord(value)) return NOTHING_KEPT
  const columns = keysOf(value.columns, known)
  const widths = isRecord(value.widths) ? Object.entries(value.widths) : []
  return {
    columns: columns.length > 0 ? columns : null,
    widths: Object.fromEntries(
      widths.filter(
        (entry): entry is [string, number] =>
          known.includes(entry[0]) && typeof entry[1] === 'number' && entry[1] > 0 && entry[1] < 2000,
      ),
    ),
    pinned: keysOf(value.pinned, known),
  }
}

export const writeKept = (kept: KeptColumns): string => JSON.stringify(kept)
