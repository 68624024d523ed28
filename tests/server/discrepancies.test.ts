/** Discrepancies (money, Rails): what events and statements of a rail open, once, and what resolves them. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NOT_ENOUGH_CASH, SENT_FOR_APPROVAL } from '@contract/entities/approval'
import { APP_KEY_HEADER } from '@contract/http/operation'
import { DEMO_PASSWORD } from '@server/db/demo'
import { nodeHash } from '@server/node/crypto'
import { createAppKeys } from '@server/platform/modules/apps/keys'
import { checkLedger } from '@server/platform/modules/ledger/check'
import { sqlState, type Db } from '@server/platform/ports/db'
import { railNamed, type ConnectedRails } from '@server/platform/ports/rails'
import { compareStatement, compareStatements } from '@server/platform/records/money/statements'
import { signed } from '@server/rails/signature'
import type { Books } from '@server/sandbox/books'
import type { PitbossServer } from '@server/server'
import { actingOn, decide, eventually } from './kit/acting'
import { openBank, type TestBank } from './kit/bank'
import { signedIn, TestClient } from './kit/client'
import { testDatabases } from './kit/databases'
import { ibans, nameOf, paidUsers } from './kit/paid-users'
import { createTestClock, makePlatform } from './kit/platform'

const databases = await testDatabases()
const DISCREPANCIES = '/api/v1/transaction-record/discrepancies'
const WITHDRAWALS = '/api/v1/admin-manual-withdrawal'
const { done: approve } = actingOn(WITHDRAWALS)
const SECRET = 'whsec_dGhlIHRlc3RzIG9mIGRpc2NyZXBhbmNpZXMgdXNlIGl0'
/** A day whose statements the tests compare; the demo has nothing paid on it. */
const DAY = '2026-08-11'

interface Discrepancy {
  id: string
  version: number
  reference: string
  rail: string
  kind: string
  withdrawal: { id: string } | null
  rail_reference: string
  expected: string
  reported: string
  status: string
  resolution: string | null
  decided_by: { id: string } | null
}
interface Withdrawal {
  status: string
  reference: string
  attempts: { reference: string; outcome: string }[]
}

describe.each(databases.everyKind)('discrepancies on %s', (kind) => {
  let db: Db
  let owner: Db
  let platform: PitbossServer
  let testBank: TestBank
  let finance: TestClient
  let manager: TestClient
  /** Who has not proved who they are. */
  let fresh: TestClient
  let risk: TestClient
  let key: string
  let bank: string
  let users: string[]
  let books: Books
  let address: string
  let rails: ConnectedRails
  /** The time of the rail's books. */
  let booked: string
  let told: string[]
  const clock = createTestClock()

  beforeAll(async () => {
    db = await databases.open(kind)
    owner = await databases.asOwner(db)
    booked = new Date().toISOString()
    testBank = await openBank({ secret: SECRET, now: () => booked })
    ;({ books, rails } = testBank)
    platform = await makePlatform(db, { clock, rails })
    address = await platform.start({ port: 0 })
    testBank.tellsTo(address)
    finance = await signedIn(platform, 'FINANCE')
    manager = await signedIn(platform, 'MANAGER')
    await manager.post('/api/v1/admin-two-fa/step-up', { password: DEMO_PASSWORD })
    fresh = await signedIn(platform, 'MANAGER', 1)
    risk = await signedIn(platform, 'RISK')
    ;({ key } = await createAppKeys(db, clock, nodeHash).create('NORTHGATE'))
    ;[{ id: bank }] = (await db.query<{ id: string }>(
      `select id::text as id from payment_methods where name = 'Bank transfer'`,
    )) as [{ id: string }]
    ;({ users } = await paidUsers(owner, 31))
  })
  afterAll(async () => {
    await platform.close()
    await testBank.close()
  })

  const iban = ibans()
  const read = async (id: string): Promise<Withdrawal> => (await manager.get(`${WITHDRAWALS}/${id}`)).body.data
  /** A withdrawal of 100.00 that the rail has paid. @param day on which both have it as paid */
  async function paid(day?: string): Promise<{ id: string; payment: string }> {
    if (day !== undefined) booked = `${day}T12:00:00.000Z`
    const user = users.pop()!
    const asked = await new TestClient(platform, '203.0.113.9').post(
      '/api/v1/manual-withdrawal',
      {
        user,
        payment_method: bank,
        amount: '100.00',
        payee: await nameOf(db, user),
        details: [{ label: 'IBAN', value: iban() }],
        source: 'APP',
      },
      { headers: { [APP_KEY_HEADER]: key, 'idempotency-key': randomUUID() } },
    )
    expect(asked.status, asked.text).toBe(200)
    const { id } = asked.body.data
    await approve(finance, id, 'approve')
    const { attempts } = await eventually(async () => {
      const row = await read(id)
      return row.status === 'COMPLETED' ? row : undefined
    })
    if (day !== undefined) {
      await owner.query('update rail_attempts set done_at = $2::timestamptz where order_id = $1::uuid', [id, booked])
      booked = new Date().toISOString()
    }
    return { id, payment: attempts[0]!.reference }
  }
  /** The rail tells of a payment. @param eventId that of a repetition is the same */
  async function tell(state: 'PAID' | 'FAILED' | 'RETURNED', reference: string, amount = '100.00', eventId?: string) {
    const payout = { reference, state, amount, currency: 'USD', external_ref: 'X1', reason: null }
    const body = JSON.stringify({ type: `payout.${state.toLowerCase()}`, payout })
    const { status } = await fetch(`${address}/api/v1/rails/BANK/events`, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        ...signed(SECRET, body, eventId === undefined ? {} : { id: eventId }),
      },
    })
    expect(status).toBe(204)
    await eventually(async () => {
      const [open] = await db.query('select 1 from rail_events where applied_at is null')
      return open ? undefined : true
    })
  }
  const about = async (payment: string): Promise<Discrepancy[]> =>
    (await finance.get(`${DISCREPANCIES}?search=${payment}`)).body.data
  const saying = (rows: readonly Discrepancy[]) =>
    rows.map(({ kind, expected, reported }) => [kind, expected, reported])
  const deps = () => ({
    db,
    clock,
    rails,
    changed: (what: readonly { ids: readonly string[] }[]) => {
      told = what.flatMap(({ ids }) => [...ids])
      return Promise.resolve()
    },
  })
  const compare = (day: string) => compareStatement(deps(), 'BANK', day, { isAgain: true })
  const movements = async (withdrawal: string) =>
    (
      await db.query<{ purpose: string }>(
        `select purpose from transfers where source_type = 'withdrawal' and source_id = $1::uuid order by no`,
        [withdrawal],
      )
    ).map(({ purpose }) => purpose)

  describe('an event', () => {
    it.each([
      ['RETURNED', 'CONTRADICTION', 'returned 100.00 USD', '100.00'],
      ['FAILED', 'CONTRADICTION', 'failed 100.00 USD', '100.00'],
      ['PAID', 'AMOUNT_DIFFERS', 'paid 90.00 USD', '90.00'],
    ] as const)('%s after the payment opens one (%s), and moves no money', async (state, kind, reported, amount) => {
      const { id, payment } = await paid()
      await tell(state, payment, amount)
      const rows = await about(payment)
      expect(rows).toMatchObject([
        {
          kind,
          expected: 'paid 100.00 USD',
          reported,
          rail: 'BANK',
          rail_reference: payment,
          withdrawal: { id },
          status: 'OPEN',
          reference: expect.stringMatching(/^X-\d{8}$/),
        },
      ])
      expect((await read(id)).status).toBe('COMPLETED')
      expect(await movements(id)).toEqual(['WITHDRAWAL_REQUESTED', 'WITHDRAWAL_PAID'])
      const { data } = (await finance.get(`${DISCREPANCIES}/${rows[0]!.id}/history`)).body
      expect(data).toMatchObject([{ action: 'create', by: null }])
    })

    it('of an unknown reference opens one, without a withdrawal', async () => {
      await tell('PAID', 'NOBODY-KNOWS-1')
      expect(await about('NOBODY-KNOWS-1')).toMatchObject([
        {
          kind: 'UNKNOWN_REFERENCE',
          expected: 'no such payment',
          reported: 'paid 100.00 USD',
          withdrawal: null,
        },
      ])
    })

    it('that is repeated opens no second one while it is open', async () => {
      const { payment } = await paid()
      const eventId = `msg_${randomUUID()}`
      await tell('RETURNED', payment, '100.00', eventId)
      await tell('RETURNED', payment, '100.00', eventId)
      await Promise.all([1, 2, 3].map(() => tell('RETURNED', payment)))
      expect(await about(payment)).toHaveLength(1)
    })

    it('that says what the platform has opens none', async () => {
      const { payment } = await paid()
      await tell('PAID', payment)
      expect(await about(payment)).toEqual([])
    })
  })

  describe('a statement', () => {
    it('that agrees opens none', async () => {
      const { payment } = await paid(DAY)
      expect(await compare(DAY)).toBe(true)
      expect(await about(payment)).toEqual([])
    })

    it('without a line opens one for a payment that the platform has', async () => {
      const { id, payment } = await paid(DAY)
      // On the rail's books it was paid on another day.
      await owner.query(`update rail_attempts set done_at = '2026-08-14T12:00:00Z' where order_id = $1::uuid`, [id])
      await compare('2026-08-14')
      const [row] = await about(payment)
      expect(row).toMatchObject({
        kind: 'MISSING_THERE',
        expected: 'paid 100.00 USD',
        reported: 'not in the statement of 2026-08-14',
        withdrawal: { id },
      })
      expect(told).toEqual([row!.id])
      await compare('2026-08-14')
      expect(await about(payment)).toHaveLength(1)
    })

    it('with a line too many opens one', async () => {
      booked = `${DAY}T13:00:00.000Z`
      books.book({ reference: 'NOT-OURS-7', amount: '12.50', currency: 'USD', payee: 'Nobody', details: [] })
      books.change('NOT-OURS-7', { state: 'PAID', reason: null })
      await compare(DAY)
      expect(saying(await about('NOT-OURS-7'))).toEqual([['MISSING_HERE', 'no such payment', 'paid 12.50 USD']])
    })

    it('with another amount, or a payment that came back, opens one', async () => {
      const [more, back] = [await paid(DAY), await paid(DAY)]
      booked = `${DAY}T14:00:00.000Z`
      books.change(back.payment, { state: 'RETURNED', reason: 'The account is closed' })
      const make = (net: string) =>
        owner.query('update rail_attempts set amount = $2::numeric where order_id = $1::uuid', [more.id, net])
      await make('101.00')
      await compare(DAY)
      await make('100.00')
      expect(saying(await about(more.payment))).toEqual([['AMOUNT_DIFFERS', 'paid 101.00 USD', 'paid 100.00 USD']])
      expect(saying(await about(back.payment))).toEqual([['CONTRADICTION', 'paid 100.00 USD', 'returned 100.00 USD']])
    })

    it('has the payments of the last minutes of the day before', async () => {
      const { id, payment } = await paid('2026-08-20')
      // The platform heard of it just before midnight, by its own clock.
      await owner.query(`update rail_attempts set done_at = '2026-08-19T23:59:30Z' where order_id = $1::uuid`, [id])
      await compare('2026-08-19')
      await compare('2026-08-20')
      expect(await about(payment)).toEqual([])
    })

    it('is compared once for each day that is over, and again later where the rail does not answer', async () => {
      const at = Date.parse('2026-09-02T01:00:00Z')
      const days: string[] = []
      let isSilent = false
      const rail = railNamed(rails, 'PAYOUT', 'BANK')!
      const counted: ConnectedRails = new Map([
        [
          'BANK',
          {
            ...rail,
            payouts: {
              ...rail.payouts,
              statement: (day) => {
                days.push(day)
                return isSilent ? Promise.resolve({ is: 'unsent', why: 'down' }) : rail.payouts.statement(day)
              },
            },
          },
        ],
      ])
      await owner.query('delete from rail_statements')
      const run = (hours: number) =>
        compareStatements({ ...deps(), rails: counted, clock: { now: () => at + hours * 3600_000 } })
      // Until two in the morning the day before is not over.
      expect(await run(0)).toEqual([])
      expect(await run(0.5)).toEqual([])
      expect(days.splice(0)).toEqual(['2026-08-31'])
      isSilent = true
      expect(await run(1)).toEqual(['BANK'])
      expect(await run(24)).toEqual(['BANK'])
      expect(days.splice(0)).toEqual(['2026-09-01', '2026-09-01'])
      isSilent = false
      expect(await Promise.all([run(25), run(25)])).toEqual([[], []])
      expect([...new Set(days)]).toEqual(['2026-09-01', '2026-09-02'])
      const compared = await db.query<{ day: string }>('select day::text as day from rail_statements order by day')
      expect(compared.map(({ day }) => day)).toEqual(['2026-08-31', '2026-09-01', '2026-09-02'])
    })
  })

  it('a person resolves one with a reason, once; the next event opens another one, and the statement does not', async () => {
    const { payment } = await paid(DAY)
    await tell('RETURNED', payment)
    const [row] = await about(payment)
    const resolve = (as: TestClient, body: object) =>
      as.patch(`${DISCREPANCIES}/${row!.id}/resolve`, body, { ifMatch: row!.version })
    expect((await resolve(risk, { reason: 'Seen' })).status).toBe(403)
    expect((await resolve(finance, {})).status).toBe(422)
    const answer = await resolve(finance, { reason: 'The user has the money by another way' })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.data).toMatchObject({
      status: 'RESOLVED',
      resolution: 'The user has the money by another way',
      decided_by: { id: expect.any(String) },
    })
    expect((await resolve(manager, { reason: 'Again' })).status).toBe(409)
    const changed = await owner
      .query(`update discrepancies set reported = 'paid 1.00 USD' where id = $1::uuid`, [row!.id])
      .then(() => null, sqlState)
    expect(changed?.constraint).toBe('discrepancy_immutable')
    booked = `${DAY}T15:00:00.000Z`
    books.change(payment, { state: 'RETURNED', reason: null })
    await compare(DAY)
    expect(await about(payment)).toHaveLength(1)
    await tell('RETURNED', payment)
    expect((await about(payment)).map(({ status }) => status).toSorted()).toEqual(['OPEN', 'RESOLVED'])
  })

  describe('a correction', () => {
    const cashOf = async (id: string) =>
      (
        await db.query<{ cash: string }>(
          'select p.cash_balance::text as cash from withdrawals w join users p on p.id = w.user_id where w.id = $1::uuid',
          [id],
        )
      )[0]!.cash
    const posted = async (id: string) =>
      (
        await db.query<{ what: string }>(
          `select purpose || ' ' || amount || ' ' || reason as what from transfers where source_type = 'discrepancy' and source_id = $1::uuid`,
          [id],
        )
      ).map(({ what }) => what)
    /** A payment that came back: the user has too little. */
    async function returned(): Promise<{ row: Discrepancy; withdrawal: string }> {
      const { id, payment } = await paid()
      await tell('RETURNED', payment)
      return { row: (await about(payment))[0]!, withdrawal: id }
    }
    const resolve = (as: TestClient, row: Discrepancy, body: object) =>
      as.patch(
        `${DISCREPANCIES}/${row.id}/resolve`,
        { reason: 'The bank sent it back', ...body },
        { ifMatch: row.version },
      )
    const again = async (row: Discrepancy): Promise<Discrepancy & { awaits_approval: boolean }> =>
      (await finance.get(`${DISCREPANCIES}/${row.id}`)).body.data

    it('waits for another person, who proves who they are; then the user has the money, and the discrepancy is resolved', async () => {
      const { row, withdrawal } = await returned()
      const before = await cashOf(withdrawal)
      const asked = await resolve(finance, row, { correction: 'UP', amount: '100.00' })
      expect([asked.status, asked.body.message], asked.text).toEqual([200, SENT_FOR_APPROVAL])
      expect(await again(row)).toMatchObject({ status: 'OPEN', awaits_approval: true, correction: null })
      expect(await cashOf(withdrawal)).toBe(before)
      expect((await decide(finance, row.id)).status).toBe(403)
      expect((await decide(fresh, row.id)).status).toBe(403)
      const decided = await decide(manager, row.id)
      expect(decided.status, decided.text).toBe(200)
      expect(await again(row)).toMatchObject({
        status: 'RESOLVED',
        resolution: 'The bank sent it back',
        correction: 'UP',
        amount: '100.00',
        user: { id: expect.any(String) },
      })
      expect(Number(await cashOf(withdrawal))).toBe(Number(before) + 100)
      expect(await posted(row.id)).toEqual([`ADJUSTMENT_UP 100.00 Discrepancy ${row.reference}: The bank sent it back`])
    })

    it('is shown before: what the user has then, and who must approve it; without one nothing moves', async () => {
      const { row, withdrawal } = await returned()
      const before = await cashOf(withdrawal)
      const preview = async (body: object) =>
        (await finance.post(`${DISCREPANCIES}/${row.id}/resolve/preview`, body)).body.data
      expect(await preview({ correction: 'DOWN', amount: '40.00' })).toMatchObject({
        amount: '40.00',
        approvers: 1,
        needs_step_up: true,
        accounts: [{ account: 'CASH', before, change: '-40.00' }],
      })
      expect(await preview({})).toMatchObject({ amount: null, approvers: 0, accounts: [], needs_step_up: false })
      expect(await again(row)).toMatchObject({ status: 'OPEN', awaits_approval: false })
    })

    it('that takes more than the user has is decided by nobody; a rejected one leaves it open', async () => {
      const { row, withdrawal } = await returned()
      const more = (Number(await cashOf(withdrawal)) + 1).toFixed(2)
      await resolve(finance, row, { correction: 'DOWN', amount: more })
      const refused = await decide(manager, row.id)
      expect([refused.status, refused.body.message], refused.text).toEqual([422, NOT_ENOUGH_CASH])
      expect((await decide(manager, row.id, 'reject')).status).toBe(200)
      expect(await again(row)).toMatchObject({ status: 'OPEN', awaits_approval: false, decided_by: null })
      expect(await posted(row.id)).toEqual([])
      // A person alone resolves it without one.
      expect((await resolve(finance, await again(row), {})).status).toBe(200)
      expect((await read(withdrawal)).status).toBe('COMPLETED')
    })

    it.each([
      ['an amount without a direction', { amount: '10.00' }, 'amount'],
      ['a direction without an amount', { correction: 'UP' }, 'amount'],
      ['nothing', { correction: 'UP', amount: '0.00' }, 'amount'],
      ['less than nothing', { correction: 'UP', amount: '-5.00' }, 'amount'],
      ['three places', { correction: 'UP', amount: '1.001' }, 'amount'],
      ['a comma', { correction: 'UP', amount: '25,95' }, 'amount'],
    ])('of %s is refused at the field', async (_what, body, field) => {
      const { row } = await returned()
      const answer = await resolve(finance, row, body)
      expect([answer.status, Object.keys(answer.body.errors ?? {})], answer.text).toEqual([422, [field]])
      expect(await again(row)).toMatchObject({ status: 'OPEN', awaits_approval: false })
    })

    it('is refused where there is no user, also in a preview', async () => {
      await tell('PAID', 'NOBODY-KNOWS-2')
      const [row] = await about('NOBODY-KNOWS-2')
      const body = { correction: 'UP', amount: '10.00' }
      const answer = await resolve(finance, row!, body)
      expect([answer.status, Object.keys(answer.body.errors ?? {})], answer.text).toEqual([422, ['correction']])
      expect((await finance.post(`${DISCREPANCIES}/${row!.id}/resolve/preview`, body)).status).toBe(422)
      const preview = await finance.post(`${DISCREPANCIES}/${row!.id}/resolve/preview`, {})
      expect([preview.status, preview.body.data?.amount], preview.text).toEqual([200, null])
    })

    it('is never written without its approval, also in the database', async () => {
      const { row } = await returned()
      const written = (sets: string) =>
        owner.query(`update discrepancies set ${sets} where id = $1::uuid`, [row.id]).then(
          () => null,
          (error: unknown) => sqlState(error)?.constraint,
        )
      expect(await written(`status = 'RESOLVED', correction = 'UP', amount = 5`)).toBe('discrepancy_correction')
      expect(await written(`correction = 'UP', amount = 5`)).toBe('discrepancy_immutable')
      await resolve(finance, row, { correction: 'UP', amount: '5.00' })
      await decide(manager, row.id)
      expect(await written('amount = 6')).toBe('discrepancy_immutable')
    })
  })

  it('those who read them see them in tabs, and the ledger is right', async () => {
    expect((await risk.get(`${DISCREPANCIES}?tab=open`)).body.data.length).toBeGreaterThan(3)
    expect((await risk.get(`${DISCREPANCIES}?tab=resolved`)).body.data.length).toBeGreaterThan(0)
    const agent = await signedIn(platform, 'SUPPORT_AGENT')
    expect((await agent.get(DISCREPANCIES)).status).toBe(403)
    expect((await checkLedger(db, nodeHash)).error).toBeNull()
  })
})
