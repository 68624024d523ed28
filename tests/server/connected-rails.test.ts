/** Health and pause of rails (money, Rails): a rail that is down or paused is sent nothing, and gets what waits for it afterwards. */
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { APP_KEY_HEADER } from '@contract/http/operation'
import { nodeHash } from '@server/node/crypto'
import { createAppKeys } from '@server/platform/modules/apps/keys'
import { postTransfers } from '@server/platform/modules/ledger/post'
import type { Db } from '@server/platform/ports/db'
import type { ConnectedRail } from '@server/platform/ports/rails'
import { checkRails, noteRails } from '@server/platform/records/system/rail-health'
import { railAddress } from '@server/rails/address'
import { connectRail } from '@server/rails/connect'
import type { PitbossServer } from '@server/server'
import { once } from './kit/acting'
import { signedIn, TestClient } from './kit/client'
import { testDatabases } from './kit/databases'
import { openGames, type TestGames } from './kit/games'
import { createTestClock, makePlatform } from './kit/platform'

const databases = await testDatabases()
const RAILS = '/api/v1/admin-setting/rails'
const LOADS = '/api/v1/admin-platform/deposit'
const SECRET = 'whsec_dGhlIHRlc3RzIG9mIGhlYWx0aCB1c2UgdGhpcyBvbmU='

interface Rail {
  id: string
  version: number
  name: string
  health: string
  is_connected: boolean
  is_paused: boolean
  waiting: number
}

describe.each(databases.everyKind)('rails on %s', (kind) => {
  let db: Db
  let owner: Db
  let platform: PitbossServer
  let admin: TestClient
  let key: string
  let account: string
  let rails: Map<string, ConnectedRail>
  let games: TestGames
  const clock = createTestClock()
  const told: string[] = []

  beforeAll(async () => {
    db = await databases.open(kind)
    owner = await databases.asOwner(db)
    games = await openGames({ secret: SECRET })
    rails = new Map(games.rails)
    platform = await makePlatform(db, { clock, rails })
    await platform.start({ port: 0 })
    admin = await signedIn(platform, 'ADMIN')
    ;({ key } = await createAppKeys(db, clock, nodeHash).create('NORTHGATE'))
    const [row] = await owner.query<{ id: string; user: string }>(
      `select a.id::text as id, a.user_id::text as "user" from platform_accounts a join store_platforms s on s.id = a.store_platform_id
         join users u on u.id = a.user_id
       where a.status = 'ACTIVE' and a.store_code = 'NORTHGATE' and s.mode = 'AUTOMATED' and not s.is_deleted and u.account_status = 'ACTIVE'
         and u.receivable = 0 order by a.id limit 1`,
    )
    account = row!.id
    await postTransfers(owner, [
      {
        purpose: 'OPENING',
        debit: 'OPENING',
        credit: 'CASH',
        amount: '1000.00',
        user_id: row!.user,
        source_type: 'users',
        source_id: row!.user,
        line: 8000,
      },
    ])
  })
  afterAll(async () => {
    await platform.close()
    await games.close()
  })

  const read = async (name = 'GAMES'): Promise<Rail> =>
    ((await admin.get(RAILS)).body.data as Rail[]).find((row) => row.name === name)!
  const act = async (action: string, body: object = { reason: 'Maintenance' }) => {
    const { id, version } = await read()
    const answer = await admin.patch(`${RAILS}/${id}/${action}`, body, { ifMatch: version })
    expect(answer.status, answer.text).toBe(200)
  }
  const load = async (): Promise<string> => {
    const answer = await new TestClient(platform, '203.0.113.9').post(
      '/api/v1/platform-deposit',
      { platform_account: account, amount: '10.00', source: 'APP' },
      { headers: { ...once().headers, [APP_KEY_HEADER]: key } },
    )
    expect(answer.status, answer.text).toBe(200)
    return answer.body.data.id
  }
  const stateOf = async (id: string) => (await admin.get(`${LOADS}/${id}`)).body.data
  const until = async (id: string, status: string) => {
    while ((await stateOf(id)).status !== status) await wait(25)
  }
  /** The message of the outbox was tried, and waits. */
  const tried = async (id: string) => {
    for (;;) {
      const [message] = await db.query<{ error: string | null }>(
        `select last_error as error from outbox where topic = 'railCall' and lease is null
           and payload->>'attempt' = (select a.id::text from rail_attempts a where a.order_id = $1::uuid)`,
        [id],
      )
      if (message?.error) return message.error
      await wait(25)
    }
  }
  const deps = () => ({
    db,
    clock,
    rails,
    wake: () => undefined,
    changed: (what: readonly { record: string }[]) => {
      told.push(...what.map(({ record }) => record))
      return Promise.resolve()
    },
  })

  it('of the settings are noted, and those that they no longer name', async () => {
    await noteRails(deps())
    expect(await read()).toMatchObject({ is_connected: true })
    expect(await read('BANK')).toMatchObject({ is_connected: false })
  })

  it('that respond are OK, and so are the platforms that they serve', async () => {
    await checkRails(deps())
    expect(await read()).toMatchObject({ health: 'OK' })
    expect(new Set(told)).toEqual(new Set(['connectedRail', 'storePlatform']))
    const served = await db.query<{ health: string }>(
      `select distinct health from store_platforms where mode = 'AUTOMATED' and rail = 'GAMES'`,
    )
    expect(served).toEqual([{ health: 'OK' }])
  })

  it('that are paused are sent nothing, and get what waits once somebody resumes them', async () => {
    await act('pause')
    const { waiting } = await read()
    const id = await load()
    expect(await tried(id)).toBe('the rail GAMES is paused')
    // It was tried often, and would be tried again in ten minutes.
    await owner.query(
      `update outbox set due_at = clock_timestamp() + interval '10 minutes', attempts = 12 where topic = 'railCall' and delivered_at is null`,
    )
    expect(await stateOf(id)).toMatchObject({ status: 'QUEUED', carried_by: 'The rail GAMES, which is paused' })
    expect(await read()).toMatchObject({ is_paused: true, waiting: waiting + 1 })
    expect(games.books.open()).toEqual([])
    await act('resume', { reason: 'It is over' })
    await until(id, 'PROCESSING')
    expect(await read()).toMatchObject({ is_paused: false, waiting, pause_reason: null })
  })

  describe('the connection of a store platform', () => {
    const PLATFORMS = '/api/v1/store-platforms'
    interface StorePlatform {
      id: string
      version: number
      mode: string
      health: string
      found: string | null
      checked_at: string | null
      accounts_count: number
    }
    const platforms = async (): Promise<StorePlatform[]> =>
      (await admin.get(PLATFORMS, { headers: { accept: 'application/json' } })).body.data
    const check = async (mode: string) => {
      const { id, version } = (await platforms()).find((row) => row.mode === mode)!
      const answer = await admin.patch(`${PLATFORMS}/${id}/check-connection`, {}, { ifMatch: version })
      return { answer, row: (await platforms()).find((row) => row.id === id)!, id }
    }
    const connectTo = (url: string, secret = SECRET) =>
      rails.set('GAMES', connectRail({ kind: 'PLATFORM', address: railAddress(url), secret, timeoutMs: 5000 }))

    it('is checked when a person asks: it is reached, and the page says so', async () => {
      const { answer, row, id } = await check('AUTOMATED')
      expect([answer.status, answer.body.message], answer.text).toEqual([
        200,
        expect.stringMatching(/^Reached in \d+ ms$/),
      ])
      expect(row).toMatchObject({ health: 'OK', found: answer.body.message, checked_at: expect.any(String) })
      expect(await read()).toMatchObject({ health: 'OK' })
      const [entry] = (await admin.get(`${PLATFORMS}/${id}/history`)).body.data
      expect(entry).toMatchObject({ action: 'checkConnection' })
    })

    it('that refuses the secret is down, and so is one that nobody answers at', async () => {
      connectTo(games.address, 'whsec_YW5vdGhlciBzZWNyZXQsIG5vdCB0aGUgc2FtZSE=')
      const refused = await check('AUTOMATED')
      expect(refused.answer.body.message).toMatch(/^Reached in \d+ ms, and it refuses the secret$/)
      expect(refused.row.health).toBe('DOWN')
      connectTo('http://127.0.0.1:1')
      const silent = await check('AUTOMATED')
      expect(silent.answer.body.message).toMatch(/^Not reached: /)
      expect(silent.row).toMatchObject({ health: 'DOWN', found: silent.answer.body.message })
      connectTo(games.address)
      expect((await check('AUTOMATED')).row.health).toBe('OK')
    })

    it('that the settings do not name is told; of a platform by hand there is none', async () => {
      rails.delete('GAMES')
      const unknown = await check('AUTOMATED')
      expect([unknown.answer.status, unknown.answer.body.message]).toEqual([
        200,
        'The settings of the server name no rail GAMES',
      ])
      connectTo(games.address)
      expect((await check('MANUAL')).answer.status).toBe(409)
      const agent = await signedIn(platform, 'SUPPORT_AGENT')
      const [{ id, version }] = (await platforms()) as [StorePlatform]
      expect((await agent.patch(`${PLATFORMS}/${id}/check-connection`, {}, { ifMatch: version })).status).toBe(403)
    })

    it('the platform counts its accounts that are not closed, and its open requests before it is disabled', async () => {
      const row = (await platforms()).find(({ accounts_count }) => accounts_count > 1)!
      const [{ n }] = (await db.query<{ n: number }>(
        `select count(*)::int as n from platform_accounts where store_platform_id = $1::uuid and status <> 'CLOSED'`,
        [row.id],
      )) as [{ n: number }]
      expect(row.accounts_count).toBe(n)
      const open = async (id: string) => (await admin.post(`${PLATFORMS}/${id}/preview`, {})).body.data
      const [{ platform: of }] = (await db.query<{ platform: string }>(
        `select store_platform_id::text as platform from platform_accounts where id = $1::uuid`,
        [account],
      )) as [{ platform: string }]
      const before = await open(of)
      await act('pause')
      const id = await load()
      expect(await open(of)).toEqual({ ...before, loads: before.loads + 1 })
      const claimed = await admin.patch(`${LOADS}/${id}/claim`, {})
      await admin.patch(`${LOADS}/${id}/reject`, { reason_code: 'LIMIT' }, once(claimed.body.data.version))
      expect(await open(of)).toEqual(before)
      await act('resume', { reason: 'It is over' })
    })
  })

  it('that do not respond are down: nothing is sent, what waits can be rejected, and the rest goes on afterwards', async () => {
    const down = new Map<string, ConnectedRail>([
      ['GAMES', connectRail({ kind: 'PLATFORM', address: railAddress('http://127.0.0.1:1'), secret: SECRET })],
    ])
    await owner.query(`update store_platforms set health = 'OK' where rail = 'GAMES'`)
    await checkRails({ ...deps(), rails: down })
    expect(await read()).toMatchObject({ health: 'DOWN' })
    const [entry] = (await admin.get(`${RAILS}/${(await read()).id}/history`)).body.data
    expect(entry).toMatchObject({ action: 'healthChanged', by: null })
    // Apps are told at once.
    const refused = await new TestClient(platform, '203.0.113.9').post(
      '/api/v1/platform-deposit',
      { platform_account: account, amount: '10.00', source: 'APP' },
      { headers: { ...once().headers, [APP_KEY_HEADER]: key } },
    )
    expect(refused.status, refused.text).toBe(422)
    // One that was requested just before.
    await owner.query(`update store_platforms set health = 'OK' where rail = 'GAMES'`)
    const [first, second] = [await load(), await load()]
    expect(await tried(first)).toBe('the rail GAMES does not respond')
    const claimed = await admin.patch(`${LOADS}/${second}/claim`, {})
    const rejected = await admin.patch(
      `${LOADS}/${second}/reject`,
      { reason_code: 'PLATFORM_DOWN' },
      once(claimed.body.data.version),
    )
    expect(rejected.status, rejected.text).toBe(200)
    await checkRails(deps())
    expect(await read()).toMatchObject({ health: 'OK' })
    await until(first, 'PROCESSING')
  })
})
