/** Rich text as Markdown, for exports, the history and comparisons. Pure. */
import type { Block, Heading, Inline, Paragraph, RichText } from './rich-text'

const marked = (inline: Inline): string => {
  if (inline.type === 'hardBreak') return '\n'
  return (inline.marks ?? []).reduce(
    (text, mark) =>
      mark.type === 'link' ? `[${text}](${mark.attrs.href})` : mark.type === 'bold' ? `**${text}**` : `*${text}*`,
    inline.text,
  )
}
const inMarkdown = ({ content = [] }: Paragraph | Heading): string => content.map(marked).join('')

function markdownLines(block: Block, indent: string): string[] {
  switch (block.type) {
    case 'paragraph':
      return [`${indent}${inMarkdown(block)}`]
    case 'heading':
      return [`${'#'.repeat(block.attrs.level)} ${inMarkdown(block)}`]
    case 'blockquote':
      return block.content.map((paragraph) => `> ${inMarkdown(paragraph)}`)
    case 'image':
      return [`![${block.attrs.alt}](${block.attrs.file})`]
    default:
      return block.content.flatMap(({ content }, index) => {
        const bullet = block.type === 'orderedList' ? `${index + 1}. ` : '- '
        return content.flatMap((part, at) =>
          at === 0
            ? [`${indent}${bullet}${inMarkdown(part as Paragraph)}`]
            : markdownLines(part, `${indent}${' '.repeat(bullet.length)}`),
        )
      })
  }
}

/** A block as Markdown, so that also a changed mark, link or image is a difference. */
export const markdownOfBlock = (block: Block): string => markdownLines(block, '').join('\n')
/** A document as Markdown, for exports, the history and comparisons. */
export const markdownOf = ({ content }: RichText): string => content.map(markdownOfBlock).join('\n')
