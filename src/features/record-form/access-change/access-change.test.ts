import { describe, expect, it } from 'vitest'
import { ACTIONS, type Access, type Permission, type Subject } from '@contract/permissions'
import { accessChangeInWords } from './access-change'

const grant = (subject: Subject, ...actions: Permission['action'][]): Permission[] =>
  actions.map((action) => ({ action, subject, fields: ['*'] }))
const access = (...permissions: Permission[][]): Access => {
  const all = permissions.flat()
  return {
    accessible_pages: all.filter(({ action }) => action === 'read').map(({ subject }) => subject),
    permissions: all,
  }
}
const everything: Access = {
  accessible_pages: ['*'],
  permissions: ACTIONS.map((action) => ({ action, subject: '*', fields: ['*'] })),
}

describe('a change of rights in words', () => {
  it('says nothing where nothing changes', () => {
    const same = access(grant('Admins', 'read', 'update'))
    expect(accessChangeInWords(same, same, 'MANAGER')).toMatchObject({ appears: [], leaves: [], gains: [], loses: [] })
  })
  it('names the entries of the menu by their titles, and what is gained and lost', () => {
    const now = access(grant('Users', 'read'), grant('UserLevels', 'read', 'update'))
    const then = access(grant('Users', 'read', 'create', 'delete'), grant('Admins', 'read'))
    expect(accessChangeInWords(now, then, 'MANAGER')).toMatchObject({
      appears: ['Admins'],
      leaves: ['User levels'],
      gains: ['Admins: read.', 'Users: add and disable.'],
      loses: ['User levels: read and change.'],
      now: [{ title: 'People', sentences: ['Users: they may read.', 'User levels: they may read and change.'] }],
    })
  })
  it('says that more fields can be read', () => {
    const few = access([{ action: 'read', subject: 'Users', fields: ['email'] }])
    const all = access(grant('Users', 'read'))
    expect(accessChangeInWords(few, all, 'MANAGER').gains).toEqual(['Users: read more fields.'])
    expect(accessChangeInWords(all, few, 'MANAGER').loses).toEqual(['Users: read more fields.'])
  })
  it('says everything in one sentence', () => {
    const change = accessChangeInWords(access(grant('Admins', 'read')), everything, 'MANAGER')
    expect(change.gains).toEqual(['Every right on every page.'])
    expect(change.then).toBe('everything')
    expect(change.appears.length).toBeGreaterThan(20)
  })
})
