import { moneyText } from '@contract/amounts'
import { JACKPOT_LEVELS, jackpotRecord } from '@contract/records/play/jackpot-record'
import { jackpotErrors, valuesOfJackpot, type JackpotValues, type SentJackpot } from '@contract/records/play/jackpots'
import type { Queryable } from '@server/platform/ports/db'
import { isoTime } from '@server/platform/db/iso-time'
import { users } from '@server/platform/db/schema'
import { rejected } from '@server/platform/operations/failure'
import type { Effects } from '@server/platform/modules/approvals/effects'
import { requestApproval } from '@server/platform/modules/approvals/request'
import { postTransfers } from '@server/platform/modules/ledger/post'
import { games } from '@server/platform/records/content/game'
import { recordTable } from '@server/platform/records/record-table'
import { defineSource, type AppRuleCall, type RuleCall } from '@server/platform/records/source'
import type { Columns } from '@server/platform/records/writes'

const TABLE = 'jackpot_records'
/** A trigger (migration `jackpots_paid`) keeps what was reported, and requires the approval before a payment. */
export const jackpotRecords = recordTable(jackpotRecord, TABLE, { user: () => users.id, game: () => games.id })

/** Adds a jackpot, or finds it where it was reported before. @throws 422 at the field */
async function report({ tx, app, body, inTurn, add }: AppRuleCall): Promise<string> {
  const sent = valuesOfJackpot(body as unknown as SentJackpot)
  await inTurn(`${app.store} ${sent.hit_id}`)
  const [known] = await tx.query<JackpotValues & { id: string }>(
    `select id::text as id, hit_id, level, pool_before::text as pool_before, amount::text as amount, user_id::text as user,
       game_id::text as game, ${isoTime('hit_at')} as hit_at
     from ${TABLE} where store_code = $1::text and hit_id = $2::text`,
    [app.store, sent.hit_id],
  )
  const errors = jackpotErrors(sent, known)
  if (Object.keys(errors).length > 0) throw rejected(errors)
  if (known) return known.id
  return add({
    hit_id: { value: sent.hit_id, type: 'text' },
    level: { value: sent.level, type: 'text' },
    pool_before: { value: sent.pool_before, type: 'numeric' },
    amount: { value: sent.amount, type: 'numeric' },
    user_id: { value: sent.user, type: 'uuid', field: 'user' },
    game_id: { value: sent.game, type: 'uuid', field: 'game' },
    hit_at: { value: sent.hit_at, type: 'timestamptz' },
  })
}

interface Jackpot {
  user_id: string
  hit_id: string
  level: keyof typeof JACKPOT_LEVELS
  amount: string
  currency: string
  store: string | null
}
/** Reads a jackpot, and locks it until the end of the transaction. */
async function readJackpot(tx: Queryable, id: string): Promise<Jackpot> {
  const [row] = await tx.query<Jackpot>(
    `select j.user_id::text as user_id, j.hit_id, j.level, j.amount::text as amount,
       p.currency, j.store_code as store
     from ${TABLE} j join users p on p.id = j.user_id where j.id = $1::uuid for update of j`,
    [id],
  )
  return row!
}
const CONFIRMATION = 'jackpot_confirmation'

/** Approved, a jackpot is confirmed; nothing follows from a refusal. */
export const confirmationEffects: Effects = {
  record: 'jackpotRecord',
  async approved({ tx, subjectId, at }) {
    await tx.query(
      `update ${TABLE} set status = 'CONFIRMED', version = version + 1, updated_at = $2::timestamptz where id = $1::uuid`,
      [subjectId, at],
    )
    return [{ record: 'jackpotRecord', ids: [subjectId], edited: true }]
  },
  refused: ({ subjectId }) => Promise.resolve([{ record: 'jackpotRecord', ids: [subjectId] }]),
}

/** @throws 403 where whoever acts alone lacks the limit; 422 where it waits for approval */
async function confirm(call: RuleCall & { id: string }): Promise<Columns | void> {
  const { tx, id } = call
  const { user_id, hit_id, level, amount, currency, store } = await readJackpot(tx, id)
  const alone = await requestApproval(call, {
    policy: 'JACKPOT',
    // Alone, the action itself writes the status.
    subject: { type: CONFIRMATION, id, effects: { approved: () => Promise.resolve([]) } },
    permission: jackpotRecord.subject,
    about: { record: 'users', id: user_id, store },
    // Without the name of the user, which not everybody who reviews jackpots may read.
    title: `Confirm the jackpot ${hit_id}`,
    details: [
      { label: jackpotRecord.fields.level.label, value: JACKPOT_LEVELS[level] },
      { label: jackpotRecord.fields.amount.label, value: moneyText(amount, currency) },
    ],
    amount,
    currency,
  })
  if (alone) return { status: { value: 'CONFIRMED', type: 'text' } }
}

async function pay({ tx, id, principal, at }: RuleCall & { id: string }): Promise<Columns> {
  const { user_id, hit_id, amount } = await readJackpot(tx, id)
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
  derived: {
    awaits_approval: {
      value: `exists (select from approvals a where a.subject_type = '${CONFIRMATION}' and a.subject_id = u.id
        and a.status = 'PENDING' and a.expires_at > statement_timestamp())`,
    },
  },
  appCalls: { report },
  actions: {
    confirm,
    pay,
  },
})
