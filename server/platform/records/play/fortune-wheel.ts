/** Wheels of fortune (catalogue, /fortune-wheel): a store has one active wheel of each kind; other people approve its budget. */
import { fortuneWheel } from '@contract/records/play/fortune-wheel'
import { WHEEL_REFUSAL, WHEEL_TERMS, wheelErrors, type WheelTerms } from '@contract/records/play/wheel'
import { date, integer, jsonb, numeric, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { rejected } from '@server/platform/operations/failure'
import {
  approvedCampaignRules,
  approvedCampaignStatus,
  approvedCampaignVersions,
  isChoosableCampaign,
  runningBeside,
} from '@server/platform/records/campaigns'
import { businessDay } from '@server/platform/records/business-day'
import { recordTable } from '@server/platform/records/record-table'
import { defineSource, type RuleCall } from '@server/platform/records/source'

const TABLE = 'fortune_wheels'
export const fortuneWheels = recordTable(fortuneWheel, TABLE)

/** What the spins of a business day came to: one row is locked by each spin, so that together they never exceed a cap or the budget. */
export const wheelDays = pgTable(
  'wheel_days',
  {
    wheel_id: uuid()
      .notNull()
      .references(() => fortuneWheels.id),
    day: date().notNull(),
    spins: integer().notNull().default(0),
    /** What was won less what was paid. */
    cost: numeric({ precision: 20, scale: 2 }).notNull().default('0'),
    /** Place of a segment → hits. */
    hits: jsonb().notNull().default({}),
  },
  ({ wheel_id, day }) => [primaryKey({ columns: [wheel_id, day] })],
)

const TODAY = `from wheel_days d where d.wheel_id = u.id and d.day = ${businessDay('u.store_code', 'statement_timestamp()')}`

/** The expected value in hundredths, before it is rounded half to even as in `expectedValueOf`. */
const HUNDREDTHS = `(select sum(case when s->>'reward_type' in ('SPIN', 'NONE') then 0 else (s->>'value')::numeric end * (s->>'weight')::numeric) * 100
  / nullif(sum((s->>'weight')::numeric), 0) from jsonb_array_elements(u.segments) s)`
const EXPECTED = `(select coalesce(case when e.value - floor(e.value) = 0.5 and floor(e.value) % 2 = 0 then floor(e.value) else round(e.value) end, 0) / 100
  from (select ${HUNDREDTHS} as value) e)::numeric(20, 2)`
const COST = `coalesce((select d.cost ${TODAY}), 0)`

/** A store has one wheel of each kind at a time. @throws 422 with the name of the other one */
async function requireAlone(call: Pick<RuleCall, 'tx' | 'at'> & { id: string | null }): Promise<void> {
  const other = await runningBeside(call, TABLE, 'kind')
  if (other !== null) throw rejected({}, WHEEL_REFUSAL.active(other))
}

const campaign = approvedCampaignRules(TABLE, fortuneWheel, {
  limit: 'budget_per_day',
  async costOf(tx, id) {
    const [row] = await tx.query<{ amount: string }>(
      `select budget_per_day::text as amount from ${TABLE} where id = $1::uuid`,
      [id],
    )
    return row!.amount
  },
})
const { activate } = campaign.approvals

/** @throws 422 at the field for what no single field tells */
async function requireSound({ tx, id, body }: RuleCall): Promise<void> {
  if (!WHEEL_TERMS.some((name) => name in body)) return
  const [stored] =
    id === null
      ? []
      : await tx.query<WheelTerms>(
          `select segments, spin_cost::text as spin_cost, expected_spins_per_day, budget_per_day::text as budget_per_day,
             wagering_multiplier::text as wagering_multiplier, expiry_days from ${TABLE} where id = $1::uuid`,
          [id],
        )
  const errors = wheelErrors({ segments: [], ...stored, ...body } as WheelTerms)
  if (Object.keys(errors).length > 0) throw rejected(errors)
}

export default defineSource(fortuneWheel, {
  table: fortuneWheels,
  scope: { store: 'row' },
  derived: {
    status: approvedCampaignStatus,
    expected_value: { value: `${EXPECTED}::text`, key: EXPECTED },
    spins_today: { value: `coalesce((select d.spins ${TODAY}), 0)`, type: 'integer' },
    cost_today: { value: `${COST}::numeric(20, 2)::text`, key: COST },
  },
  ...campaign,
  approvals: {
    activate: {
      ...activate,
      async request(call) {
        await requireAlone(call)
        return activate.request(call)
      },
      /** Of two wheels that wait for approval, the second one is refused. */
      async approved(call) {
        await requireAlone(call)
        return activate.approved(call)
      },
    },
  },
  async check(call) {
    await requireSound(call)
    await campaign.check(call)
  },
  /** An active wheel stays alone when its dates or its kind change. */
  async afterWrite(call) {
    await campaign.afterWrite(call)
    const [row] = await call.tx.query<{ is_active: boolean }>(
      `select activated_at is not null as is_active from ${TABLE} where id = $1::uuid`,
      [call.id],
    )
    const other = row!.is_active ? await runningBeside(call, TABLE, 'kind') : null
    if (other !== null) throw rejected({ starts_at: [WHEEL_REFUSAL.active(other)] })
  },
  choosable: isChoosableCampaign,
  versions: approvedCampaignVersions,
})
