import { generate } from 'otplib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TWO_FACTOR } from '@contract/constants'
import type { PitbossServer } from '@server/server'
import type { Db } from '@server/platform/ports/db'
import { refusalOf, signedIn, TestClient } from './kit/client'
import { testDatabases } from './kit/databases'
import { createTestClock, makePlatform } from './kit/platform'
import { CODE_FORMS, RECOVERY_CODE_FORMS } from '@tests/kit/code-forms'

const databases = await testDatabases()
const PASSWORD = 'Strong#2026'
const BASE = '/api/v1/admin-two-fa'

describe.each(databases.kinds)('two-factor on %s', (kind) => {
  const clock = createTestClock()
  let db: Db
  let platform: PitbossServer
  let boss: TestClient
  let me: { client: TestClient; id: string; email: string }
  let number = 0

  beforeAll(async () => {
    db = await databases.open(kind)
    platform = await makePlatform(db, { clock })
  })
  beforeEach(async () => {
    boss = await signedIn(platform, 'SUPER_ADMIN')
    number += 1
    const email = `two${number}@pitboss.test`
    const { body } = await boss.post('/api/v1/admin', {
      first_name: 'Two',
      last_name: 'Factor',
      username: `two${number}`,
      email,
      role: 'SUPPORT_AGENT',
      password: PASSWORD,
      confirm_password: PASSWORD,
    })
    // A separate address, so that limits of one test do not affect the next.
    const client = new TestClient(platform, `10.1.0.${number}`)
    await client.signIn(email, PASSWORD)
    await client.session()
    me = { client, id: body.data.id as string, email }
  })
  afterAll(() => platform.close())

  const stepUp = (body: object) => me.client.post(`${BASE}/step-up`, body)
  const begin = () => me.client.post(BASE, { userId: me.id })
  const setUp = async (): Promise<string> => {
    expect((await stepUp({ password: PASSWORD })).status).toBe(200)
    return (await begin()).body.data.secret_code
  }
  const enable = (twoFAToken: unknown) => me.client.patch(`${BASE}/enable`, { userId: me.id, twoFAToken })
  const isOn = async () => (await me.client.get(`${BASE}/${me.id}`)).body.data as boolean
  const codeOf = (secret: string, steps = 0) =>
    generate({ secret, epoch: Math.floor(clock.now() / 1000) + steps * TWO_FACTOR.stepSeconds })
  const turnOn = async (): Promise<string> => {
    const secret = await setUp()
    expect((await enable(await codeOf(secret))).status).toBe(200)
    return secret
  }
  const signIn = (two_fa_token: string | null) =>
    new TestClient(platform, me.client.address).signIn(me.email, PASSWORD, { two_fa_token })

  it.each([
    ['', 'Required!'],
    ['   ', 'Required!'],
    ['12345', 'Enter the six digits that the app shows'],
    ['abcdef', 'Enter the six digits that the app shows'],
  ])('says of the code %j what is wrong with it', async (typed, message) => {
    await setUp()
    const { status, body } = await enable(typed)
    expect([status, body.errors]).toEqual([422, { twoFAToken: [message] }])
    expect(await isOn()).toBe(false)
  })
  it.each([
    [undefined, 422],
    [null, 422],
    [123456, 400],
  ])('refuses the code %j', async (typed, status) => {
    await setUp()
    expect((await enable(typed)).status).toBe(status)
  })
  it('accepts a code with spaces, one step early or late, and no older one', async () => {
    const secret = await setUp()
    clock.advanceToNext(TWO_FACTOR.stepSeconds * 1000)
    for (const steps of [-3, -2, 2, 3]) expect((await enable(await codeOf(secret, steps))).status).toBe(422)
    const code = await codeOf(secret, -1)
    expect((await enable(` ${code.slice(0, 3)}  ${code.slice(3)} `)).status).toBe(200)
    expect(await isOn()).toBe(true)
  })
  it('accepts a code once, also with two sign-ins at the same moment', async () => {
    const secret = await setUp()
    const first = await codeOf(secret)
    await enable(first)
    expect(refusalOf(await signIn(null))).toBe('TWO_FACTOR_REQUIRED')
    expect(refusalOf(await signIn(first))).toBe('WRONG_TWO_FACTOR_TOKEN')
    clock.advance(TWO_FACTOR.stepSeconds * 1000)
    const second = await codeOf(secret)
    const statuses = (await Promise.all([signIn(second), signIn(second), signIn(second)])).map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 401, 401])
  })
  it.each(CODE_FORMS)('accepts a code once, whether it is typed plainly or %s', async (_how, write) => {
    const secret = await setUp()
    const first = await codeOf(secret)
    expect((await enable(write(first))).status).toBe(200)
    expect(refusalOf(await signIn(first))).toBe('WRONG_TWO_FACTOR_TOKEN')
    clock.advance(TWO_FACTOR.stepSeconds * 1000)
    const second = await codeOf(secret)
    expect((await signIn(write(second))).status).toBe(200)
    expect(refusalOf(await signIn(second))).toBe('WRONG_TWO_FACTOR_TOKEN')
    expect((await stepUp({ password: PASSWORD, twoFAToken: second })).body.errors).toHaveProperty('twoFAToken')
    clock.advance(TWO_FACTOR.stepSeconds * 1000)
    const third = await codeOf(secret)
    expect((await stepUp({ password: PASSWORD, twoFAToken: write(third) })).status).toBe(200)
    expect((await stepUp({ password: PASSWORD, twoFAToken: third })).body.errors).toHaveProperty('twoFAToken')
    expect(refusalOf(await signIn(third))).toBe('WRONG_TWO_FACTOR_TOKEN')
  })
  it('accepts one of several forms of a code at the same moment', async () => {
    const secret = await turnOn()
    clock.advance(TWO_FACTOR.stepSeconds * 1000)
    const code = await codeOf(secret)
    const answers = await Promise.all(CODE_FORMS.slice(0, 4).map(([, write]) => signIn(write(code))))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401])
  })
  it('asks for a code where the token has no digits', async () => {
    await turnOn()
    expect(refusalOf(await signIn('\u200B\u00A0'))).toBe('TWO_FACTOR_REQUIRED')
    expect((await stepUp({ password: PASSWORD, twoFAToken: '\u2060 ' })).body.errors).toEqual({
      twoFAToken: ['Required!'],
    })
  })
  it('lets only one of two calls with the same code turn it on', async () => {
    const code = await codeOf(await setUp())
    const answers = await Promise.all([enable(code), enable(code), enable(code)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    expect(await isOn()).toBe(true)
  })
  it('discards an abandoned setup: a new one has another secret, and the old code is refused', async () => {
    const [abandoned, begun] = [await setUp(), await setUp()]
    expect(begun).not.toBe(abandoned)
    expect((await enable(await codeOf(abandoned))).status).toBe(422)
    expect((await enable(await codeOf(begun))).status).toBe(200)
  })
  it('refuses a setup after ten minutes with a message', async () => {
    const secret = await setUp()
    clock.advance(TWO_FACTOR.setupSeconds * 1000 + 1000)
    await me.client.session()
    const { status, body } = await enable(await codeOf(secret))
    expect([status, body.errors.twoFAToken[0]]).toEqual([422, expect.stringContaining('begin again')])
    expect(await isOn()).toBe(false)
  })
  it('never returns a secret again, and stores it only encrypted', async () => {
    const secret = await turnOn()
    const again = await me.client.post(BASE, { userId: me.id })
    expect([again.status, again.text.includes(secret)]).toEqual([409, false])
    const [row] = await db.query<{ all: string }>(
      'select row_to_json(s)::text as all from staff s where id = $1::uuid',
      [me.id],
    )
    const audit = await db.query<{ all: string }>(
      `select row_to_json(a)::text as all from audit_events a where actor_id = $1::uuid`,
      [me.id],
    )
    expect([row!, ...audit].every(({ all }) => !all.includes(secret))).toBe(true)
    expect(audit.map(({ all }) => (JSON.parse(all) as { action: string }).action)).toEqual(
      expect.arrayContaining(['two-factor-setup', 'two-factor-enable']),
    )
  })
  it('blocks further codes after ten wrong ones', async () => {
    const secret = await setUp()
    const wrong = (await codeOf(secret)).replace(/./g, (digit) => String((Number(digit) + 1) % 10))
    for (let attempt = 0; attempt < 10; attempt += 1) expect((await enable(wrong)).status).toBe(422)
    const limited = await enable(await codeOf(secret))
    expect([limited.status, Number(limited.headers['retry-after']) > 0]).toEqual([429, true])
  })

  it('starts a setup only within five minutes of a step-up, so that a stolen token cannot lock its owner out', async () => {
    const refused = await begin()
    expect([refused.status, refused.body.code]).toEqual([403, 'STEP_UP_REQUIRED'])
    expect((await stepUp({ password: 'Wrong#2026' })).status).toBe(422)
    expect((await begin()).status).toBe(403)
    expect((await stepUp({ password: PASSWORD })).status).toBe(200)
    expect((await begin()).status).toBe(200)
    clock.advance(5 * 60_000 + 1000)
    await me.client.session()
    expect((await begin()).body.code).toBe('STEP_UP_REQUIRED')
  })

  describe('recovery codes', () => {
    const RECOVERY = '/api/v1/admin/profile/recovery-codes'
    const left = async () => (await me.client.get(RECOVERY)).body.data.left as number
    const newCodes = async (): Promise<string[]> => (await me.client.post(RECOVERY)).body.data.codes

    it('are ten, returned once, and readable neither in the database nor in the audit log', async () => {
      await turnOn()
      expect((await me.client.get(RECOVERY)).body.data).toEqual({ left: 0, created_at: null })
      const codes = await newCodes()
      expect(codes).toHaveLength(10)
      expect(new Set(codes).size).toBe(10)
      for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
      const summary = await me.client.get(RECOVERY)
      expect(summary.body.data).toEqual({ left: 10, created_at: expect.any(String) })
      const [stored] = await db.query<{ all: string }>(
        `select coalesce((select json_agg(c)::text from recovery_codes c), '') || (select json_agg(a)::text from audit_events a) as all`,
      )
      for (const code of codes) {
        expect(stored!.all).not.toContain(code)
        expect(stored!.all).not.toContain(code.replace('-', ''))
      }
      const audit = await db.query<{ action: string }>(
        `select action from audit_events where actor_id = $1::uuid and action = 'recovery-codes'`,
        [me.id],
      )
      expect(audit).toHaveLength(1)
    })

    it.each([
      ['as it is shown', (code: string) => code],
      ['in small letters with spaces', (code: string) => ` ${code.toLowerCase().replace('-', ' ')} `],
      ...RECOVERY_CODE_FORMS,
    ] as typeof RECOVERY_CODE_FORMS)('sign in once, typed %s', async (_how, typed) => {
      await turnOn()
      const [code] = await newCodes()
      expect((await signIn(typed(code!))).status).toBe(200)
      expect(refusalOf(await signIn(typed(code!)))).toBe('WRONG_TWO_FACTOR_TOKEN')
      expect(refusalOf(await signIn(code!))).toBe('WRONG_TWO_FACTOR_TOKEN')
      expect(await left()).toBe(9)
      const [event] = await db.query<{ after: object }>(
        `select after from audit_events where actor_id = $1::uuid and action = 'sign-in' and after is not null`,
        [me.id],
      )
      expect(event?.after).toEqual({ second_factor: 'recovery-code' })
    })

    it('sign in only one of three concurrent sign-ins', async () => {
      await turnOn()
      const [code] = await newCodes()
      const answers = await Promise.all([signIn(code!), signIn(code!), signIn(code!)])
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401])
    })

    it('are valid for one person only', async () => {
      await turnOn()
      const [code] = await newCodes()
      const other = me
      number += 1
      const email = `two${number}@pitboss.test`
      const { body } = await boss.post('/api/v1/admin', {
        first_name: 'Two',
        last_name: 'Factor',
        username: `two${number}`,
        email,
        role: 'SUPPORT_AGENT',
        password: PASSWORD,
        confirm_password: PASSWORD,
      })
      const client = new TestClient(platform, `10.1.0.${number}`)
      await client.signIn(email, PASSWORD)
      await client.session()
      me = { client, id: body.data.id as string, email }
      await turnOn()
      expect(refusalOf(await signIn(code!))).toBe('WRONG_TWO_FACTOR_TOKEN')
      me = other
      expect((await signIn(code!)).status).toBe(200)
    })

    it('are invalid once new ones are created, also with two calls at the same moment', async () => {
      await turnOn()
      const [old] = await newCodes()
      const sets = await Promise.all([newCodes(), newCodes()])
      expect(await left()).toBe(10)
      expect(refusalOf(await signIn(old!))).toBe('WRONG_TWO_FACTOR_TOKEN')
      const accepted = await Promise.all(sets.map(async ([code]) => (await signIn(code!)).status))
      expect(accepted.toSorted((a, b) => a - b)).toEqual([200, 401])
    })

    it('require a step-up and two-factor, and are deleted when it is turned off', async () => {
      expect((await me.client.post(RECOVERY)).body.code).toBe('STEP_UP_REQUIRED')
      expect((await stepUp({ password: PASSWORD })).status).toBe(200)
      expect((await me.client.post(RECOVERY)).status).toBe(409)
      await turnOn()
      const [code] = await newCodes()
      expect((await me.client.patch(`${BASE}/disable`, { userId: me.id })).status).toBe(200)
      expect(await left()).toBe(0)
      await turnOn()
      expect(refusalOf(await signIn(code!))).toBe('WRONG_TWO_FACTOR_TOKEN')
    })

    it('are accepted in a step-up, so that a person without their phone can turn two-factor off', async () => {
      await turnOn()
      const codes = await newCodes()
      const found = new TestClient(platform, me.client.address)
      await found.signIn(me.email, PASSWORD, { two_fa_token: codes[0]! })
      await found.session()
      expect(
        (await found.post(`${BASE}/step-up`, { password: PASSWORD, twoFAToken: codes[0] })).body.errors.twoFAToken,
      ).toEqual(['This recovery code is wrong or was used already. Enter another one.'])
      expect((await found.post(`${BASE}/step-up`, { password: PASSWORD, twoFAToken: codes[1] })).status).toBe(200)
      expect((await found.patch(`${BASE}/disable`, { userId: me.id })).status).toBe(200)
      expect((await signIn(null)).status).toBe(200)
    })

    it('count as wrong codes where they are wrong', async () => {
      await turnOn()
      const [code] = await newCodes()
      for (let guess = 0; guess < 10; guess += 1)
        expect(refusalOf(await signIn(`ABCDE-0000${guess}`))).toBe('WRONG_TWO_FACTOR_TOKEN')
      expect(refusalOf(await signIn(code!))).toBe('TOO_MANY_ATTEMPTS')
    })
  })

  describe('an administrator’s reset', () => {
    const reset = async (by: TestClient, id: string, body: object = { reason: 'The phone was stolen' }) => {
      const version = (await boss.get(`/api/v1/admin/${id}`)).body.data.version as number
      return by.patch(`/api/v1/admin/${id}/reset-two-fa`, body, { ifMatch: version })
    }

    it('turns two-factor off with a reason, ends the sessions, and is audited', async () => {
      await turnOn()
      expect((await me.client.post('/api/v1/admin/profile/recovery-codes')).status).toBe(200)
      const answer = await reset(boss, me.id)
      expect([answer.status, answer.body.message]).toEqual([200, 'Two-factor reset successfully'])
      expect(answer.body.data).toMatchObject({ id: me.id, two_fa_enabled: false })
      expect((await me.client.session()).body).toEqual({ error: 'token-expiries' })
      expect((await signIn(null)).status).toBe(200)
      expect(await db.query('select staff_id from recovery_codes where staff_id = $1::uuid', [me.id])).toEqual([])
      const [event] = await db.query<{ reason: string; after: object }>(
        `select reason, after from audit_events where action = 'resetTwoFactor' and subject_id = $1::text`,
        [me.id],
      )
      expect(event).toMatchObject({ reason: 'The phone was stolen', after: { two_fa_enabled: false } })
    })

    it.each([[{}], [{ reason: '' }], [{ reason: ' starts with a space' }], [{ reason: 'x'.repeat(256) }]])(
      'requires a valid reason: not %j',
      async (body) => {
        await turnOn()
        expect((await reset(boss, me.id, body)).body.errors).toHaveProperty('reason')
        expect(await isOn()).toBe(true)
      },
    )

    it('is refused where two-factor is off already', async () => {
      const answer = await reset(boss, me.id)
      expect([answer.status, answer.body.message]).toEqual([
        409,
        'Two-factor authentication is already off for this account.',
      ])
    })

    it('is refused for the own account, and for a person with higher rights', async () => {
      const staffId = async (client: TestClient) => (await client.get('/api/v1/admin/profile')).body.data.id as string
      const [superAdmin, admin] = [boss, await signedIn(platform, 'ADMIN')]
      const [superId, adminId] = [await staffId(superAdmin), await staffId(admin)]
      const own = await reset(superAdmin, superId)
      expect([own.status, own.body.message]).toEqual([
        403,
        'Turn off your own two-factor authentication in your account menu.',
      ])
      expect((await reset(admin, adminId)).status).toBe(403)
      await db.query('update staff set two_fa_enabled = true where id = $1::uuid', [superId])
      expect((await reset(admin, superId)).status).toBe(403)
      expect((await boss.get(`${BASE}/${superId}`)).body.data).toBe(true)
      await db.query('update staff set two_fa_enabled = false where id = $1::uuid', [superId])
    })
  })

  describe('turning it off', () => {
    const disable = () => me.client.patch(`${BASE}/disable`, { userId: me.id })

    it('requires a step-up with password and code, which is valid for five minutes', async () => {
      const secret = await turnOn()
      // The step-up for the setup has expired.
      clock.advance(5 * 60_000 + 1000)
      await me.client.session()
      expect([(await disable()).status, (await disable()).body.code]).toEqual([403, 'STEP_UP_REQUIRED'])
      expect((await stepUp({ password: PASSWORD })).body.errors).toEqual({ twoFAToken: ['Required!'] })
      clock.advance(TWO_FACTOR.stepSeconds * 1000)
      expect((await stepUp({ password: 'Wrong#2026', twoFAToken: await codeOf(secret) })).body.errors).toHaveProperty(
        'password',
      )
      expect((await stepUp({ password: PASSWORD, twoFAToken: await codeOf(secret) })).status).toBe(200)
      clock.advance(5 * 60_000 + 1000)
      expect((await disable()).status).toBe(403)
      expect((await stepUp({ password: PASSWORD, twoFAToken: await codeOf(secret) })).status).toBe(200)
      expect((await disable()).status).toBe(200)
      expect(await isOn()).toBe(false)
      expect((await signIn(null)).status).toBe(200)
      const [row] = await db.query<{ two_fa_secret: string | null }>(
        'select two_fa_secret from staff where id = $1::uuid',
        [me.id],
      )
      expect(row!.two_fa_secret).toBeNull()
    })
    it('accepts no code for a step-up that was used already', async () => {
      const secret = await setUp()
      const code = await codeOf(secret)
      await enable(code)
      expect((await stepUp({ password: PASSWORD, twoFAToken: code })).body.errors).toHaveProperty('twoFAToken')
    })
    it('is valid for one session only', async () => {
      const secret = await turnOn()
      clock.advance(TWO_FACTOR.stepSeconds * 1000)
      expect((await stepUp({ password: PASSWORD, twoFAToken: await codeOf(secret) })).status).toBe(200)
      clock.advance(TWO_FACTOR.stepSeconds * 1000)
      const other = new TestClient(platform, me.client.address)
      await other.signIn(me.email, PASSWORD, { two_fa_token: await codeOf(secret) })
      await other.session()
      expect((await other.patch(`${BASE}/disable`, { userId: me.id })).body.code).toBe('STEP_UP_REQUIRED')
    })
    it('is refused for another person, even for a super administrator', async () => {
      await turnOn()
      expect((await boss.patch(`${BASE}/disable`, { userId: me.id })).status).toBe(403)
      expect((await boss.get(`${BASE}/${me.id}`)).body.data).toBe(true)
      const stranger = await signedIn(platform, 'FINANCE')
      expect((await stranger.get(`${BASE}/${me.id}`)).status).toBe(403)
    })
  })
})
