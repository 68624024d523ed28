import { Fragment } from 'react'
import styled from 'styled-components'
import { space } from '../../tokens/tokens'
import { VisuallyHidden } from '../VisuallyHidden/VisuallyHidden'
import { Kbd } from './Kbd'
import { keyFaces } from './key-faces'

const Keys = styled.span`
  display: inline-flex;
  flex: none;
  gap: ${space[2]};
`

interface Props {
  /** Keys that are pressed together: `Mod+K`. */
  keys: string
  /** The control beside it has `aria-keyshortcuts`, or the shortcut is described elsewhere. */
  decorative?: boolean
}

/** Keys that are pressed together, with the symbols of this keyboard, and with names for screen readers. */
export function KeyCombo({ keys, decorative = false }: Props) {
  const faces = keyFaces(keys)
  return (
    <Keys aria-hidden={decorative || undefined}>
      {faces.map(({ face, name }) => (
        <Fragment key={face}>
          {name === undefined ? (
            <Kbd>{face}</Kbd>
          ) : (
            <>
              <Kbd aria-hidden>{face}</Kbd>
              {!decorative && <VisuallyHidden>{name} </VisuallyHidden>}
            </>
          )}
        </Fragment>
      ))}
    </Keys>
  )
}
