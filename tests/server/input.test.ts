import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FULL_LIST_ITEM_NO } from '@contract/constants'
import type { PitbossServer } from '@server/server'
import type { Db } from '@server/platform/ports/db'
import { signedIn, type Answered, type TestClient } from './kit/client'
import { testDatabases } from './kit/databases'
import { makePlatform } from './kit/platform'

const databases = await testDatabases()
const NEW_USER = {
  first_name: 'Nadia',
  last_name: 'Lund',
  username: 'nadia_lund',
  email: 'nadia@example.com',
  role: 'PLAYER',
  password: 'Strong#2026',
  confirm_password: 'Strong#2026',
}
const INJECTIONS = [`'; drop table users; --`, '<script>alert(1)</script>', '${7*7}', '%', '_', '\\', `" or ""="`]

describe.each(databases.kinds)('input on %s', (kind) => {
  let db: Db
  let platform: PitbossServer
  let boss: TestClient
  let userId: string

  const code = ({ status, body }: Answered) => [status, body?.code]

  beforeAll(async () => {
    db = await databases.open(kind)
    platform = await makePlatform(db)
    boss = await signedIn(platform, 'SUPER_ADMIN')
    userId = (await boss.get('/api/v1/users?itemNo=1')).body.data[0].id
  })
  afterAll(() => platform.close())

  it.each(['{', '', 'null', '[]', '"x"', '{"first_name":', '{"__proto__":{"x":1}}'])(
    'refuses the body %j as malformed',
    async (raw) => {
      expect(
        code(await boss.send('POST', '/api/v1/users', { raw, headers: { 'content-type': 'application/json' } })),
      ).toEqual([400, 'MALFORMED'])
    },
  )

  it('refuses unknown fields by name', async () => {
    const answer = await boss.post('/api/v1/users', { ...NEW_USER, is_admin: true })
    expect(code(answer)).toEqual([400, 'MALFORMED'])
    expect(answer.body.message).toContain('is_admin')
  })

  it('refuses every update field that may not be updated', async () => {
    for (const field of ['id', 'createdAt', 'store_code', 'created_by', 'password', 'avatar', 'Creator', 'version']) {
      expect(
        code(await boss.patch(`/api/v1/users/${userId}`, { first_name: 'Nadia', [field]: 'x' }, { ifMatch: 1 })),
        field,
      ).toEqual([400, 'MALFORMED'])
    }
    expect(
      code(await boss.patch(`/api/v1/users/${userId}`, { first_name: 'Nadia', is_deleted: true }, { ifMatch: 1 })),
    ).toEqual([400, 'MALFORMED'])
  })

  it('refuses wrong types', async () => {
    for (const value of [1, true, {}, []])
      expect(code(await boss.post('/api/v1/users', { ...NEW_USER, first_name: value }))).toEqual([400, 'MALFORMED'])
    expect(code(await boss.patch(`/api/v1/users/${userId}`, { is_deleted: 'true' }, { ifMatch: 1 }))).toEqual([
      400,
      'MALFORMED',
    ])
  })

  it('responds with 400 to ids of the wrong form, and with 404 to unknown ids', async () => {
    for (const id of ['1', 'x', '%00', `${userId}x`, '..%2Fadmin', userId.toUpperCase()])
      expect((await boss.get(`/api/v1/users/${id}`)).status, id).toBe(400)
    expect(code(await boss.get('/api/v1/users/00000000-0000-7000-8000-000000000000'))).toEqual([404, 'NOT_FOUND'])
  })

  it.each([
    'page=-1',
    'page=0',
    'page=x',
    'page=1.5',
    'itemNo=0',
    'sort_by=password_hash',
    'sort_order=up',
    'fields=password_hash',
    'nothing=1',
    'role=a&role=b',
    'is_deleted=maybe',
    'id=1',
    'page=1&page=2',
  ])('refuses the query %s', async (query) => {
    expect(code(await boss.get(`/api/v1/users?${query}`))).toEqual([400, 'MALFORMED'])
  })

  it('returns empty pages beyond the end, however far', async () => {
    for (const page of [1000, Number.MAX_SAFE_INTEGER]) {
      const answer = await boss.get(`/api/v1/users?page=${page}&itemNo=100`)
      expect([answer.status, answer.body.data, answer.body.total_count]).toEqual([200, [], 300])
    }
    expect((await boss.get(`/api/v1/users?page=2&itemNo=${FULL_LIST_ITEM_NO}`)).body.data).toEqual([])
  })

  it('refuses 10 MB, and bodies that are not JSON', async () => {
    expect(code(await boss.send('POST', '/api/v1/users', { raw: Buffer.alloc(10 * 1024 * 1024, 'x') }))).toEqual([
      413,
      'PAYLOAD_TOO_LARGE',
    ])
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'application/xml']) {
      expect(
        code(await boss.send('POST', '/api/v1/users', { raw: 'a=b', headers: { 'content-type': type } })),
        type,
      ).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
    }
  })

  it('does not read the body of a caller who is not signed in', async () => {
    expect(
      code(await boss.send('POST', '/api/v1/users', { raw: Buffer.alloc(10 * 1024 * 1024, 'x'), token: null })),
    ).toEqual([401, 'UNAUTHORIZED'])
  })

  it('reports all violated rules of all fields at once', async () => {
    const answer = await boss.post('/api/v1/users', {
      first_name: 'X',
      last_name: 'A  B',
      username: '1x',
      email: 'a@b',
      role: 'player',
      password: 'short',
      confirm_password: 'other',
    })
    expect(code(answer)).toEqual([422, 'REJECTED'])
    expect(Object.keys(answer.body.errors).toSorted()).toEqual([
      'confirm_password',
      'email',
      'first_name',
      'last_name',
      'password',
      'role',
      'username',
    ])
    expect(answer.body.errors.confirm_password).toEqual(['Passwords must match'])
  })

  it('refuses an email or a username that exists already, in any letter case', async () => {
    expect((await boss.post('/api/v1/users', NEW_USER)).status).toBe(200)
    expect(
      (await boss.post('/api/v1/users', { ...NEW_USER, username: 'another', email: 'NADIA@example.com' })).body.errors,
    ).toEqual({ email: ['This email is already used'] })
    expect(
      (await boss.post('/api/v1/users', { ...NEW_USER, username: 'NADIA_LUND', email: 'another@example.com' })).body
        .errors,
    ).toEqual({ username: ['This username is already used'] })
  })

  it('refuses unknown roles and stores', async () => {
    const tried = { ...NEW_USER, username: 'tried', email: 'tried@example.com' }
    expect((await boss.post('/api/v1/users', { ...tried, role: 'ADMIN' })).body.errors).toEqual({
      role: ['Choose a role'],
    })
    expect((await boss.post('/api/v1/users', { ...tried, third_party_store_code: 'NOWHERE' })).body.errors).toEqual({
      third_party_store_code: ['Choose an enabled store of the list'],
    })
    expect((await boss.post('/api/v1/admin', { ...tried, role: 'THIRD_PARTY_ADMIN' })).body.errors).toEqual({
      third_party_store_code: ['Required for this role'],
    })
  })

  it('never executes input: SQL and script in every text field and parameter', async () => {
    for (const text of INJECTIONS) {
      for (const field of ['first_name', 'last_name', 'username', 'email', 'role', 'third_party_store_code']) {
        expect(
          (await boss.post('/api/v1/users', { ...NEW_USER, username: 'inj', email: 'inj@example.com', [field]: text }))
            .status,
          `${field} ${text}`,
        ).toBe(422)
      }
      const found = await boss.get(`/api/v1/users?search=${encodeURIComponent(text)}`)
      expect([found.status, found.body.data.length], text).toEqual([200, text === '_' ? 1 : 0])
      expect((await boss.get(`/api/v1/users?role=${encodeURIComponent(text)}`)).body.data).toEqual([])
    }
    expect((await boss.get('/api/v1/users?itemNo=1')).body.total_count).toBe(301)
  })

  it('stores and returns accepted input unchanged', async () => {
    const email = `o'brien.$x{y}&z@example.com`
    const made = await boss.post('/api/v1/users', {
      ...NEW_USER,
      first_name: 'Zoë Ünal',
      last_name: '山田',
      username: 'Drop_table_users',
      email,
    })
    expect(made.status).toBe(200)
    const read = await boss.get(`/api/v1/users/${made.body.data.id}`)
    expect(read.body.data).toMatchObject({
      first_name: 'Zoë Ünal',
      last_name: '山田',
      username: 'Drop_table_users',
      email,
    })
  })

  it('responds with 400, not 500, to text that cannot be stored', async () => {
    expect((await boss.get('/api/v1/users?search=%00')).status).toBe(400)
    expect((await boss.get('/api/v1/users?role=a%00b')).status).toBe(400)
  })

  it('requires If-Match, and accepts only a version in it', async () => {
    expect(code(await boss.patch(`/api/v1/users/${userId}`, { first_name: 'Nadia' }))).toEqual([
      428,
      'PRECONDITION_REQUIRED',
    ])
    for (const header of ['*', 'x', '"0"', '"1", "2"', '-1']) {
      expect(
        code(await boss.patch(`/api/v1/users/${userId}`, { first_name: 'Nadia' }, { headers: { 'if-match': header } })),
        header,
      ).toEqual([400, 'MALFORMED'])
    }
  })

  it('gives every failure a request id and nothing internal', async () => {
    const answer = await boss.get('/api/v1/nothing-here')
    expect(code(answer)).toEqual([404, 'NOT_FOUND'])
    expect(answer.body.request_id).toBe(answer.headers['x-request-id'])
    const broken = await makePlatform({ ...db, query: () => Promise.reject(new Error('secret detail at /etc/passwd')) })
    const failed = await broken.http.inject({
      url: '/api/v1/admin/profile',
      headers: { authorization: `Bearer ${boss.token}` },
    })
    expect(failed.statusCode).toBe(500)
    expect(JSON.parse(failed.payload)).toMatchObject({ success: false, code: 'INTERNAL' })
    expect(failed.payload).not.toContain('secret detail')
    await broken.close()
  })

  it('does not reveal which addresses exist to a caller who is not signed in', async () => {
    for (const url of ['/api/v1/nothing-here', '/api/v1/users', `/api/v1/users/${userId}`])
      expect((await boss.get(url, { token: null })).status).toBe(401)
  })
})
