import { House } from 'lucide-react'
import { PAGES } from '@resources/pages'
import { describe, expect, it } from 'vitest'
import { EVERYTHING, type Access } from '@contract/permissions'
import { groupsFor, type Sources } from './groups'
import { pageLines, type Line } from './pages'
import { searchableSlugs, stillAllowed } from './records'

const line = (id: string, title = id, keywords: string[] = []): Line => ({ id, title, icon: House, keywords })
const none: Sources['records'] = { found: [], busy: false, failure: null, recent: [] }
const pages = [line('p1', 'Users'), line('p2', 'Admins'), line('p3', 'User levels')]
const actions = [line('a1', 'New user'), line('a2', 'Sign out')]
const ids = (groups: ReturnType<typeof groupsFor>) =>
  Object.fromEntries(groups.map(({ title, items }) => [title, items.map(({ id }) => id)]))

describe('groups of the palette', () => {
  it('nothing typed, nothing used: the first pages, and the actions', () => {
    expect(ids(groupsFor(' ', { pages, actions, records: none }, {}))).toEqual({
      Pages: ['p1', 'p2', 'p3'],
      Actions: ['a1', 'a2'],
    })
  })
  it('nothing typed: what was used last, also records of the session, and no action twice', () => {
    const uses = {
      p2: { count: 1, last: 5 },
      a1: { count: 9, last: 7 },
      r1: { count: 1, last: 6 },
      gone: { count: 1, last: 9 },
    }
    expect(ids(groupsFor('', { pages, actions, records: { ...none, recent: [line('r1')] } }, uses))).toEqual({
      Recent: ['a1', 'r1', 'p2'],
      Actions: ['a2'],
    })
  })
  it('what the server found otherwise comes after what matches', () => {
    const found = [line('r1', 'Boris', ['boris@pitboss.test']), line('r2', 'Amara Usher')]
    expect(ids(groupsFor('us', { pages, actions, records: { ...none, found } }, {})).Records).toEqual(['r2', 'r1'])
  })
  it('while more is asked for, what no longer matches is gone', () => {
    const found = [line('r1', 'Boris'), line('r2', 'Amara Usher')]
    const records = groupsFor('amara', { pages, actions, records: { ...none, found, busy: true } }, {})[1]!
    expect(records.items.map(({ id }) => id)).toEqual(['r2'])
    expect(records.loading).toBe(true)
  })
})

const rights = (accessible_pages: string[], ...subjects: string[]): Access => ({
  accessible_pages,
  permissions: subjects.map((subject) => ({ action: 'read', subject: subject as 'Users', fields: [EVERYTHING] })),
})

describe('what may be found', () => {
  it('pages are those that the person may open', () => {
    expect(
      pageLines(rights(['Users', 'ShiftHistory']), 'ADMIN').map(({ title, parents, note }) => [title, parents, note]),
    ).toEqual([
      ['Home', undefined, undefined],
      ['Users', undefined, 'People'],
      ['Shift history', ['Shift'], 'Workforce'],
    ])
  })
  it('records are those that they may open and read', () => {
    expect(searchableSlugs(rights(['Users', 'Admins'], 'Users'))).toEqual(['users'])
    expect(searchableSlugs(rights(['Admins'], 'Users'))).toEqual([])
    expect(searchableSlugs(rights([EVERYTHING]))).toEqual(
      PAGES.filter(({ screen }) => screen === 'list').map(({ slug }) => slug),
    )
  })
  it('what was opened before is not shown once the right is gone', () => {
    expect(
      stillAllowed([line('record users 1'), line('record admin 2')], rights(['Users'], 'Users')).map(({ id }) => id),
    ).toEqual(['record users 1'])
  })
})
