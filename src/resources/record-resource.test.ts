import { expect, it } from 'vitest'
import { loadResource } from './load'

it('a list of values may be empty: its input does not ask for one, and other required fields do', async () => {
  const { forms, actions } = await loadResource('content/game')
  const required = (fields: readonly { name: string; required?: boolean }[]) =>
    fields.flatMap(({ name, required: asks }) => (asks ? [name] : []))
  expect(required(forms.create!.fields)).toEqual(['name', 'slug', 'platform', 'game_type'])
  const tags = actions.find(({ key }) => key === 'tags')!
  expect(tags.kind === 'call' && required(tags.asks)).toEqual([])
})
