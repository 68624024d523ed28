import { bypass, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest'
import { operationById, type EveryOperationId } from '@contract/http/catalogue'
import { createServer, type PitbossServer } from '@server/server'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '@server/db/demo'
import type { Db } from '@server/platform/ports/db'
import { openPgliteCopy } from '@tests/kit/shared-databases'
import { Environment, type Case } from './environment'
import { coverageOf, exitCodeOf, runSuite, summaryOf, textOf, type Line } from './report'
import { SUITE } from './suite'

/** It stands between the suite and the server: faults are put into the server's own answers. */
const between = setupServer()
const accounts = DEMO_ACCOUNTS.filter(
  ({ role }, index) => DEMO_ACCOUNTS.findIndex((each) => each.role === role) === index,
).map(({ role, email }) => ({ role, email, password: DEMO_PASSWORD }))
let db: Db
let platform: PitbossServer
let host: string
const environment = (of = accounts) => new Environment(host, of)
const ignore = () => undefined

beforeAll(async () => {
  db = await openPgliteCopy({ demo: { size: { staff: 40, users: 300 } } })
  platform = await createServer({
    db,
    demo: true,
    secrets: { session: 'a secret of the contract suite, long enough' },
  })
  host = await platform.start({ host: '127.0.0.1', port: 0 })
  between.listen({ onUnhandledRequest: 'bypass' })
})
afterEach(() => {
  between.resetHandlers()
  between.events.removeAllListeners()
})
afterAll(async () => {
  between.close()
  await platform.close()
  await db.close()
})

const group = (...cases: Case[]) => [{ title: 'Group', cases }]
const good: Case = { name: 'holds', run: async () => undefined }
const bad: Case = { name: 'breaks', run: () => Promise.reject(new Error('one\ntwo')) }
const line = (kind: 'passed' | 'failed' | 'leftOut'): Line => ({
  group: 'Group',
  name: 'case',
  outcome: kind === 'passed' ? { kind } : { kind, why: 'because' },
})

describe('the report', () => {
  it('reports passed, failed and skipped cases, each with its reason', async () => {
    const told: Line[] = []
    const cases = group(
      good,
      bad,
      { ...good, name: 'writes', writes: true },
      { ...good, name: 'needs', roles: ['NOBODY'] },
    )
    const lines = await runSuite(cases, environment(), { write: false }, (one) => told.push(one))
    expect(told).toEqual(lines)
    expect(lines.map(textOf)).toEqual([
      '  ✓ holds',
      '  ✗ breaks\n      one\n      two',
      '  – writes\n      it writes; run with --write to allow it',
      '  – needs\n      no account of NOBODY was given',
    ])
    expect(summaryOf(lines)).toBe('1 passed, 1 failed, 2 left out. The back end breaks the contract.')
    expect(exitCodeOf(lines)).toBe(1)
  })
  it('skips a case that no given account may perform, instead of reporting a failure', async () => {
    const one: Case = { name: 'needs a right', run: async (on) => void (await on.whoMay(['create', 'Admins'])) }
    const content = environment(accounts.filter(({ role }) => role === 'CONTENT_EDITOR'))
    const lines = await runSuite(group(one), content, { write: false }, ignore)
    expect(lines[0]!.outcome).toEqual({ kind: 'leftOut', why: 'no given account may create Admins' })
    await expect(one.run(content)).rejects.toThrow('no given account')
  })
  it('reports success only when something was checked and nothing failed', () => {
    expect([exitCodeOf([line('passed')]), summaryOf([line('passed')])]).toEqual([
      0,
      '1 passed, 0 failed, 0 left out. The back end keeps the contract.',
    ])
    expect([exitCodeOf([line('passed'), line('leftOut')]), summaryOf([line('passed'), line('leftOut')])]).toEqual([
      0,
      '1 passed, 0 failed, 1 left out. What was checked keeps the contract.',
    ])
    expect([exitCodeOf([]), exitCodeOf([line('leftOut')]), summaryOf([])]).toEqual([
      1,
      1,
      '0 passed, 0 failed, 0 left out. Nothing was checked.',
    ])
  })
  it('runs only the selected cases', async () => {
    expect(
      (await runSuite(group(good, bad), environment(), { write: false, only: 'hold' }, ignore)).map(({ name }) => name),
    ).toEqual(['holds'])
  })
})

describe('the suite', () => {
  it('changes nothing without permission to write', async () => {
    const written: string[] = []
    between.events.on('response:bypass', ({ request, response }) => {
      if (request.method !== 'GET' && new URL(request.url).pathname.startsWith('/api/v1/') && response.status === 200)
        written.push(`${request.method} ${request.url}`)
    })
    const lines = await runSuite(SUITE, environment(), { write: false }, ignore)
    expect(written).toEqual([])
    expect(lines.filter(({ outcome }) => outcome.kind === 'failed')).toEqual([])
    expect(lines.filter(({ outcome }) => outcome.kind === 'leftOut').length).toBeGreaterThan(30)
  })
  it('has a unique name for every case', () => {
    const names = SUITE.flatMap(({ cases }) => cases.map(({ name }) => name))
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })

  type Answer = (usual: () => Promise<Response>, request: Request) => Response | Promise<Response>
  /** A back end with one fault, and the case that must detect it. */
  const WRONG: [what: string, id: EveryOperationId, answer: Answer, noticedBy: string][] = [
    [
      'answers HTML',
      'profile.get',
      () => new Response('<html></html>', { headers: { 'Content-Type': 'text/html' } }),
      'profile.get: the response matches its schema',
    ],
    [
      'leaves out the envelope',
      'profile.access',
      async (usual) => Response.json(((await (await usual()).json()) as { data: unknown }).data),
      'profile.access: the response matches its schema',
    ],
    [
      'sends an additional field',
      'users.list',
      async (usual) => {
        const body = (await (await usual()).json()) as { data: object[] }
        return Response.json({ ...body, data: body.data.map((row) => ({ ...row, password_hash: 'x' })) })
      },
      'GET /api/v1/users: hidden fields and secrets are never returned',
    ],
    [
      'serves without a token',
      'users.list',
      () => Response.json({ success: true, data: [], total_count: 0 }),
      'users.list: no token, a made-up one',
    ],
    [
      'answers 500 with its stack',
      'users.list',
      () =>
        Response.json(
          { success: false, code: 'INTERNAL', message: 'Error\n    at query (/srv/db.js:10:5)', request_id: '1' },
          { status: 500 },
        ),
      'users.list: an unknown parameter',
    ],
    [
      'truncates its stream',
      'users.list',
      (usual, request) =>
        request.headers.get('accept')?.includes('ndjson')
          ? new Response('', { headers: { 'Content-Type': 'application/x-ndjson; charset=utf-8' } })
          : usual(),
      'GET /api/v1/users as NDJSON: the same rows',
    ],
    [
      'lets anybody read',
      'admin.list',
      () => Response.json({ success: true, data: [], total_count: 0 }),
      'CONTENT_EDITOR: receives exactly the fields of Admins',
    ],
    [
      'returns a session without a sign-in',
      'auth.session',
      () => Response.json({ access_token: 'x' }),
      'session is {} when nobody is signed in',
    ],
  ]
  it.each(WRONG)('notices a back end that %s', async (_what, id, answer, noticedBy) => {
    const on = environment()
    await Promise.all(accounts.map(({ role }) => on.as(role)))
    const { method, path } = operationById(id)
    const verb = method === 'GET' ? http.get : http.post
    between.use(verb(`*${path}`, ({ request }) => answer(() => fetch(bypass(request)), request)))
    const lines = await runSuite(SUITE, on, { write: false, only: noticedBy }, ignore)
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.some(({ outcome }) => outcome.kind === 'failed')).toBe(true)
  })
})

test('the coverage counts operations with a rule of access once for each role and once without a token', () => {
  const operations = [
    { id: 'a.list', access: 'signedIn' },
    { id: 'b.list', access: 'public' },
  ] as const
  const suite = [{ title: 'Lists', cases: [{ name: 'one', run: () => Promise.resolve() }] }]
  const text = coverageOf(suite, operations, ['b.list'], 9)
  expect(text).toContain('1 of 2 operations succeed in some case')
  expect(text).toContain('1 operations × (9 roles + no token) = 10 calls')
  expect(text).toMatch(/1 cases, .*\n +1 {2}Lists$/)
})
