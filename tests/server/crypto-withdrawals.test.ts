/** Crypto withdrawals (money, Withdrawals: Crypto): the locked rate, addresses, the hot wallet, and what bad luck does to what is sent. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { APP_KEY_HEADER } from '@contract/http/operation'
import { CRYPTO_WITHDRAWAL_REFUSAL } from '@contract/records/money/crypto-withdrawal'
import { WITHDRAWAL_REFUSAL } from '@contract/records/money/withdrawal'
import type { CheckResult } from '@contract/records/money/withdrawal-checks'
import { DEMO_PASSWORD } from '@server/db/demo'
import { addressFor } from '@demo/money/coin-addresses'
import { nodeHash } from '@server/node/crypto'
import { createAppKeys } from '@server/platform/modules/apps/keys'
import { checkLedger } from '@server/platform/modules/ledger/check'
import { sqlState, type Db } from '@server/platform/ports/db'
import type { CoinSend } from '@server/platform/ports/rails'
import { refreshCoins } from '@server/platform/records/money/coin-quotes'
import { compareStatement } from '@server/platform/records/money/statements'
import { wakeWithdrawals } from '@server/platform/records/money/withdrawal-worker'
import { signed } from '@server/rails/signature'
import type { Behaviour } from '@server/sandbox/behaviour'
import type { PitbossServer } from '@server/server'
import { actingOn, decide, eventually, once, waitingAbout } from './kit/acting'
import { signedIn, TestClient } from './kit/client'
import { testDatabases } from './kit/databases'
import { lookUpOn } from './kit/look-up'
import { paidUsers } from './kit/paid-users'
import { createTestClock, makePlatform } from './kit/platform'
import { openWallet, type TestWallet } from './kit/wallet'

const databases = await testDatabases()
const WITHDRAWALS = '/api/v1/admin-withdrawal'
const REQUESTED = '/api/v1/withdrawal'
const SECRET = 'whsec_dGhlIHRlc3RzIG9mIGNyeXB0byB3aXRoZHJhd2Fscw=='
const { act, done } = actingOn(WITHDRAWALS)

interface Withdrawal {
  id: string
  version: number
  status: string
  reference: string
  fee: string
  net_amount: string
  network_fee: string
  estimate: string | null
  coin_amount: string | null
  rate: string | null
  address: string
  tx_hash: string | null
  explorer: string | null
  confirmations: string | null
  warnings: string[]
  checks: CheckResult[]
  attempts: { number: number; reference: string; outcome: string; message: string | null }[]
}
interface Values {
  user?: string
  coin?: string
  amount?: string
  address?: string
}

describe.each(databases.everyKind)('crypto withdrawals on %s', (kind) => {
  let db: Db
  let owner: Db
  let platform: PitbossServer
  let wallet: TestWallet
  let finance: TestClient
  let finance2: TestClient
  let admin: TestClient
  let key: string
  let users: string[]
  let poor: string
  let events: string
  const coins = new Map<string, string>()
  const clock = createTestClock()
  const nothingChanged = async () => undefined
  const refresh = () => refreshCoins({ db, rails: wallet.rails, changed: nothingChanged })

  beforeAll(async () => {
    db = await databases.open(kind)
    owner = await databases.asOwner(db)
    wallet = await openWallet({ secret: SECRET, timeoutMs: 5000, lateMs: 7000 })
    platform = await makePlatform(db, { clock, rails: wallet.rails })
    events = wallet.tellsTo(await platform.start({ port: 0 }))
    finance = await signedIn(platform, 'FINANCE')
    admin = await signedIn(platform, 'ADMIN')
    finance2 = await signedIn(platform, 'FINANCE', 1)
    for (const each of [finance, finance2, admin])
      await each.post('/api/v1/admin-two-fa/step-up', { password: DEMO_PASSWORD })
    ;({ key } = await createAppKeys(db, clock, nodeHash).create('NORTHGATE'))
    for (const { id, symbol, network } of await db.query<{ id: string; symbol: string; network: string }>(
      `select id::text as id, symbol, network from crypto_coins where store_code = 'NORTHGATE'`,
    ))
      coins.set(`${symbol} ${network}`, id)
    ;({ users, poor } = await paidUsers(owner, 70))
    await refresh()
  })
  afterAll(async () => {
    await platform.close()
    await wallet.close()
  })

  const app = () => new TestClient(platform, '203.0.113.9')
  const asApp = () => ({ headers: { [APP_KEY_HEADER]: key, 'idempotency-key': randomUUID() } })
  const newAddress = (network = 'TRON') => addressFor(network, randomUUID())!
  const request = (values: Values = {}) =>
    app().post(
      REQUESTED,
      {
        user: values.user ?? users.pop()!,
        coin: coins.get('USDT TRON'),
        amount: '100.00',
        address: newAddress(),
        source: 'APP',
        ...values,
      },
      asApp(),
    )
  async function requested(values: Values = {}): Promise<string> {
    const answer = await request(values)
    expect(answer.status, answer.text).toBe(200)
    return answer.body.data.id
  }
  const read = async (id: string, as = admin): Promise<Withdrawal> => (await as.get(`${WITHDRAWALS}/${id}`)).body.data
  const until = (id: string, fits: (row: Withdrawal) => boolean): Promise<Withdrawal> =>
    eventually(async () => {
      const row = await read(id)
      return fits(row) ? row : undefined
    })
  const untilStatus = (id: string, status: string) => until(id, (row) => row.status === status)
  /** The network has its transaction. */
  const untilSent = (id: string) => until(id, ({ tx_hash }) => tx_hash !== null)
  const mine = (blocks = 25) => wallet.command('mine', { blocks })
  const purposes = async (id: string) =>
    (
      await db.query<{ posted: string }>(
        `select purpose || ' ' || amount as posted from transfers where source_type = 'crypto_withdrawal' and source_id = $1::uuid order by no`,
        [id],
      )
    ).map(({ posted }) => posted)
  const locked = ['WITHDRAWAL_REQUESTED 100.00']
  /** An address that was paid before warns of nothing, and the amount needs nobody else. */
  async function known(values: Values = {}): Promise<Required<Pick<Values, 'user' | 'address'>>> {
    const user = values.user ?? users.pop()!
    const address = values.address ?? newAddress()
    const id = await requested({ ...values, user, address, amount: '60.00' })
    await approve(id)
    await untilSent(id)
    await mine()
    await untilStatus(id, 'COMPLETED')
    return { user, address }
  }
  /** With the approval of another person, where it needs one. */
  async function approve(id: string, ...behaviours: Behaviour[]): Promise<void> {
    if (behaviours.length > 0) wallet.behaviours.tell(...behaviours)
    await done(finance, id, 'approve')
    if ((await read(id)).status !== 'AWAITING_SECOND_APPROVAL') return
    const answer = await decide(finance2, id)
    expect(answer.status, answer.text).toBe(200)
  }
  const discrepancies = (reference: string) =>
    db.query<{ kind: string; expected: string; reported: string }>(
      'select kind, expected, reported from discrepancies where rail_reference = $1::text order by kind',
      [reference],
    )
  async function event(send: CoinSend): Promise<void> {
    const types = { ACCEPTED: 'broadcast', BROADCAST: 'broadcast', CONFIRMED: 'confirmed', FAILED: 'failed' } as const
    const text = JSON.stringify({ type: `send.${types[send.state]}`, send })
    const sent = await fetch(events, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signed(SECRET, text, { id: randomUUID() }) },
      body: text,
    })
    expect(sent.status).toBe(204)
    await eventually(async () => {
      const [row] = await db.query<{ n: number }>('select count(*)::int as n from rail_events where applied_at is null')
      return row!.n === 0 ? true : undefined
    })
  }

  it('is of money in the currency of the platform, as all coins are, also in the demo', async () => {
    for (const table of ['crypto_withdrawals', 'crypto_deposits'])
      expect(
        await owner.query(
          `select x.reference from ${table} x join users u on u.id = x.user_id where u.currency <> 'USD'`,
        ),
      ).toEqual([])
  })

  describe('a request', () => {
    it('locks the amount, and keeps the coin, the network fee and the whole address', async () => {
      const address = newAddress()
      const id = await requested({ address })
      expect(await read(id)).toMatchObject({
        status: 'PENDING',
        fee: '0.00',
        net_amount: '100.00',
        network_fee: '1',
        address,
        estimate: '99',
        coin_amount: null,
        rate: null,
      })
      expect(await purposes(id)).toEqual(locked)
      const shown = await app().get(`${REQUESTED}/${id}`, asApp())
      expect(shown.body.data).toMatchObject({ address, status: 'PENDING' })
      expect(shown.body.data).not.toHaveProperty('checks')
    })

    it.each([
      ['an address with a wrong character', { address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u' }, 'address'],
      ['an address of another network', { address: '0xdac17f958d2ee523a2206206994597c13d831ec7' }, 'address'],
      ['more than the user has', { user: 'poor', amount: '900000.00' }, 'amount'],
      ['less than the coin’s minimum', { amount: '0.50' }, 'amount'],
      ['an amount that is none', { amount: '1.000,50' }, 'amount'],
      ['nothing', { amount: '0.00' }, 'amount'],
      ['three places', { amount: '10.001' }, 'amount'],
      ['a coin that pays nothing', { coin: 'ETH ETHEREUM' }, 'coin'],
    ])('of %s is refused at its field', async (_, values: Values, field) => {
      const user = values.user === 'poor' ? poor : users.at(-1)!
      const answer = await request({ ...values, user, ...(values.coin && { coin: coins.get(values.coin)! }) })
      expect([answer.status, Object.keys(answer.body.errors ?? {})], answer.text).toEqual([422, [field]])
    })

    it('is refused without a current rate', async () => {
      const coin = coins.get('LTC LITECOIN')!
      await owner.query(`update coin_quotes set rate_at = now() - interval '20 minutes' where coin_id = $1::uuid`, [
        coin,
      ])
      const answer = await request({ coin, address: newAddress('LITECOIN') })
      expect(answer.body.errors).toEqual({ coin: [CRYPTO_WITHDRAWAL_REFUSAL.rate] })
      await refresh()
    })

    it('can be cancelled by the user until it is decided, once', async () => {
      const id = await requested()
      const cancelled = await app().post(`${REQUESTED}/${id}/cancel`, {}, asApp())
      expect(cancelled.status, cancelled.text).toBe(200)
      expect((await app().post(`${REQUESTED}/${id}/cancel`, {}, asApp())).status).toBe(200)
      expect(await purposes(id)).toEqual([...locked, 'WITHDRAWAL_REFUSED 100.00'])
      expect((await read(id)).status).toBe('CANCELLED')
    })
  })

  describe('an approval', () => {
    it('locks the rate of its moment, and the coins are sent once', async () => {
      const coin = coins.get('BTC BITCOIN')!
      await wallet.command('rate', { symbol: 'BTC', rate: '50000' })
      await refresh()
      const id = await requested({ coin, address: newAddress('BITCOIN') })
      expect((await read(id)).estimate).toBe('0.00197')
      await wallet.command('rate', { symbol: 'BTC', rate: '40000' })
      await refresh()
      await approve(id)
      const sent = await untilSent(id)
      expect(sent).toMatchObject({ status: 'PROCESSING', rate: '40000', coin_amount: '0.00247', estimate: null })
      expect(sent.explorer).toBe(`https://mempool.space/tx/${sent.tx_hash}`)
      await mine(1)
      await until(id, ({ confirmations }) => confirmations === '1 of 2')
      expect(await purposes(id)).toEqual(locked)
      await mine(1)
      const paid = await untilStatus(id, 'COMPLETED')
      expect(paid).toMatchObject({ confirmations: '2 of 2', attempts: [{ outcome: 'DONE' }] })
      expect(await purposes(id)).toEqual([...locked, 'WITHDRAWAL_PAID 100.00'])
      expect(wallet.books.findSend(paid.attempts[0]!.reference)).toMatchObject({
        amount: '0.00247',
        address: paid.address,
        hash: paid.tx_hash,
      })
    })

    it('of a first address needs one person more, who reads what is sent where', async () => {
      const id = await requested()
      expect((await read(id)).warnings).toEqual(['ADDRESS'])
      await done(finance, id, 'approve')
      expect((await read(id)).status).toBe('AWAITING_SECOND_APPROVAL')
      const [waiting] = await waitingAbout(finance2, id)
      const details = Object.fromEntries(waiting!.details.map(({ label, value }) => [label, value]))
      expect(details).toMatchObject({ 'Sends about': '99 USDT', Network: 'Tron', Address: (await read(id)).address })
      expect(details.Checks).toMatch(/Address: The first payment to this address/)
    })

    it('of an address that was paid before needs nobody else', async () => {
      const { user, address } = await known()
      const id = await requested({ user, address })
      expect((await read(id)).warnings).toEqual([])
      await done(finance, id, 'approve')
      expect(await untilSent(id)).toMatchObject({ status: 'PROCESSING' })
      await mine()
      await untilStatus(id, 'COMPLETED')
    })

    it('tells that other users are paid at the same address, in whichever letter case it was written', async () => {
      const coin = coins.get('USDT ETHEREUM')!
      const address = newAddress('ETHEREUM')
      await requested({ coin, address: address.toLowerCase() })
      const other = await read(await requested({ coin, address }))
      expect(other.warnings).toEqual(['ADDRESS', 'DETAIL_SHARED'])
      expect(other.address.toLowerCase()).toBe(address.toLowerCase())
    })

    it('is refused for the address of a deposit here', async () => {
      const [deposit] = await db.query<{ address: string }>(
        `select address from crypto_deposits where network = 'TRON' and address is not null limit 1`,
      )
      const id = await requested({ address: deposit!.address })
      const answer = await act(finance, id, 'approve')
      expect([answer.status, answer.body.message]).toEqual([
        422,
        WITHDRAWAL_REFUSAL.blocked(
          'Address',
          'A deposit of this platform is paid to this address: it would pay itself',
        ),
      ])
    })

    it('asks to compare an address of Solana, which has no checksum', async () => {
      const id = await requested({ coin: coins.get('USDC SOLANA')!, address: newAddress('SOLANA') })
      const address = (await read(id)).checks.find(({ check }) => check === 'ADDRESS')
      expect(address).toMatchObject({ result: 'WARN', detail: expect.stringMatching(/no checksum: compare it/) })
    })

    it('is refused while the coin has no current rate, also of whoever decides last', async () => {
      const coin = coins.get('LTC LITECOIN')!
      const id = await requested({ coin, address: newAddress('LITECOIN') })
      await done(finance, id, 'approve')
      await owner.query(`update coin_quotes set rate_at = now() - interval '20 minutes' where coin_id = $1::uuid`, [
        coin,
      ])
      const refused = await decide(finance2, id)
      expect([refused.status, refused.body.message]).toEqual([422, CRYPTO_WITHDRAWAL_REFUSAL.rate])
      await refresh()
      expect((await decide(finance2, id)).status).toBe(200)
      await untilSent(id)
      await mine()
      await untilStatus(id, 'COMPLETED')
    })

    it('that was put on hold is made anew, at a new rate', async () => {
      const id = await requested({ coin: coins.get('BTC BITCOIN')!, address: newAddress('BITCOIN') })
      await owner.query(`update connected_rails set is_paused = true where name = 'COINS'`)
      try {
        await approve(id)
        expect(await read(id)).toMatchObject({ status: 'APPROVED', rate: '40000' })
        await done(finance, id, 'hold', { reason: 'The user wrote that the address is wrong' })
      } finally {
        await owner.query(`update connected_rails set is_paused = false where name = 'COINS'`)
      }
      expect(await read(id)).toMatchObject({ status: 'ON_HOLD', rate: null, coin_amount: null, attempts: [] })
      await owner.query(`update crypto_withdrawals set wakes_at = now() - interval '1 second' where id = $1::uuid`, [
        id,
      ])
      expect(await wakeWithdrawals({ db, clock, changed: nothingChanged })).toBeGreaterThan(0)
      expect((await read(id)).status).toBe('PENDING')
      await wallet.command('rate', { symbol: 'BTC', rate: '80000' })
      await refresh()
      await approve(id)
      expect(await untilSent(id)).toMatchObject({ rate: '80000', coin_amount: '0.00122' })
      await mine()
      await untilStatus(id, 'COMPLETED')
    })

    it('that rejects returns the money at once', async () => {
      const id = await requested()
      await done(finance, id, 'reject', { reason_code: 'PAYOUT_DETAILS', user_text: 'Please use your own address' })
      expect(await purposes(id)).toEqual([...locked, 'WITHDRAWAL_REFUSED 100.00'])
    })
  })

  describe('the hot wallet', () => {
    it('that has too little warns, and what is approved waits until it has enough', async () => {
      const coin = coins.get('BTC BITCOIN')!
      const { user, address } = await known({ coin, address: newAddress('BITCOIN') })
      await owner.query(
        `update coin_quotes set balance = 0.0001, balance_at = now() + interval '1 minute' where coin_id = $1::uuid`,
        [coin],
      )
      const id = await requested({ user, coin, address })
      const row = await read(id)
      expect(row.warnings).toEqual(['HOT_WALLET'])
      expect(row.checks.find(({ check }) => check === 'HOT_WALLET')?.detail).toBe(
        'Only 0.0001 BTC can be sent now: it waits until there is enough',
      )
      await approve(id)
      await eventually(async () => {
        const [message] = await db.query<{ error: string }>(
          `select o.last_error as error from outbox o join rail_attempts a on a.id::text = o.payload->>'attempt'
           where a.order_id = $1::uuid and o.last_error is not null`,
          [id],
        )
        return message?.error.includes('the hot wallet has 0.0001 BTC') ? true : undefined
      })
      expect((await read(id)).status).toBe('APPROVED')
      expect(wallet.books.findSend(`${row.reference}-1`)).toBeUndefined()
      await owner.query(`update coin_quotes set balance_at = now() - interval '1 hour' where coin_id = $1::uuid`, [
        coin,
      ])
      await refresh()
      await owner.query(`update outbox set due_at = now() where delivered_at is null`)
      await untilSent(id)
      await mine()
      await untilStatus(id, 'COMPLETED')
    })

    it('sends its last coins once, however many ask for them', async () => {
      const coin = coins.get('BTC BITCOIN')!
      const ids = [
        await requested({ coin, address: newAddress('BITCOIN') }),
        await requested({ coin, address: newAddress('BITCOIN') }),
      ]
      await owner.query(`update connected_rails set is_paused = true where name = 'COINS'`)
      for (const id of ids) await approve(id)
      // Enough for one of them.
      await owner.query(`update coin_quotes set balance = 0.0015, balance_at = now() where coin_id = $1::uuid`, [coin])
      await owner.query(`update connected_rails set is_paused = false where name = 'COINS'`)
      await owner.query(`update outbox set due_at = now() where delivered_at is null`)
      const first = await eventually(async () => {
        const rows = await Promise.all(ids.map((id) => read(id)))
        return rows.find(({ tx_hash }) => tx_hash !== null)
      })
      const second = ids.find((id) => id !== first.id)!
      await eventually(async () => {
        const [message] = await db.query(
          `select 1 from outbox o join rail_attempts a on a.id::text = o.payload->>'attempt'
           where a.order_id = $1::uuid and o.last_error like '%the hot wallet has%'`,
          [second],
        )
        return message ? true : undefined
      })
      expect((await read(second)).status).toBe('APPROVED')
      await done(finance, second, 'reject', { reason_code: 'OTHER' })
      await mine()
      await untilStatus(first.id, 'COMPLETED')
      await refresh()
    })
  })

  // Each has a time-out of the rail in it, and some a look-up that is planned for later.
  describe('a wallet service', { timeout: 120_000 }, () => {
    it.each(['paid', 'eventFirst', 'eventTwice'] as const)('sends once (%s)', async (behaviour) => {
      const id = await requested()
      await approve(id, behaviour)
      const sent = await untilSent(id)
      await mine()
      await untilStatus(id, 'COMPLETED')
      expect(await purposes(id)).toEqual([...locked, 'WITHDRAWAL_PAID 100.00'])
      expect(wallet.books.sends().filter(({ reference }) => reference.startsWith(sent.reference))).toHaveLength(1)
    })

    it.each(['refuse', 'fail', 'returned'] as const)(
      'that does not send (%s) leaves the money locked, and is asked again with another reference and the same rate',
      async (behaviour) => {
        const id = await requested()
        await approve(id, behaviour)
        const failed = await untilStatus(id, 'FAILED')
        expect(await purposes(id)).toEqual(locked)
        await done(finance, id, 'pay-again', { reason: 'The network works again' })
        await until(id, ({ status, tx_hash }) => status === 'PROCESSING' && tx_hash !== failed.tx_hash)
        await mine()
        const paid = await untilStatus(id, 'COMPLETED')
        expect(paid.attempts.map(({ reference, outcome }) => [reference, outcome])).toEqual([
          [`${failed.reference}-2`, 'DONE'],
          [`${failed.reference}-1`, 'FAILED'],
        ])
        expect(paid.coin_amount).toBe(failed.coin_amount)
      },
    )

    it('that failed is not asked again where the money is returned', async () => {
      const id = await requested()
      await approve(id, 'refuse')
      await untilStatus(id, 'FAILED')
      await done(finance, id, 'give-back', {})
      expect(await purposes(id)).toEqual([...locked, 'WITHDRAWAL_REFUSED 100.00'])
    })

    it('that says a failed one was sent after all keeps its money locked until the discrepancy is resolved', async () => {
      const id = await requested()
      await approve(id, 'fail')
      const { attempts } = await untilStatus(id, 'FAILED')
      const send = wallet.books.findSend(attempts[0]!.reference)!
      await event({ ...send, state: 'CONFIRMED', hash: 'a'.repeat(64), confirmations: 30, reason: null })
      for (const action of ['give-back', 'pay-again']) {
        const answer = await act(finance, id, action, action === 'give-back' ? {} : { reason: 'Again' })
        expect([answer.status, answer.body.message], action).toEqual([422, WITHDRAWAL_REFUSAL.contradicted])
      }
      expect(await purposes(id)).toEqual(locked)
    })

    it.each(['errorAfter', 'drop', 'late', 'never', 'garbage', 'otherAmount'] as const)(
      'that gives no usable answer (%s) is looked up, and not told again',
      async (behaviour) => {
        wallet.receiver.url = null
        const id = await requested()
        try {
          await approve(id, behaviour)
          await untilStatus(id, 'UNKNOWN')
          await done(finance, id, 'look-up')
          await until(id, ({ status, tx_hash }) => status === 'PROCESSING' && tx_hash !== null)
        } finally {
          wallet.receiver.url = events
        }
        await mine()
        await untilStatus(id, 'COMPLETED')
        expect((await read(id)).attempts).toHaveLength(1)
      },
    )

    it('whose answer nobody knows is resolved by two people', async () => {
      const id = await requested()
      await approve(id, 'error')
      await untilStatus(id, 'UNKNOWN')
      await done(finance, id, 'resolve', { resolution: 'NOT_PAID', evidence: 'Not on the chain', reason: 'Checked' })
      expect((await decide(finance2, id)).status).toBe(200)
      expect(await read(id)).toMatchObject({ status: 'FAILED' })
      expect(await purposes(id)).toEqual(locked)
    })

    it('that says otherwise after the end opens a discrepancy, and moves nothing', async () => {
      const id = await requested()
      await approve(id)
      await untilSent(id)
      await mine()
      const { attempts } = await untilStatus(id, 'COMPLETED')
      const { reference } = attempts[0]!
      const send = wallet.books.findSend(reference)!
      await event({ ...send, state: 'FAILED', reason: 'Replaced by another transaction' })
      expect(await discrepancies(reference)).toEqual([
        { kind: 'CONTRADICTION', expected: 'sent 99 USDT', reported: 'failed 99 USDT' },
      ])
      expect(await purposes(id)).toEqual([...locked, 'WITHDRAWAL_PAID 100.00'])
      // A late report of fewer confirmations says nothing new.
      await event({ ...send, state: 'BROADCAST', confirmations: 0 })
      expect(await read(id)).toMatchObject({ status: 'COMPLETED', confirmations: '20 of 20' })
    })

    it('whose statement lacks what was sent, or has something else, opens a discrepancy', async () => {
      const today = new Date().toISOString().slice(0, 10)
      const on = { db, clock, rails: wallet.rails }
      const deps = { ...on, lookUp: lookUpOn(on), changed: nothingChanged }
      // The network has this one, without its confirmations.
      const underWay = await requested()
      await approve(underWay)
      await untilSent(underWay)
      expect(await compareStatement(deps, 'COINS', today, { isAgain: true })).toBe(true)
      const before = (await db.query(`select 1 from discrepancies where rail = 'COINS'`)).length
      wallet.books.bookSend({
        reference: 'CW-STRANGE-1',
        symbol: 'USDT',
        network: 'TRON',
        address: newAddress(),
        amount: '5',
      })
      wallet.books.broadcast('CW-STRANGE-1')
      expect(await compareStatement(deps, 'COINS', today, { isAgain: true })).toBe(true)
      expect(await discrepancies('CW-STRANGE-1')).toEqual([
        { kind: 'MISSING_HERE', expected: 'no such payment', reported: 'sent 5 USDT' },
      ])
      expect((await db.query(`select 1 from discrepancies where rail = 'COINS'`)).length).toBe(before + 1)
      expect(await discrepancies(`${(await read(underWay)).reference}-1`)).toEqual([])
      await mine()
      await untilStatus(underWay, 'COMPLETED')
    })
  })

  it('nobody holds, rejects or cancels what may be sent', async () => {
    const id = await requested()
    await approve(id)
    await untilSent(id)
    expect((await act(finance, id, 'hold', { reason: 'Wait' })).status).toBe(409)
    expect((await act(finance, id, 'reject', { reason_code: 'OTHER' })).status).toBe(409)
    expect((await app().post(`${REQUESTED}/${id}/cancel`, {}, asApp())).status).toBe(422)
    const refused = await owner
      .query(`update crypto_withdrawals set status = 'REJECTED' where id = $1::uuid`, [id])
      .then(() => null, sqlState)
    expect(refused?.constraint).toBe('withdrawal_status')
    await mine()
    await untilStatus(id, 'COMPLETED')
  })

  it.each([
    ['another address', `address = 'T'`, 'withdrawal_immutable'],
    ['another amount', 'amount = 1', 'withdrawal_immutable'],
    ['a rate without an approval', 'rate = 2, coin_amount = 49', 'withdrawal_rate'],
    ['an approval that nobody gave', `status = 'APPROVED', rate = 1, coin_amount = 99`, 'withdrawal_status'],
    ['a payment', `status = 'COMPLETED'`, 'withdrawal_status'],
  ])('the database refuses %s', async (_, change, constraint) => {
    const id = await requested()
    const refused = await owner
      .query(`update crypto_withdrawals set ${change} where id = $1::uuid`, [id])
      .then(() => null, sqlState)
    expect(refused?.constraint).toBe(constraint)
  })

  it('support reads that it waits, and not where it pays', async () => {
    const support = await signedIn(platform, 'SUPPORT_AGENT')
    const id = await requested()
    const row = await read(id, support)
    expect(row.status).toBe('PENDING')
    for (const hidden of ['address', 'tx_hash', 'checks', 'events', 'withdrawable'])
      expect(row).not.toHaveProperty(hidden)
    expect((await support.patch(`${WITHDRAWALS}/${id}/approve`, {}, once(row.version))).status).toBe(403)
  })

  it('the limits of the level count withdrawals in coins and others together', async () => {
    await owner.query(`update user_levels set daily_withdrawal_limit = 250`)
    try {
      const user = users.pop()!
      const [pix] = await db.query<{ id: string }>(`select id::text as id from payment_methods where name = 'PIX'`)
      const first = await app().post(
        '/api/v1/manual-withdrawal',
        {
          user,
          payment_method: pix!.id,
          amount: '200.00',
          payee: 'Somebody',
          details: [{ label: 'Chave PIX', value: randomUUID().slice(0, 12) }],
          source: 'APP',
        },
        asApp(),
      )
      expect(first.status, first.text).toBe(200)
      const row = await read(await requested({ user }))
      expect(row.checks.find(({ check }) => check === 'LEVEL_LIMIT')).toMatchObject({
        result: 'FAIL',
        detail: 'Requested on this day: 300.00 USD of 250.00 USD',
      })
      expect(row).toMatchObject({ others: [{ id: first.body.data.id }] })
    } finally {
      await owner.query(`update user_levels set daily_withdrawal_limit = null`)
    }
  })

  it('the ledger is right, and the books of the wallet service are ours', async () => {
    expect((await checkLedger(db, nodeHash)).error).toBeNull()
    const paid = await db.query<{ reference: string; amount: string; hash: string }>(
      `select a.reference, a.amount::text as amount, w.tx_hash as hash from rail_attempts a join crypto_withdrawals w on w.id = a.order_id
       where a.order_type = 'crypto_withdrawal' and a.state = 'DONE' and w.source = 'APP' and w.requested_at > now() - interval '1 hour' order by 1`,
    )
    const theirs = wallet.books
      .sends()
      .filter(({ state, reference }) => state === 'CONFIRMED' && reference !== 'CW-STRANGE-1')
      .map(({ reference, amount, hash }) => ({ reference, amount, hash }))
      .toSorted((one, other) => (one.reference < other.reference ? -1 : 1))
    expect(paid).toEqual(theirs)
  })
})
