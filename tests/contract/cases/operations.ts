/** Requirements of the contract for all operations; the cases are generated from the catalogue. */
import assert from 'node:assert/strict'
import type { AnyObjectSchema } from 'yup'
import { MAX_BODY_BYTES } from '@contract/constants'
import { EVERY_OPERATION } from '@contract/http/catalogue'
import { healthOperations } from '@contract/http/health'
import type { AccessRule, AnyOperation } from '@contract/http/operation'
import type { Action, Subject } from '@contract/permissions'
import { RECORD_OPERATIONS } from '@contract/records/operations'
import { ALL_RECORDS } from '@contract/records/records'
import { readPart } from '@contract/validation'
import { checkFailure, checkSuccess } from '../check'
import type { Client, Sending } from '../client'
import type { Case, Environment } from '../environment'
import { exampleOf } from '../examples'
import { clientOf } from '../records/people'
import { addRecord } from '../records/rows'
import { sendExample } from '../send-example'

const operations = EVERY_OPERATION
const NOBODY = '01890a5d-ac96-774b-bcce-b302099a8057'
const RECORD_OF = new Map(RECORD_OPERATIONS.map(({ operation, record }) => [operation.id, record]))

const pathsOf = (operation: AnyOperation) => [operation.path, ...(operation.aliases ?? [])]

/** The rights that an operation requires with a body, as action and subject; empty where it requires none. */
function rightsOf(operation: AnyOperation, body: unknown): [Action, Subject][] {
  const rule: AccessRule = typeof operation.access === 'function' ? operation.access(body) : operation.access
  return typeof rule === 'object' ? [[rule.action, rule.subject]] : []
}

/** The collection of an operation's record: GET of it returns existing ids. */
const collectionOf = ({ path }: AnyOperation) =>
  path.replace(/\/(?:enable-disable\/|reset-password\/|assignee\/|escalate\/)?:\w+(?:\/[\w-]+)?$/, '')

async function firstRecord(
  on: Environment,
  client: Client,
  operation: AnyOperation,
): Promise<{ id: string; version: number }> {
  const of = RECORD_OF.get(operation.id)
  // Apps list no rows of paged records: they know the ids of those that they have sent, and of their users.
  const unlisted =
    operation.access !== 'app'
      ? undefined
      : of?.reads === 'paged' && collectionOf(operation).endsWith(`/${of.appBase}`)
        ? of
        : ALL_RECORDS.find(({ base, appBase }) => appBase === undefined && collectionOf(operation).endsWith(`/${base}`))
  const [reader, path] = unlisted
    ? [await clientOf(on, 'boss'), `/api/v1/${unlisted.base}`]
    : [client, collectionOf(operation)]
  const { status, json } = await reader.send('GET', path, { query: { itemNo: 1 } })
  assert.equal(status, 200, `the list of ${operation.id} can be read`)
  const [record] = (json as { data: { id: string; version: number }[] }).data
  assert.ok(record, `${operation.id} needs a record`)
  return record
}

/** A client who may call the operation and read its collection. */
export async function whoMayCall(on: Environment, operation: AnyOperation): Promise<Client> {
  if (operation.access === 'public') return on.fresh()
  if (operation.access === 'app') return on.asApp()
  const rights = rightsOf(operation, exampleOf(operation).body)
  return on.whoMay(...rights, ...rights.map(([, subject]): [Action, Subject] => ['read', subject]))
}

/** A new record where one can be created, so that rank or state of existing ones cannot interfere. */
async function recordToChange(
  on: Environment,
  client: Client,
  operation: AnyOperation,
): Promise<{ id: string; version: number }> {
  const record = RECORD_OF.get(operation.id)
  if (record) return (await addRecord(on, record)) ?? firstRecord(on, client, operation)
  return firstRecord(on, client, operation)
}

/** The path ends with a record's id, or with an action on it. Approvals have no list of all: see approvals.ts. */
const namesRecord = (operation: AnyOperation) =>
  /\/:id(?:\/[\w-]+)?$/.test(operation.path) && !operation.id.startsWith('approvals.')
const guarded = operations.filter(({ access }) => access !== 'public')
/** Calls of staff. What apps receive and write has its own cases (record-apps.ts, apps.ts). */
const ofStaff = guarded.filter(({ access }) => access !== 'app')

export const operationCases: readonly Case[] = [
  {
    name: 'the examples of the suite match the schemas',
    async run() {
      for (const operation of operations) {
        const { params, query, body } = exampleOf(operation)
        const inText = Object.fromEntries(Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]))
        for (const [schema, value, part] of [
          [operation.params, params, 'params'],
          [operation.query, inText, 'query'],
          [operation.body, body, 'body'],
        ] as const) {
          if (schema) assert.deepEqual(readPart(schema, value, part).ok, true, `${operation.id} ${part}`)
        }
      }
    },
  },
  ...guarded.map((operation): Case => ({
    name: `${operation.id}: no token, a made-up one and a tampered one are 401, on every path`,
    async run(on) {
      const client = await on.as(on.accounts[0]!.role)
      const [header, payload, signature = ''] = client.token!.split('.')
      const tampered = `${header}.${Buffer.from(JSON.stringify({ ...(JSON.parse(Buffer.from(payload!, 'base64url').toString()) as object), exp: 4_102_444_800 })).toString('base64url')}.${signature}`
      const unsigned = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${payload}.`
      for (const path of pathsOf(operation)) {
        for (const token of [null, 'rubbish', tampered, unsigned])
          checkFailure(
            await sendExample(on.fresh(), operation, exampleOf(operation), { token }, path),
            401,
            `${path} with ${token?.slice(0, 12)}`,
          )
      }
    },
  })),
  // Responses of single records that belong to a person are tested in work.ts.
  ...ofStaff
    .filter((operation) => operation.method === 'GET' && (namesRecord(operation) || !operation.path.includes(':')))
    .map((operation): Case => ({
      name: `${operation.id}: the response matches its schema, on every path`,
      async run(on) {
        const client = await whoMayCall(on, operation)
        const { id } = namesRecord(operation) ? await firstRecord(on, client, operation) : { id: NOBODY }
        for (const path of pathsOf(operation))
          checkSuccess(await sendExample(client, operation, exampleOf(operation, { id }), {}, path), operation)
      },
    })),
  ...ofStaff.filter(namesRecord).map((operation): Case => ({
    name: `${operation.id}: an id of the wrong form is 400, an unknown one 404`,
    async run(on) {
      const client = await whoMayCall(on, operation)
      const input = exampleOf(operation)
      for (const id of ['1', 'x', "' or 1=1 --", `${NOBODY}x`, 'constructor', 'x'.repeat(201), 'x'.repeat(2000)])
        checkFailure(await sendExample(client, operation, { ...input, params: { id } }, { ifMatch: 1 }), 400, id)
      checkFailure(await sendExample(client, operation, input, { ifMatch: 1 }), 404)
    },
  })),
  ...operations
    .filter(({ query }) => query)
    .map((operation): Case => ({
      name: `${operation.id}: an unknown parameter is 400`,
      async run(on) {
        const client = await whoMayCall(on, operation)
        // A property name that every object has counts as unknown too.
        for (const name of ['unheard_of', '__proto__', 'constructor', 'toString', 'hasOwnProperty'])
          checkFailure(await sendExample(client, operation, { query: { [name]: '1' } }), 400, name)
      },
    })),
  ...operations
    .filter(({ query }) => query)
    .map((operation): Case => ({
      name: `${operation.id}: a wrong value of a parameter is refused in words for staff, with the name of the parameter`,
      async run(on) {
        const client = await whoMayCall(on, operation)
        const names = Object.keys((operation.query as AnyObjectSchema).fields)
        for (const wrong of ['no such value', '-1.5', 'x'.repeat(300)]) {
          const query = Object.fromEntries(names.map((name) => [name, wrong]))
          const reply = await sendExample(client, operation, { ...exampleOf(operation), query })
          // A query of texts alone has no wrong value.
          if (reply.status < 400) continue
          const { message, errors = {} } = checkFailure(reply, 400, wrong.slice(0, 20))
          for (const name of Object.keys(errors).filter(Boolean)) {
            assert.ok(names.includes(name), `${name} is the name of a parameter`)
            assert.ok(message.includes(name), `${name} is named in: ${message}`)
          }
        }
      },
    })),
  ...guarded
    .filter(({ body }) => body)
    .map((operation): Case => ({
      name: `${operation.id}: a body that is not JSON, is not an object, has another content type or is too large is refused`,
      writes: true,
      async run(on) {
        const client = await whoMayCall(on, operation)
        const { id, version } = namesRecord(operation)
          ? await firstRecord(on, client, operation)
          : { id: NOBODY, version: 1 }
        const send = (more: Sending) =>
          sendExample(client, operation, exampleOf(operation, { id, unique: on.unique() }), {
            ifMatch: version,
            ...more,
          })
        for (const raw of ['{"first_name":', '', 'null', '[]', '"text"', '5'])
          checkFailure(await send({ body: undefined, raw }), 400, JSON.stringify(raw))
        checkFailure(await send({ headers: { 'Content-Type': 'text/plain' } }), 415)
        checkFailure(await send({ headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }), 415)
        checkFailure(await send({ body: { first_name: 'x'.repeat((operation.bodyBytes ?? MAX_BODY_BYTES) + 1) } }), 413)
      },
    })),
  ...guarded
    .filter(({ body }) => body)
    .map((operation): Case => ({
      name: `${operation.id}: an unknown field and a value of the wrong type are 400`,
      writes: true,
      async run(on) {
        const client = await whoMayCall(on, operation)
        const { id, version } = namesRecord(operation)
          ? await firstRecord(on, client, operation)
          : { id: NOBODY, version: 1 }
        const { body, ...input } = exampleOf(operation, { id, unique: on.unique() })
        const send = (changed: Record<string, unknown>) =>
          sendExample(client, operation, { ...input, body: changed }, { ifMatch: version })
        checkFailure(await send({ ...body, unheard_of: 1 }), 400)
        for (const field of Object.keys(body!))
          checkFailure(await send({ ...body, [field]: { not: 'a value' } }), 400, field)
      },
    })),
  ...guarded
    .filter((operation) => operation.ifMatch === true && namesRecord(operation))
    .map((operation): Case => ({
      name: `${operation.id}: 428 without If-Match, 409 with the current record for an old version`,
      writes: true,
      async run(on) {
        const client = await whoMayCall(on, operation)
        const { id, version } = await recordToChange(on, client, operation)
        const input = exampleOf(operation, { id })
        checkFailure(await sendExample(client, operation, input), 428)
        const { current } = checkFailure(await sendExample(client, operation, input, { ifMatch: version + 1000 }), 409)
        assert.equal((current as { id: string }).id, id)
        assert.equal((current as { version: number }).version, version, 'nothing was written')
      },
    })),
  ...Object.values(healthOperations).map((operation): Case => ({
    name: `${operation.id}: the response matches its schema, without a token`,
    async run(on) {
      checkSuccess(await on.fresh().send('GET', operation.path), operation)
    },
  })),
  {
    name: 'an address that is not in the contract is 404',
    async run(on) {
      const client = await on.as(on.accounts[0]!.role)
      checkFailure(await client.send('GET', `/api/v1/${on.unique()}`), 404)
    },
  },
]
