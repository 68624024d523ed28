import { ImagePlus, RefreshCw, Trash2, X } from 'lucide-react'
import { useEffect, useId, useRef, useState, type ClipboardEvent, type DragEvent, type Ref } from 'react'
import { Button } from '../../primitives/Button/Button'
import { Icon } from '../../primitives/Icon/Icon'
import { Thumbnail } from '../../primitives/Thumbnail/Thumbnail'
import { Field, type FieldProps } from '../Field/Field'
import { Progress } from '../Progress/Progress'
import { Actions, Box, Empty, Side } from './ImageInput.styles'

/** What goes on with the file that was chosen. */
export type ImageUpload =
  | { state: 'none' }
  /** @param share sent so far, 0 to 1 */
  | { state: 'uploading'; file: Blob; share: number }
  /** It can be sent again; the reason is the field's error. */
  | { state: 'failed'; file: Blob }

export interface ImageInputProps extends Omit<FieldProps, 'label'> {
  label: string
  /** Address of the image that the field has; null: none. */
  src: string | null
  upload: ImageUpload
  /** Types for the file picker, as `accept` of a file input. */
  accept: string
  readOnly?: boolean
  /** A file was chosen, dropped or pasted. Whether it can be used is not checked here. */
  onFile: (file: File) => void
  onCancel: () => void
  onRetry: () => void
  onRemove: () => void
  onBlur?: () => void
  /** The button that chooses a file: forms focus it. */
  ref?: Ref<HTMLButtonElement>
}

/** @returns the address of a chosen file, for its preview; null until there is one */
function usePreview(file: Blob | null): string | null {
  const [preview, setPreview] = useState<{ file: Blob; url: string } | null>(null)
  useEffect(() => {
    if (!file) return undefined
    const url = URL.createObjectURL(file)
    // oxlint-disable-next-line react/set-state-in-effect -- the address is a resource: the effect that gives it back makes it
    setPreview({ file, url })
    return () => URL.revokeObjectURL(url)
  }, [file])
  return preview && preview.file === file ? preview.url : null
}

/**
 * One image of a form: chosen with the file picker, dropped, or pasted while the field has the focus. It shows the image that the
 * field has, or a preview of the file that is being sent; the form says what goes on with that file.
 */
export function ImageInput({
  label,
  src,
  upload,
  accept,
  readOnly = false,
  onFile,
  onCancel,
  onRetry,
  onRemove,
  onBlur,
  ref,
  ...field
}: ImageInputProps) {
  const picker = useRef<HTMLInputElement>(null)
  const box = useRef<HTMLFieldSetElement>(null)
  const chooseId = useId()
  const [isOver, setOver] = useState(false)
  const file = upload.state === 'none' ? null : upload.file
  const preview = usePreview(file)
  const shown = file ? preview : src

  const take = (files: FileList | null): boolean => {
    const chosen = files?.[0]
    if (!chosen || readOnly) return false
    onFile(chosen)
    return true
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }
  const paste = (event: ClipboardEvent) => {
    if (take(event.clipboardData.files)) event.preventDefault()
  }
  /** The button that was pressed disappears: the first one of those that follow takes the focus. */
  const thenFocus = (act: () => void) => () => {
    act()
    requestAnimationFrame(() => box.current?.querySelector('button')?.focus())
  }
  const cancel = (
    <Button size="small" icon={X} onClick={thenFocus(onCancel)}>
      Cancel
    </Button>
  )
  return (
    <Field {...field} label={label}>
      {(aria) => (
        <Box
          ref={box}
          aria-labelledby={`${aria.id}label`}
          aria-describedby={aria['aria-describedby']}
          data-over={isOver || undefined}
          data-invalid={aria['aria-invalid']}
          data-read-only={readOnly || undefined}
          onDragOver={(event) => {
            if (readOnly) return
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
          onPaste={paste}
          onBlur={onBlur}
        >
          {shown ? (
            <Thumbnail src={shown} alt="" size={64} />
          ) : (
            <Empty aria-hidden>
              <Icon icon={ImagePlus} />
            </Empty>
          )}
          <Side>
            {upload.state === 'uploading' ? (
              <Progress label="Uploading" value={upload.share} max={1} size="list" />
            ) : (
              <span>
                {readOnly ? !src && 'No image' : isOver ? 'Drop the image here' : 'Drop or paste an image here'}
              </span>
            )}
            {!readOnly && (
              <Actions>
                {upload.state === 'none' ? (
                  <>
                    <Button
                      id={chooseId}
                      ref={ref}
                      size="small"
                      aria-labelledby={`${chooseId} ${aria.id}label`}
                      aria-describedby={aria['aria-describedby']}
                      onClick={() => picker.current?.click()}
                    >
                      {src ? 'Replace' : 'Choose an image'}
                    </Button>
                    {src && (
                      <Button size="small" icon={Trash2} onClick={thenFocus(onRemove)}>
                        Remove
                      </Button>
                    )}
                  </>
                ) : upload.state === 'failed' ? (
                  <>
                    <Button size="small" icon={RefreshCw} onClick={thenFocus(onRetry)}>
                      Try again
                    </Button>
                    {cancel}
                  </>
                ) : (
                  cancel
                )}
              </Actions>
            )}
          </Side>
          <input
            ref={picker}
            type="file"
            accept={accept}
            hidden
            onChange={(event) => {
              take(event.target.files)
              // The same file can be chosen again.
              event.target.value = ''
            }}
          />
        </Box>
      )}
    </Field>
  )
}
