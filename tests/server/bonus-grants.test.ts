/** Grants of bonuses under bad luck: what the database refuses, what happens at the same time, and what follows from the clock. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sqlState, type Db } from '@server/platform/ports/db'
import type { PitbossServer } from '@server/server'
import { checkLedger } from '@server/platform/modules/ledger/check'
import { settleGrants } from '@server/platform/records/rewards/grant-worker'
import { signedIn, TestClient } from './kit/client'
import { testDatabases } from './kit/databases'
import { createTestClock, makePlatform } from './kit/platform'
import { nodeHash } from '@server/node/crypto'

const databases = await testDatabases()
const APPROVALS = '/api/v1/admin/profile/approvals'
const NOTE = 'Sorry for the wait'

describe.each(databases.everyKind)('grants of bonuses on %s', (kind) => {
  let db: Db
  let owner: Db
  let platform: PitbossServer
  let other: PitbossServer
  let manager: TestClient
  let colleague: TestClient
  const clock = createTestClock()
  let users: string[]
  const changed = () => Promise.resolve()

  beforeAll(async () => {
    db = await databases.open(kind)
    owner = await databases.asOwner(db)
    platform = await makePlatform(db, { clock })
    // A second process, where there can be one.
    other = kind === 'PGlite' ? platform : await makePlatform(await databases.again(db), { clock })
    manager = await signedIn(platform, 'MANAGER')
    colleague = await signedIn(other, 'ADMIN')
    const rows = await db.query<{ id: string }>(
      `select u.id::text as id from users u where u.store = 'NORTHGATE' and not u.is_deleted and u.account_status = 'ACTIVE'
         and not exists (select from user_bonuses g where g.user_id = u.id) order by u.id limit 40`,
    )
    users = rows.map(({ id }) => id)
    if (users.length < 40) throw new Error('The demo has too few users without a grant')
    // What the demo has already is not what these tests are about.
    await settleGrants({ db, clock, changed })
  })
  afterAll(async () => {
    if (other !== platform) await other.close()
    await platform.close()
  })

  let bonuses = 0
  async function liveBonus(terms: object = {}): Promise<string> {
    const body = {
      name: `Terms ${(bonuses += 1)}`,
      type: 'MANUAL',
      reward: 'FIXED',
      amount: '30.00',
      wagering_multiplier: '2',
      expiry_days: 5,
      budget: '5000.00',
    }
    const added = await manager.post('/api/v1/admin-bonus', { ...body, ...terms })
    expect(added.status, added.text).toBe(200)
    const { id, version } = added.body.data
    const live = await manager.patch(`/api/v1/admin-bonus/${id}/activate`, {}, { ifMatch: version })
    expect(live.status, live.text).toBe(200)
    const waiting = (await colleague.get(APPROVALS)).body.data as {
      id: string
      version: number
      record_id: string
    }[]
    const approval = waiting.find(({ record_id }) => record_id === id)!
    const approved = await colleague.patch(
      `${APPROVALS}/${approval.id}/approve`,
      {},
      { headers: { 'Idempotency-Key': randomUUID() }, ifMatch: approval.version },
    )
    expect(approved.status, approved.text).toBe(200)
    return id as string
  }
  async function grant(by: TestClient, user: string, bonus: string) {
    const { body } = await by.get(`/api/v1/users/${user}`)
    return by.patch(`/api/v1/users/${user}/grant-bonus`, { bonus, note: NOTE }, { ifMatch: body.data.version })
  }
  const grantsOf = (bonus: string) =>
    db.query<{ id: string; user: string; status: string }>(
      `select id::text as id, user_id::text as user, status from user_bonuses where bonus_id = $1::uuid order by id`,
      [bonus],
    )
  const balance = async (user: string) =>
    (await db.query<{ n: string }>('select bonus_balance::text as n from users where id = $1::uuid', [user]))[0]!.n
  const refusal = (work: Promise<unknown>) =>
    work.then(
      () => 'accepted',
      (error: unknown) => sqlState(error)?.constraint ?? sqlState(error)?.code ?? String(error),
    )

  it('together never exceed a budget, whoever grants them and from which process', async () => {
    const bonus = await liveBonus({ budget: '100.00' })
    const answers = await Promise.all(
      users.slice(0, 10).map((user, index) => grant(index % 2 === 0 ? manager : colleague, user, bonus)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    for (const { status, text } of answers.filter((answer) => answer.status !== 200)) {
      expect(status, text).toBe(422)
      expect(text).toContain('10.00 left')
    }
    expect(await grantsOf(bonus)).toHaveLength(3)
  })

  it('of two at once for one user a bonus that allows one is granted once', async () => {
    const [bonus, user] = [await liveBonus({ per_user_limit: 1, stackable: true }), users[11]!]
    const before = await balance(user)
    const answers = await Promise.all([grant(manager, user, bonus), grant(colleague, user, bonus)])
    // The user's row has changed for the second one, which sees that or the limit.
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)[0]).toBe(200)
    expect([409, 422]).toContain(Math.max(...answers.map(({ status }) => status)))
    expect(await grantsOf(bonus)).toHaveLength(1)
    expect((Number(await balance(user)) - Number(before)).toFixed(2)).toBe('30.00')
  })

  it('are refused when the bonus was paused meanwhile, and nothing moves', async () => {
    const [bonus, user] = [await liveBonus(), users[12]!]
    const { body } = await manager.get(`/api/v1/admin-bonus/${bonus}`)
    const [paused, granted] = await Promise.all([
      manager.patch(`/api/v1/admin-bonus/${bonus}/pause`, {}, { ifMatch: body.data.version }),
      grant(colleague, user, bonus),
    ])
    expect(paused.status).toBe(200)
    expect([200, 422]).toContain(granted.status)
    expect(await grantsOf(bonus)).toHaveLength(granted.status === 200 ? 1 : 0)
    expect((await grant(colleague, users[13]!, bonus)).status).toBe(422)
  })

  it('that are over show as expired at once; their money is taken back once, by whichever process is first', async () => {
    const [bonus, user] = [await liveBonus(), users[14]!]
    const before = await balance(user)
    expect((await grant(manager, user, bonus)).status).toBe(200)
    const { id } = (await grantsOf(bonus))[0]!
    await owner.query(`update user_bonuses set expires_at = now() - interval '1 second' where id = $1::uuid`, [id])
    const { body } = await manager.get(`/api/v1/admin-bonus/history/${id}`)
    expect(body.data.status).toBe('EXPIRED')
    const late = await manager.patch(
      `/api/v1/admin-bonus/history/${id}/forfeit`,
      { reason: 'Too late' },
      { ifMatch: body.data.version },
    )
    expect(late.status).toBe(409)
    const settled = await Promise.all([
      settleGrants({ db, clock, changed }),
      ...(kind === 'PGlite' ? [] : [settleGrants({ db: await databases.again(db), clock, changed })]),
    ])
    expect(settled.reduce((sum, each) => sum + each, 0)).toBe(1)
    expect(await balance(user)).toBe(before)
    expect(await settleGrants({ db, clock, changed })).toBe(0)
    const history = await manager.get(`/api/v1/admin-bonus/history/${id}/history`)
    expect(history.body.data[0]).toMatchObject({ action: 'expire', by: null })
  })

  it('are taken back as far as the money is there: what the user owns otherwise stays', async () => {
    const [first, second, user] = [await liveBonus(), await liveBonus({ stackable: true, amount: '20.00' }), users[15]!]
    const before = await balance(user)
    expect((await grant(manager, user, first)).status).toBe(200)
    expect((await grant(manager, user, second)).status).toBe(200)
    const { id } = (await grantsOf(first))[0]!
    const { body } = await manager.get(`/api/v1/admin-bonus/history/${id}`)
    const answer = await manager.patch(
      `/api/v1/admin-bonus/history/${id}/revoke`,
      { reason: 'The wrong user' },
      { ifMatch: body.data.version },
    )
    expect(answer.status, answer.text).toBe(200)
    expect((Number(await balance(user)) - Number(before)).toFixed(2)).toBe('20.00')
    expect((await grantsOf(first))[0]!.status).toBe('REVOKED')
  })

  it('cannot be changed in the database, nor become active without an approval', async () => {
    const [bonus, user] = [await liveBonus({ amount: '150.00' }), users[16]!]
    expect((await grant(manager, user, bonus)).status).toBe(200)
    const { id, status } = (await grantsOf(bonus))[0]!
    expect(status).toBe('GRANTED')
    const set = (what: string) => refusal(db.query(`update user_bonuses set ${what} where id = $1::uuid`, [id]))
    expect(await set(`amount = 1`)).toBe('bonus_grant_immutable')
    expect(await set(`wagering_required = 0`)).toBe('bonus_grant_immutable')
    expect(await set(`user_id = '${users[17]!}'`)).toBe('bonus_grant_immutable')
    expect(await set(`status = 'ACTIVE'`)).toBe('bonus_grant_status')
    expect(await set(`status = 'REVOKED'`)).toBe('bonus_grant_status')
    expect(await set(`status = 'COMPLETED'`)).toBe('bonus_grant_status')
    expect(await refusal(db.query('delete from user_bonuses where id = $1::uuid', [id]))).not.toBe('accepted')
  })

  it('leave a ledger that balances', async () => {
    expect((await checkLedger(db, nodeHash)).error).toBeNull()
  })
})
