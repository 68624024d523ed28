/** Referrals (catalogue, Referral): what makes one qualify, who may pay it, and what a reversal takes back. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { APP_KEY_HEADER } from '@contract/http/operation'
import { IDEMPOTENCY_KEY_HEADER } from '@contract/http/idempotency'
import { NOT_IN_TIME, REFERRAL_REFUSAL } from '@contract/records/rewards/referral'
import { sqlState, type Db } from '@server/platform/ports/db'
import { DEMO_PASSWORD } from '@server/db/demo'
import type { PitbossServer } from '@server/server'
import { createAppKeys } from '@server/platform/modules/apps/keys'
import { checkLedger } from '@server/platform/modules/ledger/check'
import { postTransfers } from '@server/platform/modules/ledger/post'
import { settleReferrals } from '@server/platform/records/rewards/referral-worker'
import { signedIn, TestClient } from './kit/client'
import { testDatabases } from './kit/databases'
import { createTestClock, makePlatform } from './kit/platform'
import { nodeHash } from '@server/node/crypto'

const databases = await testDatabases()
const DAY = 24 * 3600 * 1000
const HISTORY = '/api/v1/admin-referral-bonus-history'
const APPROVALS = '/api/v1/admin/profile/approvals'

describe.each(databases.kinds)('referrals on %s', (kind) => {
  let db: Db
  let owner: Db
  let platform: PitbossServer
  let manager: TestClient
  let risk: TestClient
  let admin: TestClient
  const clock = createTestClock()
  let users: string[]
  const changed = () => Promise.resolve()
  const settle = () => settleReferrals({ db, clock, changed })

  let criteria = 0
  /** Starts a rule; no other one of the store applies, nor has applied. @returns its id */
  async function rule(asked: object, terms: object = {}): Promise<string> {
    const made = await manager.post('/api/v1/referral-bonus-criteria', {
      name: `Criteria ${(criteria += 1)}`,
      within_days: 30,
      ...asked,
    })
    expect(made.status, made.text).toBe(200)
    await owner.query(
      `update referral_rules set ended_at = activated_at where activated_at is not null and store_code = 'NORTHGATE'`,
    )
    const added = await manager.post('/api/v1/referral-bonus', {
      name: `Rule ${criteria}`,
      referrer_kind: 'PERCENT',
      referrer_percent: '12.5',
      referrer_most: '40.00',
      referee_kind: 'FIXED',
      referee_amount: '10.00',
      wallet: 'CASH',
      criteria: made.body.data.id,
      ...terms,
    })
    expect(added.status, added.text).toBe(200)
    const { id, version } = added.body.data
    const live = await manager.patch(`/api/v1/referral-bonus/${id}/activate`, {}, { ifMatch: version })
    expect(live.status, live.text).toBe(200)
    // It has applied for as long as the tests need.
    await owner.query(`update referral_rules set activated_at = now() - interval '200 days' where id = $1::uuid`, [id])
    return id as string
  }
  /** A user signs up on the invitation of another one. @returns the referral's id */
  async function invited(referrer: string, referee: string, daysAgo = 1): Promise<string> {
    await owner.query(
      `update users set referred_by_id = $2::uuid, created_at = $3::timestamptz, user_level_id = null where id = $1::uuid`,
      [referee, referrer, new Date(clock.now() - daysAgo * DAY).toISOString()],
    )
    await settle()
    const [row] = await db.query<{ id: string }>('select id::text as id from referrals where referee_id = $1::uuid', [
      referee,
    ])
    expect(row, 'the referral was added').toBeDefined()
    return row!.id
  }
  const deposit = (user: string, amount: string) =>
    postTransfers(db, [
      {
        purpose: 'DEPOSIT',
        debit: 'CLEARING',
        credit: 'CASH',
        rail: 'test',
        amount,
        user_id: user,
        source_type: 'deposit',
        source_id: randomUUID(),
        at: new Date(clock.now()).toISOString(),
      },
    ])
  const read = async (id: string) => (await manager.get(`${HISTORY}/${id}`)).body.data
  const act = async (client: TestClient, id: string, verb: string, body: object = {}) =>
    client.patch(`${HISTORY}/${id}/${verb}`, body, { ifMatch: (await read(id)).version })
  const cash = async (user: string) =>
    (await db.query<{ n: string }>('select cash_balance::text as n from users where id = $1::uuid', [user]))[0]!.n
  const more = (after: string, before: string) => (Number(after) - Number(before)).toFixed(2)
  const waiting = async (client: TestClient, user: string) =>
    ((await client.get(APPROVALS)).body.data as { id: string; record_id: string }[]).find(
      ({ record_id }) => record_id === user,
    )
  const decide = async (client: TestClient, id: string) =>
    client.patch(
      `${APPROVALS}/${id}/approve`,
      {},
      {
        headers: { 'Idempotency-Key': randomUUID() },
        ifMatch: (await client.get(`${APPROVALS}/${id}`)).body.data.version,
      },
    )
  const refusal = (work: Promise<unknown>) =>
    work.then(
      () => 'accepted',
      (error: unknown) => sqlState(error)?.constraint ?? String(error),
    )

  beforeAll(async () => {
    db = await databases.open(kind)
    owner = await databases.asOwner(db)
    platform = await makePlatform(db, { clock })
    ;[manager, risk, admin] = await Promise.all([
      signedIn(platform, 'MANAGER'),
      signedIn(platform, 'RISK'),
      signedIn(platform, 'ADMIN'),
    ])
    await admin.post('/api/v1/admin-two-fa/step-up', { password: DEMO_PASSWORD })
    const rows = await db.query<{ id: string }>(
      `select u.id::text as id from users u where u.store = 'NORTHGATE' and u.referred_by_id is null and u.currency = 'USD'
         and u.total_deposit = 0 and not exists (select from referrals r where u.id in (r.referrer_id, r.referee_id)) order by u.id limit 24`,
    )
    users = rows.map(({ id }) => id)
    if (users.length < 24) throw new Error(`The demo has too few users without deposits: ${users.length}`)
    await settle()
  })
  afterAll(() => platform.close())

  it('qualify once all criteria are met, with rewards by the rule of the day of the sign-up', async () => {
    const [referrer, referee] = [users[0]!, users[1]!]
    const of = await rule({ min_deposit: '20.00', min_deposit_count: 2 })
    const id = await invited(referrer, referee)
    expect(await read(id)).toMatchObject({ status: 'PENDING', criteria_met: '0 of 1', referrer_amount: null })
    await deposit(referee, '99.99')
    await deposit(referee, '19.99')
    expect(await settle()).toMatchObject({ qualified: 0 })
    // What the rule says later makes no difference.
    const { version } = (await manager.get(`/api/v1/referral-bonus/${of}`)).body.data
    const edited = await manager.patch(
      `/api/v1/referral-bonus/${of}`,
      { referee_amount: '99.00' },
      { ifMatch: version },
    )
    expect(edited.status, edited.text).toBe(200)
    await deposit(referee, '20.00')
    expect(await settle()).toMatchObject({ qualified: 1 })
    // 12.5 % of 99.99 is 12.49875.
    expect(await read(id)).toMatchObject({
      status: 'QUALIFIED',
      criteria_met: '1 of 1',
      referrer_amount: '12.50',
      referee_amount: '10.00',
      risk_level: 'LOW',
      rule_version: 1,
    })
    const [before, theirs] = [await cash(referrer), await cash(referee)]
    const paid = await act(risk, id, 'pay')
    expect(paid.status, paid.text).toBe(200)
    expect([more(await cash(referrer), before), more(await cash(referee), theirs)]).toEqual(['12.50', '10.00'])
    expect((await act(risk, id, 'pay')).status).toBe(409)
    const history = await manager.get(`${HISTORY}/${id}/history`)
    expect(history.body.data.map(({ action }: { action: string }) => action)).toContain('qualify')
  })

  it('are rejected when their time is over, and not before', async () => {
    await rule({ min_deposit_count: 1, within_days: 10 })
    const [late, early] = [await invited(users[2]!, users[3]!, 11), await invited(users[2]!, users[4]!, 9)]
    expect(await read(late)).toMatchObject({ status: 'REJECTED', status_reason: NOT_IN_TIME })
    expect(await read(early)).toMatchObject({ status: 'PENDING' })
  })

  it('do not qualify where both use a device that the criteria exclude; a shared payment detail makes the risk high', async () => {
    await rule({ exclude_same_device: true })
    const trace = (user: string, of: string, hash: string) =>
      owner.query(`insert into user_traces values ($1::uuid, $2, $3, '•••• 1234', now())`, [user, of, hash])
    for (const user of [users[5]!, users[6]!]) await trace(user, 'DEVICE', 'one phone')
    for (const user of [users[5]!, users[7]!]) await trace(user, 'PAYMENT', 'one card')
    const [same, risky] = [await invited(users[5]!, users[6]!), await invited(users[5]!, users[7]!)]
    expect(await read(same)).toMatchObject({ status: 'PENDING', risk_level: 'HIGH', criteria_met: '0 of 1' })
    const row = await read(risky)
    expect(row).toMatchObject({ status: 'QUALIFIED', risk_level: 'HIGH' })
    expect(row.evidence).toMatchObject([{ kind: 'PAYMENT', shown: '•••• 1234', with: { id: users[5] } }])

    // Two people pay it; the database lets nobody do it alone.
    expect(await refusal(db.query(`update referrals set status = 'PAID' where id = $1::uuid`, [risky]))).toBe(
      'referral_status',
    )
    const before = await cash(users[7]!)
    expect((await act(risk, risky, 'pay')).status).toBe(200)
    expect((await act(risk, risky, 'pay')).status, 'it waits for one approval at a time').toBe(422)
    expect(await read(risky)).toMatchObject({ status: 'QUALIFIED', awaits_approval: true })
    expect(await waiting(risk, users[7]!), 'whoever requested it').toBeUndefined()
    const { id } = (await waiting(admin, users[7]!))!
    expect((await decide(admin, id)).status).toBe(200)
    expect(await read(risky)).toMatchObject({ status: 'PAID', awaits_approval: false })
    expect(more(await cash(users[7]!), before)).toBe('10.00')
  })

  it('whose two users spin with one phone at one address have both as evidence, masked', async () => {
    await rule({ exclude_same_device: true })
    const [referrer, referee] = [users[20]!, users[21]!]
    const [wheel] = await db.query<{ id: string }>(
      `select id::text as id from fortune_wheels where name = 'Daily wheel' and store_code = 'NORTHGATE'`,
    )
    await owner.query(`update users set account_status = 'ACTIVE' where id in ($1::uuid, $2::uuid)`, [
      referrer,
      referee,
    ])
    const { key } = await createAppKeys(db, clock, nodeHash).create('NORTHGATE')
    const spin = (user: string, more: object = {}) =>
      new TestClient(platform, '203.0.113.9').post(
        '/api/v1/fortune-wheel-history',
        { user, wheel: wheel!.id, device: 'f00dfeed4711', ip: '198.51.100.23', ...more },
        { headers: { [APP_KEY_HEADER]: key, [IDEMPOTENCY_KEY_HEADER]: randomUUID() } },
      )
    for (const user of [referrer, referee]) {
      const spun = await spin(user)
      expect(spun.status, spun.text).toBe(200)
    }
    const row = await read(await invited(referrer, referee))
    expect(row).toMatchObject({ status: 'PENDING', criteria_met: '0 of 1', risk_level: 'HIGH' })
    const seen = (row.evidence as { kind: string; shown: string; with: { id: string } }[]).map((each) => [
      each.kind,
      each.shown,
      each.with.id,
    ])
    expect(seen).toEqual([
      ['ADDRESS', '198.51.100.•••', referrer],
      ['DEVICE', '•••• 4711', referrer],
    ])

    // One customer of an IPv6 network, whose phones choose other addresses in it, in another spelling.
    const others = [users[22]!, users[23]!]
    await owner.query(`update users set account_status = 'ACTIVE' where id = any($1::uuid[])`, [others])
    for (const [index, user] of others.entries()) {
      const ip = ['2001:DB8:0007::0001', '2001:db8:7:0:ffff::9'][index]
      expect((await spin(user, { device: `beefbeef000${index}`, ip })).status).toBe(200)
    }
    const near = await read(await invited(others[0]!, others[1]!))
    expect((near.evidence as { kind: string; shown: string }[]).map(({ kind, shown }) => [kind, shown])).toEqual([
      ['ADDRESS', '2001:db8:7:0::•••'],
    ])
    expect(near.risk_level, 'an address alone').toBe('MEDIUM')
    const stored = await db.query('select * from user_traces where user_id = $1::uuid', [referee])
    expect(JSON.stringify(stored)).not.toMatch(/198\.51\.100\.23|f00dfeed/)
  })

  it('that are held meanwhile are not paid: what waited for approval is cancelled', async () => {
    await rule({})
    await owner.query(
      `insert into user_traces values ($1::uuid, 'DEVICE', 'held', 'x', now()), ($2::uuid, 'DEVICE', 'held', 'x', now())`,
      [users[8]!, users[9]!],
    )
    const id = await invited(users[8]!, users[9]!)
    expect((await act(risk, id, 'pay')).status).toBe(200)
    const approval = (await waiting(admin, users[9]!))!.id
    expect((await act(manager, id, 'hold', { reason: 'Look at it' })).status, 'managers may not').toBe(403)
    expect((await act(risk, id, 'hold', { reason: 'Both live in one flat' })).status).toBe(200)
    const late = await decide(admin, approval)
    expect(late.status, late.text).toBe(409)
    expect(await read(id)).toMatchObject({ status: 'FRAUD_HOLD', awaits_approval: false })
    expect((await act(risk, id, 'resume', { reason: 'Two people' })).status).toBe(200)
    expect(await read(id)).toMatchObject({ status: 'QUALIFIED', status_reason: null })
  })

  it('are paid as often as the rule allows, whoever pays at the same time', async () => {
    const referrer = users[10]!
    await rule(
      {},
      { cap_per_user: 2, referrer_kind: 'FIXED', referrer_amount: '5.00', referrer_percent: null, referrer_most: null },
    )
    const ids: string[] = []
    for (const referee of users.slice(11, 15)) ids.push(await invited(referrer, referee))
    const before = await cash(referrer)
    const answers = await Promise.all(ids.map((id, index) => act(index % 2 === 0 ? risk : admin, id, 'pay')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    for (const { text } of answers.filter(({ status }) => status !== 200))
      expect(text).toContain(REFERRAL_REFUSAL.perUser)
    expect(more(await cash(referrer), before)).toBe('10.00')
  })

  it('that are reversed take back the cash that is there, and the user owes the rest', async () => {
    const [referrer, referee] = [users[16]!, users[17]!]
    await rule({}, { referrer_kind: 'FIXED', referrer_amount: '30.00', referrer_percent: null, referrer_most: null })
    const id = await invited(referrer, referee)
    expect((await act(risk, id, 'pay')).status).toBe(200)
    // The new user spends most of it.
    const spent = (Number(await cash(referee)) - 4).toFixed(2)
    await postTransfers(db, [
      {
        purpose: 'SPIN_PAID',
        debit: 'CASH',
        credit: 'PROMOTION_COST',
        amount: spent,
        user_id: referee,
        source_type: 'spin',
        source_id: randomUUID(),
      },
    ])
    const before = await cash(referrer)
    expect((await act(risk, id, 'reverse', { reason: 'Charged back' })).status).toBe(200)
    expect((await decide(admin, (await waiting(admin, referee))!.id)).status).toBe(200)
    expect(await read(id)).toMatchObject({ status: 'REVERSED', status_reason: 'Charged back' })
    expect(more(await cash(referrer), before)).toBe('-30.00')
    expect(await cash(referee)).toBe('0.00')
    const [owed] = await db.query<{ n: string }>(
      `select balance::text as n from accounts where kind = 'RECEIVABLE' and user_id = $1::uuid`,
      [referee],
    )
    expect(owed!.n).toBe('6.00')
  })

  it('paid as bonus money become grants with the terms of the rule, which a reversal revokes', async () => {
    await rule(
      {},
      {
        wallet: 'BONUS',
        wagering_multiplier: '3',
        expiry_days: 7,
        referrer_kind: 'FIXED',
        referrer_amount: '0.00',
        referrer_percent: null,
        referrer_most: null,
      },
    )
    const id = await invited(users[18]!, users[19]!)
    expect((await act(risk, id, 'pay')).status).toBe(200)
    const grants = async () =>
      db.query<object>(
        `select amount::text as amount, wagering_required::text as required, origin, status, bonus_id from user_bonuses where source_id = $1::uuid`,
        [id],
      )
    const one = { amount: '10.00', required: '30.00', origin: 'REFERRAL', bonus_id: null }
    expect(await grants()).toEqual([{ ...one, status: 'ACTIVE' }])
    expect((await act(risk, id, 'reverse', { reason: 'One person' })).status).toBe(200)
    expect((await decide(admin, (await waiting(admin, users[19]!))!.id)).status).toBe(200)
    expect(await grants()).toEqual([{ ...one, status: 'REVOKED' }])
  })

  it('cannot be changed in the database', async () => {
    const [row] = await db.query<{ id: string }>(
      `select id::text as id from referrals where status = 'PAID' order by id limit 1`,
    )
    const set = (what: string) => refusal(db.query(`update referrals set ${what} where id = $1::uuid`, [row!.id]))
    expect(await set('referrer_amount = 999')).toBe('referral_immutable')
    expect(await set(`terms = '{}'`)).toBe('referral_immutable')
    expect(await set(`status = 'QUALIFIED'`)).toBe('referral_status')
    expect(await set(`status = 'REVERSED'`)).toBe('referral_status')
  })

  it('leave a ledger that balances', async () => {
    expect((await checkLedger(db, nodeHash)).error).toBeNull()
  })
})
