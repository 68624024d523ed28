/** What the definition of a record specifies about values that belong together: dependent and unique fields, ranges and limits. */
import assert from 'node:assert/strict'
import type { Field } from '@contract/records/field'
import type { RecordDefinition } from '@contract/records/record'
import { checkRejected, checkSuccess } from '../check'
import type { Case } from '../environment'
import { CRYPTO_ADDRESSES, validBody, type Values } from '../record-examples'
import { clientOf } from '../records/people'
import { call, done, operationOf } from '../records/calls'
import { freshBody } from '../records/rows'
import type { Row } from '../records/oracle'
import {
  LISTS,
  belongingTo,
  besides,
  checkHistory,
  checkUnchanged,
  checkValue,
  checkValues,
  fresh,
  inOtherCase,
  isEmptyValue,
  making,
  statusesOf,
  without,
  withoutUnapplied,
  writable,
} from '../records/writing'

export const dependentCases = (record: RecordDefinition): Case[] =>
  writable(record, 'create')
    .filter(([, { when }]) => when !== undefined)
    .map(([name, field]): Case => {
      const { field: other, required } = field.when!
      return {
        name: `${record.name}: ${name} is ${required ? "'Required'" : 'accepted'} where ${other} makes it apply, refused elsewhere, and cleared when it no longer applies`,
        writes: true,
        async run(on) {
          const client = await clientOf(on, 'boss')
          const beside = besides(record, field)
          const { [name]: _left, ...rest } = await freshBody(on, record)
          const own = await making(on, record, 0, 'boss', [name])
          const { [name]: value } = validBody([[name, field]], {}, { ...own, beside: { [other]: beside.on } })
          const [applied, unapplied] = [
            await belongingTo(on, record, name, beside.on),
            await belongingTo(on, record, name, beside.off),
          ]
          const whereOn = { [other]: beside.on, ...applied.required }
          const whereOff = { [other]: beside.off, ...unapplied.required }
          const create = (body: Values) =>
            call(client, record, 'create', '', {
              body: { ...without(rest, (body[other] === beside.on ? applied : unapplied).emptied), ...body },
            })
          checkRejected(await create({ ...whereOff, [name]: value }), name)
          if (required)
            for (const none of [{}, { [name]: null }])
              assert.deepEqual(checkRejected(await create({ ...whereOn, ...none }), name)[name], ['Required'])
          let row = checkSuccess<Row>(await create({ ...whereOn, [name]: value }), operationOf(record, 'create'))
          checkValue(row, name, field, value)
          if (record.fields[other]!.write !== 'always' || field.write !== 'always') return
          const update = (body: Values) => call(client, record, 'update', row.id, { body, ifMatch: row.version })
          const updated = async (body: Values) => checkSuccess<Row>(await update(body), operationOf(record, 'update'))
          if (required) assert.deepEqual(checkRejected(await update({ [name]: null }), name)[name], ['Required'])
          checkRejected(await update({ ...whereOff, [name]: value }), name)
          await checkUnchanged(client, record, row)
          const before = row
          row = await updated(whereOff)
          checkValue(row, name, field, LISTS.has(field.type.kind) ? [] : null)
          const emptied = Object.keys(unapplied.emptied).filter((each) => !isEmptyValue(before[each]))
          await checkHistory(client, record, row.id, 'update', { ...whereOff, [name]: null }, before, emptied)
          checkRejected(await update({ [name]: value }), name)
          if (required) assert.deepEqual(checkRejected(await update(whereOn), name)[name], ['Required'])
          await checkUnchanged(client, record, row)
          row = await updated({ ...whereOn, [name]: value })
          checkValue(row, name, field, value)
        },
      }
    })

export const uniqueCases = (record: RecordDefinition): Case[] => [
  ...writable(record, 'create')
    .filter(([, { unique }]) => unique)
    .map(([name, field]): Case => ({
      name: `${record.name}: two records of ${field.unique === 'everywhere' ? 'the platform' : 'a store'} cannot have the same ${name}, in any letter case${field.unique === 'everywhere' ? '' : '; records of two stores can'}`,
      writes: true,
      async run(on) {
        const client = await clientOf(on, 'boss')
        const row = await fresh(on, record)
        const taken = String(row[name] as string)
        for (const value of [taken, inOtherCase(taken, field)]) {
          const body = { ...(await freshBody(on, record)), [name]: value }
          checkRejected(await call(client, record, 'create', '', { body }), name)
          if (field.write !== 'always') continue
          const other = await fresh(on, record)
          const sending = { body: { [name]: value }, ifMatch: other.version }
          checkRejected(await call(client, record, 'update', other.id, sending), name)
          await checkUnchanged(client, record, other)
        }
        const { [name]: free } = await freshBody(on, record)
        const both = await Promise.all(
          [1, 2].map(async () =>
            call(client, record, 'create', '', { body: { ...(await freshBody(on, record)), [name]: free } }),
          ),
        )
        assert.deepEqual(statusesOf(both), [200, 422], 'of two at once one is added')
        // An update with the record's own value is no conflict.
        if (field.write === 'always')
          await done(client, record, 'update', row.id, { body: { [name]: taken }, ifMatch: row.version })
        const body = { ...(await freshBody(on, record, 'partner')), [name]: taken }
        const reply = await call(await clientOf(on, 'partner'), record, 'create', '', { body })
        if (field.unique === 'everywhere') checkRejected(reply, name)
        else checkSuccess(reply, operationOf(record, 'create'))
      },
    })),
  ...(record.uniqueTogether
    ? [
        {
          name: `${record.name}: two records of a store cannot have the same ${record.uniqueTogether.join(' and ')}`,
          writes: true,
          async run(on) {
            const client = await clientOf(on, 'boss')
            const pair = record.uniqueTogether!
            const first = await freshBody(on, record)
            await done(client, record, 'create', '', { body: first })
            const second = await freshBody(on, record, 'boss', 'all', 1)
            const same = Object.fromEntries(pair.map((name) => [name, first[name]]))
            const both = withoutUnapplied(record, { ...second, ...same })
            checkRejected(await call(client, record, 'create', '', { body: both }), pair.at(-1)!)
            for (const name of pair) {
              const { [name]: _own, ...rest } = same
              // One of the fields alone may be equal.
              const alone = { ...(await freshBody(on, record, 'boss', 'all', 1)), ...rest }
              await done(client, record, 'create', '', { body: withoutUnapplied(record, alone) })
            }
          },
        } satisfies Case,
      ]
    : []),
]

export const rangeCases = (record: RecordDefinition): Case[] =>
  (record.ranges ?? []).map(([low, high]): Case => ({
    name: `${record.name}: ${low} cannot exceed ${high}, whichever of the two a call changes`,
    writes: true,
    async run(on) {
      const client = await clientOf(on, 'boss')
      const body = await freshBody(on, record)
      const turned = { ...body, [low]: body[high], [high]: body[low] }
      checkRejected(await call(client, record, 'create', '', { body: turned }), high)
      const row = await done(client, record, 'create', '', { body })
      const update = (changes: Values) =>
        call(client, record, 'update', row.id, { body: changes, ifMatch: row.version })
      checkRejected(await update({ [low]: moved(record.fields[high]!, body[high], 1) }), high)
      checkRejected(await update({ [high]: moved(record.fields[low]!, body[low], -1) }), high)
      checkRejected(await update({ [low]: body[high], [high]: body[low] }), high)
      await checkUnchanged(client, record, row)
      checkSuccess(await update({ [low]: body[high] }), operationOf(record, 'update'))
    },
  }))

/** Limits that another field of the record sets: the decimals of a coin, the network of an address. */
export const limitCases = (record: RecordDefinition): Case[] =>
  writable(record, 'create').flatMap(([name, field]): Case[] => {
    const { type } = field
    if (type.kind === 'coin')
      return [
        {
          name: `${record.name}: ${name} has at most the number of decimals in ${type.places}, whichever of the two a call changes`,
          writes: true,
          async run(on) {
            const client = await clientOf(on, 'boss')
            const body: Values = { ...(await freshBody(on, record)), [type.places]: 8 }
            const amount = (places: string) => `${String(body[name] as string)}.${places}`
            const create = (value: string) => call(client, record, 'create', '', { body: { ...body, [name]: value } })
            const message = ['This coin has 8 decimals']
            assert.deepEqual(checkRejected(await create(amount('000000001')), name)[name], message)
            const row = checkSuccess<Row>(await create(amount('00000001')), operationOf(record, 'create'))
            checkValue(row, name, field, amount('00000001'))
            const update = (changes: Values) =>
              call(client, record, 'update', row.id, { body: changes, ifMatch: row.version })
            assert.deepEqual(checkRejected(await update({ [name]: amount('123456789') }), name)[name], message)
            checkRejected(await update({ [type.places]: 7 }), name)
            checkRejected(await update({ [type.places]: 9, [name]: amount('1234567891') }), name)
            await checkUnchanged(client, record, row)
            const changed = { [type.places]: 9, [name]: amount('123456789') }
            checkValues(checkSuccess<Row>(await update(changed), operationOf(record, 'update')), record, changed)
            // Trailing zeros do not count as decimals.
            const again: Values = { ...(await freshBody(on, record)), [type.places]: 8, [name]: amount('10000000000') }
            checkSuccess(await call(client, record, 'create', '', { body: again }), operationOf(record, 'create'))
          },
        },
      ]
    if (type.kind !== 'cryptoAddress') return []
    return [
      {
        name: `${record.name}: ${name} has the form of its ${type.network}`,
        writes: true,
        async run(on) {
          const client = await clientOf(on, 'boss')
          for (const [network, { valid, invalid }] of Object.entries(CRYPTO_ADDRESSES)) {
            const others = Object.values(CRYPTO_ADDRESSES).flatMap((each) =>
              each.valid.some((address) => valid.includes(address)) ? [] : each.valid,
            )
            const { [name]: _other, ...body } = { ...(await freshBody(on, record)), [type.network]: network }
            const create = (address: string) =>
              call(client, record, 'create', '', { body: { ...body, [name]: address } })
            for (const address of [...invalid, ...others]) checkRejected(await create(address), name)
            const row = checkSuccess<Row>(await create(valid[0]!), operationOf(record, 'create'))
            checkValue(row, name, field, valid[0])
            const update = (address: string) =>
              call(client, record, 'update', row.id, { body: { [name]: address }, ifMatch: row.version })
            for (const address of [...invalid, ...others]) checkRejected(await update(address), name)
            await checkUnchanged(client, record, row)
            checkValue(checkSuccess<Row>(await update(valid[1]!), operationOf(record, 'update')), name, field, valid[1])
          }
        },
      },
    ]
  })

/** A value above or below another one: by one, or for a time by a day. */
function moved({ type }: Field, value: unknown, by: 1 | -1): unknown {
  if (type.kind === 'time') return new Date(Date.parse(value as string) + by * DAY_MS).toISOString()
  return typeof value === 'number' ? value + by : String(Number(value) + by)
}

const DAY_MS = 24 * 3600 * 1000
