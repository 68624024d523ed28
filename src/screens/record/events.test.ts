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

describe('a history entry', () => {
  it.each([
    ['update', 'Changed'],
    ['disable', 'Disabled'],
    // The participle of the action.
    ['moveTo', 'Moved'],
    ['approveRequest', 'Approved'],
    ['expireRequest', 'Not approved in time'],
    ['unknownToThisConsole', 'UnknownToThisConsole'],
  ])('the entry of %s starts with %s', (action, what) => {
    expect(linesOf(categories, [entry({ action })])[0]!.what).toMatch(new RegExp(`^${what}`, 'i'))
  })
  it('describes an event that a rule of another record caused', () => {
    expect(linesOf(users, [entry({ action: 'suspend', by: null })])[0]).toMatchObject({ what: 'Suspended' })
  })
  it('shows what a decision was about, with its reason', () => {
    const asked = [
      { field: 'approval', value: 'Activate Ωmega' },
      { field: 'reason', value: 'Agreed' },
    ]
    expect(linesOf(categories, [entry({ action: 'rejectRequest', asked })])[0]).toMatchObject({
      what: 'Rejected',
      about: 'Activate Ωmega',
      reason: 'Agreed',
      asked: [],
    })
    // Input of another action with this name is shown with its other input.
    const other = linesOf(categories, [entry({ action: 'moveTo', asked })])[0]!
    expect([other.about, other.asked.length]).toEqual([undefined, 1])
  })
  it('separates the reason from other input', () => {
    const asked = [
      { field: 'to', value: { id: '9', name: 'Slots' } },
      { field: 'reason', value: 'Asked for by phone' },
    ]
    expect(linesOf(categories, [entry({ action: 'moveTo', asked })])[0]).toMatchObject({
      reason: 'Asked for by phone',
      asked: [{ column: { title: 'Category', kind: 'reference' }, value: { id: '9', name: 'Slots' } }],
    })
    // The reason of an entry without an action, such as an import.
    expect(linesOf(categories, [entry({ asked: asked.slice(1) })])[0]).toMatchObject({ asked: [] })
  })
  it('shows fields as the list does, and leaves out the values of a new record', () => {
    const changes = [{ field: 'is_deleted', before: false, after: true }]
    expect(linesOf(categories, [entry({ changes })])[0]!.changes).toMatchObject([
      { column: { title: 'Status', kind: 'switch' }, before: false, after: true },
    ])
    expect(linesOf(categories, [entry({ action: 'create', changes })])[0]!.changes).toEqual([])
  })
})

describe('a field of a history entry', () => {
  it('has its label and kind even if the list has no such column', () => {
    expect(admins.columns.some(({ field }) => (field as string) === 'status')).toBe(false)
    expect(shownField(admins, 'status')).toMatchObject({ title: 'Status', kind: 'enum' })
  })
  it('is a text if this console does not know it', () => {
    expect(shownField(users, 'shoe_size')).toEqual({ field: 'shoe_size', title: 'shoe_size', kind: 'text' })
  })
})
