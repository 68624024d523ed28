import { describe, expect, it } from 'vitest'
import { documentOfBlocks } from './blocks'
import { isAllowedHref } from './links'
import { markdownOf } from './markdown'
import { documentIn, inOneForm, withoutPictures, writtenDocument } from './one-form'
import type { Block, Inline, RichText } from './rich-text'
import { EMPTY_TEXT, richTextFault } from './schema'
import { isEmptyText, picturesIn, wordsOf } from './words'

const A = '01890a5d-ac96-774b-bcce-b302099a8057'
const text = (words: string, ...marks: ('bold' | 'italic')[]): Inline => ({
  type: 'text',
  text: words,
  ...(marks.length > 0 && { marks: marks.map((type) => ({ type })) }),
})
const line = (...content: Inline[]) => ({ type: 'paragraph' as const, content })
const doc = (...content: Block[]): RichText => ({ type: 'doc', content })

const WHOLE = doc(
  { type: 'heading', attrs: { level: 2 }, content: [text('Ærø')] },
  line(text('un'), text('believ', 'bold'), text('able'), { type: 'hardBreak' }, text('twice')),
  {
    type: 'orderedList',
    content: [
      {
        type: 'listItem',
        content: [
          line(text('one')),
          { type: 'bulletList', content: [{ type: 'listItem', content: [line(text('deeper'))] }] },
        ],
      },
      {
        type: 'listItem',
        content: [line({ type: 'text', text: 'two', marks: [{ type: 'link', attrs: { href: '/help' } }] })],
      },
    ],
  },
  { type: 'blockquote', content: [line(text('said'))] },
  { type: 'image', attrs: { file: A, alt: 'Coupon' } },
)

describe('the words of a document', () => {
  it('are one line for each paragraph and heading; marks do not part a word', () => {
    expect(wordsOf(WHOLE)).toBe('Ærø\nunbelievable twice\none\ndeeper\ntwo\nsaid')
  })
  it('are in Markdown with their marks, lists, links and images', () => {
    expect(markdownOf(WHOLE)).toBe(
      `## Ærø\nun**believ**able\ntwice\n1. one\n   - deeper\n2. [two](/help)\n> said\n![Coupon](${A})`,
    )
  })
})

it('the images of a document are its files, each once', () => {
  expect(picturesIn(doc(WHOLE.content.at(-1)!, line(text('x')), WHOLE.content.at(-1)!))).toEqual([A])
})

describe('the schema', () => {
  it('accepts each node and mark', () => expect(richTextFault(WHOLE)).toBeNull())
  it.each([
    [{ type: 'doc', content: [{ type: 'iframe' }] }, 'The text may not contain “iframe”'],
    [doc({ ...line(text('x')), attrs: { style: 'x' } } as never), 'A paragraph may not have “attrs”'],
    [doc(line({ type: 'text', text: 'x', marks: [{ type: 'code' }] } as never)), 'A text may not be marked as “code”'],
    [doc(line(text('x'.repeat(3001)))), 'Part 1 has 3,001 characters, up to 3000 fit'],
    [doc(), EMPTY_TEXT],
    [doc(line(text('  '))), EMPTY_TEXT],
    [
      JSON.parse('{"type":"doc","content":[{"type":"paragraph","__proto__":1}]}'),
      'A paragraph may not have “__proto__”',
    ],
  ])('refuses with a sentence: %j', (document, sentence) => expect(richTextFault(document)).toBe(sentence))
  it('refuses a document of any depth without descending into it', () => {
    const nested = `${'{"type":"bulletList","content":[{"type":"listItem","content":[{"type":"paragraph"},'.repeat(5000)}{"type":"paragraph"}${']}]}'.repeat(5000)}`
    expect(richTextFault({ type: 'doc', content: [JSON.parse(nested)] })).toBe('Lists have up to 4 levels')
  })
  it('counts an emoji as one character', () => {
    expect(richTextFault(doc(line(text('😀'.repeat(3000)))))).toBeNull()
  })
})

it.each([
  ['https://example.com/a?b#c', true],
  ['HTTP://example.com', true],
  ['mailto:a@example.com', true],
  ['/help', true],
  ['/', true],
  ['//example.com', false],
  ['/\\example.com', false],
  ['javascript:alert(1)', false],
  ['https:/example.com', false],
  ['https://', false],
  ['ftp://example.com', false],
  ['tel:123', false],
  ['#part', false],
  ['/a b', false],
])('a link to %s: %s', (href, isAllowed) => expect(isAllowedHref(href)).toBe(isAllowed))

describe('one form', () => {
  it('is the same text for a document in any order of keys and marks', () => {
    const stored = doc({
      content: [{ marks: [{ type: 'italic' }, { type: 'bold' }], text: 'x', type: 'text' }],
      type: 'paragraph',
    })
    expect(writtenDocument(stored)).toBe(writtenDocument(doc(line(text('x', 'bold', 'italic')))))
  })
  it('has no empty paragraphs at its ends, and keeps those between', () => {
    const blank = { type: 'paragraph' as const }
    expect(inOneForm(doc(blank, line(text('a')), blank, line(text('b')), blank, blank))).toEqual(
      doc(line(text('a')), blank, line(text('b'))),
    )
    expect(inOneForm(doc(blank))).toBeNull()
    expect(isEmptyText(doc(blank))).toBe(true)
  })
  it('has no images in a copy for another record', () => {
    expect(picturesIn(withoutPictures(WHOLE)!)).toEqual([])
    expect(withoutPictures(doc(WHOLE.content.at(-1)!))).toBeNull()
  })
  it('reads what it wrote, and the list of blocks of an earlier draft', () => {
    expect(documentIn(writtenDocument(WHOLE))).toEqual(WHOLE)
    expect(documentIn('')).toBeNull()
    expect(documentIn('[{"kind":"TEXT","text":"x"}]')).toEqual(doc(line(text('x'))))
  })
})

it('earlier blocks are paragraphs, headings and quotes; their line breaks stay', () => {
  expect(
    documentOfBlocks([
      { kind: 'HEADING', text: 'Head' },
      { kind: 'TEXT', text: 'one\n\ntwo' },
      { kind: 'QUOTE', text: 'said' },
    ]),
  ).toEqual(
    doc(
      { type: 'heading', attrs: { level: 2 }, content: [text('Head')] },
      line(text('one'), { type: 'hardBreak' }, { type: 'hardBreak' }, text('two')),
      { type: 'blockquote', content: [line(text('said'))] },
    ),
  )
  expect(documentOfBlocks([])).toBeNull()
})
