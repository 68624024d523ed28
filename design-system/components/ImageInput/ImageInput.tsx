/** A field for one picture: chosen in a dialog, dropped, or pasted; shown with the progress of its upload. */
import { Trash2 } from 'lucide-react'
import { useId, useImperativeHandle, useRef, type Ref } from 'react'
import { Button } from '../../primitives/Button/Button'
import { Thumbnail } from '../../primitives/Thumbnail/Thumbnail'
import { VisuallyHidden } from '../../primitives/VisuallyHidden/VisuallyHidden'
import { Field, type FieldProps } from '../Field/Field'
import { FileButton, type ImageInputHandle } from './FileButton'
import { Buttons, Drop, Line, Side } from './ImageInput.styles'
import { UploadButtons, UploadProgress, type UploadState } from './UploadLine'
import { useFileDrop } from './use-file-drop'

const PREVIEW = 72

export interface ImageInputProps extends Omit<FieldProps, 'label'> {
  label: string
  id?: string
  /** Address of the field's picture; null for none. */
  src: string | null
  /** A file that is being uploaded; null without one. */
  upload?: UploadState | null
  /** The last event, announced to screen readers: 'Image uploaded'. */
  status?: string
  /** Types that the file dialog accepts, comma-separated. */
  accept: string
  disabled?: boolean
  onFile: (file: File) => void
  onRemove: () => void
  /** Whether the field's picture cannot be loaded. */
  onBrokenChange?: (isBroken: boolean) => void
  onBlur?: () => void
  ref?: Ref<ImageInputHandle>
}

/** The caller owns the picture: it receives each file, and provides what is shown. Label, hint and error belong to the button that chooses a file. */
export function ImageInput({
  id,
  src,
  upload = null,
  status = '',
  accept,
  disabled = false,
  onFile,
  onRemove,
  onBrokenChange,
  onBlur,
  ref,
  ...field
}: ImageInputProps) {
  const { label, required, error } = field
  const ownId = useId()
  const inputId = id ?? ownId
  const chooser = useRef<ImageInputHandle>(null)
  useImperativeHandle(ref, () => ({ focus: () => chooser.current?.focus() }))
  const takeFirst = ([file]: File[]) => onFile(file!)
  const { isOver, handlers } = useFileDrop(disabled ? null : takeFirst)
  /** A button that removes itself passes the focus on. */
  const thenFocus = (act: () => void) => () => {
    act()
    chooser.current?.focus()
  }
  const hasPicture = src !== null
  const prompt = disabled ? 'No image' : 'Drop or paste an image here, or choose a file.'
  return (
    <Field {...field} live id={inputId}>
      {(aria) => (
        <Drop
          {...handlers}
          aria-label={required ? `${label}, required` : label}
          data-filled={hasPicture || upload !== null || undefined}
          data-over={isOver || undefined}
          data-wrong={error ? true : undefined}
          data-disabled={disabled || undefined}
        >
          <Line>
            <Thumbnail
              src={upload ? upload.src : src}
              alt={hasPicture && !upload ? label : ''}
              size={PREVIEW}
              {...(onBrokenChange && !upload && { onBrokenChange })}
            />
            <Side>
              {upload ? <UploadProgress {...upload} /> : !hasPicture && <span>{prompt}</span>}
              <Buttons>
                <FileButton
                  ref={chooser}
                  id={inputId}
                  describedBy={aria['aria-describedby']}
                  accept={accept}
                  disabled={disabled}
                  onFiles={takeFirst}
                  {...(onBlur && { onBlur })}
                >
                  {hasPicture || upload ? 'Replace' : 'Choose image'}
                </FileButton>
                {upload && <UploadButtons {...upload} onCancel={thenFocus(upload.onCancel)} />}
                {hasPicture && !upload && !disabled && (
                  <Button variant="ghost" icon={Trash2} onClick={thenFocus(onRemove)}>
                    Remove
                  </Button>
                )}
              </Buttons>
            </Side>
          </Line>
          <VisuallyHidden as="output">{status}</VisuallyHidden>
        </Drop>
      )}
    </Field>
  )
}
