import { randomBytes } from 'node:crypto'
import { generate } from 'otplib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TWO_FACTOR } from '@contract/constants'
import type { PitbossServer } from '@server/server'
import type { Db } from '@server/platform/ports/db'
import { createKeys } from '@server/platform/lib/secrets'
import { TestClient, refusalOf, signedIn, type Answered } from './kit/client'
import { testDatabases } from './kit/databases'
import { SECRET, createTestClock, makePlatform } from './kit/platform'
import { nodeCrypto } from '@server/node/crypto'

const databases = await testDatabases()
const STEP = TWO_FACTOR.stepSeconds * 1000
const MINUTE = 60_000
const HOUR = 60 * MINUTE

describe.each(databases.kinds)('signing in on %s', (kind) => {
  const clock = createTestClock()
  let db: Db
  let platform: PitbossServer
  let addresses = 0
  /** Each test has its own address, because failed attempts count by address. */
  const client = () => new TestClient(platform, `10.0.${Math.floor((addresses += 1) / 250)}.${addresses % 250}`)

  beforeAll(async () => {
    db = await databases.open(kind)
    platform = await makePlatform(db, { clock })
  })
  afterAll(() => platform.close())

  it('returns a session with a token that is accepted by the API', async () => {
    const person = client()
    const answer = await person.signIn('admin@pitboss.test')
    expect(answer.status).toBe(200)
    expect(new URL(answer.body.url).pathname).toBe('/')
    const session = await person.session()
    expect(session.body.user).toMatchObject({ email: 'admin@pitboss.test', role: 'ADMIN' })
    expect(Buffer.from(session.body.draft_key, 'base64')).toHaveLength(32)
    expect(Date.parse(session.body.expires)).toBeGreaterThan(clock.now() + 11 * HOUR)
    expect((await person.get('/api/v1/admin/profile')).body.data.email).toBe('admin@pitboss.test')
  })

  it('protects the cookie from scripts and other sites', async () => {
    const answer = await client().signIn('admin@pitboss.test')
    const cookie = String(answer.headers['set-cookie'])
    expect(cookie).toMatch(/pitboss\.session=[\w-]{43};/)
    expect(cookie).toContain('HttpOnly')
    expect(cookie).toContain('SameSite=Lax')
    expect(cookie).toContain('Path=/')
  })

  it('stores no cookie value, and draft keys only encrypted', async () => {
    const person = client()
    await person.signIn('finance@pitboss.test')
    const { body } = await person.session()
    const rows = await db.query<{ all: string }>(
      'select (select json_agg(s) from sessions s)::text || (select json_agg(draft_key) from staff)::text as all',
    )
    expect(rows[0]!.all).not.toContain(person.cookies.get('pitboss.session'))
    expect(rows[0]!.all).not.toContain(body.draft_key)
  })

  it('returns the same draft key in every session of a person, and a different one for another person', async () => {
    const keys = await Promise.all(
      ['risk@pitboss.test', 'risk@pitboss.test', 'lead@pitboss.test'].map(async (email) => {
        const person = client()
        await person.signIn(email)
        return (await person.session()).body.draft_key as string
      }),
    )
    expect(keys[0]).toBe(keys[1])
    expect(keys[0]).not.toBe(keys[2])
  })

  it('does not reveal whether an email exists', async () => {
    const person = client()
    const wrong = await person.signIn('admin@pitboss.test', 'Wrong#2026')
    const unknown = await person.signIn('nobody@pitboss.test', 'Wrong#2026')
    expect([wrong.status, refusalOf(wrong)]).toEqual([401, 'WRONG_EMAIL_OR_PASSWORD'])
    expect([unknown.status, refusalOf(unknown)]).toEqual([401, 'WRONG_EMAIL_OR_PASSWORD'])
  })

  it('returns {} without a session, and token-expiries once a session can no longer be renewed', async () => {
    const person = client()
    expect((await person.session()).body).toEqual({})
    await person.signIn('content@pitboss.test')
    clock.advance(12 * HOUR + MINUTE)
    const gone = await person.session()
    expect(gone.body).toEqual({ error: 'token-expiries' })
    expect(person.cookies.has('pitboss.session')).toBe(false)
    expect((await person.session()).body).toEqual({})
  })

  it('renews a session by use, but never beyond 24 hours', async () => {
    const person = client()
    await person.signIn('content@pitboss.test')
    clock.advance(11 * HOUR)
    expect((await person.session()).body.user).toBeDefined()
    clock.advance(11 * HOUR)
    const late = await person.session()
    expect(Date.parse(late.body.expires)).toBeLessThanOrEqual(clock.now() + 2 * HOUR + MINUTE)
    clock.advance(2 * HOUR + MINUTE)
    expect((await person.session()).body).toEqual({ error: 'token-expiries' })
  })

  it('refuses a token that has expired, was modified, has another signature, or belongs to an ended session', async () => {
    const person = client()
    await person.signIn('manager@pitboss.test')
    await person.session()
    const good = person.token!
    const [head, payload, signature] = good.split('.') as [string, string, string]
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const bad = [
      `${head}.${encode({ ...claims, sub: '00000000-0000-7000-8000-000000000000' })}.${signature}`,
      `${encode({ alg: 'none' })}.${payload}.`,
      `${head}.${payload}.${randomBytes(32).toString('base64url')}`,
      'x',
      'a.b.c',
    ]
    for (const token of bad) expect((await person.get('/api/v1/admin/profile', { token })).status).toBe(401)
    expect((await person.get('/api/v1/admin/profile', { token: null })).headers['www-authenticate']).toBe('Bearer')
    clock.advance(16 * MINUTE)
    expect((await person.get('/api/v1/admin/profile')).status).toBe(401)
    await person.session()
    expect((await person.get('/api/v1/admin/profile')).status).toBe(200)
    const signedOut = await person.auth('signout', { callbackUrl: '/login' })
    expect(signedOut.status).toBe(200)
    expect((await person.get('/api/v1/admin/profile')).status).toBe(401)
    expect((await person.session()).body).toEqual({})
  })

  it('refuses a POST without the CSRF token of its cookie', async () => {
    const person = client()
    await person.get('/api/auth/csrf')
    const answer = await person.post('/api/auth/callback/credentials', {
      csrfToken: 'guessed',
      email: 'admin@pitboss.test',
      password: 'Pitboss#2026',
    })
    expect([answer.status, refusalOf(answer)]).toEqual([401, 'CredentialsSignin'])
    expect(person.cookies.has('pitboss.session')).toBe(false)
  })

  it.each([
    'https://evil.test/',
    '//evil.test',
    String.raw`/\evil.test`,
    'javascript:alert(1)',
    'http://user@localhost/',
    '/\t/evil.test',
  ])('refuses the callbackUrl %j', async (callbackUrl) => {
    const answer = await client().auth('callback/credentials', {
      callbackUrl,
      email: 'admin@pitboss.test',
      password: 'Pitboss#2026',
    })
    expect([answer.status, refusalOf(answer)]).toEqual([401, 'InvalidCallbackUrl'])
  })

  it('refuses another provider and another callback address, each with its own code', async () => {
    const provider = await client().auth('callback/github', { email: 'a@b.co', password: 'x' })
    expect([provider.status, refusalOf(provider)]).toEqual([401, 'UnsupportedStrategy'])
    const nothing = await client().get('/api/auth/nothing')
    expect([nothing.status, refusalOf(nothing)]).toEqual([404, 'MissingAPIRoute'])
    expect((await client().get('/api/auth/signin')).headers.location).toMatch(/\/login$/)
    expect((await client().get('/api/auth/error?error=UnsupportedStrategy')).headers.location).toMatch(
      /\/error\?error=UnsupportedStrategy$/,
    )
    expect((await client().get('/api/auth/error?error=SessionRequired')).headers.location, 'spec 8').toMatch(/\/login$/)
    expect((await client().get('/api/auth/error?error=<script>')).headers.location).toMatch(
      /\/error\?error=UnknownError$/,
    )
  })

  it('lists the demo sign-ins in demo mode only', async () => {
    expect((await client().get('/api/auth/providers')).body.demo.accounts).toHaveLength(11)
    const real = await makePlatform(db, { demo: false })
    expect((await new TestClient(real).get('/api/auth/providers')).body.demo).toBeUndefined()
    await real.close()
  })

  it('blocks an account for ten minutes after ten failures from one address, for that address only', async () => {
    const attacker = client()
    const answers: Answered[] = []
    for (let attempt = 0; attempt < 11; attempt += 1)
      answers.push(await attacker.signIn('support@pitboss.test', 'Wrong#2026'))
    const codes = answers.map(refusalOf)
    expect(Number(answers[10]!.headers['retry-after'])).toBeGreaterThan(0)
    expect(codes.slice(0, 10)).toEqual(Array(10).fill('WRONG_EMAIL_OR_PASSWORD'))
    expect(codes[10]).toBe('TOO_MANY_ATTEMPTS')
    expect(refusalOf(await attacker.signIn('support@pitboss.test'))).toBe('TOO_MANY_ATTEMPTS')
    expect((await attacker.signIn('lead@pitboss.test')).status).toBe(200)
    expect((await client().signIn('support@pitboss.test')).status).toBe(200)
    clock.advance(11 * MINUTE)
    expect((await attacker.signIn('support@pitboss.test')).status).toBe(200)
  })

  it('enforces the limit for concurrent attempts, and delays failures', async () => {
    const address = '10.9.9.9'
    const began = performance.now()
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => new TestClient(platform, address).signIn('finance@pitboss.test', 'Wrong#2026')),
    )
    const codes = answers.map(refusalOf)
    expect(codes.filter((code) => code === 'WRONG_EMAIL_OR_PASSWORD')).toHaveLength(10)
    expect(codes.filter((code) => code === 'TOO_MANY_ATTEMPTS')).toHaveLength(20)
    expect(performance.now() - began).toBeGreaterThan(900)
  })

  it('blocks an address after a hundred failures, for whatever accounts', async () => {
    const address = '10.8.8.8'
    const answers: (string | null)[] = []
    for (let round = 0; round < 11; round += 1) {
      const made = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          new TestClient(platform, address).signIn(`nobody${round}x${index}@pitboss.test`, 'Wrong#2026'),
        ),
      )
      answers.push(...made.map(refusalOf))
    }
    expect(answers.filter((code) => code === 'WRONG_EMAIL_OR_PASSWORD')).toHaveLength(100)
    expect(answers.slice(100)).toEqual(Array(10).fill('TOO_MANY_ATTEMPTS'))
  })

  it('requires a second factor where it is on, and accepts each code once', async () => {
    const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
    await db.query('update staff set two_fa_enabled = true, two_fa_secret = $1::text where email = $2::text', [
      createKeys(SECRET, nodeCrypto).encrypt(Buffer.from(secret)),
      'manager@pitboss.test',
    ])
    const code = await generate({ secret, epoch: Math.floor(clock.now() / 1000) })
    const person = client()
    const tried = async (two_fa_token: string | null) => {
      const answer = await person.signIn('manager@pitboss.test', 'Pitboss#2026', { two_fa_token })
      return answer.status === 200 ? 'in' : refusalOf(answer)
    }
    expect(await tried(null)).toBe('TWO_FACTOR_REQUIRED')
    expect(await tried('123')).toBe('WRONG_TWO_FACTOR_TOKEN')
    expect(await tried(code === '000000' ? '000001' : '000000')).toBe('WRONG_TWO_FACTOR_TOKEN')
    expect(await tried(` ${code} `)).toBe('in')
    expect(await tried(code)).toBe('WRONG_TWO_FACTOR_TOKEN')
    clock.advance(2 * MINUTE)
    clock.advanceToNext(STEP)
    expect(await tried(await generate({ secret, epoch: Math.floor((clock.now() - STEP) / 1000) }))).toBe('in')
    await db.query('update staff set two_fa_enabled = false, two_fa_secret = null where email = $1::text', [
      'manager@pitboss.test',
    ])
  })

  it('reveals that an account is disabled only with the right password', async () => {
    await db.query('update staff set is_deleted = true where email = $1::text', ['risk@pitboss.test'])
    expect(refusalOf(await client().signIn('risk@pitboss.test', 'Wrong#2026'))).toBe('WRONG_EMAIL_OR_PASSWORD')
    expect(refusalOf(await client().signIn('risk@pitboss.test'))).toBe('ACCOUNT_DISABLED')
    await db.query('update staff set is_deleted = false where email = $1::text', ['risk@pitboss.test'])
  })

  it('changes the own password with the current one, and ends only the other sessions', async () => {
    const [here, elsewhere] = [client(), client()]
    for (const person of [here, elsewhere]) {
      await person.signIn('lead@pitboss.test')
      await person.session()
    }
    const body = { current_password: 'Wrong#2026', new_password: 'Newer#2026', confirm_password: 'Newer#2026' }
    const wrong = await here.patch('/api/v1/admin/change-password', body)
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['current_password']])
    const changed = await here.patch('/api/v1/admin/change-password', { ...body, current_password: 'Pitboss#2026' })
    expect([changed.status, changed.body.message]).toEqual([200, 'Your password has been successfully changed.'])
    expect((await here.get('/api/v1/admin/profile')).status).toBe(200)
    expect((await elsewhere.get('/api/v1/admin/profile')).status).toBe(401)
    expect((await elsewhere.session()).body).toEqual({ error: 'token-expiries' })
    expect(refusalOf(await client().signIn('lead@pitboss.test'))).toBe('WRONG_EMAIL_OR_PASSWORD')
    expect((await client().signIn('lead@pitboss.test', 'Newer#2026')).status).toBe(200)
  })

  it('accepts a line of a client log and refuses a malformed one', async () => {
    expect(
      (await client().post('/api/auth/_log', { level: 'error', code: 'CredentialsSignin', message: 'x' })).status,
    ).toBe(200)
    expect((await client().post('/api/auth/_log', { level: 'shout', code: 'x' })).status).toBe(422)
    expect((await client().post('/api/auth/_log', { level: 'info', code: 'x', extra: 1 })).status).toBe(400)
  })

  it('accepts at most sixty log lines per minute from one address', async () => {
    const person = client()
    const answers: Answered[] = []
    for (let line = 0; line < 61; line += 1)
      answers.push(await person.post('/api/auth/_log', { level: 'info', code: 'x' }))
    expect(answers.slice(0, 60).every(({ status }) => status === 200)).toBe(true)
    expect([answers[60]!.status, answers[60]!.body.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect(Number(answers[60]!.headers['retry-after'])).toBeGreaterThan(0)
  })

  it('audits sign-ins, including refused ones, without a password', async () => {
    const person = client()
    await person.signIn('content@pitboss.test', 'Wrong#2026')
    await person.signIn('content@pitboss.test')
    await signedIn(platform, 'SUPER_ADMIN')
    const rows = await db.query<{ result: string; reason: string | null; ip: string }>(
      `select result, reason, ip from audit_events where action = 'sign-in' and ip = $1::text order by id`,
      [person.address],
    )
    expect(rows).toEqual([
      { result: 'DENIED', reason: 'WRONG_EMAIL_OR_PASSWORD', ip: person.address },
      { result: 'OK', reason: null, ip: person.address },
    ])
  })
})
