/** Loads and redeems (money, /platform-transaction): what is locked, who carries them out, and what follows from every answer of a platform. */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { APP_KEY_HEADER } from '@contract/http/operation'
import { PLATFORM_REQUEST_REFUSAL, PLATFORM_REQUESTS_OPEN_MAX } from '@contract/records/money/platform-request'
import { DEMO_PASSWORD } from '@server/db/demo'
import { nodeHash } from '@server/node/crypto'
import { createAppKeys } from '@server/platform/modules/apps/keys'
import { checkLedger } from '@server/platform/modules/ledger/check'
import { postTransfers } from '@server/platform/modules/ledger/post'
import { sqlState, type Db } from '@server/platform/ports/db'
import { compareStatement } from '@server/platform/records/money/statements'
import { signed } from '@server/rails/signature'
import type { Behaviour } from '@server/sandbox/behaviour'
import { FIRST_CREDITS } from '@server/sandbox/platform'
import type { PitbossServer } from '@server/server'
import { actingOn, decide, eventually, once } from './kit/acting'
import { signedIn, TestClient } from './kit/client'
import { testDatabases } from './kit/databases'
import { openGames, type TestGames } from './kit/games'
import { lookUpOn } from './kit/look-up'
import { createTestClock, makePlatform } from './kit/platform'

const databases = await testDatabases()
const LOADS = '/api/v1/admin-platform/deposit'
const REDEEMS = '/api/v1/admin-platform/withdraw'
const ACCOUNTS = '/api/v1/admin-platform-account'
const SECRET = 'whsec_dGhlIHRlc3RzIG9mIGxvYWRzIGFuZCByZWRlZW1zIQ=='

interface Request {
  id: string
  version: number
  status: string
  reference: string
  amount: string | null
  fee: string | null
  net_amount?: string | null
  credits: string | null
  moved_credits: string | null
  returned?: string | null
  difference: string | null
  external_ref: string | null
  attempts: { reference: string; outcome: string; message: string | null }[]
}
interface Account {
  id: string
  user: string
  username: string
}

describe.each(databases.everyKind)('loads and redeems on %s', (kind) => {
  let db: Db
  let owner: Db
  let platform: PitbossServer
  let games: TestGames
  let agent: TestClient
  let lead: TestClient
  let manager: TestClient
  let admin: TestClient
  let key: string
  let books: TestGames['books']
  let behaviours: TestGames['behaviours']
  /** Where the platform takes events. */
  let events: string
  /** Of store platforms that staff serve, and that the rail serves: each user has one account. */
  let byHand: Account[]
  let byRail: Account[]
  const clock = createTestClock()

  beforeAll(async () => {
    db = await databases.open(kind)
    owner = await databases.asOwner(db)
    games = await openGames({ secret: SECRET, lateMs: 7000 })
    ;({ books, behaviours } = games)
    platform = await makePlatform(db, { clock, rails: games.rails })
    events = games.tellsTo(await platform.start({ port: 0 }))
    agent = await signedIn(platform, 'SUPPORT_AGENT')
    lead = await signedIn(platform, 'SUPPORT_LEAD')
    manager = await signedIn(platform, 'MANAGER')
    admin = await signedIn(platform, 'ADMIN')
    for (const each of [agent, lead, manager, admin])
      await each.post('/api/v1/admin-two-fa/step-up', { password: DEMO_PASSWORD })
    ;({ key } = await createAppKeys(db, clock, nodeHash).create('NORTHGATE'))
    // Credits at 1.25 with 2 % for those by hand, at 1 without a fee by the rail.
    await owner.query(
      `update store_platforms set is_deleted = false, health = 'OK', min_load = 5, max_load = 400, min_redeem = 5, max_redeem = 400,
         credit_rate = case mode when 'MANUAL' then 1.25 else 1 end, fee_percent = case mode when 'MANUAL' then 2 else 0 end`,
    )
    // Users without any, each with one account.
    const added = (mode: string) =>
      owner.query<Account>(
        `insert into platform_accounts (id, user_id, store_platform_id, platform_username, status, asked_at, store_code, created_at, updated_at)
         select gen_random_uuid(), u.id, (select id from store_platforms where mode = $1::text and store_code = 'NORTHGATE' order by id limit 1),
           lower($1::text) || u.nth, 'ACTIVE', now(), 'NORTHGATE', now(), now()
         from (select id, row_number() over (order by id) as nth from users where store = 'NORTHGATE' and account_status = 'ACTIVE'
             and not is_deleted and receivable = 0 and not exists (select from platform_accounts a where a.user_id = users.id)) u
         where u.nth <= 6
         returning id::text as id, user_id::text as "user", platform_username as username`,
        [mode],
      )
    byHand = await added('MANUAL')
    byRail = await added('AUTOMATED')
    await postTransfers(
      owner,
      [...byHand, ...byRail].map(({ user }) => ({
        purpose: 'OPENING',
        debit: 'OPENING',
        credit: 'CASH',
        amount: '4000.00',
        user_id: user,
        source_type: 'users',
        source_id: user,
        line: 7000,
      })),
    )
  })
  afterAll(async () => {
    await platform.close()
    await games.close()
  })

  const [loads, redeems] = [actingOn(LOADS), actingOn(REDEEMS)]
  const app = () => new TestClient(platform, '203.0.113.9')
  const asApp = () => ({ headers: { ...once().headers, [APP_KEY_HEADER]: key } })
  const load = ({ id }: Account, amount = '100.00') =>
    app().post('/api/v1/platform-deposit', { platform_account: id, amount, source: 'APP' }, asApp())
  const redeem = ({ id }: Account, what: object) =>
    app().post('/api/v1/platform-withdrawal', { platform_account: id, source: 'APP', ...what }, asApp())
  const added = async (asked: ReturnType<typeof load>): Promise<string> => {
    const answer = await asked
    expect(answer.status, answer.text).toBe(200)
    return answer.body.data.id
  }
  const read = async (path: string, id: string): Promise<Request> => (await admin.get(`${path}/${id}`)).body.data
  /** @returns the row once its state is one of these */
  const until = async (path: string, id: string, ...states: string[]): Promise<Request> => {
    for (;;) {
      const row = await read(path, id)
      if (states.includes(row.status)) return row
      await pause(25)
    }
  }
  const moved = async (id: string) =>
    (
      await db.query<{ purpose: string; amount: string }>(
        `select purpose, amount::text as amount from transfers where source_id = $1::uuid order by no`,
        [id],
      )
    ).map(({ purpose, amount }) => `${purpose} ${amount}`)
  const cashOf = async ({ user }: Account) =>
    Number(
      (await db.query<{ cash: string }>('select cash_balance::text as cash from users where id = $1::uuid', [user]))[0]!
        .cash,
    )
  const lookedUp = async (path: string, id: string, ...states: string[]) => {
    const row = await until(path, id, 'UNKNOWN', ...states)
    // It may have answered meanwhile.
    if (row.status === 'UNKNOWN') await actingOn(path).act(manager, id, 'look-up')
    return until(path, id, ...states)
  }

  describe('a load by hand', () => {
    it('locks its amount, and becomes credits at the rate of the request', async () => {
      const [account] = byHand as [Account]
      const before = await cashOf(account)
      const id = await added(load(account))
      expect(await read(LOADS, id)).toMatchObject({ status: 'REQUESTED', fee: '2.00', credits: '122.5' })
      expect(await moved(id)).toEqual(['LOAD_REQUESTED 100.00'])
      await loads.done(agent, id, 'complete', { external_ref: 'P-1' })
      expect(await read(LOADS, id)).toMatchObject({
        status: 'COMPLETED',
        moved_credits: '122.5',
        returned: null,
        external_ref: 'P-1',
      })
      expect(await moved(id)).toEqual(['LOAD_REQUESTED 100.00', 'LOAD_COMPLETED 98.00', 'LOAD_FEE 2.00'])
      expect(before - (await cashOf(account))).toBeCloseTo(100)
    })

    it('of fewer credits needs a reason, and returns what was not loaded', async () => {
      const [account] = byHand as [Account]
      const id = await added(load(account))
      const refused = await loads.act(agent, id, 'complete', { external_ref: 'P-2', moved_credits: '100.00' })
      expect([refused.status, refused.body.errors], refused.text).toEqual([
        422,
        { difference: [PLATFORM_REQUEST_REFUSAL.differs('122.50 credits')] },
      ])
      const more = await loads.act(agent, id, 'complete', { external_ref: 'P-2', moved_credits: '122.51' })
      expect(more.status).toBe(422)
      await loads.done(agent, id, 'complete', {
        external_ref: 'P-2',
        moved_credits: '100.00',
        difference: 'The platform takes at most 100 a day',
      })
      expect(await read(LOADS, id)).toMatchObject({ status: 'COMPLETED', moved_credits: '100', returned: '18.00' })
      expect(await moved(id)).toEqual([
        'LOAD_REQUESTED 100.00',
        'LOAD_COMPLETED 80.00',
        'LOAD_FEE 2.00',
        'LOAD_FAILED 18.00',
      ])
    })

    it.each(['fail', 'reject'])('that staff %s returns the money', async (action) => {
      const account = byHand[1]!
      const before = await cashOf(account)
      const id = await added(load(account))
      await loads.done(agent, id, action, { reason_code: 'PLATFORM_DOWN', user_text: 'Try again tonight' })
      expect(await moved(id)).toEqual(['LOAD_REQUESTED 100.00', 'LOAD_FAILED 100.00'])
      expect(await cashOf(account)).toBeCloseTo(before)
    })

    it('that has failed is tried again with a new lock; one that is rejected is not', async () => {
      const [id, rejected] = [await added(load(byHand[1]!)), await added(load(byHand[1]!))]
      await loads.done(agent, rejected, 'reject', { reason_code: 'OTHER' })
      expect((await loads.act(agent, rejected, 'retry', { reason: 'Again' })).status).toBe(409)
      await loads.done(agent, id, 'fail', { reason_code: 'PLATFORM_DOWN' })
      await loads.done(agent, id, 'retry', { reason: 'It is up again' })
      expect(await read(LOADS, id)).toMatchObject({ status: 'REQUESTED', reason_code: null })
      const [pending] = await db.query<{ status: string }>(
        `select status from wallet_transaction where source_id = $1::uuid and purpose = 'LOAD_REQUESTED' order by at desc, transfer_no desc limit 1`,
        [id],
      )
      expect(pending!.status).toBe('PENDING')
      await loads.done(agent, id, 'complete', { external_ref: 'P-3' })
      expect(await moved(id)).toEqual([
        'LOAD_REQUESTED 100.00',
        'LOAD_FAILED 100.00',
        'LOAD_REQUESTED 100.00',
        'LOAD_COMPLETED 98.00',
        'LOAD_FEE 2.00',
      ])
    })

    it.each([
      ['below the minimum', '4.99', 'amount'],
      ['above the maximum', '400.01', 'amount'],
      ['three places', '10.001', 'amount'],
      ['a comma', '25,95', 'amount'],
    ])('is refused %s, at the field', async (_what, amount, field) => {
      const answer = await load(byHand[2]!, amount)
      expect([answer.status, Object.keys(answer.body.errors ?? {})], answer.text).toEqual([422, [field]])
    })

    it.each([
      ['users', `account_status = 'SELF_EXCLUDED'`, 'user', PLATFORM_REQUEST_REFUSAL.user],
      ['platform_accounts', `status = 'BLOCKED'`, 'id', PLATFORM_REQUEST_REFUSAL.account],
    ] as const)('is refused where %s is not open', async (table, change, of, sentence) => {
      const account = byHand[3]!
      const [before] = await owner.query<Record<string, string>>(
        `select account_status, status from users u, platform_accounts a where u.id = $1::uuid and a.id = $2::uuid`,
        [account.user, account.id],
      )
      await owner.query(`update ${table} set ${change} where id = $1::uuid`, [account[of]])
      const answer = await load(account)
      const column = change.split(' ')[0]!
      await owner.query(`update ${table} set ${column} = $2::text where id = $1::uuid`, [account[of], before![column]!])
      expect([answer.status, answer.body.errors?.platform_account], answer.text).toEqual([422, [sentence]])
    })

    it('takes no more than the user has, however many arrive at once', async () => {
      const account = byHand[4]!
      const cash = await cashOf(account)
      await owner.query('update store_platforms set max_load = 1000000')
      const amount = (Math.floor(cash / 2) + 1).toFixed(2)
      const answers = await Promise.all([1, 2, 3].map(() => load(account, amount)))
      await owner.query('update store_platforms set max_load = 400')
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422])
    })

    it('of one account is limited in number', async () => {
      const account = byHand[3]!
      for (let nth = 0; nth < PLATFORM_REQUESTS_OPEN_MAX; nth += 1) await added(load(account, '5.00'))
      const answer = await load(account, '5.00')
      expect(answer.body.errors?.platform_account, answer.text).toEqual([PLATFORM_REQUEST_REFUSAL.open])
      const closed = await manager.patch(
        `${ACCOUNTS}/${account.id}/close`,
        { reason: 'Asked by the user', gives_up_balance: true },
        { ifMatch: (await manager.get(`${ACCOUNTS}/${account.id}`)).body.data.version },
      )
      expect(closed.status, closed.text).toBe(422)
    })

    it('is entered by staff for a user', async () => {
      const answer = await agent.post(LOADS, { platform_account: byHand[2]!.id, amount: '50.00' })
      expect(answer.status, answer.text).toBe(200)
      expect(answer.body.data).toMatchObject({ status: 'REQUESTED', source: 'STAFF', credits: '61.25' })
      expect(await moved(answer.body.data.id)).toEqual(['LOAD_REQUESTED 50.00'])
    })
  })

  // Each has a time-out of the rail in it.
  describe('the rail of a platform', { timeout: 120_000 }, () => {
    async function loaded(behaviour: Behaviour, account = byRail[0]!): Promise<string> {
      behaviours.tell(behaviour)
      return added(load(account))
    }
    const locked = ['LOAD_REQUESTED 100.00']
    /** An event about a job, as the platform sends it. */
    async function tell(job: object): Promise<void> {
      const body = JSON.stringify({ type: 'job.done', job: { external_ref: null, reason: null, ...job } })
      const { status } = await fetch(events, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', ...signed(SECRET, body) },
      })
      expect(status).toBe(204)
    }

    it.each(['pay', 'paid', 'eventFirst', 'eventTwice'] as const)('loads once (%s)', async (behaviour) => {
      const [account] = byRail as [Account]
      const before = Number(books.creditsOf(account.username))
      const id = await loaded(behaviour)
      const row = await until(LOADS, id, 'COMPLETED')
      expect(row).toMatchObject({ moved_credits: '100', external_ref: expect.stringMatching(/^GP-/) })
      expect(await moved(id)).toEqual([...locked, 'LOAD_COMPLETED 100.00'])
      expect(Number(books.creditsOf(account.username)) - before).toBe(100)
    })

    it.each(['refuse', 'fail'] as const)(
      'that refuses (%s) returns the money, and is asked again by a person',
      async (behaviour) => {
        const id = await loaded(behaviour)
        await until(LOADS, id, 'FAILED')
        expect(await moved(id)).toEqual([...locked, 'LOAD_FAILED 100.00'])
        await loads.done(agent, id, 'retry', { reason: 'The user has left the game' })
        const row = await until(LOADS, id, 'COMPLETED')
        expect(row.attempts.map(({ outcome }) => outcome)).toEqual(['DONE', 'FAILED'])
        expect(await moved(id)).toEqual([
          ...locked,
          'LOAD_FAILED 100.00',
          'LOAD_REQUESTED 100.00',
          'LOAD_COMPLETED 100.00',
        ])
      },
    )

    it.each(['errorAfter', 'drop', 'late', 'never', 'garbage'] as const)(
      'that gives no usable answer (%s) is asked again, and not told again',
      async (behaviour) => {
        const id = await loaded(behaviour)
        const row = await lookedUp(LOADS, id, 'COMPLETED')
        expect(row.attempts).toHaveLength(1)
        expect(await moved(id)).toEqual([...locked, 'LOAD_COMPLETED 100.00'])
      },
    )

    it('that loads half leaves the money locked and opens a discrepancy; two people say what was loaded', async () => {
      const id = await loaded('otherAmount')
      const row = await until(LOADS, id, 'UNKNOWN')
      expect(row.attempts[0]!.message).toBe('The rail says: loaded 50.00 credits')
      expect(await moved(id)).toEqual(locked)
      const { data } = (
        await manager.get(`/api/v1/transaction-record/discrepancies?search=${row.attempts[0]!.reference}`)
      ).body
      expect(data).toMatchObject([
        { kind: 'AMOUNT_DIFFERS', reported: 'loaded 50.00 credits', load: { id }, withdrawal: null },
      ])
      await loads.done(lead, id, 'resolve', {
        resolution: 'LOADED',
        moved_credits: '50.00',
        evidence: 'The list of the platform',
        reason: 'Their limit',
      })
      expect((await decide(lead, id)).status).toBe(403)
      const answer = await decide(manager, id)
      expect(answer.status, answer.text).toBe(200)
      expect(await read(LOADS, id)).toMatchObject({ status: 'COMPLETED', moved_credits: '50', returned: '50.00' })
      expect(await moved(id)).toEqual([...locked, 'LOAD_COMPLETED 50.00', 'LOAD_FAILED 50.00'])
    })

    it('whose answer nobody knows is resolved as not loaded by two people: the money is back', async () => {
      const id = await loaded('error')
      await until(LOADS, id, 'UNKNOWN')
      await loads.done(agent, id, 'resolve', {
        resolution: 'NOT_LOADED',
        evidence: 'Their support says so',
        reason: 'Asked by phone',
      })
      expect((await decide(manager, id)).status).toBe(200)
      expect((await read(LOADS, id)).status).toBe('FAILED')
      expect(await moved(id)).toEqual([...locked, 'LOAD_FAILED 100.00'])
    })

    it('redeems what was asked for, and everything', async () => {
      const account = byRail[1]!
      const before = await cashOf(account)
      const id = await added(redeem(account, { everything: false, credits: '120.00' }))
      expect(await until(REDEEMS, id, 'COMPLETED')).toMatchObject({ moved_credits: '120', net_amount: '120.00' })
      expect(await moved(id)).toEqual(['REDEEM_COMPLETED 120.00'])
      const all = await added(redeem(account, { everything: true }))
      const rest = String(Number(FIRST_CREDITS) - 120)
      expect(await until(REDEEMS, all, 'COMPLETED')).toMatchObject({ credits: null, moved_credits: rest })
      expect((await cashOf(account)) - before).toBeCloseTo(Number(FIRST_CREDITS))
      const empty = await added(redeem(account, { everything: true }))
      expect(await until(REDEEMS, empty, 'FAILED')).toMatchObject({ moved_credits: null })
      expect(await moved(empty)).toEqual([])
    })

    it.each(['errorAfter', 'drop'] as const)('that redeems without an answer (%s) credits once', async (behaviour) => {
      behaviours.tell(behaviour)
      const id = await added(redeem(byRail[2]!, { everything: false, credits: '20.00' }))
      await lookedUp(REDEEMS, id, 'COMPLETED')
      expect(await moved(id)).toEqual(['REDEEM_COMPLETED 20.00'])
    })

    it('takes events that are signed, each once, and contradicts nothing that is settled', async () => {
      const id = await loaded('pay', byRail[3]!)
      const row = await until(LOADS, id, 'COMPLETED')
      const { reference } = row.attempts[0]!
      const job = { reference, kind: 'LOAD', state: 'FAILED', credits: null, external_ref: null, reason: 'No' }
      const body = JSON.stringify({ type: 'job.failed', job })
      const post = (headers: Record<string, string>) =>
        fetch(events, {
          method: 'POST',
          body,
          headers: { 'content-type': 'application/json', ...headers },
        }).then(({ status }) => status)
      expect(await post(signed(SECRET, `${body} `))).toBe(401)
      expect(await post(signed(SECRET, body))).toBe(204)
      const opened = await eventually(async () => {
        const { data } = (await manager.get(`/api/v1/transaction-record/discrepancies?search=${reference}`)).body
        return data.length > 0 ? data : undefined
      })
      expect(opened).toMatchObject([{ kind: 'CONTRADICTION', expected: 'loaded 100.00 credits', load: { id } }])
      expect((await read(LOADS, id)).status).toBe('COMPLETED')
    })

    it('agrees with its statement', async () => {
      const day = new Date().toISOString().slice(0, 10)
      const { rails } = games
      const opened: string[] = []
      const changed = (what: readonly { ids: readonly string[] }[]) => {
        opened.push(...what.flatMap(({ ids }) => ids))
        return Promise.resolve()
      }
      expect(
        await compareStatement({ db, clock, rails, lookUp: lookUpOn({ db, clock, rails }), changed }, 'GAMES', day, {
          isAgain: true,
        }),
      ).toBe(true)
      const found = await db.query<{ kind: string; reported: string }>(
        `select kind, reported from discrepancies where id = any($1::uuid[])`,
        [opened],
      )
      // What two people resolved as half is half on both sides.
      expect(found).toEqual([])
    })

    it('is asked for nothing more while it contradicts what is known of an earlier attempt', async () => {
      const id = await loaded('refuse', byRail[3]!)
      const { attempts } = await until(LOADS, id, 'FAILED')
      await tell({ reference: attempts[0]!.reference, kind: 'LOAD', state: 'DONE', credits: '100.00' })
      await eventually(async () => {
        const { data } = (
          await manager.get(`/api/v1/transaction-record/discrepancies?search=${attempts[0]!.reference}`)
        ).body
        return data.length > 0 ? data : undefined
      })
      const refused = await loads.act(agent, id, 'retry', { reason: 'Once more' })
      expect([refused.status, refused.body.message], refused.text).toEqual([422, PLATFORM_REQUEST_REFUSAL.contradicted])
      expect(await moved(id)).toEqual([...locked, 'LOAD_FAILED 100.00'])
    })

    it('that says more than two people have resolved opens a discrepancy', async () => {
      const id = await loaded('error', byRail[3]!)
      const { attempts } = await until(LOADS, id, 'UNKNOWN')
      const said = { resolution: 'LOADED', evidence: 'Their list', reason: 'Seen' }
      const tooMuch = await loads.act(lead, id, 'resolve', { ...said, moved_credits: '100.01' })
      expect([tooMuch.status, Object.keys(tooMuch.body.errors ?? {})], tooMuch.text).toEqual([422, ['moved_credits']])
      await loads.done(lead, id, 'resolve', { ...said, moved_credits: '50.00' })
      expect((await decide(manager, id)).status).toBe(200)
      await tell({ reference: attempts[0]!.reference, kind: 'LOAD', state: 'DONE', credits: '100.00' })
      const opened = await eventually(async () => {
        const { data } = (
          await manager.get(`/api/v1/transaction-record/discrepancies?search=${attempts[0]!.reference}`)
        ).body
        return data.length > 0 ? data : undefined
      })
      expect(opened).toMatchObject([
        { kind: 'AMOUNT_DIFFERS', expected: 'loaded 50.00 credits', reported: 'loaded 100.00 credits' },
      ])
    })

    it('that fails it with other credits, or speaks of another kind of job, leaves it to people', async () => {
      const id = await loaded('error', byRail[3]!)
      const { attempts } = await until(LOADS, id, 'UNKNOWN')
      await tell({ reference: attempts[0]!.reference, kind: 'REDEEM', state: 'DONE', credits: '100.00' })
      const opened = await eventually(async () => {
        const { data } = (
          await manager.get(`/api/v1/transaction-record/discrepancies?search=${attempts[0]!.reference}`)
        ).body
        return data.length > 0 ? data : undefined
      })
      expect(opened).toMatchObject([{ kind: 'AMOUNT_DIFFERS', reported: 'redeemed 100.00 credits' }])
      expect((await read(LOADS, id)).status).toBe('UNKNOWN')
    })

    it('is not asked for a user who was excluded since the request: staff reject it, and cannot complete it either', async () => {
      const [paused, hand] = [byRail[3]!, byHand[2]!]
      const change = (status: string) =>
        owner.query(`update users set account_status = $1::text where id = any($2::uuid[])`, [
          status,
          [paused.user, hand.user],
        ])
      await owner.query(`update connected_rails set is_paused = true where name = 'GAMES'`)
      const [waiting, asked] = [await added(load(paused)), await added(load(hand, '10.00'))]
      await change('SELF_EXCLUDED')
      await owner.query(`update connected_rails set is_paused = false where name = 'GAMES'`)
      await owner.query(
        `update outbox set due_at = clock_timestamp() where topic = 'railCall' and delivered_at is null`,
      )
      const why = await eventually(async () => {
        const [message] = await db.query<{ error: string | null }>(
          `select last_error as error from outbox where topic = 'railCall' and payload->>'attempt' =
             (select a.id::text from rail_attempts a where a.order_id = $1::uuid)`,
          [waiting],
        )
        return message?.error?.includes('may not play') ? message.error : undefined
      })
      expect(why).toBe('the user may not play')
      const completed = await loads.act(agent, asked, 'complete', { external_ref: 'P-9' })
      expect([completed.status, completed.body.message]).toEqual([422, PLATFORM_REQUEST_REFUSAL.user])
      await loads.done(agent, waiting, 'reject', { reason_code: 'LIMIT' })
      await loads.done(agent, asked, 'reject', { reason_code: 'LIMIT' })
      await change('ACTIVE')
      expect(await moved(waiting)).toEqual([...locked, 'LOAD_FAILED 100.00'])
    })
  })

  it('a redeem by hand needs the credits that were there, and takes the fee', async () => {
    const account = byHand[2]!
    const id = await added(redeem(account, { everything: false, credits: '125.00' }))
    expect((await redeems.act(agent, id, 'complete', { external_ref: 'R-1', moved_credits: '0' })).status).toBe(422)
    await redeems.done(agent, id, 'complete', {
      external_ref: 'R-1',
      moved_credits: '100.00',
      difference: 'The user went on playing',
    })
    // 100 credits at 1.25 are 80.00, of which 2 % are 1.60.
    expect(await read(REDEEMS, id)).toMatchObject({ amount: '80.00', fee: '1.60', net_amount: '78.40' })
    expect(await moved(id)).toEqual(['REDEEM_COMPLETED 80.00', 'REDEEM_FEE 1.60'])
  })

  it.each([
    [{}, 'everything'],
    [{ everything: false }, 'credits'],
    [{ everything: true, credits: '5.00' }, 'credits'],
  ])('a redeem of %j is refused: credits, or everything', async (what, field) => {
    const answer = await redeem(byHand[2]!, what)
    expect([answer.status, Object.keys(answer.body.errors ?? {})], answer.text).toEqual([422, [field]])
  })

  it('the database lets nobody change what was requested, or skip a state', async () => {
    const id = await added(load(byHand[2]!, '10.00'))
    const tried = (sql: string) => owner.query(sql, [id]).then(() => null, sqlState)
    expect((await tried('update platform_deposits set amount = 1 where id = $1::uuid'))?.constraint).toBe(
      'platform_request_immutable',
    )
    expect((await tried(`update platform_deposits set status = 'UNKNOWN' where id = $1::uuid`))?.constraint).toBe(
      'platform_request_status',
    )
  })

  it('staff of another store see none of it, also by link', async () => {
    const id = await added(load(byHand[2]!, '10.00'))
    const partner = await signedIn(platform, 'THIRD_PARTY_ADMIN')
    expect((await partner.get(`${LOADS}/${id}`)).status).toBe(404)
  })

  it('the ledger is right', async () => {
    expect((await checkLedger(db, nodeHash)).error).toBeNull()
  })
})
