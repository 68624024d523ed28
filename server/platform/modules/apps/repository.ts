/** Storage of the apps' keys: only hashes are stored, and each key belongs to one store. */
import type { Queryable } from '@server/platform/ports/db'

/** A key as listed by the command line, without the key itself. */
export interface AppKeyRow {
  id: string
  store_code: string
  /** The first characters of the key, by which people distinguish keys. */
  hint: string
  created_at: string
  last_used_at: string | null
  revoked_at: string | null
}

/** Precision of `last_used_at`: within this time further calls write nothing. */
const USED_EVERY = "interval '1 minute'"
const TIME = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as ${column}`

/** @param db the database, or a transaction */
export const createAppKeyRepository = (db: Queryable) => ({
  /** @returns codes of the enabled stores */
  async stores(): Promise<string[]> {
    const rows = await db.query<{ code: string }>('select code from stores where not is_deleted order by code')
    return rows.map(({ code }) => code)
  },

  async add(row: { id: string; storeCode: string; hash: string; hint: string; at: string }): Promise<void> {
    await db.query(
      `insert into app_keys (id, store_code, key_hash, hint, created_at)
       values ($1::uuid, $2::text, $3::text, $4::text, $5::timestamptz)`,
      [row.id, row.storeCode, row.hash, row.hint, row.at],
    )
  },

  /** @returns every key, the newest first */
  list: (): Promise<AppKeyRow[]> =>
    db.query<AppKeyRow>(
      `select id::text as id, store_code, hint, ${['created_at', 'last_used_at', 'revoked_at'].map(TIME).join(', ')}
       from app_keys order by id desc`,
    ),

  /** @returns the store of the key that was revoked; null where there is none, or it was revoked before */
  async revoke(id: string, at: string): Promise<string | null> {
    const [row] = await db.query<{ store_code: string }>(
      `update app_keys set revoked_at = $2::timestamptz where id = $1::uuid and revoked_at is null returning store_code`,
      [id, at],
    )
    return row?.store_code ?? null
  },

  /** @returns the key with this hash and its store, unless it was revoked or the store is disabled */
  async find(hash: string): Promise<{ id: string; store: string; hint: string } | null> {
    const [row] = await db.query<{ id: string; store: string; hint: string; is_stale: boolean }>(
      `select k.id::text as id, k.store_code as store, k.hint,
         coalesce(k.last_used_at < now() - ${USED_EVERY}, true) as is_stale
       from app_keys k join stores s on s.code = k.store_code and not s.is_deleted
       where k.key_hash = $1::text and k.revoked_at is null`,
      [hash],
    )
    if (!row) return null
    if (row.is_stale) await db.query('update app_keys set last_used_at = now() where id = $1::uuid', [row.id])
    return { id: row.id, store: row.store, hint: row.hint }
  },
})
