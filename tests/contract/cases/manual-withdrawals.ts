/** Withdrawals that a rail pays (money, UNKNOWN): what its silence leads to, and how people go on. */
import assert from 'node:assert/strict'
import { checkFailure } from '../check'
import type { Case } from '../environment'
import { call, done } from '../records/calls'
import { failedWithdrawal } from '../records/ground'
import { clientOf } from '../records/people'
import { definitionOf } from '../records/rows'
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
]
