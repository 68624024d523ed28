/** Transfers that are added in bulk: the ledger stays correct, and posting continues where they end. */
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { seedTransfers } from '@server/db/seed-transfers'
import { sealAudit } from '@server/platform/modules/audit/sealer'
import { checkLedger } from '@server/platform/modules/ledger/check'
import { postTransfers } from '@server/platform/modules/ledger/post'
import { testDatabases } from './kit/databases'
import { nodeHash } from '@server/node/crypto'

const databases = await testDatabases()
const TOTAL = 6000

describe.each(databases.everyKind)('transfers added in bulk on %s', (kind) => {
  it('give a correct ledger of exactly that many, sealed or not, on which posting continues', async () => {
    const db = await databases.open(kind, { as: 'owner' })
    const [before] = await db.query<{ n: number }>('select count(*)::int as n from transfers')
    expect(await seedTransfers(db, TOTAL)).toBe(TOTAL - before!.n)
    expect(await checkLedger(db, nodeHash)).toEqual({ transfers: TOTAL, error: null })
    await sealAudit(db, nodeHash)
    const [row] = await db.query<{ id: string }>(
      `select user_id::text as id from transfers where source_type = 'seed' order by no desc limit 1`,
    )
    await db.transaction((tx) =>
      postTransfers(tx, [
        {
          purpose: 'ADJUSTMENT_UP',
          debit: 'ADJUSTMENT',
          credit: 'CASH',
          amount: '1.00',
          user_id: row!.id,
          source_type: 'test',
          source_id: randomUUID(),
        },
      ]),
    )
    expect(await checkLedger(db, nodeHash)).toEqual({ transfers: TOTAL + 1, error: null })
    expect(await seedTransfers(db, TOTAL)).toBe(0)
  }, 60_000)

  it('appear in a user’s wallet in the order of their numbers', async () => {
    const db = await databases.open(kind, { as: 'owner' })
    await seedTransfers(db, TOTAL)
    const [wrong] = await db.query<{ n: number }>(
      `select count(*)::int as n from (
         select at, lag(at) over (partition by account_id order by seq) as earlier from wallet_transaction) e where at < earlier`,
    )
    expect(wrong!.n).toBe(0)
  }, 60_000)
})
