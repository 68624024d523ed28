import { expect, test } from 'vitest'
import { keyFaces } from './key-faces'

const faces = (combination: string, apple: boolean) => keyFaces(combination, apple).map(({ face }) => face)

test('the modifier depends on the keyboard', () => {
  expect(faces('Mod+K', false)).toEqual(['Ctrl', 'K'])
  expect(faces('Mod+K', true)).toEqual(['⌘', 'K'])
  expect(faces('Alt+ArrowUp', false)).toEqual(['Alt', '↑'])
  expect(faces('Alt+ArrowUp', true)).toEqual(['⌥', '↑'])
})

test('plus is a key too', () => {
  expect(faces('+', false)).toEqual(['+'])
  expect(faces('Mod++', false)).toEqual(['Ctrl', '+'])
})

test('a symbol has a name where screen readers would read another', () => {
  expect(keyFaces('Shift+ArrowDown', false).map(({ face, name }) => name ?? face)).toEqual(['Shift', 'Down arrow'])
  expect(keyFaces('?', false)).toEqual([{ face: '?', name: 'Question mark' }])
  expect(keyFaces('E', false)).toEqual([{ face: 'E' }])
})
