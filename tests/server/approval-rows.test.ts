/**
 * The rows that approvals wait at (ledger, Approvals), for every type of subject: whoever changed a row last does not decide, and a
 * change of it cancels the approval.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RECORDS } from '@contract/records/records'
import type { PitbossServer } from '@server/server'
import { sqlState, type Db } from '@server/platform/ports/db'
import { APPROVAL_EFFECTS } from '@server/platform/records/approval-effects'
import { settleGrants } from '@server/platform/records/rewards/grant-worker'
import { signedIn, type TestClient } from './kit/client'
import { testDatabases } from './kit/databases'
import { createTestClock, makePlatform } from './kit/platform'

const databases = await testDatabases()
const APPROVALS = '/api/v1/admin/profile/approvals'
const DAY = 86_400_000

interface SubjectCase {
  policy: string
  permission: string
  /** SQL: ids of rows that may wait. */
  rows: string
  /** SQL: what a colleague or the platform changes of the row $1. */
  change: string
  /** SQL: what changes nothing of what is asked for. */
  beside?: string
}
const campaign = (policy: string, permission: string, table: string, change: string): SubjectCase => ({
  policy,
  permission,
  rows: `select id from ${table} where activated_at is null`,
  change: `update ${table} set ${change} where id = $1::uuid`,
  beside: `update ${table} set version = version + 1, updated_at = now() where id = $1::uuid`,
})
const GRANT = `insert into user_bonuses (id, user_id, bonus_id, bonus_version, granted_by, amount, wagering_required, status, granted_at, expires_at, created_at, updated_at)
  select gen_random_uuid(), u.id, b.id, 1, 'STAFF', 50, 100, 'ACTIVE', now(), now() + interval '5 days', now(), now()
  from (select id from users order by id limit 1) u cross join (select id from bonuses order by id limit 1) b returning id`
const CASES: Readonly<Record<keyof typeof APPROVAL_EFFECTS, SubjectCase>> = {
  adjustment: {
    policy: 'ADJUSTMENT',
    permission: 'TransactionRecords',
    rows: `insert into adjustments (id, user_id, direction, account, amount, reason_code, note, requested_by, created_at)
      select gen_random_uuid(), u.id, 'UP', 'CASH', 10, 'GOODWILL', 'Test', s.id, now()
      from (select id from users order by id limit 1) u cross join (select id from staff where email = 'finance@pitboss.test') s returning id`,
    change: 'update adjustments set amount = 9000 where id = $1::uuid',
  },
  bonus_activation: campaign('PROMOTION', 'Bonus', 'bonuses', 'budget = coalesce(budget, 0) + 1'),
  offer_activation: campaign('PROMOTION', 'Offers', 'offers', `title = title || '!'`),
  fortuneWheel_activation: campaign('WHEEL', 'FortuneWheel', 'fortune_wheels', 'budget_per_day = budget_per_day + 1'),
  bonus_grant: {
    policy: 'BONUS',
    permission: 'Bonus',
    rows: GRANT.replace(`'ACTIVE'`, `'GRANTED'`),
    change: `update user_bonuses set note = concat(note, '!') where id = $1::uuid`,
  },
  bonus_extension: {
    policy: 'BONUS',
    permission: 'Bonus',
    rows: GRANT,
    change: `update user_bonuses set status = 'FORFEITED' where id = $1::uuid`,
    beside: 'update user_bonuses set wagered = wagered + 5, version = version + 1 where id = $1::uuid',
  },
  offer_claim: {
    policy: 'OFFER',
    permission: 'OfferClaims',
    rows: 'select id from offer_claims',
    change: `update offer_claims set reason_code = 'OTHER' where id = $1::uuid`,
  },
  jackpot_confirmation: {
    policy: 'JACKPOT',
    permission: 'JackpotRecords',
    rows: `select id from jackpot_records where status = 'PENDING_REVIEW'`,
    change: `update jackpot_records set status = 'HELD' where id = $1::uuid`,
  },
  daily_spin_void: {
    policy: 'SPIN_VOID',
    permission: 'DailySpinRecords',
    rows: `select id from daily_spins where status = 'CREDITED'`,
    change: `update daily_spins set void_reason = concat(void_reason, '!') where id = $1::uuid`,
  },
  skill_spin_void: {
    policy: 'SPIN_VOID',
    permission: 'SkillFortuneRecords',
    rows: `select id from skill_spins where status = 'CREDITED'`,
    change: `update skill_spins set void_reason = concat(void_reason, '!') where id = $1::uuid`,
  },
  referral_payment: {
    policy: 'REFERRAL',
    permission: 'ReferralBonusHistory',
    rows: `select id from referrals where status = 'QUALIFIED'`,
    change: `update referrals set status = 'FRAUD_HOLD' where id = $1::uuid`,
    beside: 'update referrals set checked_at = now() where id = $1::uuid',
  },
  referral_reversal: {
    policy: 'REFERRAL',
    permission: 'ReferralBonusHistory',
    rows: `select id from referrals where status = 'PAID'`,
    change: `update referrals set status_reason = concat(status_reason, '!') where id = $1::uuid`,
  },
  coin_rate: {
    policy: 'COIN_RATE',
    permission: 'CryptoCoins',
    rows: 'select id from crypto_coins',
    change: 'update crypto_coins set max_withdrawal = max_withdrawal * 2 where id = $1::uuid',
    beside: 'update crypto_coins set version = version + 1 where id = $1::uuid',
  },
}
const TYPES = Object.keys(CASES)

describe.each(databases.everyKind)('the rows of approvals on %s', (kind) => {
  let db: Db
  let owner: Db
  let platform: PitbossServer
  const clock = createTestClock()
  let manager: TestClient
  let second: TestClient
  let staff: Record<string, string>

  beforeAll(async () => {
    db = await databases.open(kind)
    owner = await databases.asOwner(db)
    platform = await makePlatform(db, { clock })
    manager = await signedIn(platform, 'MANAGER')
    second = await signedIn(platform, 'MANAGER', 1)
    const rows = await db.query<{ id: string; name: string }>(
      `select id::text as id, split_part(email, '@', 1) as name from staff where email like '%@pitboss.test'`,
    )
    staff = Object.fromEntries(rows.map(({ id, name }) => [name, id]))
  })
  afterAll(() => platform.close())

  /** Finance asks for an approval about a row that none waits at. */
  async function asked(type: string, rows = CASES[type]!.rows) {
    const { policy, permission } = CASES[type]!
    const found = await db.query<{ id: string }>(rows)
    const taken = await db.query<{ id: string }>(`select row_id as id from approvals where status = 'PENDING'`)
    const row = found.find(({ id }) => taken.every((each) => each.id !== id))?.id
    expect(row, `the demo has a row for ${type}`).toBeDefined()
    const [approval] = await db.query<{ id: string; edited_by: string | null }>(
      `insert into approvals (id, policy, subject_type, subject_id, permission_subject, record, record_id, store_code, title, details, amount,
         currency, requested_by, requested_at, expires_at, required, needs_step_up, status)
       values (gen_random_uuid(), $1::text, $2::text, $3::uuid, $4::text, 'users', (select id from users order by id limit 1), 'NORTHGATE', 'T', '[]', 400,
         'USD', $5::uuid, now(), now(), 0, false, 'PENDING') returning id::text as id, edited_by::text as edited_by`,
      [policy, type, row!, permission, staff.finance!],
    )
    return { row: row!, ...approval! }
  }
  const edits = (type: string, row: string, by: string, action = 'update') =>
    db.query(
      `insert into audit_events (id, at, actor_id, action, subject_type, subject_id, before, after, result)
       select uuid_v7(clock_timestamp()), now(), $2::uuid, $3::text, s.audited_as, $1::text,
         jsonb_build_object(k, '1'), jsonb_build_object(k, '2'), 'OK'
       from approval_subjects s cross join (select case $3::text when 'update' then 'amount' else 'requested_at' end as k) keys
       where s.subject_type = $4::text`,
      [row, staff[by]!, action, type],
    )
  const decides = (approval: string, by: string) =>
    db
      .query(
        `insert into approval_decisions (approval_id, staff_id, decision, at) values ($1::uuid, $2::uuid, 'APPROVED', now())`,
        [approval, staff[by]!],
      )
      .then(
        () => 'accepted',
        (error: unknown) => sqlState(error)?.constraint ?? String(error),
      )
  const statusOf = async (id: string) =>
    (await db.query<{ status: string }>('select status from approvals where id = $1::uuid', [id]))[0]!.status

  it('are known to the database for every type of subject, with the record that the server shows', async () => {
    const rows = await db.query<{ subject_type: string; record: string | null; audited_as: string | null }>(
      'select subject_type, record, audited_as from approval_subjects order by subject_type',
    )
    expect(rows).toEqual(
      Object.entries(APPROVAL_EFFECTS)
        .map(([subject_type, { record }]) => ({
          subject_type,
          record: record ?? null,
          audited_as: record ? RECORDS[record].subject : null,
        }))
        .toSorted((a, b) => (a.subject_type < b.subject_type ? -1 : 1)),
    )
  })

  it.runIf(kind === 'PostgreSQL')('are not changed by the role of the server', async () => {
    await expect(db.query(`update approval_subjects set audited_as = null`)).rejects.toThrow('permission denied')
  })

  it.each(TYPES.filter((type) => type !== 'adjustment'))(
    '%s: whoever changed the row last before the request, or changes it after, does not decide; a request or a withdrawal is no change',
    async (type) => {
      const waiting = await asked(type)
      const { row, id } = waiting
      await edits(type, row, 'admin')
      await edits(type, row, 'finance', 'activate')
      expect(await decides(id, 'admin')).toBe('approval_own')
      await edits(type, row, 'super')
      expect(await decides(id, 'super')).toBe('approval_own')
      expect(await decides(id, 'finance')).toBe('approval_own')
      // Nothing waits at the row any more.
      await owner.query(CASES[type]!.change, [row])
    },
  )

  it.each(TYPES)(
    '%s: a change of the row cancels what waits, whoever writes it; what is no change does not',
    async (type) => {
      const { change, beside } = CASES[type]!
      const { id, row } = await asked(type)
      const versions = async () =>
        (await db.query<{ version: number }>('select version from approvals where id = $1::uuid', [id]))[0]!.version
      const before = await versions()
      if (beside) await owner.query(beside, [row])
      expect([await statusOf(id), await versions()]).toEqual(['PENDING', before])
      await owner.query(change, [row])
      expect(await statusOf(id)).toBe('CANCELLED')
      expect(await versions()).toBeGreaterThan(before)
      expect(await decides(id, 'admin')).toBe('approval_settled')
    },
  )

  const key = () => ({ headers: { 'idempotency-key': randomUUID() } })
  const waitingAt = async (client: TestClient, about: string) =>
    (await client.get(`${APPROVALS}?about=${about}`)).body.data as {
      id: string
      version: number
      refusal: string | null
      row: { record: string; id: string }
    }[]
  const bonusTerms = (name: string) => ({
    name: `${name} ${randomUUID().slice(0, 6)}`,
    type: 'MANUAL',
    reward: 'FIXED',
    amount: '10.00',
    wagering_multiplier: '2',
    expiry_days: 9,
    budget: '10.00',
  })

  it('a manager adds a bonus, another one raises its budget, and the first one asks for its activation: a third person decides', async () => {
    const base = '/api/v1/admin-bonus'
    const { data: draft } = (await manager.post(base, bonusTerms('Edited last'))).body
    const edited = await second.patch(
      `${base}/${draft.id}`,
      { budget: '9000.00', amount: '900.00' },
      { ifMatch: draft.version },
    )
    expect(edited.status, edited.text).toBe(200)
    const requested = await manager.patch(`${base}/${draft.id}/activate`, {}, { ifMatch: edited.body.data.version })
    expect(requested.status, requested.text).toBe(200)
    const [approval] = await waitingAt(second, draft.id)
    expect(approval).toMatchObject({ refusal: 'OWN', row: { record: 'bonus', id: draft.id } })
    for (const verb of ['approve', 'reject']) {
      const refused = await second.patch(
        `${APPROVALS}/${approval!.id}/${verb}`,
        verb === 'reject' ? { reason: 'No' } : {},
        { ...key(), ifMatch: approval!.version },
      )
      expect(refused.status, refused.text).toBe(403)
    }
    const [row] = await db.query<{ edited_by: string }>(
      'select edited_by::text as edited_by from approvals where id = $1::uuid',
      [approval!.id],
    )
    expect(row!.edited_by).toBe(staff.manager2)
    const admin = await signedIn(platform, 'ADMIN')
    const done = await admin.patch(`${APPROVALS}/${approval!.id}/approve`, {}, { ...key(), ifMatch: approval!.version })
    expect(done.body.data?.status, done.text).toBe('APPROVED')
  })

  it('a change that a colleague makes while an activation waits cancels it, tells the requester who changed it, and 409 shows the approval as it is', async () => {
    const base = '/api/v1/admin-bonus'
    const { data: draft } = (await manager.post(base, bonusTerms('Changed while it waits'))).body
    const requested = (await manager.patch(`${base}/${draft.id}/activate`, {}, { ifMatch: draft.version })).body.data
    const [approval] = await waitingAt(second, draft.id)
    const edited = await second.patch(`${base}/${draft.id}`, { budget: '20.00' }, { ifMatch: requested.version })
    expect(edited.body.data?.status, edited.text).toBe('DRAFT')
    const admin = await signedIn(platform, 'ADMIN')
    const late = await admin.patch(`${APPROVALS}/${approval!.id}/approve`, {}, { ...key(), ifMatch: approval!.version })
    expect([late.status, late.body.current?.status]).toEqual([409, 'CANCELLED'])
    await expect
      .poll(async () => (await manager.get('/api/v1/admin-notification')).body.data[0]?.description, {
        timeout: 10_000,
      })
      .toMatch(/^manager2 changed what was to be approved: Activate Changed while it waits/)
  })

  /** A manager grants a bonus, and asks for more time than they may give alone. @returns the grant, and how many requests wait at it */
  async function extension() {
    const user = (
      await db.query<{ id: string }>(
        `select u.id::text as id from users u where u.store_code = 'NORTHGATE' and u.third_party_store_code is null and not u.is_deleted
           and not exists (select from user_bonuses g where g.user_id = u.id) order by u.id limit 1`,
      )
    )[0]!.id
    const [grant] = await owner.query<{ id: string }>(
      `insert into user_bonuses (id, user_id, bonus_id, bonus_version, granted_by, amount, wagering_required, status, granted_at, expires_at,
         store_code, created_at, updated_at)
       select gen_random_uuid(), $1::uuid, (select id from bonuses order by id limit 1), 1, 'STAFF', 500, 1000, 'ACTIVE', $2::timestamptz,
         $2::timestamptz + interval '1 day', 'NORTHGATE', now(), now() returning id::text as id`,
      [user, new Date(clock.now()).toISOString()],
    )
    const id = grant!.id
    const base = '/api/v1/admin-bonus/history'
    const read = async () => (await manager.get(`${base}/${id}`)).body.data
    const until = new Date(clock.now() + 5 * DAY).toISOString()
    const answer = await manager.patch(
      `${base}/${id}/extend`,
      { until, note: 'More time' },
      { ifMatch: (await read()).version },
    )
    expect(answer.body.message, answer.text).toBe('Sent for approval')
    const waiting = await waitingAt(second, id)
    expect(waiting).toHaveLength(1)
    return { base, id, read, waiting: async () => (await waitingAt(second, id)).length, approval: waiting[0]! }
  }

  it.each(['forfeit', 'revoke'])('an extension is cancelled by %s of its grant', async (verb) => {
    const { base, id, read, waiting, approval } = await extension()
    const answer = await second.patch(
      `${base}/${id}/${verb}`,
      { reason: 'Given up' },
      { ifMatch: (await read()).version },
    )
    expect(answer.status, answer.text).toBe(200)
    expect([await waiting(), await statusOf(approval.id)]).toEqual([0, 'CANCELLED'])
  })

  it('an extension is cancelled once the platform settles its grant, which has expired', async () => {
    const { id } = await asked('bonus_extension', GRANT.replace(`interval '5 days'`, `interval '-1 day'`))
    await settleGrants({ db, clock, changed: () => Promise.resolve() })
    expect(await statusOf(id)).toBe('CANCELLED')
  })
})
