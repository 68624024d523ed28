import { describe, expect, it } from 'vitest'
import { fold, foldWithPlaces, searchWords } from './fold'

describe('folding', () => {
  it.each([
    ['Krüger', 'kruger'],
    ['KRU\u0308GER', 'kruger'],
    ['Đặng Nguyễn', 'dang nguyen'],
    ['Łukasz Dąbrowska', 'lukasz dabrowska'],
    ['Straße', 'strasse'],
    ['STRASSE', 'strasse'],
    ['İstanbul ISPARTA ısı', 'istanbul isparta isi'],
    ['Æther Œuvre Þór', 'aether oeuvre thor'],
    ['Όμηρος ΌΜΗΡΟΣ', 'ομηροσ ομηροσ'],
    ['Фёдор', 'федор'],
    ['أحمد', 'احمد'],
    ['مُحَمَّد', 'محمد'],
    ['１２３', '123'],
    ['สมชาย', 'สมชาย'],
    ['ガ', 'ガ'],
    ['김철수', '김철수'],
  ])('turns %s into %s', (text, folded) => expect(fold(text)).toBe(folded))

  it('returns the original position of each folded character', () => {
    const { text, places } = foldWithPlaces('Straße Ö')
    expect(text).toBe('strasse o')
    expect(places).toEqual([0, 1, 2, 3, 4, 4, 5, 6, 7, 8])
  })
})

describe('the words of a search', () => {
  it.each([
    ['avery reed', ['avery', 'reed']],
    ['  Krüger   krüger ', ['kruger']],
    ['+44 (7911) 123-456', ['44', '7911', '123', '456']],
    ['a-1 x@y.test', ['a-1', 'x@y.test']],
    ['- ( +', ['-', '(', '+']],
    ['   ', []],
  ])('of %j are %j', (search, words) => expect(searchWords(search)).toEqual(words))
  it('are limited to twelve', () =>
    expect(searchWords(Array.from({ length: 20 }, (_, at) => `w${at}`).join(' '))).toHaveLength(12))
})
