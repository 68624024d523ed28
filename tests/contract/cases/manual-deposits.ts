/** Deposits that users make outside the platform (money, /deposit/manual-deposit): their proof may come later. */
import assert from 'node:assert/strict'
import { DEPOSIT_REFUSAL } from '@contract/records/money/manual-deposit'
import { checkFailure, checkRejected, checkSuccess } from '../check'
import type { Case, Environment } from '../environment'
import { clientOf } from '../records/people'
import { call, done, operationOf } from '../records/calls'
import { definitionOf, sentByApp, uploadAsApp } from '../records/rows'
import type { Row } from '../records/oracle'
import { NOBODY } from '../records/writing'

const deposits = definitionOf('manualDeposit')
const read = async (on: Environment, id: string) => done<Row>(await clientOf(on, 'boss'), deposits, 'get', id)

export const manualDepositCases: readonly Case[] = [
  {
    name: 'the app adds the proof of a deposit that was sent without one, once; until then another person must decide it',
    writes: true,
    async run(on) {
      const app = await on.asApp(on.ownStore)
      const { id } = await sentByApp(on, deposits, { proof: [] })
      assert.equal((await read(on, id)).needs_two, true)
      const prove = (proof: readonly string[], of = id) => call(app, deposits, 'appProve', of, { body: { proof } })
      checkRejected(await prove([]), 'proof')
      checkFailure(await prove([await uploadAsApp(app, deposits, 'proof')], NOBODY), 404)
      const partner = await on.asApp(on.partnerStore)
      const theirs = { body: { proof: [await uploadAsApp(partner, deposits, 'proof')] } }
      checkFailure(await call(partner, deposits, 'appProve', id, theirs), 404)
      const file = await uploadAsApp(app, deposits, 'proof')
      for (let time = 0; time < 2; time += 1) checkSuccess(await prove([file]), operationOf(deposits, 'appProve'))
      const { needs_two, proof } = await read(on, id)
      assert.deepEqual([needs_two, (proof as { id: string }[]).map((each) => each.id)], [false, [file]])
      const other = checkRejected(await prove([await uploadAsApp(app, deposits, 'proof')]), 'deposit')
      assert.deepEqual(other.deposit, [DEPOSIT_REFUSAL.hasProof])
    },
  },
]
