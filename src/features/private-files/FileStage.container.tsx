/** The private files of a record on a desk. Whoever opens a record there has asked for its files: each view is audited. */
import { useEffect, useEffectEvent, useImperativeHandle, useRef, useState, type Ref } from 'react'
import type { PrivateFile } from '@contract/files'
import type { ImageControls } from '@design-system/components/ImageViewer/ImageViewer'
import { isSingleKey } from '@design-system/primitives/Kbd/single-keys'
import type { FileOperation } from '@resources/resource'
import { useFileReader, useOpenedFile, type FileReader } from './file-view.container'
import { Stage, STAGE_KEYS, StagePane, type StagePaneProps } from './FileStage'

export interface FileStageProps {
  /** Of the field. */
  label: string
  /** At least one. */
  files: readonly PrivateFile[]
  operation: FileOperation
  recordId: string
}

/** Turns to the next or the previous page of a PDF. @returns whether there are several pages */
type TurnPage = (by: 1 | -1) => boolean

function Pane({
  files,
  read,
  turn,
  ...rest
}: Omit<StagePaneProps, 'file' | 'count' | 'onRetry' | 'onDownload'> & {
  files: readonly PrivateFile[]
  read: FileReader
  turn: Ref<TurnPage>
}) {
  const { file, retry, download } = useOpenedFile(files[rest.place]!, rest.place, read)
  const { pages } = file
  useImperativeHandle(turn, () => (by) => {
    if (!pages || pages.count < 2) return false
    const to = pages.place + by
    if (to >= 0 && to < pages.count) pages.turnTo(to)
    return true
  })
  return <StagePane {...rest} file={file} count={files.length} onRetry={retry} onDownload={download} />
}

export function FileStage({ label, files, operation, recordId }: FileStageProps) {
  const read = useFileReader(operation, recordId)
  /** The file of each pane. */
  const [places, setPlaces] = useState<readonly number[]>([0])
  const [current, setCurrent] = useState(0)
  const controls = useRef<(ImageControls | null)[]>([])
  /** Turns the pages of each pane. */
  const turns = useRef<(TurnPage | null)[]>([])
  const place = (pane: number, to: number) =>
    to >= 0 && to < files.length && setPlaces((now) => now.map((each, index) => (index === pane ? to : each)))
  const compare = () => {
    if (files.length < 2) return
    setPlaces(([first = 0, ...others]) => (others.length > 0 ? [first] : [first, (first + 1) % files.length]))
    setCurrent(0)
  }
  const takeKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isSingleKey(event, event.key)) return
    // What is open over the page has its own keys, and arrows move an image that is larger than its viewer.
    if (event.target instanceof Element && event.target.closest('[role=dialog], [role=alertdialog], [role=menu]'))
      return
    if (event.key.startsWith('Arrow') && event.target instanceof Element && event.target.closest('[data-input]')) return
    const now = places[current]!
    if (event.key === STAGE_KEYS.previous) place(current, now - 1)
    else if (event.key === STAGE_KEYS.next) place(current, now + 1)
    else if (event.key === STAGE_KEYS.previousPage || event.key === STAGE_KEYS.nextPage) {
      if (!turns.current[current]?.(event.key === STAGE_KEYS.nextPage ? 1 : -1)) return
    } else if (event.key.toUpperCase() === STAGE_KEYS.compare) compare()
    else if (!controls.current[current]?.press(event.key)) return
    event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => takeKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return (
    <Stage aria-label={label}>
      {places.map((each, pane) => (
        <Pane
          key={pane}
          files={files}
          read={read}
          place={each}
          isCurrent={places.length > 1 && pane === current}
          controls={(handle) => void (controls.current[pane] = handle)}
          turn={(handle) => void (turns.current[pane] = handle)}
          compare={pane === places.length - 1 ? { isOn: places.length > 1, onToggle: compare } : undefined}
          onPlace={(to) => place(pane, to)}
          onTurnTo={() => setCurrent(pane)}
        />
      ))}
    </Stage>
  )
}
