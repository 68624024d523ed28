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
import { railNamed, type ConnectedRails, type StatementLine } from '@server/platform/ports/rails'
import { compareStatement, compareStatements } from '@server/platform/records/money/statements'
import { signed } from '@server/rails/signature'
import type { Books } from '@server/sandbox/books'
import type { PitbossServer } from '@server/server'
import { actingOn, decide, eventually } from './kit/acting'
import { openBank, type TestBank } from './kit/bank'
import { signedIn, TestClient } from './kit/client'
import { testDatabases } from './kit/databases'
import { lookUpOn } from './kit/look-up'
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
    ;({ users } = await paidUsers(owner, 44))
  })
  afterAll(async () => {
    await platform.close()
    await testBank.close()
  })

  const iban = ibans()
  const read = async (id: string): Promise<Withdrawal> => (await manager.get(`${WITHDRAWALS}/${id}`)).body.data
  /** @returns the id of a withdrawal of 100.00 */
  async function requested(): Promise<string> {
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
    return asked.body.data.id
  }
  /** A withdrawal of 100.00 that the rail has paid. @param day on which both have it as paid */
  async function paid(day?: string): Promise<{ id: string; payment: string }> {
    if (day !== undefined) booked = `${day}T12:00:00.000Z`
    const id = await requested()
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
    lookUp: lookUpOn({ db, clock, rails }),
    changed: (what: readonly { ids: readonly string[] }[]) => {
      told = what.flatMap(({ ids }) => [...ids])
      return Promise.resolve()
    },
  })
  const compare = (day: string, railsThen = rails) =>
    compareStatement({ ...deps(), rails: railsThen }, 'BANK', day, { isAgain: true })
  /** The rails, of which the bank's statements have other lines. */
  const stating = (change: (lines: readonly StatementLine[]) => StatementLine[]): ConnectedRails => {
    const rail = railNamed(rails, 'PAYOUT', 'BANK')!
    const statement = async (day: string) => {
      const called = await rail.payouts.statement(day)
      return called.is === 'answered' ? { ...called, answer: change(called.answer) } : called
    }
    return new Map([['BANK', { ...rail, payouts: { ...rail.payouts, statement } }]])
  }
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
      const isMore = ({ reference }: StatementLine) => reference === more.payment
      await compare(
        DAY,
        stating((lines) => lines.map((line) => (isMore(line) ? { ...line, amount: '101.00' } : line))),
      )
      expect(saying(await about(more.payment))).toEqual([['AMOUNT_DIFFERS', 'paid 100.00 USD', 'paid 101.00 USD']])
      expect(saying(await about(back.payment))).toEqual([['CONTRADICTION', 'paid 100.00 USD', 'returned 100.00 USD']])
    })

    it('that lists a payment twice opens one, on one day or on two', async () => {
      const [{ payment: same }, { payment: later }] = [await paid('2026-08-12'), await paid('2026-08-12')]
      const rails2 = stating((lines) => lines.flatMap((line) => (line.reference === same ? [line, line] : [line])))
      await compare('2026-08-12', rails2)
      await compare('2026-08-12', rails2)
      expect(saying(await about(same))).toEqual([
        ['MISSING_HERE', 'paid 100.00 USD', 'paid 100.00 USD, 2 times on 2026-08-12'],
      ])
      expect(await about(later)).toEqual([])
      booked = '2026-08-13T09:00:00.000Z'
      books.change(later, { state: 'PAID', reason: null })
      booked = new Date().toISOString()
      await compare('2026-08-13')
      expect(saying(await about(later))).toEqual([
        ['MISSING_HERE', 'paid 100.00 USD', 'paid 100.00 USD on 2026-08-13, and on 2026-08-12'],
      ])
    })

    it('that lists twice what came back opens one for each', async () => {
      const { payment } = await paid('2026-08-12')
      booked = '2026-08-12T18:00:00.000Z'
      books.change(payment, { state: 'RETURNED', reason: 'The account is closed' })
      books.change(payment, { state: 'RETURNED', reason: 'The account is closed' })
      booked = new Date().toISOString()
      await compare('2026-08-12')
      expect(saying(await about(payment)).toSorted((one, other) => String(one).localeCompare(String(other)))).toEqual([
        ['CONTRADICTION', 'paid 100.00 USD', 'returned 100.00 USD'],
        ['CONTRADICTION', 'paid 100.00 USD', 'returned 100.00 USD, 2 times on 2026-08-12'],
      ])
    })

    describe('around midnight', () => {
      const [EVE, NEXT] = ['2026-08-24', '2026-08-25'] as const
      /** A withdrawal that the rail has accepted just before midnight, and whose events never arrive. */
      async function accepted(): Promise<{ id: string; payment: string }> {
        testBank.behaviours.tell('pay')
        testBank.tells(false)
        booked = `${EVE}T23:58:00.000Z`
        const asked = await requested()
        await approve(finance, asked, 'approve')
        return eventually(async () => {
          const { attempts } = await read(asked)
          const payment = attempts[0]!.reference
          // The platform does not ask by itself meanwhile.
          await owner.query(`update outbox set due_at = now() + interval '1 day' where topic = 'railLookup'`)
          // The bank pays a moment after it has accepted it.
          return books.find(payment)?.state === 'PAID' ? { id: asked, payment } : undefined
        })
      }
      const compareBoth = async () => {
        booked = new Date().toISOString()
        testBank.tells(true)
        await compare(EVE)
        await compare(NEXT)
      }

      it('a payment whose event was lost is asked about, and opens none', async () => {
        const { id, payment } = await accepted()
        expect((await read(id)).status).toBe('PROCESSING')
        await compareBoth()
        expect((await read(id)).status).toBe('COMPLETED')
        expect(await movements(id)).toEqual(['WITHDRAWAL_REQUESTED', 'WITHDRAWAL_PAID'])
        expect(await about(payment)).toEqual([])
      })

      it('a payment that came back after midnight, before anybody heard that it was paid, opens none', async () => {
        const { id, payment } = await accepted()
        booked = `${NEXT}T00:20:00.000Z`
        books.change(payment, { state: 'RETURNED', reason: 'The account is closed' })
        testBank.tells(true)
        await tell('RETURNED', payment)
        expect((await read(id)).status).toBe('FAILED')
        await compareBoth()
        expect(await about(payment)).toEqual([])
      })

      it('a payment that the rail has paid, and says now that it has failed, opens one', async () => {
        const { id, payment } = await accepted()
        books.change(payment, { state: 'FAILED', reason: 'Nobody knows' })
        await compareBoth()
        expect((await read(id)).status).toBe('FAILED')
        expect(saying(await about(payment))).toEqual([['MISSING_HERE', 'failed 100.00 USD', 'paid 100.00 USD']])
      })

      it('what was sent before it and heard of after it is missing once both days were compared', async () => {
        const sent = async () => {
          const { id, payment } = await paid('2026-08-28')
          await owner.query(
            `update rail_attempts set started_at = '2026-08-27T23:57:00Z', done_at = '2026-08-28T00:04:00Z' where order_id = $1::uuid`,
            [id],
          )
          return payment
        }
        const [before, missing] = [await sent(), await sent()]
        const without = (references: string[]) =>
          stating((lines) => lines.filter(({ reference }) => !references.includes(reference)))
        await owner.query('delete from rail_statements')
        // Nobody knows what the statement of the day before has.
        await compare('2026-08-28', without([before, missing]))
        expect([...(await about(before)), ...(await about(missing))]).toEqual([])
        const eve = stating((lines) => [
          ...lines,
          {
            reference: before,
            external_ref: null,
            kind: 'PAID',
            amount: '100.00',
            currency: 'USD',
            at: '2026-08-27T23:58:00Z',
          },
        ])
        await compare('2026-08-27', eve)
        await compare('2026-08-28', without([before, missing]))
        expect(await about(before)).toEqual([])
        expect(saying(await about(missing))).toEqual([
          ['MISSING_THERE', 'paid 100.00 USD', 'not in the statement of 2026-08-28'],
        ])
      })
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

  it('the database lets nobody change what an attempt was asked to do, or what became of it', async () => {
    const { id } = await paid()
    const tried = (sql: string) =>
      owner.query(`${sql} where order_id = $1::uuid`, [id]).then(
        () => null,
        (error: unknown) => sqlState(error)?.constraint,
      )
    for (const sets of [
      `reference = 'OTHER-1'`,
      `rail = 'OTHER'`,
      'order_id = gen_random_uuid()',
      `order_type = 'platform_deposit'`,
      'number = 7',
      'amount = 1',
      'amount = null',
      `unit = 'EUR'`,
      'store_code = null',
    ])
      expect([sets, await tried(`update rail_attempts set ${sets}`)]).toEqual([sets, 'rail_attempt_immutable'])
    expect(await tried('delete from rail_attempts')).toBe('rail_attempt_immutable')
    for (const state of ['QUEUED', 'SENDING', 'ACCEPTED', 'UNKNOWN', 'FAILED'])
      expect([state, await tried(`update rail_attempts set state = '${state}'`)]).toEqual([state, 'rail_attempt_state'])
    // What may have been sent is not sent again.
    testBank.behaviours.tell('error')
    const other = await requested()
    await approve(finance, other, 'approve')
    await eventually(async () => ((await read(other)).status === 'UNKNOWN' ? true : undefined))
    const again = await owner
      .query(`update rail_attempts set state = 'QUEUED' where order_id = $1::uuid`, [other])
      .then(() => null, sqlState)
    expect(again?.constraint).toBe('rail_attempt_state')
  })

  it('those who read them see them in tabs, and the ledger is right', async () => {
    expect((await risk.get(`${DISCREPANCIES}?tab=open`)).body.data.length).toBeGreaterThan(3)
    expect((await risk.get(`${DISCREPANCIES}?tab=resolved`)).body.data.length).toBeGreaterThan(0)
    const agent = await signedIn(platform, 'SUPPORT_AGENT')
    expect((await agent.get(DISCREPANCIES)).status).toBe(403)
    expect((await checkLedger(db, nodeHash)).error).toBeNull()
  })
})
