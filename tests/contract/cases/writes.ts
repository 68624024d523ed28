/** Writes to accounts and their effects (spec 3, 4, 5, 8; contract, Writes). Every record is created for the suite. */
import assert from 'node:assert/strict'
import { PREFERENCE_LIMIT } from '@contract/entities/preferences'
import { TOKEN_EXPIRIES } from '@contract/entities/session'
import { SUPER_ADMIN } from '@contract/permissions'
import { SIGN_IN_ERROR } from '@contract/errors'
import { catalogue, operationById } from '@contract/http/catalogue'
import { PREFERENCES_PATH } from '@contract/http/profile-paths'
import { checkFailure, checkRejected, checkSuccess } from '../check'
import { errorIn, type Client } from '../client'
import type { Case, Environment } from '../environment'
import { exampleOf, PASSWORD } from '../examples'

interface Row {
  id: string
  version: number
  email: string
  username: string
  first_name: string
  is_deleted: boolean
  role: string
}
type Domain = 'admin' | 'users'
const SUBJECT = { admin: 'Admins', users: 'Users' } as const

/** A disabled account stays in the list, so the longest wait is until its sessions end: the contract's second, plus a margin. */
const SESSIONS_END_WITHIN_MS = 1500

const writer = (on: Environment, domain: Domain) =>
  on.whoMay(
    ['create', SUBJECT[domain]],
    ['read', SUBJECT[domain]],
    ['update', SUBJECT[domain]],
    ['delete', SUBJECT[domain]],
  )
const typed = (on: Environment, domain: Domain, more: object = {}) =>
  ({ ...exampleOf(operationById(`${domain}.create`), { unique: on.unique() }).body, ...more }) as Record<string, string>

async function create(
  on: Environment,
  domain: Domain,
  more: object = {},
): Promise<{ client: Client; row: Row; body: Record<string, string> }> {
  const client = await writer(on, domain)
  const body = typed(on, domain, more)
  return {
    client,
    body,
    row: checkSuccess<Row>(await client.send('POST', `/api/v1/${domain}`, { body }), operationById(`${domain}.create`)),
  }
}
const patch = (
  client: Client,
  domain: Domain,
  { id, version }: Pick<Row, 'id' | 'version'>,
  body: object,
  ifMatch = version,
) => client.send('PATCH', `/api/v1/${domain}/${id}`, { body, ifMatch })
const messageOf = (reply: { json: unknown }) => (reply.json as { message?: string }).message
const get = async (client: Client, domain: Domain, id: string) =>
  checkSuccess<Row>(await client.send('GET', `/api/v1/${domain}/${id}`), operationById(`${domain}.get`))

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + SESSIONS_END_WITHIN_MS
  while (!(await holds())) {
    assert.ok(Date.now() < end, what)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

const STRENGTH = 'must be one uppercase, lowercase,number, special character with min 8 characters'

const casesOf = (domain: Domain): Case[] => [
  {
    name: `POST ${domain}: a valid account is added and can be read, without its password`,
    writes: true,
    async run(on) {
      const client = await writer(on, domain)
      const body = typed(on, domain)
      const reply = await client.send('POST', `/api/v1/${domain}`, { body })
      const row = checkSuccess<Row>(reply, operationById(`${domain}.create`))
      assert.equal(messageOf(reply), 'Successfully Added')
      assert.deepEqual(
        [row.email, row.username, row.role, row.is_deleted],
        [body.email, body.username, body.role, false],
      )
      assert.deepEqual(await get(client, domain, row.id), row)
      assert.ok(!reply.text.includes(PASSWORD))
    },
  },
  {
    name: `POST ${domain}: every violated rule is reported at its field, in the words of the spec`,
    writes: true,
    async run(on) {
      const client = await writer(on, domain)
      const send = (more: object) => client.send('POST', `/api/v1/${domain}`, { body: typed(on, domain, more) })
      const errors = checkRejected(
        await send({
          first_name: 'A',
          email: 'no email',
          username: '1st',
          password: 'weakling',
          confirm_password: 'other',
        }),
        'first_name',
        'email',
        'username',
        'password',
        'confirm_password',
      )
      assert.deepEqual(errors.password, [STRENGTH])
      assert.deepEqual(errors.confirm_password, ['Passwords must match'])
      assert.equal(errors.email?.[0], 'Enter valid email')
      assert.equal(checkRejected(await send({ first_name: '' }), 'first_name').first_name?.[0], 'Required')
      for (const first_name of [
        '<script>alert(1)</script>',
        "x'; drop table users; --",
        'Ana  Maria',
        'Ana ',
        'A\u0000na',
      ])
        checkRejected(await send({ first_name }), 'first_name')
      for (const password of ['Abcde1#', `Aa1#${'a'.repeat(17)}`])
        checkRejected(await send({ password, confirm_password: password }), 'password')
    },
  },
  {
    name: `POST ${domain}: names in any script are stored as typed`,
    writes: true,
    async run(on) {
      for (const [first_name, last_name] of [
        ['Zoë', 'Śliwa'],
        ['Мария', 'Ким'],
        ['محمد', 'علي'],
        ['明华', '欧阳'],
      ]) {
        const { client, row } = await create(on, domain, { first_name, last_name })
        const kept = await get(client, domain, row.id)
        assert.deepEqual(
          [kept.first_name, (kept as unknown as { last_name: string }).last_name],
          [first_name, last_name],
        )
      }
    },
  },
  {
    name: `POST ${domain}: an email or username that exists already is refused, in any letter case`,
    writes: true,
    async run(on) {
      const { client, body } = await create(on, domain)
      const send = (more: object) => client.send('POST', `/api/v1/${domain}`, { body: typed(on, domain, more) })
      checkRejected(await send({ email: body.email }), 'email')
      checkRejected(await send({ email: body.email!.toUpperCase() }), 'email')
      checkRejected(await send({ username: body.username!.toUpperCase() }), 'username')
    },
  },
  {
    name: `POST ${domain}: an unknown role, or one of the other kind, is refused`,
    writes: true,
    async run(on) {
      const client = await writer(on, domain)
      for (const role of ['NO_SUCH_ROLE', domain === 'admin' ? 'PLAYER' : 'SUPPORT_AGENT']) {
        const reply = await client.send('POST', `/api/v1/${domain}`, { body: typed(on, domain, { role }) })
        assert.ok(reply.status === 422 || reply.status === 403, `${role}: ${reply.status}`)
      }
    },
  },
  {
    name: `PATCH ${domain}: one field is changed, the version is incremented, the other fields stay`,
    writes: true,
    async run(on) {
      const { client, row } = await create(on, domain)
      const reply = await patch(client, domain, row, { first_name: 'Renamed' })
      const changed = checkSuccess<Row & { updatedAt: string }>(reply, operationById(`${domain}.update`))
      assert.equal(messageOf(reply), 'Successfully Updated')
      assert.equal(changed.version, row.version + 1)
      assert.deepEqual(
        { ...changed, updatedAt: 0 },
        { ...row, first_name: 'Renamed', version: row.version + 1, updatedAt: 0 },
      )
      assert.deepEqual(await get(client, domain, row.id), changed)
    },
  },
  {
    name: `PATCH ${domain}: an old version is 409 with the current record, and changes nothing`,
    writes: true,
    async run(on) {
      const { client, row } = await create(on, domain)
      checkSuccess(await patch(client, domain, row, { first_name: 'First' }), operationById(`${domain}.update`))
      const { current } = checkFailure(await patch(client, domain, row, { first_name: 'Second' }), 409)
      assert.deepEqual(current, await get(client, domain, row.id))
      assert.equal((current as Row).first_name, 'First')
    },
  },
  {
    name: `PATCH ${domain}: of two concurrent changes to the same version, one takes effect`,
    writes: true,
    async run(on) {
      const { client, row } = await create(on, domain)
      const replies = await Promise.all(
        ['First', 'Second', 'Third'].map((first_name) => patch(client, domain, row, { first_name })),
      )
      assert.deepEqual(
        replies.map(({ status }) => status).toSorted((a, b) => a - b),
        [200, 409, 409],
      )
      assert.equal((await get(client, domain, row.id)).version, row.version + 1)
    },
  },
  {
    name: `PATCH ${domain}: fields that cannot be updated, and is_deleted together with others, are 400`,
    writes: true,
    async run(on) {
      const { client, row } = await create(on, domain)
      const bodies = [
        { id: row.id },
        { createdAt: '2026-01-01T00:00:00.000Z' },
        { status: 'ACTIVE' },
        { store_code: 'AB' },
        { created_by: row.id },
        { password: PASSWORD },
        { avatar: 'x' },
        { Creator: null },
        { version: 9 },
      ]
      for (const body of bodies)
        checkFailure(await patch(client, domain, row, { first_name: 'Renamed', ...body }), 400, JSON.stringify(body))
      checkFailure(await patch(client, domain, row, { is_deleted: true, first_name: 'Renamed' }), 400)
      assert.deepEqual(await get(client, domain, row.id), row)
    },
  },
  {
    name: `PATCH ${domain}: is_deleted disables and enables, in the words of the spec, on both paths`,
    writes: true,
    async run(on) {
      const { client, row } = await create(on, domain)
      const steps = [
        [`/api/v1/${domain}/${row.id}`, true],
        [`/api/v1/${domain}/enable-disable/${row.id}`, false],
        [`/api/v1/${domain}/enable-disable/${row.id}`, true],
        [`/api/v1/${domain}/${row.id}`, false],
      ] as const
      let { version } = row
      for (const [path, is_deleted] of steps) {
        const reply = await client.send('PATCH', path, { body: { is_deleted }, ifMatch: version })
        const changed = checkSuccess<Row>(reply, operationById(`${domain}.enableDisable`))
        assert.equal(messageOf(reply), is_deleted ? 'Successfully Disabled' : 'Successfully Enabled')
        assert.equal(changed.is_deleted, is_deleted)
        version = changed.version
      }
    },
  },
  {
    name: `PATCH ${domain}/reset-password: confirms in the words of the spec, and refuses a weak password`,
    writes: true,
    async run(on) {
      const { client, row } = await create(on, domain)
      const path = `/api/v1/${domain}/reset-password/${row.id}`
      checkRejected(
        await client.send('PATCH', path, {
          body: { password: 'weakling', confirm_password: 'weakling' },
          ifMatch: row.version,
        }),
        'password',
      )
      const reply = await client.send('PATCH', path, {
        body: { password: `${PASSWORD}x`, confirm_password: `${PASSWORD}x` },
        ifMatch: row.version,
      })
      checkSuccess(reply, operationById(`${domain}.resetPassword`))
      assert.equal(messageOf(reply), 'Reset Password successfully')
      assert.ok(!reply.text.includes(PASSWORD))
    },
  },
]

/** Signs a new member of staff in. */
async function newStaff(on: Environment): Promise<{ by: Client; row: Row; own: Client; email: string }> {
  const { client, row, body } = await create(on, 'admin')
  const own = on.fresh()
  await own.signIn(body.email!, PASSWORD)
  return { by: client, row, own, email: body.email! }
}
const isRefused = (client: Client) => async () => (await client.send('GET', '/api/v1/admin/profile')).status === 401

const PROFILE_PATH = '/api/v1/admin/profile'

const staffCases: readonly Case[] = [
  {
    name: 'a disabled member of staff loses access within a second: the token is refused, the session is token-expiries, signing in fails',
    writes: true,
    async run(on) {
      const { by, row, own, email } = await newStaff(on)
      checkSuccess(await patch(by, 'admin', row, { is_deleted: true }), operationById('admin.update'))
      await until('the token is refused', isRefused(own))
      checkFailure(await own.send('GET', '/api/v1/admin/profile'), 401)
      assert.equal((await own.session()).error, TOKEN_EXPIRIES)
      const reply = await on.fresh().trySignIn(email, PASSWORD)
      assert.equal(reply.status, 401)
      assert.equal(errorIn(reply), SIGN_IN_ERROR.accountDisabled)
    },
  },
  {
    name: 'a password reset ends the sessions; only the new password can sign in',
    writes: true,
    async run(on) {
      const { by, row, own, email } = await newStaff(on)
      const password = `${PASSWORD}x`
      checkSuccess(
        await by.send('PATCH', `/api/v1/admin/reset-password/${row.id}`, {
          body: { password, confirm_password: password },
          ifMatch: row.version,
        }),
        operationById('admin.resetPassword'),
      )
      await until('the token is refused', isRefused(own))
      assert.equal((await own.session()).error, TOKEN_EXPIRIES)
      assert.equal((await on.fresh().trySignIn(email, PASSWORD)).status, 401)
      await on.fresh().signIn(email, password)
    },
  },
  {
    name: 'the profile contains the preferences; a write changes the names in its body, the last write wins, null removes one',
    writes: true,
    async run(on) {
      const { own, email } = await newStaff(on)
      const device = on.fresh()
      await device.signIn(email, PASSWORD)
      const read = async (client: Client) =>
        checkSuccess<{ preferences: object }>(await client.send('GET', PROFILE_PATH), catalogue['profile.get'])
          .preferences
      const write = async (client: Client, preferences: object) =>
        checkSuccess<{ preferences: object }>(
          await client.send('PATCH', PREFERENCES_PATH, { body: { preferences } }),
          catalogue['profile.preferences'],
        ).preferences
      assert.deepEqual(await read(own), {})
      await write(own, { 'columns.users': 'one', palette: 'first' })
      assert.deepEqual(await write(device, { 'columns.users': 'two' }), { 'columns.users': 'two', palette: 'first' })
      assert.deepEqual(await write(own, { palette: 'second' }), { 'columns.users': 'two', palette: 'second' })
      await Promise.all([write(own, { 'columns.admin': 'a' }), write(device, { 'columns.offers': 'b' })])
      assert.deepEqual(await write(own, { palette: null }), {
        'columns.users': 'two',
        'columns.admin': 'a',
        'columns.offers': 'b',
      })
      assert.deepEqual(await read(device), await read(own))
      assert.deepEqual(await read((await newStaff(on)).own), {}, 'nobody else gets them')
    },
  },
  {
    name: 'preferences accept only known names, and texts of limited length',
    writes: true,
    async run(on) {
      const { own } = await newStaff(on)
      const write = (preferences: unknown) => own.send('PATCH', PREFERENCES_PATH, { body: { preferences } })
      for (const wrong of [{ theme: 'dark' }, { 'columns.': 'x' }, { 'columns.Users': 'x' }, { palette: 7 }, 'text'])
        checkFailure(await write(wrong), 400)
      checkFailure(await write({ palette: 'half a character: \uD800' }), 400)
      checkFailure(
        await own.send('PATCH', PREFERENCES_PATH, {
          raw: '{"preferences":{"__proto__":"x"}}',
          headers: { 'Content-Type': 'application/json' },
        }),
        400,
      )
      checkRejected(await write({ palette: 'x'.repeat(PREFERENCE_LIMIT.value + 1) }), 'preferences')
      const large = 'x'.repeat(PREFERENCE_LIMIT.value)
      const fits = Math.floor(PREFERENCE_LIMIT.all / PREFERENCE_LIMIT.value) - 1
      for (let list = 0; list < fits; list += 1)
        checkSuccess(await write({ [`columns.list-${list}`]: large }), catalogue['profile.preferences'])
      checkRejected(await write({ 'columns.last': large, 'columns.more': large }), 'preferences')
      checkFailure(await own.send('PATCH', PREFERENCES_PATH, { body: { preferences: {} }, token: null }), 401)
    },
  },
  {
    name: 'changing one’s own password requires the current one, follows the rules, and ends all other sessions',
    writes: true,
    async run(on) {
      const { own, email } = await newStaff(on)
      const other = on.fresh()
      await other.signIn(email, PASSWORD)
      const next = `${PASSWORD}x`
      const change = (body: object) =>
        own.send('PATCH', '/api/v1/admin/change-password', {
          body: { current_password: PASSWORD, new_password: next, confirm_password: next, ...body },
        })
      checkRejected(await change({ current_password: 'Wrong#2026' }), 'current_password')
      assert.deepEqual(
        checkRejected(await change({ new_password: 'Abcde1#', confirm_password: 'Abcde1#' }), 'new_password')
          .new_password?.[0],
        'Password must be 8 characters',
      )
      const long = `Aa1#${'a'.repeat(17)}`
      assert.deepEqual(
        checkRejected(await change({ new_password: long, confirm_password: long }), 'new_password').new_password?.[0],
        'Password must be at most 20 characters',
      )
      assert.deepEqual(
        checkRejected(await change({ confirm_password: 'other' }), 'confirm_password').confirm_password,
        ['Passwords must match'],
      )
      const reply = await change({})
      checkSuccess(reply, catalogue['profile.changePassword'])
      assert.equal(messageOf(reply), 'Your password has been successfully changed.')
      await until('the other session is refused', isRefused(other))
      checkSuccess(await own.send('GET', '/api/v1/admin/profile'), catalogue['profile.get'])
      await on.fresh().signIn(email, next)
    },
  },
  {
    name: 'nobody can disable their own account',
    writes: true,
    async run(on) {
      const client = await writer(on, 'admin')
      const { user } = await client.session()
      const row = await get(client, 'admin', user!.id)
      checkFailure(await patch(client, 'admin', row, { is_deleted: true }), 403)
      assert.equal((await get(client, 'admin', row.id)).is_deleted, false)
    },
  },
  {
    name: 'only a SUPER_ADMIN can change or create a SUPER_ADMIN',
    writes: true,
    roles: [SUPER_ADMIN, 'ADMIN'],
    async run(on) {
      const admin = await on.as('ADMIN')
      const { user } = await (await on.as(SUPER_ADMIN)).session()
      const row = await get(await on.as(SUPER_ADMIN), 'admin', user!.id)
      checkFailure(await patch(admin, 'admin', row, { first_name: 'Renamed' }), 403)
      checkFailure(await patch(admin, 'admin', row, { is_deleted: true }), 403)
      checkFailure(
        await admin.send('PATCH', `/api/v1/admin/reset-password/${row.id}`, {
          body: { password: PASSWORD, confirm_password: PASSWORD },
          ifMatch: row.version,
        }),
        403,
      )
      checkFailure(await admin.send('POST', '/api/v1/admin', { body: typed(on, 'admin', { role: SUPER_ADMIN }) }), 403)
      assert.deepEqual(await get(await on.as(SUPER_ADMIN), 'admin', row.id), row)
    },
  },
  {
    name: 'a partner role requires a store, and the store is stored',
    writes: true,
    roles: ['THIRD_PARTY_ADMIN'],
    async run(on) {
      const client = await writer(on, 'admin')
      checkRejected(
        await client.send('POST', '/api/v1/admin', { body: typed(on, 'admin', { role: 'THIRD_PARTY_ADMIN' }) }),
        'third_party_store_code',
      )
      const partner = await (await on.as('THIRD_PARTY_ADMIN')).send('GET', '/api/v1/admin/profile')
      const { third_party_store_code } = checkSuccess<{ third_party_store_code: string }>(
        partner,
        catalogue['profile.get'],
      )
      const reply = await client.send('POST', '/api/v1/admin', {
        body: typed(on, 'admin', { role: 'THIRD_PARTY_ADMIN', third_party_store_code }),
      })
      assert.equal(
        checkSuccess<{ third_party_store_code: string }>(reply, operationById('admin.create')).third_party_store_code,
        third_party_store_code,
      )
    },
  },
]

export const writeCases: readonly Case[] = [...casesOf('admin'), ...casesOf('users'), ...staffCases]
