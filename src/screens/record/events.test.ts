import { describe, expect, it } from 'vitest'
import type { HistoryEntry } from '@contract/entities/history'
import { resource as categories } from '@resources/content/brand-category'
import { resource as admins } from '@resources/people/admin'
import { resource as users } from '@resources/people/users'
import { linesOf, shownField } from './events'

const entry = (over: Partial<HistoryEntry>): HistoryEntry => ({
  id: '1',
  at: '2026-11-20T14:30:00.000Z',
  by: { id: '2', username: 'dan_w' },
  action: 'update',
  changes: [],
  asked: [],
  ...over,
})

describe('an entry of a history', () => {
  it.each([
    ['update', 'Changed'],
    ['disable', 'Disabled'],
    // In the words of the action, and of what other records' rules do.
    ['moveTo', 'Moved'],
    ['unknownToThisConsole', 'UnknownToThisConsole'],
  ])('%s is called %s', (action, what) => {
    expect(linesOf(categories, [entry({ action })])[0]!.what).toMatch(new RegExp(`^${what}`, 'i'))
  })
  it('says what an event of another record did', () => {
    expect(linesOf(users, [entry({ action: 'suspend', by: null })])[0]).toMatchObject({ what: 'Suspended' })
  })
  it('has the reason apart from what else was asked', () => {
    const asked = [
      { field: 'to', value: { id: '9', name: 'Slots' } },
      { field: 'reason', value: 'Asked for by phone' },
    ]
    expect(linesOf(categories, [entry({ action: 'moveTo', asked })])[0]).toMatchObject({
      reason: 'Asked for by phone',
      asked: [{ column: { title: 'Category', kind: 'reference' }, value: { id: '9', name: 'Slots' } }],
    })
    // A reason of what is no action, such as an import.
    expect(linesOf(categories, [entry({ asked: asked.slice(1) })])[0]).toMatchObject({ asked: [] })
  })
  it('shows fields as the list does, and leaves out what a record was added with', () => {
    const changes = [{ field: 'is_deleted', before: false, after: true }]
    expect(linesOf(categories, [entry({ changes })])[0]!.changes).toMatchObject([
      { column: { title: 'Status', kind: 'switch' }, before: false, after: true },
    ])
    expect(linesOf(categories, [entry({ action: 'create', changes })])[0]!.changes).toEqual([])
  })
})

describe('a field of a history', () => {
  it('that is no column of the list has its label and kind all the same', () => {
    expect(admins.columns.some(({ field }) => (field as string) === 'status')).toBe(false)
    expect(shownField(admins, 'status')).toMatchObject({ title: 'Status', kind: 'enum' })
  })
  it('that this console does not know is a text', () => {
    expect(shownField(users, 'shoe_size')).toEqual({ field: 'shoe_size', title: 'shoe_size', kind: 'text' })
  })
})
