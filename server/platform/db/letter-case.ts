/** Order and letter case of texts, the same in every database. */
import { sql, type Column, type SQL } from 'drizzle-orm'

/** Unicode's root collation, for all languages. */
export const ROOT_COLLATION = '"und-x-icu"'

/**
 * Upper and lower case are the same in every alphabet, whatever locale the database was created with: with the locale C, PostgreSQL's
 * own `lower` knows only A to Z. Unique indexes and comparisons use this same expression.
 * @param text SQL @returns SQL
 */
export const lowered = (text: string): string => `lower(${text} collate ${ROOT_COLLATION})`

/** `lowered` of a column, for an index of a table's definition. */
export const loweredColumn = (column: Column): SQL => sql`lower(${column} collate ${sql.raw(ROOT_COLLATION)})`
