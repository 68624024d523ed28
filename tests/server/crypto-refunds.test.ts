/** Refunds of crypto deposits (money, To resolve: refund): the confirmed address, the withdrawal that sends the coins, its money, and who decides. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { APP_KEY_HEADER } from '@contract/http/operation'
import { CRYPTO_DEPOSIT_REFUSAL } from '@contract/records/money/crypto-deposit'
import { WITHDRAWAL_REFUSAL } from '@contract/records/money/withdrawal'
import type { CheckResult } from '@contract/records/money/withdrawal-checks'
import { DEMO_PASSWORD } from '@server/db/demo'
import { addressFor } from '@demo/money/coin-addresses'
import { nodeHash } from '@server/node/crypto'
import { createAppKeys } from '@server/platform/modules/apps/keys'
import { checkLedger } from '@server/platform/modules/ledger/check'
import { sqlState, type Db } from '@server/platform/ports/db'
import type { ChainPayment } from '@server/platform/ports/rails'
import { refreshCoins } from '@server/platform/records/money/coin-quotes'
import { settleExpired } from '@server/platform/records/money/crypto-rail'
import { signed } from '@server/rails/signature'
import type { PitbossServer } from '@server/server'
import { actingOn, decide, eventually, once } from './kit/acting'
import { signedIn, TestClient, type Answered } from './kit/client'
import { testDatabases } from './kit/databases'
import { createTestClock, makePlatform } from './kit/platform'
import { openWallet, type TestWallet } from './kit/wallet'

const databases = await testDatabases()
const DEPOSITS = '/api/v1/admin-deposit'
const WITHDRAWALS = '/api/v1/admin-withdrawal'
const REQUESTED = '/api/v1/crypto-deposit'
const SECRET = 'whsec_dGhlIHRlc3RzIG9mIHJlZnVuZHMgb2YgY29pbnM='
const onDeposits = actingOn(DEPOSITS)
const onWithdrawals = actingOn(WITHDRAWALS)
const REASON = { reason: 'It came too late' }

interface Deposit {
  id: string
  version: number
  reference: string
  user: { id: string }
  status: string
  stage: string
  address: string | null
  amount: string | null
  coin_amount: string | null
  finding: string | null
  confirmations: string | null
  refund_address: string | null
  refund: { id: string; name: string } | null
  refund_amount: string | null
  refund_hash: string | null
}
interface Withdrawal {
  id: string
  version: number
  reference: string
  status: string
  amount: string
  fee: string
  network_fee: string
  coin_amount: string | null
  rate: string | null
  address: string
  tx_hash: string | null
  warnings: string[]
  checks: CheckResult[]
  refund_of: { id: string; name: string } | null
  refund_reason: string | null
  refunded_by: { name: string } | null
  payments: { coin_amount: string; state: string }[]
}

describe.each(databases.everyKind)('refunds of crypto deposits on %s', (kind) => {
  let db: Db
  let owner: Db
  let platform: PitbossServer
  let wallet: TestWallet
  let events: string
  let finance: TestClient
  let finance2: TestClient
  let manager: TestClient
  let admin: TestClient
  let key: string
  let users: string[]
  const coins = new Map<string, string>()
  const clock = createTestClock()
  const nothingChanged = async () => undefined

  beforeAll(async () => {
    db = await databases.open(kind)
    owner = await databases.asOwner(db)
    wallet = await openWallet({ secret: SECRET, timeoutMs: 5000, lateMs: 7000 })
    platform = await makePlatform(db, { clock, rails: wallet.rails })
    events = wallet.tellsTo(await platform.start({ port: 0 }))
    finance = await signedIn(platform, 'FINANCE')
    finance2 = await signedIn(platform, 'FINANCE', 1)
    manager = await signedIn(platform, 'MANAGER')
    admin = await signedIn(platform, 'ADMIN')
    for (const each of [finance, finance2, manager, admin])
      await each.post('/api/v1/admin-two-fa/step-up', { password: DEMO_PASSWORD })
    ;({ key } = await createAppKeys(db, clock, nodeHash).create('NORTHGATE'))
    for (const { id, symbol, network } of await db.query<{ id: string; symbol: string; network: string }>(
      `select id::text as id, symbol, network from crypto_coins where store_code = 'NORTHGATE'`,
    ))
      coins.set(`${symbol} ${network}`, id)
    users = (
      await db.query<{ id: string }>(
        `select id::text as id from users where store = 'NORTHGATE' and account_status = 'ACTIVE' and not is_deleted and currency = 'USD'
           and risk_level not in ('HIGH', 'CRITICAL')
           and user_level_id in (select id from user_levels where name in ('Gold', 'Platinum', 'Diamond')) order by id desc limit 60`,
      )
    ).map(({ id }) => id)
    await refreshCoins({ db, rails: wallet.rails, changed: nothingChanged })
  })
  afterAll(async () => {
    await platform.close()
    await wallet.close()
  })

  const app = () => new TestClient(platform, '203.0.113.9')
  const asApp = () => ({ headers: { [APP_KEY_HEADER]: key, 'idempotency-key': randomUUID() } })
  const newAddress = (network = 'TRON') => addressFor(network, randomUUID())!
  const read = async (id: string): Promise<Deposit> => (await admin.get(`${DEPOSITS}/${id}`)).body.data
  const sending = async (id: string): Promise<Withdrawal> => (await admin.get(`${WITHDRAWALS}/${id}`)).body.data
  const until = (id: string, fits: (deposit: Deposit) => boolean): Promise<Deposit> =>
    eventually(async () => {
      const deposit = await read(id)
      return fits(deposit) ? deposit : undefined
    })
  const untilStatus = (id: string, status: string) => until(id, (each) => each.status === status)
  const mine = (blocks = 25) => wallet.command('mine', { blocks })
  const confirm = (id: string, address = newAddress()) =>
    app().post(`${REQUESTED}/${id}/refund-address`, { address }, asApp())
  async function confirmed(id: string, address = newAddress()): Promise<string> {
    const answer = await confirm(id, address)
    expect(answer.status, answer.text).toBe(200)
    return address
  }
  async function requested(values: object = {}): Promise<Deposit> {
    const body = { user: users.pop(), coin: coins.get('USDT TRON'), amount_asked: '100.00', source: 'APP', ...values }
    const answer = await app().post(REQUESTED, body, asApp())
    expect(answer.status, answer.text).toBe(200)
    return until(answer.body.data.id, ({ address }) => address !== null)
  }
  const pay = ({ reference }: Deposit, paid: object = {}) =>
    wallet.command<ChainPayment>('pay', { to: reference, ...paid })
  async function expire(id: string): Promise<void> {
    await owner.query('alter table crypto_deposits disable trigger crypto_deposits_change')
    await owner.query(
      `update crypto_deposits set expires_at = clock_timestamp() - interval '1 second' where id = $1::uuid`,
      [id],
    )
    await owner.query('alter table crypto_deposits enable trigger crypto_deposits_change')
    await settleExpired({ db, clock, changed: nothingChanged })
  }
  /** A deposit of which more came than was asked for. @returns it, and the payment */
  async function overpaid(amount = '130', values: object = {}): Promise<Deposit & { payment: ChainPayment }> {
    const deposit = await requested(values)
    const payment = await pay(deposit, { amount })
    await mine()
    return { ...(await untilStatus(deposit.id, 'OVERPAID')), payment }
  }
  /** The refund of a deposit that waits for staff, as it was started. */
  async function started(deposit: Deposit): Promise<Withdrawal> {
    await confirmed(deposit.id)
    await onDeposits.done(finance, deposit.id, 'refund', REASON)
    return sending((await read(deposit.id)).refund!.id)
  }
  const money = async ({ user }: Pick<Deposit, 'user'>) =>
    (
      await db.query<Record<'cash' | 'locked' | 'deposits' | 'withdrawals', string>>(
        `select cash_balance::text as cash, locked_balance::text as locked, total_deposit::text as deposits,
           total_withdrawal::text as withdrawals from users where id = $1::uuid`,
        [user.id],
      )
    )[0]!
  const posted = async (id: string) =>
    (
      await db.query<{ posted: string }>(
        `select t.purpose || ' ' || t.amount || ' ' || d.kind || ' ' || c.kind as posted from transfers t
         join accounts d on d.id = t.debit_id join accounts c on c.id = t.credit_id where t.source_id = $1::uuid order by t.no`,
        [id],
      )
    ).map((row) => row.posted)
  async function isRight(): Promise<void> {
    expect((await checkLedger(db, nodeHash)).error).toBeNull()
  }
  async function approved(id: string): Promise<void> {
    await onWithdrawals.done(finance2, id, 'approve')
    const answer = await decide(manager, id)
    expect(answer.status, answer.text).toBe(200)
  }
  async function event(payment: ChainPayment): Promise<void> {
    const types = { SEEN: 'seen', CONFIRMED: 'confirmed', REORGANISED: 'reorganised' } as const
    const text = JSON.stringify({ type: `payment.${types[payment.state]}`, payment })
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
  const reorganised = (payment: ChainPayment) =>
    event({ ...payment, state: 'REORGANISED', confirmations: 0, at: new Date(Date.now() + 60_000).toISOString() })
  const refusalOf = async (work: () => Promise<unknown>) => {
    try {
      await work()
      return null
    } catch (error) {
      return sqlState(error)?.constraint
    }
  }
  const message = ({ status, body }: Answered) => [status, body.message as string]

  describe('the address', () => {
    it('is kept, and replaced until the refund is asked for', async () => {
      const deposit = await overpaid()
      await confirmed(deposit.id)
      const address = await confirmed(deposit.id)
      expect((await read(deposit.id)).refund_address).toBe(address)
      const own = await app().get(`${REQUESTED}/${deposit.id}`, asApp())
      expect(own.body.data).toMatchObject({ refund_address: address, status: 'OVERPAID' })
      await onDeposits.done(finance, deposit.id, 'refund', REASON)
      expect((await confirm(deposit.id)).body.errors).toEqual({ deposit: [CRYPTO_DEPOSIT_REFUSAL.addressKept] })
      expect(
        await refusalOf(() =>
          db.query(`update crypto_deposits set refund_address = 'T' where id = $1::uuid`, [deposit.id]),
        ),
      ).toBe('crypto_deposit_immutable')
    })

    it('of a wrong checksum, of another network, and of a deposit here is refused', async () => {
      const deposit = await overpaid()
      for (const address of ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u', newAddress('ETHEREUM'), deposit.address!]) {
        const answer = await confirm(deposit.id, address)
        expect([answer.status, Object.keys(answer.body.errors ?? {})], answer.text).toEqual([422, ['address']])
      }
      expect((await confirm(randomUUID())).status).toBe(404)
    })

    it('of a deposit that is credited is refused', async () => {
      const deposit = await requested()
      await pay(deposit)
      await mine()
      await untilStatus(deposit.id, 'COMPLETED')
      expect((await confirm(deposit.id)).body.errors).toEqual({ deposit: [CRYPTO_DEPOSIT_REFUSAL.addressKept] })
    })
  })

  describe('a refund', () => {
    it('sends what came without the network fee, and is no deposit and no withdrawal of the user', async () => {
      const deposit = await overpaid()
      const before = await money(deposit)
      const address = await confirmed(deposit.id)
      const preview = await finance.post(`${DEPOSITS}/${deposit.id}/refund/preview`, {})
      expect([preview.status, preview.body.data?.amount], preview.text).toEqual([200, '130.00'])
      await onDeposits.done(finance, deposit.id, 'refund', REASON)
      const refunding = await read(deposit.id)
      expect(refunding).toMatchObject({
        status: 'REFUNDING',
        stage: 'REFUNDS',
        refund_amount: '129',
      })
      const { id } = refunding.refund!
      expect(await sending(id)).toMatchObject({
        status: 'PENDING',
        amount: '130.00',
        fee: '0.00',
        network_fee: '1',
        coin_amount: '129',
        rate: null,
        address,
        refund_of: { id: deposit.id, name: deposit.reference },
        refund_reason: REASON.reason,
        payments: [{ coin_amount: '130 USDT', state: 'CONFIRMED' }],
      })
      expect(await money(deposit)).toEqual({ ...before, locked: (Number(before.locked) + 130).toFixed(2) })
      await isRight()
      await approved(id)
      await eventually(async () => ((await sending(id)).tx_hash === null ? undefined : true))
      await mine()
      const done = await untilStatus(deposit.id, 'REFUNDED')
      expect(done).toMatchObject({ stage: 'REFUNDS', amount: '130.00' })
      expect(done.refund_hash).toBe((await sending(id)).tx_hash)
      expect(await posted(id)).toEqual([
        'REFUND_REQUESTED 130.00 CLEARING LOCKED',
        'REFUND_PAID 130.00 LOCKED CLEARING',
      ])
      expect(await posted(deposit.id)).toEqual([])
      expect(await money(deposit)).toEqual(before)
      const [counted] = await db.query(`select from all_withdrawals where id = $1::uuid`, [id])
      expect(counted).toBeUndefined()
      expect(wallet.books.findSend(`${(await sending(id)).reference}-1`)).toMatchObject({ amount: '129', address })
      await isRight()
    })

    it('has the checks that are about it, and always needs somebody else than who has started it', async () => {
      const refund = await started(await overpaid('120'))
      expect(refund.checks.map(({ check }) => check)).toEqual([
        'REFUND',
        'ADDRESS',
        'DETAIL_SHARED',
        'RISK_FLAG',
        'EXCLUDED',
        'HOT_WALLET',
      ])
      expect(refund.warnings).toEqual(['REFUND', 'ADDRESS'])
      await onWithdrawals.done(finance2, refund.id, 'approve')
      expect((await sending(refund.id)).status).toBe('AWAITING_SECOND_APPROVAL')
      expect((await decide(finance, refund.id)).status).toBe(403)
      expect((await decide(finance2, refund.id)).status).toBe(403)
      expect((await decide(manager, refund.id)).status).toBe(200)
    })

    it('is refused without an address, before its confirmations, and where the fee leaves nothing', async () => {
      const deposit = await overpaid()
      const coin = coins.get('USDT TRON')!
      const refund = () => onDeposits.act(finance, deposit.id, 'refund', REASON)
      expect(message(await refund())).toEqual([422, CRYPTO_DEPOSIT_REFUSAL.noAddress])
      await pay(deposit, { amount: '5' })
      await untilStatus(deposit.id, 'CONFIRMING')
      expect((await refund()).status).toBe(409)
      await owner.query(`update crypto_coins set network_fee = 200 where id = $1::uuid`, [coin])
      try {
        await confirmed(deposit.id)
        await mine()
        await untilStatus(deposit.id, 'OVERPAID')
        expect(message(await refund())).toEqual([422, CRYPTO_DEPOSIT_REFUSAL.network('200 USDT')])
      } finally {
        await owner.query(`update crypto_coins set network_fee = 1 where id = $1::uuid`, [coin])
      }
      expect((await refund()).status).toBe(200)
    })

    it('is started once, also by two people at the same moment', async () => {
      const deposit = await overpaid()
      await confirmed(deposit.id)
      const claimed = await finance.patch(`${DEPOSITS}/${deposit.id}/claim`, {})
      const options = once(claimed.body.data.version)
      const path = `${DEPOSITS}/${deposit.id}/refund`
      const answers = await Promise.all([
        finance.patch(path, REASON, options),
        finance.patch(path, REASON, once(claimed.body.data.version)),
        finance2.patch(path, REASON, once(claimed.body.data.version)),
      ])
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      const again = await finance.patch(path, REASON, once((await read(deposit.id)).version))
      expect(again.status).toBe(409)
      const rows = await db.query(`select from crypto_withdrawals where refund_of_id = $1::uuid`, [deposit.id])
      expect(rows).toHaveLength(1)
    })

    it('of a user who is excluded, and of less than the coin’s minimum, is sent too', async () => {
      const excluded = await requested()
      await owner.query(`update users set account_status = 'SELF_EXCLUDED' where id = $1::uuid`, [excluded.user.id])
      await pay(excluded)
      await mine()
      const refused = await untilStatus(excluded.id, 'REVIEW')
      const refund = await started(refused)
      expect(refund.checks.find(({ check }) => check === 'EXCLUDED')?.result).toBe('PASS')
      await approved(refund.id)

      const small = await requested()
      await pay(small, { amount: '4' })
      await mine()
      await until(small.id, ({ coin_amount, confirmations }) => coin_amount === '4' && confirmations === '20 of 20')
      await expire(small.id)
      expect(await read(small.id)).toMatchObject({ status: 'FAILED' })
      await confirmed(small.id)
      expect(await read(small.id)).toMatchObject({
        status: 'REVIEW',
        finding: expect.stringMatching(/^Less than the coin’s minimum/),
      })
      const least = await started(await read(small.id))
      expect(least.coin_amount).toBe('3')
      await approved(least.id)
      for (const id of [excluded.id, small.id]) {
        await eventually(async () => ((await read(id)).refund_hash === null ? undefined : true))
        await mine()
        await untilStatus(id, 'REFUNDED')
      }
      await isRight()
    })

    it('that is rejected returns the deposit to staff, who can start another one', async () => {
      const deposit = await overpaid()
      const refund = await started(deposit)
      await onWithdrawals.done(finance2, refund.id, 'reject', { reason_code: 'PAYOUT_DETAILS', user_text: null })
      expect(await posted(refund.id)).toEqual([
        'REFUND_REQUESTED 130.00 CLEARING LOCKED',
        'REFUND_REFUSED 130.00 LOCKED CLEARING',
      ])
      expect(await read(deposit.id)).toMatchObject({
        status: 'REVIEW',
        finding: `Its refund ${refund.reference} was not sent.`,
      })
      await isRight()
      const address = await confirmed(deposit.id)
      await onDeposits.done(finance2, deposit.id, 'refund', REASON)
      const next = await sending((await read(deposit.id)).refund!.id)
      expect(next).toMatchObject({ status: 'PENDING', address })
      expect(next.id).not.toBe(refund.id)
      await isRight()
    })

    it('is not the app’s to cancel, and whatever comes meanwhile is a deposit of its own', async () => {
      const deposit = await overpaid()
      const refund = await started(deposit)
      const cancelled = await app().post(`/api/v1/withdrawal/${refund.id}/cancel`, {}, asApp())
      expect(cancelled.body.errors).toEqual({ withdrawal: [WITHDRAWAL_REFUSAL.refund] })
      const { hash } = await pay(deposit, { amount: '50' })
      await mine()
      const other = await eventually(async () => {
        const [row] = await db.query<{ id: string }>(
          `select deposit_id::text as id from crypto_payments where hash = $1::text`,
          [hash],
        )
        return row
      })
      expect(other.id).not.toBe(deposit.id)
      expect(await read(deposit.id)).toMatchObject({ status: 'REFUNDING', coin_amount: '130' })
    })

    it('can be put on hold after its approval, and keeps its coins', async () => {
      const refund = await started(await overpaid())
      await owner.query(`update connected_rails set is_paused = true where name = 'COINS'`)
      try {
        await approved(refund.id)
        await onWithdrawals.done(finance2, refund.id, 'hold', { reason: 'The user wrote' })
        expect(await sending(refund.id)).toMatchObject({ status: 'ON_HOLD', coin_amount: '129' })
        await onWithdrawals.done(finance2, refund.id, 'resume', { reason: 'It is right' })
        await approved(refund.id)
        expect(await sending(refund.id)).toMatchObject({ status: 'APPROVED', coin_amount: '129' })
      } finally {
        await owner.query(`update connected_rails set is_paused = false where name = 'COINS'`)
      }
    })

    it('whose payment is gone from the chain is not approved, not sent, and told of', async () => {
      const deposit = await overpaid()
      const refund = await started(deposit)
      await owner.query(`update connected_rails set is_paused = true where name = 'COINS'`)
      await approved(refund.id)
      await reorganised(deposit.payment)
      await owner.query(`update connected_rails set is_paused = false where name = 'COINS'`)
      await owner.query(`update outbox set due_at = now() where delivered_at is null`)
      const found = await db.query(
        `select kind, expected from discrepancies where rail_reference = $1::text and crypto_withdrawal_id = $2::uuid`,
        [deposit.payment.hash, refund.id],
      )
      expect(found).toEqual([
        { kind: 'REORGANISED', expected: `sends ${deposit.reference} back by ${refund.reference}` },
      ])
      await eventually(async () => {
        const [waits] = await db.query<{ error: string }>(
          `select o.last_error as error from outbox o join rail_attempts a on a.id::text = o.payload->>'attempt'
           where a.order_id = $1::uuid and o.last_error like '%gone from the chain%'`,
          [refund.id],
        )
        return waits
      })
      expect(await sending(refund.id)).toMatchObject({ status: 'APPROVED', tx_hash: null })
      await onWithdrawals.done(finance2, refund.id, 'hold', { reason: 'The payment is gone' })
      await onWithdrawals.done(finance2, refund.id, 'resume', { reason: 'Looked at again' })
      const blocked = await onWithdrawals.act(finance2, refund.id, 'approve')
      expect(message(blocked)).toEqual([422, expect.stringMatching(/^Refund: A payment of its deposit is gone/)])
      await onWithdrawals.done(finance2, refund.id, 'reject', { reason_code: 'OTHER', user_text: null })
      expect(await read(deposit.id)).toMatchObject({ status: 'AWAITING_PAYMENT', amount: null })
      await isRight()
    })
  })

  it('the database refuses a deposit and a refund that do not agree', async () => {
    const deposit = await overpaid()
    const to = (status: string) => () =>
      db.query(`update crypto_deposits set status = $2::text where id = $1::uuid`, [deposit.id, status])
    expect(await refusalOf(to('REFUNDING'))).toBe('crypto_refund_agrees')
    expect(await refusalOf(to('REFUNDED'))).toBe('crypto_deposit_status')
    const refund = await started(deposit)
    expect(await refusalOf(to('REVIEW'))).toBe('crypto_refund_agrees')
    expect(
      await refusalOf(() =>
        db.query(`update crypto_withdrawals set status = 'REJECTED' where id = $1::uuid`, [refund.id]),
      ),
    ).toBe('crypto_refund_agrees')
    await isRight()
  })
})
