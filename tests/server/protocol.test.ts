import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PitbossServer } from '@server/server'
import type { Db } from '@server/platform/ports/db'
import { openDatabase } from '@server/db/open'
import { makePlatform } from './kit/platform'

/** Limits short enough for a test; the server checks them four times within the shortest. */
const LIMITS = { headersMs: 400, requestMs: 800 }

describe('requests that Node itself refuses', () => {
  let db: Db
  let platform: PitbossServer
  let base: string
  beforeAll(async () => {
    db = await openDatabase({ kind: 'memory' }, { demo: null })
    platform = await makePlatform(db, { limits: LIMITS })
    base = await platform.start({ port: 0 })
  })
  afterAll(async () => {
    await platform.close()
    await db.close()
  })

  /** Sends bytes and leaves the connection open. @returns what the server wrote until it closed the connection, and the time until then */
  const exchange = (bytes: string) =>
    new Promise<{ status: number; head: string; body: Record<string, unknown>; afterMs: number }>((resolve, reject) => {
      const { hostname, port } = new URL(base)
      const began = performance.now()
      let text = ''
      const socket = connect(Number(port), hostname, () => socket.write(bytes))
      socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      socket.on('error', reject)
      socket.on('close', () => {
        const [head = '', body = ''] = text.split('\r\n\r\n')
        if (head === '') return reject(new Error('the connection was closed without a response'))
        resolve({
          status: Number(head.split(' ')[1]),
          head: head.toLowerCase(),
          body: JSON.parse(body) as Record<string, unknown>,
          afterMs: performance.now() - began,
        })
      })
    })
  const HOST = 'host: pitboss.test\r\n'

  it.each([
    ['headers above 16 kB', `GET / HTTP/1.1\r\n${HOST}x-long: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'HEADERS_TOO_LARGE'],
    ['an address above 16 kB', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n${HOST}\r\n`, 431, 'HEADERS_TOO_LARGE'],
    ['what is not HTTP', 'hello\r\n\r\n', 400, 'MALFORMED'],
    ['two lengths', `POST / HTTP/1.1\r\n${HOST}content-length: 1\r\ncontent-length: 2\r\n\r\n`, 400, 'MALFORMED'],
    ['headers that never end', `GET / HTTP/1.1\r\n${HOST}`, 408, 'REQUEST_TIMEOUT'],
    [
      'a body that never ends',
      `POST /api/auth/_log HTTP/1.1\r\n${HOST}content-type: application/json\r\ncontent-length: 100\r\n\r\n{"level"`,
      408,
      'REQUEST_TIMEOUT',
    ],
    [
      'an upgrade at another address than the live socket’s',
      `GET /users HTTP/1.1\r\n${HOST}connection: upgrade\r\nupgrade: h2c\r\n\r\n`,
      400,
      'MALFORMED',
    ],
    [
      'an expectation',
      `POST / HTTP/1.1\r\n${HOST}connection: close\r\nexpect: tea\r\ncontent-length: 0\r\n\r\n`,
      417,
      'MALFORMED',
    ],
  ])('are answered with the envelope of the contract, in time: %s', async (_what, bytes, status, code) => {
    const answer = await exchange(bytes)
    expect([answer.status, answer.body.code, answer.body.success]).toEqual([status, code, false])
    expect(answer.body.message).toMatch(/^[A-Z].+\.$/)
    expect(answer.head).toContain(`x-request-id: ${String(answer.body.request_id)}`)
    for (const header of [
      'content-type: application/json',
      'cache-control: no-store',
      'x-content-type-options: nosniff',
    ])
      expect(answer.head).toContain(header)
    expect(answer.afterMs).toBeLessThan(3000)
  })

  it('closes a connection that sends nothing at all', async () => {
    const answer = await exchange('')
    expect(answer.status).toBe(408)
  })

  it('still responds to well-formed requests', async () => {
    expect((await fetch(`${base}/api/auth/csrf`)).status).toBe(200)
  })

  it('responds to addresses that Fastify cannot parse with the envelope and the usual headers', async () => {
    for (const path of ['/%', `/api/v1/users/${'x'.repeat(201)}`, `/api/v1/users/${'x'.repeat(5000)}`]) {
      const answer = await platform.http.inject({ url: path })
      expect([answer.statusCode, answer.json<{ code: string }>().code], path.slice(0, 40)).toEqual([400, 'MALFORMED'])
      expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
      expect(answer.headers['x-request-id']).toBe(answer.json<{ request_id: string }>().request_id)
    }
  })

  it('stops immediately although a client has opened a connection without sending a request', async () => {
    const stopping = await makePlatform(db)
    const { hostname, port } = new URL(await stopping.start({ port: 0 }))
    const socket = connect(Number(port), hostname)
    await once(stopping.http.server, 'connection')
    const ended = once(socket.on('error', () => {}).resume(), 'close').then(() => 'ended')
    await stopping.close()
    // The time limit of the test is far below the minute that Node would wait for a request.
    expect(await ended).toBe('ended')
  })

  it('responds while it stops: 503 with the envelope, live but not ready', async () => {
    const stopping = await makePlatform(db)
    await stopping.start({ port: 0 })
    const closed = stopping.close()
    const [live, ready, other] = await Promise.all(
      ['/health/live', '/health/ready', '/api/auth/csrf'].map((url) => stopping.http.inject({ url })),
    )
    await closed
    expect([live!.statusCode, live!.json()]).toEqual([200, { status: 'live' }])
    for (const answer of [ready!, other!]) {
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
      expect(answer.headers).toMatchObject({ 'retry-after': '5', connection: 'close' })
    }
  })
})
