/** Rich text of demo rows. */
import type { Block, Inline, Mark, Paragraph, RichText } from '@contract/rich-text/rich-text'

export const words = (text: string, ...marks: Mark[]): Inline => ({
  type: 'text',
  text,
  ...(marks.length > 0 && { marks }),
})
export const bold = (text: string): Inline => words(text, { type: 'bold' })
export const linked = (text: string, href: string): Inline => words(text, { type: 'link', attrs: { href } })

type Line = readonly (string | Inline)[]
const inline = (line: Line): Inline[] => line.map((part) => (typeof part === 'string' ? words(part) : part))
export const paragraph = (...line: Line): Paragraph => ({ type: 'paragraph', content: inline(line) })
export const heading = (text: string): Block => ({ type: 'heading', attrs: { level: 2 }, content: [words(text)] })
export const quote = (text: string): Block => ({ type: 'blockquote', content: [paragraph(text)] })
export const steps = (...items: string[]): Block => listOf('orderedList', items)
export const points = (...items: string[]): Block => listOf('bulletList', items)
const listOf = (type: 'orderedList' | 'bulletList', items: string[]): Block => ({
  type,
  content: items.map((item) => ({ type: 'listItem', content: [paragraph(item)] })),
})
/** @param drawing description of a drawing (files.ts) */
export const picture = (drawing: string, alt: string): Block => ({ type: 'image', attrs: { file: drawing, alt } })

export const written = (...content: Block[]): RichText => ({ type: 'doc', content })
