import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { amcheck } from '@electric-sql/pglite/contrib/amcheck'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { FULL_LIST_ITEM_NO } from '@contract/constants'
import { DEMO_PASSWORD } from '@server/db/demo'
import { databaseFolder } from '@server/db/open'
import { createPglite } from '@server/db/pglite'
import { emptyPostgres } from '@tests/kit/shared-databases'

/** A port that nobody listens on. */
async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as { port: number }
  await new Promise((resolve) => probe.close(resolve))
  return port
}

const root = fileURLToPath(new URL('../..', import.meta.url))

interface Running {
  child: ChildProcess
  base: string
  /** The output so far. */
  said: () => string
}

/**
 * The server and its commands as they are delivered, in a folder of their own: another part of the tests may build `dist`
 * meanwhile. From the sources a start takes three times as much processor time, because each module is compiled.
 */
const server = join(root, `.tmp/server-${process.pid}`)
const buildServer = () =>
  promisify(execFile)(
    process.execPath,
    [
      join(root, 'node_modules/vite/bin/vite.js'),
      ...['build', '-c', join(root, 'server/vite.config.ts'), '--outDir', server, '--logLevel', 'warn'],
    ],
    { cwd: root },
  )

/** Runs the server (`main`) or one of its commands in a separate process. */
function run(command: string, args: readonly string[], env: Record<string, string>, input?: string) {
  const child = spawn(process.execPath, [join(server, `${command}.js`), ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, LOG_LEVEL: 'warn', SEED_ANCHOR: '2026-06-15', ...env },
  })
  let [out, err] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
  child.stdin.end(input)
  const ended = new Promise<{ code: number | null; out: string; err: string }>((resolve) =>
    child.on('close', (code) => resolve({ code, out, err })),
  )
  return { child, ended, said: () => out }
}

/** The users of the filled database: enough for a list that takes a while to stream. */
const USERS = 2000

/** A start takes 5 s on an idle machine, the demo 20 s; several times that while browsers take both cores. */
const LIMIT_MS = 400_000

describe('the server as a process', { timeout: LIMIT_MS }, () => {
  const folders: string[] = []
  const children: ChildProcess[] = []
  const folder = () => {
    const made = mkdtempSync(join(tmpdir(), 'pitboss-data-'))
    folders.push(made)
    return join(made, 'data')
  }
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
    for (const each of folders.splice(0)) rmSync(each, { recursive: true, force: true })
  })

  /** Filled by `npm run seed`: the demo of a first start (first-day.journey.ts) takes longer. */
  const filled = join(mkdtempSync(join(tmpdir(), 'pitboss-data-')), 'data')
  let seeded: { code: number | null; out: string }
  beforeAll(async () => {
    await buildServer()
    const size = ['--admins', '12', '--users', String(USERS), '--rounds', '900']
    seeded = await run('seed', size, { DATA_DIR: filled }).ended
  }, LIMIT_MS)
  afterAll(() => {
    for (const each of [dirname(filled), server]) rmSync(each, { recursive: true, force: true })
  })
  const filledFolder = () => {
    const copy = folder()
    cpSync(filled, copy, { recursive: true })
    return copy
  }

  async function start(env: Record<string, string>): Promise<Running> {
    const { child, ended, said } = run('main', [], { PORT: '0', ...env })
    children.push(child)
    let hasEnded = false
    void ended.then(() => (hasEnded = true))
    for (;;) {
      const base = /Pitboss: (http:\S+)/.exec(said())?.[1]
      if (base) return { child, base, said }
      if (hasEnded) throw new Error(`the server ended: ${(await ended).err}`)
      await setTimeout(50)
    }
  }
  const stopped = (child: ChildProcess) =>
    new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)))

  async function signIn(base: string, email = 'super@pitboss.test', password = DEMO_PASSWORD) {
    const csrf = await fetch(`${base}/api/auth/csrf`)
    const { csrfToken } = (await csrf.json()) as { csrfToken: string }
    const cookie = csrf.headers.getSetCookie()[0]!.split(';')[0]!
    const answer = await fetch(`${base}/api/auth/callback/credentials`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ csrfToken, email, password, json: true }),
    })
    if (answer.status !== 200) throw new Error(await answer.text())
    const session = await fetch(`${base}/api/auth/session`, {
      headers: { cookie: answer.headers.getSetCookie()[0]!.split(';')[0]! },
    })
    return ((await session.json()) as { access_token: string }).access_token
  }
  const providers = async (base: string) => (await fetch(`${base}/api/auth/providers`)).json()
  const call = (base: string, token: string, path: string, init: RequestInit = {}) =>
    fetch(`${base}/api/v1/${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    })

  it('keeps acknowledged data after kill -9, refuses a second server meanwhile, and never seeds again', async () => {
    const DATA_DIR = filledFolder()
    const first = await start({ DATA_DIR })
    expect(statSync(join(DATA_DIR, 'secret')).mode & 0o777).toBe(0o600)
    const second = await run('main', [], { PORT: '0', DATA_DIR }).ended
    expect([second.code, second.err.trim().split('\n')]).toEqual([
      1,
      [expect.stringContaining('is in use by another server')],
    ])

    const token = await signIn(first.base)
    const acknowledged: string[] = []
    const dying = stopped(first.child)
    const writing = (async () => {
      for (let index = 0; ; index += 1) {
        const body = {
          first_name: 'Kept',
          last_name: 'Row',
          username: `kept${index}`,
          email: `kept${index}@example.com`,
          role: 'PLAYER',
          password: 'Strong#2026',
          confirm_password: 'Strong#2026',
        }
        const answer = await call(first.base, token, 'users', { method: 'POST', body: JSON.stringify(body) })
        if (answer.status === 200) acknowledged.push(body.username)
        if (acknowledged.length === 20) first.child.kill('SIGKILL')
      }
    })().catch(() => undefined)
    await dying
    await writing
    expect(acknowledged.length).toBeGreaterThanOrEqual(20)

    const again = await start({ DATA_DIR })
    const answer = await call(again.base, token, 'users?search=kept&itemNo=1000')
    expect(answer.status).toBe(200)
    const { data } = (await answer.json()) as { data: { username: string }[] }
    for (const username of acknowledged) expect(data.map((row) => row.username)).toContain(username)
    const all = (await (await call(again.base, token, 'users?itemNo=1')).json()) as { total_count: number }
    expect([USERS + acknowledged.length, USERS + acknowledged.length + 1]).toContain(all.total_count)
    const end = stopped(again.child)
    again.child.kill('SIGTERM')
    expect(await end).toBe(0)
    // The books of the demo's rails are files of their own.
    const BOOKS = ['sandbox-games.jsonl', 'sandbox-wallet.jsonl', 'sandbox.jsonl']
    expect(readdirSync(DATA_DIR).toSorted()).toEqual(['db', ...BOOKS, 'secret'].toSorted())
  })

  it('stops gracefully while a list is streamed: the list is complete, or has no last line', async () => {
    const DATA_DIR = filledFolder()
    const { child, base } = await start({ DATA_DIR })
    const token = await signIn(base)
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      request(
        `${base}/api/v1/users?itemNo=${FULL_LIST_ITEM_NO}`,
        { headers: { accept: 'application/x-ndjson', authorization: `Bearer ${token}` } },
        resolve,
      )
        .on('error', reject)
        .end()
    })
    const end = stopped(child)
    child.kill('SIGTERM')
    let text = ''
    answer.setEncoding('utf8')
    answer.on('error', () => undefined)
    for await (const chunk of answer) text += chunk as string
    const lines = text.trimEnd().split('\n')
    expect(lines.at(-1)!.includes('total_count')).toBe(answer.complete)
    expect(lines.length === USERS + 1).toBe(answer.complete)
    expect(await end).toBe(0)
  })

  it.each([
    [
      'a port that is in use',
      async () => {
        const busy = createServer()
        await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve))
        const { port } = busy.address() as { port: number }
        return {
          env: { PORT: String(port), DATA_DIR: filledFolder() },
          line: `Port ${port} on 127.0.0.1 is in use`,
          after: () => busy.close(),
        }
      },
    ],
    [
      'a database that cannot be reached',
      async () => ({
        env: { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c', SESSION_SECRET: 'x'.repeat(32) },
        line: 'DATABASE_URL: the database cannot be reached',
        after: () => undefined,
      }),
    ],
    [
      'DATABASE_URL without a secret',
      async () => ({
        env: { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' },
        line: 'SESSION_SECRET is not set',
        after: () => undefined,
      }),
    ],
  ])('ends with one clear line and status 1: %s', async (_what, prepare) => {
    const { env, line, after } = await prepare()
    const { code, err, out } = await run('main', [], env).ended
    after()
    expect(code).toBe(1)
    expect(err.trim().split('\n')).toEqual([expect.stringContaining(line)])
    expect(err + out).not.toContain('a:b')
  })

  it('gets its first administrator by command, with a password that follows the rules', async () => {
    const url = await emptyPostgres()
    const env: Record<string, string> = url
      ? { DATABASE_URL: url, SESSION_SECRET: 'x'.repeat(32) }
      : { DATA_DIR: folder() }
    const weak = await run('admin-create', ['--email', 'boss@example.com'], env, 'weak\n').ended
    expect([weak.code, weak.err]).toEqual([1, expect.stringContaining('password')])
    const made = await run('admin-create', ['--email', 'boss@example.com'], env, 'Strong#2026\n').ended
    expect([made.code, made.out]).toEqual([0, expect.stringContaining('Added boss@example.com')])
    const twice = await run('admin-create', ['--email', 'boss@example.com'], {
      ...env,
      ADMIN_PASSWORD: 'Strong#2026',
    }).ended
    expect([twice.code, twice.err.trim()]).toEqual([1, 'Somebody has this email or username already.'])
    const { base, child } = await start(env)
    const token = await signIn(base, 'boss@example.com', 'Strong#2026')
    const users = (await (await call(base, token, 'users')).json()) as { total_count: number }
    expect(users.total_count).toBe(0)
    const end = stopped(child)
    child.kill('SIGTERM')
    expect(await end).toBe(0)
  })

  it('starts with an empty embedded database with DEMO=false, and gets its first administrator by command', async () => {
    const env = { DATA_DIR: folder(), DEMO: 'false' }
    const first = await start(env)
    await expect.poll(first.said).toContain('There is no account yet. Stop the server, run npm run admin:create')
    expect(first.said()).toContain(`Creating a database in ${env.DATA_DIR}. This happens once`)
    expect(await providers(first.base)).not.toHaveProperty('demo')
    await expect(signIn(first.base)).rejects.toThrow('WRONG_EMAIL_OR_PASSWORD')
    first.child.kill('SIGTERM')
    await stopped(first.child)

    const made = await run('admin-create', ['--email', 'boss@example.com'], env, 'Strong#2026\n').ended
    expect([made.code, made.out]).toEqual([0, expect.stringContaining('Added boss@example.com')])
    // The folder is not empty any more, so no demo data is added, and no missing demo accounts are offered.
    const again = await start({ ...env, DEMO: '' })
    expect(await providers(again.base)).not.toHaveProperty('demo')
    const token = await signIn(again.base, 'boss@example.com', 'Strong#2026')
    for (const [list, count] of [
      ['users', 0],
      ['admin', 1],
    ] as const)
      expect(((await (await call(again.base, token, list)).json()) as { total_count: number }).total_count).toBe(count)
    expect(again.said()).not.toMatch(/There is no account yet|Creating a database/)
  })

  it.each(['SIGINT', 'SIGKILL'] as const)(
    'answers while its database is created, and a start after %s creates it again',
    async (signal) => {
      const DATA_DIR = folder()
      const port = await freePort()
      const base = `http://127.0.0.1:${port}`
      const env = { DATA_DIR, PORT: String(port), DEMO: 'false' }
      const first = run('main', [], env)
      children.push(first.child)
      const progress = async () => {
        const answer = await fetch(`${base}/health/ready`).catch(() => null)
        return answer?.status === 503 ? ((await answer.json()) as { progress: unknown }).progress : null
      }
      await expect.poll(progress, { timeout: LIMIT_MS }).toMatchObject({ step: expect.stringMatching(/^Creating/) })
      expect(first.said()).toContain(`Creating a database in ${DATA_DIR}. This happens once`)
      expect(first.said()).toContain(`Open http://localhost:${port} meanwhile`)
      expect(await (await fetch(`${base}/health/live`)).json()).toEqual({ status: 'live' })
      const answer = await fetch(`${base}/api/v1/users`)
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
      expect(await answer.json()).toMatchObject({ success: false, code: 'SERVICE_UNAVAILABLE' })

      const end = stopped(first.child)
      first.child.kill(signal)
      expect(await end).toBe(signal === 'SIGINT' ? 0 : null)
      expect(readdirSync(DATA_DIR)).toContain('unfinished')

      const again = await start(env)
      expect(again.said()).toContain(`Creating a database in ${DATA_DIR}`)
      expect(readdirSync(DATA_DIR).toSorted()).toEqual(['db', 'secret', 'server.lock'])
      expect((await fetch(`${again.base}/health/ready`)).status).toBe(200)
      await expect(signIn(again.base)).rejects.toThrow('WRONG_EMAIL_OR_PASSWORD')
    },
  )

  it('serves demo accounts to other machines only with DEMO=true', async () => {
    const DATA_DIR = filledFolder()
    const refusing = run('main', [], { PORT: '0', DATA_DIR, HOST: '0.0.0.0' })
    // If it were not refused, it would be open to other machines: it is ended with the test.
    children.push(refusing.child)
    const refused = await refusing.ended
    expect([refused.code, refused.err.trim().split('\n')]).toEqual([
      1,
      [expect.stringMatching(/demo accounts, whose password is public.*set DEMO=true/)],
    ])
    const offered = await start({ DATA_DIR })
    expect(await providers(offered.base)).toHaveProperty('demo')
  })

  it('seeds the requested data, once', async () => {
    expect([seeded.code, seeded.out]).toEqual([0, expect.stringMatching(/Seeded 12 staff, 2000 users and 900 rounds/)])
    const DATA_DIR = filledFolder()
    const second = await run('seed', [], { DATA_DIR }).ended
    expect([second.code, second.err]).toEqual([1, expect.stringContaining('not empty')])
    const forced = await run('seed', ['--users', '10', '--rounds', '0', '--force'], { DATA_DIR }).ended
    expect([forced.code, forced.out]).toEqual([0, expect.stringMatching(/40 staff, 10 users and 0 rounds/)])
  })

  it('keeps complete indexes if it is killed as soon as the demo is committed', async () => {
    const DATA_DIR = folder()
    // So many rounds that their indexes are written to disk before the commit; those of the users are small, and are logged.
    const { child, said } = run('seed', ['--users', '500', '--rounds', '60000'], { DATA_DIR })
    children.push(child)
    const ended = new Promise((resolve) => child.once('exit', (_code, signal) => resolve(signal)))
    child.stdout.on('data', () => {
      if (said().includes('Seeded')) child.kill('SIGKILL')
    })
    expect(await ended).toBe('SIGKILL')
    const db = await createPglite({ dataDir: databaseFolder(DATA_DIR) }, { amcheck })
    try {
      await db.exec('create extension amcheck')
      const { rows } = await db.query<{ name: string }>(
        `select c.oid::regclass::text as name from pg_class c join pg_am a on a.oid = c.relam and a.amname = 'btree'
         where c.relkind = 'i' and c.relnamespace = 'public'::regnamespace order by 1`,
      )
      expect(rows.map(({ name }) => name)).toContain('game_records_stake')
      // Every row has its entry, and the entries are in order.
      for (const { name } of rows) await db.query('select bt_index_check($1::regclass, true)', [name])
      const { rows: kept } = await db.query(
        'select (select count(*)::int from users) as users, (select count(*) >= 60000 from game_records) as are_all',
      )
      expect(kept).toEqual([{ users: 500, are_all: true }])
    } finally {
      await db.close()
    }
  })
})
