/** What the definition of a record specifies for its writes: bodies, refusals, the switch, the order, and the history. */
import assert from 'node:assert/strict'
import type { HistoryEntry } from '@contract/entities/history'
import { STORE_FIELD } from '@contract/permissions'
import { choosesStore, isInRows, privateFields, type RecordDefinition } from '@contract/records/record'
import { checkFailure, checkRejected } from '../check'
import type { Sending } from '../client'
import type { Case } from '../environment'
import { invalidValues, validBody, type Values } from '../record-examples'
import { clientOf, fieldsOf, type Person } from '../records/people'
import { call, done, hasVerb } from '../records/calls'
import { addRecord, freshBody, rowsOf } from '../records/rows'
import { makeGround } from '../records/ground'
import { storeOf, type Row } from '../records/oracle'
import { actionCases, askedCases } from './record-actions'
import { keptReferenceCases, newStoreCases, referenceCases, storeCases } from './record-references'
import { dependentCases, limitCases, rangeCases, uniqueCases } from './record-rules'
import {
  LISTS,
  NOBODY,
  TEXTS,
  applies,
  belongingTo,
  besides,
  checkHistory,
  checkUnchanged,
  checkValue,
  checkValues,
  dependentsOf,
  fresh,
  historyOf,
  isEmptyValue,
  making,
  rowWithField,
  statusesOf,
  twice,
  untouched,
  without,
  writable,
} from '../records/writing'

const createCases = (record: RecordDefinition): Case[] => [
  {
    name: `${record.name}.create: every field is stored as sent; creator, store and history are recorded`,
    writes: true,
    async run(on) {
      for (const person of ['boss', 'editor', 'partner'] as const) {
        const client = await clientOf(on, person)
        const body = await freshBody(on, record, person)
        const row = await done(client, record, 'create', '', { body })
        assert.equal(row.version, 1)
        checkValues(row, record, body)
        await checkUnchanged(client, record, row)
        assert.deepEqual(
          (await rowsOf(on, record, person)).find(({ id }) => id === row.id),
          row,
          'it is in the list',
        )
        await checkHistory(client, record, row.id, 'create', body, null)
        const own = (await rowsOf(on, record, person)).filter(({ id }) => id !== row.id)
        const [{ by }] = (await historyOf(client, record, row.id)) as [HistoryEntry]
        assert.deepEqual(row.Creator, by, 'who added it')
        if (person === 'partner') assert.ok(own.every((each) => storeOf(each) === storeOf(row)))
        if (record.switch) assert.equal(row.is_deleted, false)
        if (record.ordered) {
          const places = (await rowsOf(on, record, person)).map(({ position }) => Number(position))
          assert.equal(row.position, Math.max(...places), 'it comes last')
        }
      }
    },
  },
  {
    name: `${record.name}.create: optional fields can be left out, and are then null, empty lists or what the platform suggests`,
    writes: true,
    async run(on) {
      const client = await clientOf(on, 'boss')
      const body = await freshBody(on, record, 'boss', 'required', 1)
      const row = await done(client, record, 'create', '', { body })
      checkValues(row, record, body)
      for (const [name, field] of writable(record, 'create'))
        if (!(name in body) && isInRows(field)) {
          if (field.suggested) assert.notEqual(row[name], null, `${name} has a suggested value`)
          else checkValue(row, name, field, LISTS.has(field.type.kind) ? [] : null)
        }
    },
  },
  ...writable(record, 'create').map(([name, field]): Case => ({
    name: `${record.name}.create: ${name} in a wrong form is refused at the field${field.required ? ", and an empty one is 'Required'" : ''}`,
    writes: true,
    async run(on) {
      const client = await clientOf(on, 'boss')
      const body = await freshBody(on, record)
      const count = (await rowsOf(on, record)).length
      const create = (value: unknown) => call(client, record, 'create', '', { body: { ...body, [name]: value } })
      for (const value of invalidValues(field)) checkRejected(await create(value), name)
      if (field.required && !LISTS.has(field.type.kind)) {
        const { [name]: _left, ...without } = body
        const empty = [
          await call(client, record, 'create', '', { body: without }),
          await create(null),
          ...(TEXTS.has(field.type.kind) ? [await create('')] : []),
        ]
        for (const reply of empty) assert.deepEqual(checkRejected(reply, name)[name], ['Required'])
      }
      assert.equal((await rowsOf(on, record)).length, count, 'nothing was added')
    },
  })),
]

const updateCases = (record: RecordDefinition): Case[] => [
  ...writable(record, 'update').map(([name, field]): Case => ({
    name: `${record.name}.update: changes ${name} only, by the rules of its kind`,
    writes: true,
    async run(on) {
      const client = await clientOf(on, 'editor')
      const row = await rowWithField(on, record, field)
      const isTop = record.ranges?.some(([, high]) => high === name) ?? false
      const after = dependentsOf(record, name)
      const names = [name, ...after.map(([each]) => each)]
      const belonging = field.when && (await belongingTo(on, record, name, besides(record, field).on))
      const body = {
        ...validBody(
          [[name, field], ...after],
          {},
          {
            ...(await making(on, record, isTop ? 0 : 1, 'editor', names)),
            beside: row,
          },
        ),
        // A dependent field is written together with a value for which it applies.
        ...(field.when && !applies(row, field)
          ? { [field.when.field]: besides(record, field).on, ...belonging!.required }
          : {}),
      }
      const emptied = {
        ...Object.fromEntries(after.filter(([each]) => !(each in body)).map(([each]) => [each, null])),
        ...(field.when && !applies(row, field)
          ? Object.fromEntries(Object.entries(belonging!.emptied).filter(([each]) => !isEmptyValue(row[each])))
          : {}),
      }
      for (const value of invalidValues(field))
        checkRejected(
          await call(client, record, 'update', row.id, { body: { [name]: value }, ifMatch: row.version }),
          name,
        )
      if (field.required && !LISTS.has(field.type.kind)) {
        for (const value of TEXTS.has(field.type.kind) ? [null, ''] : [null]) {
          const reply = await call(client, record, 'update', row.id, { body: { [name]: value }, ifMatch: row.version })
          assert.deepEqual(checkRejected(reply, name)[name], ['Required'])
        }
      }
      await checkUnchanged(client, record, row)
      if (Object.keys(body).length === 0) return
      const changed = await done(client, record, 'update', row.id, { body, ifMatch: row.version })
      assert.equal(changed.version, row.version + 1)
      checkValues(changed, record, body)
      const written = { ...body, ...emptied }
      checkValues(changed, record, emptied)
      assert.deepEqual(untouched(changed, record, written), untouched(row, record, written))
      await checkUnchanged(client, record, changed)
      assert.deepEqual(
        (await rowsOf(on, record)).find(({ id }) => id === row.id),
        changed,
        'the list has it',
      )
      await checkHistory(client, record, row.id, 'update', body, row, Object.keys(emptied))
    },
  })),
  ...writable(record, 'update')
    .filter(([, { required, when }]) => !required && !when?.required)
    .map(([name, field]): Case => ({
      name: `${record.name}.update: ${name} can be cleared`,
      writes: true,
      async run(on) {
        const client = await clientOf(on, 'boss')
        let row = await fresh(on, record, 'boss', 1)
        for (const value of TEXTS.has(field.type.kind) ? ['', null] : [null]) {
          row = await done(client, record, 'update', row.id, { body: { [name]: value }, ifMatch: row.version })
          checkValue(row, name, field, null)
        }
      },
    })),
  {
    name: `${record.name}: read-only fields are 400 in create and update, and fields that are fixed on creation are 400 in update`,
    writes: true,
    async run(on) {
      const client = await clientOf(on, 'boss')
      const row = await fresh(on, record)
      const body = await freshBody(on, record)
      for (const at of ['create', 'update'] as const) {
        const may = new Set([
          ...writable(record, at).map(([name]) => name),
          ...(at === 'create' && choosesStore(record) ? [STORE_FIELD] : []),
        ])
        const not = ['id', 'version', 'search_text', 'created_by', ...Object.keys(record.allFields)].filter(
          (name) => !may.has(name),
        )
        for (const name of not) {
          const value = row[name] ?? '1'
          if (at === 'update' && !hasVerb(record, 'update')) continue
          const reply =
            at === 'create'
              ? await call(client, record, 'create', '', { body: { ...body, [name]: value } })
              : await call(client, record, 'update', row.id, {
                  body: {
                    ...validBody(
                      writable(record, 'update').slice(0, 1),
                      {},
                      await making(on, record, 1, 'boss', [writable(record, 'update')[0]![0]]),
                    ),
                    [name]: value,
                  },
                  ifMatch: row.version,
                })
          checkFailure(reply, 400, `${at} ${name}`)
        }
      }
      if (hasVerb(record, 'update'))
        checkFailure(await call(client, record, 'update', row.id, { body: {}, ifMatch: row.version }), 422)
      await checkUnchanged(client, record, row)
    },
  },
]

const staleCases = (record: RecordDefinition): Case[] => [
  {
    name: `${record.name}.update: an old version is 409 with the current row, so that no change is lost`,
    writes: true,
    async run(on) {
      const [boss, editor] = [await clientOf(on, 'boss'), await clientOf(on, 'editor')]
      const row = await fresh(on, record)
      const [field] = writable(record, 'update')
      if (!field) throw on.cannot('no field is changed')
      const bodyOf = async (which: 0 | 1) => validBody([field], {}, await making(on, record, which, 'boss', [field[0]]))
      const theirs = await done(boss, record, 'update', row.id, { body: await bodyOf(1), ifMatch: row.version })
      const reply = await call(editor, record, 'update', row.id, { body: await bodyOf(0), ifMatch: row.version })
      assert.deepEqual(checkFailure(reply, 409).current, theirs)
      await checkUnchanged(boss, record, theirs)
      const both = await Promise.all(
        [1, 2].map(async () =>
          call(boss, record, 'update', row.id, { body: await bodyOf(0), ifMatch: theirs.version }),
        ),
      )
      assert.deepEqual(statusesOf(both), [200, 409], 'of two at once one is done')
    },
  },
]

const WITHOUT: Readonly<Record<string, Person>> = {
  create: 'switcher',
  update: 'switcher',
  delete: 'editor',
  read: 'stranger',
}

const rightsCases = (record: RecordDefinition): Case[] => [
  {
    name: `${record.name}: a write without the right is 403; enabling and disabling require the right to delete`,
    writes: true,
    async run(on) {
      await makeGround(on, record)
      const boss = await clientOf(on, 'boss')
      const row = (await rowsOf(on, record))[0]!
      const refused = async (person: Person, verb: string, body: Values) =>
        checkFailure(
          await call(await clientOf(on, person), record, verb, row.id, { body, ifMatch: row.version }),
          403,
          `${person} ${verb}`,
        )
      for (const person of ['stranger', 'evens', 'odds'] as const) {
        if (hasVerb(record, 'create')) await refused(person, 'create', await freshBody(on, record))
        if (hasVerb(record, 'order')) await refused(person, 'order', { ids: [row.id] })
      }
      const [field] = writable(record, 'update')
      if (field)
        await refused('switcher', 'update', validBody([field], {}, await making(on, record, 1, 'boss', [field[0]])))
      if (record.switch) {
        await refused('editor', 'update', { is_deleted: true })
        await refused('editor', 'enableDisable', { is_deleted: true })
      }
      if (hasVerb(record, 'order')) await refused('switcher', 'order', { ids: [row.id] })
      for (const [action, { needs, asks = {} }] of Object.entries(record.actions)) {
        const body = validBody(Object.entries(asks), {}, { ...(await making(on, record, 0)), ids: () => [NOBODY] })
        await refused(WITHOUT[needs]!, action, body)
        await refused('stranger', action, body)
      }
      await checkUnchanged(boss, record, row)
    },
  },
]

const switchCases = (record: RecordDefinition): Case[] =>
  record.switch
    ? [
        {
          name: `${record.name}: can be disabled and enabled on both paths; the list, the filter and the history show it`,
          writes: true,
          async run(on) {
            const client = await clientOf(on, 'switcher')
            let row: Row = await fresh(on, record)
            for (const [verb, is_deleted] of [
              ['update', true],
              ['enableDisable', false],
              ['enableDisable', true],
              ['update', false],
            ] as const) {
              const changed = await done(client, record, verb, row.id, { body: { is_deleted }, ifMatch: row.version })
              assert.equal(changed.is_deleted, is_deleted)
              assert.equal(changed.version, row.version + 1)
              assert.deepEqual(untouched(changed, record, { is_deleted }), untouched(row, record, { is_deleted }))
              assert.deepEqual(
                (await rowsOf(on, record)).find(({ id }) => id === row.id),
                changed,
              )
              await checkHistory(client, record, row.id, is_deleted ? 'disable' : 'enable', { is_deleted }, row)
              row = changed
            }
            const stale = { body: { is_deleted: true }, ifMatch: 1 }
            for (const verb of ['update', 'enableDisable'])
              assert.deepEqual(checkFailure(await call(client, record, verb, row.id, stale), 409).current, row)
            checkFailure(
              await call(client, record, 'enableDisable', row.id, { body: { is_deleted: null }, ifMatch: row.version }),
              422,
            )
          },
        },
      ]
    : []

const orderCases = (record: RecordDefinition): Case[] =>
  record.ordered
    ? [
        {
          name: `${record.name}.order: one call gives the list a new order; another set of ids is 409, an id twice 400`,
          writes: true,
          async run(on) {
            await makeGround(on, record)
            const client = await clientOf(on, 'editor')
            const rows = await rowsOf(on, record)
            const ids = rows.map(({ id }) => id)
            const send = (next: readonly string[], more: Sending = {}) =>
              call(client, record, 'order', '', { body: { ids: next }, ...more })
            checkFailure(await send(ids.slice(1)), 409)
            checkFailure(await send([...ids, NOBODY]), 409)
            checkFailure(await send([...ids.slice(1), NOBODY]), 409)
            checkFailure(await send([...ids.slice(1), ids[1]!]), 400)
            checkFailure(await send([...ids, ids[0]!]), 400)
            assert.deepEqual(await rowsOf(on, record), rows, 'nothing has moved')
            const next = [ids.at(-1)!, ...ids.slice(1, -1).toReversed(), ids[0]!]
            assert.equal((await send(next)).status, 200)
            const after = await rowsOf(on, record)
            assert.deepEqual(
              after.map(({ id }) => id),
              next,
            )
            // The positions stay, only their records change; a new order is not an edit of a row.
            assert.deepEqual(
              after.map(({ position }) => position),
              rows.map(({ position }) => position),
            )
            const by = new Map(rows.map((row) => [row.id, row]))
            for (const { position: _place, ...row } of after) {
              const { position: _before, ...before } = by.get(row.id)!
              assert.deepEqual(row, before)
            }
          },
        },
        {
          name: `${record.name}.order: people of a partner's store reorder only their records; all others keep their position`,
          writes: true,
          async run(on) {
            await makeGround(on, record)
            if ((await rowsOf(on, record, 'partner')).length < 2) await addRecord(on, record, 'partner')
            const client = await clientOf(on, 'partner')
            const [mine, all] = [await rowsOf(on, record, 'partner'), await rowsOf(on, record)]
            const own = new Set(mine.map(({ id }) => id))
            const next = mine.map(({ id }) => id).toReversed()
            checkFailure(await call(client, record, 'order', '', { body: { ids: all.map(({ id }) => id) } }), 409)
            assert.equal((await call(client, record, 'order', '', { body: { ids: next } })).status, 200)
            assert.deepEqual(
              (await rowsOf(on, record, 'partner')).map(({ id }) => id),
              next,
            )
            const turned = [...next]
            assert.deepEqual(
              (await rowsOf(on, record)).map(({ id }) => id),
              all.map(({ id }) => (own.has(id) ? turned.shift()! : id)),
            )
          },
        },
      ]
    : []

const historyCases = (record: RecordDefinition): Case[] => [
  {
    name: `${record.name}.history: newest first, with only the fields that the reader may read`,
    writes: true,
    async run(on) {
      const boss = await clientOf(on, 'boss')
      const row = await fresh(on, record)
      const tops = new Set<string>((record.ranges ?? []).map(([, high]) => high))
      const changed = writable(record, 'update').filter(
        ([name, { when }]) => !tops.has(name) && when === undefined && dependentsOf(record, name).length === 0,
      )
      for (const [index, field] of changed.slice(0, 3).entries()) {
        const body = validBody([field], {}, await making(on, record, 1, 'boss', [field[0]]))
        await done(boss, record, 'update', row.id, { body, ifMatch: row.version + index })
      }
      const all = await historyOf(boss, record, row.id)
      assert.deepEqual(
        all.map(({ at }) => at),
        all.map(({ at }) => at).toSorted((a, b) => (a < b ? 1 : -1)),
      )
      assert.equal(all.at(-1)!.action, 'create')
      for (const person of ['evens', 'odds'] as const) {
        const may = fieldsOf(person, record)
        assert.deepEqual(
          await historyOf(await clientOf(on, person), record, row.id),
          all
            .filter(({ kind }) => kind !== 'files' || privateFields(record).some((field) => may.includes(field)))
            .map((entry) => ({
              ...entry,
              changes: entry.changes.filter(({ field }) => may.includes(field)),
              asked: [],
            })),
        )
      }
      checkFailure(await call(await clientOf(on, 'stranger'), record, 'history', row.id), 403)
      checkFailure(await call(boss, record, 'history', NOBODY), 404)
    },
  },
]

/** A field that applies in some rows only may be in no entry of the rows that other cases make. */
const dependentHistoryCases = (record: RecordDefinition): Case[] =>
  writable(record, 'create')
    .filter(([, { when, write }]) => when !== undefined && write === 'always')
    .map(([name, field]): Case => ({
      name: `${record.name}.history: contains ${name}, where it applies, only for those who may read it`,
      writes: true,
      async run(on) {
        const { field: other } = field.when!
        const beside = { [other]: besides(record, field).on }
        const value = validBody([[name, field]], {}, { ...(await making(on, record, 0, 'boss', [name])), beside })
        const { required, emptied } = await belongingTo(on, record, name, beside[other])
        const body = { ...without(await freshBody(on, record), emptied), ...beside, ...required, ...value }
        const boss = await clientOf(on, 'boss')
        const row = await done(boss, record, 'create', '', { body })
        for (const person of ['boss', 'evens', 'odds'] as const) {
          const [entry] = await historyOf(await clientOf(on, person), record, row.id)
          assert.equal(
            entry!.changes.some((change) => change.field === name),
            fieldsOf(person, record).includes(name),
            person,
          )
        }
      },
    }))

const keyCases = (record: RecordDefinition): Case[] => [
  {
    name: `${record.name}: create, update, switch and order take effect once where they are repeated with the same Idempotency-Key`,
    writes: true,
    async run(on) {
      const client = await clientOf(on, 'boss')
      const count = (await rowsOf(on, record)).length
      const body = await freshBody(on, record)
      const added = await twice((more) => call(client, record, 'create', '', more), { body }, 'create')
      const { id } = (added.json as { data: Row }).data
      assert.equal((await rowsOf(on, record)).length, count + 1)
      let version = 1
      const [field] = writable(record, 'update')
      if (field && hasVerb(record, 'update')) {
        const update = validBody([field], {}, await making(on, record, 1, 'boss', [field[0]]))
        await twice((more) => call(client, record, 'update', id, more), { body: update, ifMatch: version++ }, 'update')
      }
      if (record.switch) {
        for (const is_deleted of [true, false])
          await twice(
            (more) => call(client, record, 'enableDisable', id, more),
            { body: { is_deleted }, ifMatch: version++ },
            'switch',
          )
      }
      if (record.ordered) {
        const ids = (await rowsOf(on, record)).map((row) => row.id).toReversed()
        await twice((more) => call(client, record, 'order', '', more), { body: { ids } }, 'order')
      }
      assert.equal((await done(client, record, 'get', id)).version, version)
    },
  },
]

/** Writes of one record. */
export const recordWriteCases = (record: RecordDefinition): Case[] => [
  ...(hasVerb(record, 'create')
    ? [
        ...createCases(record),
        ...updateCases(record),
        ...(hasVerb(record, 'update') ? staleCases(record) : []),
        ...uniqueCases(record),
        ...rangeCases(record),
        ...limitCases(record),
        ...dependentCases(record),
        ...referenceCases(record),
        ...keptReferenceCases(record),
        ...historyCases(record),
        ...dependentHistoryCases(record),
        ...keyCases(record),
      ]
    : []),
  ...storeCases(record),
  ...newStoreCases(record),
  ...askedCases(record),
  ...rightsCases(record),
  ...switchCases(record),
  ...orderCases(record),
  ...actionCases(record),
]
