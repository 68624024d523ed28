import { describe, expect, it } from 'vitest'
import { ACTIONS, covers, SUBJECTS, type Permission } from '@contract/permissions'
import { accessOf, storesOf, type PermissionSet } from './principal'

const set = (entries: Permission[], more: Partial<PermissionSet> = {}): PermissionSet => ({
  entries,
  store_scope: 'ALL',
  store_codes: [],
  ...more,
})
const everything = set(ACTIONS.map((action) => ({ action, subject: '*', fields: ['*'] })))
const reads = (fields: string[]): Permission => ({ action: 'read', subject: 'Users', fields })

describe('permission sets', () => {
  it('give no rights where there are none', () => {
    expect(accessOf([])).toEqual({ accessible_pages: [], permissions: [] })
  })

  it('give the star only where every action on every field of every subject is given', () => {
    expect(accessOf([everything]).accessible_pages).toEqual(['*'])
    const onlyRead = accessOf([set([{ action: 'read', subject: '*', fields: ['*'] }])])
    expect(onlyRead.accessible_pages).toEqual([...SUBJECTS])
  })

  it('add up', () => {
    const access = accessOf([
      set([reads(['email'])]),
      set([reads(['username']), { action: 'update', subject: 'Users', fields: ['*'] }]),
    ])
    expect(access.permissions).toEqual([
      reads(['email', 'username']),
      { action: 'update', subject: 'Users', fields: ['*'] },
    ])
    expect(access.accessible_pages).toEqual(['Users'])
  })

  it('exceed another access by a right or by a field', () => {
    const [little, more] = [accessOf([set([reads(['email'])])]), accessOf([set([reads(['email', 'username'])])])]
    expect([
      covers(more, little),
      covers(little, more),
      covers(little, little),
      covers(accessOf([everything]), more),
      covers(more, accessOf([everything])),
    ]).toEqual([true, false, true, true, false])
  })

  it('limit the stores to own, listed or all; for a partner always to its own', () => {
    expect(storesOf('MANAGER', 'A', [set([])])).toBeNull()
    expect(storesOf('MANAGER', 'A', [set([], { store_scope: 'OWN' })])).toEqual(['A'])
    expect(storesOf('MANAGER', 'A', [set([], { store_scope: 'LIST', store_codes: ['B', 'A'] })])).toEqual(['A', 'B'])
    expect(storesOf('MANAGER', null, [])).toEqual([])
    expect(storesOf('THIRD_PARTY_ADMIN', 'A', [set([])])).toEqual(['A'])
  })
})
