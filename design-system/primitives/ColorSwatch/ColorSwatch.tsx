import styled from 'styled-components'
import { media, radius, space, token } from '../../tokens/tokens'

const Frame = styled.span`
  display: inline-flex;
  align-items: center;
  gap: ${space[6]};
  min-width: 0;
  font-variant-numeric: tabular-nums;
`
const Square = styled.span`
  flex: none;
  width: 14px;
  height: 14px;
  border: 1px solid ${token.border.control};
  border-radius: ${radius.tag};
  ${media.forcedColors} {
    forced-color-adjust: none;
  }
`

/** A color with its code, for people who cannot distinguish the color. @param color `#RRGGBB` */
export const ColorSwatch = ({ color }: { color: string }) => (
  <Frame>
    <Square style={{ background: color }} />
    {color.toUpperCase()}
  </Frame>
)
