import { describe, expect, it } from 'vitest'
import { fold, phoneDigits, searchedId, searchWords } from './search'

describe('folding', () => {
  it.each([
    ['Krüger', 'kruger'],
    ['KRU\u0308GER', 'kruger'],
    ['Đặng ðłøıħŧ', 'dang dloiht'],
    ['Straße Æther Œuvre Þór', 'strasse aether oeuvre thor'],
    ['ΌΜΗΡΟΣ Όμηρος', 'ομηροσ ομηροσ'],
    ['مُحَمَّدـ', 'محمد'],
    ['１２ﬁ', '12fi'],
    ['ガ 김', 'ガ 김'],
  ])('folds %s to %s', (text, folded) => expect(fold(text)).toBe(folded))
})

describe('the words of a search', () => {
  it.each([
    ['avery reed', ['avery', 'reed']],
    [' Krüger\t krüger ', ['kruger']],
    ['+44 (7911) 123-456', ['44', '7911', '123', '456']],
    ['151.465.', ['151', '465']],
    ['a-1 1a x@y.test 12#3', ['a-1', '1a', 'x@y.test', '12#3']],
    ['- ( +', ['-', '(', '+']],
    ['   ', []],
  ])('of %j are %j', (search, words) => expect(searchWords(search)).toEqual(words))
  it('are limited to twelve', () =>
    expect(searchWords(Array.from({ length: 20 }, (_, at) => `w${at}`).join(' '))).toEqual(
      Array.from({ length: 12 }, (_, at) => `w${at}`),
    ))
})

it('a phone is searched by its digits', () => expect(phoneDigits('+49 (151) 465-107')).toBe('49151465107'))

it('a search that is an id finds its record', () => {
  const id = '01890a5d-ac96-774b-bcce-b302099a8057'
  expect(searchedId(id)).toBe(id)
  expect(searchedId(` ${id.toUpperCase()} `)).toBe(id)
  for (const other of ['', 'x', id.slice(1), `${id} x`]) expect(searchedId(other)).toBeNull()
})
