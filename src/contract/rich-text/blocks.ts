/**
 * The body of a page before it was rich text: a list of blocks. The audit is a chain whose entries never change, so its
 * old entries still have this form, and are read as documents. Rows and versions were converted by a migration.
 */
import type { Block, Inline, RichText } from './rich-text'

export interface OldBlock {
  kind: 'TEXT' | 'HEADING' | 'QUOTE'
  text: string
}

/** The lines of a text, with breaks between them. */
const lines = (text: string): { content?: Inline[] } => {
  const content = text
    .split('\n')
    .flatMap((line, index): Inline[] => [
      ...(index > 0 ? [{ type: 'hardBreak' } as const] : []),
      ...(line === '' ? [] : [{ type: 'text' as const, text: line }]),
    ])
  return content.length > 0 ? { content } : {}
}

function blockOf({ kind, text }: OldBlock): Block {
  if (kind === 'HEADING') return { type: 'heading', attrs: { level: 2 }, ...lines(text) }
  const paragraph = { type: 'paragraph' as const, ...lines(text) }
  return kind === 'QUOTE' ? { type: 'blockquote', content: [paragraph] } : paragraph
}

/** @returns the blocks as a document; null for none */
export const documentOfBlocks = (blocks: readonly OldBlock[]): RichText | null =>
  blocks.length === 0 ? null : { type: 'doc', content: blocks.map(blockOf) }
