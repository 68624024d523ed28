/** The action that erases a record: its personal values become keyed hashes, and the row leaves all lists. */
import { getTableName } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Fields } from '@contract/records/record'
import { rejected } from '@server/platform/operations/failure'
import { columnOf } from './kinds'
import type { RuleCall } from './source'
import type { Columns } from './writes'

/** Marks a stored hash; no email or other address begins like this. */
const PREFIX = 'erased:'

/** What replaces an erased value. @param hash of the rule's call */
export const erasedValue = (hash: (text: string) => string, value: string): string =>
  `${PREFIX}${hash(value.toLowerCase())}`

/**
 * @param definition a record with erasable fields; the action asks the person to type some of them as a confirmation
 * @returns the action. Values are compared case-insensitively. @throws 422 at a field that was typed differently
 */
export const eraseAction =
  (definition: { name: string; fields: Fields; noun: readonly [string, string] }, table: PgTable) =>
  async ({ tx, id, body, at, hash, destroyKey }: RuleCall & { id: string }): Promise<Columns> => {
    const erasable = Object.entries(definition.fields).filter(([, field]) => field.erasable)
    const columns = erasable.map(([name, { type }]) => columnOf(name, type))
    const [row] = await tx.query<Record<string, string | null>>(
      `select ${columns.join(', ')} from ${getTableName(table)} where id = $1::uuid for update`,
      [id],
    )
    const errors = Object.fromEntries(
      erasable.flatMap(([name, { label, type }]) => {
        const typed = body[name]
        if (typeof typed !== 'string' || typed.toLowerCase() === row![columnOf(name, type)]?.toLowerCase()) return []
        return [[name, [`This is not the ${label.toLowerCase()} of this ${definition.noun[0]}`]]]
      }),
    )
    if (Object.keys(errors).length > 0) throw rejected(errors)
    await destroyKey()
    // Stored responses for repeated calls contain the row with its personal data.
    await tx.query(`delete from idempotency_keys where operation like $1::text and data like $2::text`, [
      `${definition.name}.%`,
      `%"${id}"%`,
    ])
    const hashed = erasable.map(([name, { type }]) => {
      const column = columnOf(name, type)
      const value = row![column]
      const replaced = value === null || value === undefined ? null : erasedValue(hash, value)
      return [column, { value: replaced, type: 'text', field: name, secret: true }]
    })
    return { ...Object.fromEntries(hashed), erased_at: { value: at, type: 'timestamptz' } } as Columns
  }
