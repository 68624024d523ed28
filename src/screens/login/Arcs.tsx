/** The arcs of the mark, the only ornament (look.md, section 3): a table seen from above, with its observers. */
import { styled } from 'styled-components'
import { token } from '@design-system/tokens/tokens'

const RADII = [70, 132, 194, 256, 318, 380, 442, 504, 566, 628, 690]
/** Outer arcs are fainter. */
const NEAR = 7

const Drawing = styled.svg`
  position: absolute;
  inset: 0;
  width: 100%;
  height: 100%;
  fill: none;
  stroke: ${token.border.base};
  stroke-width: 1.25;
  [data-far] {
    stroke: ${token.border.subtle};
  }
  [data-seat] {
    fill: ${token.surface.canvas};
    stroke: ${token.text.muted};
  }
  [data-taken] {
    fill: ${token.accent.solid};
    stroke: none;
  }
  [data-middle] {
    fill: ${token.text.primary};
    stroke: none;
  }
`

/** Hidden from screen readers. */
export function Arcs() {
  return (
    <Drawing viewBox="0 0 840 900" preserveAspectRatio="xMinYMid slice" aria-hidden focusable={false}>
      <path d="M150 -200V1100" />
      {RADII.map((radius, index) => (
        <path
          key={radius}
          data-far={index >= NEAR ? '' : undefined}
          d={`M150 ${450 - radius}a${radius} ${radius} 0 0 1 0 ${2 * radius}`}
        />
      ))}
      <circle data-middle="" cx="150" cy="450" r="9" />
      <circle data-seat="" cx="256" cy="371" r="5" />
      <circle data-seat="" cx="304" cy="245" r="5" />
      <circle data-seat="" cx="393" cy="81" r="5" />
      <circle data-taken="" cx="449" cy="342" r="5" />
    </Drawing>
  )
}
