import { Image, ImageOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import styled from 'styled-components'
import { radius, token } from '../../tokens/tokens'
import { Icon } from '../Icon/Icon'

const Frame = styled.span`
  display: inline-grid;
  flex: none;
  place-items: center;
  vertical-align: middle;
  width: var(--width);
  height: var(--height);
  overflow: hidden;
  border: 1px solid ${token.border.subtle};
  border-radius: ${radius.control};
  background: ${token.surface.subtle};
  color: ${token.text.muted};
  img {
    width: 100%;
    height: 100%;
    object-fit: contain;
    /* Hides the alternative text of a broken image, which would not fit. */
    color: transparent;
  }
`

export interface ThumbnailProps {
  /** Address of the image; without one the box shows a placeholder. */
  src?: string | null
  /** Description of the image; '' where the text beside it describes it. */
  alt: string
  /** Height in pixels. */
  size?: number
  /** `wide`: 16:9, for banners. */
  shape?: 'square' | 'wide'
  /** @param isBroken whether the image cannot be loaded or decoded */
  onBrokenChange?: (isBroken: boolean) => void
}

/**
 * A small image in a box of a fixed size, so that nothing moves when it has loaded. It is fetched once it is near the viewport and
 * decoded asynchronously. A missing or broken one shows an icon; one that failed because the connection was lost is loaded again
 * when the device is online.
 */
export function Thumbnail({ src, alt, size = 28, shape = 'square', onBrokenChange }: ThumbnailProps) {
  const [broken, setBroken] = useState<string>()
  const isBroken = src !== undefined && src !== null && src === broken
  useEffect(() => {
    if (!isBroken) return
    const loadAgain = () => setBroken(undefined)
    window.addEventListener('online', loadAgain)
    return () => window.removeEventListener('online', loadAgain)
  }, [isBroken])
  const width = shape === 'wide' ? (size * 16) / 9 : size
  const fallback = isBroken ? `${alt} (the image cannot be shown)`.trim() : alt
  return (
    <Frame style={{ '--width': `${width / 16}rem`, '--height': `${size / 16}rem` } as React.CSSProperties}>
      {src && !isBroken ? (
        <img
          src={src}
          alt={alt}
          loading="lazy"
          decoding="async"
          draggable={false}
          onLoad={() => onBrokenChange?.(false)}
          onError={() => {
            setBroken(src)
            onBrokenChange?.(true)
          }}
        />
      ) : (
        <span role={fallback ? 'img' : undefined} aria-label={fallback || undefined} style={{ display: 'grid' }}>
          <Icon icon={isBroken ? ImageOff : Image} />
        </span>
      )}
    </Frame>
  )
}
