/** Crypto deposits (money, /deposit/crypto-deposit): what is credited by itself, what waits for staff, and what bad luck does to both. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressFault } from '@contract/crypto-address'
import { APP_KEY_HEADER } from '@contract/http/operation'
import { CRYPTO_DEPOSIT_REFUSAL } from '@contract/records/money/crypto-deposit'
import { DEMO_PASSWORD } from '@server/db/demo'
import { nodeHash } from '@server/node/crypto'
import { createAppKeys } from '@server/platform/modules/apps/keys'
import { checkLedger } from '@server/platform/modules/ledger/check'
import { sqlState, type Db } from '@server/platform/ports/db'
import type { ChainPayment } from '@server/platform/ports/rails'
import { refreshCoins } from '@server/platform/records/money/coin-quotes'
import { settleExpired } from '@server/platform/records/money/crypto-rail'
import { signed } from '@server/rails/signature'
import type { Behaviour } from '@server/sandbox/behaviour'
import type { PitbossServer } from '@server/server'
import { signedIn, TestClient } from './kit/client'
import { testDatabases } from './kit/databases'
import { createTestClock, makePlatform } from './kit/platform'
import { openWallet, type TestWallet } from './kit/wallet'

const databases = await testDatabases()
const DEPOSITS = '/api/v1/admin-deposit'
const REQUESTED = '/api/v1/crypto-deposit'
const COINS = '/api/v1/admin-crypto-coin'
const APPROVALS = '/api/v1/admin/profile/approvals'
const SECRET = 'whsec_dGhlIHRlc3RzIG9mIGNyeXB0byBkZXBvc2l0cyB1c2U='

interface Deposit {
  id: string
  version: number
  reference: string
  user: { id: string }
  status: string
  stage: string
  address: string | null
  symbol: string
  coin_asked: string | null
  coin_amount: string | null
  amount: string | null
  rate: string | null
  confirmations: string | null
  finding: string | null
  bonus: string | null
  awaits_approval: boolean
  payments: { transaction: string; state: string; confirmations: number; rate: string | null; amount: string | null }[]
}

describe.each(databases.everyKind)('crypto deposits on %s', (kind) => {
  let db: Db
  let owner: Db
  let platform: PitbossServer
  let testWallet: TestWallet
  let rail: TestWallet['rail']
  let receiver: TestWallet['receiver']
  let behaviours: TestWallet['behaviours']
  let finance: TestClient
  let finance2: TestClient
  let admin: TestClient
  let key: string
  let users: string[]
  let events: string
  const coins = new Map<string, string>()
  const clock = createTestClock()

  beforeAll(async () => {
    db = await databases.open(kind)
    owner = await databases.asOwner(db)
    testWallet = await openWallet({ secret: SECRET, timeoutMs: 1000, lateMs: 3000 })
    ;({ behaviours, rail, receiver } = testWallet)
    platform = await makePlatform(db, { clock, rails: testWallet.rails })
    events = testWallet.tellsTo(await platform.start({ port: 0 }))
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
    users = (
      await db.query<{ id: string }>(
        `select id::text as id from users where store = 'NORTHGATE' and account_status = 'ACTIVE' and not is_deleted and currency = 'USD'
           and user_level_id in (select id from user_levels where name in ('Gold', 'Platinum', 'Diamond')) order by id desc limit 60`,
      )
    ).map(({ id }) => id)
    await refreshCoins({ db, rails: testWallet.rails, changed: async () => undefined })
  })
  afterAll(async () => {
    await platform.close()
    await testWallet.close()
  })

  const app = () => new TestClient(platform, '203.0.113.9')
  const asApp = () => ({ headers: { [APP_KEY_HEADER]: key, 'idempotency-key': randomUUID() } })
  const told = (...each: Behaviour[]) => behaviours.tell(...each)
  const request = (values: object = {}) =>
    app().post(
      REQUESTED,
      { user: users.pop(), coin: coins.get('USDT TRON'), amount_asked: '100.00', source: 'APP', ...values },
      asApp(),
    )
  const read = async (id: string): Promise<Deposit> => (await admin.get(`${DEPOSITS}/${id}`)).body.data
  const pause = (ms = 25) => new Promise((resolve) => setTimeout(resolve, ms))
  async function until(id: string, fits: (deposit: Deposit) => boolean): Promise<Deposit> {
    for (;;) {
      const deposit = await read(id)
      if (fits(deposit)) return deposit
      await pause()
    }
  }
  const untilStatus = (id: string, status: string) => until(id, (each) => each.status === status)
  /** A deposit with its address. */
  async function requested(values: object = {}): Promise<Deposit> {
    const answer = await request(values)
    expect(answer.status, answer.text).toBe(200)
    return until(answer.body.data.id, ({ address }) => address !== null)
  }
  const pay = ({ reference }: Deposit, paid: object = {}) =>
    testWallet.command<ChainPayment>('pay', { to: reference, ...paid })
  const mine = (blocks = 20) => testWallet.command('mine', { blocks })
  /** Sends an event of the wallet service, signed. */
  async function event(payment: ChainPayment, { id = randomUUID(), body }: { id?: string; body?: string } = {}) {
    const types = { SEEN: 'seen', CONFIRMED: 'confirmed', REORGANISED: 'reorganised' } as const
    const text = JSON.stringify({ type: `payment.${types[payment.state]}`, payment })
    const sent = await fetch(events, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signed(SECRET, text, { id }) },
      body: body ?? text,
    })
    return sent.status
  }
  const unapplied = async () =>
    (await db.query<{ n: number }>('select count(*)::int as n from rail_events where applied_at is null'))[0]!.n
  /** Waits until every event has had its effect. */
  async function applied(): Promise<void> {
    while ((await unapplied()) > 0) await pause()
  }
  const posted = async (id: string) =>
    (
      await db.query<{ posted: string }>(
        `select purpose || ' ' || amount as posted from transfers where source_type = 'crypto_deposit' and source_id = $1::uuid`,
        [id],
      )
    ).map((row) => row.posted)
  const discrepancies = (hash: string) =>
    db.query<{ kind: string; expected: string; reported: string }>(
      'select kind, expected, reported from discrepancies where rail_reference = $1::text order by created_at',
      [hash],
    )
  /** Puts the end of its time there. */
  async function expireAt(id: string, when: string): Promise<void> {
    await owner.query('alter table crypto_deposits disable trigger crypto_deposits_change')
    await owner.query(`update crypto_deposits set expires_at = ${when} where id = $1::uuid`, [id])
    await owner.query('alter table crypto_deposits enable trigger crypto_deposits_change')
    await settleExpired({ db, clock, changed: async () => undefined })
  }
  const expire = (id: string) => expireAt(id, `clock_timestamp() - interval '1 second'`)
  async function act(as: TestClient, id: string, action: string, body: object = {}) {
    const claimed = await as.patch(`${DEPOSITS}/${id}/claim`, {})
    expect(claimed.status, claimed.text).toBe(200)
    const answer = await as.patch(`${DEPOSITS}/${id}/${action}`, body, {
      headers: { 'idempotency-key': randomUUID() },
      ifMatch: claimed.body.data.version,
    })
    await as.patch(`${DEPOSITS}/${id}/release`, {})
    return answer
  }
  async function decide(as: TestClient, about: string, verb = 'approve') {
    const { data } = (await as.get(`${APPROVALS}?about=${about}`)).body
    const { id, version } = data[0] as { id: string; version: number }
    return as.patch(`${APPROVALS}/${id}/${verb}`, verb === 'reject' ? { reason: 'No' } : {}, {
      headers: { 'idempotency-key': randomUUID() },
      ifMatch: version,
    })
  }

  describe('a request', () => {
    it('locks the rate, and has a valid address a moment later', async () => {
      await testWallet.command('rate', { symbol: 'BTC', rate: '50000' })
      await refreshCoins({ db, rails: testWallet.rails, changed: async () => undefined })
      const deposit = await requested({ coin: coins.get('BTC BITCOIN') })
      expect(deposit).toMatchObject({ status: 'AWAITING_PAYMENT', coin_asked: '0.002', rate: '50000', symbol: 'BTC' })
      expect(addressFault('BITCOIN', deposit.address!)).toBeNull()
      const own = await app().get(`${REQUESTED}/${deposit.id}`, asApp())
      expect(own.body.data).toMatchObject({ address: deposit.address, coin_asked: '0.002', status: 'AWAITING_PAYMENT' })
    })

    it.each([
      ['less than the coin’s minimum', { amount_asked: '9.99' }, 'amount_asked'],
      ['no amount', { amount_asked: '0.00' }, 'amount_asked'],
      ['a coin that takes no deposits', { coin: 'LNTD BSC' }, 'coin'],
    ] as [string, { coin?: string }, string][])(
      'is refused with %s, at the field',
      async (_what, values: { coin?: string }, field) => {
        const answer = await request({ ...values, ...(values.coin && { coin: coins.get(values.coin) }) })
        expect([answer.status, Object.keys(answer.body.errors ?? {})], answer.text).toEqual([422, [field]])
      },
    )

    it('of a user who may not deposit, and at a rate that is too old, is refused', async () => {
      const [suspended] = await db.query<{ id: string }>(
        `select id::text as id from users where store = 'NORTHGATE' and account_status = 'SUSPENDED' limit 1`,
      )
      expect((await request({ user: suspended!.id })).body.errors).toEqual({ user: [CRYPTO_DEPOSIT_REFUSAL.account] })
      const litecoin = coins.get('LTC LITECOIN')
      await owner.query(`update coin_quotes set rate_at = now() - interval '1 hour' where coin_id = '${litecoin}'`)
      expect((await request({ coin: litecoin })).body.errors).toEqual({ coin: [CRYPTO_DEPOSIT_REFUSAL.rate] })
    })

    it('whose address is refused fails, and is asked for again where nobody knows the answer', async () => {
      told('refuse')
      const refused = await request()
      await until(refused.body.data.id, ({ status }) => status === 'FAILED')
      told('drop')
      const dropped = await request()
      expect((await until(dropped.body.data.id, ({ address }) => address !== null)).status).toBe('AWAITING_PAYMENT')
    })
  })

  describe('paid in time', () => {
    it('is credited once, at the required confirmations, with its bonus', async () => {
      const deposit = await requested()
      await pay(deposit)
      await mine(19)
      expect(await untilStatus(deposit.id, 'CONFIRMING')).toMatchObject({ stage: 'OPEN' })
      await until(deposit.id, ({ confirmations }) => confirmations === '19 of 20')
      expect(await posted(deposit.id)).toEqual([])
      await mine(1)
      const credited = await untilStatus(deposit.id, 'COMPLETED')
      expect(credited).toMatchObject({
        amount: '100.00',
        coin_amount: '100',
        confirmations: '20 of 20',
        stage: 'CREDITED',
      })
      expect(await posted(deposit.id)).toEqual(['DEPOSIT 100.00'])
      expect(credited.bonus).toContain('to wager')
      await mine(5)
      await applied()
      expect(await posted(deposit.id)).toEqual(['DEPOSIT 100.00'])
      expect((await checkLedger(db, nodeHash)).error).toBeNull()
    })

    it('in two payments, is one deposit', async () => {
      const deposit = await requested()
      await pay(deposit, { amount: '40' })
      await mine(20)
      expect(
        await until(
          deposit.id,
          ({ coin_amount, confirmations }) => coin_amount === '40' && confirmations === '20 of 20',
        ),
      ).toMatchObject({ status: 'CONFIRMING', finding: '40 USDT of 100 USDT has come.' })
      await pay(deposit, { amount: '60' })
      await mine(20)
      expect(await untilStatus(deposit.id, 'COMPLETED')).toMatchObject({ amount: '100.00', payments: { length: 2 } })
      expect(await posted(deposit.id)).toEqual(['DEPOSIT 100.00'])
    })

    it.each([
      ['0.01 less', '99.99', 'COMPLETED', '99.99'],
      ['0.5 % less', '99.5', 'COMPLETED', '99.50'],
      ['0.5 % more', '100.5', 'COMPLETED', '100.50'],
      ['0.51 % more', '100.51', 'OVERPAID', '100.51'],
    ])('with %s, what came counts', async (_what, amount, status, worth) => {
      const deposit = await requested()
      await pay(deposit, { amount })
      await mine(20)
      expect(await untilStatus(deposit.id, status)).toMatchObject({ amount: worth })
    })

    it('the rate that was locked counts, whatever the coin costs meanwhile', async () => {
      await testWallet.command('rate', { symbol: 'BTC', rate: '50000' })
      await refreshCoins({ db, rails: testWallet.rails, changed: async () => undefined })
      const deposit = await requested({ coin: coins.get('BTC BITCOIN') })
      await testWallet.command('rate', { symbol: 'BTC', rate: '40000' })
      await refreshCoins({ db, rails: testWallet.rails, changed: async () => undefined })
      await pay(deposit)
      await mine(2)
      expect(await untilStatus(deposit.id, 'COMPLETED')).toMatchObject({ amount: '100.00' })
    })

    it('and its user suspended meanwhile, it waits for staff', async () => {
      const deposit = await requested()
      await owner.query(`update users set account_status = 'SUSPENDED' where id = $1::uuid`, [deposit.user.id])
      await pay(deposit)
      await mine(20)
      expect(await untilStatus(deposit.id, 'REVIEW')).toMatchObject({ finding: 'The account is suspended.' })
      const direct = await sqlStateOf(() =>
        db.query(`update crypto_deposits set status = 'COMPLETED' where id = $1::uuid`, [deposit.id]),
      )
      expect(direct).toBe('crypto_deposit_status')
      expect((await act(finance, deposit.id, 'credit')).body.message).toBe(CRYPTO_DEPOSIT_REFUSAL.account)
      await owner.query(`update users set account_status = 'ACTIVE' where id = $1::uuid`, [deposit.user.id])
      expect((await act(finance, deposit.id, 'credit')).body.data).toMatchObject({ status: 'COMPLETED' })
    })
  })

  const sqlStateOf = async (work: () => Promise<unknown>) => {
    try {
      await work()
      return null
    } catch (error) {
      return sqlState(error)?.constraint
    }
  }

  describe('paid otherwise', () => {
    it('30 s after its time, it waits for staff at the rate of its first sight, and the tier decides who credits it', async () => {
      const deposit = await requested({ amount_asked: '300.00', coin: coins.get('BTC BITCOIN') })
      await expire(deposit.id)
      expect(await read(deposit.id)).toMatchObject({ status: 'EXPIRED', stage: 'EXPIRED' })
      await testWallet.command('rate', { symbol: 'BTC', rate: '80000' })
      await refreshCoins({ db, rails: testWallet.rails, changed: async () => undefined })
      await pay(deposit, { amount: '0.004', seen_at: new Date(Date.now() + 29_000).toISOString() })
      await mine(2)
      const late = await untilStatus(deposit.id, 'LATE')
      expect(late).toMatchObject({ amount: '320.00', finding: expect.stringMatching(/^Paid \d\d s after its time/) })
      const preview = await finance.post(`${DEPOSITS}/${deposit.id}/credit/preview`, {})
      expect([preview.status, preview.body.data?.amount], preview.text).toEqual([200, '320.00'])
      const asked = await act(finance, deposit.id, 'credit')
      expect(asked.body.message, asked.text).toBe('Sent for approval')
      expect((await decide(finance, deposit.id)).status).toBe(403)
      expect((await decide(finance2, deposit.id)).status).toBe(200)
      expect(await posted(deposit.id)).toEqual(['DEPOSIT 320.00'])
      expect(await read(deposit.id)).toMatchObject({ status: 'COMPLETED', awaits_approval: false })
    })

    it('another payment ends what waits for approval, because the amount is another one', async () => {
      const deposit = await requested({ amount_asked: '300.00' })
      await pay(deposit, { amount: '400' })
      await mine(20)
      await untilStatus(deposit.id, 'OVERPAID')
      await act(finance, deposit.id, 'credit')
      await pay(deposit, { amount: '50' })
      await mine(20)
      const more = await until(deposit.id, ({ status, amount }) => status === 'OVERPAID' && amount === '450.00')
      expect(more.awaits_approval).toBe(false)
      expect(await posted(deposit.id)).toEqual([])
    })

    it('less, and its time over, it is underpaid; below the coin’s minimum it fails, and both are kept', async () => {
      const under = await requested()
      const tiny = await requested()
      await pay(under, { amount: '60' })
      await pay(tiny, { amount: '2' })
      await mine(20)
      for (const { id } of [under, tiny]) await until(id, ({ confirmations }) => confirmations === '20 of 20')
      await expire(under.id)
      await expire(tiny.id)
      expect(await read(under.id)).toMatchObject({ status: 'UNDERPAID', finding: '60 USDT of 100 USDT has come.' })
      expect(await read(tiny.id)).toMatchObject({ status: 'FAILED', amount: '2.00', payments: { length: 1 } })
      expect((await act(finance, under.id, 'credit')).body.data).toMatchObject({ status: 'COMPLETED', amount: '60.00' })
      expect(await posted(under.id)).toEqual(['DEPOSIT 60.00'])
      expect(await posted(tiny.id)).toEqual([])
    })

    it('with another coin of the chain, what came is a deposit of its own', async () => {
      const deposit = await requested({ coin: coins.get('USDT ETHEREUM') })
      const { hash } = await pay(deposit, { symbol: 'ETH', amount: '0.05' })
      await mine(12)
      while ((await db.query('select 1 from crypto_payments where hash = $1::text', [hash])).length === 0) await pause()
      expect(await read(deposit.id)).toMatchObject({ status: 'AWAITING_PAYMENT', coin_amount: null })
      const [other] = await db.query<{ id: string }>(
        'select deposit_id::text as id from crypto_payments where hash = $1::text',
        [hash],
      )
      expect(await untilStatus(other!.id, 'LATE')).toMatchObject({
        symbol: 'ETH',
        coin_asked: null,
        address: deposit.address,
        user: { id: deposit.user.id },
      })
      const strange = await pay(deposit, { symbol: 'DOGE', amount: '5' })
      await applied()
      expect(await discrepancies(strange.hash)).toEqual([
        { kind: 'UNKNOWN_REFERENCE', expected: 'no coin DOGE', reported: 'seen: 5 DOGE' },
      ])
    })

    it('once it is credited, a further payment is a deposit of its own', async () => {
      const deposit = await requested()
      await pay(deposit)
      await mine(20)
      await untilStatus(deposit.id, 'COMPLETED')
      await pay(deposit, { amount: '30' })
      await pay(deposit, { amount: '12' })
      await applied()
      await mine(20)
      const [other] = await db.query<{ id: string }>(
        'select id::text as id from crypto_deposits where origin_id = $1::uuid',
        [deposit.id],
      )
      expect(await until(other!.id, ({ status }) => status === 'LATE')).toMatchObject({ coin_amount: '42' })
      expect(await read(deposit.id)).toMatchObject({ amount: '100.00', payments: { length: 1 } })
    })

    it('on hold it is not credited by itself, and resumed it waits for a person', async () => {
      const deposit = await requested()
      await pay(deposit, { amount: '150' })
      const second = await pay(deposit, { amount: '100' })
      await mine(20)
      await untilStatus(deposit.id, 'OVERPAID')
      expect((await act(finance, deposit.id, 'hold', { reason: 'Asked' })).body.data).toMatchObject({
        status: 'ON_HOLD',
      })
      await testWallet.command('reorganise', { hash: second.hash })
      await until(deposit.id, ({ coin_amount }) => coin_amount === '150')
      expect(await read(deposit.id)).toMatchObject({ status: 'ON_HOLD' })
      expect((await act(finance, deposit.id, 'resume', { reason: 'Answered' })).body.data).toMatchObject({
        status: 'OVERPAID',
      })
    })
  })

  describe('events', () => {
    const told2 = (deposit: Deposit, values: Partial<ChainPayment> = {}): ChainPayment => ({
      reference: deposit.reference,
      symbol: 'USDT',
      network: 'TRON',
      address: deposit.address!,
      hash: randomUUID().replaceAll('-', ''),
      output: 0,
      amount: '100',
      state: 'CONFIRMED',
      confirmations: 20,
      seen_at: new Date().toISOString(),
      at: new Date().toISOString(),
      ...values,
    })
    const later = (ms: number) => new Date(Date.now() + ms).toISOString()

    it('before the answer to the request of the address, it is the address, and stays it', async () => {
      told('late')
      const answer = await request()
      const id: string = answer.body.data.id
      const { reference } = await read(id)
      const known = await (async () => {
        for (;;) {
          const found = await rail.chain.lookUp(reference)
          if (found.is === 'answered' && found.answer) return found.answer
          await pause()
        }
      })()
      expect((await read(id)).address).toBeNull()
      await testWallet.command('pay', { to: reference })
      await until(id, ({ status }) => status === 'CONFIRMING')
      expect((await read(id)).address).toBe(known.address)
      await mine(20)
      await untilStatus(id, 'COMPLETED')
      expect(await posted(id)).toEqual(['DEPOSIT 100.00'])
    })

    it('with different ids, replayed, and at once, have one effect', async () => {
      const deposit = await requested()
      const payment = told2(deposit)
      const id = randomUUID()
      const statuses = await Promise.all([
        ...Array.from({ length: 4 }, () => event(payment)),
        event(payment, { id }),
        event(payment, { id }),
      ])
      expect(statuses).toEqual(statuses.map(() => 204))
      await applied()
      expect(await read(deposit.id)).toMatchObject({ status: 'COMPLETED', payments: { length: 1 } })
      expect(await posted(deposit.id)).toEqual(['DEPOSIT 100.00'])
    })

    it('with one byte changed are refused, and have no effect', async () => {
      const deposit = await requested()
      const payment = told2(deposit)
      const text = JSON.stringify({ type: 'payment.confirmed', payment })
      expect(await event(payment, { body: text.replace('"100"', '"900"') })).toBe(401)
      expect(await read(deposit.id)).toMatchObject({ status: 'AWAITING_PAYMENT', payments: { length: 0 } })
    })

    it('in any order, lead to the same end', async () => {
      const reports = (deposit: Deposit) => {
        const payment = told2(deposit)
        return [
          { ...payment, state: 'SEEN' as const, confirmations: 0, at: later(0) },
          { ...payment, confirmations: 3, at: later(1000) },
          { ...payment, state: 'REORGANISED' as const, confirmations: 0, at: later(2000) },
          { ...payment, confirmations: 2, at: later(3000) },
        ]
      }
      const orders = [
        [0, 1, 2, 3],
        [3, 2, 1, 0],
        [2, 0, 3, 1],
        [1, 3, 0, 2],
      ]
      for (const order of orders) {
        const deposit = await requested()
        const all = reports(deposit)
        for (const nth of order) {
          expect(await event(all[nth]!)).toBe(204)
          await applied()
        }
        expect(await read(deposit.id)).toMatchObject({
          status: 'CONFIRMING',
          confirmations: '2 of 20',
          coin_amount: '100',
        })
      }
    })

    it('that a payment is gone before the credit set it back; afterwards they open a discrepancy, once', async () => {
      const gone = await requested()
      const { hash } = await pay(gone)
      await mine(3)
      await until(gone.id, ({ confirmations }) => confirmations === '3 of 20')
      await testWallet.command('reorganise', { hash })
      expect(await untilStatus(gone.id, 'AWAITING_PAYMENT')).toMatchObject({
        coin_amount: null,
        amount: null,
        payments: [{ state: 'REORGANISED' }],
      })
      const credited = await requested()
      const payment = told2(credited)
      await event(payment)
      await untilStatus(credited.id, 'COMPLETED')
      for (let time = 0; time < 3; time += 1)
        await event({ ...payment, state: 'REORGANISED', confirmations: 0, at: later(5000) })
      await applied()
      expect(await read(credited.id)).toMatchObject({ status: 'COMPLETED', amount: '100.00' })
      expect(await posted(credited.id)).toEqual(['DEPOSIT 100.00'])
      expect(await discrepancies(payment.hash)).toEqual([
        {
          kind: 'REORGANISED',
          expected: `credited 100.00 USD by ${credited.reference}`,
          reported: 'gone from the chain: 100 USDT',
        },
      ])
    })

    it('of an unknown reference, another address or another amount open a discrepancy, and change nothing', async () => {
      const deposit = await requested()
      const other = await requested()
      const unknown = told2({ ...deposit, reference: 'CD-1' })
      const elsewhere = told2(deposit, { address: other.address! })
      const payment = told2(deposit, { confirmations: 1 })
      for (const each of [unknown, elsewhere, payment, { ...payment, amount: '900', at: later(1000) }]) {
        await event(each)
        await applied()
      }
      const kinds = await Promise.all([unknown, elsewhere, payment].map(({ hash }) => discrepancies(hash)))
      expect(kinds.map((each) => each.map(({ kind: found }) => found))).toEqual([
        ['UNKNOWN_REFERENCE'],
        ['CONTRADICTION'],
        ['AMOUNT_DIFFERS'],
      ])
      expect(await read(deposit.id)).toMatchObject({
        status: 'CONFIRMING',
        coin_amount: '100',
        confirmations: '1 of 20',
      })
    })

    it('that were lost are made up for by a recheck', async () => {
      const deposit = await requested()
      receiver.url = null
      await pay(deposit)
      await mine(20)
      receiver.url = events
      const answer = await act(finance, deposit.id, 'recheck')
      expect(answer.status, answer.text).toBe(200)
      await untilStatus(deposit.id, 'COMPLETED')
      expect(await posted(deposit.id)).toEqual(['DEPOSIT 100.00'])
    })
  })

  describe('the database', () => {
    it('keeps what was asked, paid and credited', async () => {
      const deposit = await requested()
      await pay(deposit)
      await mine(20)
      await untilStatus(deposit.id, 'COMPLETED')
      const other = await requested()
      const changes = [
        [`update crypto_deposits set amount = 900 where id = '${deposit.id}'`, 'crypto_deposit_immutable'],
        [`update crypto_deposits set status = 'LATE' where id = '${deposit.id}'`, 'crypto_deposit_immutable'],
        [`update crypto_deposits set rate = 2 where id = '${other.id}'`, 'crypto_deposit_immutable'],
        [`update crypto_deposits set address = 'x' where id = '${other.id}'`, 'crypto_deposit_immutable'],
        [
          `update crypto_deposits set status = 'COMPLETED', amount = 100 where id = '${other.id}'`,
          'crypto_deposit_status',
        ],
        [`update crypto_payments set amount = 900 where deposit_id = '${deposit.id}'`, 'crypto_payment_immutable'],
        [
          `update crypto_payments set told_at = told_at - interval '1 s' where deposit_id = '${deposit.id}'`,
          'crypto_payment_immutable',
        ],
        [`delete from crypto_payments where deposit_id = '${deposit.id}'`, 'crypto_payment_immutable'],
      ] as const
      for (const [change, constraint] of changes)
        expect(await sqlStateOf(() => db.query(change)), change).toBe(constraint)
    })

    it('is exact afterwards, with every deposit', async () => {
      expect((await checkLedger(db, nodeHash)).error).toBeNull()
    })
  })

  it('coins have the rate and the balance of their wallet service, with their age, and a person refreshes them', async () => {
    const id = coins.get('BTC BITCOIN')!
    await testWallet.command('rate', { symbol: 'BTC', rate: '61234.5' })
    const { version } = (await admin.get(`${COINS}/${id}`)).body.data
    const answer = await admin.patch(`${COINS}/${id}/refresh`, {}, { ifMatch: version })
    expect(answer.status, answer.text).toBe(200)
    for (;;) {
      const coin = (await admin.get(`${COINS}/${id}`)).body.data
      if (coin.rate !== '61234.5') {
        await pause()
        continue
      }
      expect(coin).toMatchObject({ hot_wallet_balance: '3.814', alerts: [] })
      expect(Date.now() - Date.parse(coin.rate_at)).toBeLessThan(60_000)
      return
    }
  })
})
