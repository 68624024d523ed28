import { dailySpin } from '@contract/records/play/daily-spin'
import { date, index } from 'drizzle-orm/pg-core'
import { users } from '@server/platform/db/schema'
import { recordTable } from '@server/platform/records/record-table'
import { REMEMBER_TRACES, tracesOf } from '@server/platform/records/rewards/traces'
import { defineSource, type AppRuleCall } from '@server/platform/records/source'
import { fortuneWheels } from './fortune-wheel'
import { drawSpin, spinDerived, voidOf, type SpinRecord } from './spins'

const OF: SpinRecord = {
  table: 'daily_spins',
  type: 'daily_spin',
  kind: 'DAILY_SPIN',
}
/** A trigger (migration `wheels`) keeps what was drawn, and lets a spin be voided only with an approval. */
export const dailySpins = recordTable(
  dailySpin,
  OF.table,
  { user: () => users.id, wheel: () => fortuneWheels.id },
  {
    columns: { business_day: date() },
    indexes: ({ business_day, user_id, device }) => [
      index('daily_spins_user_day').on(user_id!, business_day!),
      index('daily_spins_device_day').on(device!, business_day!),
    ],
  },
)

/** Draws and credits a spin, and remembers what the user was seen with. @throws 422 at the field: nothing was paid */
async function spin(call: AppRuleCall): Promise<string> {
  const { tx, app, body, at, add } = call
  const { day, columns, credit } = await drawSpin(OF, call)
  const { user, wheel, device, ip } = body as { user: string; wheel: string; device: string; ip?: string }
  const [before] = await tx.query<{ streak: number; is_again: boolean }>(
    `with seen as (${REMEMBER_TRACES})
     select coalesce((select max(s.streak_day) from ${OF.table} s where s.user_id = $2::uuid and s.wheel_id = $4::uuid and s.business_day = $5::date),
         (select max(s.streak_day) + 1 from ${OF.table} s where s.user_id = $2::uuid and s.wheel_id = $4::uuid and s.business_day = $5::date - 1), 1) as streak,
       exists (select from ${OF.table} s where s.device = $6::text and s.business_day = $5::date and s.store_code = $7::text) as is_again`,
    [tracesOf(call, { DEVICE: device, ADDRESS: ip }), user, at, wheel, day, device, app.store],
  )
  const id = await add({
    ...columns,
    spun_at: { value: at, type: 'timestamptz' },
    streak_day: { value: before!.streak, type: 'integer' },
    device: { value: device, type: 'text' },
    device_use: { value: before!.is_again ? 'AGAIN' : 'FIRST', type: 'text' },
    ip: { value: ip || null, type: 'text' },
  })
  await credit(id)
  return id
}

export default defineSource(dailySpin, {
  table: dailySpins,
  scope: { store: 'row' },
  derived: spinDerived,
  appCalls: { spin },
  approvals: { void: voidOf(OF) },
})
