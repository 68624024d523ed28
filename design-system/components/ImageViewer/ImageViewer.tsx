/** Shows one image enlarged, with zoom and rotation by buttons and keys. A page can show several. */
import { Maximize, RotateCw, ZoomIn, ZoomOut } from 'lucide-react'
import {
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react'
import { IconButton } from '../../primitives/IconButton/IconButton'
import { Bar, Beside, Ground, Instead, Stage, Viewer, Zoom } from './ImageViewer.styles'

/** Factors relative to the size at which the whole image is visible. */
const ZOOMS = [1, 1.5, 2, 3, 4, 6, 8] as const
const QUARTER = 90

interface Size {
  width: number
  height: number
}

/** Lets a parent pass keys to the viewer that are pressed elsewhere in the page. */
export interface ImageControls {
  /** Performs the action of a key. @returns whether the viewer has one for it */
  press(key: string): boolean
}

export interface ImageViewerProps {
  /** URL of the image; null: `children` are displayed instead. */
  src: string | null
  /** Description of the image, also the accessible name of the viewer. */
  alt: string
  /** Displayed after the viewer's own buttons. */
  actions?: ReactNode
  /** Fills the height of the parent, which must have one. */
  fills?: boolean
  controls?: Ref<ImageControls>
  /** Handles other keys; not called for those of the viewer. */
  onKeyDown?: (event: KeyboardEvent) => void
  /** Called if the browser cannot display the image. */
  onBroken?: () => void
  /** Displayed without an image: that it loads, or why there is none. */
  children?: ReactNode
}

/** @returns the size of an element, in CSS pixels */
function useSizeOf(element: React.RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null)
  useLayoutEffect(() => {
    const stage = element.current!
    const observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect
      // Scroll bars must not change the size to which the image is fitted.
      setSize((known) =>
        known && Math.abs(known.width - width) + Math.abs(known.height - height) < 40 ? known : { width, height },
      )
    })
    observer.observe(stage)
    return () => observer.disconnect()
  }, [element])
  return size
}

/**
 * The viewer opens with the whole image visible, never larger than its natural size. Keys: `+`, `−`, `0` (whole image)
 * and `R` (rotate); arrow keys scroll an image that is larger than the viewer.
 */
export function ImageViewer({ src, alt, actions, fills, controls, onKeyDown, onBroken, children }: ImageViewerProps) {
  const stage = useRef<HTMLDivElement>(null)
  const room = useSizeOf(stage)
  const [natural, setNatural] = useState<Size | null>(null)
  const [level, setLevel] = useState(0)
  const [turns, setTurns] = useState(0)
  const [opened, setOpened] = useState(src)
  // Another image starts with the initial zoom and rotation.
  if (opened !== src) {
    setOpened(src)
    setNatural(null)
    setLevel(0)
    setTurns(0)
  }
  const hasImage = src !== null
  const isLying = turns % 2 === 1
  const turned = natural && (isLying ? { width: natural.height, height: natural.width } : natural)
  const whole = room && turned ? Math.min(room.width / turned.width, room.height / turned.height, 1) : 0
  const scale = whole * ZOOMS[level]!
  const zoom = (by: 1 | -1) => setLevel((now) => Math.min(ZOOMS.length - 1, Math.max(0, now + by)))
  const turn = () => setTurns((now) => now + 1)
  const keys: Readonly<Record<string, () => void>> = {
    '+': () => zoom(1),
    '=': () => zoom(1),
    '-': () => zoom(-1),
    '0': () => setLevel(0),
    r: turn,
    R: turn,
  }
  const press = (key: string): boolean => {
    const act = hasImage ? keys[key] : undefined
    act?.()
    return act !== undefined
  }
  useImperativeHandle(controls, () => ({ press }))
  const takeKey = (event: KeyboardEvent) => {
    if (!event.ctrlKey && !event.metaKey && !event.altKey && press(event.key)) return event.preventDefault()
    // Arrow keys scroll an image that is larger than its stage, as in any scrollable element.
    if (!(level > 0 && event.key.startsWith('Arrow'))) onKeyDown?.(event)
  }
  const shown = natural && {
    '--width': `${(turned!.width * scale).toFixed(1)}px`,
    '--height': `${(turned!.height * scale).toFixed(1)}px`,
    '--image-width': `${(natural.width * scale).toFixed(1)}px`,
    '--image-height': `${(natural.height * scale).toFixed(1)}px`,
    '--turn': `${turns * QUARTER}deg`,
  }
  return (
    <Viewer aria-label={alt} data-fills={fills || undefined} onKeyDown={takeKey}>
      <Bar>
        <IconButton
          icon={ZoomOut}
          label="Zoom out"
          disabled={!hasImage || level === 0}
          onClick={() => zoom(-1)}
          aria-keyshortcuts="-"
        />
        <Zoom aria-label="Size">{hasImage && natural ? `${Math.round(scale * 100)} %` : ''}</Zoom>
        <IconButton
          icon={ZoomIn}
          label="Zoom in"
          disabled={!hasImage || level === ZOOMS.length - 1}
          onClick={() => zoom(1)}
          aria-keyshortcuts="+"
        />
        <IconButton
          icon={Maximize}
          label="Whole image"
          disabled={!hasImage || level === 0}
          onClick={() => setLevel(0)}
          aria-keyshortcuts="0"
        />
        <IconButton icon={RotateCw} label="Turn" disabled={!hasImage} onClick={turn} aria-keyshortcuts="R" />
        {actions && <Beside>{actions}</Beside>}
      </Bar>
      {/* Focusable, so that arrow keys scroll a zoomed image; the viewer's own keys work here too. */}
      <Stage ref={stage} tabIndex={0} data-input aria-label={`${alt}: image`}>
        {src === null ? (
          <Instead>{children}</Instead>
        ) : (
          <Ground style={(shown ?? {}) as CSSProperties}>
            <img
              src={src}
              alt={alt}
              draggable={false}
              onLoad={({ currentTarget }) =>
                setNatural({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
              }
              onError={onBroken}
            />
          </Ground>
        )}
      </Stage>
    </Viewer>
  )
}
