import { describe, expect, it } from 'vitest'
import { faultsOf } from '@tests/kit/schema-faults'
import { PREFERENCE_LIMIT, preferenceChangesSchema, preferencesSchema } from './preferences'

const stored = (value: unknown) => faultsOf(preferencesSchema, value)
const changed = (preferences: unknown) => faultsOf(preferenceChangesSchema, { preferences })
const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`columns.l${at}`, 'x']))

describe('preferences', () => {
  it.each(['palette', 'columns.users', 'columns.crypto-2'])('have the name %s', (name) => {
    expect(stored({ [name]: 'x' })).toEqual([])
    expect(changed({ [name]: 'x' })).toEqual([])
  })
  it.each([
    'theme',
    'columns.',
    'columns.Users',
    'columns.2fa',
    'palette.x',
    'x.palette',
    `columns.${'a'.repeat(41)}`,
    'constructor',
  ])('cannot have the name %s', (name) => {
    expect(stored({ [name]: 'x' })).toEqual([`Unknown preference: ${name}`])
    expect(changed({ [name]: 'x' })).toEqual([`Unknown preference: ${name}`])
  })
  it('are texts', () => {
    for (const value of [1, true, {}, [], undefined]) {
      expect(stored({ palette: value })).toContain('A preference is a text')
      expect(changed({ palette: value })).toContain('A preference is a text')
    }
  })
  it('contain only complete characters', () => {
    expect(changed({ palette: 'half a pair: \uD800' })).toEqual(['A preference consists of whole characters'])
    expect(changed({ palette: 'a pair: \u{1F4A5}' })).toEqual([])
  })
  it('are removed by null, which is never stored', () => {
    expect(changed({ palette: null })).toEqual([])
    expect(stored({ palette: null })).toEqual(['A preference is a text'])
  })
  it('have their values described in the API documentation', () => {
    const value = { type: 'string', maxLength: 8_000 }
    expect(preferencesSchema.meta()).toEqual({ additionalProperties: { ...value, nullable: false } })
    const { preferences } = preferenceChangesSchema.fields
    expect((preferences as typeof preferencesSchema).meta()).toEqual({
      additionalProperties: { ...value, nullable: true },
    })
  })
  it('have a maximum length', () => {
    const longest = 'x'.repeat(PREFERENCE_LIMIT.value)
    const words = `Up to ${PREFERENCE_LIMIT.value} characters each`
    expect(stored({ palette: longest })).toEqual([])
    expect(stored({ palette: `${longest}x` })).toEqual([words])
    expect(changed({ palette: `${longest}x`, 'columns.users': 'x' })).toEqual([words])
  })
  it('are changed up to a hundred at once, whatever their total number', () => {
    expect(changed(many(PREFERENCE_LIMIT.names))).toEqual([])
    expect(changed(many(PREFERENCE_LIMIT.names + 1))).toEqual([`Up to ${PREFERENCE_LIMIT.names} at once`])
    expect(stored(many(PREFERENCE_LIMIT.names + 1))).toEqual([])
  })
  it.each([null, undefined, 'text', 5])('are never %j', (value) => {
    expect(stored(value)).not.toEqual([])
    expect(changed(value)).not.toEqual([])
  })
})
