/** The live socket (spec 6, 7; contract, Live socket). */
import assert from 'node:assert/strict'
import { HANDSHAKE_REFUSED, type OneChanged } from '@contract/socket'
import { operationById } from '@contract/http/catalogue'
import { can } from '@contract/permissions'
import { checkSuccess } from '../check'
import type { Client } from '../client'
import type { Case, ConsoleSocket, Environment } from '../environment'
import { exampleOf, PASSWORD } from '../examples'
import { sendExample } from '../send-example'
import { hearChanges } from '../../kit/hear-changes'

const WAIT_MS = 5000
/** Time to wait for an event that must not arrive. */
const SILENCE_MS = 400

/** The next occurrence of an event on a socket. */
export const next = <T>(socket: ConsoleSocket, event: string): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`'${event}' did not come within ${WAIT_MS} ms`)), WAIT_MS)
    // The timer must not keep the process alive: a socket does that while a test runs.
    timer.unref()
    const listen = socket.once.bind(socket) as (name: string, listener: (value: T) => void) => void
    listen(event, (value) => {
      clearTimeout(timer)
      resolve(value)
    })
  })

const authOf = ({ token }: Client) => ({ access_token: token, client: 'admin' })

/** Runs with a connected socket, and closes it afterwards. */
export async function connected<T>(
  on: Environment,
  client: Client,
  run: (socket: ConsoleSocket) => Promise<T>,
): Promise<T> {
  const socket = on.connect(authOf(client))
  try {
    await Promise.race([
      next(socket, 'connect'),
      next<Error>(socket, 'connect_error').then((error) => assert.fail(`the handshake is refused: ${error.message}`)),
    ])
    return await run(socket)
  } finally {
    socket.disconnect()
  }
}

async function refusalOf(on: Environment, auth: object): Promise<string> {
  const socket = on.connect(auth)
  try {
    return await Promise.race([
      next<Error>(socket, 'connect_error').then(({ message }) => message),
      next(socket, 'connect').then(() => 'it was let in'),
    ])
  } finally {
    socket.disconnect()
  }
}

type Row = { id: string; version: number; email: string }
async function create(on: Environment, client: Client, domain: 'admin' | 'users'): Promise<Row> {
  const operation = operationById(`${domain}.create`)
  return checkSuccess<Row>(
    await sendExample(client, operation, exampleOf(operation, { unique: on.unique() })),
    operation,
  )
}

export const socketCases: readonly Case[] = [
  {
    name: 'a handshake with the token and the client type admin is accepted',
    run: async (on) => connected(on, await on.as(on.accounts[0]!.role), async () => undefined),
  },
  {
    name: 'a handshake without a token, with a made-up one or another client type is refused as UNAUTHORIZED',
    async run(on) {
      const { token } = await on.as(on.accounts[0]!.role)
      for (const auth of [
        {},
        { client: 'admin' },
        { access_token: 'rubbish', client: 'admin' },
        { access_token: `${token}x`, client: 'admin' },
        { access_token: token, client: 'player' },
        { access_token: { $ne: null }, client: 'admin' },
      ]) {
        assert.equal(await refusalOf(on, auth), HANDSHAKE_REFUSED, JSON.stringify(auth).slice(0, 60))
      }
    },
  },
  {
    name: 'access:token is acknowledged with whether the token is valid',
    async run(on) {
      const client = await on.as(on.accounts[0]!.role)
      await connected(on, client, async (socket) => {
        assert.deepEqual(await socket.timeout(WAIT_MS).emitWithAck('access:token', { access_token: client.token! }), {
          success: true,
        })
        assert.deepEqual(await socket.timeout(WAIT_MS).emitWithAck('access:token', { access_token: 'rubbish' }), {
          success: false,
        })
      })
    },
  },
  {
    name: 'record:changed reports a change with subject, id and version',
    writes: true,
    async run(on) {
      const client = await on.whoMay(['create', 'Users'], ['read', 'Users'], ['update', 'Users'])
      const { id, version } = await create(on, client, 'users')
      await connected(on, client, async (socket) => {
        // The creation may still be on its way when the socket connects: its change has the version before.
        const told = new Promise<OneChanged>((resolve) =>
          hearChanges(socket, (change) => change.id === id && change.version !== version && resolve(change)),
        )
        checkSuccess(
          await client.send('PATCH', `/api/v1/users/${id}`, { body: { first_name: 'Renamed' }, ifMatch: version }),
          operationById('users.update'),
        )
        const late = new Promise<never>(
          (_, reject) => void setTimeout(() => reject(new Error('record:changed did not come')), WAIT_MS).unref(),
        )
        assert.deepEqual(await Promise.race([told, late]), { subject: 'Users', id, version: version + 1 })
      })
    },
  },
  {
    name: 'changes that a console has missed between its first read and its connection are repeated; nobody hears of what they may not read',
    writes: true,
    async run(on) {
      const client = await on.whoMay(['create', 'Users'], ['read', 'Users'], ['update', 'Users'])
      const { id, version } = await create(on, client, 'users')
      const began = Date.now()
      checkSuccess(
        await client.send('PATCH', `/api/v1/users/${id}`, { body: { first_name: 'Unheard' }, ifMatch: version }),
        operationById('users.update'),
      )
      /** Connects after the change. @returns the changes of this user that the socket hears */
      const heardBy = async (who: Client) => {
        const socket = on.connect({ ...authOf(who), unheard_ms: Date.now() - began })
        const heard: OneChanged[] = []
        hearChanges(socket, (change) => change.subject === 'Users' && change.id === id && heard.push(change))
        try {
          await next(socket, 'connect')
          await new Promise((resolve) => setTimeout(resolve, SILENCE_MS))
          return heard
        } finally {
          socket.disconnect()
        }
      }
      assert.deepEqual((await heardBy(client)).at(-1), { subject: 'Users', id, version: version + 1 })
      for (const { role } of on.accounts) {
        const other = await on.as(role)
        if (!can(await on.accessOf(other), 'read', 'Users')) assert.deepEqual(await heardBy(other), [])
      }
    },
  },
  {
    name: 'a console that has read for longer than changes are kept is told to read again',
    async run(on) {
      const socket = on.connect({ ...authOf(await on.as(on.accounts[0]!.role)), unheard_ms: 24 * 3_600_000 })
      try {
        await next(socket, 'records:missed')
      } finally {
        socket.disconnect()
      }
    },
  },
  {
    name: 'record:changed is not sent to people who may not read the record',
    writes: true,
    async run(on) {
      const writer = await on.whoMay(['create', 'Admins'], ['read', 'Admins'])
      const blind: Client[] = []
      for (const { role } of on.accounts) {
        const client = await on.as(role)
        if (!can(await on.accessOf(client), 'read', 'Admins')) blind.push(client)
      }
      if (blind.length === 0) throw on.cannot('every given account may read Admins')
      await connected(on, writer, async (sees) =>
        connected(on, blind[0]!, async (socket) => {
          const heard: OneChanged[] = []
          hearChanges(socket, (change) => heard.push(change))
          const told = new Set<string>()
          hearChanges(sees, ({ id }) => told.add(id))
          const { id } = await create(on, writer, 'admin')
          const patience = Date.now() + WAIT_MS
          while (!told.has(id) && Date.now() < patience) await new Promise((resolve) => setTimeout(resolve, 20))
          assert.ok(told.has(id), 'who may read the record is not told of it')
          await new Promise((resolve) => setTimeout(resolve, SILENCE_MS))
          assert.deepEqual(heard, [])
        }),
      )
    },
  },
  {
    name: 'disabling an account notifies its console that the session ended, and closes the socket',
    writes: true,
    async run(on) {
      const by = await on.whoMay(['create', 'Admins'], ['read', 'Admins'], ['delete', 'Admins'])
      const { id, version, email } = await create(on, by, 'admin')
      const own = on.fresh()
      await own.signIn(email, PASSWORD)
      await connected(on, own, async (socket) => {
        const ended = Promise.all([next(socket, 'session:ended'), next(socket, 'disconnect')])
        checkSuccess(
          await by.send('PATCH', `/api/v1/admin/enable-disable/${id}`, {
            body: { is_deleted: true },
            ifMatch: version,
          }),
          operationById('admin.enableDisable'),
        )
        await ended
      })
      assert.equal(await refusalOf(on, authOf(own)), HANDSHAKE_REFUSED)
    },
  },
]
