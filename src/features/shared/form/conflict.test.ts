import { describe, expect, it } from 'vitest'
import { differencesOf, mixOf } from './conflict'

const opened = { first_name: 'Elena', last_name: 'Vasquez', role: 'PLAYER', third_party_store_code: '' }
const yours = { ...opened, last_name: 'Vásquez' }
const saved = { ...opened, third_party_store_code: null, role: 'VIP_PLAYER', version: 4 }

describe('a save that somebody overtook', () => {
  it('lists the fields that differ, and prefers what each of the two changed', () => {
    expect(differencesOf(yours, saved, opened)).toEqual([
      { name: 'last_name', yours: 'Vásquez', saved: 'Vasquez', preferred: 'yours' },
      { name: 'role', yours: 'PLAYER', saved: 'VIP_PLAYER', preferred: 'saved' },
    ])
  })
  it('takes nothing and null for the same', () => {
    expect(differencesOf({ store: '' }, { store: null }, { store: '' })).toEqual([])
  })
  it('leaves out what the record does not show', () => {
    expect(differencesOf({ phone: '1' }, {}, { phone: '' })).toEqual([])
  })
  it('mixes by the choices and keeps yours where there is none', () => {
    expect(mixOf(yours, saved, { role: 'saved', third_party_store_code: 'saved' })).toEqual({
      first_name: 'Elena',
      last_name: 'Vásquez',
      role: 'VIP_PLAYER',
      third_party_store_code: '',
    })
  })
})
