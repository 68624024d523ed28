/** Which bonus a deposit gets (catalogue, /deposit-bonus-type): the preview 'Test a deposit'. */
import assert from 'node:assert/strict'
import type { Client } from '../client'
import type { Case } from '../environment'
import { clientOf } from '../records/people'
import { done, list } from '../records/calls'
import { definitionOf, EVERYTHING } from '../records/rows'
import type { Row } from '../records/oracle'

const record = definitionOf('depositBonusType')
interface Answer {
  winner: { name: string } | null
  bonus: string | null
  to_wager: string | null
  types: { name: string; outcome: string }[]
}
const TERMS = {
  method_kind: 'ANY',
  percent: '33.33',
  max_amount: '50',
  min_deposit: '10',
  wagering_multiplier: '1.5',
  expiry_days: 7,
}
/** A Friday, 23:30 UTC, which is Saturday further east. */
const FRIDAY = '2026-01-16T23:30:00.000Z'
const DEPOSIT = { which: 1, amount: '100.10', method_kind: 'MANUAL', at: FRIDAY }

const enable = (client: Client, { id, version }: Row, is_deleted: boolean) =>
  done(client, record, 'update', id, { body: { is_deleted }, ifMatch: version })

export const depositBonusCases: readonly Case[] = [
  {
    name: 'a deposit gets the bonus of the first type in the list of its store that applies; the other types return the reason why not',
    writes: true,
    async run(on) {
      const client = await clientOf(on, 'partner')
      const test = (deposit: object) =>
        done<Answer>(client, record, 'preview', '', { body: { ...DEPOSIT, ...deposit } })
      const add = (name: string, terms: object) =>
        done(client, record, 'create', '', {
          body: { ...TERMS, name: `${name} ${on.unique()}`.slice(0, 32), ...terms },
        })
      const others = (await list(client, record, EVERYTHING)).rows.filter((row) => row.is_deleted !== true)
      for (const row of others) await enable(client, row, true)
      assert.equal((await test({})).winner, null)

      const third = await add('Third', { trigger: 'NTH_DEPOSIT', nth: 3 })
      const friday = await add('Friday', { trigger: 'DAY_OF_WEEK', weekdays: ['FRIDAY'], method_kind: 'CRYPTO' })
      const every = await add('Every', { trigger: 'EVERY_DEPOSIT', ends_at: '2026-03-01T00:00:00.000Z' })
      const names = [third, friday, every].map(({ name }) => name as string)
      const outcomes = async (deposit: object) => {
        const { winner, bonus, to_wager, types } = await test(deposit)
        const own = types.filter(({ name }) => names.includes(name)).map(({ outcome }) => outcome)
        return [winner?.name ?? null, bonus, to_wager, ...own]
      }
      // 33.33 % of 100.10 is 33.36333, and 1.5 times 33.36 is 50.04.
      assert.deepEqual(await outcomes({}), [
        names[2],
        '33.36',
        '50.04',
        'It is for deposit 3 only.',
        'It is for crypto deposits only.',
        'It applies.',
      ])
      assert.deepEqual(await outcomes({ which: 3, amount: '9999999.99' }), [
        names[0],
        '50.00',
        '75.00',
        'It applies.',
        'It is for crypto deposits only.',
        'An earlier one applies.',
      ])
      assert.deepEqual(await outcomes({ method_kind: 'CRYPTO', amount: '10' }), [
        names[1],
        '3.33',
        '4.99',
        'It is for deposit 3 only.',
        'It applies.',
        'An earlier one applies.',
      ])
      assert.deepEqual(await outcomes({ method_kind: 'CRYPTO', at: '2026-01-17T00:00:00.000Z', amount: '9.99' }), [
        null,
        null,
        null,
        'It is for deposit 3 only.',
        'It is for Friday only.',
        'The deposit is below 10.00.',
      ])
      assert.equal((await test({ at: '2026-03-01T00:00:00.000Z' })).types.at(-1)!.outcome, 'It has ended by then.')

      const ids = (await list(client, record, EVERYTHING)).rows.map(({ id }) => id)
      await done(client, record, 'order', '', { body: { ids: [every.id, ...ids.filter((id) => id !== every.id)] } })
      assert.equal((await test({ which: 3 })).winner?.name, names[2], 'the order decides')
      for (const row of [third, friday, every]) await enable(client, await done(client, record, 'get', row.id), true)
      for (const row of others) await enable(client, await done(client, record, 'get', row.id), false)
    },
  },
]
