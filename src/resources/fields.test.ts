import { expect, it } from 'vitest'
import { FULL_LIST_ITEM_NO } from '@contract/constants'
import { queryOf } from '@services/api'
import { columnsToSearch, fieldsToRead, searchedColumns, shownByDefault } from './fields'
import { firstCalls } from './first-calls'
import { loadResource } from './load'

it('requests the shown fields, the name and the state of a row, in the order of the columns whatever their order on the screen', async () => {
  const users = await loadResource('people/users')
  const shown = shownByDefault(users.columns)
  expect(fieldsToRead(users, shown)).toEqual(fieldsToRead(users, shown.toReversed()))
  expect(fieldsToRead(users, ['email'])).toEqual(
    expect.arrayContaining(['email', 'first_name', 'last_name', 'is_deleted']),
  )
  expect(fieldsToRead(users, ['email'])).not.toContain('currency')
  expect(fieldsToRead(users, ['cash_balance'])).toContain('currency')
})

it.each([
  ['people/admin', ['first_name', 'last_name', 'email', 'username']],
  ['people/users', ['first_name', 'last_name', 'email', 'username', 'phone']],
])('the list %s searches the fields that the server searches', async (name, fields) => {
  const { columns } = await loadResource(name)
  expect(searchedColumns(columns)).toEqual(fields)
})

it('an amount that may be a number of something is read with the field that says of what', async () => {
  const spins = await loadResource('play/daily-spin')
  expect(fieldsToRead(spins, ['reward_value'])).toContain('reward_type')
  expect(fieldsToRead(spins, ['cost'])).not.toContain('reward_type')
})
it('a search requests the fields that it searches: phones only for digits', async () => {
  const { columns } = await loadResource('people/users')
  const names = ['first_name', 'last_name', 'email', 'username']
  expect(columnsToSearch(columns, '')).toEqual([])
  expect(columnsToSearch(columns, 'krüger 4s')).toEqual(names)
  expect(columnsToSearch(columns, 'krüger +49 151')).toEqual([...names, 'phone'])
})

it('the call that the page makes ahead is exactly the one that the list makes', async () => {
  expect(firstCalls.map(({ route }) => route)).toEqual(expect.arrayContaining(['/admin', '/users']))
  for (const { resource: name, url, accept } of firstCalls) {
    const resource = await loadResource(name)
    if (resource.record?.reads === 'paged') continue
    expect(accept).toBe('application/x-ndjson')
    const query = { itemNo: FULL_LIST_ITEM_NO, fields: fieldsToRead(resource, shownByDefault(resource.columns)) }
    expect(url).toBe(`${resource.operations.list.path}?${queryOf(query).toString()}`)
  }
})

it('for a list that is read in pages it is the first page, in the list’s own order', () => {
  const { url, accept } = firstCalls.find(({ route }) => route === '/newsletter-subscriber')!
  expect(accept).toBe('application/json')
  expect(url).toBe(
    `/api/v1/news-letter-subscribe?${queryOf({
      sort_by: 'createdAt',
      sort_order: 'desc',
      itemNo: 100,
      fields: ['email', 'user', 'source', 'consent_at', 'locale', 'status', 'createdAt'],
    }).toString()}`,
  )
})
