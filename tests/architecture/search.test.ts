/** The contract and the design system must fold text identically, though neither may import the other. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fold, SEARCH_WORDS, searchWords } from '@contract/search'
import * as table from '@design-system/primitives/text/fold'

it('both fold every character identically', () => {
  const different: string[] = []
  for (let code = 0; code <= 0x1ffff; code += 1) {
    if (code >= 0xd800 && code <= 0xdfff) continue
    const sign = String.fromCodePoint(code)
    if (fold(sign) !== table.fold(sign)) different.push(code.toString(16))
  }
  expect(different).toEqual([])
})

it('both split a search into the same words', () =>
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.oneof(
          fc.constantFrom(' ', '+', '(', ')', '-', '.', '0', '9', 'a', 'é'),
          fc.string({ unit: 'binary' }),
        ),
      }),
      (search) => {
        expect(table.searchWords(search)).toEqual(searchWords(search))
        expect(searchWords(search).length).toBeLessThanOrEqual(SEARCH_WORDS)
      },
    ),
  ))
