/** The sign-in mechanism (spec 2, 4, 7; contract, Sign-in mechanism). */
import assert from 'node:assert/strict'
import { SESSION_SECONDS, SIGN_IN_LIMIT } from '@contract/constants'
import { SUPER_ADMIN } from '@contract/permissions'
import { SIGN_IN_ERROR } from '@contract/errors'
import { catalogue } from '@contract/http/catalogue'
import { checkFailure, checkSuccess } from '../check'
import { errorIn, type Reply } from '../client'
import type { Case } from '../environment'

const cookieLines = (reply: Reply) => reply.headers.getSetCookie()
const isLaxAndHttpOnly = (line: string) =>
  /;\s*HttpOnly/i.test(line) && /;\s*SameSite=(?:Lax|Strict|None)/i.test(line) && /;\s*Path=\//i.test(line)

/** A refusal of the callback: 401 with an address whose `error` is this. */
function checkRefused(reply: Reply, code: string): void {
  assert.equal(reply.status, 401, `status of a refused sign-in: ${reply.text.slice(0, 200)}`)
  assert.equal(errorIn(reply), code)
  assert.deepEqual(Object.keys(reply.json as object), ['url'], 'a refused sign-in answers { url } and nothing else')
}

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { exp: number }

export const signInCases: readonly Case[] = [
  {
    name: 'session is {} when nobody is signed in',
    async run(on) {
      const reply = await on.fresh().send('GET', '/api/auth/session')
      checkSuccess(reply, catalogue['auth.session'])
      assert.deepEqual(reply.json, {})
    },
  },
  {
    name: 'providers returns the credentials provider with its addresses',
    async run(on) {
      const { credentials } = checkSuccess<{ credentials: { id: string; callbackUrl: string } }>(
        await on.fresh().send('GET', '/api/auth/providers'),
        catalogue['auth.providers'],
      )
      assert.equal(credentials.id, 'credentials')
      assert.equal(new URL(credentials.callbackUrl, on.host).pathname, '/api/auth/callback/credentials')
    },
  },
  {
    name: 'csrf returns a token that is bound to a cookie that scripts cannot read',
    async run(on) {
      const reply = await on.fresh().send('GET', '/api/auth/csrf')
      const { csrfToken } = checkSuccess<{ csrfToken: string }>(reply, catalogue['auth.csrf'])
      assert.ok(csrfToken.length >= 16)
      assert.ok(
        cookieLines(reply).some(isLaxAndHttpOnly),
        `an HttpOnly, SameSite cookie comes with it: ${cookieLines(reply).join(' | ')}`,
      )
    },
  },
  {
    name: 'a sign-in returns 200 { url } on the same origin, and sets a cookie that scripts cannot read',
    async run(on) {
      const client = on.fresh()
      const { email, password } = on.accounts[0]!
      const reply = await client.trySignIn(email, password)
      const { url } = checkSuccess<{ url: string }>(reply, catalogue['auth.callback'])
      assert.equal(new URL(url, on.host).pathname, '/')
      assert.ok(
        cookieLines(reply).length > 0 && cookieLines(reply).every(isLaxAndHttpOnly),
        cookieLines(reply).join(' | '),
      )
    },
  },
  {
    name: 'a session carries the user, a token of at most 15 minutes, its expiry, and the key of the drafts',
    async run(on) {
      const client = on.fresh()
      const { email, password, role } = on.accounts[0]!
      const session = await client.signIn(email, password)
      assert.deepEqual({ email: session.user?.email, role: session.user?.role }, { email, role })
      const seconds = claimsOf(session.access_token!).exp - Date.now() / 1000
      assert.ok(seconds > 60 && seconds <= SESSION_SECONDS.accessToken + 5, `the token lasts ${seconds} s`)
      const hours = (Date.parse(session.expires!) - Date.now()) / 3_600_000
      assert.ok(hours > 0 && hours <= 24, `the session lasts ${hours} h`)
      assert.equal(Buffer.from(session.draft_key!, 'base64').length, 32)
    },
  },
  {
    name: 'the key of the drafts is the same in the next session of the same person, and differs between people',
    async run(on) {
      const keyOf = async ({ email, password }: { email: string; password: string }) =>
        (await on.fresh().signIn(email, password)).draft_key
      const [first, other] = on.accounts
      assert.equal(await keyOf(first!), await keyOf(first!))
      if (other) assert.notEqual(await keyOf(first!), await keyOf(other))
    },
  },
  {
    name: 'a wrong password and an unknown email are refused in the same way',
    async run(on) {
      const unknown = `nobody.${on.unique()}@contract.example`
      checkRefused(
        await on.fresh().trySignIn(on.accounts[0]!.email, `${on.accounts[0]!.password}x`),
        SIGN_IN_ERROR.wrongEmailOrPassword,
      )
      checkRefused(await on.fresh().trySignIn(unknown, 'Wrong#2026'), SIGN_IN_ERROR.wrongEmailOrPassword)
      await on.fresh().signIn(on.accounts[0]!.email, on.accounts[0]!.password)
    },
  },
  {
    name: 'two_fa_token may be left out or null where two-factor is off (spec 5)',
    async run(on) {
      const { email, password } = on.accounts[0]!
      for (const two_fa_token of [undefined, null])
        checkSuccess(await on.fresh().trySignIn(email, password, { two_fa_token }), catalogue['auth.callback'])
    },
  },
  {
    name: 'a sign-in without the correct csrf token is refused and creates no session',
    async run(on) {
      const { email, password } = on.accounts[0]!
      for (const csrfToken of ['forged', await on.fresh().csrf()]) {
        const client = on.fresh()
        const reply = await client.trySignIn(email, password, { csrfToken })
        assert.ok(reply.status === 401 || reply.status === 403, `status ${reply.status}`)
        assert.deepEqual(await client.session(), {})
      }
    },
  },
  {
    name: 'a callbackUrl on another origin is InvalidCallbackUrl',
    async run(on) {
      const { email, password } = on.accounts[0]!
      for (const callbackUrl of ['https://elsewhere.example/', '//elsewhere.example/', 'javascript:alert(1)']) {
        const client = on.fresh()
        checkRefused(await client.trySignIn(email, password, { callbackUrl }), 'InvalidCallbackUrl')
        assert.deepEqual(await client.session(), {}, callbackUrl)
      }
    },
  },
  {
    name: 'any other sign-in strategy is UnsupportedStrategy',
    async run(on) {
      const client = on.fresh()
      const csrfToken = await client.csrf()
      checkRefused(
        await client.send('POST', '/api/auth/signin/carrier-pigeon', {
          body: { csrfToken, callbackUrl: '/', json: true },
        }),
        'UnsupportedStrategy',
      )
    },
  },
  {
    name: 'signin returns the address of the sign-in page',
    async run(on) {
      for (const path of ['/api/auth/signin', '/api/auth/signin/credentials']) {
        const client = on.fresh()
        const csrfToken = await client.csrf()
        checkSuccess(
          await client.send('POST', path, { body: { csrfToken, callbackUrl: '/', json: true } }),
          catalogue['auth.signIn'],
        )
      }
    },
  },
  {
    name: 'a body that is not JSON is refused',
    async run(on) {
      checkFailure(await on.fresh().send('POST', '/api/auth/callback/credentials', { raw: '{' }), 400)
    },
  },
  {
    name: 'a session issues new tokens repeatedly',
    async run(on) {
      const client = on.fresh()
      await client.signIn(on.accounts[0]!.email, on.accounts[0]!.password)
      const again = await client.session()
      checkSuccess(
        await client.send('GET', '/api/v1/admin/profile', { token: again.access_token! }),
        catalogue['profile.get'],
      )
    },
  },
  {
    name: 'after a sign-out the session is {} and its tokens are refused',
    async run(on) {
      const client = on.fresh()
      const { access_token } = await client.signIn(on.accounts[0]!.email, on.accounts[0]!.password)
      checkSuccess(await client.signOut(), catalogue['auth.signOut'])
      assert.deepEqual(client.cookieNames, [], 'a sign-out leaves no cookie (spec 4)')
      assert.deepEqual(await client.session(), {})
      checkFailure(await client.send('GET', '/api/v1/admin/profile', { token: access_token! }), 401)
    },
  },
  {
    name: 'a sign-out without the correct csrf token does not end the session',
    async run(on) {
      const client = on.fresh()
      await client.signIn(on.accounts[0]!.email, on.accounts[0]!.password)
      const reply = await client.send('POST', '/api/auth/signout', {
        body: { csrfToken: 'forged', callbackUrl: '/', json: true },
      })
      assert.ok(reply.status === 401 || reply.status === 403, `status ${reply.status}`)
      assert.ok((await client.session()).access_token)
    },
  },
  {
    name: 'a log line is accepted, and a malformed one is refused',
    async run(on) {
      checkSuccess(
        await on.fresh().send('POST', '/api/auth/_log', {
          body: { level: 'error', code: 'CredentialsSignin', message: 'Something went wrong' },
        }),
        catalogue['auth.log'],
      )
      checkFailure(
        await on.fresh().send('POST', '/api/auth/_log', { body: { level: 'error', code: 'x', secret: 'y' } }),
        400,
      )
    },
  },
  {
    name: `after ${SIGN_IN_LIMIT.perAccountAndAddress} failed sign-ins the next one is TOO_MANY_ATTEMPTS with the time until the next attempt`,
    writes: true,
    async run(on) {
      const email = `nobody.${on.unique()}@contract.example`
      for (let attempt = 0; attempt < SIGN_IN_LIMIT.perAccountAndAddress; attempt += 1)
        checkRefused(await on.fresh().trySignIn(email, 'Wrong#2026'), SIGN_IN_ERROR.wrongEmailOrPassword)
      const reply = await on.fresh().trySignIn(email, 'Wrong#2026')
      checkRefused(reply, SIGN_IN_ERROR.tooManyAttempts)
      assert.match(reply.headers.get('retry-after') ?? '', /^\d+$/)
      await on.fresh().signIn(on.accounts[0]!.email, on.accounts[0]!.password)
    },
  },
  {
    name: 'SUPER_ADMIN has every right',
    roles: [SUPER_ADMIN],
    async run(on) {
      assert.ok((await on.accessOf(await on.as(SUPER_ADMIN))).accessible_pages.includes('*'))
    },
  },
]
