/** A form field for an ordered list of public images or private files. Its value is their ids, joined by commas. */
import { useEffect, useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import { typesOf } from '@contract/file-types'
import type { UploadedFile } from '@contract/http/files'
import { ImagesInput, type PendingPicture } from '@design-system/components/ImagesInput/ImagesInput'
import { imageUrl } from '@console/image-url'
import { newKey } from '@contract/http/idempotency'
import { sizeHint, type ImageFieldProps } from './ImageField.container'
import { CHOOSE_AGAIN, isPending, LOST, pendingValue, UPLOAD_OR_CANCEL, WAIT } from './pending'
import { useUpload, type UploadTarget } from './upload.container'
import { useObjectUrl } from '@features/shared/use-object-url'

/** A chosen file that is not uploaded or cancelled yet. */
interface Chosen {
  key: string
  file: File
}

type Shown = Omit<PendingPicture, 'onCancel'>

interface UploadProps {
  chosen: Chosen
  target: UploadTarget
  onShow: (key: string, picture: Shown) => void
  /** The file was refused: it is displayed with the reason until the person removes it. */
  onRefused: (key: string) => void
  onUploaded: (key: string, file: UploadedFile) => void
}

/** Runs the machine of one upload, and passes its state to the field, which displays it. */
function Upload({ chosen: { key, file }, target, onShow, onRefused, onUploaded }: UploadProps) {
  const { view, commands } = useUpload(target, {
    onStored: (stored) => onUploaded(key, stored),
    onDropped: () => onRefused(key),
  })
  // Only images have a preview.
  const src = useObjectUrl(file.type.startsWith('image/') ? file : null)
  const { choose, retry } = commands
  useEffect(() => choose(file), [choose, file])
  const { share, problem, canRetry } = view
  useEffect(() => {
    onShow(key, { key, name: file.name, src, share, problem, canRetry, onRetry: retry })
  }, [onShow, key, file, src, share, problem, canRetry, retry])
  return null
}

export interface ImagesFieldProps extends ImageFieldProps {
  /** Maximum number of files. */
  max: number
  /** Noun for a file; default 'image'. */
  one?: string
  /** Names of the record's private files by id; public images have no names. */
  names?: ReadonlyMap<string, string>
}

const partsOf = (value: string): string[] => value.split(',').filter(Boolean)

/** Each file that is not stored yet has its own part of the value, which the schema rejects. */
export default function ImagesFieldContainer({
  control,
  name,
  label,
  required,
  hint,
  error: refusal,
  readOnly = false,
  target,
  max,
  one = 'image',
  names,
  around,
}: ImagesFieldProps) {
  const {
    field: { ref, value, onBlur, onChange },
    formState,
  } = useController({ control, name })
  const { submitCount } = around ?? formState
  const [chosen, setChosen] = useState<readonly Chosen[]>([])
  const [shown, setShown] = useState<ReadonlyMap<string, Shown>>(new Map())
  const [refused, setRefused] = useState<ReadonlySet<string>>(new Set())
  const [savesBefore, setSavesBefore] = useState(0)
  const [uploaded, setUploaded] = useState<ReadonlyMap<string, string>>(new Map())
  const parts = partsOf(value)
  const ids = parts.filter((part) => !isPending(part))
  // Several uploads can end before the form renders again: each must add to the value that the previous one wrote.
  const latest = useRef(parts)
  useEffect(() => {
    latest.current = partsOf(value)
  }, [value])
  const write = (next: readonly string[]) => {
    latest.current = [...next]
    onChange(next.join(','))
  }
  const [onShow] = useState(
    () => (key: string, picture: Shown) => setShown((known) => new Map(known).set(key, picture)),
  )
  /** Replaces a file's part of the value by its id, or removes it. Does nothing if the form's values were replaced. */
  const settle = (key: string, id: string | null) => {
    const place = pendingValue(key)
    if (!latest.current.includes(place)) return
    const rest = latest.current.filter((part) => part !== place)
    write(id === null ? rest : [...rest.filter((part) => !isPending(part)), id, ...rest.filter(isPending)])
  }
  const onRefused = (key: string) => {
    settle(key, null)
    setRefused((known) => new Set(known).add(key))
  }
  const onEnded = (key: string, stored: UploadedFile | null) => {
    settle(key, stored?.id ?? null)
    if (stored?.name) setUploaded((known) => new Map(known).set(stored.id, stored.name!))
    setChosen((known) => known.filter((each) => each.key !== key))
  }

  const uploading = chosen.filter(({ key }) => parts.includes(pendingValue(key)) || refused.has(key))
  const lost = parts.filter((part) => isPending(part) && !chosen.some(({ key }) => pendingValue(key) === part))
  const pending = [
    ...uploading.flatMap(({ key }) => {
      const picture = shown.get(key)
      return picture ? [{ ...picture, onCancel: () => onEnded(key, null) }] : []
    }),
    ...lost.map((part) => ({
      ...LOST,
      key: part,
      problem: CHOOSE_AGAIN,
      onRetry: () => undefined,
      onCancel: () => write(latest.current.filter((each) => each !== part)),
    })),
  ]
  const isBusy = pending.some(({ share }) => share !== null)
  const isStopped = parts.some(isPending)
  const early = submitCount > savesBefore ? (isBusy ? WAIT : UPLOAD_OR_CANCEL) : undefined
  const error = isStopped ? early : refusal
  const shownHint = hint ?? sizeHint(target.rule)
  return (
    <>
      {uploading.map((each) => (
        <Upload
          key={each.key}
          chosen={each}
          target={target}
          onShow={onShow}
          onRefused={onRefused}
          onUploaded={onEnded}
        />
      ))}
      <ImagesInput
        ref={ref}
        label={label}
        {...(required && { required })}
        {...(shownHint !== undefined && { hint: shownHint })}
        {...(error !== undefined && { error })}
        one={one}
        pictures={ids.map((id, index) =>
          target.rule.visibility === 'public'
            ? { id, src: imageUrl(id, 'thumb') }
            : // No content here: only the record's page reads it, because each view is audited.
              { id, src: null, name: uploaded.get(id) ?? names?.get(id) ?? `File ${index + 1}` },
        )}
        pending={pending}
        max={max}
        status={isBusy ? `Uploading ${pending.length} ${one}s` : ''}
        accept={typesOf(target.rule).join(',')}
        disabled={readOnly}
        onFiles={(files) => {
          const added = files.map((file) => ({ key: newKey(), file }))
          setSavesBefore(submitCount)
          setChosen((known) => [...known, ...added])
          write([...latest.current, ...added.map(({ key }) => pendingValue(key))])
        }}
        onChange={(order) => write([...order, ...latest.current.filter(isPending)])}
        onBlur={onBlur}
      />
    </>
  )
}
