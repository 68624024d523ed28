import { expect, it } from 'vitest'
import { seoLacks, seoScoreOf } from './search-texts'

const whole = {
  meta_title: 'x'.repeat(30),
  meta_description: 'x'.repeat(70),
  text: 'x'.repeat(300),
  hasImage: true,
  isHidden: false,
}

it.each([
  [{}, []],
  [{ meta_title: '' }, ['NO_TITLE']],
  [{ meta_title: 'x'.repeat(29) }, ['SHORT_TITLE']],
  [{ meta_description: '' }, ['NO_DESCRIPTION']],
  [{ meta_description: 'x'.repeat(69) }, ['SHORT_DESCRIPTION']],
  [{ hasImage: false, isHidden: true }, ['NO_IMAGE', 'HIDDEN']],
  // Characters, not the units that JavaScript counts in.
  [{ text: '😀'.repeat(299) }, ['SHORT_TEXT']],
])('a record with %o lacks %o', (over, lacks) => {
  expect(seoLacks({ ...whole, ...over })).toEqual(lacks)
})
it('each lack costs a fifth of the score', () => {
  expect([0, 1, 5].map(seoScoreOf)).toEqual([100, 80, 0])
})
