import { WifiOff } from 'lucide-react'
import type { ComponentPropsWithRef } from 'react'
import styled from 'styled-components'
import { Icon } from '../../primitives/Icon/Icon'
import { media, space, token, type } from '../../tokens/tokens'

const Band = styled.output`
  display: flex;
  flex: none;
  align-items: flex-start;
  justify-content: center;
  gap: ${space[8]};
  padding: ${space[6]} ${space[24]};
  background: ${token.surface.inverse};
  color: ${token.text.inverse};
  ${type.control}
  overflow-wrap: anywhere;
  > svg {
    flex: none;
    margin-top: 2px;
  }
  ${media.phone} {
    justify-content: flex-start;
    padding-inline: ${space[16]};
  }
  ${media.forcedColors} {
    border-bottom: 1px solid CanvasText;
  }
`

/** Shown above the page without a connection: the content stays, with its age. All other props are passed to the root. */
export function OfflineBand({ children, ...rest }: ComponentPropsWithRef<'output'>) {
  return (
    <Band {...rest}>
      <Icon icon={WifiOff} />
      <span>{children}</span>
    </Band>
  )
}
