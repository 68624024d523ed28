/** Payout details of users (money, payout detail): apps store them without a withdrawal, and changes are told to whoever decides. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { APP_KEY_HEADER } from '@contract/http/operation'
import { WITHDRAWAL_REFUSAL } from '@contract/records/money/withdrawal'
import { nodeHash } from '@server/node/crypto'
import { createAppKeys } from '@server/platform/modules/apps/keys'
import type { Db } from '@server/platform/ports/db'
import type { PitbossServer } from '@server/server'
import { signedIn, TestClient } from './kit/client'
import { testDatabases } from './kit/databases'
import { ibans, nameOf, paidUsers } from './kit/paid-users'
import { createTestClock, makePlatform } from './kit/platform'

const databases = await testDatabases()
const WITHDRAWALS = '/api/v1/admin-manual-withdrawal'

describe.each(databases.everyKind)('payout details on %s', (kind) => {
  let db: Db
  let owner: Db
  let platform: PitbossServer
  let admin: TestClient
  let key: string
  let bank: string
  let card: string
  let users: string[]
  const clock = createTestClock()

  beforeAll(async () => {
    db = await databases.open(kind)
    owner = await databases.asOwner(db)
    platform = await makePlatform(db, { clock })
    admin = await signedIn(platform, 'ADMIN')
    ;({ key } = await createAppKeys(db, clock, nodeHash).create('NORTHGATE'))
    const methods = await db.query<{ id: string; name: string }>('select id::text as id, name from payment_methods')
    const named = (name: string) => methods.find((each) => each.name === name)!.id
    ;[bank, card] = [named('Bank transfer'), named('Debit card')]
    ;({ users } = await paidUsers(owner, 20))
  })
  afterAll(() => platform.close())

  const iban = ibans()
  const app = () => new TestClient(platform, '203.0.113.9')
  const asApp = (idempotencyKey: string = randomUUID()) => ({
    headers: { [APP_KEY_HEADER]: key, 'idempotency-key': idempotencyKey },
  })
  const store = (user: string, value: string, body: object = {}, options = asApp()) =>
    app().patch(
      `/api/v1/users/${user}/payout-details`,
      { payment_method: bank, payee: 'Any Payee', details: [{ label: 'IBAN', value }], ...body },
      options,
    )
  const stored = async (user: string) =>
    (
      await db.query<{ payee: string; masked: unknown; changed_at: Date | null; fingerprint: string; sealed: string }>(
        'select payee, masked, changed_at, fingerprint, sealed from payout_details where user_id = $1::uuid',
        [user],
      )
    )[0]
  const eventsOf = (user: string) =>
    db.query<{ before: object | null; after: object; reason: string }>(
      `select before, after, reason from audit_events where subject_id = $1::text and action = 'payoutDetails' order by id`,
      [user],
    )
  async function requested(user: string, value: string): Promise<string> {
    const answer = await app().post(
      '/api/v1/manual-withdrawal',
      {
        user,
        payment_method: bank,
        amount: '50.00',
        payee: await nameOf(db, user),
        details: [{ label: 'IBAN', value }],
        source: 'APP',
      },
      asApp(),
    )
    expect(answer.status, answer.text).toBe(200)
    return answer.body.data.id
  }
  const warningsOf = async (id: string): Promise<string[]> =>
    (await admin.get(`${WITHDRAWALS}/${id}`)).body.data.warnings

  it('are stored with their last characters shown, and replaced by others alone', async () => {
    const user = users.pop()!
    const [first, second] = [iban(), iban()]
    const spaced = first
      .replaceAll(/(.{4})/g, '$1 ')
      .trim()
      .toLowerCase()
    const answer = await store(user, spaced)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.data).toEqual({ destination: `${first.slice(0, 4)} •••• ${first.slice(-4)}`, changed_at: null })
    // The same again, also in another spelling.
    const before = await stored(user)
    expect((await store(user, first)).body.data).toEqual(answer.body.data)
    expect(await stored(user)).toEqual(before)
    expect(await eventsOf(user)).toHaveLength(1)

    const changed = (await store(user, second)).body.data
    expect(changed.changed_at).toBe((await stored(user))!.changed_at!.toISOString())
    expect(await stored(user)).toMatchObject({ masked: [{ label: 'IBAN', value: changed.destination }] })
    expect((await store(user, second)).body.data).toEqual(changed)
    const other = (await store(user, second, { payee: 'Another Payee' })).body.data
    expect(Date.parse(other.changed_at)).toBeGreaterThan(Date.parse(changed.changed_at))
    expect(await eventsOf(user)).toHaveLength(3)
  })

  it('take effect once with the same Idempotency-Key', async () => {
    const user = users.pop()!
    const [value, once] = [iban(), randomUUID()]
    const first = await store(user, value, {}, asApp(once))
    await store(user, iban())
    const again = await store(user, value, {}, asApp(once))
    expect(again.body).toEqual(first.body)
    expect(await eventsOf(user)).toHaveLength(2)
  })

  it.each([
    ['a wrong check digit', { details: [{ label: 'IBAN', value: 'DE88370400440532013000' }] }, 'details'],
    ['nothing', { details: [] }, 'details'],
    ['a field that the method does not ask for', { details: [{ label: 'BIC', value: 'X' }] }, 'details'],
    ['a method for deposits', { payment_method: 'card' }, 'payment_method'],
    ['no payee', { payee: '' }, 'payee'],
  ])('are refused with %s, at the field', async (_what, body, field) => {
    const user = users.at(-1)!
    const before = await stored(user)
    const answer = await store(user, iban(), { ...body, ...('payment_method' in body && { payment_method: card }) })
    expect([answer.status, Object.keys(answer.body.errors ?? {})], answer.text).toEqual([422, [field]])
    expect(await stored(user)).toEqual(before)
  })

  it('of a user of another store do not exist for the app, and those of a closed account cannot be changed', async () => {
    const [theirs] = await db.query<{ id: string }>(
      `select id::text as id from users where store <> 'NORTHGATE' and not is_deleted limit 1`,
    )
    expect((await store(theirs!.id, iban())).status).toBe(404)
    expect((await store(randomUUID(), iban())).status).toBe(404)
    const user = users.pop()!
    await owner.query(`update users set account_status = 'CLOSED' where id = $1::uuid`, [user])
    const closed = await store(user, iban())
    expect([closed.status, closed.body.errors]).toEqual([422, { user: [WITHDRAWAL_REFUSAL.account] }])
  })

  it('that change after a request are a warning for whoever decides it, and so are those that changed before', async () => {
    const user = users.pop()!
    const value = iban()
    const waiting = await requested(user, value)
    expect(await warningsOf(waiting)).toEqual([])
    await store(user, value, { payee: await nameOf(db, user) })
    expect(await warningsOf(waiting)).toEqual([])
    const other = iban()
    await store(user, other, { payee: await nameOf(db, user) })
    expect(await warningsOf(waiting)).toEqual(['DETAIL_CHANGED'])
    expect(await warningsOf(await requested(user, other))).toEqual(['DETAIL_CHANGED'])
  })

  it('that another user has are found again', async () => {
    const [user, other] = [users.pop()!, users.pop()!]
    const value = iban()
    await store(user, value)
    expect(await warningsOf(await requested(other, value))).toEqual(['DETAIL_SHARED'])
  })

  it('are in no answer, no audit value and no table as they are; the history of the user says that they changed', async () => {
    const user = users.pop()!
    const values = [iban(), iban()]
    for (const value of values) expect((await store(user, value)).text).not.toContain(value)
    const [first, second] = await eventsOf(user)
    expect(first).toMatchObject({ before: null, reason: expect.stringMatching(/^App /) })
    expect(second).toMatchObject({
      before: { destination: `${values[0]!.slice(0, 4)} •••• ${values[0]!.slice(-4)}` },
      after: { destination: `${values[1]!.slice(0, 4)} •••• ${values[1]!.slice(-4)}` },
    })
    const tables = ['audit_events', 'payout_details', 'idempotency_keys', 'outbox']
    for (const table of tables)
      for (const value of values) {
        const found = await owner.query(`select 1 from ${table} t where t::text like $1::text`, [`%${value}%`])
        expect(found, table).toEqual([])
      }
    const history = (await admin.get(`/api/v1/users/${user}/history`)).body.data as { action: string; from: string }[]
    expect(history.filter(({ action }) => action === 'payoutDetails')).toMatchObject([{ from: 'APP' }, { from: 'APP' }])
  })
})
