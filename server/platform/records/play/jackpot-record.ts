import { jackpotRecord } from '@contract/records/play/jackpot-record'
import { jackpotErrors, valuesOfJackpot, type JackpotValues, type SentJackpot } from '@contract/records/play/jackpots'
import { isoTime } from '@server/platform/db/iso-time'
import { staff, users } from '@server/platform/db/schema'
import { rejected } from '@server/platform/operations/failure'
import { postTransfers } from '@server/platform/modules/ledger/post'
import { games } from '@server/platform/records/content/game'
import { recordTable } from '@server/platform/records/record-table'
import { defineSource, type AppRuleCall, type RuleCall } from '@server/platform/records/source'
import type { Columns } from '@server/platform/records/writes'

const TABLE = 'jackpot_records'
/** A trigger (migration `jackpots_paid`) keeps what was reported, and requires the approval before a payment. */
export const jackpotRecords = recordTable(jackpotRecord, TABLE, {
  user: () => users.id,
  game: () => games.id,
  decided_by: () => staff.id,
})

/** Adds a jackpot, or finds it where it was reported before. @throws 422 at the field */
async function report({ tx, app, body, sent, inTurn, add }: AppRuleCall): Promise<string> {
  const values = valuesOfJackpot(body as unknown as SentJackpot)
  await inTurn(`${app.store} ${values.hit_id}`)
  const [known] = await tx.query<JackpotValues & { id: string }>(
    `select id::text as id, hit_id, level, pool_before::text as pool_before, amount::text as amount, user_id::text as user,
       game_id::text as game, ${isoTime('hit_at')} as hit_at
     from ${TABLE} where store_code = $1::text and hit_id = $2::text`,
    [app.store, values.hit_id],
  )
  const errors = jackpotErrors(values, known)
  if (Object.keys(errors).length > 0) throw rejected(errors)
  if (known) return known.id
  return add(sent)
}

async function pay({ tx, id, principal, at }: RuleCall & { id: string }): Promise<Columns> {
  const [jackpot] = await tx.query<{ user_id: string; hit_id: string; amount: string }>(
    `select user_id::text as user_id, hit_id, amount::text as amount from ${TABLE} where id = $1::uuid for update`,
    [id],
  )
  const { user_id, hit_id, amount } = jackpot!
  await postTransfers(tx, [
    {
      purpose: 'JACKPOT_PAID',
      debit: 'PROMOTION_COST',
      credit: 'CASH',
      amount,
      user_id,
      source_type: 'jackpot',
      source_id: id,
      actor_type: 'STAFF',
      actor_id: principal.staffId,
      reason: `Jackpot ${hit_id}`,
      at,
    },
  ])
  return { paid_at: { value: at, type: 'timestamptz' } }
}

export default defineSource(jackpotRecord, {
  table: jackpotRecords,
  scope: { store: 'row' },
  derived: {},
  within: (alias) =>
    `(select (select l.payout_sla_minutes from user_levels l where l.id = p.user_level_id) from users p where p.id = ${alias}.user_id)`,
  appCalls: { report },
  actions: { pay },
})
