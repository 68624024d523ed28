/** What the definition of a record specifies for its preview: who may request it, what is refused, and that nothing is written. */
import assert from 'node:assert/strict'
import { STORE_FIELD } from '@contract/permissions'
import { holdsList } from '@contract/records/kinds'
import { choosesStore, type Fields, type QuestionPreview, type RecordDefinition } from '@contract/records/record'
import { checkFailure, checkRejected } from '../check'
import type { Client } from '../client'
import type { Case, Environment } from '../environment'
import { askedFields, invalidValues, validBody, type Making, type Values } from '../record-examples'
import { clientOf, fieldsOf, type Person } from '../records/people'
import { call, done, list } from '../records/calls'
import { closedOf, givenBy, idsFor, EVERYTHING, storesFor } from '../records/rows'
import { makeGround } from '../records/ground'

const PEOPLE = ['boss', 'evens', 'odds', 'editor', 'switcher', 'partner', 'picker', 'stranger'] as const
/** People who lack a right that a preview requires. */
const LACK: Readonly<Record<string, readonly Person[]>> = {
  read: ['picker', 'stranger'],
  create: ['evens', 'odds', 'switcher', 'picker', 'stranger'],
  update: ['evens', 'odds', 'switcher', 'stranger'],
  delete: ['evens', 'odds', 'editor', 'picker', 'stranger'],
}

async function bodyOf(on: Environment, record: RecordDefinition, person: Person = 'boss'): Promise<Values> {
  const making: Making = {
    which: 0,
    unique: on.unique(),
    ids: await idsFor(on, record, person),
    ...(await givenBy(on, person)),
  }
  return validBody(askedFields(record), {}, making)
}
/** Calls of a preview: a preview of saving has another one for the edit of a record. */
type Verb = 'preview' | 'previewOf'
const verbsOf = ({ preview }: RecordDefinition): [Verb, needs: string][] =>
  ({
    question: () => [['preview', (preview as QuestionPreview).needs]],
    save: () => [
      ['preview', 'create'],
      ['previewOf', 'update'],
    ],
    disabling: () => [['previewOf', 'delete']],
  })[preview!.of]() as [Verb, string][]

/** @returns the cases of a record with a preview */
export const recordPreviewCases = (record: RecordDefinition): Case[] =>
  record.preview
    ? verbsOf(record).flatMap(([verb, needs]) => casesOf(record, record.preview!.answers, verb, needs))
    : []

function casesOf(record: RecordDefinition, answers: Fields, verb: Verb, needs: string): Case[] {
  // What disabling interrupts is in other records.
  const reads = record.preview!.of === 'disabling' ? '' : ' and to read all of its fields'
  const isEveryField = (person: Person) =>
    reads === '' || fieldsOf(person, record).length === Object.keys(record.allFields).length
  const firstId = async (on: Environment) => (await list(await clientOf(on, 'boss'), record, EVERYTHING)).rows[0]!.id
  const preview = (client: Client, id: string, body: Values) =>
    call(client, record, verb, verb === 'previewOf' ? id : '', { body })
  return [
    {
      name: `${record.name}.${verb}: the response matches its schema, and nothing is written: no row, no version, no history`,
      async run(on) {
        const client = await clientOf(on, 'boss')
        const before = await list(client, record, EVERYTHING)
        const first = before.rows[0]!
        const history = await done(client, record, 'history', first.id)
        const answer = await done<Values>(client, record, verb, verb === 'previewOf' ? first.id : '', {
          body: await bodyOf(on, record),
        })
        assert.deepEqual(Object.keys(answer).toSorted(), Object.keys(answers).toSorted())
        assert.deepEqual(await list(client, record, EVERYTHING), before)
        assert.deepEqual(await done(client, record, 'history', first.id), history)
      },
    },
    {
      name: `${record.name}.${verb}: requires the right to ${needs} it${reads}`,
      async run(on) {
        const id = await firstId(on)
        for (const person of PEOPLE) {
          const client = await clientOf(on, person)
          const reply = await preview(client, id, await bodyOf(on, record, 'boss'))
          const mayAsk = !LACK[needs]!.includes(person) && isEveryField(person)
          // A person of another store gets 404 or 422 for the boss's record and references; only the right matters here.
          if (mayAsk) assert.ok([200, 404, 422].includes(reply.status), `${person}: ${reply.status}`)
          else
            assert.ok(
              [403, ...(person === 'partner' ? [404] : [])].includes(reply.status),
              `${person}: ${reply.status}`,
            )
        }
        checkFailure(await preview(on.fresh(), id, {}), 401)
      },
    },
    {
      name: `${record.name}.${verb}: an empty required field and a wrong value are 422 at the field, an unknown field is 400`,
      async run(on) {
        const client = await clientOf(on, 'boss')
        const body = await bodyOf(on, record)
        const id = await firstId(on)
        for (const [name, field] of askedFields(record)) {
          // A list may be empty.
          if (field.required && !holdsList(field.type))
            checkRejected(await preview(client, id, { ...body, [name]: null }), name)
          for (const wrong of invalidValues(field))
            checkRejected(await preview(client, id, { ...body, [name]: wrong }), name)
        }
        checkFailure(await preview(client, id, { ...body, no_such_field: 'x' }), 400)
      },
    },
    ...(verb === 'preview' && choosesStore(record)
      ? [
          {
            name: `${record.name}.${verb}: who may write to several stores chooses the one that it is about; a store that is unknown, disabled or not theirs is 422`,
            async run(on: Environment) {
              await makeGround(on, record)
              const [boss, partner] = [await clientOf(on, 'boss'), await clientOf(on, 'partner')]
              const [stores, [theirs]] = [await storesFor(on, 'boss'), await storesFor(on, 'partner')]
              const body = await bodyOf(on, record, 'partner')
              const answered = (client: Client, store?: string) =>
                done<Values>(client, record, verb, '', {
                  body: { ...body, ...(store !== undefined && { [STORE_FIELD]: store }) },
                })
              const there = await answered(partner)
              const own = await answered(boss)
              assert.notDeepEqual(own, there, 'the stores differ')
              assert.deepEqual(await answered(boss, ''), own, 'no choice: the own store')
              assert.deepEqual(await answered(boss, theirs!.code), there)
              assert.deepEqual(await answered(partner, theirs!.code), there)
              const refused = async (client: Client, store: string) =>
                checkRejected(await preview(client, '', { ...body, [STORE_FIELD]: store }), STORE_FIELD)
              await refused(partner, stores.find(({ code }) => code !== theirs!.code)!.code)
              for (const store of closedOf(stores)) await refused(boss, store)
            },
          },
        ]
      : []),
    ...(verb === 'previewOf'
      ? [
          {
            name: `${record.name}.${verb}: a record that does not exist for the caller is 404`,
            async run(on: Environment) {
              const body = await bodyOf(on, record)
              const client = await clientOf(on, 'boss')
              checkFailure(await preview(client, '01890a5d-ac96-774b-bcce-b302099a8057', body), 404)
              const { rows } = await list(client, record, EVERYTHING)
              const partner = await clientOf(on, 'partner')
              const own = (await list(partner, record, EVERYTHING)).rows.map(({ id }) => id)
              const foreign = rows.find(({ id }) => !own.includes(id))
              assert.ok(foreign, 'the rows contain one of another store')
              checkFailure(await preview(partner, foreign.id, body), 404)
            },
          },
        ]
      : []),
  ]
}
