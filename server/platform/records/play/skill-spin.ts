import { ROUND_KNOWN, skillSpin } from '@contract/records/play/skill-spin'
import { date, index } from 'drizzle-orm/pg-core'
import { users } from '@server/platform/db/schema'
import { rejected } from '@server/platform/operations/failure'
import { recordTable } from '@server/platform/records/record-table'
import { defineSource, type AppRuleCall } from '@server/platform/records/source'
import { fortuneWheels } from './fortune-wheel'
import { drawSpin, spinDerived, voidOf, type SpinRecord } from './spins'

const OF: SpinRecord = {
  table: 'skill_spins',
  type: 'skill_spin',
  kind: 'SKILL',
}
/** A trigger (migration `wheels`) keeps what was drawn, and lets a spin be voided only with an approval. */
export const skillSpins = recordTable(
  skillSpin,
  OF.table,
  { user: () => users.id, wheel: () => fortuneWheels.id },
  {
    columns: { business_day: date() },
    indexes: ({ business_day, user_id }) => [index('skill_spins_user_day').on(user_id!, business_day!)],
  },
)

/** Draws and credits the spin of a round, or finds it where the round has spun before. @throws 422 at the field: nothing was paid */
async function spin(call: AppRuleCall): Promise<string> {
  const { tx, app, body, sent, at, add, inTurn } = call
  const round = body.round_id as string
  await inTurn(`${app.store} ${round}`)
  const [known] = await tx.query<{ id: string; is_same: boolean }>(
    `select id::text as id, user_id = $3::uuid and wheel_id = $4::uuid and score = $5::integer as is_same from ${OF.table}
     where store_code = $1::text and round_id = $2::text`,
    [app.store, round, body.user as string, body.wheel as string, body.score as number],
  )
  if (known?.is_same) return known.id
  if (known) throw rejected({ round_id: [ROUND_KNOWN] })
  const { columns, credit } = await drawSpin(OF, call)
  const id = await add({ ...sent, ...columns, played_at: { value: at, type: 'timestamptz' } })
  await credit(id)
  return id
}

export default defineSource(skillSpin, {
  table: skillSpins,
  scope: { store: 'row' },
  derived: spinDerived,
  appCalls: { spin },
  approvals: { void: voidOf(OF) },
})
