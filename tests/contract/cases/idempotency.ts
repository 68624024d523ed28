/** Idempotency keys (contract, Writes): a request that is sent twice takes effect once. */
import assert from 'node:assert/strict'
import type { RecoveryCodes, TwoFactorSetup } from '@contract/entities/two-factor'
import { ERROR_CODE, type FailureBody } from '@contract/errors'
import { catalogue, operationById, EVERY_OPERATION } from '@contract/http/catalogue'
import {
  IDEMPOTENCY_KEY_HEADER,
  IDEMPOTENCY_KEY_MAX,
  REPLAYED_HEADER,
  takesIdempotencyKey,
} from '@contract/http/idempotency'
import { checkFailure, checkSuccess } from '../check'
import type { Client, Reply, Sending } from '../client'
import type { Case, Environment } from '../environment'
import { exampleOf, PASSWORD } from '../examples'
import { sendExample } from '../send-example'
import { whoMayCall } from './operations'

interface Row {
  id: string
  version: number
  first_name: string
  is_deleted: boolean
}

const writes = EVERY_OPERATION.filter(takesIdempotencyKey)
const NOBODY = '01890a5d-ac96-774b-bcce-b302099a8057'

const newKey = () => crypto.randomUUID()
const withKey = (key: string, more: Sending = {}): Sending => ({
  ...more,
  headers: { ...more.headers, [IDEMPOTENCY_KEY_HEADER]: key },
})
const isReplayed = (reply: Reply) => reply.headers.get(REPLAYED_HEADER) === 'true'

/** A failure with one of the error codes of idempotency keys. */
function checkCode(reply: Reply, status: number, code: string, what = ''): void {
  const { success, code: found, message } = reply.json as FailureBody
  assert.deepEqual([reply.status, success, found], [status, false, code], `${what} ${reply.text.slice(0, 300)}`)
  assert.match(message, /\S{2}/)
}

/** The second response equals the first one and is marked as a repetition. */
function checkReplayed(first: Reply, second: Reply, what: string): void {
  assert.equal(first.status, 200, `${what}: ${first.text.slice(0, 300)}`)
  assert.equal(isReplayed(first), false, `${what}: the first response is not a repetition`)
  assert.deepEqual([second.status, second.json], [first.status, first.json], `${what}: the same response`)
  assert.equal(second.headers.get('etag'), first.headers.get('etag'), `${what}: the same version`)
  assert.equal(isReplayed(second), true, `${what}: the second response is a repetition`)
}

/** Sends the same request twice with one key. */
async function twice(send: (more: Sending) => Promise<Reply>, what: string, more: Sending = {}): Promise<Reply> {
  const key = newKey()
  const first = await send(withKey(key, more))
  checkReplayed(first, await send(withKey(key, more)), what)
  return first
}

const account = (on: Environment, domain: 'admin' | 'users') =>
  exampleOf(operationById(`${domain}.create`), { unique: on.unique() }).body!
const writer = (on: Environment, domain: 'admin' | 'users') => {
  const subject = domain === 'admin' ? 'Admins' : 'Users'
  return on.whoMay(['create', subject], ['read', subject], ['update', subject], ['delete', subject])
}
const totalOf = async (client: Client, domain: 'admin' | 'users') => {
  const { json } = await client.send('GET', `/api/v1/${domain}`, { query: { itemNo: 1 } })
  return (json as { total_count: number }).total_count
}
const readOne = async (client: Client, domain: 'admin' | 'users', id: string) =>
  checkSuccess<Row>(await client.send('GET', `/api/v1/${domain}/${id}`), operationById(`${domain}.get`))
async function created(on: Environment, domain: 'admin' | 'users'): Promise<{ client: Client; row: Row }> {
  const client = await writer(on, domain)
  const reply = await client.send('POST', `/api/v1/${domain}`, { body: account(on, domain) })
  return { client, row: checkSuccess<Row>(reply, operationById(`${domain}.create`)) }
}

/** A member of staff created for the suite, signed in, with every right that the creator can assign. */
async function newcomer(on: Environment): Promise<{ client: Client; id: string }> {
  const creator = await writer(on, 'admin')
  const body = account(on, 'admin')
  const { id } = checkSuccess<Row>(await creator.send('POST', '/api/v1/admin', { body }), operationById('admin.create'))
  const client = on.fresh()
  await client.signIn(body.email as string, PASSWORD)
  return { client, id }
}

const accountCases = (domain: 'admin' | 'users'): Case[] => [
  {
    name: `POST ${domain}: the same key twice adds one record and returns the same response`,
    writes: true,
    async run(on) {
      const client = await writer(on, domain)
      const before = await totalOf(client, domain)
      const body = account(on, domain)
      await twice((more) => client.send('POST', `/api/v1/${domain}`, more), `${domain}.create`, { body })
      assert.equal(await totalOf(client, domain), before + 1)
    },
  },
  {
    name: `PATCH ${domain}: the same key twice changes the record once, although If-Match is outdated the second time`,
    writes: true,
    async run(on) {
      const { client, row } = await created(on, domain)
      const path = `/api/v1/${domain}/${row.id}`
      const send = (more: Sending) => client.send('PATCH', path, more)
      await twice(send, 'an update', { body: { first_name: 'Renamed' }, ifMatch: 1 })
      await twice(send, 'the switch', { body: { is_deleted: true }, ifMatch: 2 })
      await twice(
        (more) => client.send('PATCH', `/api/v1/${domain}/enable-disable/${row.id}`, more),
        'its other path',
        {
          body: { is_deleted: false },
          ifMatch: 3,
        },
      )
      await twice(
        (more) => client.send('PATCH', `/api/v1/${domain}/reset-password/${row.id}`, more),
        'a new password',
        {
          body: { password: PASSWORD, confirm_password: PASSWORD },
          ifMatch: 4,
        },
      )
      assert.equal((await readOne(client, domain, row.id)).version, 5)
    },
  },
]

export const idempotencyCases: readonly Case[] = [
  ...writes.map((operation): Case => ({
    name: `${operation.id}: a malformed Idempotency-Key is 400${operation.idempotencyKey === 'required' ? ', and so is a missing one' : ''}`,
    async run(on) {
      const client = await whoMayCall(on, operation)
      const send = (more: Sending) => sendExample(client, operation, exampleOf(operation), { ifMatch: 1, ...more })
      for (const key of ['two words', 'é', 'x'.repeat(IDEMPOTENCY_KEY_MAX + 1)])
        checkFailure(await send(withKey(key)), 400, key.slice(0, 20))
      if (operation.idempotencyKey === 'required')
        checkCode(await send({ withoutKey: true }), 400, ERROR_CODE.idempotencyKeyRequired, operation.id)
    },
  })),
  ...accountCases('admin'),
  ...accountCases('users'),
  {
    name: 'a key with another body, or for another record, is 422 and changes nothing',
    writes: true,
    async run(on) {
      const { client, row } = await created(on, 'users')
      const other = (await created(on, 'users')).row
      const key = newKey()
      const send = (id: string, body: object, ifMatch: number) =>
        client.send('PATCH', `/api/v1/users/${id}`, withKey(key, { body, ifMatch }))
      checkSuccess(await send(row.id, { first_name: 'First' }, 1), operationById('users.update'))
      checkCode(await send(row.id, { first_name: 'Second' }, 2), 422, ERROR_CODE.idempotencyKeyReused)
      checkCode(await send(other.id, { first_name: 'First' }, 1), 422, ERROR_CODE.idempotencyKeyReused)
      const [first, second] = [await readOne(client, 'users', row.id), await readOne(client, 'users', other.id)]
      assert.deepEqual([first.first_name, first.version, second.version], ['First', 2, 1])
    },
  },
  {
    name: 'a key belongs to a person and an operation: the same key can be used by another person or for another operation',
    writes: true,
    async run(on) {
      const { client, row } = await created(on, 'users')
      const { client: other } = await newcomer(on)
      const key = newKey()
      const preferences = (value: string) =>
        withKey(key, { body: { preferences: { 'columns.contract-suite': value } } })
      const path = catalogue['profile.preferences'].path
      const own = await client.send('PATCH', path, preferences('mine'))
      const theirs = await other.send('PATCH', path, preferences('theirs'))
      assert.deepEqual([own.status, theirs.status, isReplayed(theirs)], [200, 200, false], theirs.text)
      const renamed = await client.send(
        'PATCH',
        `/api/v1/users/${row.id}`,
        withKey(key, { body: { first_name: 'Renamed' }, ifMatch: 1 }),
      )
      assert.deepEqual([renamed.status, isReplayed(renamed)], [200, false], renamed.text)
    },
  },
  {
    name: 'a refusal is not stored: the same key works once the reason for the refusal is resolved',
    writes: true,
    async run(on) {
      const { client, row } = await created(on, 'users')
      const path = `/api/v1/users/${row.id}`
      const key = newKey()
      const body = { first_name: 'Renamed' }
      checkFailure(await client.send('PATCH', path, withKey(key, { body, ifMatch: 7 })), 409)
      checkFailure(await client.send('PATCH', path, withKey(key, { body })), 428)
      const done = await client.send('PATCH', path, withKey(key, { body, ifMatch: 1 }))
      assert.equal(isReplayed(done), false)
      assert.equal(checkSuccess<Row>(done, operationById('users.update')).version, 2)
    },
  },
  {
    name: 'a repetition is 403 after the person lost the right',
    writes: true,
    async run(on) {
      const boss = await writer(on, 'admin')
      const body = { ...account(on, 'admin'), role: 'MANAGER' }
      const staff = checkSuccess<Row>(await boss.send('POST', '/api/v1/admin', { body }), operationById('admin.create'))
      const person = on.fresh()
      await person.signIn((body as unknown as { email: string }).email, PASSWORD)
      const { row } = await created(on, 'users')
      const send = withKey(newKey(), { body: { first_name: 'Renamed' }, ifMatch: 1 })
      const path = `/api/v1/users/${row.id}`
      const first = await person.send('PATCH', path, send)
      checkReplayed(first, await person.send('PATCH', path, send), 'while the right is there')
      checkSuccess(
        await boss.send('PATCH', `/api/v1/admin/${staff.id}`, {
          body: { role: 'CONTENT_EDITOR' },
          ifMatch: (await readOne(boss, 'admin', staff.id)).version,
        }),
        operationById('admin.update'),
      )
      checkFailure(await person.send('PATCH', path, send), 403)
    },
  },
  {
    name: 'the same request sent four times at once takes effect once',
    writes: true,
    async run(on) {
      const client = await writer(on, 'users')
      const before = await totalOf(client, 'users')
      const send = withKey(newKey(), { body: account(on, 'users') })
      const replies = await Promise.all([1, 2, 3, 4].map(() => client.send('POST', '/api/v1/users', send)))
      for (const reply of replies)
        if (reply.status === 409) {
          checkCode(reply, 409, ERROR_CODE.idempotencyRunning)
          assert.match(reply.headers.get('retry-after') ?? '', /^\d+$/)
        } else checkSuccess(reply, operationById('users.create'))
      assert.equal(replies.filter((reply) => reply.status === 200 && !isReplayed(reply)).length, 1)
      assert.equal(await totalOf(client, 'users'), before + 1)
    },
  },
  {
    name: 'preferences, messages and read marks: the same key twice takes effect once',
    writes: true,
    async run(on) {
      const client = await on.whoMay(['update', 'SupportTickets'], ['read', 'SupportTickets'])
      await twice((more) => client.send('PATCH', catalogue['profile.preferences'].path, more), 'preferences', {
        body: { preferences: { 'columns.contract-suite': on.unique() } },
      })
      await twice((more) => client.send('PATCH', '/api/v1/notification/read/all', more), 'read all', {
        query: { up_to: 0 },
      })
      const list = await client.send('GET', '/api/v1/admin-support-ticket/search', { query: { itemNo: 1 } })
      const ticket = (list.json as { data: { id: string; version: number }[] }).data[0]
      if (!ticket) throw on.cannot('there is no ticket')
      const path = `/api/v1/support-ticket/${ticket.id}`
      await twice((more) => client.send('POST', `${path}/message`, more), 'a message', {
        body: { client_id: NOBODY.replace(/.{12}$/, newKey().slice(-12)), body: 'A line', sender: 'USER' },
      })
      await twice((more) => client.send('PATCH', `${path}/read`, more), 'read')
    },
  },
  {
    name: 'tickets, chats, notifications and shifts: the same key twice takes effect once',
    writes: true,
    async run(on) {
      const client = await on.whoMay(
        ['update', 'SupportTickets'],
        ['read', 'SupportTickets'],
        ['update', 'QuickChat'],
        ['read', 'QuickChat'],
      )
      const own = checkSuccess<{ id: string }>(
        await client.send('GET', '/api/v1/admin/profile'),
        catalogue['profile.get'],
      ).id
      const first = async (path: string) => {
        const reply = await client.send('GET', path, { query: { itemNo: 5 } })
        return (reply.json as { data: { id: string; version: number; escalation_level?: number }[] }).data
      }
      const ticket = (await first('/api/v1/admin-support-ticket/search')).find(
        ({ escalation_level = 0 }) => escalation_level < 3,
      )
      const [chat] = await first('/api/v1/quick-chat')
      if (!ticket || !chat) throw on.cannot('there is no ticket to escalate, or no chat')
      const path = '/api/v1/support-ticket'
      const assigned = await twice((more) => client.send('PATCH', `${path}/assignee/${ticket.id}`, more), 'assign', {
        body: { assignee: own },
        ifMatch: ticket.version,
      })
      const { version } = (assigned.json as { data: { version: number } }).data
      await twice((more) => client.send('PATCH', `${path}/escalate/${ticket.id}`, more), 'escalate', {
        body: { level: 3, reason: 'The user has waited since this morning' },
        ifMatch: version,
      })
      await twice((more) => client.send('POST', `/api/v1/quick-chat/${chat.id}/message`, more), 'a chat message', {
        body: { client_id: crypto.randomUUID(), body: 'A line', sender: 'USER' },
      })
      await twice((more) => client.send('PATCH', `/api/v1/quick-chat/${chat.id}/read`, more), 'a chat read')
      const [entry] = await first(catalogue['notifications.list'].path)
      if (entry) await twice((more) => client.send('PATCH', `/api/v1/admin-notification/${entry.id}`, more), 'read one')
      const { shiftId } = checkSuccess<{ shiftId: string | null }>(
        await client.send('GET', '/api/v1/admin-shift/status'),
        catalogue['shift.details'],
      )
      if (shiftId === null) throw on.cannot('an account without a shift that can be started or ended now')
      await twice((more) => client.send('PATCH', `/api/v1/admin-shift/status/${shiftId}`, more), 'a shift')
    },
  },
  {
    name: 'two-factor: repeated setup, recovery codes, step-up and turning off return the first response',
    writes: true,
    async run(on) {
      const { client, id } = await newcomer(on)
      const base = '/api/v1/admin-two-fa'
      await twice((more) => client.send('POST', `${base}/step-up`, more), 'a step-up', { body: { password: PASSWORD } })
      const setup = await twice((more) => client.send('POST', base, more), 'a setup', { body: { userId: id } })
      const { secret_code } = (setup.json as { data: TwoFactorSetup }).data
      // A second setup would have replaced the first one's secret.
      await twice((more) => client.send('PATCH', `${base}/enable`, more), 'turning it on', {
        body: { userId: id, twoFAToken: await on.codeOf(secret_code) },
      })
      const path = '/api/v1/admin/profile/recovery-codes'
      await twice((more) => client.send('POST', path, more), 'recovery codes')
      const { left } = checkSuccess<RecoveryCodes>(await client.send('GET', path), catalogue['twoFactor.recoveryCodes'])
      assert.ok(left > 0)
      await twice((more) => client.send('PATCH', `${base}/disable`, more), 'turning it off', { body: { userId: id } })
      await twice((more) => client.send('PATCH', '/api/v1/admin/change-password', more), 'a password', {
        body: { current_password: PASSWORD, new_password: `${PASSWORD}x`, confirm_password: `${PASSWORD}x` },
      })
    },
  },
]
