/** Texts without regard to letter case. */

/**
 * Upper and lower case are the same in every alphabet, whatever locale the database was created with: with the locale C, PostgreSQL's
 * own `lower` knows only A to Z. Unique indexes and comparisons use this same expression.
 * @param text SQL @returns SQL
 */
export const lowered = (text: string): string => `lower(${text} collate "und-x-icu")`
