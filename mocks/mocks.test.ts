import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { can } from '@contract/permissions'
import { catalogue, operationById } from '@contract/http/catalogue'
import { accessSchema } from '@contract/entities/access'
import { PERSON_NAME, USERNAME, EMAIL, ID } from '@contract/patterns'
import { faultOfData } from '@contract/validation'
import { db, resetDb, signInAs } from './db'
import { ACCESS_BY_ROLE, ROLES } from './fixtures/access'
import { profileOf } from './fixtures/profile'
import { makeToken, readToken } from './fixtures/session'
import { manyUsers } from './fixtures/user'
import {
  answering,
  delayed,
  failing,
  onceInstead,
  override,
  proxyPage,
  restartCounts,
  streaming,
  unauthorized,
  unreachable,
} from './overrides'
import { createMockServer } from './node'
import { sentinelEmail, SENTINELS, type Sentinel } from './sentinels'

const HOST = 'http://mocks.test'
const server = createMockServer()
let token = ''

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(() => {
  resetDb()
  token = signInAs('SUPER_ADMIN')
})
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const call = (path: string, init: RequestInit & { json?: unknown; version?: number } = {}) => {
  const { json, version, ...rest } = init
  return fetch(HOST + path, {
    ...rest,
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      ...(version ? { 'If-Match': `"${version}"` } : {}),
      ...(init.headers as Record<string, string>),
    },
  })
}
const idOf = (sentinel: Sentinel) => db.users.find(({ email }) => email === sentinelEmail(sentinel))!.id

describe('the fixtures', () => {
  it('follow the contract: every user, member of staff, profile and access', () => {
    expect(
      faultOfData(
        operationById('users.list'),
        [...db.users, ...manyUsers(500)].map(({ store_code: _hidden, proof, ...row }) => ({
          ...row,
          kyc_status: proof,
        })),
      ),
    ).toBeNull()
    expect(faultOfData(catalogue['profile.get'], profileOf(db.staff[0]!))).toBeNull()
    for (const access of Object.values(ACCESS_BY_ROLE))
      expect(accessSchema.isValidSync({ stores: [], ...access }, { strict: true })).toBe(true)
  })
  it('contain only values that the forms accept', () => {
    for (const { first_name, last_name, username, email, id } of [...db.users, ...db.staff]) {
      expect(first_name).toMatch(PERSON_NAME.pattern)
      expect(last_name).toMatch(PERSON_NAME.pattern)
      expect(username).toMatch(USERNAME.pattern)
      expect(email).toMatch(EMAIL.pattern)
      expect(id).toMatch(ID.pattern)
    }
  })
  it('are unique', () => {
    for (const all of [db.users, db.staff]) {
      for (const key of ['id', 'email', 'username'] as const)
        expect(new Set(all.map((record) => record[key])).size).toBe(all.length)
    }
  })
  it('have a person and permissions for every role of staff', () => {
    for (const { name, kind } of ROLES.filter((role) => role.kind === 'STAFF')) {
      expect(
        db.staff.some(({ role }) => role === name),
        name,
      ).toBe(true)
      expect(ACCESS_BY_ROLE[name], kind).toBeDefined()
    }
  })
  it('give roles different permissions: for Admins, for Users, for neither', () => {
    const readers = (subject: 'Admins' | 'Users') =>
      Object.keys(ACCESS_BY_ROLE).filter((role) => can(ACCESS_BY_ROLE[role]!, 'read', subject))
    expect(readers('Admins')).toEqual(['SUPER_ADMIN', 'ADMIN', 'MANAGER'])
    expect(readers('Users')).not.toContain('CONTENT_EDITOR')
  })
  it('are the same in every run', () => {
    expect(manyUsers(3)).toEqual(manyUsers(3))
    db.users.length = 0
    resetDb()
    expect(db.users.length).toBeGreaterThan(48)
  })
})

describe('a token of the mocks', () => {
  it('has the form of a JWT, contains its expiry, and expires', () => {
    const made = makeToken('staff', 'session', 1_000_000, 900)
    expect(JSON.parse(atob(made.split('.')[1]!))).toEqual({ sub: 'staff', sid: 'session', iat: 1000, exp: 1900 })
    expect(readToken(made, 1_899_999)?.sid).toBe('session')
    expect(readToken(made, 1_900_000)).toBeNull()
    expect(readToken(`${made}x`, 1_000_000)).toBeNull()
    expect(readToken('rubbish', 1_000_000)).toBeNull()
  })
})

describe('sentinels', () => {
  const onRead = {
    forbidden: 403,
    'not-found': 404,
    'too-many': 429,
    broken: 500,
    html: 502,
    unauthorized: 401,
    conflict: 200,
    rejected: 200,
  } as const
  it.each(Object.entries(onRead))('%s responds with %i when it is opened', async (name, status) => {
    expect((await call(`/api/v1/users/${idOf(name as Sentinel)}`)).status).toBe(status)
  })
  it.each([
    ['conflict', 409],
    ['rejected', 422],
    ['forbidden', 403],
  ] as const)('%s responds with %i when it is saved', async (name, status) => {
    const answer = await call(`/api/v1/users/${idOf(name)}`, {
      method: 'PATCH',
      version: 1,
      json: { first_name: 'Ana' },
    })
    expect(answer.status).toBe(status)
  })
  it('offline fails like a network', async () => {
    await expect(call(`/api/v1/users/${idOf('offline')}`)).rejects.toThrow(TypeError)
  })
  it('lost takes effect and loses its response; the same key returns it, and another key takes effect again', async () => {
    const rename = (key: string, version: number) =>
      call(`/api/v1/users/${idOf('lost')}`, {
        method: 'PATCH',
        version,
        json: { first_name: 'Ana' },
        headers: { 'Idempotency-Key': key },
      })
    await expect(rename('first', 1)).rejects.toThrow(TypeError)
    const again = await rename('first', 1)
    expect([again.status, again.headers.get('Idempotency-Replayed')]).toEqual([200, 'true'])
    await expect(again.json()).resolves.toMatchObject({ data: { first_name: 'Ana', version: 2 } })
    await expect(rename('second', 2)).rejects.toThrow(TypeError)
  })
  it('slow responds after a delay', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const answer = call(`/api/v1/users/${idOf('slow')}`)
    await vi.advanceTimersByTimeAsync(0)
    for (let step = 0; step < 40; step += 1)
      await new Promise((resolve) => setImmediate(resolve)).then(() => vi.advanceTimersByTimeAsync(100))
    vi.useRealTimers()
    expect((await answer).status).toBe(200)
  })
  it('are listed with the other records', async () => {
    const { data } = (await (await call('/api/v1/users?itemNo=9007199254740991')).json()) as {
      data: { email: string }[]
    }
    for (const name of Object.keys(SENTINELS) as Sentinel[])
      expect(data.some(({ email }) => email === sentinelEmail(name))).toBe(true)
  })
  it('by search: a list that is refused, and one that is cut short', async () => {
    expect((await call('/api/v1/users?search=sentinel:broken')).status).toBe(500)
    const lines = (
      await (
        await call('/api/v1/users?search=sentinel:cut-short', { headers: { Accept: 'application/x-ndjson' } })
      ).text()
    )
      .trim()
      .split('\n')
    expect(lines).toHaveLength(12)
    expect(lines.at(-1)).not.toContain('total_count')
  })
})

describe('overrides', () => {
  it.each([
    [failing(403), 403],
    [failing(500), 500],
    [unauthorized, 401],
    [proxyPage(502), 502],
  ] as const)('replace the usual response', async (responder, status) => {
    server.use(...override('users.list', responder))
    expect((await call('/api/v1/users')).status).toBe(status)
    expect((await call('/api/v1/admin-users')).status).toBe(status)
    expect((await call('/api/v1/admin')).status).toBe(200)
  })
  it('do not affect fixed names next to a parameter', async () => {
    server.use(...override('users.get', failing(500)))
    expect((await call('/api/v1/users/list')).status).toBe(200)
    expect((await call(`/api/v1/users/${db.users[0]!.id}`)).status).toBe(500)
  })
  it('can delay the usual response', async () => {
    server.use(...override('profile.get', delayed(20)))
    expect(await (await call('/api/v1/admin/profile')).json()).toMatchObject({
      success: true,
      data: { role: 'SUPER_ADMIN' },
    })
  })
  it('give a first response once after each reset of the mocks, so that a story can be tried again', async () => {
    server.use(...override('profile.get', onceInstead(failing(500))))
    const statuses = async () => [
      (await call('/api/v1/admin/profile')).status,
      (await call('/api/v1/admin/profile')).status,
    ]
    expect(await statuses()).toEqual([500, 200])
    restartCounts()
    expect(await statuses()).toEqual([500, 200])
  })
  it('can return other data, a stream, or no connection', async () => {
    server.use(
      ...override('users.names', answering('users.names', [])),
      ...override('users.list', streaming([{ id: 1 }])),
      ...override('profile.get', unreachable),
    )
    expect(await (await call('/api/v1/users/list')).json()).toEqual({ success: true, data: [] })
    expect(await (await call('/api/v1/users')).text()).toBe('{"id":1}\n{"total_count":1}\n')
    await expect(call('/api/v1/admin/profile')).rejects.toThrow(TypeError)
  })
})

it('a response of the mocks that breaks the contract throws an error', async () => {
  const complaint = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  db.users[0]!.account_status = 'UNHEARD_OF' as never
  expect((await call('/api/v1/users')).status).toBe(500)
  expect(String(complaint.mock.calls[0]?.[0])).toContain('breaks the contract')
  complaint.mockRestore()
})

it('an unknown address returns 404 in the usual form', async () => {
  const answer = await call('/api/v1/unheard-of')
  expect(answer.status).toBe(404)
  expect(await answer.json()).toMatchObject({ success: false, code: 'NOT_FOUND' })
})

describe('a partner', () => {
  it('creates and moves users only in its own store', async () => {
    const access = db.access.THIRD_PARTY_ADMIN!
    const create = { action: 'create' as const, subject: 'Users' as const, fields: ['*'] }
    db.access.THIRD_PARTY_ADMIN = { ...access, permissions: [...access.permissions, create] }
    token = signInAs('THIRD_PARTY_ADMIN')
    const person = {
      first_name: 'Nadia',
      last_name: 'Lund',
      username: 'nadia_lund',
      email: 'nadia@mailbox.test',
      role: 'PLAYER',
      password: 'Pitboss#2026',
      confirm_password: 'Pitboss#2026',
    }
    const refusal = { third_party_store_code: ['You can only use a store of your own'] }
    const elsewhere = { ...person, third_party_store_code: 'EASTGATE' }
    const refused = await call('/api/v1/users', { method: 'POST', json: elsewhere })
    expect([refused.status, ((await refused.json()) as { errors: object }).errors]).toEqual([422, refusal])
    expect(db.users.some(({ username }) => username === person.username)).toBe(false)
    const made = await call('/api/v1/users', { method: 'POST', json: person })
    const { data } = (await made.json()) as { data: { id: string; version: number; third_party_store_code: string } }
    expect(data.third_party_store_code).toBe(
      db.staff.find(({ role }) => role === 'THIRD_PARTY_ADMIN')!.third_party_store_code,
    )
    const moved = await call(`/api/v1/users/${data.id}`, {
      method: 'PATCH',
      version: data.version,
      json: { third_party_store_code: 'EASTGATE' },
    })
    expect([moved.status, ((await moved.json()) as { errors: object }).errors]).toEqual([422, refusal])
  })
})
