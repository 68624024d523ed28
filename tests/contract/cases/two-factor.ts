/** Two-factor and the step-up (spec 4, 5, 7; contract, Writes). */
import assert from 'node:assert/strict'
import { SIGN_IN_LIMIT } from '@contract/constants'
import type { TwoFactorSetup } from '@contract/entities/two-factor'
import { SIGN_IN_ERROR } from '@contract/errors'
import { catalogue } from '@contract/http/catalogue'
import { checkFailure, checkRejected, checkSuccess } from '../check'
import { errorIn, type Client } from '../client'
import type { Case, Environment } from '../environment'
import { PASSWORD } from '../examples'
import { exampleOf, sendExample } from './operations'

const BASE = '/api/v1/admin-two-fa'

interface Person {
  client: Client
  id: string
  email: string
}

/** Somebody new, so that nobody's demo account is locked by a code. */
async function newcomer(on: Environment): Promise<Person> {
  const creator = await on.whoMay(['create', 'Admins'], ['read', 'Admins'])
  const create = catalogue['admin.create']
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
const setUp = async ({ client, id }: Person) =>
  checkSuccess<TwoFactorSetup>(await client.send('POST', BASE, { body: { userId: id } }), catalogue['twoFactor.setup'])
const enable = ({ client, id }: Person, twoFAToken: string) =>
  client.send('PATCH', `${BASE}/enable`, { body: { userId: id, twoFAToken } })
const disable = ({ client, id }: Person) => client.send('PATCH', `${BASE}/disable`, { body: { userId: id } })
const stepUp = ({ client }: Person, body: object) => client.send('POST', `${BASE}/step-up`, { body })

/** A code that is surely not the right one. */
const wrong = (code: string) => code.replace(/^\d/, (digit) => String((Number(digit) + 1) % 10))

export const twoFactorCases: readonly Case[] = [
  {
    name: 'two-factor is turned on with a code of its secret, asked for at sign-in, and turned off after a step-up',
    writes: true,
    async run(on) {
      const person = await newcomer(on)
      assert.equal(await isOn(person), false)
      const { secret_code: secret } = await setUp(person)
      assert.equal(await isOn(person), false, 'a setup alone turns nothing on')
      const code = await on.codeOf(secret)
      checkSuccess(await enable(person, ` ${code.slice(0, 3)} ${code.slice(3)} `), catalogue['twoFactor.enable'])
      assert.equal(await isOn(person), true)
      checkFailure(await person.client.send('POST', BASE, { body: { userId: person.id } }), 409)
      assert.equal(errorIn(await on.fresh().trySignIn(person.email, PASSWORD)), SIGN_IN_ERROR.twoFactorRequired)

      const refused = await disable(person)
      assert.deepEqual([refused.status, (refused.json as { code: string }).code], [403, 'STEP_UP_REQUIRED'])
      checkRejected(await stepUp(person, { password: PASSWORD, twoFAToken: null }), 'twoFAToken')
      const later = await on.codeOf(secret, 1)
      checkRejected(await stepUp(person, { password: `${PASSWORD}x`, twoFAToken: later }), 'password')
      checkSuccess(await stepUp(person, { password: PASSWORD, twoFAToken: later }), catalogue['twoFactor.stepUp'])
      checkSuccess(await disable(person), catalogue['twoFactor.disable'])
      assert.equal(await isOn(person), false)
      assert.equal((await on.fresh().trySignIn(person.email, PASSWORD)).status, 200)
    },
  },
  {
    name: 'a setup that is begun again has another secret; a wrong code and an empty one turn nothing on',
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
    name: 'nobody sets up, turns on or turns off the two-factor of somebody else',
    writes: true,
    async run(on) {
      const [own, other] = [await newcomer(on), await newcomer(on)]
      const meddling = { ...own, id: other.id }
      checkFailure(await own.client.send('POST', BASE, { body: { userId: other.id } }), 403)
      checkFailure(await enable(meddling, '123456'), 403)
      checkFailure(await disable(meddling), 403)
    },
  },
  {
    name: 'a step-up asks for the password, and without two-factor for no code',
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
    name: `after ${SIGN_IN_LIMIT.codesPerAccount} wrong codes at sign-ins and step-ups even the right one is refused for a while`,
    writes: true,
    async run(on) {
      const person = await newcomer(on)
      const { secret_code: secret } = await setUp(person)
      checkSuccess(await enable(person, await on.codeOf(secret)), catalogue['twoFactor.enable'])
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
]
