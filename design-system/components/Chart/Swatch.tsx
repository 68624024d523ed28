import styled, { css } from 'styled-components'
import { media, radius, token } from '../../tokens/tokens'

/** Lines at 45 degrees over a colour, so that two series differ in more than hue. */
const hatch = (colour: string) => css`
  background: repeating-linear-gradient(135deg, ${colour} 0 2.5px, ${hatchLine(colour)} 2.5px 4px);
`
/** The colour between two hatched lines: nearer to the surface. */
export const hatchLine = (colour: string) => `color-mix(in srgb, ${colour} 45%, ${token.surface.base})`

const Square = styled.span`
  flex: none;
  width: 10px;
  height: 10px;
  border-radius: 2.5px;
  background: ${token.chart[1]};
  &[data-hatched] {
    ${hatch(token.chart[2])}
  }
  ${media.forcedColors} {
    forced-color-adjust: none;
    outline: 1px solid CanvasText;
    border-radius: ${radius.tag};
  }
`

interface Props {
  /** The second of two series: another colour, and hatched. */
  hatched?: boolean
  /** A part's own colour. */
  colour?: string
}

/** The mark of a series or part in a legend, beside its name. */
export function Swatch({ hatched = false, colour }: Props) {
  return <Square aria-hidden data-hatched={hatched || undefined} style={colour ? { background: colour } : undefined} />
}
