import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ERROR_WORDS } from '@contract/errors'
import { json, startLoopback, type Loopback } from './loopback.test-kit'
import { createAxiosTransport } from './axios-transport'
import { createFetchTransport } from './fetch-transport'
import { createSessionApi } from './session-api'
import { createSessionReader, type SessionReader } from './session-reader'

let server: Loopback
let sessionApi: ReturnType<typeof createSessionApi>
let reader: SessionReader
beforeAll(async () => {
  server = await startLoopback()
  const reads = createFetchTransport({ baseUrl: server.url })
  sessionApi = createSessionApi({ reads, writes: createAxiosTransport(server.url) })
  reader = createSessionReader(reads)
})
afterAll(() => server.close())
beforeEach(() => void (server.seen.length = 0))

const CREDENTIALS = { email: 'super@pitboss.test', password: 'Pitboss#2026', two_fa_token: null }
const UNREACHABLE = { kind: 'network', message: ERROR_WORDS.network }

/** Returns a csrf token and responds to the POST that follows. */
const answerPost = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  server.answer((request, response) => {
    if (request.url === '/api/auth/csrf') return json(response, 200, { csrfToken: 'csrf-1' })
    json(response, status, body, headers)
  })

describe('who is signed in', () => {
  it.each([
    ['null', {}],
    ['{}', {}],
    ['{"user":{"id":"u"},"access_token":"t"}', { user: { id: 'u' }, access_token: 't' }],
    ['{"error":"token-expiries"}', { error: 'token-expiries' }],
  ])('reads %s', async (body, value) => {
    server.answer((_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(body))
    expect(await reader.read()).toEqual({ ok: true, value })
    expect(server.seen).toMatchObject([{ method: 'GET', url: '/api/auth/session' }])
  })
  it('distinguishes a page, a failure, an abort and an unreachable server from a response', async () => {
    server.answer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'))
    expect(await reader.read()).toMatchObject({ ok: false, error: { kind: 'fatal' } })
    server.answer((_, response) =>
      json(response, 500, { success: false, message: 'Broken.', code: 'INTERNAL', request_id: 'r' }),
    )
    expect(await reader.read()).toMatchObject({
      ok: false,
      error: { kind: 'fatal', message: 'Broken.', requestId: 'r' },
    })
    expect(await reader.read(AbortSignal.abort())).toMatchObject({ ok: false, error: { kind: 'aborted' } })
    expect(await createSessionReader(createFetchTransport({ baseUrl: 'http://127.0.0.1:9' })).read()).toMatchObject({
      ok: false,
      error: { kind: 'network' },
    })
  })
  it('returns the demo accounts', async () => {
    const demo = { password: 'x', accounts: [{ role: 'ADMIN', email: 'admin@pitboss.test' }] }
    server.answer((_, response) => json(response, 200, { credentials: {}, demo }))
    expect(await reader.providers()).toEqual({ ok: true, value: { credentials: {}, demo } })
  })
})

describe('signing in', () => {
  it('fetches the csrf token, then sends the credentials as JSON', async () => {
    answerPost(200, { url: '/' })
    expect(await sessionApi.signIn(CREDENTIALS)).toEqual({ ok: true, value: { url: '/' } })
    expect(server.seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /api/auth/csrf',
      'POST /api/auth/callback/credentials',
    ])
    expect(JSON.parse(server.seen[1]!.body)).toEqual({
      csrfToken: 'csrf-1',
      json: true,
      callbackUrl: '/',
      ...CREDENTIALS,
    })
    expect(server.seen[1]!.headers.authorization).toBeUndefined()
  })
  it.each([
    [401, 'https://console.test/login?error=WRONG_EMAIL_OR_PASSWORD', 'WRONG_EMAIL_OR_PASSWORD'],
    [401, '/login?callbackUrl=%2F&error=TWO_FACTOR_REQUIRED&code=x', 'TWO_FACTOR_REQUIRED'],
    [200, '/login?error=ACCOUNT%20DISABLED', 'ACCOUNT DISABLED'],
    [401, '/login?error=%E0%A4%A', '%E0%A4%A'],
    [401, '/login', 'CredentialsSignin'],
  ])('%i %s is a refusal', async (status, url, refused) => {
    answerPost(status, { url })
    expect(await sessionApi.signIn(CREDENTIALS)).toEqual({ ok: true, value: { refused, url } })
  })
  it('treats a 401 without a reason as the unexpected refusal', async () => {
    answerPost(401, { success: false, message: 'No.', code: 'UNAUTHORIZED' })
    expect(await sessionApi.signIn(CREDENTIALS)).toEqual({ ok: true, value: { refused: 'CredentialsSignin', url: '' } })
  })
  it('treats other responses as failures', async () => {
    answerPost(429, { success: false, message: 'Slow down.', code: 'TOO_MANY_REQUESTS' }, { 'retry-after': '30' })
    expect(await sessionApi.signIn(CREDENTIALS)).toMatchObject({
      ok: false,
      error: { kind: 'tooMany', retryAfterSeconds: 30 },
    })
    answerPost(422, { success: false, message: 'Check.', code: 'REJECTED', errors: { email: ['Required'] } })
    expect(await sessionApi.signIn(CREDENTIALS)).toMatchObject({
      ok: false,
      error: { kind: 'rejected', fields: { email: ['Required'] } },
    })
    answerPost(200, 'OK')
    expect(await sessionApi.signIn(CREDENTIALS)).toMatchObject({ ok: false, error: { kind: 'fatal' } })
    // Neither leaves a change to check.
    answerPost(502, '<html>Bad gateway</html>')
    expect(await sessionApi.signIn(CREDENTIALS)).toEqual({ ok: false, error: UNREACHABLE })
    server.answer((request) => request.socket.destroy())
    expect(await sessionApi.signIn(CREDENTIALS)).toEqual({ ok: false, error: UNREACHABLE })
  })
  it('can be aborted between its two calls', async () => {
    const leaving = new AbortController()
    server.answer((_, response) => {
      leaving.abort()
      json(response, 200, { csrfToken: 'csrf-1' })
    })
    expect(await sessionApi.signIn(CREDENTIALS, leaving.signal)).toMatchObject({
      ok: false,
      error: { kind: 'aborted' },
    })
    expect(server.seen).toHaveLength(1)
  })
})

describe('signing out', () => {
  it('posts with the csrf token, with keepalive and with the cookie', async () => {
    answerPost(200, { url: '/login' })
    const sent: Request[] = []
    const original = globalThis.fetch
    const watch = vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
      sent.push(input instanceof Request ? input : new Request(input, init))
      return original(input, init)
    })
    const inTurn = createSessionApi({
      reads: createFetchTransport({ baseUrl: server.url }),
      writes: createAxiosTransport(server.url),
    })
    expect(await inTurn.signOut()).toEqual({ ok: true, value: null })
    watch.mockRestore()
    expect(JSON.parse(server.seen[1]!.body)).toEqual({ csrfToken: 'csrf-1', json: true, callbackUrl: '/login' })
    expect(sent.map(({ credentials, keepalive }) => ({ credentials, keepalive }))).toEqual([
      { credentials: 'include', keepalive: false },
      { credentials: 'include', keepalive: true },
    ])
  })
  it('returns a failure if the server did not receive it', async () => {
    answerPost(500, { success: false, message: 'Broken.', code: 'INTERNAL' })
    expect(await sessionApi.signOut()).toMatchObject({ ok: false, error: { kind: 'fatal' } })
    server.answer((request) => request.socket.destroy())
    expect(await sessionApi.signOut()).toMatchObject({ ok: false, error: { kind: 'network' } })
    server.answer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'))
    expect(await sessionApi.signOut()).toMatchObject({ ok: false, error: { kind: 'fatal' } })
  })
})
