/** The editor of rich text: Tiptap with exactly the nodes and marks of the contract's schema. */
import { Editor, Mark, Node, type Extensions } from '@tiptap/core'
import { Blockquote } from '@tiptap/extension-blockquote'
import { Bold } from '@tiptap/extension-bold'
import { Document } from '@tiptap/extension-document'
import { HardBreak } from '@tiptap/extension-hard-break'
import { Heading } from '@tiptap/extension-heading'
import { Italic } from '@tiptap/extension-italic'
import { BulletList } from '@tiptap/extension-list/bullet-list'
import { ListItem } from '@tiptap/extension-list/item'
import { ListKeymap } from '@tiptap/extension-list/keymap'
import { OrderedList } from '@tiptap/extension-list/ordered-list'
import { Paragraph } from '@tiptap/extension-paragraph'
import { Text } from '@tiptap/extension-text'
import { Gapcursor } from '@tiptap/extensions/gap-cursor'
import { TrailingNode } from '@tiptap/extensions/trailing-node'
import { UndoRedo } from '@tiptap/extensions/undo-redo'
import { isAllowedHref } from '@contract/rich-text/links'
import { HEADING_LEVELS, RICH_TEXT_LIMITS, type RichText } from '@contract/rich-text/rich-text'
import { cleanedHtml, cleanedText } from './pasted'

/** Shown two levels deeper, as where the document is read: the page around it has headings of its own. */
const SHIFT = 2
const Headings = Heading.extend({
  parseHTML: () =>
    [1, 2, 3, 4, 5, 6].map((tag) => ({
      tag: `h${tag}`,
      getAttrs: (element: HTMLElement) => ({
        level: Number(element.dataset.level) || Math.min(4, Math.max(2, tag)),
      }),
    })),
  renderHTML: ({ node }) => [
    `h${(node.attrs.level as number) + SHIFT}`,
    { 'data-level': node.attrs.level as number, dir: 'auto' },
    0,
  ],
}).configure({ levels: [...HEADING_LEVELS] })

const Paragraphs = Paragraph.extend({ renderHTML: () => ['p', { dir: 'auto' }, 0] })
const Quotes = Blockquote.extend({ content: 'paragraph+' })
const Items = ListItem.extend({
  content: 'paragraph (paragraph | bulletList | orderedList)*',
  // Tab leaves the editor, as any other input: items are moved by the keys of the toolbar.
  addKeyboardShortcuts() {
    return {
      Enter: () => this.editor.commands.splitListItem(this.name),
      'Mod-]': () => canIndent(this.editor) && this.editor.commands.sinkListItem(this.name),
      'Mod-[': () => this.editor.commands.liftListItem(this.name),
    }
  },
})
// Without the number and the style of its first item, which the schema does not know.
const Ordered = OrderedList.extend({ addAttributes: () => ({}) })

/** How many lists the selection is in. */
const listLevel = ({ state }: Editor): number => {
  const { $from } = state.selection
  return Array.from({ length: $from.depth }, (_none, depth) => $from.node(depth + 1).type.name).filter((name) =>
    name.endsWith('List'),
  ).length
}
/** Whether the items of the selection can go one level deeper. */
export const canIndent = (editor: Editor): boolean =>
  listLevel(editor) < RICH_TEXT_LIMITS.listLevels && editor.can().sinkListItem('listItem')

const Link = Mark.create({
  name: 'link',
  // Text that is typed behind a link does not belong to it.
  inclusive: false,
  addAttributes: () => ({ href: { default: null } }),
  parseHTML: () => [
    {
      tag: 'a[href]',
      getAttrs: (element) => {
        const href = (element.getAttribute('href') ?? '').trim()
        return isAllowedHref(href) ? { href } : false
      },
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['a', { href: HTMLAttributes.href as string }, 0],
})

interface ImageOptions {
  /** @returns the address of a file's image; null if there is none */
  sourceOf: (file: string) => string | null
}
const Image = Node.create<ImageOptions>({
  name: 'image',
  group: 'block',
  atom: true,
  draggable: true,
  addOptions: () => ({ sourceOf: () => null }),
  addAttributes: () => ({
    file: { default: '', parseHTML: (element) => element.dataset.file },
    alt: { default: '', parseHTML: (element) => element.getAttribute('alt') ?? '' },
  }),
  // Images of other pages have no file of ours.
  parseHTML: () => [{ tag: 'img[data-file]' }],
  renderHTML: ({ node }) => ['img', { 'data-file': node.attrs.file as string, alt: node.attrs.alt as string }],
  addNodeView() {
    return ({ node }) => {
      const dom = document.createElement('div')
      dom.className = 'picture'
      const img = dom.appendChild(document.createElement('img'))
      const show = (file: string, alt: string) => {
        const source = this.options.sourceOf(file)
        dom.toggleAttribute('data-missing', source === null)
        if (source !== null && img.getAttribute('src') !== source) img.src = source
        img.alt = alt || 'Image without a description'
        dom.dataset.file = file
      }
      show(node.attrs.file as string, node.attrs.alt as string)
      return {
        dom,
        update: (next) => {
          if (next.type !== node.type) return false
          show(next.attrs.file as string, next.attrs.alt as string)
          return true
        },
        ignoreMutation: () => true,
      }
    }
  },
})

interface EditorParts {
  element: HTMLElement
  content: RichText | null
  editable: boolean
  sourceOf: ImageOptions['sourceOf']
  /** Attributes of the element in which people write. */
  attributes: () => Record<string, string>
  onChange: () => void
  onTransaction: () => void
  onBlur: () => void
  /** Image files that are pasted or dropped. @param at position in the document */
  onFiles: (files: readonly File[], at: number) => void
  /** Ctrl or Cmd with K. */
  onLinkKeys: () => void
}

const EMPTY: RichText = { type: 'doc', content: [{ type: 'paragraph' }] }
export const contentOf = (content: RichText | null): RichText =>
  content && content.content.length > 0 ? content : EMPTY

const imagesIn = (transfer: DataTransfer | null): File[] =>
  [...(transfer?.files ?? [])].filter(({ type }) => type.startsWith('image/'))

/** @returns an editor in an element; the caller destroys it */
export function createEditor(parts: EditorParts): Editor {
  const extensions: Extensions = [
    Document,
    Text,
    Paragraphs,
    Headings,
    Quotes,
    BulletList,
    Ordered,
    Items,
    ListKeymap,
    HardBreak,
    Bold,
    Italic,
    Link,
    Image.configure({ sourceOf: parts.sourceOf }),
    Gapcursor,
    TrailingNode,
    UndoRedo,
  ]
  return new Editor({
    element: parts.element,
    extensions,
    content: contentOf(parts.content),
    editable: parts.editable,
    // Its styles are those of the form.
    injectCSS: false,
    editorProps: {
      attributes: parts.attributes,
      transformPastedHTML: cleanedHtml,
      transformPastedText: cleanedText,
      handleKeyDown: (_view, event) => {
        if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k')
          return false
        parts.onLinkKeys()
        return true
      },
      handlePaste: (view, { clipboardData }) => {
        const files = imagesIn(clipboardData)
        // Word and browsers add a picture of what was copied.
        if (files.length === 0 || clipboardData!.types.includes('text/html')) return false
        parts.onFiles(files, view.state.selection.to)
        return true
      },
      handleDrop: (view, event, _slice, moved) => {
        const files = imagesIn(event.dataTransfer)
        if (moved || files.length === 0) return false
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos ?? view.state.selection.to
        event.preventDefault()
        parts.onFiles(files, at)
        return true
      },
    },
    onUpdate: parts.onChange,
    onTransaction: parts.onTransaction,
    onBlur: parts.onBlur,
  })
}

/** Puts an image behind the block at a position. */
export function insertImage(editor: Editor, file: string, at: number): void {
  const $at = editor.state.doc.resolve(Math.min(at, editor.state.doc.content.size))
  const block = $at.depth > 0 ? $at.node(1) : null
  const isBlank = block?.type.name === 'paragraph' && block.content.size === 0
  const range = isBlank
    ? { from: $at.before(1), to: $at.after(1) }
    : $at.depth > 0
      ? { from: $at.after(1), to: $at.after(1) }
      : { from: $at.pos, to: $at.pos }
  editor.view.dispatch(
    editor.state.tr.replaceWith(range.from, range.to, editor.schema.nodes.image!.create({ file, alt: '' })),
  )
}

/** Calls a function with each image of the editor. */
function eachImage({ state }: Editor, found: (file: string, position: number) => void): void {
  state.doc.forEach((node, position) => {
    if (node.type.name === 'image') found(node.attrs.file as string, position)
  })
}

/** Replaces the file of images, outside of what can be undone: the upload is done, whatever the person does then. */
export function replaceFile(editor: Editor, from: string, to: string): void {
  const { tr } = editor.state
  eachImage(editor, (file, position) => {
    if (file === from) tr.setNodeAttribute(position, 'file', to)
  })
  if (tr.docChanged) editor.view.dispatch(tr.setMeta('addToHistory', false))
}
/** Removes the images of a file, outside of what can be undone. */
export function removeFile(editor: Editor, gone: string): void {
  const { tr } = editor.state
  eachImage(editor, (file, position) => {
    if (file !== gone) return
    const at = tr.mapping.map(position)
    tr.delete(at, at + 1)
  })
  if (tr.docChanged) editor.view.dispatch(tr.setMeta('addToHistory', false))
}

/** The characters of the block with the selection. */
export function blockLength({ state }: Editor): number {
  const block = state.doc.resolve(state.selection.from).node(1) as typeof state.doc | undefined
  return block ? Array.from(block.textBetween(0, block.content.size, '\n', ' ')).length : 0
}
