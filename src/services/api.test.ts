import type { ServerResponse } from 'node:http'
import * as yup from 'yup'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { recordCalls } from '@contract/records/calls'
import { admin } from '@contract/records/people/admin'
import { ERROR_WORDS } from '@contract/errors'
import { authOperations } from '@contract/http/auth'
import { defineOperation, idParams } from '@contract/http/operation'
import { profileOperations } from '@contract/http/profile'
import { gameType } from '@contract/records/content/game-type'
import { shiftOperations } from '@contract/http/shift'
import type { ApiPort } from '@ports/api'
import { createApi, pathOf, queryOf } from './api'
import { createAxiosTransport } from './axios-transport'
import { createFetchTransport } from './fetch-transport'
import { json, startLoopback, type Loopback } from './loopback.test-kit'

const adminCalls = recordCalls(admin)

const ID = '01890a5d-ac96-774b-bcce-b302099a8057'
const HTML = '<!doctype html><title>Bad gateway</title>'

/** An operation like a decision about money. */
const decide = defineOperation({
  id: 'test.decide',
  method: 'PATCH',
  path: '/api/v1/test/:id/decision',
  access: 'signedIn',
  envelope: 'standard',
  ifMatch: true,
  summary: 'Decides.',
  params: idParams,
  body: yup.object({ decision: yup.string().required() }),
  data: yup.object({ id: yup.string().required() }),
})

let server: Loopback
let refused: string[]
let api: ApiPort

beforeAll(async () => {
  server = await startLoopback()
})
afterAll(() => server.close())
beforeEach(() => {
  server.seen.length = 0
  refused = []
  api = createApi({
    ...transports(),
    tokenAfter,
    token: () => 'tok',
    onUnauthorized: (token) => refused.push(token),
  })
})
afterEach(() => vi.restoreAllMocks())

/** The transports to the test server, or to another address. */
const transports = (baseUrl = server.url) => ({
  reads: createFetchTransport({ baseUrl }),
  writes: createAxiosTransport(baseUrl),
})
/** No token replaces a refused one. */
const tokenAfter = () => Promise.resolve(null)
const turn = () => new Promise((resolve) => setTimeout(resolve, 5))
const profile = () => api.call(profileOperations.profile, {})

describe('a call', () => {
  it('sends the bearer token, the version, the idempotency key and the body', async () => {
    server.answer((_, response) => json(response, 200, { success: true, data: { id: ID }, message: 'Done' }))
    const answer = await api.call(
      decide,
      { params: { id: ID }, body: { decision: 'APPROVED' } },
      { ifMatch: 3, idempotencyKey: 'key-1' },
    )
    expect(answer).toEqual({ ok: true, value: { data: { id: ID }, message: 'Done' } })
    const [request] = server.seen
    expect(request).toMatchObject({
      method: 'PATCH',
      url: `/api/v1/test/${ID}/decision`,
      body: '{"decision":"APPROVED"}',
    })
    expect(request!.headers).toMatchObject({
      authorization: 'Bearer tok',
      'if-match': '"3"',
      'idempotency-key': 'key-1',
      accept: 'application/json',
      'content-type': 'application/json',
    })
    expect(request!.headers['user-agent']).not.toContain('axios')
    expect(request!.headers.cookie).toBeUndefined()
  })
  it('sends a new idempotency key with each write whose caller has none, and none with a read', async () => {
    server.answer((_, response) => json(response, 200, { success: true, data: {} }))
    const write = () => api.call(decide, { params: { id: ID }, body: { decision: 'APPROVED' } }, { ifMatch: 3 })
    await write()
    await write()
    await profile()
    const keys = server.seen.map(({ headers }) => headers['idempotency-key'] as string | undefined)
    expect(keys).toHaveLength(3)
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys[1]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys[1]).not.toBe(keys[0])
    expect(keys[2]).toBeUndefined()
  })
  it('uploads a file unchanged, with its type, its field and the key', async () => {
    const data = { id: ID, content_type: 'image/webp', byte_size: 90, width: 2, height: 2, name: 'coin.png' }
    server.answer((_, response) => json(response, 200, { success: true, data }))
    const file = new Blob(['not really a PNG'], { type: 'image/png' })
    const query = { field: 'icon', name: 'coin.png' } as const
    const answer = await api.upload(recordCalls(gameType).upload!, query, file, {
      idempotencyKey: 'key-2',
    })
    expect(answer).toEqual({ ok: true, value: { data } })
    const [request] = server.seen
    expect(request).toMatchObject({
      method: 'POST',
      url: '/api/v1/admin-game-type/files?field=icon&name=coin.png',
      body: 'not really a PNG',
    })
    expect(request!.headers).toMatchObject({
      authorization: 'Bearer tok',
      'content-type': 'image/png',
      'idempotency-key': 'key-2',
    })
  })
  it('sends a file of unknown type as bytes, and returns the message of a refused upload', async () => {
    const message = 'This is not an image.'
    server.answer((_, response) => json(response, 422, { success: false, code: 'REJECTED', message, errors: {} }))
    const answer = await api.upload(recordCalls(gameType).upload!, { field: 'icon' }, new Blob(['text']))
    expect(answer).toMatchObject({ ok: false, error: { kind: 'rejected', message } })
    expect(server.seen[0]!.headers['content-type']).toBe('application/octet-stream')
  })
  describe('a private file', () => {
    const operation = recordCalls(gameType).file!
    const params = { id: ID, file: ID }
    it('is read with the token, which is not part of its address', async () => {
      server.answer((_, response) => {
        response.writeHead(200, { 'Content-Type': 'image/webp', 'Content-Disposition': 'inline' })
        response.end('the pixels')
      })
      const answer = await api.file(operation, params)
      expect(answer.ok && [answer.value.type, await answer.value.text()]).toEqual(['image/webp', 'the pixels'])
      expect(server.seen[0]).toMatchObject({ method: 'GET', url: `/api/v1/admin-game-type/${ID}/files/${ID}` })
      expect(server.seen[0]!.headers.authorization).toBe('Bearer tok')
    })
    it.each([
      [404, 'notFound'],
      [403, 'forbidden'],
      [401, 'unauthorized'],
    ])('that is refused with %s returns the reason', async (status, kind) => {
      server.answer((_, response) => json(response, status, { success: false, code: 'X', message: 'No.' }))
      expect(await api.file(operation, params)).toMatchObject({ ok: false, error: { kind, message: 'No.' } })
    })
    it('is never a page: the response of a proxy is a failure', async () => {
      server.answer((_, response) => {
        response.writeHead(200, { 'Content-Type': 'text/html' })
        response.end('<!doctype html><script>alert(1)</script>')
      })
      expect(await api.file(operation, params)).toMatchObject({ ok: false, error: { kind: 'fatal' } })
    })
  })
  it('stops an upload when it is aborted', async () => {
    server.answer(() => undefined)
    const stop = new AbortController()
    const answer = api.upload(recordCalls(gameType).upload!, { field: 'icon' }, new Blob(['x']), {
      signal: stop.signal,
    })
    await vi.waitFor(() => expect(server.seen).toHaveLength(1))
    stop.abort()
    expect(await answer).toMatchObject({ ok: false, error: { kind: 'aborted' } })
  })
  it('sends no content type if a write has no body', async () => {
    server.answer((_, response) =>
      json(response, 200, { success: true, data: { canStart: false, canEnd: true, shiftId: ID } }),
    )
    expect(await api.call(shiftOperations.toggle, { params: { shiftId: ID } })).toMatchObject({ ok: true })
    expect(server.seen[0]).toMatchObject({ method: 'PATCH', body: '' })
    expect(server.seen[0]!.headers['content-type']).toBeUndefined()
  })
  it('writes the query of a list, with lists comma-joined', async () => {
    server.answer((_, response) => json(response, 200, { success: true, data: [], total_count: 0 }))
    const query = { itemNo: Number.MAX_SAFE_INTEGER, fields: ['email', 'username'], search: 'a&b ü', role: undefined }
    const answer = await api.call(adminCalls.list, { query })
    expect(answer).toEqual({ ok: true, value: { data: [], total_count: 0 } })
    const url = new URL(server.seen[0]!.url, server.url)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      itemNo: '9007199254740991',
      fields: 'email,username',
      search: 'a&b ü',
    })
    expect(server.seen[0]!.body).toBe('')
  })
  it('waits for a token that is being renewed', async () => {
    server.answer((_, response) => json(response, 200, { success: true, data: {} }))
    let renew = (_token: string) => {}
    const waiting = createApi({
      ...transports(),
      tokenAfter,
      token: () => new Promise((resolve) => (renew = resolve)),
      onUnauthorized: () => {},
    })
    const answer = waiting.call(profileOperations.profile, {})
    await turn()
    expect(server.seen).toHaveLength(0)
    renew('fresh')
    expect(await answer).toMatchObject({ ok: true })
    expect(server.seen[0]!.headers.authorization).toBe('Bearer fresh')
  })
  it('sends no token if the operation is public', async () => {
    server.answer((_, response) => json(response, 200, { credentials: { id: 'credentials' } }))
    const answer = await api.call(authOperations.providers, {})
    expect(answer).toMatchObject({ ok: true, value: { data: { credentials: { id: 'credentials' } } } })
    expect(server.seen[0]!.headers.authorization).toBeUndefined()
  })
  it.each(['', '.', '..'])('does not send %j as the id of a record', async (id) => {
    expect(await api.call(adminCalls.get, { params: { id } })).toMatchObject({
      ok: false,
      error: { kind: 'notFound' },
    })
    expect(server.seen).toHaveLength(0)
  })
  it('encodes ids, and throws if a parameter is missing', () => {
    expect(pathOf('/a/:id/b', { id: 'x/../y?z' })).toBe('/a/x%2F..%2Fy%3Fz/b')
    expect(() => pathOf('/a/:id', {})).toThrow('needs id')
  })
  it('keeps an empty list in a query, so that it does not mean all ids', () => {
    expect(queryOf({ id: [], page: 2, is_deleted: false, search: null }).toString()).toBe('id=&page=2&is_deleted=false')
  })
})

describe('a failure is data', () => {
  const failure = (more: object) => ({ success: false, message: 'So says the server.', ...more })
  it.each([
    [401, {}, { kind: 'unauthorized' }],
    [403, {}, { kind: 'forbidden' }],
    [404, {}, { kind: 'notFound' }],
    [409, { current: { id: ID, version: 4 } }, { kind: 'conflict', current: { id: ID, version: 4 } }],
    [409, {}, { kind: 'conflict', current: null }],
    [409, { code: 'IDEMPOTENCY_RUNNING' }, { kind: 'running', retryAfterSeconds: 10 }],
    [422, { code: 'IDEMPOTENCY_KEY_REUSED' }, { kind: 'rejected', fields: {} }],
    [400, {}, { kind: 'rejected', fields: {} }],
    [
      422,
      { errors: { email: ['Taken'], name: 'Too short' } },
      { kind: 'rejected', fields: { email: ['Taken'], name: ['Too short'] } },
    ],
    [413, {}, { kind: 'fatal' }],
    [415, {}, { kind: 'fatal' }],
    [428, {}, { kind: 'fatal' }],
    [500, { code: 'INTERNAL', request_id: 'req-7' }, { kind: 'fatal', requestId: 'req-7', answered: true }],
    [503, { code: 'SERVICE_UNAVAILABLE' }, { kind: 'unavailable', retryAfterSeconds: 10 }],
    [503, { code: 'OUTCOME_UNKNOWN' }, { kind: 'fatal' }],
    [418, {}, { kind: 'fatal' }],
  ])('%i with %j', async (status, more, expected) => {
    server.answer((_, response) => json(response, status, failure(more)))
    expect(await profile()).toMatchObject({ ok: false, error: { message: 'So says the server.', ...expected } })
  })
  it.each([
    ['7', 7],
    ['in 20 s', 20],
    ['soon', 10],
    [undefined, 10],
  ])('429 with Retry-After %s', async (given, seconds) => {
    // A time of day, in the form of HTTP.
    const header = given === 'in 20 s' ? new Date(Date.now() + 20_000).toUTCString() : given
    server.answer((_, response) =>
      json(response, 429, failure({}), header === undefined ? {} : { 'retry-after': header }),
    )
    const answer = await profile()
    expect(answer).toMatchObject({ ok: false, error: { kind: 'tooMany' } })
    const { retryAfterSeconds } = (answer as unknown as { error: { retryAfterSeconds: number } }).error
    expect(Math.abs(retryAfterSeconds - seconds)).toBeLessThanOrEqual(1)
  })
  it.each([403, 404, 409, 418, 500])('does not treat JSON of a gateway with %i as the contract', async (status) => {
    server.answer((_, response) => json(response, status, { message: 'No route matched' }))
    expect(await profile()).toEqual({
      ok: false,
      error: { kind: 'fatal', message: 'No route matched', requestId: undefined },
    })
  })
  it.each([200, 403, 404, 500])('does not treat an HTML page with %i as a response of the server', async (status) => {
    server.answer((_, response) =>
      response.writeHead(status, { 'content-type': 'text/html', 'x-request-id': 'edge-1' }).end(HTML),
    )
    expect(await profile()).toMatchObject({
      ok: false,
      error: {
        kind: 'fatal',
        message: expect.stringContaining('A web page came back') as string,
        requestId: 'edge-1',
      },
    })
  })
  it.each([
    [502, 'text/html', HTML],
    [503, 'application/json', '{"message":"Service Unavailable"}'],
    [504, 'text/plain', 'upstream request timeout'],
    [522, 'text/html', HTML],
  ])('%i of a proxy means that the server does not respond', async (status, type, body) => {
    server.answer((_, response) => response.writeHead(status, { 'content-type': type }).end(body))
    expect(await profile()).toMatchObject({ ok: false, error: { kind: 'network', message: ERROR_WORDS.network } })
    expect(await api.call(decide, { params: { id: ID }, body: { decision: 'x' } })).toMatchObject({
      ok: false,
      error: { kind: 'network', message: expect.stringContaining('Check whether') as string },
    })
  })
  it('a body that a proxy refuses as too large was not passed on', async () => {
    server.answer((_, response) => response.writeHead(413, { 'content-type': 'text/html' }).end(HTML))
    expect(await api.call(decide, { params: { id: ID }, body: { decision: 'x' } })).toMatchObject({
      ok: false,
      error: { kind: 'rejected', fields: {}, message: expect.stringContaining('Nothing was changed') as string },
    })
  })
  it.each(['', '{"success":true', '[]', 'null', '{"success":true}', '{"success":"true","data":1}', '{"data":{}}'])(
    'does not treat the body %j as a success',
    async (body) => {
      server.answer((_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(body))
      expect(await profile()).toMatchObject({
        ok: false,
        error: { kind: 'fatal', message: expect.stringContaining('unexpected') as string },
      })
    },
  )
  it('does not claim that nothing was changed after an unreadable response to a write', async () => {
    server.answer((_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"succ'))
    expect(await api.call(decide, { params: { id: ID }, body: { decision: 'x' } })).toMatchObject({
      ok: false,
      error: { kind: 'fatal', message: expect.stringContaining('Check whether') as string },
    })
    expect(await profile()).toMatchObject({
      ok: false,
      error: { kind: 'fatal', message: expect.stringContaining('Nothing was changed') as string },
    })
  })
  it('an unreachable server changed nothing for a read, and leaves the outcome of a write unknown', async () => {
    const gone = createApi({
      tokenAfter,
      ...transports('http://127.0.0.1:9'),
      token: () => 'tok',
      onUnauthorized: () => {},
    })
    expect(await gone.call(profileOperations.profile, {})).toMatchObject({
      ok: false,
      error: { kind: 'network', message: expect.stringContaining('Nothing was changed') as string },
    })
    expect(await gone.call(decide, { params: { id: ID }, body: { decision: 'x' } })).toMatchObject({
      ok: false,
      error: { kind: 'network', message: expect.stringContaining('Check whether') as string },
    })
  })
  it('a connection that breaks before the response', async () => {
    server.answer((request) => request.socket.destroy())
    expect(await profile()).toMatchObject({ ok: false, error: { kind: 'network' } })
  })
  it('a body that breaks off', async () => {
    server.answer((request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' })
      response.write('{"success":true,', () => request.socket.destroy())
    })
    expect(await profile()).toMatchObject({ ok: false, error: { kind: 'network' } })
  })
  it('a server that never responds', async () => {
    server.answer(() => {})
    const hasty = createApi({
      reads: createFetchTransport({ baseUrl: server.url, timeoutMs: 50 }),
      writes: createAxiosTransport(server.url),
      tokenAfter,
      token: () => 'tok',
      onUnauthorized: () => {},
    })
    expect(await hasty.call(profileOperations.profile, {})).toMatchObject({ ok: false, error: { kind: 'network' } })
  })
  it('an abort: before the call, while waiting for the token, and in flight', async () => {
    server.answer(() => {})
    expect(await api.call(profileOperations.profile, {}, { signal: AbortSignal.abort() })).toMatchObject({
      ok: false,
      error: { kind: 'aborted' },
    })
    expect(server.seen).toHaveLength(0)

    const tokenless = createApi({
      ...transports(),
      tokenAfter,
      token: () => new Promise(() => {}),
      onUnauthorized: () => {},
    })
    expect(await tokenless.call(profileOperations.profile, {}, { signal: AbortSignal.timeout(10) })).toMatchObject({
      ok: false,
      error: { kind: 'aborted' },
    })
    expect(server.seen).toHaveLength(0)

    const leaving = new AbortController()
    const answer = api.call(profileOperations.profile, {}, { signal: leaving.signal })
    await vi.waitFor(() => expect(server.seen).toHaveLength(1))
    leaving.abort()
    expect(await answer).toMatchObject({ ok: false, error: { kind: 'aborted' } })
  })
})

describe('a 401', () => {
  beforeEach(() =>
    server.answer((_, response) => json(response, 401, { success: false, message: 'No.', code: 'UNAUTHORIZED' })),
  )

  it('reports the token that was used, after the caller has received its response', async () => {
    const order: string[] = []
    const telling = createApi({
      ...transports(),
      tokenAfter,
      token: () => 'mine',
      onUnauthorized: (token) => order.push(`told ${token}`),
    })
    await telling.call(profileOperations.profile, {}).then(() => order.push('answered'))
    await turn()
    expect(order).toEqual(['answered', 'told mine'])
  })
  it('in a burst responds to every caller and reports the same token', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, profile))
    expect(answers.every((answer) => !answer.ok && answer.error.kind === 'unauthorized')).toBe(true)
    await vi.waitFor(() => expect(refused).toHaveLength(10))
    expect(new Set(refused)).toEqual(new Set(['tok']))
  })
  it('counts with any body, also for a stream', async () => {
    server.answer((_, response) => response.writeHead(401, { 'content-type': 'text/html' }).end(HTML))
    expect(await profile()).toMatchObject({
      ok: false,
      error: { kind: 'unauthorized', message: 'Your session has ended. Sign in again.' },
    })
    expect(await api.stream(adminCalls.list, {}, { onRows: () => {} })).toMatchObject({
      ok: false,
      error: { kind: 'unauthorized' },
    })
    await vi.waitFor(() => expect(refused).toEqual(['tok', 'tok']))
  })
  it('is repeated with the token that replaced an expired one, without being reported', async () => {
    const api = createApi({
      ...transports(),
      token: () => 'old',
      tokenAfter: (token) => Promise.resolve(token === 'old' ? 'new' : null),
      onUnauthorized: (token) => refused.push(token),
    })
    server.answer((request, response) => {
      if (request.headers.authorization === 'Bearer old')
        return json(response, 401, { success: false, message: 'No.', code: 'UNAUTHORIZED' })
      return json(response, 200, { success: true, data: { id: ID }, message: 'Done' })
    })
    expect(
      await api.call(
        decide,
        { params: { id: ID }, body: { decision: 'APPROVED' } },
        { ifMatch: 3, idempotencyKey: 'key-1' },
      ),
    ).toMatchObject({ ok: true })
    expect(
      server.seen.map(({ method, headers, body }) => [
        method,
        headers.authorization,
        headers['if-match'],
        headers['idempotency-key'],
        body,
      ]),
    ).toEqual(['old', 'new'].map((token) => ['PATCH', `Bearer ${token}`, '"3"', 'key-1', '{"decision":"APPROVED"}']))
    await turn()
    expect(refused).toEqual([])
  })
  it('that occurs again is reported for the second token; there is no third request', async () => {
    const api = createApi({
      ...transports(),
      token: () => 'old',
      tokenAfter: () => Promise.resolve('new'),
      onUnauthorized: (token) => refused.push(token),
    })
    expect(await api.call(profileOperations.profile, {})).toMatchObject({ ok: false, error: { kind: 'unauthorized' } })
    expect(server.seen).toHaveLength(2)
    await vi.waitFor(() => expect(refused).toEqual(['new']))
  })
  it('does not delay a caller that has aborted', async () => {
    const leaving = new AbortController()
    const api = createApi({
      ...transports(),
      token: () => 'old',
      tokenAfter: () => new Promise(() => setTimeout(() => leaving.abort())),
      onUnauthorized: (token) => refused.push(token),
    })
    expect(await api.call(profileOperations.profile, {}, { signal: leaving.signal })).toMatchObject({
      ok: false,
      error: { kind: 'aborted' },
    })
  })
  it('is not reported if no token was sent, or for /api/auth', async () => {
    const tokenless = createApi({
      ...transports(),
      tokenAfter,
      token: () => null,
      onUnauthorized: (token) => refused.push(token),
    })
    await tokenless.call(profileOperations.profile, {})
    await api.call({ ...authOperations.session, access: 'signedIn' }, {})
    expect(server.seen.map(({ headers }) => headers.authorization)).toEqual([undefined, 'Bearer tok'])
    await turn()
    expect(refused).toEqual([])
  })
})

describe('a streamed list', () => {
  const line = (n: number) => `${JSON.stringify({ id: `row-${n}`, name: 'Zoë 🎲\n' })}\n`
  const ndjson = { 'content-type': 'application/x-ndjson' }
  const stream = (signal?: AbortSignal) => {
    const chunks: { id: string; name: string }[][] = []
    const done = api.stream(
      adminCalls.list as never,
      { itemNo: Number.MAX_SAFE_INTEGER } as never,
      { onRows: (rows: { id: string; name: string }[]) => chunks.push(rows) },
      { signal },
    )
    return { chunks, done, ids: () => chunks.flat().map(({ id }) => id) }
  }

  it('passes rows on as they arrive, also if a chunk ends within a character', async () => {
    let goOn = () => {}
    server.answer((_, response) => {
      response.writeHead(200, ndjson)
      const bytes = Buffer.from(line(1) + line(2) + line(3) + '{"total_count":3}')
      const within = bytes.indexOf(Buffer.from('🎲'), line(1).length + 4) + 2
      response.write(bytes.subarray(0, within))
      goOn = () => response.end(bytes.subarray(within))
    })
    const { chunks, done, ids } = stream()
    await vi.waitFor(() => expect(chunks).toHaveLength(1))
    expect(ids()).toEqual(['row-1'])
    goOn()
    expect(await done).toEqual({ ok: true, value: { total_count: 3, cutShort: false } })
    expect(ids()).toEqual(['row-1', 'row-2', 'row-3'])
    expect(chunks.flat().every(({ name }) => name === 'Zoë 🎲\n')).toBe(true)
    expect(server.seen[0]!.headers).toMatchObject({ accept: 'application/x-ndjson', authorization: 'Bearer tok' })
  })
  it.each([
    ['ends without its last line', (response: ServerResponse) => void response.end(line(1))],
    ['ends within a line', (response: ServerResponse) => void response.end(`${line(1)}{"id":"row-2"`)],
    [
      'breaks',
      (response: ServerResponse) =>
        void response.write(line(1), () => setTimeout(() => response.socket!.destroy(), 20)),
    ],
    [
      'has a malformed line',
      (response: ServerResponse) => void response.end(`${line(1)}oops\n${line(2)}{"total_count":2}\n`),
    ],
  ])('is cut short when it %s; earlier rows remain valid', async (_, finish) => {
    server.answer((_request, response) => finish(response.writeHead(200, ndjson)))
    const { done, ids } = stream()
    expect(await done).toEqual({ ok: true, value: { total_count: null, cutShort: true } })
    expect(ids()).toEqual(['row-1'])
  })
  it('may be empty', async () => {
    server.answer((_, response) => response.writeHead(200, ndjson).end('{"total_count":0}\n'))
    const { chunks, done } = stream()
    expect(await done).toEqual({ ok: true, value: { total_count: 0, cutShort: false } })
    expect(chunks).toEqual([])
  })
  it('ends the request on an abort, and passes nothing on afterwards', async () => {
    let closed = false
    server.answer((_, response) => {
      response.writeHead(200, ndjson).write(line(1))
      const more = setInterval(() => response.write(line(2)), 5)
      response.on('close', () => {
        closed = true
        clearInterval(more)
      })
    })
    const leaving = new AbortController()
    const { chunks, done } = stream(leaving.signal)
    await vi.waitFor(() => expect(chunks.length).toBeGreaterThan(0))
    leaving.abort()
    const count = chunks.length
    expect(await done).toMatchObject({ ok: false, error: { kind: 'aborted' } })
    await vi.waitFor(() => expect(closed).toBe(true))
    expect(chunks).toHaveLength(count)
  })
  it('returns the failure if there is one', async () => {
    server.answer((_, response) => json(response, 403, { success: false, message: 'Not yours.', code: 'FORBIDDEN' }))
    expect(await stream().done).toMatchObject({ ok: false, error: { kind: 'forbidden', message: 'Not yours.' } })
    server.answer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(HTML))
    expect(await stream().done).toMatchObject({
      ok: false,
      error: { kind: 'fatal', message: expect.stringContaining('A web page came back') as string },
    })
  })
})
