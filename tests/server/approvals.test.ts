/** Approvals under bad luck: what the database refuses, whatever the server sends it, and what happens at the same time. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '@server/db/demo'
import { sqlState, type Db } from '@server/platform/ports/db'
import type { PitbossServer } from '@server/server'
import { checkLedger } from '@server/platform/modules/ledger/check'
import { expireApprovals } from '@server/platform/modules/approvals/routes'
import { APPROVAL_EFFECTS } from '@server/platform/records/approval-effects'
import { signedIn, TestClient } from './kit/client'
import { testDatabases } from './kit/databases'
import { createTestClock, makePlatform } from './kit/platform'
import { nodeHash } from '@server/node/crypto'

const databases = await testDatabases()
const HOUR = 3_600_000
const APPROVALS = '/api/v1/admin/profile/approvals'

describe.each(databases.everyKind)('approvals on %s', (kind) => {
  let db: Db
  let owner: Db
  let platform: PitbossServer
  let other: PitbossServer
  const clock = createTestClock()
  let finance: TestClient
  let manager: TestClient
  let admin: TestClient
  let user: string

  beforeAll(async () => {
    db = await databases.open(kind)
    owner = await databases.asOwner(db)
    platform = await makePlatform(db, { clock })
    // A second process, where there can be one.
    other = kind === 'PGlite' ? platform : await makePlatform(await databases.again(db), { clock })
    finance = await signedIn(platform, 'FINANCE')
    manager = await signedIn(platform, 'MANAGER')
    admin = await signedIn(other, 'ADMIN')
    const [row] = await db.query<{ id: string }>(
      `select id::text as id from users where store_code = 'NORTHGATE' and third_party_store_code is null and not is_deleted order by id limit 1`,
    )
    user = row!.id
  })
  afterAll(async () => {
    if (other !== platform) await other.close()
    await platform.close()
  })

  const cash = async () =>
    (await db.query<{ cash: string }>(`select cash_balance::text as cash from users where id = $1::uuid`, [user]))[0]!
      .cash
  const minus = (after: string, before: string) => (Number(after) - Number(before)).toFixed(2)
  async function request(body: object = {}, by = finance): Promise<string> {
    const note = randomUUID()
    const { body: read } = await by.get(`/api/v1/users/${user}`)
    const answer = await by.patch(
      `/api/v1/users/${user}/adjust`,
      { direction: 'UP', account: 'CASH', amount: '10.00', reason_code: 'GOODWILL', note, ...body },
      { ifMatch: read.data.version },
    )
    expect(answer.text).toContain('"success":true')
    const [row] = await db.query<{ id: string }>(
      `select a.id::text as id from approvals a join adjustments j on j.id = a.subject_id where j.note = $1::text`,
      [note],
    )
    return row!.id
  }
  const versionOf = async (id: string) =>
    (await db.query<{ version: number }>('select version from approvals where id = $1::uuid', [id]))[0]!.version
  const decide = async (client: TestClient, id: string, verb: 'approve' | 'reject' = 'approve', key = randomUUID()) =>
    client.patch(`${APPROVALS}/${id}/${verb}`, verb === 'approve' ? {} : { reason: 'No' }, {
      headers: { 'idempotency-key': key },
      ifMatch: await versionOf(id),
    })
  const statusOf = async (id: string) =>
    (await db.query<{ status: string }>('select status from approvals where id = $1::uuid', [id]))[0]!.status
  const staffOf = async (email: string) =>
    (await db.query<{ id: string }>('select id::text as id from staff where email = $1::text', [email]))[0]!.id
  const refusal = (work: Promise<unknown>) =>
    work.then(
      () => 'accepted',
      (error: unknown) => sqlState(error)?.constraint ?? sqlState(error)?.code ?? String(error),
    )
  const insert = (approval: string, staff: string, decision = 'APPROVED') =>
    db.query(
      `insert into approval_decisions (approval_id, staff_id, decision, at) values ($1::uuid, $2::uuid, $3::text, now())`,
      [approval, staff, decision],
    )
  const stepUp = (client: TestClient) => client.post('/api/v1/admin-two-fa/step-up', { password: DEMO_PASSWORD })

  it('by two people in the same millisecond: one decides, the other is told who did', async () => {
    for (let round = 0; round < 5; round += 1) {
      const before = await cash()
      const id = await request()
      const answers = await Promise.all([decide(manager, id), decide(admin, id)])
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
      const late = answers.find(({ status }) => status === 409)!
      expect(late.body.current).toMatchObject({ id, status: 'APPROVED', refusal: 'SETTLED' })
      expect(late.body.current.decisions).toHaveLength(1)
      expect(minus(await cash(), before)).toBe('10.00')
    }
  })

  it('approved and rejected in the same millisecond: exactly one of both holds', async () => {
    for (let round = 0; round < 5; round += 1) {
      const before = await cash()
      const id = await request()
      const answers = await Promise.all([decide(manager, id), decide(admin, id, 'reject')])
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
      const isApproved = answers[0].status === 200
      expect(await statusOf(id)).toBe(isApproved ? 'APPROVED' : 'REJECTED')
      expect(minus(await cash(), before)).toBe(isApproved ? '10.00' : '0.00')
    }
  })

  it('sent a hundred times at once with one key take effect once, and all responses are the same', async () => {
    const before = await cash()
    const id = await request()
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 100 }, () => decide(manager, id, 'approve', key)))
    for (const { status, text } of answers) expect([200, 409], text).toContain(status)
    const done = answers.filter(({ status }) => status === 200)
    expect(done.length).toBeGreaterThan(0)
    expect(new Set(done.map(({ text }) => text)).size).toBe(1)
    expect((await decide(manager, id, 'approve', key)).text).toBe(done[0]!.text)
    expect(minus(await cash(), before)).toBe('10.00')
  })

  it('do not count from somebody who has lost the right since, and are refused to somebody who has just lost it', async () => {
    const id = await request({ amount: '600.00' })
    const [boss, second] = [await signedIn(platform, 'SUPER_ADMIN'), await signedIn(platform, 'FINANCE', 1)]
    for (const each of [manager, second, boss]) expect((await stepUp(each)).status).toBe(200)
    expect((await decide(manager, id)).body.data.status).toBe('PENDING')
    const limits = await owner.query<{ limits: string }>(
      `select approval_limits::text as limits from permission_sets where 'MANAGER' = any(assigned_roles)`,
    )
    await db.query(`update permission_sets set approval_limits = '[]' where 'MANAGER' = any(assigned_roles)`)
    // Two have approved, and one of them may no longer: a third person must.
    expect((await decide(second, id)).body.data.status).toBe('PENDING')
    const third = await request()
    const refused = await decide(manager, third)
    expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining('limit')])
    expect((await decide(boss, id)).body.data.status).toBe('APPROVED')
    await db.query(`update permission_sets set approval_limits = $1::jsonb where 'MANAGER' = any(assigned_roles)`, [
      limits[0]!.limits,
    ])
    expect((await decide(manager, third)).status).toBe(200)
  })

  it('are cancelled by a change of what they are about, which then never moves the money', async () => {
    const before = await cash()
    const id = await request()
    await db.query(
      `update adjustments set amount = 9000 where id = (select subject_id from approvals where id = $1::uuid)`,
      [id],
    )
    expect(await statusOf(id)).toBe('CANCELLED')
    const late = await decide(manager, id)
    expect([late.status, late.body.current.status]).toEqual([409, 'CANCELLED'])
    expect(await cash()).toBe(before)
    const done = await request()
    await decide(manager, done)
    expect(
      await refusal(
        db.query(
          `update adjustments set amount = 9000 where id = (select subject_id from approvals where id = $1::uuid)`,
          [done],
        ),
      ),
    ).toBe('approval_immutable')
  })

  it('are cancelled or given, never both, when the amount is changed in the same millisecond', async () => {
    for (let round = 0; round < 5; round += 1) {
      const before = await cash()
      const id = await request()
      const [answer, change] = await Promise.all([
        decide(manager, id),
        refusal(
          owner.query(
            `update adjustments set amount = 9000 where id = (select subject_id from approvals where id = $1::uuid)`,
            [id],
          ),
        ),
      ])
      expect([
        [200, 'approval_immutable', 'APPROVED', '10.00'],
        [409, 'accepted', 'CANCELLED', '0.00'],
      ]).toContainEqual([answer.status, change, await statusOf(id), minus(await cash(), before)])
    }
  })

  it('are refused to the requester, twice to one person, and without right or limit, also directly in the database', async () => {
    const id = await request()
    const large = await request({ amount: '20000.01' })
    const [requester, deciding, risk] = [
      await staffOf('finance@pitboss.test'),
      await staffOf('manager@pitboss.test'),
      await staffOf('risk@pitboss.test'),
    ]
    expect(await refusal(insert(id, requester))).toBe('approval_own')
    expect(await refusal(insert(id, requester, 'REJECTED'))).toBe('approval_own')
    expect(await refusal(insert(id, risk))).toBe('approval_right')
    expect(await refusal(insert(large, deciding))).toBe('approval_limit')
    expect(await refusal(insert(large, await staffOf('admin@pitboss.test')))).toBe('accepted')
    expect(await refusal(insert(large, await staffOf('admin@pitboss.test')))).toBe('approval_decided')
    await db.query(`update staff set is_deleted = true where id = $1::uuid`, [deciding])
    expect(await refusal(insert(id, deciding))).toBe('approval_right')
    await db.query(`update staff set is_deleted = false where id = $1::uuid`, [deciding])
    for (const [statement, expected] of [
      [`update approvals set status = 'APPROVED' where id = $1::uuid`, 'approval_undecided'],
      [`update approvals set status = 'REJECTED' where id = $1::uuid`, 'approval_undecided'],
      [`update approvals set status = 'EXPIRED' where id = $1::uuid`, 'approval_undecided'],
      [`update approvals set amount = 1 where id = $1::uuid`, 'approval_immutable'],
      [`update approvals set required = 0 where id = $1::uuid`, 'approval_immutable'],
      [`update approvals set requested_by = edited_by where id = $1::uuid`, 'approval_immutable'],
      [`update approvals set expires_at = now() + interval '1 year' where id = $1::uuid`, 'approval_immutable'],
    ] as const)
      expect(await refusal(db.query(statement, [id])), statement).toBe(expected)
    expect(await refusal(owner.query('delete from approvals where id = $1::uuid', [id]))).toBe('approval_immutable')
    expect(await refusal(owner.query('update approval_decisions set staff_id = $1::uuid', [requester]))).toBe(
      'approval_immutable',
    )
    // The server cannot ask for fewer people, or for more time, than the policy says.
    const [row] = await db.query<{ required: number; hours: number; status: string }>(
      `insert into approvals (id, policy, subject_type, subject_id, permission_subject, record, record_id, title, details, amount, currency,
         requested_by, requested_at, expires_at, required, needs_step_up, status)
       values (gen_random_uuid(), 'ADJUSTMENT', 'bonus_activation', (select id from bonuses order by id limit 1), 'TransactionRecords', 'users', gen_random_uuid(), 'T', '[]', 700, 'USD',
         $1::uuid, now(), now() + interval '1 year', 0, false, 'APPROVED')
       returning required, round(extract(epoch from expires_at - requested_at) / 3600)::int as hours, status`,
      [requester],
    )
    expect(row).toEqual({ required: 2, hours: 72, status: 'PENDING' })
  })

  it('need nobody else up to the amount of the policy, but the limit of whoever acts alone', async () => {
    const alone = (policy: string, amount: string, by: string) =>
      refusal(
        db.query(
          `insert into approvals (id, policy, subject_type, subject_id, permission_subject, record, record_id, store_code, title, details,
             amount, currency, requested_by, requested_at, expires_at, required, needs_step_up, status)
           values (gen_random_uuid(), $1::text, 'offer_activation', (select id from offers order by id limit 1), 'Bonus', 'users', gen_random_uuid(), 'NORTHGATE', 'T', '[]', $2::text::numeric, 'USD',
             $3::uuid, now(), now(), 2, false, 'PENDING') returning status`,
          [policy, amount, by],
        ),
      )
    expect(await alone('BONUS', '100.00', await staffOf('manager@pitboss.test'))).toBe('accepted')
    expect(await alone('BONUS', '100.00', await staffOf('finance@pitboss.test'))).toBe('approval_right')
    expect(await alone('BONUS', '100.00', await staffOf('content@pitboss.test'))).toBe('approval_right')
    const rows = await db.query<{ status: string }>(
      `select distinct status from approvals where policy = 'BONUS' and amount = 100`,
    )
    expect(rows).toEqual([{ status: 'APPROVED' }])
  })

  it('ask for the step-up again where it has expired during the confirmation; the same key then takes effect', async () => {
    const before = await cash()
    const id = await request({ amount: '500.00' })
    const key = randomUUID()
    await stepUp(manager)
    clock.advance(6 * 60_000)
    const refused = await decide(manager, id, 'approve', key)
    expect([refused.status, refused.body.code]).toEqual([403, 'STEP_UP_REQUIRED'])
    expect(await statusOf(id)).toBe('PENDING')
    await manager.session()
    await stepUp(manager)
    expect((await decide(manager, id, 'approve', key)).status).toBe(200)
    expect(minus(await cash(), before)).toBe('500.00')
  })

  it('of another store do not exist for somebody who may decide those of their own', async () => {
    const id = await request()
    await owner.query(
      `insert into permission_sets (id, name, entries, approval_limits, assigned_user_ids, store_scope, created_at, updated_at)
       select gen_random_uuid(), 'Money of one store', $1::jsonb, $2::jsonb, array[s.id], 'OWN', now(), now()
       from staff s where s.email = 'store@pitboss.test'`,
      [
        JSON.stringify(['read', 'update'].map((action) => ({ action, subject: 'TransactionRecords', fields: ['*'] }))),
        JSON.stringify([{ policy: 'ADJUSTMENT', up_to: '5000.00' }]),
      ],
    )
    const partner = await signedIn(platform, 'THIRD_PARTY_ADMIN')
    expect((await partner.get(APPROVALS)).body.data.map((each: { id: string }) => each.id)).not.toContain(id)
    expect((await partner.get(`${APPROVALS}/${id}`)).status).toBe(404)
    for (const verb of ['approve', 'reject'] as const) expect((await decide(partner, id, verb)).status).toBe(404)
    expect(await statusOf(id)).toBe('PENDING')
    expect((await decide(manager, id)).status).toBe(200)
  })

  it('are decided once, and expire no earlier, where the clock is set back by an hour', async () => {
    const before = await cash()
    const id = await request()
    const other = await request()
    clock.advance(-HOUR)
    try {
      expect((await decide(manager, id)).status).toBe(200)
      expect((await decide(manager, id)).status).toBe(409)
      const live = { notified: () => undefined, recordChanged: () => undefined } as never
      await expireApprovals({ db, clock, live, changed: () => Promise.resolve(), effects: APPROVAL_EFFECTS })
      expect(await statusOf(other)).toBe('PENDING')
    } finally {
      clock.advance(HOUR)
    }
    expect((await decide(admin, other)).status).toBe(200)
    expect(minus(await cash(), before)).toBe('20.00')
    expect((await checkLedger(db, nodeHash)).error).toBeNull()
  })

  it('that take more than there is leave everything as it was', async () => {
    const before = await cash()
    const id = await request({ direction: 'DOWN', amount: (Number(before) + 1).toFixed(2) }, finance)
    await stepUp(manager)
    await stepUp(admin)
    const answers = [await decide(manager, id), await decide(admin, id)]
    expect(answers.map(({ status }) => status)).toContain(422)
    expect(await statusOf(id)).toBe('PENDING')
    expect(await cash()).toBe(before)
  })

  it('expire after 72 hours: they are shown as expired and refused at once, and settled once', async () => {
    const id = await request()
    clock.advance(72 * HOUR)
    const again = await signedIn(platform, 'MANAGER')
    expect((await again.get(`${APPROVALS}/${id}`)).body.data).toMatchObject({ status: 'EXPIRED', refusal: 'SETTLED' })
    const late = await decide(again, id)
    expect([late.status, late.body.current.status]).toEqual([409, 'EXPIRED'])
    expect(await statusOf(id)).toBe('PENDING')
    const live = { recordChanged: () => undefined, notified: () => undefined } as never
    const changed = () => Promise.resolve()
    expect(await expireApprovals({ db, clock, live, changed, effects: APPROVAL_EFFECTS })).toBeGreaterThan(0)
    expect(await expireApprovals({ db, clock, live, changed, effects: APPROVAL_EFFECTS })).toBe(0)
    expect(await statusOf(id)).toBe('EXPIRED')
    // A clock that is set back does not bring it to life.
    clock.advance(-73 * HOUR)
    expect((await decide(manager, id)).status).toBe(409)
    expect((await checkLedger(db, nodeHash)).error).toBeNull()
  })
})
