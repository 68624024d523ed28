/** Inserts many rows at once, for demo data. */
import type { Queryable } from '@server/platform/ports/db'

const BATCH = 5000

/** Types of the columns that rows may have. */
const COLUMN_TYPE: Readonly<Record<string, string>> = {
  id: 'uuid',
  date_of_birth: 'date',
  created_by: 'uuid',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
  last_active_at: 'timestamptz',
  last_login_at: 'timestamptz',
  is_deleted: 'boolean',
  level_pinned: 'boolean',
  two_fa_enabled: 'boolean',
  tags: 'text[]',
  referred_by_id: 'uuid',
}

/**
 * Inserts many rows of one shape, several thousand per statement.
 * @param options `ifMissing` skips rows that exist already; otherwise they are an error. `types`: of columns that are neither text nor listed here
 */
export async function insertRows(
  db: Queryable,
  table: string,
  rows: readonly Record<string, unknown>[],
  options: { ifMissing?: boolean; types?: Readonly<Record<string, string>> } = {},
): Promise<void> {
  const [first] = rows
  if (!first) return
  const names = Object.keys(first)
  const columns = names.map((name) => `"${name}" ${options.types?.[name] ?? COLUMN_TYPE[name] ?? 'text'}`).join(', ')
  const text = `insert into ${table} (${names.map((name) => `"${name}"`).join(', ')}) select * from json_to_recordset($1::json) as t(${columns})${options.ifMissing ? ' on conflict do nothing' : ''}`
  for (let from = 0; from < rows.length; from += BATCH)
    await db.query(text, [JSON.stringify(rows.slice(from, from + BATCH))])
}
