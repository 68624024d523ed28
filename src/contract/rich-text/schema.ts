/** The strict schema of rich text: unknown nodes, marks and attributes are refused with a sentence. Pure. */
import { ID } from '../patterns'
import { isAllowedHref, LINK_RULE, UNPRINTABLE } from './links'
import { HEADING_LEVELS, RICH_TEXT_LIMITS, type Block, type RichText } from './rich-text'
import { isEmptyText, linesOf } from './words'

/** The message at a document that contains nothing: a field without a text is null. */
export const EMPTY_TEXT = 'Write something, or leave it out'

type Values = Readonly<Record<string, unknown>>

/** A fault in a document, as a sentence for staff. */
class Fault extends Error {}
const fail = (sentence: string): never => {
  throw new Fault(sentence)
}
const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What the parts are called in sentences. */
const NAMES: Readonly<Record<string, string>> = {
  doc: 'The text',
  paragraph: 'A paragraph',
  heading: 'A heading',
  bulletList: 'A list',
  orderedList: 'A list',
  listItem: 'An item of a list',
  blockquote: 'A quote',
  image: 'An image',
  hardBreak: 'A line break',
  text: 'A piece of text',
  bold: 'Bold',
  italic: 'Italic',
  link: 'A link',
}
const named = (type: unknown): string => `“${String(type).slice(0, 40)}”`

/** Exactly these keys, those with `?` optional. */
function keysOf(node: Values, type: string, keys: readonly string[]): void {
  const known = new Set(keys.map((key) => key.replace('?', '')))
  for (const key of Object.keys(node)) if (!known.has(key)) fail(`${NAMES[type]!} may not have ${named(key)}`)
  for (const key of keys) if (!key.endsWith('?') && !(key in node)) fail(`${NAMES[type]!} lacks ${named(key)}`)
}
function nodesIn(node: Values, type: string, allowed: readonly string[], least: number): (Values & { type: string })[] {
  const { content = [] } = node
  if (!Array.isArray(content)) return fail(`The parts of ${NAMES[type]!.toLowerCase()} must be a list`)
  if (content.length < least) fail(`${NAMES[type]!} may not be empty`)
  for (const each of content as unknown[]) {
    if (!isObject(each)) fail(`${NAMES[type]!} may only contain parts with a type`)
    const { type: of } = each as Values
    if (typeof of !== 'string' || !allowed.includes(of)) fail(`${NAMES[type]!} may not contain ${named(of)}`)
  }
  return content as (Values & { type: string })[]
}
function attrsOf(node: Values, type: string, keys: readonly string[]): Values {
  if (!isObject(node.attrs)) return fail(`${NAMES[type]!} lacks “attrs”`)
  keysOf(node.attrs, type, keys)
  return node.attrs
}

const INLINE = ['text', 'hardBreak']
const MARKS = ['bold', 'italic', 'link']

function checkMarks(marks: unknown): void {
  if (!Array.isArray(marks)) return fail('The marks of a text must be a list')
  const seen = new Set<unknown>()
  for (const mark of marks as unknown[]) {
    const type = isObject(mark) ? mark.type : mark
    if (!isObject(mark) || typeof type !== 'string' || !MARKS.includes(type))
      return fail(`A text may not be marked as ${named(type)}`)
    if (seen.has(type)) fail(`A text is marked as ${named(type)} twice`)
    seen.add(type)
    if (type !== 'link') keysOf(mark, type, ['type'])
    else {
      keysOf(mark, type, ['type', 'attrs'])
      const { href } = attrsOf(mark, type, ['href'])
      if (typeof href !== 'string' || !isAllowedHref(href)) fail(LINK_RULE)
    }
  }
}

/** The text of a line. */
function checkLine(node: Values, type: string): void {
  for (const inline of nodesIn(node, type, INLINE, 0)) {
    if (inline.type === 'hardBreak') {
      keysOf(inline, 'hardBreak', ['type'])
      continue
    }
    keysOf(inline, 'text', ['type', 'text', 'marks?'])
    const { text, marks = [] } = inline
    if (typeof text !== 'string' || text === '') fail('A piece of text may not be empty')
    if (UNPRINTABLE.test(text as string)) fail('The text contains a character that cannot be shown')
    checkMarks(marks)
  }
}

/** The check of each node within a document. @param level of lists around it */
const CHECKS: Readonly<Record<string, (node: Values, level: number) => void>> = {
  paragraph: (node) => {
    keysOf(node, 'paragraph', ['type', 'content?'])
    checkLine(node, 'paragraph')
  },
  heading: (node) => {
    keysOf(node, 'heading', ['type', 'attrs', 'content?'])
    const { level } = attrsOf(node, 'heading', ['level'])
    if (!(HEADING_LEVELS as readonly unknown[]).includes(level)) fail('A heading has the level 2, 3 or 4')
    checkLine(node, 'heading')
  },
  bulletList: (node, level) => checkList(node, 'bulletList', level),
  orderedList: (node, level) => checkList(node, 'orderedList', level),
  blockquote: (node, level) => {
    keysOf(node, 'blockquote', ['type', 'content'])
    for (const each of nodesIn(node, 'blockquote', ['paragraph'], 1)) CHECKS[each.type]!(each, level)
  },
  image: (node) => {
    keysOf(node, 'image', ['type', 'attrs'])
    const { file, alt } = attrsOf(node, 'image', ['file', 'alt'])
    if (typeof file !== 'string' || !ID.pattern.test(file)) fail('Upload the image again')
    if (typeof alt !== 'string' || UNPRINTABLE.test(alt)) fail('The description of an image must be a text')
    if ((alt as string).length > RICH_TEXT_LIMITS.alt)
      fail(`The description of an image has up to ${RICH_TEXT_LIMITS.alt} characters`)
  },
}
function checkList(node: Values, type: 'bulletList' | 'orderedList', level: number): void {
  keysOf(node, type, ['type', 'content'])
  if (level >= RICH_TEXT_LIMITS.listLevels) fail(`Lists have up to ${RICH_TEXT_LIMITS.listLevels} levels`)
  for (const item of nodesIn(node, type, ['listItem'], 1)) {
    keysOf(item, 'listItem', ['type', 'content'])
    const parts = nodesIn(item, 'listItem', ['paragraph', 'bulletList', 'orderedList'], 1)
    if (parts[0]!.type !== 'paragraph') fail('An item of a list begins with a paragraph')
    for (const each of parts) CHECKS[each.type]!(each, level + 1)
  }
}

const BLOCKS = ['paragraph', 'heading', 'bulletList', 'orderedList', 'blockquote', 'image']

/**
 * The strict schema of a document: unknown nodes, marks and attributes are refused.
 * @returns what is wrong with it, as a sentence for staff; null if it is valid
 */
export function richTextFault(value: unknown): string | null {
  try {
    if (!isObject(value) || value.type !== 'doc') return fail('This is not a text of the editor')
    keysOf(value, 'doc', ['type', 'content'])
    const blocks = nodesIn(value, 'doc', BLOCKS, 0)
    if (blocks.length > RICH_TEXT_LIMITS.blocks)
      fail(`Up to ${RICH_TEXT_LIMITS.blocks} paragraphs, headings, lists, quotes and images`)
    for (const [index, block] of blocks.entries()) {
      CHECKS[block.type]!(block, 0)
      const length = Array.from(linesOf(block as unknown as Block).join('\n')).length
      const { block: most } = RICH_TEXT_LIMITS
      if (length > most) fail(`Part ${index + 1} has ${length.toLocaleString('en')} characters, up to ${most} fit`)
    }
    return isEmptyText(value as unknown as RichText) ? EMPTY_TEXT : null
  } catch (error) {
    if (error instanceof Fault) return error.message
    throw error
  }
}
