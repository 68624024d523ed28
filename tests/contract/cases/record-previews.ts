/** What the definition of a record promises of its preview: who may ask, what is refused, and that nothing is written. */
import assert from 'node:assert/strict'
import type { RecordDefinition } from '@contract/records/record'
import { checkFailure, checkRejected } from '../check'
import type { Client } from '../client'
import type { Case, Environment } from '../environment'
import { invalidValues, validBody, type Making, type Values } from '../record-examples'
import { call, clientOf, done, fieldsOf, givenBy, idsFor, list, EVERYTHING, type Person } from '../records/ground'

const PEOPLE = ['boss', 'evens', 'odds', 'editor', 'switcher', 'partner', 'picker', 'stranger'] as const
/** Who lacks the right that a preview needs. */
const LACK: Readonly<Record<string, readonly Person[]>> = {
  read: ['picker', 'stranger'],
  create: ['evens', 'odds', 'switcher', 'picker', 'stranger'],
  update: ['evens', 'odds', 'switcher', 'stranger'],
}

async function bodyOf(on: Environment, record: RecordDefinition, person: Person = 'boss'): Promise<Values> {
  const making: Making = {
    which: 0,
    unique: on.unique(),
    ids: await idsFor(on, record, person),
    ...(await givenBy(on, person)),
  }
  return validBody(Object.entries(record.preview!.asks), {}, making)
}
const preview = (client: Client, record: RecordDefinition, body: Values) =>
  call(client, record, 'preview', '', { body })

/** @returns the cases of a record with a preview */
export const recordPreviewCases = (record: RecordDefinition): Case[] => {
  const { preview: asked } = record
  if (!asked) return []
  const isEveryField = (person: Person) => fieldsOf(person, record).length === Object.keys(record.allFields).length
  return [
    {
      name: `${record.name}.preview: it answers in its form, and writes nothing: no row, no version, no history`,
      async run(on) {
        const client = await clientOf(on, 'boss')
        const before = await list(client, record, EVERYTHING)
        const first = before.rows[0]!
        const history = await done(client, record, 'history', first.id)
        const answer = await done<Values>(client, record, 'preview', '', { body: await bodyOf(on, record) })
        assert.deepEqual(Object.keys(answer).toSorted(), Object.keys(asked.answers).toSorted())
        assert.deepEqual(await list(client, record, EVERYTHING), before)
        assert.deepEqual(await done(client, record, 'history', first.id), history)
      },
    },
    {
      name: `${record.name}.preview: whoever may ${asked.needs} it and read all of its fields may ask; nobody else`,
      async run(on) {
        for (const person of PEOPLE) {
          const client = await clientOf(on, person)
          const reply = await preview(client, record, await bodyOf(on, record, 'boss'))
          const mayAsk = !LACK[asked.needs]!.includes(person) && isEveryField(person)
          // Somebody of another store may not choose what the boss chooses; here the right counts.
          if (mayAsk) assert.ok([200, 422].includes(reply.status), `${person}: ${reply.status}`)
          else checkFailure(reply, 403, person)
        }
        checkFailure(await preview(on.fresh(), record, {}), 401)
      },
    },
    {
      name: `${record.name}.preview: an empty required field and a wrong value are 422 at the field, an unknown field is 400`,
      async run(on) {
        const client = await clientOf(on, 'boss')
        const body = await bodyOf(on, record)
        for (const [name, field] of Object.entries(asked.asks)) {
          if (field.required) checkRejected(await preview(client, record, { ...body, [name]: null }), name)
          for (const wrong of invalidValues(field))
            checkRejected(await preview(client, record, { ...body, [name]: wrong }), name)
        }
        checkFailure(await preview(client, record, { ...body, no_such_field: 'x' }), 400)
      },
    },
  ]
}
