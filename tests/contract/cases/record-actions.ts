/** What the definition of a record specifies for its actions: effects, input, states, and who is told why. */
import assert from 'node:assert/strict'
import type { HistoryEntry } from '@contract/entities/history'
import { asksFor } from '@contract/records/dependents'
import { queueFields, slaFields } from '@contract/records/queue'
import type { Field } from '@contract/records/field'
import { pickedFields, type ActionDefinition, type RecordDefinition } from '@contract/records/record'
import { checkFailure, checkRejected } from '../check'
import type { Case, Environment } from '../environment'
import { invalidValues, validBody, type Values } from '../record-examples'
import { EFFECTS } from '../records/effects'
import { clientOf, fieldsOf, type Person } from '../records/people'
import { call, done } from '../records/calls'
import { addRecord, definitionOf, rowsOf, sentByApp } from '../records/rows'
import { besideTier } from '../records/ground'
import type { Row } from '../records/oracle'
import {
  LISTS,
  checkHistory,
  checkUnchanged,
  historyOf,
  making,
  twice,
  untouched,
  wrongTargets,
} from '../records/writing'

/** The fields of a record in a queue that each action changes: who decided, and who has claimed it. */
const DECIDED = ['decided_by', 'decided_at', ...Object.keys(queueFields), ...Object.keys(slaFields)]

const isIn = (row: Row, { from }: ActionDefinition) =>
  !from || from.values.includes(row[from.field] as string | boolean)

/** Whether only the holder of a row's claim may perform actions on it. */
const needsClaim = ({ queue }: RecordDefinition) => queue?.claim.is === 'needed'

/** A row in a state from which the action is allowed, claimed where necessary; created with other actions where there is none. */
export async function rowFor(on: Environment, record: RecordDefinition, name: string): Promise<Row> {
  const found = await rowInState(on, record, name)
  return needsClaim(record) ? claimedRow(on, record, found) : found
}

/** The row, claimed by the person who performs actions here. */
async function claimedRow(on: Environment, record: RecordDefinition, { id }: Row): Promise<Row> {
  return done(await clientOf(on, 'boss'), record, 'claim', id, {
    body: { note: 'The contract suite performs an action' },
  })
}

async function rowInState(on: Environment, record: RecordDefinition, name: string): Promise<Row> {
  const action = record.actions[name]!
  const effect = EFFECTS[`${record.name}.${name}`]
  if (effect?.make) return effect.make(on, record)
  // An amount that nobody else must approve.
  if (!effect && action.approval?.amount && record.appCalls)
    return sentByApp(on, record, { [action.approval.amount[0]!]: besideTier(action.approval, 0n) })
  const added = effect ? null : await addRecord(on, record)
  const rows = added
    ? [added]
    : [...(await rowsOf(on, record))].filter((row) => row.is_deleted !== true && row.awaits_approval !== true)
  const found = effect?.choose ? effect.choose(rows) : rows.find((row) => isIn(row, action))
  if (found) return found
  for (const row of rows) {
    const way = Object.entries(record.actions).find(
      ([, { from, sets = {} }]) =>
        from &&
        action.from &&
        isIn(row, { from } as ActionDefinition) &&
        action.from.values.includes(sets[action.from.field] as string | boolean),
    )
    if (way) {
      const client = await clientOf(on, 'boss')
      if (needsClaim(record)) await claimedRow(on, record, row)
      return done(client, record, way[0], row.id, {
        body: await bodyFor(on, record, way[0], row),
        ifMatch: row.version,
      })
    }
  }
  throw on.cannot(`no row is in a state from which ${name} starts`)
}

export async function bodyFor(on: Environment, record: RecordDefinition, name: string, row: Row): Promise<Values> {
  const { ids, ...rest } = await making(on, record, 0)
  const others = (to: string) => ids(to).filter((id) => id !== row.id)
  return {
    ...validBody(Object.entries(asksFor(record.actions[name]!, row)), {}, { ...rest, ids: others }),
    ...EFFECTS[`${record.name}.${name}`]?.body?.(row),
  }
}

/** Inputs that no changed field shows: those that the action declares, those that it writes only once others approve it, and the reason. */
const inputsTold = ({ asks = {}, tells = [], keeps = [], approval }: ActionDefinition): string[] =>
  Object.keys(asks).filter(
    (name) => name === 'reason' || tells.includes(name) || (approval !== undefined && keeps.includes(name)),
  )

/** The part of a body that the history shows. */
async function askedIn(on: Environment, action: ActionDefinition, body: Values): Promise<HistoryEntry['asked']> {
  const boss = await clientOf(on, 'boss')
  const { asks = {} } = action
  const given = inputsTold(action).filter((name) => body[name])
  return Promise.all(
    given.map(async (field) => {
      const { type } = asks[field]!
      if (type.kind !== 'reference') return { field, value: body[field]! }
      const target = definitionOf(type.to)
      const row = await done(boss, target, 'get', body[field] as string)
      return { field, value: { id: row.id, name: target.namedBy.map((name) => row[name]).join(' ') } }
    }),
  )
}

/** Whether a person may read the name of the record that an answer refers to. */
const readsName = (person: Person, asked: Field | undefined): boolean => {
  if (asked?.type.kind !== 'reference') return true
  const { to } = asked.type
  const target = definitionOf(to)
  return pickedFields(target).every((name) => fieldsOf(person, target).includes(name))
}

const goesOn = (record: RecordDefinition, name: string) => EFFECTS[`${record.name}.${name}`]?.goesOn === true

/** A reason may reveal the change: a reader without the right to the changed fields does not receive it. */
export const askedCases = (record: RecordDefinition): Case[] =>
  Object.entries(record.actions)
    .filter(
      ([name, action]) =>
        inputsTold(action).length > 0 && !EFFECTS[`${record.name}.${name}`]?.leaves && !goesOn(record, name),
    )
    .map(([name, action]) => ({
      name: `${record.name}.${name}: the history shows the reason only to those who may read everything that the action changed`,
      writes: true,
      async run(on) {
        const boss = await clientOf(on, 'boss')
        const row = await rowFor(on, record, name)
        const reason = `Because of ${on.unique()}`
        const body = {
          ...(await bodyFor(on, record, name, row)),
          ...('reason' in (action.asks ?? {}) && { reason }),
        }
        await done(boss, record, name, row.id, { body, ifMatch: row.version })
        const [entry] = (await historyOf(boss, record, row.id)) as [HistoryEntry]
        assert.deepEqual([entry.action, entry.asked], [name, await askedIn(on, action, body)])
        assert.ok(entry.asked.length > 0, 'something was asked')
        for (const person of ['evens', 'odds'] as const) {
          const may = fieldsOf(person, record)
          const [told] = (await historyOf(await clientOf(on, person), record, row.id)) as [HistoryEntry]
          assert.equal(told.action, name)
          assert.deepEqual(
            told.asked,
            [
              ...entry.changes.map(({ field }) => field),
              ...(action.reasonIn ? [action.reasonIn] : []),
              ...((action.approval && action.keeps) || []),
            ].every((field) => may.includes(field))
              ? entry.asked.filter(({ field }) => readsName(person, action.asks?.[field]))
              : [],
            `as told to ${person}`,
          )
        }
        for (const [person, status] of [
          ['stranger', 403],
          ['partner', 404],
        ] as const) {
          const client = await clientOf(on, person)
          if (person === 'partner' && (await rowsOf(on, record, person)).some(({ id }) => id === row.id)) continue
          const reply = await call(client, record, 'history', row.id)
          checkFailure(reply, status, person)
          assert.ok(!reply.text.includes(reason), `${person} is told nothing`)
        }
      },
    }))

export const actionCases = (record: RecordDefinition): Case[] =>
  Object.entries(record.actions)
    .filter(([name]) => !goesOn(record, name))
    .flatMap(([name, action]): Case[] => [
      {
        name: `${record.name}.${name}: takes effect, and the row, the list and the history show it`,
        writes: true,
        async run(on) {
          const client = await clientOf(on, 'boss')
          const effect = EFFECTS[`${record.name}.${name}`]
          const sets = effect?.waits ? {} : (action.sets ?? {})
          assert.ok(Object.keys(sets).length > 0 || effect, 'records/effects.ts says what it does')
          const row = await rowFor(on, record, name)
          const body = await bodyFor(on, record, name, row)
          const look = await effect?.watch?.(on, row, body)
          const changed = await done<Row | null>(client, record, name, row.id, { body, ifMatch: row.version })
          // Which of them says who decided, the cases of queues check.
          const writes = [...(effect?.writes ?? []), ...(action.keeps ?? []), ...(record.queue ? DECIDED : [])]
          const written = { ...sets, ...Object.fromEntries(writes.map((each) => [each, null])) }
          const listed = (await rowsOf(on, record)).find(({ id }) => id === row.id)
          if (effect?.leaves) {
            assert.equal(changed, null, 'no record is sent')
            assert.equal(listed, undefined, 'it has left the list')
            for (const verb of ['get', 'history']) checkFailure(await call(client, record, verb, row.id), 404, verb)
          } else {
            assert.ok(changed)
            assert.equal(changed.version, row.version + 1)
            for (const [field, value] of Object.entries(sets)) assert.deepEqual(changed[field], value, field)
            assert.deepEqual(untouched(changed, record, written), untouched(row, record, written))
            await checkUnchanged(client, record, changed)
            assert.deepEqual(listed, changed, 'the list has it')
            await checkHistory(client, record, row.id, name, sets, row, writes, await askedIn(on, action, body))
          }
          await look?.()
        },
      },
      {
        name: `${record.name}.${name}: repeated with the same Idempotency-Key, it takes effect once`,
        writes: true,
        async run(on) {
          const client = await clientOf(on, 'boss')
          const row = await rowFor(on, record, name)
          const sending = { body: await bodyFor(on, record, name, row), ifMatch: row.version }
          await twice((more) => call(client, record, name, row.id, more), sending, name)
          // A record that has left the list cannot be read again; a second erasure would have been 404.
          if (EFFECTS[`${record.name}.${name}`]?.leaves) return
          assert.equal((await done(client, record, 'get', row.id)).version, row.version + 1)
        },
      },
      {
        name: `${record.name}.${name}: its body is checked; an old version is 409`,
        writes: true,
        async run(on) {
          const client = await clientOf(on, 'boss')
          const row = await rowFor(on, record, name)
          const body = await bodyFor(on, record, name, row)
          const send = (changed: Values) => call(client, record, name, row.id, { body: changed, ifMatch: row.version })
          for (const [field, asked] of Object.entries(action.asks ?? {})) {
            for (const value of invalidValues(asked)) checkRejected(await send({ ...body, [field]: value }), field)
            const { [field]: _left, ...without } = body
            if (asked.required && !LISTS.has(asked.type.kind))
              // For a number an empty text has the wrong type.
              for (const empty of [
                without,
                { ...body, [field]: asked.type.kind === 'integer' ? null : '' },
                { ...body, [field]: null },
              ])
                assert.equal(checkRejected(await send(empty), field)[field]![0], 'Required')
            if (asked.type.kind === 'reference')
              for (const id of await wrongTargets(on, asked.type.to))
                checkRejected(await send({ ...body, [field]: id }), field)
          }
          const stale = await call(client, record, name, row.id, { body, ifMatch: row.version + 7 })
          assert.deepEqual(checkFailure(stale, 409).current, row)
          await checkUnchanged(client, record, row)
        },
      },
      ...(action.from
        ? [
            {
              name: `${record.name}.${name}: in any other state it is 409 with the current row and says so, and nothing changes`,
              writes: true as const,
              async run(on: Environment) {
                const client = await clientOf(on, 'boss')
                const perform = async (first: Row) =>
                  done(client, record, name, first.id, {
                    body: await bodyFor(on, record, name, first),
                    ifMatch: first.version,
                  })
                const elsewhere = (await rowsOf(on, record)).find((each) => !isIn(each, action))
                // The action may change the state that it requires, so performing it once gives a row in another state.
                const row = elsewhere ?? (await perform(await rowFor(on, record, name)))
                if (isIn(row, action)) throw on.cannot('no row is in another state')
                const body = await bodyFor(on, record, name, row)
                const reply = await call(client, record, name, row.id, { body, ifMatch: row.version })
                const { current, message } = checkFailure(reply, 409)
                assert.deepEqual(current, row)
                // Not, for example, that somebody else has claimed it.
                assert.equal(
                  message,
                  action.from!.otherwise ?? `This cannot be done in the state that the ${record.noun[0]} is in now.`,
                )
                await checkUnchanged(client, record, row)
              },
            },
          ]
        : []),
    ])
