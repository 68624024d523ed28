import { describe, expect, it } from 'vitest'
import type { Access } from '@contract/permissions'
import { rightsInWords } from './rights-in-words'

const access = (permissions: Access['permissions'], pages: string[] = []): Access => ({
  accessible_pages: pages,
  permissions,
})

describe('rights in words', () => {
  it('are everything for *', () => {
    expect(rightsInWords(access([], ['*']))).toBe('everything')
  })
  it('are empty without rights', () => {
    expect(rightsInWords(access([]))).toEqual([])
  })
  it('list the allowed actions, in the order of the menu', () => {
    expect(
      rightsInWords(
        access([
          { action: 'read', subject: 'TicketStatus', fields: ['*'] },
          { action: 'read', subject: 'AuditLog', fields: ['*'] },
          { action: 'read', subject: 'Users', fields: ['email', 'username'] },
          { action: 'update', subject: 'Users', fields: [] },
          { action: 'read', subject: 'Admins', fields: ['*'] },
          { action: 'create', subject: 'Admins', fields: [] },
          { action: 'delete', subject: 'Admins', fields: [] },
        ]),
      ),
    ).toEqual([
      {
        title: 'People',
        sentences: ['Admins: you may read, add and disable.', 'Users: you may read 2 fields and change.'],
      },
      { title: 'Support', sentences: ['Ticket status: you may read.'] },
      { title: 'Other', sentences: ['Audit log: you may read.'] },
    ])
  })
})
