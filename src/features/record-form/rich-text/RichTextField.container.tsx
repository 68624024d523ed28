/** A form field for rich text. Its value is the document as JSON, or '' for none. */
import { useEffect, useEffectEvent, useId, useLayoutEffect, useReducer, useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import type { Editor } from '@tiptap/core'
import { ID } from '@contract/patterns'
import { typesOf } from '@contract/file-types'
import { newKey } from '@contract/http/idempotency'
import { documentIn, writtenDocument } from '@contract/rich-text/one-form'
import { RICH_TEXT_LIMITS, type RichText } from '@contract/rich-text/rich-text'
import { isDocument, picturesIn } from '@contract/rich-text/words'
import { Field } from '@design-system/components/Field/Field'
import { TextInput } from '@design-system/components/TextInput/TextInput'
import { Button } from '@design-system/primitives/Button/Button'
import { VisuallyHidden } from '@design-system/primitives/VisuallyHidden/VisuallyHidden'
import { imageUrl } from '@console/image-url'
import type { ImageFieldProps } from '../image-field/ImageField.container'
import { CHOOSE_AGAIN, isPending, pendingValue, UPLOAD_OR_CANCEL, WAIT } from '../image-field/pending'
import { useUpload, type UploadTarget } from '../image-field/upload.container'
import { blockLength, contentOf, createEditor, insertImage, removeFile, replaceFile } from './editor'
import { RichTextTools } from './RichTextTools'
import { Box, Buttons, Count, OfImage, Tools, Uploads, Writing } from './RichText.styles'

/** A chosen image that is not uploaded yet. The document has it as `pendingValue(key)`, which the schema refuses. */
interface Chosen {
  key: string
  file: File
  /** Address of the file in this window. */
  source: string
}

interface UploadLineProps {
  chosen: Chosen
  target: UploadTarget
  onStored: (key: string, id: string) => void
  /** The file was refused: the text goes on without it. */
  onRefused: (key: string) => void
  onDismiss: (key: string) => void
  onBusy: (key: string, isBusy: boolean) => void
}

/** The upload of one image, as a line below the text. */
function UploadLine({ chosen: { key, file }, target, onStored, onRefused, onDismiss, onBusy }: UploadLineProps) {
  const { view, commands } = useUpload(target, {
    onStored: ({ id }) => onStored(key, id),
    onDropped: () => onRefused(key),
  })
  const { choose, retry } = commands
  useEffect(() => choose(file), [choose, file])
  const { share, problem, canRetry } = view
  const isBusy = share !== null
  useEffect(() => onBusy(key, isBusy), [onBusy, key, isBusy])
  return (
    <li>
      <bdi>{file.name}</bdi>
      {problem ? (
        <span data-problem role="alert">
          {problem}
        </span>
      ) : (
        <span>{isBusy ? `${Math.round(share * 100)} %` : ''}</span>
      )}
      {canRetry && (
        <Button size="small" onClick={retry}>
          Try again
        </Button>
      )}
      <Button size="small" onClick={() => onDismiss(key)}>
        {isBusy || canRetry ? 'Cancel' : 'Dismiss'}
      </Button>
    </li>
  )
}

const documentOf = (value: string): RichText | null => {
  const document = documentIn(value)
  return isDocument(document) ? document : null
}
/** Keys of the uploads that a document waits for. */
const pendingIn = (document: RichText | null): string[] => (document ? picturesIn(document).filter(isPending) : [])

const near = RICH_TEXT_LIMITS.block * 0.9

export default function RichTextFieldContainer({
  control,
  name,
  label,
  required,
  hint,
  error: refusal,
  readOnly = false,
  target,
}: ImageFieldProps) {
  const { field, formState } = useController({ control, name })
  const { value, onChange, onBlur, ref } = field
  const id = useId()
  const mount = useRef<HTMLDivElement>(null)
  const files = useRef<HTMLInputElement>(null)
  const linkButton = useRef<HTMLButtonElement>(null)
  const [editor, setEditor] = useState<Editor | null>(null)
  const [, draw] = useReducer((times: number) => times + 1, 0)
  const [chosen, setChosen] = useState<readonly Chosen[]>([])
  const [refused, setRefused] = useState<ReadonlySet<string>>(new Set())
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  const [savesBefore, setSavesBefore] = useState(0)
  /** The value that the editor shows. */
  const shown = useRef(value)
  /** The addresses of chosen images, for the editor, which is not drawn by React. */
  const sources = useRef(new Map<string, string>())

  const changed = useEffectEvent((made: Editor) => {
    const next = writtenDocument(made.getJSON() as RichText)
    shown.current = next
    onChange(next)
  })
  const left = useEffectEvent(onBlur)
  const attributes = useEffectEvent((): Record<string, string> => ({
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-labelledby': `${id}label`,
    'data-input': '',
    ...(required && { 'aria-required': 'true' }),
    ...(readOnly && { 'aria-readonly': 'true' }),
    ...(error !== undefined && { 'aria-invalid': 'true' }),
    ...(message !== undefined && { 'aria-describedby': `${id}message` }),
    id,
  }))
  const choose = (list: readonly File[], at?: number) => {
    if (!editor || list.length === 0) return
    const added = list.map((file) => ({ key: newKey(), file, source: URL.createObjectURL(file) }))
    for (const each of added) sources.current.set(pendingValue(each.key), each.source)
    setSavesBefore(formState.submitCount)
    setChosen((known) => [...known, ...added])
    for (const { key } of added.toReversed()) insertImage(editor, pendingValue(key), at ?? editor.state.selection.to)
  }
  const pasted = useEffectEvent(choose)
  const initial = useEffectEvent(() => ({ content: documentOf(value), editable: !readOnly }))

  useEffect(() => {
    const made = createEditor({
      element: mount.current!,
      ...initial(),
      sourceOf: (file) =>
        isPending(file) ? (sources.current.get(file) ?? null) : ID.pattern.test(file) ? imageUrl(file) : null,
      attributes: () => attributes(),
      onChange: () => changed(made),
      onTransaction: draw,
      onBlur: () => left(),
      onFiles: (list, at) => pasted(list, at),
      onLinkKeys: () => linkButton.current?.click(),
    })
    // oxlint-disable-next-line react/set-state-in-effect -- the editor can be made only for an element that exists
    setEditor(made)
    const addresses = sources.current
    return () => {
      made.destroy()
      setEditor(null)
      for (const address of addresses.values()) URL.revokeObjectURL(address)
    }
  }, [])
  useEffect(() => {
    if (editor) ref({ focus: () => editor.commands.focus() })
  }, [editor, ref])
  useEffect(() => {
    editor?.setEditable(!readOnly, false)
  }, [editor, readOnly])
  // The form's values were replaced: by a draft, by the record, by what a colleague saved. In the same task as the rendering: after it a
  // person may have typed on, and their text would be taken for an older one.
  useLayoutEffect(() => {
    if (!editor || value === shown.current) return
    shown.current = value
    editor.commands.setContent(contentOf(documentOf(value)), { emitUpdate: false })
  }, [editor, value])

  const pending = pendingIn(documentOf(value))
  const isLost = pending.some((each) => !chosen.some(({ key }) => pendingValue(key) === each))
  const early = formState.submitCount > savesBefore ? (busy.size > 0 ? WAIT : UPLOAD_OR_CANCEL) : undefined
  const error = isLost ? CHOOSE_AGAIN : pending.length > 0 ? early : refusal
  const message = error ?? hint
  // The attributes are the editor's to draw.
  useEffect(() => {
    editor?.view.setProps({})
  }, [editor, error, message, required, readOnly])

  const [onBusy] = useState(
    () => (key: string, isBusy: boolean) =>
      setBusy((known) => {
        const next = new Set(known)
        if (isBusy) next.add(key)
        else next.delete(key)
        return next
      }),
  )
  const forget = (key: string) => {
    setChosen((known) => known.filter((each) => each.key !== key))
    onBusy(key, false)
  }
  // An image that the person has removed is not uploaded any more.
  const lines = chosen.filter(({ key }) => pending.includes(pendingValue(key)) || refused.has(key))
  const image = editor?.isActive('image') && !readOnly ? editor.getAttributes('image') : null
  const length = editor && !readOnly ? blockLength(editor) : 0
  return (
    <Field
      id={id}
      label={label}
      {...(required && { required })}
      {...(hint !== undefined && { hint })}
      {...(error !== undefined && { error })}
      behind={
        length > near && (
          <Count data-tone={length > RICH_TEXT_LIMITS.block ? 'danger' : undefined}>
            {length.toLocaleString('en-US')} / {RICH_TEXT_LIMITS.block.toLocaleString('en-US')} in this part
          </Count>
        )
      }
    >
      {() => (
        <Box data-invalid={error !== undefined || undefined} data-read-only={readOnly || undefined}>
          {editor && !readOnly && (
            <Tools>
              <RichTextTools
                editor={editor}
                label={label}
                controls={id}
                linkRef={linkButton}
                onChooseImages={() => files.current?.click()}
              />
              {image && (
                <OfImage>
                  <TextInput
                    label="Description of the image"
                    hint="What screen readers say. Leave it empty for a decoration."
                    value={String(image.alt ?? '')}
                    onChange={({ target: { value: alt } }) => editor.commands.updateAttributes('image', { alt })}
                    onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
                  />
                  <Buttons>
                    <Button size="small" onClick={() => editor.chain().deleteSelection().focus().run()}>
                      Remove image
                    </Button>
                  </Buttons>
                </OfImage>
              )}
            </Tools>
          )}
          <Writing ref={mount} />
          {lines.length > 0 && (
            <Uploads aria-label="Images being uploaded">
              {lines.map((each) => (
                <UploadLine
                  key={each.key}
                  chosen={each}
                  target={target}
                  onBusy={onBusy}
                  onStored={(key, stored) => {
                    if (editor) replaceFile(editor, pendingValue(key), stored)
                    forget(key)
                  }}
                  onRefused={(key) => {
                    setRefused((known) => new Set(known).add(key))
                    if (editor) removeFile(editor, pendingValue(key))
                  }}
                  onDismiss={(key) => {
                    if (editor) removeFile(editor, pendingValue(key))
                    forget(key)
                  }}
                />
              ))}
            </Uploads>
          )}
          <VisuallyHidden as="output">{busy.size > 0 ? `Uploading ${busy.size} images` : ''}</VisuallyHidden>
          <input
            ref={files}
            type="file"
            hidden
            multiple
            aria-label={`Images for ${label}`}
            accept={typesOf(target.rule).join(',')}
            onChange={({ target: input }) => {
              choose([...(input.files ?? [])])
              input.value = ''
            }}
          />
        </Box>
      )}
    </Field>
  )
}
