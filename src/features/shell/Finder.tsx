import { Search } from 'lucide-react'
import styled from 'styled-components'
import { Icon } from '@design-system/primitives/Icon/Icon'
import { IconButton } from '@design-system/primitives/IconButton/IconButton'
import { KeyCombo } from '@design-system/primitives/Kbd/KeyCombo'
import { focusRing, motion, radius, space, token, type } from '@design-system/tokens/tokens'
import { FIND_KEYS } from '../shared/shortcut-keys'

const WORDS = 'Find a page or record'
/** In the format of `aria-keyshortcuts`. */
const KEYS = 'Control+K Meta+K'

/** The keys are drawn above the button, not inside it, so that they are not part of its name. */
const Place = styled.div`
  display: grid;
  flex: none;
  align-items: center;
  margin: 0 11px ${space[8]} ${space[12]};
  > * {
    grid-area: 1 / 1;
  }
  > :last-child {
    justify-self: end;
    margin-inline-end: ${space[6]};
    pointer-events: none;
  }
  &[data-collapsed] {
    margin-inline: ${space[8]} 7px;
  }
  &[data-collapsed] > :last-child {
    margin-inline-end: ${space[4]};
  }
`

const Box = styled.button`
  display: flex;
  align-items: center;
  gap: ${space[8]};
  min-width: 0;
  min-height: 32px;
  padding: ${space[4]} ${space[8]};
  border: 1px solid ${token.border.control};
  border-radius: ${radius.control};
  background: ${token.surface.field};
  color: ${token.text.muted};
  ${type.cell}
  text-align: start;
  transition: background-color ${motion.hover};
  ${focusRing}
  &:hover {
    background: ${token.surface.hover};
    color: ${token.text.primary};
  }
  [data-collapsed] > & {
    gap: ${space[6]};
    padding-inline: ${space[6]};
  }
`

interface Props {
  onFind: () => void
  /** The pointer or the focus approaches. */
  onFindNear: () => void
}

/** Looks like an input and opens the palette, which contains the real one (look.md, Shell). */
export function Finder({ collapsed, onFind, onFindNear }: Props & { collapsed: boolean }) {
  return (
    <Place data-collapsed={collapsed || undefined}>
      <Box
        type="button"
        aria-label={WORDS}
        aria-keyshortcuts={KEYS}
        aria-haspopup="dialog"
        onClick={onFind}
        onPointerEnter={onFindNear}
        onFocus={onFindNear}
      >
        <Icon icon={Search} />
        {collapsed ? 'Find' : WORDS}
      </Box>
      <KeyCombo keys={FIND_KEYS} decorative />
    </Place>
  )
}

/** The same for the top bar on a phone. */
export const FindButton = ({ onFind, onFindNear }: Props) => (
  <IconButton
    label={WORDS}
    icon={Search}
    iconSize="topBar"
    size="large"
    aria-haspopup="dialog"
    onClick={onFind}
    onPointerEnter={onFindNear}
    onFocus={onFindNear}
  />
)
