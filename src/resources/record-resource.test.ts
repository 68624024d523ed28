import { expect, it } from 'vitest'
import { loadResource } from './load'

it('the input of a list of values is optional, because the list may be empty; other required fields are required', async () => {
  const { forms, actions } = await loadResource('content/game')
  const required = (fields: readonly { name: string; required?: boolean }[]) =>
    fields.flatMap(({ name, required: asks }) => (asks ? [name] : []))
  expect(required(forms.create!.fields)).toEqual(['name', 'slug', 'platform', 'game_type'])
  const tags = actions.find(({ key }) => key === 'tags')!
  expect(tags.kind === 'call' && required(tags.asks)).toEqual([])
})
