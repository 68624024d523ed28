import { describe, expect, it } from 'vitest'
import { formSchemaOf } from '@resources/form-schemas'
import { resource } from '@resources/people/admin'
import type { Resource } from '@resources/resource'
import {
  authorsOf,
  CANNOT_BE_EMPTIED,
  cannotBeEmptied,
  readableFieldsOf,
  schemaOf,
  sentValues,
  valuesOf,
} from './form-values'

const record = {
  id: '1',
  version: 3,
  first_name: 'Elena',
  last_name: 'Vasquez',
  username: 'evasquez',
  email: 'e@mailbox.test',
  role: 'ADMIN',
  third_party_store_code: null,
  is_deleted: false,
}
const fields = resource.forms.edit!.fields

describe('the account forms', () => {
  it('open with the values of the record, and empty for missing ones', () => {
    expect(valuesOf(fields, record)).toEqual({
      first_name: 'Elena',
      last_name: 'Vasquez',
      username: 'evasquez',
      email: 'e@mailbox.test',
      role: 'ADMIN',
      third_party_store_code: '',
    })
    expect(Object.values(valuesOf(resource.forms.create!.fields)).every((value) => value === '')).toBe(true)
  })
  it('preselect the only value of a required choice', () => {
    const account = {
      name: 'account',
      label: 'Account',
      kind: 'enum',
      required: true,
      labels: { CASH: 'Cash' },
    } as const
    expect(valuesOf([account])).toEqual({ account: 'CASH' })
    expect(valuesOf([{ ...account, labels: { CASH: 'Cash', BONUS: 'Bonus' } }])).toEqual({ account: '' })
    expect(valuesOf([{ ...account, required: false }])).toEqual({ account: '' })
  })
  it('send a store code only if it is not empty, and trim texts', () => {
    const { fields: typed } = resource.forms.create!
    expect(sentValues(typed, { first_name: ' A ', third_party_store_code: '', password: ' x ' }, true)).toEqual({
      first_name: 'A',
      password: ' x ',
    })
    expect(sentValues(typed, { first_name: 'A', third_party_store_code: 'NOVA01' }, true)).toEqual({
      first_name: 'A',
      third_party_store_code: 'NOVA01',
    })
  })
  it('send the changed fields, and none that the form does not contain', () => {
    expect(sentValues(fields, { last_name: 'Vásquez' }, false)).toEqual({ last_name: 'Vásquez' })
    expect(sentValues(fields, { password: 'x', is_deleted: 'true', avatar: 'x', store_code: 'X' }, false)).toEqual({})
  })

  const valid: Record<string, string> = { ...valuesOf(fields, record), third_party_store_code: '' }
  const faultOf = async (held: object, typed: Record<string, string>) => {
    try {
      const shown = readableFieldsOf(fields, held as Record<string, unknown>)
      await schemaOf(
        formSchemaOf(resource as unknown as Resource, 'edit'),
        shown,
        held as Record<string, unknown>,
      ).validate(typed)
      return null
    } catch (error) {
      return (error as Error).message
    }
  }
  it('report that a store code cannot be emptied, if the record has one', async () => {
    expect(await faultOf({ ...record, third_party_store_code: 'NOVA01' }, valid)).toBe(CANNOT_BE_EMPTIED)
    expect(
      await faultOf({ ...record, third_party_store_code: 'NOVA01' }, { ...valid, third_party_store_code: 'NOVA02' }),
    ).toBeNull()
    expect(await faultOf(record, valid)).toBeNull()
    expect(fields.filter((field) => cannotBeEmptied(field, record))).toEqual([])
  })
  it('do not require a role that the person may not read', async () => {
    const { role: _unread, ...readable } = record
    const { role: _unshown, ...typed } = valid
    expect(readableFieldsOf(fields, readable).map(({ name }) => name)).not.toContain('role')
    expect(await faultOf(readable, typed)).toBeNull()
    expect(await faultOf(record, { ...valid, role: '' })).toBe('Required')
  })
  it('determine who changed each field last', () => {
    const entry = (at: string, username: string | null, ...names: string[]) => ({
      id: '1',
      at,
      by: username === null ? null : { id: '2', username },
      from: 'STAFF' as const,
      kind: 'changes' as const,
      action: 'update',
      changes: names.map((field) => ({ field, before: null, after: 'x' })),
      asked: [],
    })
    expect(authorsOf([entry('2', 'dan_w', 'email'), entry('1', null, 'email', 'role')])).toEqual({
      email: { by: 'dan_w', at: '2' },
      role: { by: null, at: '1' },
    })
  })
})
