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

/** A statement whose rows are read in parts. It holds a connection until it is closed. */
export interface RowCursor {
  /**
   * @param count how many rows at most; fewer only at the end
   * @returns each row's values in the statement's order, as texts
   * @throws DatabaseUnavailable; else the driver's error. The cursor is closed then
   */
  read(count: number): Promise<(string | null)[][]>
  /** Releases the connection. Never throws; repeated calls do nothing. */
  close(): Promise<void>
}

export interface Db extends Queryable {
  /** PGlite has one connection: a long read must be cut into short ones there. */
  readonly kind: 'pglite' | 'postgres'
  /**
   * For statements whose best plan is the same for all values, such as a short read along an index: each connection plans them
   * once instead of once per call.
   */
  readonly plannedOnce: Queryable
  /** Runs several statements as one transaction: all take effect, or none. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>
  /**
   * Opens a cursor.
   * @param wait whether to wait for a connection where none is free
   * @returns null where no connection is free and `wait` is false; always null with PGlite, whose only connection it would hold
   */
  cursor(text: string, params: readonly Param[], wait: boolean): Promise<RowCursor | null>
  /** For other clients of the server, such as the socket adapter: they have the same role; null where they cannot connect. */
  readonly connection: { readonly connectionString: string; readonly options: string } | null
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

/** Postgres error codes that the platform handles. */
export const SQL_STATE = { uniqueViolation: '23505', foreignKeyViolation: '23503' } as const

/** Rules across several rows, by the constraint name in the error. */
export const CONSTRAINT = {
  lastSuperAdmin: 'last_super_admin',
  oneRunningShift: 'shifts_one_running',
  /** Followed by a dot and the field. */
  filesAttachable: 'files_attachable',
} as const
