import { jackpotRecord } from '@contract/records/play/jackpot-record'
import { jackpotErrors, valuesOfJackpot, type JackpotValues, type SentJackpot } from '@contract/records/play/jackpots'
import { users } from '@server/db/schema'
import { rejected } from '@server/http/failure'
import { games } from '../content/game'
import { recordTable } from '../record-table'
import { defineSource, type AppRuleCall } from '../source'
import { isoTime } from '../table'

const TABLE = 'jackpot_records'
export const jackpotRecords = recordTable(jackpotRecord, TABLE, { user: () => users.id, game: () => games.id })

/** Adds a jackpot, or finds it where it was reported before. @throws 422 at the field */
async function report({ tx, app, body, inTurn, add }: AppRuleCall): Promise<string> {
  const sent = valuesOfJackpot(body as unknown as SentJackpot)
  await inTurn(`${app.store} ${sent.hit_id.toLowerCase()}`)
  const [known] = await tx.query<JackpotValues & { id: string }>(
    `select id::text as id, hit_id, level, pool_before::text as pool_before, amount::text as amount, user_id::text as user,
       game_id::text as game, ${isoTime('hit_at')} as hit_at
     from ${TABLE} where store_code = $1::text and lower(hit_id) = lower($2::text)`,
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

export default defineSource(jackpotRecord, {
  table: jackpotRecords,
  scope: { store: 'row' },
  derived: {},
  appCalls: { report },
})
