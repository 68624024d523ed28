/** The field of the palette while the palette's code is loading. */
import type { KeyboardEvent } from 'react'
import { Search } from 'lucide-react'
import styled from 'styled-components'
import { Icon } from '@design-system/primitives/Icon/Icon'
import { Spinner } from '@design-system/primitives/Spinner/Spinner'
import { paletteInput } from '@design-system/components/CommandPalette/palette-input'
import { elevation, media, radius, space, token, zIndex } from '@design-system/tokens/tokens'

/** Name of the palette, and placeholder of its field. */
export const FIND_LABEL = 'Find a page or record'

/** In the place of the palette, so that nothing moves when it appears. */
const Cover = styled.div`
  position: fixed;
  inset: 0;
  z-index: ${zIndex.palette};
  padding: min(12vh, 112px) ${space[24]} 0;
  background: ${token.scrim};
  ${media.phone} {
    padding: 0;
  }
`
const Head = styled.div`
  display: flex;
  align-items: center;
  gap: ${space[12]};
  max-width: 640px;
  min-height: 54px;
  margin-inline: auto;
  padding-inline: 17px;
  border-radius: ${radius.modal};
  background: ${token.surface.raised};
  box-shadow: ${elevation.e3};
  color: ${token.text.muted};
  &:focus-within {
    outline: 1px solid ${token.focus};
    outline-offset: -1px;
  }
  > input {
    ${paletteInput}
  }
  ${media.phone} {
    max-width: none;
    border-radius: 0;
  }
`

export interface EarlyFieldProps {
  value: string
  onChange: (value: string) => void
  /** Escape, or a press outside the field. */
  onClose: () => void
}

/**
 * Takes what is typed after the palette was opened and before its code is there, also with an input method; the palette
 * starts with this text. Enter does nothing, because the person does not see yet what it would open.
 */
export function EarlyField({ value, onChange, onClose }: EarlyFieldProps) {
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') onClose()
    // The focus would go to the covered page.
    if (event.key === 'Tab') event.preventDefault()
  }
  return (
    <Cover onPointerDown={({ target, currentTarget }) => target === currentTarget && onClose()}>
      <Head>
        <Icon icon={Search} size="topBar" />
        <input
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the focus goes where the person is led by opening the palette
          autoFocus
          type="text"
          aria-label={FIND_LABEL}
          aria-busy
          data-input
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder={FIND_LABEL}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={onKey}
        />
        <Spinner size={16} alone />
      </Head>
    </Cover>
  )
}
