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
  it('show the first pages and the actions without input and without earlier use', () => {
    expect(ids(groupsFor(' ', { pages, actions, records: none }, {}))).toEqual({
      Pages: ['p1', 'p2', 'p3'],
      Actions: ['a1', 'a2'],
    })
  })
  it('show the last used items without input, including records of the session, with each action once', () => {
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
  it('place records that the server found in another field after those that match', () => {
    const found = [line('r1', 'Boris', ['boris@pitboss.test']), line('r2', 'Amara Usher')]
    expect(ids(groupsFor('us', { pages, actions, records: { ...none, found } }, {})).Records).toEqual(['r2', 'r1'])
  })
  it('drop records that no longer match while a search is running', () => {
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

describe('rights in the palette', () => {
  it('offer only pages that the person may open', () => {
    expect(
      pageLines(rights(['Users', 'ShiftHistory']), 'ADMIN').map(({ title, parents, note }) => [title, parents, note]),
    ).toEqual([
      ['Home', undefined, undefined],
      ['Users', undefined, 'People'],
      ['Shift history', ['Shift'], 'Workforce'],
    ])
  })
  it('search only records that the person may open and read', () => {
    expect(searchableSlugs(rights(['Users', 'Admins'], 'Users'))).toEqual(['users'])
    expect(searchableSlugs(rights(['Admins'], 'Users'))).toEqual([])
    expect(searchableSlugs(rights([EVERYTHING]))).toEqual(
      PAGES.filter(({ screen }) => screen === 'list').map(({ slug }) => slug),
    )
  })
  it('hide previously opened records after the right was removed', () => {
    expect(
      stillAllowed([line('record users 1'), line('record admin 2')], rights(['Users'], 'Users')).map(({ id }) => id),
    ).toEqual(['record users 1'])
  })
})
