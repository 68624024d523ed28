/** A field of a form for one public image: its value is the id of the uploaded image, '' for none. */
import { useEffect, useRef, useState } from 'react'
import { useController, type Control } from 'react-hook-form'
import { typesOf } from '@contract/file-types'
import type { FieldProps } from '@design-system/components/Field/Field'
import { ImageInput } from '@design-system/components/ImageInput/ImageInput'
import { imageUrl } from '@console/image-url'
import { CHOOSE_AGAIN, GONE, isPending, LOST, pendingValue, WAIT } from './pending'
import { useUpload, type UploadTarget } from './upload.container'
import { useObjectUrl } from '@features/shared/use-object-url'

export interface ImageFieldProps {
  control: Control<Record<string, string>>
  /** Name of the form's field. */
  name: string
  label: string
  required?: boolean
  hint?: FieldProps['hint']
  /** What the form says of the value. */
  error?: string
  readOnly?: boolean
  target: UploadTarget
}

/** What the field takes, in words. */
export const sizeHint = ({ min }: UploadTarget['rule']) =>
  min && `At least ${min.width.toLocaleString('en')} × ${min.height.toLocaleString('en')} pixels`

/** While a file is on its way, the form's value says so, and the schema refuses a save: it would not have the image. */
export default function ImageFieldContainer({
  control,
  name,
  label,
  required,
  hint,
  error: refusal,
  readOnly = false,
  target,
}: ImageFieldProps) {
  const {
    field: { ref, value, onBlur, onChange },
    formState: { defaultValues, submitCount },
  } = useController({ control, name })
  const [uploaded, setUploaded] = useState<string | null>(null)
  const saved = defaultValues?.[name] ?? ''
  const [broken, setBroken] = useState<string | null>(null)
  const [savesBefore, setSavesBefore] = useState(0)
  /** What the field had before the file that is on its way. */
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
  // The form has got other values meanwhile: those of a draft, or of the record.
  const isOvertaken = file !== null && !isOnItsWay
  useEffect(() => {
    if (!isOvertaken) return
    before.current = value
    commands.cancel()
  }, [isOvertaken, value, commands])

  // A draft outlives an upload that no record references. What was uploaded just now, or is the record's, is there.
  const isGone = value !== '' && value === broken && value !== saved && value !== uploaded
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
