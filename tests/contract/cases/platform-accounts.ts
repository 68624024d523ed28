/** Accounts at game platforms (money, /platform-user): what apps ask for them. */
import assert from 'node:assert/strict'
import { checkFailure } from '../check'
import type { Case } from '../environment'
import { call, done } from '../records/calls'
import { addRecord, definitionOf } from '../records/rows'
import type { Row } from '../records/oracle'

const accounts = definitionOf('platformAccount')

export const platformAccountCases: readonly Case[] = [
  {
    name: 'the app asks for a new password of an account, once; one of another store does not exist for it',
    writes: true,
    async run(on) {
      const [app, partner] = [await on.asApp(on.ownStore), await on.asApp(on.partnerStore)]
      const { id } = (await addRecord(on, accounts))!
      checkFailure(await call(partner, accounts, 'appAskReset', id, { body: {} }), 404)
      for (let time = 0; time < 2; time += 1) {
        const { status } = await done<Row>(app, accounts, 'appAskReset', id, { body: {} })
        assert.equal(status, 'RESET_REQUESTED')
      }
    },
  },
]
