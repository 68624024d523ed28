/** Manual deposits (money, /deposit/manual-deposit): who may credit one, what follows from it, and what the database refuses. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { APP_KEY_HEADER } from '@contract/http/operation'
import { DEPOSIT_REFUSAL, PROOF_HOURS, REOPEN_DAYS } from '@contract/records/money/manual-deposit'
import { sqlState, type Db } from '@server/platform/ports/db'
import { DEMO_PASSWORD } from '@server/db/demo'
import type { PitbossServer } from '@server/server'
import { createAppKeys } from '@server/platform/modules/apps/keys'
import { checkLedger } from '@server/platform/modules/ledger/check'
import { nodeHash } from '@server/node/crypto'
import { samplePng } from '@tests/kit/sample-files'
import { actingOn, decide, waitingAbout } from './kit/acting'
import { signedIn, TestClient } from './kit/client'
import { testDatabases } from './kit/databases'
import { createTestClock, makePlatform } from './kit/platform'

const databases = await testDatabases()
const DEPOSITS = '/api/v1/admin-manual-deposit'
const SENT = '/api/v1/manual-deposit'
const { act } = actingOn(DEPOSITS)

interface Deposit {
  id: string
  version: number
  status: string
  hints: string[]
  twins: { name: string }[]
  reference: string
  awaits_approval: boolean
  bonus: string | null
  bonus_state: string | null
  level: { name: string }
  waiting: { from: string; until: string | null }
  net_amount: string
}

describe.each(databases.everyKind)('manual deposits on %s', (kind) => {
  let db: Db
  let owner: Db
  let platform: PitbossServer
  let finance: TestClient
  let finance2: TestClient
  let manager: TestClient
  let admin: TestClient
  let key: string
  let method: string
  let users: string[]
  const clock = createTestClock()

  beforeAll(async () => {
    db = await databases.open(kind)
    owner = await databases.asOwner(db)
    platform = await makePlatform(db, { clock })
    finance = await signedIn(platform, 'FINANCE')
    manager = await signedIn(platform, 'MANAGER')
    admin = await signedIn(platform, 'ADMIN')
    finance2 = await signedIn(platform, 'FINANCE', 1)
    await admin.post('/api/v1/admin-two-fa/step-up', { password: DEMO_PASSWORD })
    ;({ key } = await createAppKeys(db, clock, nodeHash).create('NORTHGATE'))
    method = (await db.query<{ id: string }>(`select id::text as id from payment_methods where name = 'PIX'`))[0]!.id
    users = (
      await db.query<{ id: string }>(
        `select id::text as id from users where store = 'NORTHGATE' and account_status = 'ACTIVE' and not is_deleted
           and user_level_id in (select id from user_levels where name in ('Gold', 'Platinum', 'Diamond')) order by id desc limit 40`,
      )
    ).map(({ id }) => id)
  })
  afterAll(() => platform.close())

  const app = () => new TestClient(platform, '203.0.113.9')
  const asApp = () => ({ headers: { [APP_KEY_HEADER]: key, 'idempotency-key': randomUUID() } })
  /** A proof whose content depends on the seed. @returns its id */
  async function proof(seed = Math.floor(Math.random() * 250)): Promise<string> {
    const uploaded = await app().send('POST', `${SENT}/files?field=proof`, {
      raw: Buffer.from(samplePng(8, 8, { width: 8, height: 8 }, [seed, 7, Math.floor(Math.random() * 250)])),
      headers: { ...asApp().headers, 'content-type': 'image/png' },
    })
    expect(uploaded.status, uploaded.text).toBe(200)
    return uploaded.body.data.id
  }
  const send = async (values: object = {}) =>
    app().post(
      SENT,
      { user: users.pop(), payment_method: method, amount: '100.00', source: 'APP', proof: [await proof()], ...values },
      asApp(),
    )
  async function sent(values: object = {}): Promise<string> {
    const answer = await send(values)
    expect(answer.status, answer.text).toBe(200)
    return answer.body.data.id
  }
  const read = async (id: string, as = admin): Promise<Deposit> => (await as.get(`${DEPOSITS}/${id}`)).body.data
  const purposes = (id: string) =>
    db.query<{ purpose: string; amount: string }>(
      `select purpose, amount::text as amount from transfers where source_type = 'manual_deposit' and source_id = $1::uuid order by no`,
      [id],
    )
  const cashOf = async (id: string) =>
    (
      await db.query<{ cash: string }>(
        `select p.cash_balance::text as cash from users p join manual_deposits d on d.user_id = p.id where d.id = $1::uuid`,
        [id],
      )
    )[0]!.cash

  it('with a proof, up to the tier, one person credits it: the user has it less the fee, and its bonus', async () => {
    const id = await sent({ amount: '120.00' })
    const before = Number(await cashOf(id))
    const approved = await act(finance, id, 'approve')
    expect(approved.status, approved.text).toBe(200)
    expect(await purposes(id)).toEqual([
      { purpose: 'DEPOSIT', amount: '120.00' },
      { purpose: 'DEPOSIT_FEE', amount: '0.50' },
    ])
    expect((Number(await cashOf(id)) - before).toFixed(2)).toBe('119.50')
    const { status, bonus } = await read(id)
    expect(status).toBe('COMPLETED')
    const [grant] = await db.query<{ amount: string; to_wager: string; origin: string }>(
      `select amount::text as amount, wagering_required::text as to_wager, origin from user_bonuses where source_id = $1::uuid`,
      [id],
    )
    // The demo's list gives a bonus for each deposit that none before gives one for.
    expect(grant?.origin).toBe('DEPOSIT')
    expect(bonus).toContain(`${grant!.amount} USD, to wager`)
    expect((await checkLedger(db, nodeHash)).error).toBeNull()
  })

  it('without a proof, entered or corrected by staff: another person must decide, and whoever corrected may not', async () => {
    const corrected = await sent({ amount: '90.00', payer_name: 'Someone Else' })
    const fixed = await act(finance, corrected, 'correct', {
      amount: '80.00',
      payer_name: 'Zoë Müller',
      external_ref: 'TX 1',
      reason: 'The proof says so',
    })
    expect(fixed.body.data, fixed.text).toMatchObject({ amount: '80.00', fee: '0.50', net_amount: '79.50' })
    const bare = await sent({ amount: '50.00', proof: [] })
    const entered = await manager.post(
      DEPOSITS,
      { user: users.pop(), payment_method: method, amount: '3.00', proof: [] },
      { headers: { 'idempotency-key': randomUUID() } },
    )
    expect(entered.status, entered.text).toBe(200)
    for (const [id, as, other] of [
      [corrected, finance, finance2],
      [bare, finance, finance2],
      [entered.body.data.id as string, manager, finance],
    ] as const) {
      const asked = await act(as, id, 'approve')
      expect(asked.body.message, asked.text).toBe('Sent for approval')
      expect(await purposes(id)).toEqual([])
      expect((await decide(as, id)).status).toBe(403)
      expect((await decide(other, id)).status).toBe(200)
      expect(await read(id)).toMatchObject({ status: 'COMPLETED', awaits_approval: false })
    }
  })

  it('whoever entered or corrected it never decides it, whoever else has asked or refused in between', async () => {
    // Corrected by finance, asked for by finance2 and refused, asked for by the manager.
    const refused = await sent({ amount: '95.00' })
    await act(finance, refused, 'correct', { amount: '90.00', reason: 'The proof says so' })
    await act(finance2, refused, 'approve')
    expect((await decide(manager, refused, 'reject')).status).toBe(200)
    // Corrected by finance, rejected by the manager, reopened and asked for by others.
    const reopened = await sent({ amount: '95.00' })
    await act(finance, reopened, 'correct', { amount: '90.00', reason: 'The proof says so' })
    await act(manager, reopened, 'reject', { reason_code: 'OTHER' })
    await act(finance2, reopened, 'reopen', { reason: 'It has arrived' })
    // Corrected by finance, then by finance2.
    const twice = await sent({ amount: '95.00' })
    await act(finance, twice, 'correct', { amount: '90.00', reason: 'The proof says so' })
    await act(finance2, twice, 'correct', { amount: '91.00', reason: 'It does not' })
    for (const id of [refused, reopened, twice]) {
      const asked = await act(manager, id, 'approve')
      expect(asked.body.message, asked.text).toBe('Sent for approval')
      expect((await decide(finance, id)).status).toBe(403)
      expect(await purposes(id)).toEqual([])
    }
    expect((await decide(finance2, twice)).status).toBe(403)
    expect((await decide(admin, twice)).status).toBe(200)
  })

  it('a correction ends what waits for approval, and nobody has decided it then', async () => {
    const id = await sent({ amount: '900.00' })
    await act(finance, id, 'approve')
    expect(await read(id)).toMatchObject({ awaits_approval: true })
    const fixed = await act(finance2, id, 'correct', { amount: '890.00', reason: 'A zero too much' })
    expect(fixed.status, fixed.text).toBe(200)
    expect(await read(id)).toMatchObject({
      awaits_approval: false,
      status: 'PENDING',
      decided_by: null,
      decided_at: null,
    })
  })

  it('compares it with other deposits and with the account', async () => {
    const [one] = await db.query<{ first: string; last: string; id: string }>(
      `select first_name as first, last_name as last, id::text as id from users where id = $1::uuid`,
      [users.pop()!],
    )
    const shared = await app().send('POST', `${SENT}/files?field=proof`, {
      raw: Buffer.from(samplePng(9, 9)),
      headers: { ...asApp().headers, 'content-type': 'image/png' },
    })
    const again = await app().send('POST', `${SENT}/files?field=proof`, {
      raw: Buffer.from(samplePng(9, 9)),
      headers: { ...asApp().headers, 'content-type': 'image/png' },
    })
    const first = await sent({
      user: one!.id,
      payer_name: `${one!.last.toUpperCase()}, ${one!.first}`,
      external_ref: 'ab-12 34',
      proof: [shared.body.data.id],
    })
    const second = await sent({ payer_name: 'Nobody Known', external_ref: 'AB1234' })
    const third = await sent({ proof: [again.body.data.id] })
    const rows = await Promise.all([first, second, third].map((id) => read(id)))
    expect(rows.map(({ hints }) => hints.toSorted())).toEqual([
      ['NAME_MATCHES', 'SAME_IMAGE', 'SAME_REFERENCE'],
      ['NAME_DIFFERS', 'SAME_REFERENCE'],
      ['SAME_IMAGE'],
    ])
    // A reference of nothing but signs is none.
    const bare = await Promise.all(['---', '-'].map(async (external_ref) => read(await sent({ external_ref }))))
    expect(bare.map(({ hints }) => hints)).toEqual([[], []])
    expect(rows[0]!.twins.map(({ name }) => name).toSorted()).toEqual(
      [rows[1]!.reference, rows[2]!.reference].toSorted(),
    )
  })

  it('tells what an approval will do before anybody has claimed it, and not while another person has', async () => {
    const id = await sent({ amount: '60.00' })
    const preview = () => finance.post(`${DEPOSITS}/${id}/approve/preview`, {})
    const free = await preview()
    expect([free.status, free.body.data?.amount], free.text).toEqual([200, '60.00'])
    expect(free.body.data.facts).toEqual(
      expect.arrayContaining([expect.objectContaining({ label: 'Fee', value: '0.50' })]),
    )
    await finance2.patch(`${DEPOSITS}/${id}/claim`, {})
    expect((await preview()).status).toBe(409)
    expect(await purposes(id)).toEqual([])
  })

  it.each(['SUSPENDED', 'SELF_EXCLUDED', 'CLOSED'] as const)(
    'of a user whose account is %s nothing is credited, whoever approves it, and not in the database',
    async (status) => {
      const become = (id: string, account: string) =>
        owner.query(
          'update users set account_status = $2::text where id = (select user_id from manual_deposits where id = $1::uuid)',
          [id, account],
        )
      const [alone, waiting] = [await sent({ amount: '150.00' }), await sent({ amount: '900.00' })]
      await act(finance, waiting, 'approve')
      await become(alone, status)
      await become(waiting, status)
      expect((await read(alone)).hints).toContain('NOT_ALLOWED')
      for (const answer of [await act(finance, alone, 'approve'), await decide(finance2, waiting)])
        expect([answer.status, answer.body.message], answer.text).toEqual([422, DEPOSIT_REFUSAL.excluded(status)])
      await become(alone, 'ACTIVE')
      const written = await owner
        .transaction(async (tx) => {
          await tx.query(
            `insert into approvals (id, policy, subject_type, subject_id, permission_subject, record, record_id, title, details, amount, currency,
             requested_by, requested_at, asked, row_id, required, needs_step_up, status, expires_at)
           select gen_random_uuid(), 'DEPOSIT', 'manual_deposit', d.id, 'ManualDeposits', 'users', d.user_id, 'x', '[]', d.amount, 'USD',
             (select id from staff where email = 'finance@pitboss.test'), now(), '{}', d.id, 0, false, 'APPROVED', now()
           from manual_deposits d where d.id = $1::uuid`,
            [alone],
          )
          await tx.query(
            `update users set account_status = $2::text where id = (select user_id from manual_deposits where id = $1::uuid)`,
            [alone, status],
          )
          await tx.query(`update manual_deposits set status = 'COMPLETED' where id = $1::uuid`, [alone])
        })
        .then(
          () => 'accepted',
          (error: unknown) => sqlState(error)?.constraint ?? String(error),
        )
      expect(written).toBe('manual_deposit_account')
      expect(await purposes(alone)).toEqual([])
    },
  )

  it('of an excluded user, or above the limit of the level, it is not credited: it is rejected, and the money sent back', async () => {
    const id = await sent({ amount: '150.00' })
    await owner.query(
      `update users set account_status = 'SELF_EXCLUDED' where id = (select user_id from manual_deposits where id = $1::uuid)`,
      [id],
    )
    expect((await read(id)).hints).toContain('NOT_ALLOWED')
    const refused = await act(finance, id, 'approve')
    expect([refused.status, refused.body.message]).toEqual([422, DEPOSIT_REFUSAL.excluded('SELF_EXCLUDED')])
    const rejected = await act(finance, id, 'reject', { reason_code: 'OTHER', user_text: null, send_back: true })
    expect(rejected.body.data, rejected.text).toMatchObject({ status: 'REJECTED', returned: 'DUE' })
    expect((await act(finance, id, 'send-back', { return_ref: 'RT 1' })).body.data).toMatchObject({ returned: 'SENT' })
    expect((await act(manager, id, 'reopen', { reason: 'By mistake' })).body.message).toBe(DEPOSIT_REFUSAL.sentBack)

    const above = await sent({ amount: '2500.00' })
    await owner.query(
      `update users set level_pinned = true, user_level_id = (select id from user_levels where name = 'Bronze')
       where id = (select user_id from manual_deposits where id = $1::uuid)`,
      [above],
    )
    expect((await read(above)).hints).toContain('ABOVE_LIMIT')
    const limited = await act(finance, above, 'approve')
    expect([limited.status, limited.body.message]).toEqual([422, DEPOSIT_REFUSAL.limit('2,000.00 USD')])
    expect(await purposes(above)).toEqual([])
  })

  it('expires without a proof; another person reopens it, and the proof can come then', async () => {
    const id = await sent({ proof: [] })
    await owner.query(`alter table manual_deposits disable trigger manual_deposits_change`)
    await owner.query(
      `update manual_deposits set sent_at = now() - interval '${PROOF_HOURS} hours' where id = $1::uuid`,
      [id],
    )
    await owner.query(`alter table manual_deposits enable trigger manual_deposits_change`)
    const expired = await read(id)
    expect(expired).toMatchObject({ status: 'EXPIRED', bonus: null })
    // It waited until then, and does not any more.
    const { from, until } = expired.waiting
    expect(Date.parse(until!) - Date.parse(from)).toBe(PROOF_HOURS * 3600_000)
    const late = await app().post(`${SENT}/${id}/proof`, { proof: [await proof()] }, asApp())
    expect([late.status, late.body.errors]).toEqual([422, { deposit: [DEPOSIT_REFUSAL.notOpen] }])
    expect((await act(manager, id, 'reopen', { reason: 'The user asked' })).status).toBe(200)
    expect(await read(id)).toMatchObject({ status: 'PENDING' })
    const file = await proof()
    for (let time = 0; time < 2; time += 1) {
      const proved = await app().post(`${SENT}/${id}/proof`, { proof: [file] }, asApp())
      expect(proved.status, proved.text).toBe(200)
    }
    const other = await app().post(`${SENT}/${id}/proof`, { proof: [await proof()] }, asApp())
    expect(other.body.errors).toEqual({ deposit: [DEPOSIT_REFUSAL.hasProof] })
    expect((await act(finance, id, 'approve')).body.data).toMatchObject({ status: 'COMPLETED' })
  })

  describe('where the level of the user rises meanwhile', () => {
    const NAMES = ['Gold', 'Diamond'] as const
    const become = (id: string, level: (typeof NAMES)[number]) =>
      owner.query(
        `update users set level_pinned = true, user_level_id = (select id from user_levels where name = $2::text)
         where id = (select user_id from manual_deposits where id = $1::uuid)`,
        [id, level],
      )
    /** The bonus is that of the level. */
    beforeAll(async () => {
      await owner.query('update deposit_bonus_types set is_deleted = true')
      for (const [place, name] of NAMES.entries())
        await owner.query('update user_levels set deposit_bonus_percent = $2::numeric where name = $1::text', [
          name,
          String(5 + place * 5),
        ])
    })

    it('whoever decides alone sees the bonus again, before anything is posted', async () => {
      const id = await sent({ amount: '100.00' })
      await become(id, 'Gold')
      const { bonus_state } = await read(id)
      await become(id, 'Diamond')
      const answer = await act(finance, id, 'approve', { bonus_state })
      expect([answer.status, answer.body.current?.level?.name], answer.text).toEqual([409, 'Diamond'])
      expect(await purposes(id)).toEqual([])
      const again = await act(finance, id, 'approve', { bonus_state: (await read(id)).bonus_state })
      expect(again.body.data, again.text).toMatchObject({
        status: 'COMPLETED',
        bonus: expect.stringMatching(/^Level Diamond: 10\.00 USD/),
      })
    })

    it('the bonus that others approve is the one that they read, or nothing is decided', async () => {
      const id = await sent({ amount: '900.00' })
      await become(id, 'Gold')
      await act(finance, id, 'approve')
      const [asked] = await waitingAbout(finance2, id)
      const said = asked!.details.find(({ label }) => label === 'Deposit bonus')
      expect(said?.value).toMatch(/^Level Gold: 45\.00 USD/)
      await become(id, 'Diamond')
      const answer = await decide(finance2, id)
      expect([answer.status, answer.body.current?.status, answer.body.message], answer.text).toEqual([
        409,
        'PENDING',
        expect.stringMatching(/Level Gold: 45\.00 USD.*Level Diamond: 90\.00 USD/),
      ])
      expect(await purposes(id)).toEqual([])
      expect((await decide(finance2, id, 'reject')).status).toBe(200)
      await act(finance, id, 'approve')
      expect((await decide(finance2, id)).status).toBe(200)
      expect(await read(id)).toMatchObject({
        status: 'COMPLETED',
        bonus: expect.stringMatching(/^Level Diamond: 90\.00 USD/),
        bonus_state: null,
      })
      expect((await checkLedger(db, nodeHash)).error).toBeNull()
    })

    it('a request that was corrected promises nothing any more', async () => {
      const id = await sent({ amount: '900.00' })
      await become(id, 'Gold')
      await act(finance, id, 'approve')
      await act(finance, id, 'correct', { amount: '150.00', reason: 'The proof says so' })
      await become(id, 'Diamond')
      await act(finance2, id, 'approve')
      expect((await decide(manager, id)).status).toBe(200)
      expect(await read(id)).toMatchObject({ bonus: expect.stringMatching(/^Level Diamond: 15\.00 USD/) })
    })
  })

  it('a correction that changes nothing is refused at the field', async () => {
    const id = await sent({ amount: '100.00', payer_name: 'Mário Souza' })
    for (const body of [{ amount: '100' }, { amount: '100.00', payer_name: 'Mário Souza', external_ref: '' }]) {
      const answer = await act(finance, id, 'correct', { ...body, reason: 'Nothing' })
      expect([answer.status, answer.body.errors], answer.text).toEqual([422, { amount: [DEPOSIT_REFUSAL.unchanged] }])
    }
    expect((await read(id)).hints).not.toContain('BY_STAFF')
    for (const body of [
      { amount: '100.00', payer_name: '' },
      { amount: '100.00', external_ref: 'E2E 9' },
    ])
      expect((await act(finance, id, 'correct', { ...body, reason: 'Read again' })).status).toBe(200)
  })

  it('whoever rejected it does not reopen it, and nobody does after a while', async () => {
    const id = await sent()
    await act(finance, id, 'reject', { reason_code: 'DUPLICATE', user_text: null })
    const own = await act(finance, id, 'reopen', { reason: 'Again' })
    expect(own.body.errors).toEqual({ reason: [DEPOSIT_REFUSAL.samePerson] })
    await owner.query(
      `update manual_deposits set decided_at = now() - interval '${REOPEN_DAYS + 1} days' where id = $1::uuid`,
      [id],
    )
    expect((await act(manager, id, 'reopen', { reason: 'Again' })).body.message).toBe(DEPOSIT_REFUSAL.late)
  })

  it('reversed, the money, the fee and the bonus are taken back, and what was spent is owed', async () => {
    const id = await sent({ amount: '150.00' })
    await act(finance, id, 'approve')
    const asked = await act(finance, id, 'reverse', { reason: 'Charged back' })
    expect(asked.body.message, asked.text).toBe('Sent for approval')
    expect((await decide(finance, id)).status).toBe(403)
    expect((await decide(finance2, id)).status).toBe(200)
    expect(await read(id)).toMatchObject({ status: 'REVERSED' })
    expect((await purposes(id)).map(({ purpose }) => purpose)).toEqual([
      'DEPOSIT',
      'DEPOSIT_FEE',
      'REVERSAL',
      'REVERSAL',
    ])
    expect(await db.query(`select status from user_bonuses where source_id = $1::uuid`, [id])).toEqual([
      { status: 'REVOKED' },
    ])
    expect((await checkLedger(db, nodeHash)).error).toBeNull()
  })

  it('refuses what an app cannot send, and says why', async () => {
    const [payout] = await db.query<{ id: string }>(
      `select id::text as id from payment_methods where store_code = 'NORTHGATE' and direction = 'WITHDRAWAL'
       union all select id::text from payment_methods where store_code <> 'NORTHGATE' limit 1`,
    )
    expect((await send({ amount: '4.99' })).body.errors).toEqual({ amount: [DEPOSIT_REFUSAL.below('5.00 USD')] })
    expect((await send({ amount: '5000.01' })).body.errors).toEqual({ amount: [DEPOSIT_REFUSAL.above('5,000.00 USD')] })
    for (const amount of ['0', '0.001', '25,95', '1.000,50', '10000000000'])
      expect((await send({ amount })).status, amount).toBe(422)
    expect(Object.keys((await send({ payment_method: payout!.id })).body.errors)).toEqual(['payment_method'])
  })

  it('the database keeps what was sent, and lets nobody credit or reverse one alone', async () => {
    const id = await sent()
    const written = (set: string) =>
      owner.query(`update manual_deposits set ${set} where id = $1::uuid`, [id]).then(
        () => 'accepted',
        (error: unknown) => sqlState(error)?.constraint ?? String(error),
      )
    for (const set of [`user_id = '${users[0]!}'`, "source = 'STAFF'", "reference = 'MD-1'", 'sent_at = now()'])
      expect(await written(set), set).toBe('manual_deposit_immutable')
    for (const set of ["status = 'COMPLETED'", "status = 'REVERSED'"])
      expect(await written(set), set).toBe('manual_deposit_status')
    await act(finance, id, 'approve')
    for (const set of ['amount = 9', 'fee = 0', "proof_ids = '{}'"])
      expect(await written(set), set).toBe('manual_deposit_immutable')
    expect(await written("status = 'PENDING'")).toBe('manual_deposit_status')
  })
})
