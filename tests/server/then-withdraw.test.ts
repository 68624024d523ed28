/** 'Then withdraw' of a redeem (money, /platform-transaction/platform-withdrawal): what is redeemed is withdrawn in the same transaction, or the redeem says why not. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { APP_KEY_HEADER } from '@contract/http/operation'
import { MANUAL_WITHDRAWAL_REFUSAL } from '@contract/records/money/manual-withdrawal'
import { WITHDRAWAL_REFUSAL, WITHDRAWALS_OPEN_MAX } from '@contract/records/money/withdrawal'
import { maskedDetail } from '@contract/records/money/payout-mask'
import { THEN_WITHDRAW_REFUSAL } from '@contract/records/money/platform-withdrawal'
import { DEMO_PASSWORD } from '@server/db/demo'
import { nodeHash } from '@server/node/crypto'
import { createAppKeys } from '@server/platform/modules/apps/keys'
import { checkLedger } from '@server/platform/modules/ledger/check'
import { sqlState, type Db } from '@server/platform/ports/db'
import type { PitbossServer } from '@server/server'
import { actingOn, decide, eventually } from './kit/acting'
import { signedIn, TestClient } from './kit/client'
import { testDatabases } from './kit/databases'
import { openGames, type TestGames } from './kit/games'
import { nameOf, paidUsers } from './kit/paid-users'
import { createTestClock, makePlatform } from './kit/platform'

const databases = await testDatabases()
const REDEEMS = '/api/v1/admin-platform/withdraw'
const WITHDRAWALS = '/api/v1/admin-manual-withdrawal'
const SECRET = 'whsec_dGhlIHRlc3RzIG9mIHRoZW4gd2l0aGRyYXchISEhISE='
const { done } = actingOn(REDEEMS)

type Named = { id: string; name: string }
interface Redeem {
  id: string
  reference: string
  status: string
  net_amount: string | null
  withdrawal: Named | null
  not_withdrawn: string | null
}
interface Entry {
  action: string
  by: Named | null
  from: string
  changes: { field: string; before: unknown; after: unknown }[]
}
interface Account {
  id: string
  user: string
}

describe.each(databases.everyKind)('a redeem then withdraw on %s', (kind) => {
  let db: Db
  let owner: Db
  let platform: PitbossServer
  let games: TestGames
  let agent: TestClient
  let lead: TestClient
  let manager: TestClient
  let admin: TestClient
  let key: string
  let pix: string
  let bank: string
  let card: string
  /** Each of another user, who has stored details for PIX alone: of a platform that staff serve, and of one that the rail serves. */
  let byHand: Account[]
  let byRail: Account[]
  const clock = createTestClock()

  beforeAll(async () => {
    db = await databases.open(kind)
    owner = await databases.asOwner(db)
    games = await openGames({ secret: SECRET, lateMs: 7000 })
    platform = await makePlatform(db, { clock, rails: games.rails })
    games.tellsTo(await platform.start({ port: 0 }))
    agent = await signedIn(platform, 'SUPPORT_AGENT')
    lead = await signedIn(platform, 'SUPPORT_LEAD')
    manager = await signedIn(platform, 'MANAGER')
    admin = await signedIn(platform, 'ADMIN')
    for (const each of [agent, lead, manager, admin])
      await each.post('/api/v1/admin-two-fa/step-up', { password: DEMO_PASSWORD })
    ;({ key } = await createAppKeys(db, clock, nodeHash).create('NORTHGATE'))
    const methods = await db.query<{ id: string; name: string }>('select id::text as id, name from payment_methods')
    const named = (name: string) => methods.find((each) => each.name === name)!.id
    ;[pix, bank, card] = [named('PIX'), named('Bank transfer'), named('Debit card')]
    // Credits at 1.25 with 2 % for those by hand, at 1 without a fee by the rail.
    await owner.query(
      `update store_platforms set is_deleted = false, health = 'OK', min_load = 5, max_load = 900, min_redeem = 1, max_redeem = 9000,
         credit_rate = case mode when 'MANUAL' then 1.25 else 1 end, fee_percent = case mode when 'MANUAL' then 2 else 0 end`,
    )
    const { users } = await paidUsers(owner, 40)
    const added = (mode: string, of: string[]) =>
      owner.query<Account>(
        `insert into platform_accounts (id, user_id, store_platform_id, platform_username, status, asked_at, store_code, created_at, updated_at)
         select gen_random_uuid(), u.id, (select id from store_platforms where mode = $1::text and store_code = 'NORTHGATE' order by id limit 1),
           lower($1::text) || '-then-' || u.nth, 'ACTIVE', now(), 'NORTHGATE', now(), now()
         from unnest($2::uuid[]) with ordinality as u(id, nth) returning id::text as id, user_id::text as "user"`,
        [mode, of],
      )
    byHand = await added('MANUAL', users.slice(0, 20))
    byRail = await added('AUTOMATED', users.slice(20, 25))
    for (const each of [...byHand, ...byRail]) await withdrawn(each)
  })
  afterAll(async () => {
    await platform.close()
    await games.close()
  })

  const app = () => new TestClient(platform, '203.0.113.9')
  const asApp = () => ({ headers: { [APP_KEY_HEADER]: key, 'idempotency-key': randomUUID() } })
  const tagOf = (user: string) => `pix-${user}`
  /** A user withdraws by PIX: the details are stored. */
  async function withdrawn({ user }: Account, amount = '20.00') {
    const answer = await app().post(
      '/api/v1/manual-withdrawal',
      {
        user,
        payment_method: pix,
        amount,
        payee: await nameOf(db, user),
        details: [{ label: 'Chave PIX', value: tagOf(user) }],
        source: 'APP',
      },
      asApp(),
    )
    expect(answer.status, answer.text).toBe(200)
    return answer.body.data.id as string
  }
  const redeem = ({ id }: Account, what: object = {}) =>
    app().post(
      '/api/v1/platform-withdrawal',
      { platform_account: id, source: 'CHAT', everything: false, credits: '125.00', payout_method: pix, ...what },
      asApp(),
    )
  async function redeemed(account: Account, what: object = {}): Promise<string> {
    const answer = await redeem(account, what)
    expect(answer.status, answer.text).toBe(200)
    return answer.body.data.id
  }
  const read = async (id: string): Promise<Redeem> => (await admin.get(`${REDEEMS}/${id}`)).body.data
  const complete = (id: string, moved_credits = '125.00') =>
    done(agent, id, 'complete', { external_ref: 'P-1', moved_credits, difference: 'Played on' })
  const moved = async (id: string) =>
    (
      await db.query<{ purpose: string; amount: string }>(
        `select purpose, amount::text as amount from transfers where source_id = $1::uuid order by no`,
        [id],
      )
    ).map(({ purpose, amount }) => `${purpose} ${amount}`)
  const cashOf = async ({ user }: Account) =>
    (await db.query<{ cash: string }>('select cash_balance::text as cash from users where id = $1::uuid', [user]))[0]!
      .cash
  const withdrawalOf = async ({ withdrawal }: Redeem) => (await admin.get(`${WITHDRAWALS}/${withdrawal!.id}`)).body.data
  /** Completes a redeem whose money stays available. @returns why it was not withdrawn */
  async function keptBecause(account: Account, id: string): Promise<string> {
    const before = Number(await cashOf(account))
    await complete(id)
    const row = await read(id)
    expect(row).toMatchObject({ status: 'COMPLETED', net_amount: '98.00', withdrawal: null })
    expect(await moved(id)).toEqual(['REDEEM_COMPLETED 100.00', 'REDEEM_FEE 2.00'])
    expect(Number(await cashOf(account)) - before).toBeCloseTo(98)
    const ofApp = (await app().get(`/api/v1/platform-withdrawal/${id}`, asApp())).body.data
    expect(ofApp).toMatchObject({ not_withdrawn: row.not_withdrawn, withdrawal: null })
    return row.not_withdrawn!
  }

  it('opens a withdrawal of what the user gets, to the details that the user stored', async () => {
    const account = byHand.pop()!
    const before = await cashOf(account)
    const id = await redeemed(account)
    expect(await read(id)).toMatchObject({ withdrawal: null, not_withdrawn: null, payout_method: { name: 'PIX' } })
    await complete(id)
    const row = await read(id)
    expect(row).toMatchObject({ status: 'COMPLETED', net_amount: '98.00', not_withdrawn: null })
    expect(await withdrawalOf(row)).toMatchObject({
      status: 'PENDING',
      amount: '98.00',
      fee: '0.50',
      net_amount: '97.50',
      payment_method: { name: 'PIX' },
      payee: await nameOf(db, account.user),
      destination: maskedDetail(tagOf(account.user)),
      source: 'CHAT',
      redeem: { id, name: row.reference },
    })
    expect(await moved(id)).toEqual(['REDEEM_COMPLETED 100.00', 'REDEEM_FEE 2.00'])
    expect(await moved(row.withdrawal!.id)).toEqual(['WITHDRAWAL_REQUESTED 98.00'])
    expect(await cashOf(account)).toBe(before)
    const ofApp = (await app().get(`/api/v1/platform-withdrawal/${id}`, asApp())).body.data
    expect(ofApp.withdrawal).toEqual(row.withdrawal)
    // Whoever pays it reads the whole account.
    const [stored] = await db.query(
      `select payout_sealed is not null and payout_fingerprint = d.fingerprint as is_kept from withdrawals w join payout_details d
         on d.user_id = w.user_id and d.payment_method_id = w.payment_method_id where w.id = $1::uuid`,
      [row.withdrawal!.id],
    )
    expect(stored).toEqual({ is_kept: true })
  })

  it('withdraws what there was where that is less than was asked for', async () => {
    const account = byHand.pop()!
    const id = await redeemed(account)
    await complete(id, '100.00')
    const row = await read(id)
    expect(row).toMatchObject({ status: 'COMPLETED', net_amount: '78.40' })
    expect(await withdrawalOf(row)).toMatchObject({ amount: '78.40' })
  })

  it('is in the history of the redeem, and the audit of the withdrawal says where it comes from', async () => {
    const account = byHand.pop()!
    const id = await redeemed(account)
    await complete(id)
    const { withdrawal, reference } = await read(id)
    const historyOf = async (path: string): Promise<Entry[]> => (await admin.get(`${path}/history`)).body.data
    const [completed] = (await historyOf(`${REDEEMS}/${id}`)).filter(({ action }) => action === 'complete')
    expect(completed!.changes).toContainEqual({ field: 'withdrawal', before: null, after: withdrawal })
    const [opened] = (await historyOf(`${WITHDRAWALS}/${withdrawal!.id}`)).filter(({ action }) => action === 'create')
    expect(opened).toMatchObject({ by: null, from: 'APP' })
    const [audited] = await db.query(
      `select actor_id, reason, after->>'redeem' as redeem, after ? 'payout_sealed' as tells from audit_events
       where subject_id = $1::text and action = 'create'`,
      [withdrawal!.id],
    )
    expect(audited).toEqual({ actor_id: null, reason: `Redeem ${reference}`, redeem: id, tells: false })
  })

  it('is opened when the rail has redeemed the credits, and when two people are certain that it has', async () => {
    const [account, other] = [byRail.pop()!, byRail.pop()!]
    const id = await redeemed(account, { credits: '120.00' })
    const row = await eventually(async () => {
      const now = await read(id)
      return now.status === 'COMPLETED' ? now : undefined
    })
    expect(row).toMatchObject({ net_amount: '120.00', not_withdrawn: null })
    expect(await withdrawalOf(row)).toMatchObject({ amount: '120.00', status: 'PENDING' })

    games.behaviours.tell('error')
    const lost = await redeemed(other, { credits: '80.00' })
    await eventually(async () => ((await read(lost)).status === 'UNKNOWN' ? true : undefined))
    const said = { resolution: 'REDEEMED', moved_credits: '70.00', evidence: 'Their list', reason: 'Seen' }
    await done(lead, lost, 'resolve', said)
    expect((await decide(manager, lost)).status).toBe(200)
    expect(await withdrawalOf(await read(lost))).toMatchObject({ amount: '70.00', status: 'PENDING' })
  }, 60_000)

  it('opens nothing where the redeem fails', async () => {
    const id = await redeemed(byHand.at(-1)!)
    await done(agent, id, 'fail', { reason_code: 'NOT_ENOUGH' })
    expect(await read(id)).toMatchObject({ status: 'FAILED', withdrawal: null, not_withdrawn: null })
    await done(agent, id, 'retry', { reason: 'The user asks again' })
    await complete(id)
    expect(await withdrawalOf(await read(id))).toMatchObject({ amount: '98.00' })
  })

  it('is shown before the redeem is completed: the money ends up locked', async () => {
    const account = byHand.pop()!
    const id = await redeemed(account)
    const preview = await agent.post(`${REDEEMS}/${id}/complete/preview`, { moved_credits: '125.00' })
    expect(preview.status, preview.text).toBe(200)
    const changes = preview.body.data.accounts.map(({ account: of, change }: Record<string, string>) => [of, change])
    expect(changes).toEqual([
      ['CASH', '0.00'],
      ['LOCKED', '98.00'],
    ])
    expect(await read(id)).toMatchObject({ status: 'REQUESTED', withdrawal: null })
  })

  describe('keeps the money available, and says why', () => {
    it('below the minimum of the method', async () => {
      const account = byHand.pop()!
      const id = await redeemed(account)
      await owner.query(`update payment_methods set minimum = 99 where id = $1::uuid`, [pix])
      expect(await keptBecause(account, id)).toBe(MANUAL_WITHDRAWAL_REFUSAL.below('99.00 USD'))
      await owner.query(`update payment_methods set minimum = 5 where id = $1::uuid`, [pix])
    })

    it('while too many withdrawals of the user are open', async () => {
      const account = byHand.pop()!
      const id = await redeemed(account)
      // One was requested for the details.
      for (let nth = 1; nth < WITHDRAWALS_OPEN_MAX; nth += 1) await withdrawn(account, '5.00')
      expect(await keptBecause(account, id)).toBe(WITHDRAWAL_REFUSAL.open)
    })

    it('where the account was closed meanwhile', async () => {
      const account = byHand.pop()!
      const id = await redeemed(account)
      await owner.query(`update users set account_status = 'CLOSED' where id = $1::uuid`, [account.user])
      expect(await keptBecause(account, id)).toBe(WITHDRAWAL_REFUSAL.account)
    })

    it('where the method was disabled, or asks for something else meanwhile', async () => {
      const [one, other] = [byHand.pop()!, byHand.pop()!]
      const [disabled, changed] = [await redeemed(one), await redeemed(other)]
      const set = (sql: string) => owner.query(`update payment_methods set ${sql} where id = $1::uuid`, [pix])
      await set('is_deleted = true')
      expect(await keptBecause(one, disabled)).toBe(THEN_WITHDRAW_REFUSAL.method)
      await set(
        `is_deleted = false, payout_fields = payout_fields || '[{"label": "CPF", "pattern": "TEXT", "is_required": true}]'`,
      )
      expect(await keptBecause(other, changed)).toBe(THEN_WITHDRAW_REFUSAL.details)
      await set('payout_fields = payout_fields - 2')
    })

    it('where the user owed money: what was redeemed repays it first', async () => {
      const account = byHand.pop()!
      const id = await redeemed(account)
      // All of it is withdrawn, and money of earlier is taken back: the user owes 60.00.
      await owner.query('update payment_methods set maximum = 1000000 where id = $1::uuid', [pix])
      await withdrawn(account, await cashOf(account))
      await owner.query(`select post_transfers($1::jsonb)`, [
        JSON.stringify([
          {
            purpose: 'RECEIVABLE_RAISED',
            amount: '60.00',
            user_id: account.user,
            source_type: 'users',
            source_id: account.user,
            line: 8000,
            reverses: (
              await owner.query<{ no: number }>(
                `select no::int as no from transfers where user_id = $1::uuid and purpose = 'OPENING' limit 1`,
                [account.user],
              )
            )[0]!.no,
          },
        ]),
      ])
      await complete(id)
      expect(await read(id)).toMatchObject({
        status: 'COMPLETED',
        withdrawal: null,
        not_withdrawn: WITHDRAWAL_REFUSAL.funds('38.00 USD'),
      })
      expect(await cashOf(account)).toBe('38.00')
    })
  })

  describe('is refused at the method', () => {
    it.each([
      ['for which the user has stored nothing', () => bank, THEN_WITHDRAW_REFUSAL.noDetails],
      ['that is for deposits alone', () => card, MANUAL_WITHDRAWAL_REFUSAL.method],
    ] as const)('%s', async (_what, method, why) => {
      const answer = await redeem(byHand.at(-1)!, { payout_method: method() })
      expect([answer.status, answer.body.errors], answer.text).toEqual([422, { payout_method: [why] }])
      const byStaff = await agent.post(REDEEMS, {
        platform_account: byHand.at(-1)!.id,
        everything: true,
        payout_method: method(),
      })
      expect([byStaff.status, byStaff.body.errors], byStaff.text).toEqual([422, { payout_method: [why] }])
    })

    it('of another store', async () => {
      const [other] = await db.query<{ id: string }>(
        `select id::text as id from payment_methods where store_code <> 'NORTHGATE' and direction <> 'DEPOSIT' and not is_deleted limit 1`,
      )
      const answer = await redeem(byHand.at(-1)!, { payout_method: other!.id })
      expect([answer.status, Object.keys(answer.body.errors ?? {})], answer.text).toEqual([422, ['payout_method']])
    })
  })

  it('is entered by staff for a user: two people decide about the withdrawal', async () => {
    const account = byHand.pop()!
    const answer = await agent.post(REDEEMS, { platform_account: account.id, everything: true, payout_method: pix })
    expect(answer.status, answer.text).toBe(200)
    const { id } = answer.body.data
    await complete(id, '50.00')
    const withdrawal = await withdrawalOf(await read(id))
    expect(withdrawal).toMatchObject({ amount: '39.20', source: 'STAFF', has_warning: true })
    expect(withdrawal.checks).toContainEqual({
      check: 'REQUESTED_BY',
      result: 'WARN',
      detail: 'Staff entered it for the user: two people decide',
    })
    const history = (await admin.get(`${WITHDRAWALS}/${(await read(id)).withdrawal!.id}/history`)).body.data as Entry[]
    expect(history.find(({ action }) => action === 'create')).toMatchObject({ by: null, from: 'PLATFORM' })
  })

  it('waits for withdrawals that the app requests at the same time, and the other way round', async () => {
    const account = byHand.pop()!
    const ids = [await redeemed(account), await redeemed(account)]
    await Promise.all([...ids.map((id) => complete(id)), withdrawn(account), withdrawn(account)])
    for (const id of ids) expect((await read(id)).withdrawal).not.toBeNull()
  })

  it('the database takes no other withdrawal for it, and none without a redeem that is done', async () => {
    const account = byHand.pop()!
    const id = await redeemed(account)
    const other = await withdrawn(account)
    const tried = (sql: string, ...values: string[]) => owner.query(sql, [id, ...values]).then(() => null, sqlState)
    const withdraws = 'update platform_withdrawals set withdrawal_id = $2::uuid where id = $1::uuid'
    expect((await tried(withdraws, other))?.constraint).toBe('then_withdraw')
    expect((await tried(`update platform_withdrawals set not_withdrawn = 'No' where id = $1::uuid`))?.constraint).toBe(
      'platform_withdrawals_then_withdraw',
    )
    expect(
      (await tried(`update platform_withdrawals set payout_method_id = null where id = $1::uuid`))?.constraint,
    ).toBe('platform_request_immutable')
    expect((await tried(`update platform_withdrawals set status = 'COMPLETED' where id = $1::uuid`))?.constraint).toBe(
      'platform_withdrawals_then_withdraw',
    )
    await complete(id)
    expect((await tried(withdraws, other))?.constraint).toBe('platform_request_immutable')
  })

  it('the ledger is right', async () => {
    expect((await checkLedger(db, nodeHash)).error).toBeNull()
  })
})
