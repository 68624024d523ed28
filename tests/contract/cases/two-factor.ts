/** Two-factor and the step-up (spec 4, 5, 7; contract, Writes). */
import assert from 'node:assert/strict'
import { SIGN_IN_LIMIT, TWO_FACTOR } from '@contract/constants'
import type { RecoveryCodes, TwoFactorSetup } from '@contract/entities/two-factor'
import { SIGN_IN_ERROR } from '@contract/errors'
import { catalogue, operationById } from '@contract/http/catalogue'
import { checkFailure, checkRejected, checkSuccess } from '../check'
import { errorIn, type Client, type Reply } from '../client'
import type { Case, Environment } from '../environment'
import { exampleOf, PASSWORD } from '../examples'
import { sendExample } from '../send-example'
import { CODE_FORMS, RECOVERY_CODE_FORMS } from '@tests/kit/code-forms'

const BASE = '/api/v1/admin-two-fa'

interface Person {
  client: Client
  id: string
  email: string
}

/** A new account, so that wrong codes lock none of the demo accounts. */
async function newcomer(on: Environment): Promise<Person> {
  const creator = await on.whoMay(['create', 'Admins'], ['read', 'Admins'])
  const create = operationById('admin.create')
  const { id, email } = checkSuccess<{ id: string; email: string }>(
    await sendExample(creator, create, exampleOf(create, { unique: on.unique() })),
    create,
  )
  const client = on.fresh()
  await client.signIn(email, PASSWORD)
  return { client, id, email }
}

const isOn = async ({ client, id }: Person) =>
  checkSuccess<boolean>(await client.send('GET', `${BASE}/${id}`), catalogue['twoFactor.status'])
/** The secret of a setup, after the step-up that it requires. */
const setUp = async (person: Person) => {
  const { client, id } = person
  checkSuccess(await stepUp(person, { password: PASSWORD }), catalogue['twoFactor.stepUp'])
  return checkSuccess<TwoFactorSetup>(
    await client.send('POST', BASE, { body: { userId: id } }),
    catalogue['twoFactor.setup'],
  )
}
const enable = ({ client, id }: Person, twoFAToken: string) =>
  client.send('PATCH', `${BASE}/enable`, { body: { userId: id, twoFAToken } })
const disable = ({ client, id }: Person) => client.send('PATCH', `${BASE}/disable`, { body: { userId: id } })
const stepUp = ({ client }: Person, body: object) => client.send('POST', `${BASE}/step-up`, { body })

const checkStepUpRequired = (reply: Reply) =>
  assert.deepEqual([reply.status, (reply.json as { code: string }).code], [403, 'STEP_UP_REQUIRED'])

/** A second session of the same person. */
async function signedInAgain(on: Environment, { id, email }: Person, two_fa_token: string): Promise<Person> {
  const client = on.fresh()
  assert.equal((await client.trySignIn(email, PASSWORD, { two_fa_token })).status, 200)
  client.token = (await client.session()).access_token ?? null
  return { client, id, email }
}

const RECOVERY = '/api/v1/admin/profile/recovery-codes'
const codesLeft = async ({ client }: Person) =>
  checkSuccess<RecoveryCodes>(await client.send('GET', RECOVERY), catalogue['twoFactor.recoveryCodes']).left
const newCodes = async ({ client }: Person) =>
  checkSuccess<{ codes: string[] }>(await client.send('POST', RECOVERY), catalogue['twoFactor.newRecoveryCodes']).codes

/** A new account with two-factor on. */
async function withTwoFactor(on: Environment): Promise<Person & { secret: string }> {
  const person = await newcomer(on)
  return { ...person, secret: await turnOn(on, person) }
}
/** Turns a person's two-factor on. @returns its secret */
export async function turnOn(on: Environment, person: Person): Promise<string> {
  const { secret_code: secret } = await setUp(person)
  checkSuccess(await enable(person, await on.codeOf(secret)), catalogue['twoFactor.enable'])
  return secret
}

/** A wrong code. */
const wrong = (code: string) => code.replace(/^\d/, (digit) => String((Number(digit) + 1) % 10))

export const twoFactorCases: readonly Case[] = [
  {
    name: 'two-factor is turned on with a code of its secret, required at sign-in, and turned off after a step-up',
    writes: true,
    async run(on) {
      const person = await newcomer(on)
      assert.equal(await isOn(person), false)
      checkStepUpRequired(await person.client.send('POST', BASE, { body: { userId: person.id } }))
      const { secret_code: secret } = await setUp(person)
      assert.equal(await isOn(person), false, 'a setup alone turns nothing on')
      const code = await on.codeOf(secret)
      checkSuccess(await enable(person, ` ${code.slice(0, 3)} ${code.slice(3)} `), catalogue['twoFactor.enable'])
      assert.equal(await isOn(person), true)
      checkFailure(await person.client.send('POST', BASE, { body: { userId: person.id } }), 409)
      assert.equal(errorIn(await on.fresh().trySignIn(person.email, PASSWORD)), SIGN_IN_ERROR.twoFactorRequired)

      // The step-up for the setup is valid for five minutes in the same session only: another session has none.
      const elsewhere = await signedInAgain(on, person, await on.codeOf(secret, 1))
      checkStepUpRequired(await disable(elsewhere))
      checkRejected(await stepUp(person, { password: PASSWORD, twoFAToken: null }), 'twoFAToken')
      const codes = await newCodes(person)
      checkRejected(await stepUp(elsewhere, { password: `${PASSWORD}x`, twoFAToken: codes[0] }), 'password')
      checkSuccess(await stepUp(elsewhere, { password: PASSWORD, twoFAToken: codes[0] }), catalogue['twoFactor.stepUp'])
      checkSuccess(await disable(elsewhere), catalogue['twoFactor.disable'])
      assert.equal(await isOn(person), false)
      assert.equal((await on.fresh().trySignIn(person.email, PASSWORD)).status, 200)
    },
  },
  {
    name: 'a repeated setup has another secret; a wrong and an empty code do not turn two-factor on',
    writes: true,
    async run(on) {
      const person = await newcomer(on)
      const first = await setUp(person)
      const second = await setUp(person)
      assert.notEqual(first.secret_code, second.secret_code)
      const code = await on.codeOf(second.secret_code)
      for (const typed of ['', '   ', '12345', 'abcdef', wrong(code)])
        checkRejected(await enable(person, typed), 'twoFAToken')
      assert.equal(await isOn(person), false)
    },
  },
  {
    name: 'enable before any setup is 422',
    writes: true,
    run: async (on) => void checkRejected(await enable(await newcomer(on), '123456'), 'twoFAToken'),
  },
  {
    name: 'nobody can set up, turn on or turn off another person’s two-factor',
    writes: true,
    async run(on) {
      const [own, other] = [await newcomer(on), await newcomer(on)]
      checkSuccess(await stepUp(own, { password: PASSWORD }), catalogue['twoFactor.stepUp'])
      const meddling = { ...own, id: other.id }
      checkFailure(await own.client.send('POST', BASE, { body: { userId: other.id } }), 403)
      checkFailure(await enable(meddling, '123456'), 403)
      checkFailure(await disable(meddling), 403)
    },
  },
  {
    name: 'a step-up requires the password, and a code only with two-factor',
    writes: true,
    async run(on) {
      const person = await newcomer(on)
      checkRejected(await stepUp(person, { password: '' }), 'password')
      const { expires_at } = checkSuccess<{ expires_at: string }>(
        await stepUp(person, { password: PASSWORD }),
        catalogue['twoFactor.stepUp'],
      )
      assert.ok(Date.parse(expires_at) > Date.now(), expires_at)
    },
  },
  {
    name: `after ${SIGN_IN_LIMIT.codesPerAccount} wrong codes at sign-ins and step-ups even the correct one is refused for a while`,
    writes: true,
    async run(on) {
      const person = await withTwoFactor(on)
      const { secret } = person
      const later = await on.codeOf(secret, 1)
      const signIn = (code: string) => on.fresh().trySignIn(person.email, PASSWORD, { two_fa_token: code })
      const half = SIGN_IN_LIMIT.codesPerAccount / 2
      for (let guess = 0; guess < half; guess += 1) {
        assert.equal(errorIn(await signIn(wrong(later))), SIGN_IN_ERROR.wrongTwoFactorToken)
        checkRejected(await stepUp(person, { password: PASSWORD, twoFAToken: wrong(later) }), 'twoFAToken')
      }
      const refused = await signIn(later)
      assert.equal(errorIn(refused), SIGN_IN_ERROR.tooManyAttempts)
      assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/)
      checkFailure(await stepUp(person, { password: PASSWORD, twoFAToken: later }), 429)
    },
  },
  {
    name: 'each of ten recovery codes replaces a code at sign-in once, in any spelling; new ones replace all of them',
    writes: true,
    async run(on) {
      const person = await withTwoFactor(on)
      assert.equal(await codesLeft(person), 0)
      const codes = await newCodes(person)
      assert.equal(new Set(codes).size, TWO_FACTOR.recoveryCodes)
      assert.equal(await codesLeft(person), TWO_FACTOR.recoveryCodes)

      const signIn = (two_fa_token: string) => on.fresh().trySignIn(person.email, PASSWORD, { two_fa_token })
      assert.equal((await signIn(` ${codes[0]!.toLowerCase().replace('-', ' ')} `)).status, 200)
      assert.equal(await codesLeft(person), TWO_FACTOR.recoveryCodes - 1)
      assert.equal(errorIn(await signIn(codes[0]!)), SIGN_IN_ERROR.wrongTwoFactorToken)
      checkRejected(await stepUp(person, { password: PASSWORD, twoFAToken: codes[0] }), 'twoFAToken')
      checkSuccess(await stepUp(person, { password: PASSWORD, twoFAToken: codes[1] }), catalogue['twoFactor.stepUp'])

      const [first] = await newCodes(person)
      assert.equal(errorIn(await signIn(codes[2]!)), SIGN_IN_ERROR.wrongTwoFactorToken)
      assert.equal((await signIn(first!)).status, 200)
    },
  },
  {
    name: 'a code of the app is accepted in the forms in which people type and paste it',
    writes: true,
    async run(on) {
      for (const [how, write] of CODE_FORMS) {
        const person = await newcomer(on)
        const { secret_code: secret } = await setUp(person)
        checkSuccess(await enable(person, write(await on.codeOf(secret))), catalogue['twoFactor.enable'])
        const two_fa_token = write(await on.codeOf(secret, 1))
        assert.equal((await on.fresh().trySignIn(person.email, PASSWORD, { two_fa_token })).status, 200, how)
      }
    },
  },
  {
    name: 'a recovery code is accepted once, in whatever form it was typed before',
    writes: true,
    async run(on) {
      for (const [how, write] of RECOVERY_CODE_FORMS) {
        const person = await withTwoFactor(on)
        const [first, second] = await newCodes(person)
        const signIn = (two_fa_token: string) => on.fresh().trySignIn(person.email, PASSWORD, { two_fa_token })
        assert.equal((await signIn(write(first!))).status, 200, how)
        assert.equal(errorIn(await signIn(first!)), SIGN_IN_ERROR.wrongTwoFactorToken, how)
        const proof = (twoFAToken: string) => stepUp(person, { password: PASSWORD, twoFAToken })
        checkSuccess(await proof(write(second!)), catalogue['twoFactor.stepUp'])
        checkRejected(await proof(second!), 'twoFAToken')
        assert.equal(await codesLeft(person), TWO_FACTOR.recoveryCodes - 2)
      }
    },
  },
  {
    name: 'recovery codes require a step-up and two-factor, and are deleted when it is turned off',
    writes: true,
    async run(on) {
      const without = await newcomer(on)
      checkStepUpRequired(await without.client.send('POST', RECOVERY))
      checkSuccess(await stepUp(without, { password: PASSWORD }), catalogue['twoFactor.stepUp'])
      checkFailure(await without.client.send('POST', RECOVERY), 409)

      const person = await withTwoFactor(on)
      await newCodes(person)
      checkSuccess(await disable(person), catalogue['twoFactor.disable'])
      assert.equal(await codesLeft(person), 0)
    },
  },
  {
    name: 'an administrator can reset another person’s two-factor with a reason, which ends their sessions and codes',
    writes: true,
    async run(on) {
      const reset = operationById('admin.resetTwoFactor')
      const admin = await on.whoMay(['create', 'Admins'], ['read', 'Admins'], ['update', 'Admins'])
      const person = await withTwoFactor(on)
      const codes = await newCodes(person)
      const record = async () =>
        checkSuccess<{ version: number; two_fa_enabled?: boolean }>(
          await admin.send('GET', `/api/v1/admin/${person.id}`),
          operationById('admin.get'),
        )
      const send = async (reason: string) =>
        admin.send('PATCH', `/api/v1/admin/${person.id}/reset-two-fa`, {
          body: { reason },
          ifMatch: (await record()).version,
        })
      checkRejected(await send(''), 'reason')
      checkRejected(await send(' two  spaces'), 'reason')
      checkSuccess(await send('The phone was stolen'), reset)
      checkFailure(await person.client.send('GET', '/api/v1/admin/profile'), 401)
      assert.equal((await on.fresh().trySignIn(person.email, PASSWORD)).status, 200)
      const again = await signedInAgain(on, person, codes[0]!)
      assert.equal(await isOn(again), false)
      assert.equal(await codesLeft(again), 0)
      checkFailure(await send('Once more'), 409)
    },
  },
  {
    name: 'nobody can reset their own two-factor',
    writes: true,
    async run(on) {
      const admin = await on.whoMay(['read', 'Admins'], ['update', 'Admins'])
      const { id } = checkSuccess<{ id: string }>(
        await admin.send('GET', '/api/v1/admin/profile'),
        catalogue['profile.get'],
      )
      const { version } = checkSuccess<{ version: number }>(
        await admin.send('GET', `/api/v1/admin/${id}`),
        operationById('admin.get'),
      )
      checkFailure(
        await admin.send('PATCH', `/api/v1/admin/${id}/reset-two-fa`, {
          body: { reason: 'A new phone' },
          ifMatch: version,
        }),
        403,
      )
    },
  },
]
