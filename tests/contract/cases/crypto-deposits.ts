/** Crypto deposits and the rates of coins (money, /deposit/crypto-deposit): what follows once the wallet service has answered. */
import assert from 'node:assert/strict'
import { addressFor } from '@demo/money/coin-addresses'
import { CRYPTO_DEPOSIT_REFUSAL } from '@contract/records/money/crypto-deposit'
import { checkFailure, checkRejected } from '../check'
import type { Case, Environment } from '../environment'
import { call, done } from '../records/calls'
import { clientOf } from '../records/people'
import { unpaidDeposit } from '../records/ground'
import { definitionOf, rowsOf, sentByApp } from '../records/rows'
import type { Row } from '../records/oracle'

const deposits = definitionOf('cryptoDeposit')
const coins = definitionOf('cryptoCoin')
const TRIES = 200
const WAIT_MS = 50

/** @returns the row once it fits */
async function until(on: Environment, read: () => Promise<Row>, fits: (row: Row) => boolean): Promise<Row> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const row = await read()
    if (fits(row)) return row
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
  }
  throw on.cannot('the wallet service COINS does not answer')
}

export const cryptoDepositCases: readonly Case[] = [
  {
    name: 'the app that requests a deposit reads its address and what to pay a moment later; the app of another store does not',
    writes: true,
    async run(on) {
      const [app, partner] = [await on.asApp(on.ownStore), await on.asApp(on.partnerStore)]
      const { id } = await sentByApp(on, deposits)
      const row = await until(
        on,
        () => done<Row>(app, deposits, 'appGet', id),
        ({ address }) => address !== null,
      )
      assert.deepEqual([row.coin_asked, row.amount_asked, row.rate], ['40', '40.00', '1'])
      checkFailure(await call(partner, deposits, 'appGet', id), 404)
    },
  },
  {
    name: 'a coin that takes no deposits is refused, at its field',
    writes: true,
    async run(on) {
      const [boss, app] = [await clientOf(on, 'boss'), await on.asApp(on.ownStore)]
      const { user, coin } = await unpaidDeposit(on)
      const row = (await rowsOf(on, coins)).find(({ id }) => id === (coin as { id: string }).id)!
      const body = { reason: 'The contract suite asks' }
      const disabled = await done<Row>(boss, coins, 'disableDeposits', row.id, { body, ifMatch: row.version })
      const asked = { user: (user as { id: string }).id, coin: row.id, amount_asked: '40.00', source: 'APP' }
      const refused = checkRejected(await call(app, deposits, 'appRequest', '', { body: asked }), 'coin')
      assert.deepEqual(refused.coin, [CRYPTO_DEPOSIT_REFUSAL.coin])
      await done(boss, coins, 'enableDeposits', row.id, { body, ifMatch: disabled.version })
    },
  },
  {
    name: 'the app tells where a user wants a deposit back, also another time; a wrong address is refused at its field, the app of another store is not answered',
    writes: true,
    async run(on) {
      const [app, partner] = [await on.asApp(on.ownStore), await on.asApp(on.partnerStore)]
      const { id, network } = await unpaidDeposit(on)
      const confirm = (address: string) => ({ body: { address } })
      for (const user of ['one', 'another']) {
        const address = addressFor(network as string, `refund ${user} ${on.unique()}`)!
        const row = await done<Row>(app, deposits, 'appConfirmAddress', id, confirm(address))
        assert.equal(row.refund_address, address)
        checkFailure(await call(partner, deposits, 'appConfirmAddress', id, confirm(address)), 404)
      }
      checkRejected(await call(app, deposits, 'appConfirmAddress', id, confirm('no address')), 'address')
    },
  },
  {
    name: 'a coin that is refreshed has the rate and the balance of this moment',
    writes: true,
    async run(on) {
      const boss = await clientOf(on, 'boss')
      const coin = (await rowsOf(on, coins)).find(
        (row) => row.rate_source === 'FEED' && row.rail === 'COINS' && row.store_code === on.ownStore,
      )!
      const before = [coin.rate_at, coin.hot_wallet_at] as (string | null)[]
      await done(boss, coins, 'refresh', coin.id, { body: {}, ifMatch: coin.version })
      const isLater = (row: Row) =>
        ([row.rate_at, row.hot_wallet_at] as (string | null)[]).every(
          (at, index) => at !== null && at > (before[index] ?? ''),
        )
      const after = await until(on, () => done<Row>(boss, coins, 'get', coin.id), isLater)
      assert.ok(Number(after.rate) > 0 && Number(after.hot_wallet_balance) > 0)
    },
  },
]
