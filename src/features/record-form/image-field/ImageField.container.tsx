/** A form field for one public image. Its value is the id of the uploaded image, or '' for none. */
import { useEffect, useRef, useState } from 'react'
import { useController, type Control } from 'react-hook-form'
import { typesOf } from '@contract/file-types'
import type { FieldProps } from '@design-system/components/Field/Field'
import { ImageInput } from '@design-system/components/ImageInput/ImageInput'
import { imageUrl } from '@console/image-url'
import { CHOOSE_AGAIN, GONE, isPending, LOST, pendingValue, WAIT } from './pending'
import { useUpload, type UploadTarget } from './upload.container'
import { useObjectUrl } from '@features/shared/use-object-url'
import type { FormAround } from '../FieldInput'

export interface ImageFieldProps {
  control: Control<Record<string, string>>
  /** Name of the form's field. */
  name: string
  label: string
  required?: boolean
  hint?: FieldProps['hint']
  /** Error of the form's validation. */
  error?: string
  readOnly?: boolean
  target: UploadTarget
  around?: FormAround
}

/** @returns the minimum size as a hint */
export const sizeHint = ({ min }: UploadTarget['rule']) =>
  min && `At least ${min.width.toLocaleString('en')} × ${min.height.toLocaleString('en')} pixels`

/** During an upload the form's value is `pending`, which the schema rejects: a save would not contain the image. */
export default function ImageFieldContainer({
  control,
  name,
  label,
  required,
  hint,
  error: refusal,
  readOnly = false,
  target,
  around,
}: ImageFieldProps) {
  const { field, formState } = useController({ control, name })
  const { ref, value, onBlur, onChange } = field
  const { submitCount } = around ?? formState
  const [uploaded, setUploaded] = useState<string | null>(null)
  const own = formState.defaultValues?.[name] ?? ''
  // The items of a list may have moved: which one was saved with which image is unknown.
  const saved = around ? '' : own
  const stillExist = around ? around.saved(name) : [own]
  const [broken, setBroken] = useState<string | null>(null)
  const [savesBefore, setSavesBefore] = useState(0)
  /** The value before the current upload. */
  const before = useRef(saved)
  const isOnItsWay = isPending(value)
  const { view, commands } = useUpload(target, {
    onStored: ({ id }) => {
      setUploaded(id)
      onChange(id)
    },
    onDropped: () => onChange(before.current),
  })
  const { file, share, problem, canRetry } = view
  const preview = useObjectUrl(file)
  // The form's values were replaced in the meantime, by a draft or by the record.
  const isOvertaken = file !== null && !isOnItsWay
  useEffect(() => {
    if (!isOvertaken) return
    before.current = value
    commands.cancel()
  }, [isOvertaken, value, commands])

  // The server deletes an unreferenced upload earlier than the draft. A new upload and the record's image still exist.
  const isGone = value !== '' && value === broken && !stillExist.includes(value) && value !== uploaded
  const isLost = isOnItsWay && file === null
  const isBusy = share !== null
  const shownHint = hint ?? sizeHint(target.rule)
  const early = isBusy && submitCount > savesBefore ? WAIT : undefined
  const error = problem ?? (isLost ? CHOOSE_AGAIN : isOnItsWay ? early : isGone ? GONE : refusal)
  const said = isBusy ? `Uploading ${file?.name}` : uploaded !== null && uploaded === value ? 'Image uploaded' : ''
  return (
    <ImageInput
      ref={ref}
      label={label}
      {...(required && { required })}
      {...(shownHint !== undefined && { hint: shownHint })}
      {...(error !== undefined && { error })}
      src={value && !isOnItsWay ? imageUrl(value, 'thumb') : null}
      upload={
        isLost
          ? { ...LOST, onRetry: commands.retry, onCancel: () => onChange(saved) }
          : file && {
              name: file.name,
              src: preview,
              share,
              canRetry,
              onRetry: commands.retry,
              onCancel: commands.cancel,
            }
      }
      status={said}
      accept={typesOf(target.rule).join(',')}
      disabled={readOnly}
      onFile={(chosen) => {
        before.current = isOnItsWay ? before.current : value
        setSavesBefore(submitCount)
        onChange(pendingValue())
        commands.choose(chosen)
      }}
      onRemove={() => {
        commands.cancel()
        onChange('')
      }}
      onBrokenChange={(isBroken) => setBroken(isBroken ? value : null)}
      onBlur={onBlur}
    />
  )
}
