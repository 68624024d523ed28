import { useImperativeHandle, useRef, type Ref } from 'react'
import { ImageUp } from 'lucide-react'
import { Button } from '../../primitives/Button/Button'

/** The ref of an image input: form libraries call `focus` for the first error. */
export interface ImageInputHandle {
  focus: () => void
}

interface Props {
  /** Id of the button; `<id>label` names its field. */
  id: string
  describedBy?: string | undefined
  /** A verb with its object. */
  children: string
  /** Types that the file dialog accepts. */
  accept: string
  multiple?: boolean
  disabled?: boolean
  onFiles: (files: File[]) => void
  onBlur?: () => void
  ref?: Ref<ImageInputHandle>
}

/** Opens the file dialog. Its accessible name consists of its field's and its own. */
export function FileButton({ id, describedBy, children, accept, multiple, disabled, onFiles, onBlur, ref }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const input = useRef<HTMLInputElement>(null)
  useImperativeHandle(ref, () => ({ focus: () => button.current?.focus() }))
  return (
    <>
      <Button
        ref={button}
        id={id}
        icon={ImageUp}
        disabled={disabled}
        aria-labelledby={`${id}label ${id}action`}
        aria-describedby={describedBy}
        onBlur={onBlur}
        onClick={() => input.current?.click()}
      >
        <span id={`${id}action`}>{children}</span>
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        tabIndex={-1}
        data-testid={`${id}file`}
        accept={accept}
        multiple={multiple}
        aria-hidden
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          // Allows choosing the same file again.
          currentTarget.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </>
  )
}
