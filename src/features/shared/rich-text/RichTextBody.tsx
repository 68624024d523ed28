/**
 * A document as React elements. Only known nodes, marks and addresses become elements, whatever a document contains: no
 * HTML is ever written, so nothing needs to be cleaned.
 */
import { createElement, Fragment, type ReactNode } from 'react'
import { ID } from '@contract/patterns'
import { isAllowedHref } from '@contract/rich-text/links'
import type { Block, Inline, ListItem, Mark, RichText } from '@contract/rich-text/rich-text'
import { imageUrl } from '@console/image-url'
import { Written } from './rich-text.styles'

export interface RichTextBodyProps {
  document: RichText
}

/** Headings of a document are below those of the page that shows it. */
const SHIFT = 2
const DEEPEST = 6

function linked(href: unknown, text: ReactNode): ReactNode {
  if (typeof href !== 'string' || !isAllowedHref(href)) return text
  // A path of the public site is none of the console's.
  if (href.startsWith('/'))
    return (
      <span data-own-link title={href}>
        {text}
      </span>
    )
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {text}
    </a>
  )
}
function marked(text: ReactNode, mark: Mark): ReactNode {
  switch (mark.type) {
    case 'bold':
      return <strong>{text}</strong>
    case 'italic':
      return <em>{text}</em>
    case 'link':
      return linked(mark.attrs?.href, text)
    default:
      return text
  }
}
const inline = (part: Inline, index: number): ReactNode =>
  part.type === 'hardBreak' ? (
    <br key={index} />
  ) : part.type === 'text' ? (
    <Fragment key={index}>{(part.marks ?? []).reduce<ReactNode>(marked, part.text)}</Fragment>
  ) : null

const inlines = ({ content }: { content?: Inline[] }): ReactNode =>
  content && content.length > 0 ? content.map(inline) : <br />
const nodes = (content: readonly (Block | ListItem)[] = []): ReactNode => content.map(block)

function block(node: Block | ListItem, key: number): ReactNode {
  switch (node.type) {
    case 'paragraph':
      return (
        <p key={key} dir="auto">
          {inlines(node)}
        </p>
      )
    case 'heading': {
      const level = Math.min(DEEPEST, Number(node.attrs?.level) + SHIFT || DEEPEST)
      return createElement(`h${level}`, { key, dir: 'auto' }, inlines(node))
    }
    case 'bulletList':
      return <ul key={key}>{nodes(node.content)}</ul>
    case 'orderedList':
      return <ol key={key}>{nodes(node.content)}</ol>
    case 'listItem':
      return (
        <li key={key} dir="auto">
          {nodes(node.content)}
        </li>
      )
    case 'blockquote':
      return <blockquote key={key}>{nodes(node.content)}</blockquote>
    case 'image':
      return ID.pattern.test(node.attrs?.file) ? (
        <img key={key} src={imageUrl(node.attrs.file)} alt={String(node.attrs.alt ?? '')} loading="lazy" />
      ) : null
    default:
      return null
  }
}

export default function RichTextBody({ document }: RichTextBodyProps) {
  return <Written>{nodes(document.content)}</Written>
}
