import { useState } from 'react'
import styled from 'styled-components'
import { radius, token } from '../../tokens/tokens'
import { VisuallyHidden } from '../VisuallyHidden/VisuallyHidden'

const Frame = styled.span`
  position: relative;
  display: inline-block;
  flex: none;
  vertical-align: middle;
  width: var(--side);
  height: var(--side);
`

const Round = styled.span`
  display: grid;
  place-items: center;
  width: 100%;
  height: 100%;
  overflow: hidden;
  border: 1px solid transparent;
  border-radius: ${radius.full};
  background: ${token.accent.tint};
  color: ${token.accent.text};
  font-size: calc(var(--side) * 0.42);
  font-weight: 600;
  line-height: 1;
  user-select: none;
  img {
    width: 100%;
    height: 100%;
    object-fit: cover;
  }
`

const Dot = styled.span`
  position: absolute;
  /* Its centre is on the circle, at any size. */
  --in: max(-2px, calc(var(--side) * 0.146 - 8px));
  right: var(--in);
  bottom: var(--in);
  /* 10 px (look, Top bar) and the ring around it. */
  width: 14px;
  height: 14px;
  border: 2px solid var(--avatar-ground, ${token.surface.base});
  border-radius: ${radius.full};
  forced-color-adjust: none;
  &[data-presence='online'] {
    background: ${token.tone.success.solid};
  }
  &[data-presence='offline'] {
    background: ${token.tone.danger.solid};
  }
`

/** The first letter as people perceive it: with its accent; a joined emoji counts as one. */
function initial(name: string): string {
  // Most names begin with two ASCII letters, and a segmenter costs the first page 15 ms.
  if (/^\s*[\x21-\x7e]{2}/.test(name)) return name.trim().charAt(0).toUpperCase()
  const [first] = new Intl.Segmenter().segment(name.trim())
  return first?.segment.toLocaleUpperCase() ?? '?'
}

interface Props {
  name: string
  /** Address of the picture; the first letter replaces a missing or broken one. */
  src?: string | null
  /** A green or red dot, with a text for screen readers. */
  presence?: 'online' | 'offline'
  /** Side in pixels. */
  size?: number
  /** The name is not shown beside it, so screen readers get it from here. */
  alone?: boolean
}

/** A person's picture or initial. */
export function Avatar({ name, src, presence, size = 32, alone = false }: Props) {
  const [broken, setBroken] = useState<string>()
  const words = [alone && name, presence && (presence === 'online' ? 'Online' : 'Offline')].filter(Boolean).join(', ')
  return (
    <Frame style={{ '--side': `${size / 16}rem` } as React.CSSProperties}>
      <Round aria-hidden>
        {src && src !== broken ? <img src={src} alt="" onError={() => setBroken(src)} /> : initial(name)}
      </Round>
      {presence && <Dot data-presence={presence} />}
      {words && <VisuallyHidden>{words}</VisuallyHidden>}
    </Frame>
  )
}
