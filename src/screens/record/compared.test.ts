import { expect, it } from 'vitest'
import type { RichText } from '@contract/rich-text/rich-text'
import { comparedTexts } from './compared'

const doc = (...lines: string[]): RichText => ({
  type: 'doc',
  content: lines.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
})

it('two documents differ in the parts that were removed and added', () => {
  expect(comparedTexts(doc('a', 'b', 'c', 'd'), doc('a', 'b', 'X', 'd', 'e'))).toEqual([
    { is: 'same', parts: 2 },
    { is: 'removed', text: 'c' },
    { is: 'added', text: 'X' },
    { is: 'same', parts: 1 },
    { is: 'added', text: 'e' },
  ])
})
it('a document that is new or gone is added or removed as a whole', () => {
  expect(comparedTexts(null, doc('a'))).toEqual([{ is: 'added', text: 'a' }])
  expect(comparedTexts(doc('a'), null)).toEqual([{ is: 'removed', text: 'a' }])
  expect(comparedTexts(null, null)).toEqual([])
})
it('a changed mark is a difference', () => {
  const bold: RichText = {
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: 'a', marks: [{ type: 'bold' }] }] }],
  }
  expect(comparedTexts(doc('a'), bold)).toEqual([
    { is: 'removed', text: 'a' },
    { is: 'added', text: '**a**' },
  ])
})
