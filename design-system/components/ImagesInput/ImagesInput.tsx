/** A field for an ordered list of pictures or other files: added by dialog, drop or paste, moved by dragging, keys or buttons. */
import { ArrowLeft, ArrowRight, GripVertical, Trash2 } from 'lucide-react'
import { useId, useImperativeHandle, useRef, type Ref } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { GridList } from 'react-aria-components/GridList'
import { useDragAndDrop } from 'react-aria-components/useDragAndDrop'
import { Icon } from '../../primitives/Icon/Icon'
import { IconButton } from '../../primitives/IconButton/IconButton'
import { Thumbnail } from '../../primitives/Thumbnail/Thumbnail'
import { VisuallyHidden } from '../../primitives/VisuallyHidden/VisuallyHidden'
import { Field, type FieldProps } from '../Field/Field'
import { FileButton, type ImageInputHandle } from '../ImageInput/FileButton'
import { Buttons, Drop, Line, Side } from '../ImageInput/ImageInput.styles'
import { UploadButtons, UploadProgress, type UploadState } from '../ImageInput/UploadLine'
import { useFileDrop } from '../ImageInput/use-file-drop'
import { moveTo } from './move-to'
import { Called, Handle, Pictures, Place, Tile, TileButtons, Uploads, UploadProblem } from './ImagesInput.styles'

/** Side of a picture, pixels: as wide as the buttons below it. */
const SIDE = 112
const PENDING_SIDE = 56

/** One of the pictures, or of the files. */
export interface Picture {
  id: string
  /** Address of its image; null: a placeholder. */
  src: string | null
  /** Its name; without one it is identified by its position. */
  name?: string
}
/** A picture that is being uploaded. */
export interface PendingPicture extends UploadState {
  key: string
  /** Why it is not added. */
  problem: string | null
}

export interface ImagesInputProps extends Omit<FieldProps, 'label' | 'aside'> {
  label: string
  id?: string
  /** Noun for one; 'image' by default. */
  one?: string
  /** In order. */
  pictures: readonly Picture[]
  pending?: readonly PendingPicture[]
  /** Maximum number, including those that are being uploaded. */
  max: number
  /** The last event, announced to screen readers. */
  status?: string
  accept: string
  disabled?: boolean
  /** @param files at most as many as there is room for */
  onFiles: (files: File[]) => void
  /** @param ids the remaining ones, in their new order */
  onChange: (ids: string[]) => void
  onBlur?: () => void
  ref?: Ref<ImageInputHandle>
}

export function ImagesInput({
  id,
  one = 'image',
  pictures,
  pending = [],
  max,
  status = '',
  accept,
  disabled = false,
  onFiles,
  onChange,
  onBlur,
  ref,
  ...field
}: ImagesInputProps) {
  const { label, required, error } = field
  const ownId = useId()
  const inputId = id ?? ownId
  const chooser = useRef<ImageInputHandle>(null)
  useImperativeHandle(ref, () => ({ focus: () => chooser.current?.focus() }))
  const ids = pictures.map((picture) => picture.id)
  const nameOf = (index: number) => pictures[index]?.name ?? `${one} ${index + 1}`
  const room = Math.max(0, max - pictures.length - pending.length)
  const take = (files: File[]) => {
    if (room > 0) onFiles(files.slice(0, room))
  }
  const { isOver, handlers } = useFileDrop(disabled || room === 0 ? null : take)
  const { dragAndDropHooks } = useDragAndDrop({
    // The hooks themselves stay: the list calls them, and must not call others while it is shown.
    isDisabled: disabled,
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': nameOf(ids.indexOf(String(key))) })),
    onReorder: ({ keys, target }) =>
      onChange(moveTo(ids, [...keys].map(String), String(target.key), target.dropPosition)),
  })
  const step = (index: number, by: -1 | 1) => {
    const next = [...ids]
    const [moved] = next.splice(index, 1)
    next.splice(index + by, 0, moved!)
    onChange(next)
  }
  /** A button that removes itself passes the focus on. */
  const thenFocus = (act: () => void) => () => {
    act()
    chooser.current?.focus()
  }
  const remove = (removed: string) => thenFocus(() => onChange(ids.filter((each) => each !== removed)))
  const count = `${pictures.length} of ${max}`
  return (
    <Field {...field} live id={inputId} aside={count}>
      {(aria) => (
        <Drop
          {...handlers}
          aria-label={required ? `${label}, required` : label}
          data-filled={pictures.length > 0 || undefined}
          data-over={isOver || undefined}
          data-wrong={error ? true : undefined}
          data-disabled={disabled || undefined}
        >
          {pictures.length > 0 && (
            <Pictures
              as={GridList<Picture>}
              aria-label={`${label}, in their order`}
              layout="grid"
              items={pictures}
              dragAndDropHooks={dragAndDropHooks}
              selectionMode="none"
              // The positions change with the order.
              dependencies={[ids.join(), disabled, pictures]}
            >
              {({ id: own, src, name }: Picture) => {
                const index = ids.indexOf(own)
                return (
                  <Tile id={own} textValue={nameOf(index)}>
                    <Thumbnail src={src} alt={`${label}, ${nameOf(index)}`} size={SIDE} />
                    {name !== undefined && <Called dir="auto">{name}</Called>}
                    <Place aria-hidden>{index + 1}</Place>
                    {!disabled && (
                      <TileButtons>
                        <Handle as={AriaButton} slot="drag" aria-label={`Move ${nameOf(index)}`}>
                          <Icon icon={GripVertical} />
                        </Handle>
                        <IconButton
                          icon={ArrowLeft}
                          label={`Move ${nameOf(index)} earlier`}
                          size="small"
                          disabled={index === 0}
                          onClick={() => step(index, -1)}
                        />
                        <IconButton
                          icon={ArrowRight}
                          label={`Move ${nameOf(index)} later`}
                          size="small"
                          disabled={index === ids.length - 1}
                          onClick={() => step(index, 1)}
                        />
                        <IconButton
                          icon={Trash2}
                          label={`Remove ${nameOf(index)}`}
                          size="small"
                          tone="danger"
                          onClick={remove(own)}
                        />
                      </TileButtons>
                    )}
                  </Tile>
                )
              }}
            </Pictures>
          )}
          {pending.length > 0 && (
            <Uploads aria-label={`${label} on their way`}>
              {pending.map(({ key, problem, ...upload }) => (
                <li key={key}>
                  <Line>
                    <Thumbnail src={upload.src} alt="" size={PENDING_SIDE} />
                    <Side>
                      <UploadProgress {...upload} />
                      {problem && <UploadProblem role="alert">{problem}</UploadProblem>}
                      <Buttons>
                        <UploadButtons {...upload} onCancel={thenFocus(upload.onCancel)} />
                      </Buttons>
                    </Side>
                  </Line>
                </li>
              ))}
            </Uploads>
          )}
          <Line>
            <FileButton
              ref={chooser}
              id={inputId}
              describedBy={aria['aria-describedby']}
              accept={accept}
              multiple
              disabled={disabled || room === 0}
              onFiles={take}
              {...(onBlur && { onBlur })}
            >
              {`Add ${one}s`}
            </FileButton>
            {!disabled && <span>{room === 0 ? 'There is no room for more.' : 'Or drop or paste them here.'}</span>}
          </Line>
          <VisuallyHidden as="output">{status}</VisuallyHidden>
        </Drop>
      )}
    </Field>
  )
}
