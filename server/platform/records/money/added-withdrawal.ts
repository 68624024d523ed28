/** A withdrawal that follows from something else: a redeem whose user wants to be paid, or a deposit that is sent back. */
import { cryptoWithdrawal } from '@contract/records/money/crypto-withdrawal'
import { manualWithdrawal } from '@contract/records/money/manual-withdrawal'
import { uuidV7 } from '@server/platform/lib/uuid-v7'
import { OF_THE_PLATFORM, writeAuditRows } from '@server/platform/modules/audit/entry'
import type { Queryable } from '@server/platform/ports/db'
import type { Columns } from '@server/platform/records/writes'
import { WITHDRAWAL_TABLES, type WithdrawalType } from './withdrawal-money'

const SUBJECTS: Readonly<Record<WithdrawalType, string>> = {
  withdrawal: manualWithdrawal.subject,
  crypto_withdrawal: cryptoWithdrawal.subject,
}

/** Where it comes from. */
interface Cause {
  store: string | null
  /** ISO time. */
  at: string
  /** Who of staff adds it; null: nobody. */
  actor: string | null
  /** What its history says of why. */
  reason: string
  /** What its first entry tells beside its columns. */
  told?: Readonly<Record<string, unknown>>
}

/** Adds the row of a withdrawal, and the first entry of its history. @returns its id and its reference */
export async function addWithdrawal(
  tx: Queryable,
  type: WithdrawalType,
  { store, at, actor, reason, told = {} }: Cause,
  columns: Columns,
): Promise<{ id: string; reference: string }> {
  const clock = { now: () => Date.parse(at) }
  const id = uuidV7(clock.now())
  const names = Object.keys(columns)
  const [row] = await tx.query<{ reference: string }>(
    `insert into ${WITHDRAWAL_TABLES[type]} (id, store_code, created_by, created_at, updated_at, ${names.join(', ')})
     values ($1::uuid, $2::text, $3::uuid, $4::timestamptz, $4::timestamptz, ${names.map((name, nth) => `$${nth + 5}::${columns[name]!.type}`).join(', ')})
     returning reference`,
    [id, store, actor, at, ...names.map((name) => columns[name]!.value)],
  )
  const { reference } = row!
  const shown = names.flatMap((name) => {
    const { value, follows, field } = columns[name]!
    return follows ? [] : [[field ?? name, value]]
  })
  await writeAuditRows(tx, clock, { actorId: actor, subject: SUBJECTS[type], origin: OF_THE_PLATFORM, reason }, [
    { action: 'create', subjectId: id, before: null, after: { reference, ...Object.fromEntries(shown), ...told } },
  ])
  return { id, reference }
}
