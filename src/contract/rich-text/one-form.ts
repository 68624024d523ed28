/** Rich text in forms: equal documents are equal texts. Pure. */
import type { Block, Heading, Inline, List, Mark, Paragraph, RichText } from './rich-text'
import { documentOfBlocks, type OldBlock } from './blocks'
import { isEmptyText, lineOf } from './words'

/**
 * @param typed the value of a form, which is text: JSON, or '' for none
 * @returns null for none; a text that is no JSON as it is. A list of blocks, which drafts from before rich text have, is a
 * document.
 */
export function documentIn(typed: string): unknown {
  if (typed === '') return null
  try {
    const value = JSON.parse(typed) as unknown
    return Array.isArray(value) ? documentOfBlocks(value as OldBlock[]) : value
  } catch {
    return typed
  }
}

const ORDER: readonly Mark['type'][] = ['link', 'bold', 'italic']
const inlineInOrder = (inline: Inline): Inline =>
  inline.type === 'hardBreak'
    ? { type: 'hardBreak' }
    : {
        type: 'text',
        text: inline.text,
        ...(inline.marks &&
          inline.marks.length > 0 && {
            marks: inline.marks
              .toSorted((a, b) => ORDER.indexOf(a.type) - ORDER.indexOf(b.type))
              .map((mark): Mark =>
                mark.type === 'link' ? { type: 'link', attrs: { href: mark.attrs.href } } : { type: mark.type },
              ),
          }),
      }
const lineInOrder = ({ content = [] }: Paragraph | Heading) =>
  content.length > 0 ? { content: content.map(inlineInOrder) } : {}

function blockInOrder(block: Block): Block {
  switch (block.type) {
    case 'paragraph':
      return { type: 'paragraph', ...lineInOrder(block) }
    case 'heading':
      return { type: 'heading', attrs: { level: block.attrs.level }, ...lineInOrder(block) }
    case 'blockquote':
      return { type: 'blockquote', content: block.content.map((each) => blockInOrder(each) as Paragraph) }
    case 'image':
      return { type: 'image', attrs: { file: block.attrs.file, alt: block.attrs.alt } }
    default:
      return {
        type: block.type,
        content: block.content.map(({ content }) => ({
          type: 'listItem' as const,
          content: content.map((each) => blockInOrder(each) as Paragraph | List),
        })),
      }
  }
}
const isBlank = (block: Block | undefined) => block?.type === 'paragraph' && lineOf(block).trim() === ''

/**
 * The one form in which equal documents are equal texts: keys and marks in one order, without empty paragraphs at both
 * ends. A database and the editor each have an order of their own.
 * @returns null for a document without content
 */
export function inOneForm(document: RichText): RichText | null {
  const content = document.content.map(blockInOrder)
  while (isBlank(content[0])) content.shift()
  while (isBlank(content.at(-1))) content.pop()
  const one: RichText = { type: 'doc', content }
  return isEmptyText(one) ? null : one
}

/** @returns a document as the text of its input; '' for none */
export const writtenDocument = (value: RichText | null): string => {
  const document = value && inOneForm(value)
  return document ? JSON.stringify(document) : ''
}

/** @returns a document without its images, whose files belong to one record; null if nothing else is in it */
export const withoutPictures = ({ type, content }: RichText): RichText | null =>
  inOneForm({ type, content: content.filter((block) => block.type !== 'image') })
