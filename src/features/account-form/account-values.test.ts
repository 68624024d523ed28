import { describe, expect, it } from 'vitest'
import { resource } from '@resources/admin'
import { createBody, updateBody, valuesOf } from './account-values'

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
  it('send what changed, and never what cannot be updated', () => {
    expect(updateBody({ ...valuesOf(fields, record), last_name: 'Vásquez' }, record)).toEqual({ last_name: 'Vásquez' })
    expect(
      updateBody(
        { ...valuesOf(fields, record), password: 'x', is_deleted: true, avatar: 'x', store_code: 'X' },
        record,
      ),
    ).toEqual({})
    expect(updateBody(valuesOf(fields, record), record)).toEqual({})
  })
})
