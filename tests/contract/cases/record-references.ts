/** What the definition of a record specifies about the records that its rows refer to, and about their stores. */
import assert from 'node:assert/strict'
import { STORE_FIELD } from '@contract/permissions'
import { targetOf } from '@contract/records/kinds'
import {
  choosesStore,
  ownFieldOf,
  storeReference,
  uploadRulesOf,
  type RecordDefinition,
} from '@contract/records/record'
import { checkFailure, checkRejected, checkSuccess } from '../check'
import type { Case } from '../environment'
import { validBody } from '../record-examples'
import { clientOf, type Person } from '../records/people'
import { call, hasVerb, operationOf } from '../records/calls'
import { closedOf, definitionOf, freshBody, rowsOf, storesFor } from '../records/rows'
import { makeGround } from '../records/ground'
import { storeOf, type Row } from '../records/oracle'
import { checkUnchanged, checkValue, disable, fresh, making, unused, writable, wrongTargets } from '../records/writing'

export const referenceCases = (record: RecordDefinition): Case[] =>
  writable(record, 'create').flatMap(([name, field]): Case[] => {
    const { type } = field
    if (type.kind !== 'reference' && type.kind !== 'references') return []
    const sent = (id: string) => (type.kind === 'reference' ? id : [id])
    return [
      {
        name: `${record.name}: a ${name} that does not exist, is disabled or belongs to another store is refused at the field`,
        writes: true,
        async run(on) {
          const client = await clientOf(on, 'boss')
          const row = await fresh(on, record)
          for (const id of await wrongTargets(on, type.to)) {
            const body = { ...(await freshBody(on, record)), [name]: sent(id) }
            checkRejected(await call(client, record, 'create', '', { body }), name)
            if (field.write === 'always')
              checkRejected(
                await call(client, record, 'update', row.id, { body: { [name]: sent(id) }, ifMatch: row.version }),
                name,
              )
          }
          await checkUnchanged(client, record, row)
          const visible = new Set((await rowsOf(on, definitionOf(type.to), 'partner')).map(({ id }) => id))
          const theirs = (await rowsOf(on, definitionOf(type.to))).find(
            ({ id, is_deleted }) => !visible.has(id) && is_deleted !== true,
          )
          const body = { ...(await freshBody(on, record, 'partner')), [name]: sent(theirs!.id) }
          checkRejected(await call(await clientOf(on, 'partner'), record, 'create', '', { body }), name)
        },
      },
    ]
  })

export const keptReferenceCases = (record: RecordDefinition): Case[] =>
  writable(record, 'update').flatMap(([name, field]): Case[] => {
    const { type } = field
    if (type.kind !== 'reference' && type.kind !== 'references') return []
    const target = definitionOf(type.to)
    if (!hasVerb(record, 'create') || !target.switch || !hasVerb(target, 'create')) return []
    const sent = (id: string) => (type.kind === 'reference' ? id : [id])
    return [
      {
        name: `${record.name}: a ${name} that was disabled after it was chosen may stay in an update`,
        writes: true,
        async run(on) {
          const client = await clientOf(on, 'boss')
          const chosen = await unused(on, target)
          const body = { ...(await freshBody(on, record)), [name]: sent(chosen.id) }
          const row = checkSuccess<Row>(
            await call(client, record, 'create', '', { body }),
            operationOf(record, 'create'),
          )
          const disabling = await disable(on, target, chosen)
          // Some records cannot be disabled while others refer to them.
          if (disabling.status === 422) {
            checkRejected(disabling, 'is_deleted')
            return
          }
          checkSuccess(disabling, operationOf(target, 'enableDisable'))
          const reply = await call(client, record, 'update', row.id, {
            body: { [name]: sent(chosen.id) },
            ifMatch: row.version,
          })
          checkValue(checkSuccess<Row>(reply, operationOf(record, 'update')), name, field, sent(chosen.id))
        },
      },
    ]
  })

export const storeCases = (record: RecordDefinition): Case[] => [
  {
    name: `${record.name}: people of a partner's store cannot change records of another store`,
    writes: true,
    async run(on) {
      await makeGround(on, record)
      const [boss, partner] = [await clientOf(on, 'boss'), await clientOf(on, 'partner')]
      const own = new Set((await rowsOf(on, record, 'partner')).map(({ id }) => id))
      const row = (await rowsOf(on, record)).find(({ id }) => !own.has(id))
      assert.ok(row, 'there is a record of another store')
      const sending = { ifMatch: row.version }
      const making0 = await making(on, record, 1, 'partner', Object.keys(record.fields).slice(0, 1))
      const [field] = writable(record, 'update')
      if (field)
        checkFailure(
          await call(partner, record, 'update', row.id, { ...sending, body: validBody([field], {}, making0) }),
          404,
          'update',
        )
      if (record.switch) {
        for (const verb of ['update', 'enableDisable'])
          checkFailure(await call(partner, record, verb, row.id, { ...sending, body: { is_deleted: true } }), 404, verb)
      }
      for (const [action, { asks = {} }] of Object.entries(record.actions)) {
        const body = validBody(Object.entries(asks), {}, making0)
        // A store without possible values cannot fill a required question.
        if (Object.entries(asks).every(([name, { required }]) => !required || name in body))
          checkFailure(await call(partner, record, action, row.id, { ...sending, body }), 404, action)
      }
      await checkUnchanged(boss, record, row)
    },
  },
]

/** The store of a new record, where a reference determines it. */
const referredStoreCases = (record: RecordDefinition, by: string): Case[] => [
  {
    name: `${record.name}.create: the store of a new record is that of its ${by}, whoever adds it`,
    writes: true,
    async run(on) {
      await makeGround(on, record)
      const [stores, target] = [new Set<unknown>(), definitionOf(targetOf(record.fields[by]!.type)!)]
      const ofPartner = new Set((await rowsOf(on, target, 'partner')).map(({ id }) => id))
      for (const row of await rowsOf(on, target)) {
        // Accounts do not show their store unless it is a partner's.
        const store = storeOf(row) ?? on.ownStore
        if (stores.has(store)) continue
        const { id } = row
        // What else the body refers to is of that store, too.
        const all = { ...(await freshBody(on, record, ofPartner.has(id) ? 'partner' : 'boss', 'required')), [by]: id }
        // Nobody can use the uploads of others.
        const own = new Set(Object.keys(uploadRulesOf(record)).map(ownFieldOf))
        const body = Object.fromEntries(Object.entries(all).filter(([name]) => !own.has(name)))
        const reply = await call(await clientOf(on, 'boss'), record, 'create', '', { body })
        // One that is disabled cannot be chosen.
        if (reply.status === 422) continue
        assert.equal(checkSuccess<Row>(reply, operationOf(record, 'create'))[STORE_FIELD], store)
        stores.add(store)
      }
      assert.ok(stores.size > 1, 'in several stores')
    },
  },
]

/** The store of a new record: where people choose it, and where a reference determines it. */
export const newStoreCases = (record: RecordDefinition): Case[] => {
  const by = storeReference(record)
  return by === null ? chosenStoreCases(record) : referredStoreCases(record, by)
}

/** The store of a new record, where people choose it. */
const chosenStoreCases = (record: RecordDefinition): Case[] =>
  choosesStore(record)
    ? [
        {
          name: `${record.name}.create: who may write to several stores chooses one; a store that is unknown, disabled or not theirs is 422`,
          writes: true,
          async run(on) {
            await makeGround(on, record)
            const boss = await clientOf(on, 'boss')
            const [stores, theirs] = [await storesFor(on, 'boss'), await storesFor(on, 'partner')]
            const create = async (person: Person, store?: string) =>
              call(await clientOf(on, person), record, 'create', '', {
                body: {
                  ...(await freshBody(on, record, person)),
                  ...(store !== undefined && { [STORE_FIELD]: store }),
                },
              })
            const added = async (person: Person, store?: string) =>
              checkSuccess<Row>(await create(person, store), operationOf(record, 'create'))
            const own = (await added('boss'))[STORE_FIELD]
            assert.equal((await added('boss', ''))[STORE_FIELD], own, 'no choice: the own store')
            // The partner's, which has records of this kind: a first one may have to fulfil further rules.
            const other = stores.find(({ code }) => code === theirs[0]!.code && code !== own)
            if (!other) throw on.cannot('the person with all rights may write to one store only')
            const row = await added('boss', other.code)
            assert.equal(row[STORE_FIELD], other.code)
            await checkUnchanged(boss, record, row)
            assert.deepEqual(
              theirs.map(({ code }) => code),
              [(await added('partner', theirs[0]!.code))[STORE_FIELD]],
            )
            checkRejected(
              await create('partner', stores.find(({ code }) => code !== theirs[0]!.code)!.code),
              STORE_FIELD,
            )
            for (const store of closedOf(stores)) checkRejected(await create('boss', store), STORE_FIELD)
          },
        },
      ]
    : []
