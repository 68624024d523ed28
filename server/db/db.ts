/** The database as the platform's modules see it: the same over embedded Postgres (PGlite) and PostgreSQL. */

/** Values that may be bound to a statement. Arrays become Postgres arrays; objects must be given as JSON text. */
export type Param = string | number | boolean | null | readonly string[] | Uint8Array

/** Runs statements: the database itself, or a transaction. */
export interface Queryable {
  /**
   * Runs one statement.
   * @param text SQL with $1, $2 …
   * @returns its rows
   * @throws DatabaseUnavailable; else the driver's error, whose code `sqlState` reads
   */
  query<Row extends object>(text: string, params?: readonly Param[]): Promise<Row[]>
}

/** A statement that is read a part at a time. It holds a connection until it is closed. */
export interface RowCursor {
  /**
   * @param count how many rows at most; fewer only at the end
   * @returns each row's values in the statement's order, as texts
   * @throws DatabaseUnavailable; else the driver's error. The cursor is closed then
   */
  read(count: number): Promise<(string | null)[][]>
  /** Gives the connection back. Never throws; again does nothing. */
  close(): Promise<void>
}

export interface Db extends Queryable {
  /** PGlite has one connection: a long read must be cut into short ones there. */
  readonly kind: 'pglite' | 'postgres'
  /**
   * For statements whose best plan is the same for all values, as a short read along an index: each connection plans them once,
   * where it would else plan them for each call.
   */
  readonly plannedOnce: Queryable
  /** Runs statements that happen all or not at all. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>
  /**
   * Opens a cursor.
   * @param wait whether to wait for a connection where none is free
   * @returns null where none is free and nobody waits; always with PGlite, whose one connection it would hold
   */
  cursor(text: string, params: readonly Param[], wait: boolean): Promise<RowCursor | null>
  /** The connection string, where other clients (the socket adapter) may connect too. */
  readonly url: string | null
  close(): Promise<void>
}

/** The database cannot be reached, or the connection was lost. `cause` is the driver's error. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super(`The database is not available: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}

/** The code and constraint of a database error, or null for anything else. */
export function sqlState(error: unknown): { code: string; constraint: string | null } | null {
  if (
    !(error instanceof Error) ||
    !('code' in error) ||
    typeof error.code !== 'string' ||
    !/^[0-9A-Z]{5}$/.test(error.code)
  )
    return null
  const constraint = 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : null
  return { code: error.code, constraint }
}

/** Postgres codes that the platform answers to. */
export const SQL_STATE = { uniqueViolation: '23505', foreignKeyViolation: '23503' } as const

/** Rules that span rows, by the constraint that a violation names. */
export const CONSTRAINT = {
  lastSuperAdmin: 'last_super_admin',
  oneRunningShift: 'shifts_one_running',
  /** The field follows after a dot. */
  filesAttachable: 'files_attachable',
} as const
