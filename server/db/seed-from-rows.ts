/** Fills the table of users with given rows, for the bench, so that all compared products show the same rows. */
import { nodeCrypto } from '@server/node/crypto'
import type { Db } from '@server/platform/ports/db'
import { HOME_STORE, STORES } from './demo'
import { postTransfers, type Movement } from '@server/platform/modules/ledger/post'
import { insertRows } from '@server/platform/db/insert-rows'
import { createRandom } from './random'

/** A row as the bench's generator makes it. */
export interface BenchRow {
  first_name: string
  last_name: string
  email: string
  username: string
  role: string
  /** Full name of the person who created the record. */
  Creator: string
  is_deleted: boolean
  created_at: string
  balance: number
}

const SEED = 7
/** Ids count down from here, one millisecond per row: the list shows the newest id first, and so the rows in the given order. */
const FIRST_ID_AT = Date.UTC(2026, 0, 1)

/** Transfers of one call. */
const BATCH = 10_000

const openingOf = (id: string, amount: string): Movement => ({
  purpose: 'OPENING',
  debit: 'OPENING',
  credit: 'CASH',
  amount,
  user_id: id,
  source_type: 'users',
  source_id: id,
})

/**
 * Adds the rows as users, in the order of the unsorted list; each Creator becomes a member of staff with that username.
 * `cash_balance` is the row's balance, rounded to two places.
 */
export async function seedFromRows(db: Db, rows: readonly BenchRow[]): Promise<void> {
  const random = createRandom(SEED)
  const passwordHash = await nodeCrypto.hashPassword('Bench#2026')
  const creators = new Map<string, string>()
  for (const { Creator } of rows)
    if (!creators.has(Creator)) creators.set(Creator, random.id(FIRST_ID_AT - creators.size))
  const at = new Date(FIRST_ID_AT).toISOString()
  const staff = [...creators].map(([name, id], index) => {
    const [first_name = name, last_name = name] = name.split(' ')
    return {
      id,
      first_name,
      last_name,
      username: name,
      email: `creator${index}@pitboss.test`,
      role: 'SUPPORT_AGENT',
      password_hash: passwordHash,
      is_deleted: true,
      store_code: HOME_STORE,
      created_at: at,
      updated_at: at,
    }
  })
  const users = rows.map((row, index) => ({
    id: random.id(FIRST_ID_AT - index),
    first_name: row.first_name,
    last_name: row.last_name,
    username: row.username,
    email: row.email,
    role: row.role,
    password_hash: passwordHash,
    is_deleted: row.is_deleted,
    store_code: HOME_STORE,
    created_by: creators.get(row.Creator)!,
    created_at: row.created_at,
    updated_at: row.created_at,
  }))
  const roles = [...new Set(rows.map((row) => row.role))].map((name) => ({ name, kind: 'USER' }))
  await db.transaction(async (tx) => {
    await insertRows(tx, 'stores', STORES, { ifMissing: true })
    await insertRows(tx, 'roles', roles, { ifMissing: true })
    await insertRows(tx, 'staff', staff)
    await insertRows(tx, 'users', users)
    const opening = rows.flatMap(({ balance }, index): Movement[] =>
      balance < 0.005 ? [] : [openingOf(users[index]!.id, balance.toFixed(2))],
    )
    for (let from = 0; from < opening.length; from += BATCH) await postTransfers(tx, opening.slice(from, from + BATCH))
  })
  await db.query('analyze staff')
  await db.query('analyze users')
}
