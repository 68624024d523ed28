/** What people and apps paste: each field reads it as it is meant, and no number as another one (decisions, What people type and paste). */
import assert from 'node:assert/strict'
import { placesOf } from '@contract/records/kinds'
import type { RecordDefinition } from '@contract/records/record'
import { ODD_SPACES, oddBody } from '@tests/kit/odd-spaces'
import { checkRejected } from '../check'
import type { Case } from '../environment'
import { clientOf } from '../records/people'
import { call, done, hasVerb, list } from '../records/calls'
import { EVERYTHING, freshBody, rowsOf } from '../records/rows'
import { checkValues, writable } from '../records/writing'

/** Numbers that could be two numbers, or are written in another way. */
const UNCLEAR = ['25,95', '1,000', '1.000,50', '1e3']

export function recordTypedCases(record: RecordDefinition): Case[] {
  if (!hasVerb(record, 'create')) return []
  const amounts = writable(record, 'create').filter(([, { type }]) => (placesOf(type) ?? 0) > 0)
  return [
    {
      name: `${record.name}.create: what is pasted with invisible spaces and other digits is read as it is meant`,
      writes: true,
      async run(on) {
        const client = await clientOf(on, 'boss')
        for (const at of [0, 4]) {
          const body = await freshBody(on, record)
          const row = await done(client, record, 'create', '', { body: oddBody(record.fields, body, at) })
          checkValues(row, record, body)
        }
      },
    },
    {
      name: `${record.name}: a search finds a record by its id with invisible spaces in and around it`,
      async run(on) {
        const [row] = await rowsOf(on, record)
        if (!row) return
        const client = await clientOf(on, 'boss')
        for (const odd of ODD_SPACES) {
          const search = `${odd}${row.id.slice(0, 8)}${odd}${row.id.slice(8)}${odd}`
          const { rows } = await list(client, record, { ...(record.reads === 'whole' ? EVERYTHING : {}), search })
          assert.deepEqual(
            rows.map(({ id }) => id),
            [row.id],
          )
        }
      },
    },
    ...(amounts.length === 0
      ? []
      : [
          {
            name: `${record.name}.create: a number that could be another one is refused, and the message says how to write it`,
            writes: true,
            async run(on) {
              const client = await clientOf(on, 'boss')
              const body = await freshBody(on, record)
              // A field that does not apply is refused for that reason.
              for (const [name] of amounts.filter(([each]) => each in body))
                for (const typed of UNCLEAR) {
                  const reply = await call(client, record, 'create', '', { body: { ...body, [name]: typed } })
                  assert.ok(
                    checkRejected(reply, name)[name]!.some((message) => message.startsWith('Write it with digits')),
                  )
                }
            },
          } satisfies Case,
        ]),
  ]
}
