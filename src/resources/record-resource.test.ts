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

it('an action that asks for a secret has a form, and a secret is revealed by an action of its own', async () => {
  const { actions, forms } = await loadResource('people/platform-account')
  expect(Object.fromEntries(actions.map(({ key, kind }) => [key, kind]))).toMatchObject({
    complete: 'form',
    resetPassword: 'form',
    recordBalance: 'call',
    reveal: 'reveal',
  })
  expect(forms.complete!.fields.map(({ name, kind }) => [name, kind])).toEqual([
    ['platform_username', 'text'],
    ['password', 'secretText'],
  ])
})

it('a list requests the fields by which the inputs of an action are asked', async () => {
  const { actions } = await loadResource('people/platform-account')
  expect(actions.find(({ key }) => key === 'close')!.reads).toEqual(['status', 'has_balance'])
})
