import { generate } from 'otplib'
import type { Logger } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PitbossServer } from '@server/server'
import type { Db } from '@server/platform/ports/db'
import { createKeys } from '@server/platform/lib/secrets'
import { readSettings } from '@server/settings'
import { TestClient, refusalOf } from './kit/client'
import { testDatabases } from './kit/databases'
import { collectedLog } from './kit/log'
import { SECRET, createTestClock, makePlatform } from './kit/platform'
import { nodeCrypto } from '@server/node/crypto'

const databases = await testDatabases()
const MINUTE = 60_000
const GUESSES = 60
const WRONG = 'Wrong#2026'
const TWO_FACTOR_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

/** The header of an attacker, with the address that the trusted proxy has seen appended. */
const forged = (number: number, seenByProxy: string) => ({
  'x-forwarded-for': `203.0.113.${number}, ${seenByProxy}`,
})

describe.each(databases.kinds)('throttling on %s', (kind) => {
  const clock = createTestClock()
  let db: Db
  const platforms: PitbossServer[] = []

  /** A platform with this setting of TRUST_PROXY, as one process of the server. */
  async function processWith(trust: string, log?: Logger): Promise<PitbossServer> {
    const { trustProxy } = readSettings({ TRUST_PROXY: trust })
    const platform = await makePlatform(db, { clock, trustProxy, log })
    platforms.push(platform)
    return platform
  }
  beforeAll(async () => {
    db = await databases.open(kind)
  })
  afterAll(() => Promise.all(platforms.map((platform) => platform.close())))

  /** Number of responses that were not refused by the limit. */
  const passed = (codes: readonly (string | null)[]) =>
    `${codes.filter((code) => code !== 'TOO_MANY_ATTEMPTS').length} of ${codes.length} passed`

  it.each([
    ['a hop count', '1', '10.0.0.1'],
    ['a list of networks', '10.0.0.0/8, fd00::/8', '10.0.0.2'],
    ['a list of networks, over IPv6', '10.0.0.0/8, fd00::/8', 'fd00::2'],
  ])('believes of X-Forwarded-For what the proxy wrote, given %s', async (_given, trust, proxy) => {
    const platform = await processWith(trust)
    const seen = `198.51.100.${platforms.length}`
    const codes = await Promise.all(
      Array.from({ length: GUESSES }, (_, guess) =>
        new TestClient(platform, proxy)
          .signIn('risk@pitboss.test', WRONG, {}, { headers: forged(guess, seen) })
          .then(refusalOf),
      ),
    )
    expect(passed(codes)).toBe('10 of 60 passed')
    const events = await db.query<{ ip: string }>(
      `select distinct ip from audit_events where action = 'sign-in' and ip = any($1::text[])`,
      [[seen, proxy, '203.0.113.0']],
    )
    expect(events).toEqual([{ ip: seen }])
  })

  it('trusts no header without a configured proxy', async () => {
    const platform = await processWith('')
    const codes = await Promise.all(
      Array.from({ length: GUESSES }, (_, guess) =>
        new TestClient(platform, '10.0.0.3')
          .signIn('lead@pitboss.test', WRONG, {}, { headers: forged(guess, '198.51.100.200') })
          .then(refusalOf),
      ),
    )
    expect(passed(codes)).toBe('10 of 60 passed')
  })

  it.each([
    ['', 1],
    ['1', 0],
  ])('with TRUST_PROXY=%s, the log says %i times that it ignores X-Forwarded-For', async (trust, times) => {
    const { log, lines } = collectedLog()
    const client = new TestClient(await processWith(trust, log), '10.0.0.4')
    for (let call = 0; call < 2; call += 1)
      await client.get('/health/live', { headers: forged(call, '198.51.100.201') })
    expect(lines.filter((line) => line.includes('TRUST_PROXY is not set'))).toHaveLength(times)
  })

  it('counts the addresses of one IPv6 network (/64) as one', async () => {
    const platform = await processWith('')
    const from = (address: string) =>
      new TestClient(platform, address).signIn('content@pitboss.test', WRONG).then(refusalOf)
    const codes = await Promise.all(
      Array.from({ length: GUESSES }, (_, guess) => from(`2001:db8:1:2:${guess.toString(16)}::${guess}`)),
    )
    expect(passed(codes)).toBe('10 of 60 passed')
    expect(await from('2001:db8:1:3::1')).toBe('WRONG_EMAIL_OR_PASSWORD')
  })

  describe('of two-factor codes', () => {
    const EMAIL = 'manager@pitboss.test'
    const codeNow = () => generate({ secret: TWO_FACTOR_SECRET, epoch: Math.floor(clock.now() / 1000) })
    let forgeries = 0
    /** Six digits that are not the current code. */
    const wrongCode = async () => (await codeNow()).replace(/^\d/, (digit) => String((Number(digit) + 5) % 10))
    const signIn = (platform: PitbossServer, address: string, two_fa_token: string | null, password?: string) =>
      new TestClient(platform, address)
        .signIn(EMAIL, password, { two_fa_token }, { headers: forged(forgeries++ % 250, address) })
        .then((answer) => (answer.status === 200 ? 'signed in' : refusalOf(answer)))

    it('counts wrong codes after the right password per account, over all addresses and processes', async () => {
      await db.query('update staff set two_fa_enabled = true, two_fa_secret = $1::text where email = $2::text', [
        createKeys(SECRET, nodeCrypto).encrypt(Buffer.from(TWO_FACTOR_SECRET)),
        EMAIL,
      ])
      const processes = [await processWith('1'), await processWith('1')]
      const wrong = await wrongCode()
      const codes = await Promise.all(
        Array.from({ length: GUESSES }, (_, guess) => signIn(processes[guess % 2]!, `198.51.101.${guess}`, wrong)),
      )
      expect(passed(codes)).toBe('10 of 60 passed')
      expect(await signIn(processes[0]!, '198.51.101.99', await codeNow())).toBe('TOO_MANY_ATTEMPTS')
      clock.advance(11 * MINUTE)
      expect(await signIn(processes[0]!, '198.51.101.99', await codeNow())).toBe('signed in')
    })

    it('includes the wrong codes of step-ups', async () => {
      clock.advance(11 * MINUTE)
      const platform = await processWith('')
      const person = new TestClient(platform, '198.51.102.1')
      await person.signIn(EMAIL, undefined, { two_fa_token: await codeNow() })
      await person.session()
      const wrong = await wrongCode()
      const answers = await Promise.all(
        Array.from({ length: GUESSES }, (_, guess) =>
          person.post(
            '/api/v1/admin-two-fa/step-up',
            { password: 'Pitboss#2026', twoFAToken: wrong },
            { address: `198.51.103.${guess}` },
          ),
        ),
      )
      const statuses = answers.map(({ status }) => status)
      expect([
        statuses.filter((status) => status === 422).length,
        statuses.filter((status) => status === 429).length,
      ]).toEqual([10, 50])
      expect(Number(answers.find(({ status }) => status === 429)!.headers['retry-after'])).toBeGreaterThan(0)
      expect(await signIn(platform, '198.51.102.2', wrong)).toBe('TOO_MANY_ATTEMPTS')
    })

    it('cannot be used to block a colleague without their password', async () => {
      clock.advance(11 * MINUTE)
      const platform = await processWith('')
      const wrong = await wrongCode()
      await Promise.all(
        Array.from({ length: GUESSES }, (_, guess) => signIn(platform, `198.51.104.${guess}`, wrong, WRONG)),
      )
      expect(await signIn(platform, '198.51.105.1', await codeNow())).toBe('signed in')
    })
  })
})
