/** Writing many rows at once, before anybody reads them. */
import type { Queryable } from '@server/platform/ports/db'

/** @returns the statements that remove the indexes and references of a table, and those that add them again */
async function attachedTo(tx: Queryable, table: string): Promise<{ remove: string[]; add: string[] }> {
  const references = await tx.query<{ name: string; definition: string }>(
    `select quote_ident(conname) as name, pg_get_constraintdef(oid) as definition from pg_constraint
     where conrelid = $1::regclass and contype = 'f'`,
    [table],
  )
  const indexes = await tx.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = $1::regclass and not indisprimary`,
    [table],
  )
  return {
    remove: [
      ...references.map(({ name }) => `alter table ${table} drop constraint ${name}`),
      ...indexes.map(({ name }) => `drop index ${name}`),
    ],
    add: [
      ...indexes.map(({ definition }) => definition),
      ...references.map(({ name, definition }) => `alter table ${table} add constraint ${name} ${definition}`),
    ],
  }
}

/**
 * Writes many rows into tables without their indexes and references, except the primary keys, and adds these afterwards, which checks all
 * rows at once: several times as fast. Only the owner of the tables can do this, in a transaction, and nobody else reads them meanwhile.
 * @returns what `write` returns
 */
export async function inBulk<Written>(
  tx: Queryable,
  tables: readonly string[],
  write: () => Promise<Written>,
): Promise<Written> {
  const added: string[] = []
  for (const table of tables) {
    const { remove, add } = await attachedTo(tx, table)
    for (const statement of remove) await tx.query(statement)
    added.push(...add)
  }
  const written = await write()
  for (const statement of added) await tx.query(statement)
  return written
}
