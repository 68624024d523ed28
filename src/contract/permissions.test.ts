import { describe, expect, it } from 'vitest'
import {
  ACTIONS,
  can,
  canOpen,
  canRead,
  hasEverything,
  NO_ACCESS,
  rightsOn,
  SUBJECTS,
  type Access,
  type Permission,
} from './permissions'

const access = (accessible_pages: string[], permissions: Permission[] = []): Access => ({
  accessible_pages,
  permissions,
})
const EVERYTHING = access(['*'])

describe('closed by default', () => {
  it('without a permission nothing is allowed', () => {
    for (const subject of SUBJECTS) {
      expect(rightsOn(NO_ACCESS, subject)).toEqual({
        create: false,
        read: [],
        update: false,
        delete: false,
        enable_disable: false,
      })
      for (const action of ACTIONS) expect(can(NO_ACCESS, action, subject)).toBe(false)
      expect(canRead(NO_ACCESS, subject, 'email')).toBe(false)
      expect(canOpen(NO_ACCESS, [subject])).toBe(false)
    }
  })
  it('a permission on one subject does not apply to another', () => {
    const users = access(['Users'], [{ action: 'read', subject: 'Users', fields: ['*'] }])
    expect(can(users, 'read', 'Users')).toBe(true)
    expect(can(users, 'read', 'Admins')).toBe(false)
    expect(can(users, 'update', 'Users')).toBe(false)
  })
  it('an accessible page alone gives no permission, and a permission alone opens no page', () => {
    expect(can(access(['Users']), 'read', 'Users')).toBe(false)
    expect(canOpen(access([], [{ action: 'read', subject: 'Users', fields: ['*'] }]), ['Users'])).toBe(false)
  })
})

describe("with '*'", () => {
  it('all permissions are true and all fields are allowed (spec 6)', () => {
    expect(hasEverything(EVERYTHING)).toBe(true)
    for (const subject of SUBJECTS) {
      expect(rightsOn(EVERYTHING, subject)).toEqual({
        create: true,
        read: ['*'],
        update: true,
        delete: true,
        enable_disable: true,
      })
      expect(canRead(EVERYTHING, subject, 'whatever_comes')).toBe(true)
    }
    expect(canOpen(EVERYTHING, ['Users'])).toBe(true)
  })
  it('as the subject of one permission, applies to every subject without opening pages', () => {
    const reader = access([], [{ action: 'read', subject: '*', fields: ['email'] }])
    expect(hasEverything(reader)).toBe(false)
    for (const subject of SUBJECTS) expect(rightsOn(reader, subject)).toMatchObject({ read: ['email'], update: false })
  })
})

describe('the permissions on a subject', () => {
  it.each(ACTIONS)('%s comes from its own entry', (action) => {
    const rights = rightsOn(access(['Users'], [{ action, subject: 'Users', fields: ['email'] }]), 'Users')
    expect(rights.create).toBe(action === 'create')
    expect(rights.update).toBe(action === 'update')
    expect(rights.delete).toBe(action === 'delete')
    expect(rights.read).toEqual(action === 'read' ? ['email'] : [])
  })
  it('enable_disable is derived from delete (spec 6)', () => {
    expect(rightsOn(access([], [{ action: 'delete', subject: 'Users', fields: [] }]), 'Users').enable_disable).toBe(
      true,
    )
    expect(rightsOn(access([], [{ action: 'update', subject: 'Users', fields: [] }]), 'Users').enable_disable).toBe(
      false,
    )
  })
  it('the fields of several read entries are combined without duplicates', () => {
    const two = access(
      [],
      [
        { action: 'read', subject: 'Users', fields: ['email', 'username'] },
        { action: 'read', subject: 'Users', fields: ['email', 'role'] },
      ],
    )
    expect(rightsOn(two, 'Users').read).toEqual(['email', 'username', 'role'])
    expect(canRead(two, 'Users', 'role')).toBe(true)
    expect(canRead(two, 'Users', 'cash_balance')).toBe(false)
  })
  it('a read entry without a field reads nothing', () => {
    expect(can(access([], [{ action: 'read', subject: 'Users', fields: [] }]), 'read', 'Users')).toBe(false)
  })
  it('the fields of another action are not readable', () => {
    expect(canRead(access([], [{ action: 'update', subject: 'Users', fields: ['*'] }]), 'Users', 'email')).toBe(false)
  })
})

describe('a menu entry', () => {
  it('is shown if one of its names is accessible', () => {
    expect(canOpen(access(['TicketCategory']), ['TicketStatus', 'TicketCategory'])).toBe(true)
    expect(canOpen(access(['Users']), ['TicketStatus', 'TicketCategory'])).toBe(false)
  })
  it('without a name (Home) is shown to everybody who is signed in', () => expect(canOpen(NO_ACCESS, [])).toBe(true))
})

it('subjects are unique', () => expect(new Set(SUBJECTS).size).toBe(SUBJECTS.length))

it('empty access opens no page and gives no permission', () =>
  expect(NO_ACCESS).toEqual({ accessible_pages: [], permissions: [] }))
