import styled from 'styled-components'
import { token } from '../../tokens/tokens'

const Drawing = styled.svg`
  rect {
    fill: ${token.text.primary};
  }
  path {
    fill: none;
    stroke: ${token.surface.sidebar};
    stroke-width: 2.6;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  circle {
    fill: ${token.surface.sidebar};
  }
`

interface Props {
  /** Side in pixels. */
  size?: number
  /** Its name where it is alone; beside the written name it is decorative. */
  label?: string
}

/** The mark: a table seen from above, with its observers (look, section 3). */
export function Mark({ size = 26, label }: Props) {
  return (
    <Drawing
      width={size}
      height={size}
      viewBox="0 0 26 26"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <rect width="26" height="26" rx="6.5" />
      <path d="M8 6.2v13.6" />
      <path d="M12 6.5h.9a5 5 0 0 1 0 10H12" />
      <circle cx="12.6" cy="11.5" r="1.5" />
    </Drawing>
  )
}
