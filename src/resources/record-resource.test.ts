import { expect, it } from 'vitest'
import { pageOfRecord } from './record-path'
import { loadResource } from './load'

it('the input of a list of values is optional, because the list may be empty; other required fields are required', async () => {
  const { forms, actions } = await loadResource('content/game')
  const required = (fields: readonly { name: string; required?: boolean }[]) =>
    fields.flatMap(({ name, required: asks }) => (asks ? [name] : []))
  expect(required(forms.create!.fields)).toEqual(['name', 'slug', 'platform', 'game_type'])
  const tags = actions.find(({ key }) => key === 'tags')!
  expect(tags.kind === 'call' && required(tags.asks)).toEqual([])
})

it.each([
  ['people/users', '/users/7'],
  ['people/third-party-admin', '/third-party-admin/7'],
  ['people/third-party-user', '/users/7'],
])('a row of %s opens %s: a part of a record without pages has those of the whole record', async (name, path) => {
  expect(pageOfRecord(await loadResource(name), '7')).toBe(path)
})

it('a text that is pinned on the page is an icon in the list', async () => {
  const { columns, page } = await loadResource('people/users')
  expect(columns.flatMap(({ field, kind }) => (kind === 'note' ? [field] : []))).toEqual([page.pinned])
})
