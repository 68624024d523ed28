/**
 * Rich text as JSON (catalogue, /seo/pages): the document of the editor, in a closed set of nodes and marks. Whoever
 * stores or shows a document knows exactly what it may contain, so nothing needs to be cleaned afterwards. Each use has a
 * file of its own: a list loads the words, and only a form the schema.
 */
import { LENGTH } from '../constants'

export const HEADING_LEVELS = [2, 3, 4] as const
export type HeadingLevel = (typeof HEADING_LEVELS)[number]

export type Mark = { type: 'bold' } | { type: 'italic' } | { type: 'link'; attrs: { href: string } }
export type Inline = { type: 'text'; text: string; marks?: Mark[] } | { type: 'hardBreak' }
export interface Paragraph {
  type: 'paragraph'
  content?: Inline[]
}
export interface Heading {
  type: 'heading'
  attrs: { level: HeadingLevel }
  content?: Inline[]
}
export interface ListItem {
  type: 'listItem'
  content: (Paragraph | List)[]
}
export interface List {
  type: 'bulletList' | 'orderedList'
  content: ListItem[]
}
export interface Quote {
  type: 'blockquote'
  content: Paragraph[]
}
/** An uploaded image: of a file it keeps the id, never an address. `alt` is empty for a decoration. */
export interface Picture {
  type: 'image'
  attrs: { file: string; alt: string }
}
export type Block = Paragraph | Heading | List | Quote | Picture
export interface RichText {
  type: 'doc'
  content: Block[]
}

export const RICH_TEXT_LIMITS = {
  blocks: 100,
  /** Characters of a block (spec 5, long free text). */
  block: LENGTH.freeText.long,
  /** Lists in lists. */
  listLevels: 4,
  alt: LENGTH.freeText.short,
  href: 2000,
} as const
