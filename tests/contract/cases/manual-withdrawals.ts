/** Withdrawals that a rail pays (money, UNKNOWN): what its silence leads to, and how people go on. */
import assert from 'node:assert/strict'
import { WITHDRAWAL_REFUSAL } from '@contract/records/money/withdrawal'
import { checkFailure, checkRejected } from '../check'
import type { Case } from '../environment'
import { call, done } from '../records/calls'
import { approvedWithdrawal, failedWithdrawal } from '../records/ground'
import { clientOf } from '../records/people'
import { definitionOf, sentByApp } from '../records/rows'
import type { Row } from '../records/oracle'

const withdrawals = definitionOf('manualWithdrawal')

export const manualWithdrawalCases: readonly Case[] = [
  {
    name: 'a payment that failed is sent again as another attempt with its own reference; one that is under way is not',
    writes: true,
    async run(on) {
      const boss = await clientOf(on, 'boss')
      const failed = await failedWithdrawal(on)
      const { version } = await done<Row>(boss, withdrawals, 'claim', failed.id, { body: {} })
      const body = { reason: 'The account is open again' }
      const again = await done<Row>(boss, withdrawals, 'payAgain', failed.id, { body, ifMatch: version })
      assert.equal(again.status, 'APPROVED')
      const [last, first] = again.attempts as { number: number; reference: string }[]
      assert.deepEqual([last!.number, first!.number], [2, 1])
      assert.notEqual(last!.reference, first!.reference)
      await done(boss, withdrawals, 'claim', failed.id, { body: {} })
      const now = await done<Row>(boss, withdrawals, 'get', failed.id)
      checkFailure(await call(boss, withdrawals, 'payAgain', failed.id, { body, ifMatch: now.version }), 409)
    },
  },
  {
    name: 'the app cancels a withdrawal that nobody has decided, once; one of another store does not exist for it',
    writes: true,
    async run(on) {
      const [app, partner] = [await on.asApp(on.ownStore), await on.asApp(on.partnerStore)]
      const { id } = await sentByApp(on, withdrawals, { amount: '60.00' })
      checkFailure(await call(partner, withdrawals, 'appCancel', id, { body: {} }), 404)
      for (let time = 0; time < 2; time += 1) {
        const { status } = await done<Row>(app, withdrawals, 'appCancel', id, { body: {} })
        assert.equal(status, 'CANCELLED')
      }
      const approved = await approvedWithdrawal(on)
      const late = checkRejected(await call(app, withdrawals, 'appCancel', approved.id, { body: {} }), 'withdrawal')
      assert.deepEqual(late.withdrawal, [WITHDRAWAL_REFUSAL.cancelled])
    },
  },
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
]
