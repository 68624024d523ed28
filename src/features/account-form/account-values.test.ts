import { describe, expect, it } from 'vitest'
import { FORM_SCHEMAS } from '@resources/form-schemas'
import { resource } from '@resources/admin'
import {
  authorsOf,
  CANNOT_BE_EMPTIED,
  cannotBeEmptied,
  createBody,
  readableFieldsOf,
  schemaOf,
  updateBody,
  valuesOf,
} from './account-values'

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
const fields = resource.forms.edit.fields

describe('the account forms', () => {
  it('open with the record, and with nothing for what it lacks', () => {
    expect(valuesOf(fields, record)).toEqual({
      first_name: 'Elena',
      last_name: 'Vasquez',
      username: 'evasquez',
      email: 'e@mailbox.test',
      role: 'ADMIN',
      third_party_store_code: '',
    })
    expect(Object.values(valuesOf(resource.forms.create.fields)).every((value) => value === '')).toBe(true)
  })
  it('send a store code only when it is filled', () => {
    expect(createBody({ first_name: 'A', third_party_store_code: '' })).toEqual({ first_name: 'A' })
    expect(createBody({ first_name: 'A', third_party_store_code: 'NOVA01' })).toEqual({
      first_name: 'A',
      third_party_store_code: 'NOVA01',
    })
  })
  it('send the changes, and never what cannot be updated', () => {
    expect(updateBody({ last_name: 'Vásquez' })).toEqual({ last_name: 'Vásquez' })
    expect(updateBody({ password: 'x', is_deleted: true, avatar: 'x', store_code: 'X' })).toEqual({})
    expect(updateBody({})).toEqual({})
  })

  const valid: Record<string, string> = { ...valuesOf(fields, record), third_party_store_code: '' }
  const faultOf = async (held: object, typed: Record<string, string>) => {
    try {
      const shown = readableFieldsOf(fields, held as Record<string, unknown>)
      await schemaOf(FORM_SCHEMAS[resource.forms.edit.name], shown, held as Record<string, unknown>).validate(typed)
      return null
    } catch (error) {
      return (error as Error).message
    }
  }
  it('say that a store code cannot be emptied, where the record has one', async () => {
    expect(await faultOf({ ...record, third_party_store_code: 'NOVA01' }, valid)).toBe(CANNOT_BE_EMPTIED)
    expect(
      await faultOf({ ...record, third_party_store_code: 'NOVA01' }, { ...valid, third_party_store_code: 'NOVA02' }),
    ).toBeNull()
    expect(await faultOf(record, valid)).toBeNull()
    expect([cannotBeEmptied('third_party_store_code', record), cannotBeEmptied('email', record)]).toEqual([
      false,
      false,
    ])
  })
  it('do not require a role that the person may not read', async () => {
    const { role: _unread, ...readable } = record
    const { role: _unshown, ...typed } = valid
    expect(readableFieldsOf(fields, readable).map(({ name }) => name)).not.toContain('role')
    expect(await faultOf(readable, typed)).toBeNull()
    expect(await faultOf(record, { ...valid, role: '' })).toBe('Required')
  })
  it('know who changed each field last', () => {
    const entry = (at: string, username: string | null, ...names: string[]) => ({
      id: '1',
      at,
      by: username === null ? null : { id: '2', username },
      action: 'update',
      changes: names.map((field) => ({ field, before: null, after: 'x' })),
    })
    expect(authorsOf([entry('2', 'dan_w', 'email'), entry('1', null, 'email', 'role')])).toEqual({
      email: { by: 'dan_w', at: '2' },
      role: { by: null, at: '1' },
    })
  })
})
