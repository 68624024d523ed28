/** Manual withdrawals (money, Withdrawals): what is locked, who approves, how rails pay, and what the database refuses. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { APP_KEY_HEADER } from '@contract/http/operation'
import { UPLOAD_AGAIN } from '@contract/files'
import { WITHDRAWAL_REFUSAL } from '@contract/records/money/withdrawal'
import type { CheckResult } from '@contract/records/money/withdrawal-checks'
import { DEMO_PASSWORD } from '@server/db/demo'
import { nodeHash } from '@server/node/crypto'
import { createAppKeys } from '@server/platform/modules/apps/keys'
import { checkLedger } from '@server/platform/modules/ledger/check'
import { sqlState, type Db } from '@server/platform/ports/db'
import { signed } from '@server/rails/signature'
import type { Behaviour } from '@server/sandbox/behaviour'
import type { Books } from '@server/sandbox/books'
import type { PitbossServer } from '@server/server'
import { samplePdf } from '@tests/kit/sample-files'
import { actingOn, decide, eventually, once } from './kit/acting'
import { openBank, type TestBank } from './kit/bank'
import { signedIn, TestClient } from './kit/client'
import { testDatabases } from './kit/databases'
import { ibans, nameOf, paidUsers } from './kit/paid-users'
import { createTestClock, makePlatform } from './kit/platform'

const databases = await testDatabases()
const WITHDRAWALS = '/api/v1/admin-manual-withdrawal'
const APPROVALS = '/api/v1/admin/profile/approvals'
const REQUESTED = '/api/v1/manual-withdrawal'
const SECRET = 'whsec_dGhlIHRlc3RzIG9mIHdpdGhkcmF3YWxzIHVzZSBpdA=='
const IBAN = 'DE89370400440532013000'
const { act, done, inBulk } = actingOn(WITHDRAWALS)

interface Withdrawal {
  id: string
  version: number
  status: string
  reference: string
  fee: string
  net_amount: string
  destination: string
  warnings: string[]
  has_warning: boolean
  check_state: string
  checks: CheckResult[]
  attempts: { number: number; reference: string; outcome: string; message: string | null }[]
  external_ref: string | null
  awaits_approval: boolean
}

interface Values {
  user?: string
  payment_method?: string
  amount?: string
  payee?: string
  details?: readonly { label: string; value: string }[]
}

describe.each(databases.everyKind)('manual withdrawals on %s', (kind) => {
  let db: Db
  let owner: Db
  let platform: PitbossServer
  let testBank: TestBank
  let finance: TestClient
  let finance2: TestClient
  let manager: TestClient
  let admin: TestClient
  let key: string
  let bank: string
  let pix: string
  let users: string[]
  /** Who has little. */
  let poor: string
  let books: Books
  let address: string
  let behaviours: TestBank['behaviours']
  const clock = createTestClock()

  beforeAll(async () => {
    db = await databases.open(kind)
    owner = await databases.asOwner(db)
    testBank = await openBank({ secret: SECRET, lateMs: 7000 })
    ;({ books, behaviours } = testBank)
    platform = await makePlatform(db, { clock, rails: testBank.rails })
    address = await platform.start({ port: 0 })
    testBank.tellsTo(address)
    finance = await signedIn(platform, 'FINANCE')
    manager = await signedIn(platform, 'MANAGER')
    admin = await signedIn(platform, 'ADMIN')
    finance2 = await signedIn(platform, 'FINANCE', 1)
    for (const each of [finance, finance2, manager, admin])
      await each.post('/api/v1/admin-two-fa/step-up', { password: DEMO_PASSWORD })
    ;({ key } = await createAppKeys(db, clock, nodeHash).create('NORTHGATE'))
    const methods = await db.query<{ id: string; name: string }>('select id::text as id, name from payment_methods')
    const named = (name: string) => methods.find((each) => each.name === name)!.id
    ;[bank, pix] = [named('Bank transfer'), named('PIX')]
    ;({ users, poor } = await paidUsers(owner, 60))
  })
  afterAll(async () => {
    await platform.close()
    await testBank.close()
  })

  const app = () => new TestClient(platform, '203.0.113.9')
  const asApp = () => ({ headers: { [APP_KEY_HEADER]: key, 'idempotency-key': randomUUID() } })
  const tag = () => ({ label: 'Chave PIX', value: `pix-${randomUUID().slice(0, 12)}` })
  async function request(values: Values = {}) {
    const user = values.user ?? users.pop()!
    return app().post(
      REQUESTED,
      {
        user,
        payment_method: pix,
        amount: '100.00',
        payee: await nameOf(db, user),
        details: [tag()],
        source: 'APP',
        ...values,
      },
      asApp(),
    )
  }
  async function requested(values: Values = {}): Promise<string> {
    const answer = await request(values)
    expect(answer.status, answer.text).toBe(200)
    return answer.body.data.id
  }
  const iban = ibans()
  const byBank = (values: Values = {}) =>
    requested({ payment_method: bank, details: [{ label: 'IBAN', value: iban() }], ...values })
  const read = async (id: string, as = admin): Promise<Withdrawal> => (await as.get(`${WITHDRAWALS}/${id}`)).body.data
  /** @returns the row once its state is one of these */
  const until = (id: string, ...states: string[]): Promise<Withdrawal> =>
    eventually(async () => {
      const row = await read(id)
      return states.includes(row.status) ? row : undefined
    })
  const purposes = async (id: string) =>
    (
      await db.query<{ purpose: string; amount: string }>(
        `select purpose, amount::text as amount from transfers where source_type = 'withdrawal' and source_id = $1::uuid order by no`,
        [id],
      )
    ).map(({ purpose, amount }) => `${purpose} ${amount}`)
  const locked = ['WITHDRAWAL_REQUESTED 100.00']

  describe('a request', () => {
    it('locks the amount, and keeps the fee, the net amount and the account with its last characters', async () => {
      const id = await byBank({
        amount: '150.00',
        details: [{ label: 'IBAN', value: 'de89 3704 0044 0532 0130 00' }],
      })
      expect(await read(id)).toMatchObject({
        status: 'PENDING',
        fee: '0.00',
        net_amount: '150.00',
        destination: 'DE89 •••• 3000',
        warnings: [],
      })
      expect(await purposes(id)).toEqual(['WITHDRAWAL_REQUESTED 150.00'])
    })

    it.each([
      [
        'a wrong check digit',
        { payment_method: 'bank', details: [{ label: 'IBAN', value: 'DE88370400440532013000' }] },
        'details',
      ],
      ['no IBAN', { payment_method: 'bank', details: [] }, 'details'],
      ['a field that the method does not ask for', { details: [tag(), { label: 'BIC', value: 'X' }] }, 'details'],
      ['more than the user has', { amount: '4999.00' }, 'amount'],
      ['less than the minimum', { amount: '4.99' }, 'amount'],
      ['three places', { amount: '10.001' }, 'amount'],
      ['a comma', { amount: '25,95' }, 'amount'],
    ] as [string, Values, string][])('is refused with %s, at the field', async (_what, values: Values, field) => {
      const user = poor
      const answer = await request({
        user,
        ...values,
        ...(values.payment_method === 'bank' && { payment_method: bank }),
      })
      expect([answer.status, Object.keys(answer.body.errors ?? {})], answer.text).toEqual([422, [field]])
    })

    it('takes no more than the user has, however many arrive at once', async () => {
      const user = users.pop()!
      const [{ cash }] = (await db.query<{ cash: number }>(
        'select cash_balance::float8 as cash from users where id = $1::uuid',
        [user],
      )) as [{ cash: number }]
      const amount = (Math.floor(cash / 2) + 1).toFixed(2)
      const answers = await Promise.all([1, 2, 3].map(() => request({ user, amount })))
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422])
    })

    it('can be cancelled by the user until it is decided, once', async () => {
      const id = await requested()
      const cancel = () => app().post(`${REQUESTED}/${id}/cancel`, {}, asApp())
      expect((await cancel()).body.data.status).toBe('CANCELLED')
      expect((await cancel()).status).toBe(200)
      expect(await purposes(id)).toEqual([...locked, 'WITHDRAWAL_REFUSED 100.00'])
      const decided = await requested()
      await done(finance, decided, 'approve')
      const late = await app().post(`${REQUESTED}/${decided}/cancel`, {}, asApp())
      expect([late.status, late.body.errors?.withdrawal]).toEqual([422, [WITHDRAWAL_REFUSAL.cancelled]])
    })
  })

  describe('a decision', () => {
    it('of a small amount without a warning needs nobody else, and staff pay it', async () => {
      const id = await requested()
      await done(finance, id, 'approve')
      expect(await read(id)).toMatchObject({ status: 'APPROVED', checks: expect.any(Array) })
      await done(finance, id, 'mark-paid', { external_ref: 'E2E-1' })
      expect(await read(id)).toMatchObject({ status: 'COMPLETED', external_ref: 'E2E-1' })
      expect(await purposes(id)).toEqual([...locked, 'WITHDRAWAL_PAID 99.50', 'WITHDRAWAL_FEE 0.50'])
    })

    it('above the tier waits for another person, who proves who they are', async () => {
      const id = await requested({ amount: '900.00' })
      const answer = await done(finance, id, 'approve')
      expect(answer.body.data).toMatchObject({ status: 'AWAITING_SECOND_APPROVAL', awaits_approval: true })
      expect((await decide(finance, id)).status).toBe(403)
      expect((await decide(finance2, id)).status).toBe(200)
      expect(await read(id)).toMatchObject({ status: 'APPROVED', awaits_approval: false })
    })

    it('with a warning needs one person more', async () => {
      const user = users.pop()!
      const id = await requested({ user, payee: 'Somebody Else' })
      expect(await read(id)).toMatchObject({ warnings: ['NAME'], has_warning: true })
      await done(finance, id, 'approve')
      expect(await read(id)).toMatchObject({ status: 'AWAITING_SECOND_APPROVAL' })
      await decide(manager, id)
      expect((await read(id)).status).toBe('APPROVED')
    })

    it('is refused while a check fails that blocks', async () => {
      const id = await requested()
      await owner.query(`update user_levels l set required_kyc = 'VERIFIED' from withdrawals w join users u on u.id = w.user_id
        where w.id = '${id}' and l.id = u.user_level_id`)
      const row = await read(id)
      const answer = await act(finance, id, 'approve')
      await owner.query(`update user_levels set required_kyc = 'NONE'`)
      const kyc = row.checks.find(({ check }) => check === 'KYC')!
      if (kyc.result === 'PASS') return
      expect([answer.status, answer.body.message]).toEqual([422, expect.stringContaining('requires a verified user')])
    })

    it('made on checks that have changed is refused, and the row shows them', async () => {
      const user = users.pop()!
      const id = await requested({ user })
      const { check_state } = await read(id)
      // The user gives other details: a warning about this request, too.
      await requested({ user, details: [tag()] })
      const answer = await act(finance, id, 'approve', { check_state })
      expect([answer.status, answer.body.current?.warnings], answer.text).toEqual([409, ['DETAIL_CHANGED']])
    })

    it('that waits is refused where another check warns by then', async () => {
      const user = users.pop()!
      const id = await requested({ user, amount: '900.00' })
      await done(finance, id, 'approve')
      await requested({ user, amount: '20.00', details: [tag()] })
      const answer = await decide(finance2, id)
      expect([answer.status, answer.body.message], answer.text).toEqual([
        422,
        WITHDRAWAL_REFUSAL.changed('payout details'),
      ])
      await done(finance, id, 'hold', { reason: 'Ask the user' })
      await done(finance, id, 'resume', { reason: 'Asked' })
      await done(finance, id, 'approve')
      expect((await decide(finance2, id)).status).toBe(200)
      // With a warning two others are needed above 200.
      expect((await read(id)).status).toBe('AWAITING_SECOND_APPROVAL')
      expect((await decide(manager, id)).status).toBe(200)
      expect((await read(id)).status).toBe('APPROVED')
    })

    it('and a cancellation at the same moment: only one of them counts', async () => {
      for (let round = 0; round < 5; round += 1) {
        const id = await requested({ user: users[round]!, amount: '50.00' })
        const [, cancelled] = await Promise.all([
          act(finance, id, 'approve'),
          app().post(`${REQUESTED}/${id}/cancel`, {}, asApp()),
        ])
        const { status } = await read(id)
        expect(status).toBe(cancelled.status === 200 ? 'CANCELLED' : 'APPROVED')
      }
    })

    it('that rejects returns the money at once', async () => {
      const id = await requested()
      await done(finance, id, 'reject', { reason_code: 'OTHER', user_text: 'Write to us' })
      expect(await purposes(id)).toEqual([...locked, 'WITHDRAWAL_REFUSED 100.00'])
    })
  })

  describe('the proof of a payment', () => {
    const upload = async (as: TestClient) =>
      as.send('POST', `${WITHDRAWALS}/files?field=proof&name=Beleg.pdf`, {
        raw: Buffer.from(samplePdf()),
        headers: { 'content-type': 'application/pdf' },
      })
    const uploaded = async (as: TestClient): Promise<string> => {
      const answer = await upload(as)
      expect(answer.status, answer.text).toBe(200)
      return answer.body.data.id
    }
    async function approved(): Promise<string> {
      const id = await requested()
      await done(finance, id, 'approve')
      return id
    }

    it('comes with the payment, and is read by those who read the field', async () => {
      const id = await approved()
      const file = await uploaded(finance)
      const preview = await finance.post(`${WITHDRAWALS}/${id}/mark-paid/preview`, {})
      expect([preview.status, preview.body.data?.amount], preview.text).toEqual([200, '100.00'])
      await done(finance, id, 'mark-paid', { external_ref: 'E2E-2', proof: [file] })
      const shown = (await read(id, finance)) as Withdrawal & { proof: object[] }
      expect(shown.proof).toMatchObject([{ id: file, name: 'Beleg.pdf', content_type: 'application/pdf' }])
      expect((await finance.get(`${WITHDRAWALS}/${id}/files/${file}`)).status).toBe(200)
      const [changed] = (await admin.get(`${WITHDRAWALS}/${id}/history?kind=changes`)).body.data
      expect(changed.changes.map(({ field }: { field: string }) => field)).toContain('proof')
      const support = await signedIn(platform, 'SUPPORT_AGENT')
      expect(await read(id, support)).not.toHaveProperty('proof')
      expect((await support.get(`${WITHDRAWALS}/${id}/files/${file}`)).status).toBe(404)
    })

    it('is not needed', async () => {
      const id = await approved()
      await done(finance, id, 'mark-paid', { external_ref: 'E2E-3' })
      expect(await read(id)).toMatchObject({ status: 'COMPLETED', proof: [] })
    })

    it.each(['of another person', 'of another withdrawal'])(
      'is refused where it is %s, and nobody is paid',
      async (which) => {
        const id = await approved()
        const file = await uploaded(which === 'of another person' ? manager : finance)
        if (which === 'of another withdrawal')
          await done(finance, await approved(), 'mark-paid', { external_ref: 'E2E-4', proof: [file] })
        const answer = await act(finance, id, 'mark-paid', { external_ref: 'E2E-5', proof: [file] })
        expect([answer.status, answer.body.errors], answer.text).toEqual([422, { proof: [UPLOAD_AGAIN] }])
        expect((await read(id)).status).toBe('APPROVED')
      },
    )

    it('is uploaded only by those who may act, and never replaced, also not in the database', async () => {
      expect((await upload(await signedIn(platform, 'SUPPORT_AGENT'))).status).toBe(403)
      const id = await approved()
      await done(finance, id, 'mark-paid', { external_ref: 'E2E-6', proof: [await uploaded(finance)] })
      const refused = await owner
        .query(`update withdrawals set proof_ids = '{}' where id = $1::uuid`, [id])
        .then(() => null, sqlState)
      expect(refused?.constraint).toBe('withdrawal_proof')
    })
  })

  it('many are rejected at once with one code: each user has the money again, and what others have claimed is left out', async () => {
    const [first, second, taken, paid] = [await requested(), await requested(), await requested(), await requested()]
    await done(finance, paid, 'approve')
    await done(finance, paid, 'mark-paid', { external_ref: 'E2E-7' })
    expect((await inBulk(finance2, 'claim', [taken, paid]))[paid]).toMatchObject({ outcome: 'refused' })
    const ids = [first, second, taken, paid]
    const values = { reason_code: 'OTHER', user_text: 'Ask us' }
    const told = await inBulk(finance, 'reject', ids, values, true)
    expect(ids.map((id) => told[id]!.outcome)).toEqual(['changed', 'changed', 'refused', 'refused'])
    expect(await purposes(first)).toEqual(locked)
    expect(ids.map((id) => told[id]!.message).slice(2)).toEqual([
      expect.stringMatching(/has claimed this withdrawal/),
      expect.stringMatching(/can no longer be rejected/),
    ])
    // At once as two people: each user has the money once.
    const both = await Promise.all([finance, manager].map((as) => inBulk(as, 'reject', [first, second], values)))
    expect(both.flatMap((results) => Object.values(results).map(({ outcome }) => outcome)).toSorted()).toEqual([
      'changed',
      'changed',
      'refused',
      'refused',
    ])
    for (const id of [first, second]) expect(await purposes(id)).toEqual([...locked, 'WITHDRAWAL_REFUSED 100.00'])
    expect((await read(taken)).status).toBe('IN_REVIEW')
    const support = await signedIn(platform, 'SUPPORT_AGENT')
    for (const action of ['claim', 'reject'])
      expect((await support.patch(`${WITHDRAWALS}/bulk/${action}`, { ids: [taken], values }, once())).status).toBe(403)
    // There is no such call: 'bulk' is no id of a withdrawal.
    expect((await finance.patch(`${WITHDRAWALS}/bulk/approve`, { ids: [taken], values: {} }, once())).status).toBe(400)
  })

  // Each has a time-out of the rail in it, and some a look-up that is planned for later.
  describe('a rail', { timeout: 120_000 }, () => {
    async function approved(behaviour: Behaviour, values: Values = {}): Promise<string> {
      const id = await byBank(values)
      behaviours.tell(behaviour)
      await done(finance, id, 'approve')
      return id
    }

    it.each(['pay', 'paid', 'eventFirst', 'eventTwice'] as const)('pays once (%s)', async (behaviour) => {
      const id = await approved(behaviour)
      const row = await until(id, 'COMPLETED')
      expect(row).toMatchObject({ external_ref: expect.stringMatching(/^SB-/), attempts: [{ outcome: 'DONE' }] })
      expect(await purposes(id)).toEqual([...locked, 'WITHDRAWAL_PAID 100.00'])
      expect(books.find(row.attempts[0]!.reference)).toMatchObject({ state: 'PAID', amount: '100.00' })
    })

    it.each(['refuse', 'fail'] as const)(
      'that does not pay (%s) leaves the money locked until somebody decides',
      async (behaviour) => {
        const id = await approved(behaviour)
        const failed = await until(id, 'FAILED')
        expect(await purposes(id)).toEqual(locked)
        await done(finance, id, 'pay-again', { reason: 'The account is open again' })
        const paid = await until(id, 'COMPLETED')
        expect(paid.attempts.map(({ reference, outcome }) => [reference, outcome])).toEqual([
          [`${failed.reference}-2`, 'DONE'],
          [`${failed.reference}-1`, 'FAILED'],
        ])
        const other = await approved(behaviour)
        await until(other, 'FAILED')
        await done(finance, other, 'give-back', { user_text: 'The bank refused it' })
        expect(await purposes(other)).toEqual([...locked, 'WITHDRAWAL_REFUSED 100.00'])
      },
    )

    it.each(['errorAfter', 'drop', 'late', 'never', 'garbage', 'otherAmount'] as const)(
      'that gives no usable answer (%s) is asked again, and not told again',
      async (behaviour) => {
        const id = await approved(behaviour)
        const row = await until(id, 'UNKNOWN', 'COMPLETED')
        if (row.status === 'UNKNOWN') await act(finance, id, 'look-up')
        await until(id, 'COMPLETED')
        expect((await read(id)).attempts).toHaveLength(1)
        expect(await purposes(id)).toEqual([...locked, 'WITHDRAWAL_PAID 100.00'])
      },
    )

    it('whose answer nobody knows is resolved by two people', async () => {
      const id = await approved('error')
      await until(id, 'UNKNOWN')
      const said = { resolution: 'NOT_PAID', evidence: 'The statement of today lacks it', reason: 'Checked by phone' }
      await done(finance, id, 'resolve', said)
      expect((await read(id)).status).toBe('UNKNOWN')
      expect((await decide(finance, id)).status).toBe(403)
      const answer = await decide(manager, id)
      expect(answer.status, answer.text).toBe(200)
      expect((await read(id)).status).toBe('FAILED')
      expect(await purposes(id)).toEqual(locked)
    })

    /** An event of the rail, as it sends them. @returns the status of the answer */
    const post = (text: string, headers: Record<string, string> = signed(SECRET, text)) =>
      fetch(`${address}/api/v1/rails/BANK/events`, {
        method: 'POST',
        body: text,
        headers: { 'content-type': 'application/json', ...headers },
      }).then(({ status }) => status)
    const paidEvent = (reference: string) =>
      JSON.stringify({
        type: 'payout.paid',
        payout: { reference, state: 'PAID', amount: '100.00', currency: 'USD', external_ref: 'X1', reason: null },
      })

    it('that says an earlier attempt was paid while a later one is under way opens a discrepancy, and pays nothing', async () => {
      const id = await approved('error')
      const { attempts } = await until(id, 'UNKNOWN')
      const first = attempts[0]!.reference
      const said = { resolution: 'NOT_PAID', evidence: 'The statement of today lacks it', reason: 'Checked by phone' }
      await done(finance, id, 'resolve', said)
      expect((await decide(manager, id)).status).toBe(200)
      behaviours.tell('error')
      await done(finance, id, 'pay-again', { reason: 'The account is open again' })
      await until(id, 'UNKNOWN')
      expect(await post(paidEvent(first))).toBe(204)
      const opened = await eventually(async () => {
        const { data } = (await admin.get(`/api/v1/transaction-record/discrepancies?search=${first}`)).body
        return data.length > 0 ? data : undefined
      })
      expect(opened).toMatchObject([{ kind: 'CONTRADICTION', status: 'OPEN', reported: 'paid 100.00 USD' }])
      expect((await read(id)).status).toBe('UNKNOWN')
      expect(await purposes(id)).toEqual(locked)
    })

    it('takes events that are signed, each once, and applies what they say whatever their order', async () => {
      // It was never booked: only this event says that it was paid.
      const id = await approved('error')
      const { attempts } = await until(id, 'UNKNOWN')
      const { reference } = attempts[0]!
      const body = paidEvent(reference)
      expect(await post(body, signed('whsec_b3RoZXIgc2VjcmV0LCB3aGljaCBpcyBub3QgdGhlIHNhbWU=', body))).toBe(401)
      expect(await post(body, signed(SECRET, body, { at: Date.now() - 6 * 60_000 }))).toBe(401)
      expect(await post(body.replace('100.00', '900.00'), signed(SECRET, body))).toBe(401)
      const genuine = signed(SECRET, body)
      expect([await post(body, genuine), await post(body, genuine)]).toEqual([204, 204])
      expect(await until(id, 'COMPLETED')).toMatchObject({ external_ref: 'X1' })
      const failed = body.replaceAll('paid', 'failed').replace('PAID', 'FAILED')
      expect(await post(failed, signed(SECRET, failed))).toBe(204)
      expect(await purposes(id)).toEqual([...locked, 'WITHDRAWAL_PAID 100.00'])
      expect((await read(id)).status).toBe('COMPLETED')
    })

    it('is never sent what a process that died may have sent: it is looked up', async () => {
      const id = await approved('error')
      const { attempts } = await until(id, 'UNKNOWN')
      const { reference } = attempts[0]!
      // As a process leaves it that was killed between its mark and the answer.
      await owner.query(`update withdrawals set status = 'PROCESSING' where id = $1::uuid`, [id])
      await owner.query(`update rail_attempts set state = 'SENDING' where reference = $1::text`, [reference])
      await owner.query(
        `update outbox set delivered_at = null, lease = null, due_at = clock_timestamp()
         where topic = 'railCall' and payload->>'attempt' = (select id::text from rail_attempts where reference = $1::text)`,
        [reference],
      )
      expect(await until(id, 'UNKNOWN')).toMatchObject({
        attempts: [{ message: 'The server stopped while it was sent' }],
      })
      expect(books.find(reference)).toBeUndefined()
    })
  })

  it('support reads that it waits, and neither its payee, nor what else concerns money and risk', async () => {
    const agent = await signedIn(platform, 'SUPPORT_AGENT')
    const id = await requested({ amount: '900.00' })
    await done(finance, id, 'approve')
    const row: Record<string, unknown> = (await agent.get(`${WITHDRAWALS}/${id}`)).body.data
    expect(row).toMatchObject({ status: 'AWAITING_SECOND_APPROVAL', amount: '900.00' })
    for (const hidden of ['payee', 'destination', 'withdrawable', 'events', 'checks', 'warnings', 'check_state'])
      expect(row).not.toHaveProperty(hidden)
    const waiting = await agent.get(`${APPROVALS}?about=${id}`)
    for (const approval of waiting.body.data ?? []) expect(approval.details).toEqual([])
    const shown = (await finance2.get(`${APPROVALS}?about=${id}`)).body.data
    expect(shown[0].details.length).toBeGreaterThan(3)
  })

  it('the payout details are revealed to whoever has claimed it, for a reason that the history has', async () => {
    const id = await byBank({ details: [{ label: 'IBAN', value: IBAN }] })
    const reveal = (as: TestClient) => as.patch(`${WITHDRAWALS}/${id}/reveal`, { reason: 'The bank asks' }, once())
    expect((await reveal(finance)).status).toBe(409)
    await finance.patch(`${WITHDRAWALS}/${id}/claim`, {})
    const revealed = await reveal(finance)
    expect(revealed.body.data?.secret, revealed.text).toMatch(new RegExp(`^Payee: .+\nIBAN: ${IBAN}$`))
    expect((await reveal(manager)).status).toBe(409)
    const [last] = (await admin.get(`${WITHDRAWALS}/${id}/history`)).body.data
    expect(last).toMatchObject({ action: 'reveal', asked: [{ field: 'reason', value: 'The bank asks' }] })
  })

  it('nobody holds, rejects or cancels what a rail may be paying', async () => {
    const id = await byBank()
    behaviours.tell('error')
    await done(finance, id, 'approve')
    await until(id, 'UNKNOWN')
    const refused = await owner
      .query(`update withdrawals set status = 'REJECTED' where id = $1::uuid`, [id])
      .then(() => null, sqlState)
    expect(refused?.constraint).toMatch(/^withdrawal_/)
  })

  it('the ledger is right, and the books of the rail are ours', async () => {
    expect((await checkLedger(db, nodeHash)).error).toBeNull()
    const paid = await db.query<{ reference: string; amount: string }>(
      `select a.reference, a.amount::text as amount from rail_attempts a join withdrawals w on w.id = a.order_id
       where a.order_type = 'withdrawal' and a.state = 'DONE' and w.requested_at > now() - interval '1 hour' and w.source = 'APP' order by 1`,
    )
    const theirs = new Map(books.linesOf(new Date().toISOString().slice(0, 10)).map((line) => [line.reference, line]))
    const ours = paid.filter(({ reference }) => theirs.has(reference))
    expect(ours.map(({ reference }) => [reference, theirs.get(reference)!.amount])).toEqual(
      ours.map(({ reference, amount }) => [reference, amount]),
    )
    expect(ours.length).toBe(theirs.size)
  })

  it('the payout details are in no table, list, log entry or audit value', async () => {
    const id = await byBank({ details: [{ label: 'IBAN', value: IBAN }] })
    await read(id)
    const columns = await owner.query<{ table_name: string; column_name: string }>(
      `select table_name, column_name from information_schema.columns where table_schema = 'public'
         and data_type in ('text', 'jsonb', 'ARRAY') and is_generated = 'NEVER'
         and table_name not in (select table_name from information_schema.views where table_schema = 'public')`,
    )
    const found: string[] = []
    for (const { table_name, column_name } of columns) {
      const [row] = await owner.query<{ n: number }>(
        `select count(*)::int as n from "${table_name}" where "${column_name}"::text like '%370400440532013000%'`,
      )
      if (row!.n > 0) found.push(`${table_name}.${column_name}`)
    }
    expect(found).toEqual([])
    for (const path of ['', `/${id}`, `/${id}/history`])
      expect((await admin.get(`${WITHDRAWALS}${path}`)).text).not.toContain('370400440532013000')
  })
})
