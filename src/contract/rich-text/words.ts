/** The words and the images of rich text. Pure. */
import type { Block, Heading, ListItem, Paragraph, RichText } from './rich-text'

/** Whether a value is meant as a document: it is not checked. */
export const isDocument = (value: unknown): value is RichText =>
  (value as Partial<RichText> | null | undefined)?.type === 'doc' && Array.isArray((value as RichText).content)

/** The words of a paragraph or a heading. */
export const lineOf = ({ content = [] }: Paragraph | Heading): string =>
  content.map((inline) => (inline.type === 'text' ? inline.text : ' ')).join('')

/** The lines of a block, without its marks: paragraphs, headings, and those in lists and quotes. */
export function linesOf(block: Block | ListItem): string[] {
  if (block.type === 'image') return []
  if (block.type === 'paragraph' || block.type === 'heading') return [lineOf(block)]
  return (block.content as (Block | ListItem)[]).flatMap(linesOf)
}

/** The words of a document, one line for each paragraph and heading: what is searched, sorted and counted. */
export const wordsOf = ({ content }: RichText): string => content.flatMap(linesOf).join('\n')

/** Ids of the files that a document shows, each once. */
export const picturesIn = ({ content }: RichText): string[] => [
  ...new Set(content.flatMap((block) => (block.type === 'image' ? [block.attrs.file] : []))),
]

/** Whether a document has neither words nor images. */
export const isEmptyText = (document: RichText): boolean =>
  picturesIn(document).length === 0 && wordsOf(document).trim() === ''
