import { describe, expect, it } from 'vitest'
import { ValidationError, type Schema } from 'yup'
import { NON_UPDATABLE_FIELDS, enableDisableSchema } from './entities/account'
import { operationById } from './http/catalogue'
import { isEnableDisable } from './records/calls'
import { resetPassword } from './records/people/account'
import { admin } from './records/people/admin'
import { users } from './records/people/users'
import type { RecordDefinition } from './records/record'
import { actionSchema, createSchema, formSchema, updateSchema } from './records/schemas'
import { changePasswordSchema, loginSchema, TOKEN_EXPIRIES } from './entities/session'

const [STAFF, USERS]: readonly [RecordDefinition, RecordDefinition] = [admin, users]
const [staffCreateSchema, userCreateSchema] = [createSchema(STAFF), createSchema(USERS)]
const [staffUpdateSchema, userUpdateSchema] = [updateSchema(STAFF), updateSchema(USERS)]
const passwordResetSchema = actionSchema(resetPassword)

/** Field → its messages in order; the empty key contains those of the whole object. `{}`: accepted. */
function complaints(schema: Schema<unknown>, value: unknown): Record<string, string[]> {
  try {
    schema.validateSync(value, { abortEarly: false })
    return {}
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    const found: Record<string, string[]> = {}
    for (const { path = '', message } of error.inner.length > 0 ? error.inner : [error])
      (found[path] ??= []).push(message)
    return found
  }
}

const PASSWORD = 'Pitboss#2026'
const STRENGTH = 'must be one uppercase, lowercase,number, special character with min 8 characters'
const CREATE = {
  first_name: 'Ana',
  last_name: 'Silva',
  username: 'ana_silva',
  email: 'ana@pitboss.test',
  role: 'ADMIN',
  password: PASSWORD,
  confirm_password: PASSWORD,
}
const without = (field: string) => Object.fromEntries(Object.entries(CREATE).filter(([key]) => key !== field))

it('a session that cannot be renewed has the name in the spec (spec 4)', () =>
  expect(TOKEN_EXPIRIES).toBe('token-expiries'))

describe('a role and a username', () => {
  const create = (more: object) => complaints(staffCreateSchema, { ...CREATE, ...more })
  it.each(['xADMIN', 'ADMIN!', 'A', '2FA', `A${'B'.repeat(40)}`])('%s is not a valid role', (role) =>
    expect(create({ role })).toEqual({ role: ['Choose a role'] }),
  )
  it.each(['AB', 'SUPER_ADMIN', 'TIER_2', `A${'B'.repeat(39)}`])('%s is a valid role', (role) =>
    expect(create({ role })).toEqual({}),
  )
  it('a username has up to 64 characters', () => {
    expect(create({ username: 'a'.repeat(64) })).toEqual({})
    expect(create({ username: 'a'.repeat(65) })).toEqual({ username: ['Up to 64 characters'] })
  })
})

describe('login (spec 5)', () => {
  const login = (more: object) => complaints(loginSchema, { email: 'ana@pitboss.test', password: 'x', ...more })
  it.each([null, undefined, '', '123456'])('two_fa_token may be %j', (two_fa_token) =>
    expect(login({ two_fa_token })).toEqual({}),
  )
  it('shows Required for missing fields', () => {
    expect(complaints(loginSchema, {})).toEqual({ email: ['Required'], password: ['Required'] })
    expect(login({ email: '' }).email).toContain('Required')
  })
  it('first reports an invalid email, then its wrong format', () => {
    expect(login({ email: 'ana' }).email).toEqual(['Enter valid email', 'Email must be in valid format'])
    expect(login({ email: 'ana@pitboss' }).email).toEqual(['Email must be in valid format'])
    expect(login({ email: `${'a'.repeat(65)}@b.co` }).email).toContain('Email must be in valid format')
  })
  it('does not check the strength of an existing password', () => expect(login({ password: '1' })).toEqual({}))
  it('refuses an unknown field', () => expect(login({ admin: true })['']).toEqual(['Unknown field: admin']))
})

describe('change password (spec 5)', () => {
  const change = (new_password: unknown, confirm_password: unknown = new_password) =>
    complaints(changePasswordSchema, { current_password: 'x', new_password, confirm_password })
  it('accepts a strong password that is repeated', () => expect(change(PASSWORD)).toEqual({}))
  it('shows Required for each missing field', () => {
    const found = complaints(changePasswordSchema, {})
    for (const field of ['current_password', 'new_password', 'confirm_password'])
      expect(found[field], field).toContain('Required')
  })
  it('reports a password that is too short: 7, but not 8 characters', () => {
    expect(change('Abcde1#').new_password).toEqual(['Password must be 8 characters', STRENGTH])
    expect(change('Abcdef1#')).toEqual({})
  })
  it('reports a password that is too long: 21, but not 20 characters', () => {
    expect(change(`Aa1#${'a'.repeat(17)}`).new_password).toEqual(['Password must be at most 20 characters', STRENGTH])
    expect(change(`Aa1#${'a'.repeat(16)}`)).toEqual({})
  })
  it('reports a weak password', () => expect(change('abcdefgh').new_password).toEqual([STRENGTH]))
  it('reports that the two differ, also in letter case', () => {
    expect(change(PASSWORD, 'pitboss#2026').confirm_password).toEqual(['Passwords must match'])
  })
})

describe.each([
  ['staff', staffCreateSchema],
  ['users', userCreateSchema],
] as const)('create, %s (spec 3)', (_name, schema) => {
  it('accepts all fields, with and without a store code', () => {
    expect(complaints(schema, CREATE)).toEqual({})
    expect(complaints(schema, { ...CREATE, third_party_store_code: 'STORE1' })).toEqual({})
    expect(complaints(schema, { ...CREATE, third_party_store_code: '' })).toEqual({})
  })
  it.each(Object.keys(CREATE))('shows Required without %s', (field) => {
    expect(complaints(schema, without(field))[field]).toContain('Required')
    expect(complaints(schema, { ...CREATE, [field]: '' })[field]?.[0]).toBe('Required')
  })
  it('reports every invalid field at once', () => {
    const found = complaints(schema, {
      ...CREATE,
      first_name: 'A',
      last_name: 'B ',
      username: '1x',
      email: 'x',
      role: 'admin',
      password: 'short',
      confirm_password: 'other',
      third_party_store_code: 'lower',
    })
    expect(Object.keys(found).sort()).toEqual([
      'confirm_password',
      'email',
      'first_name',
      'last_name',
      'password',
      'role',
      'third_party_store_code',
      'username',
    ])
  })
  it.each(['is_deleted', 'id', 'version', '__proto__x'])('refuses the unknown field %s', (field) => {
    expect(complaints(schema, { ...CREATE, [field]: true })['']).toEqual([`Unknown field: ${field}`])
  })
  it.each([
    ['first_name', 5],
    ['email', {}],
    ['username', ['a']],
    ['password', true],
    ['role', null],
  ])('refuses %s of a wrong type, and converts nothing', (field, value) => {
    expect(Object.keys(complaints(schema, { ...CREATE, [field]: value }))).toContain(field)
  })
  it.each([null, 'text', 5, [], [CREATE]])('refuses a body that is %j', (body) =>
    expect(complaints(schema, body)).not.toEqual({}),
  )
})

describe.each([
  ['staff', staffUpdateSchema],
  ['users', userUpdateSchema],
] as const)('update, %s (spec 3)', (_name, schema) => {
  it('accepts any single field, and none', () => {
    expect(complaints(schema, {})).toEqual({})
    for (const field of ['first_name', 'last_name', 'username', 'email', 'role'] as const)
      expect(complaints(schema, { [field]: CREATE[field] }), field).toEqual({})
  })
  it.each(['first_name', 'last_name', 'username', 'email', 'role'])('does not accept an empty %s', (field) => {
    expect(complaints(schema, { [field]: '' })[field]?.[0]).toBe('Required')
    expect(complaints(schema, { [field]: null })[field]).toHaveLength(1)
  })
  it.each(NON_UPDATABLE_FIELDS)('refuses %s, which cannot be updated', (field) => {
    expect(complaints(schema, { first_name: 'Ana', [field]: 'x' })['']).toEqual([`Unknown field: ${field}`])
  })
})

it('the edit form requires username, first_name, email and last_name (spec 3)', () => {
  const found = complaints(formSchema(STAFF, 'update'), {})
  for (const field of ['username', 'first_name', 'email', 'last_name'])
    expect(found[field], field).toContain('Required')
})

describe('enable, disable (spec 3)', () => {
  it('is exactly is_deleted, and a boolean', () => {
    expect(complaints(enableDisableSchema, { is_deleted: true })).toEqual({})
    expect(complaints(enableDisableSchema, {})).not.toEqual({})
    expect(complaints(enableDisableSchema, { is_deleted: 'true' })).not.toEqual({})
    expect(complaints(enableDisableSchema, { is_deleted: 1 })).not.toEqual({})
    expect(complaints(enableDisableSchema, { is_deleted: true, email: 'a@b.co' })).not.toEqual({})
  })
  it('is distinguished from an update by its single field', () => {
    expect(isEnableDisable({ is_deleted: true })).toBe(true)
    for (const body of [
      {},
      { email: 'a@b.co' },
      { is_deleted: true, email: 'a@b.co' },
      null,
      'is_deleted',
      'x',
      ['is_deleted'],
    ])
      expect(isEnableDisable(body)).toBe(false)
  })
  it('and an update are never combined in one call, because they need different permissions', () => {
    for (const update of [operationById('admin.update'), operationById('users.update')]) {
      const rule = update.access as (body: unknown) => { action: string }
      expect(complaints(update.body!, { is_deleted: false })).toEqual({})
      expect(complaints(update.body!, { is_deleted: false, first_name: 'Ana' })).not.toEqual({})
      expect(rule({ is_deleted: true }).action).toBe('delete')
      expect(rule({ first_name: 'Ana' }).action).toBe('update')
      expect(rule({ is_deleted: true, first_name: 'Ana' }).action).toBe('update')
    }
  })
})

it('a password reset requires the new password twice (spec 3)', () => {
  expect(complaints(passwordResetSchema, { password: PASSWORD, confirm_password: PASSWORD })).toEqual({})
  expect(complaints(passwordResetSchema, { password: PASSWORD, confirm_password: 'x' })).toEqual({
    confirm_password: ['Passwords must match'],
  })
  expect(complaints(passwordResetSchema, { password: 'weakling', confirm_password: 'weakling' })).toEqual({
    password: [STRENGTH],
  })
})
