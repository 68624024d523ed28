/** Withdrawals (money, UNKNOWN): what the silence of a rail leads to, how people go on, and what apps can still cancel. */
import assert from 'node:assert/strict'
import { CRYPTO_WITHDRAWAL_REFUSAL } from '@contract/records/money/crypto-withdrawal'
import { WITHDRAWAL_REFUSAL } from '@contract/records/money/withdrawal'
import type { RecordDefinition } from '@contract/records/record'
import { checkFailure, checkRejected } from '../check'
import type { Case } from '../environment'
import { call, done } from '../records/calls'
import { approvedWithdrawal, failedWithdrawal } from '../records/ground'
import { clientOf } from '../records/people'
import { definitionOf, rowsOf, sentByApp } from '../records/rows'
import type { Row } from '../records/oracle'

const [withdrawals, coinWithdrawals, coins] = [
  definitionOf('manualWithdrawal'),
  definitionOf('cryptoWithdrawal'),
  definitionOf('cryptoCoin'),
]

const casesOf = (record: RecordDefinition): Case[] => [
  {
    name: `${record.name}: a payment that failed is sent again as another attempt with its own reference; one that is under way is not`,
    writes: true,
    async run(on) {
      const boss = await clientOf(on, 'boss')
      const failed = await failedWithdrawal(on, record)
      const { version } = await done<Row>(boss, record, 'claim', failed.id, { body: {} })
      const body = { reason: 'The account is open again' }
      const again = await done<Row>(boss, record, 'payAgain', failed.id, { body, ifMatch: version })
      assert.equal(again.status, 'APPROVED')
      const [last, first] = again.attempts as { number: number; reference: string }[]
      assert.deepEqual([last!.number, first!.number], [2, 1])
      assert.notEqual(last!.reference, first!.reference)
      await done(boss, record, 'claim', failed.id, { body: {} })
      const now = await done<Row>(boss, record, 'get', failed.id)
      checkFailure(await call(boss, record, 'payAgain', failed.id, { body, ifMatch: now.version }), 409)
    },
  },
  {
    name: `${record.name}: the app cancels one that nobody has decided, once; one of another store does not exist for it`,
    writes: true,
    async run(on) {
      const [app, partner] = [await on.asApp(on.ownStore), await on.asApp(on.partnerStore)]
      const { id } = await sentByApp(on, record, { amount: '60.00' })
      checkFailure(await call(partner, record, 'appCancel', id, { body: {} }), 404)
      for (let time = 0; time < 2; time += 1) {
        const { status } = await done<Row>(app, record, 'appCancel', id, { body: {} })
        assert.equal(status, 'CANCELLED')
      }
      const approved = await approvedWithdrawal(on, record)
      const late = checkRejected(await call(app, record, 'appCancel', approved.id, { body: {} }), 'withdrawal')
      assert.deepEqual(late.withdrawal, [WITHDRAWAL_REFUSAL.cancelled])
    },
  },
]

export const withdrawalCases: readonly Case[] = [
  ...casesOf(withdrawals),
  ...casesOf(coinWithdrawals),
  {
    name: 'the payout details are revealed to whoever has claimed the withdrawal',
    writes: true,
    async run(on) {
      const boss = await clientOf(on, 'boss')
      const { id } = await sentByApp(on, withdrawals, { amount: '60.00' })
      const body = { reason: 'The contract suite asks' }
      checkFailure(await call(boss, withdrawals, 'reveal', id, { body }), 409)
      await done(boss, withdrawals, 'claim', id, { body: {} })
      const { secret } = await done<{ secret: string }>(boss, withdrawals, 'reveal', id, { body })
      assert.equal(secret, 'Payee: Another Person\nChave PIX: pix-of-the-suite')
    },
  },
  {
    name: 'the rate of a withdrawal in coins is locked with its approval; a coin that pays nothing is refused at its field',
    writes: true,
    async run(on) {
      const [boss, app] = [await clientOf(on, 'boss'), await on.asApp(on.ownStore)]
      const asked = await sentByApp(on, coinWithdrawals, { amount: '60.00' })
      const before = await done<Row>(boss, coinWithdrawals, 'get', asked.id)
      assert.deepEqual([before.rate, before.coin_amount], [null, null])
      const after = await approvedWithdrawal(on, coinWithdrawals)
      // At a rate of 1, without the fees.
      const sends = Number(after.net_amount) - Number(after.network_fee)
      assert.deepEqual([after.rate, Number(after.coin_amount), after.estimate], ['1', sends, null])
      const { user, coin, address } = before as unknown as {
        user: { id: string }
        coin: { id: string }
        address: string
      }
      const row = (await rowsOf(on, coins)).find(({ id }) => id === coin.id)!
      const body = { reason: 'The contract suite asks' }
      const disabled = await done<Row>(boss, coins, 'disableWithdrawals', row.id, { body, ifMatch: row.version })
      const next = { user: user.id, coin: row.id, amount: '60.00', address, source: 'APP' }
      const refused = checkRejected(await call(app, coinWithdrawals, 'appRequest', '', { body: next }), 'coin')
      assert.deepEqual(refused.coin, [CRYPTO_WITHDRAWAL_REFUSAL.coin])
      await done(boss, coins, 'enableWithdrawals', row.id, { body, ifMatch: disabled.version })
    },
  },
]
