/** The toolbar of the editor. */
import type { Editor } from '@tiptap/core'
import {
  Bold,
  Heading2,
  Heading3,
  Heading4,
  ImagePlus,
  IndentDecrease,
  IndentIncrease,
  Italic,
  Link,
  List,
  ListOrdered,
  Quote,
  Redo2,
  Undo2,
} from 'lucide-react'
import { Toolbar, type Tool } from '@design-system/components/Toolbar/Toolbar'
import { IconButton, type IconButtonProps } from '@design-system/primitives/IconButton/IconButton'
import { Popover } from '@design-system/components/Popover/Popover'
import { canIndent } from './editor'
import { LinkForm } from './LinkForm'

interface RichTextToolsProps {
  editor: Editor
  label: string
  /** Id of the text. */
  controls: string
  /** The button that opens the link's address, for its keys. */
  linkRef: React.RefObject<HTMLButtonElement | null>
  onChooseImages: () => void
}

const isApple = () => /Mac|iP(?:hone|ad|od)/.test(navigator.userAgent)
/** A name with its keys. */
const keyed = (name: string, keys: string) =>
  `${name} (${isApple() ? keys.replace('Mod', '⌘').replace('Alt', '⌥').replace('Shift', '⇧').replaceAll('+', '') : keys.replace('Mod', 'Ctrl')})`

export function RichTextTools({ editor, label, controls, linkRef, onChooseImages }: RichTextToolsProps) {
  const run = () => editor.chain().focus()
  const heading = (level: 2 | 3 | 4, name: string, icon: Tool['icon']): Tool => ({
    key: `heading${level}`,
    label: keyed(name, `Mod+Alt+${level}`),
    icon,
    pressed: editor.isActive('heading', { level }),
    onPress: () => run().toggleHeading({ level }).run(),
  })
  const unless = (possible: boolean, reason: string) => (possible ? {} : { disabledReason: reason })
  const href = (editor.getAttributes('link').href as string | undefined) ?? ''
  const isEmpty = editor.state.selection.empty

  const link = (address: string) => {
    if (isEmpty && href === '')
      return run()
        .insertContent({ type: 'text', text: address, marks: [{ type: 'link', attrs: { href: address } }] })
        .run()
    return run().extendMarkRange('link').setMark('link', { href: address }).run()
  }
  const linkButton = (props: IconButtonProps) => (
    <Popover
      label="Link"
      trigger={(triggerProps) => (
        <IconButton
          {...props}
          {...triggerProps}
          ref={(element: HTMLButtonElement | null) => {
            linkRef.current = element
            const { ref } = triggerProps as { ref?: React.Ref<HTMLButtonElement> }
            if (typeof ref === 'function') ref(element)
            else if (ref) ref.current = element
          }}
        />
      )}
    >
      {(close) => (
        <LinkForm
          href={href}
          onApply={(address) => {
            close()
            link(address)
          }}
          onRemove={() => {
            close()
            run().extendMarkRange('link').unsetMark('link').run()
          }}
        />
      )}
    </Popover>
  )
  return (
    <Toolbar
      label={`Format of ${label}`}
      controls={controls}
      groups={[
        [
          heading(2, 'Large heading', Heading2),
          heading(3, 'Medium heading', Heading3),
          heading(4, 'Small heading', Heading4),
        ],
        [
          {
            key: 'bold',
            label: keyed('Bold', 'Mod+B'),
            icon: Bold,
            pressed: editor.isActive('bold'),
            onPress: () => run().toggleBold().run(),
          },
          {
            key: 'italic',
            label: keyed('Italic', 'Mod+I'),
            icon: Italic,
            pressed: editor.isActive('italic'),
            onPress: () => run().toggleItalic().run(),
          },
          {
            key: 'link',
            label: keyed('Link', 'Mod+K'),
            icon: Link,
            pressed: href !== '',
            onPress: () => undefined,
            render: linkButton,
          },
        ],
        [
          {
            key: 'bulletList',
            label: keyed('List', 'Mod+Shift+8'),
            icon: List,
            pressed: editor.isActive('bulletList'),
            onPress: () => run().toggleBulletList().run(),
          },
          {
            key: 'orderedList',
            label: keyed('Numbered list', 'Mod+Shift+7'),
            icon: ListOrdered,
            pressed: editor.isActive('orderedList'),
            onPress: () => run().toggleOrderedList().run(),
          },
          {
            key: 'outdent',
            label: keyed('One level up', 'Mod+['),
            icon: IndentDecrease,
            ...unless(editor.can().liftListItem('listItem'), 'For items of a list'),
            onPress: () => run().liftListItem('listItem').run(),
          },
          {
            key: 'indent',
            label: keyed('One level down', 'Mod+]'),
            icon: IndentIncrease,
            ...unless(canIndent(editor), 'For items of a list below another one'),
            onPress: () => run().sinkListItem('listItem').run(),
          },
        ],
        [
          {
            key: 'blockquote',
            label: keyed('Quote', 'Mod+Shift+B'),
            icon: Quote,
            pressed: editor.isActive('blockquote'),
            onPress: () => run().toggleBlockquote().run(),
          },
          { key: 'image', label: 'Add images', icon: ImagePlus, onPress: onChooseImages },
        ],
        [
          {
            key: 'undo',
            label: keyed('Undo', 'Mod+Z'),
            icon: Undo2,
            ...unless(editor.can().undo(), 'There is nothing to undo'),
            onPress: () => run().undo().run(),
          },
          {
            key: 'redo',
            label: keyed('Redo', 'Mod+Shift+Z'),
            icon: Redo2,
            ...unless(editor.can().redo(), 'There is nothing to redo'),
            onPress: () => run().redo().run(),
          },
        ],
      ]}
    />
  )
}
