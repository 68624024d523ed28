import { cloneElement, useId, type ReactElement } from 'react'
import styled from 'styled-components'
import { elevation, font, radius, space, token, type } from '../../tokens/tokens'
import { useTooltip, type TooltipSide } from './use-tooltip'

/** The frame adds no box, so that it does not change the trigger's layout. */
const Frame = styled.span`
  display: contents;
`

const Bubble = styled.span`
  position: fixed;
  inset: auto;
  width: max-content;
  max-width: min(280px, calc(100vw - 16px));
  margin: 0;
  padding: ${space[4]} ${space[8]};
  border: 1px solid transparent;
  border-radius: ${radius.control};
  background: ${token.surface.inverse};
  color: ${token.text.inverse};
  box-shadow: ${elevation.e2};
  font-family: ${font.sans};
  ${type.meta}
  text-align: start;
  text-wrap: pretty;
  white-space: normal;
  overflow-wrap: anywhere;
`

interface Props {
  /** The text. Empty: no tooltip. */
  text: string | undefined
  /**
   * `describes`: screen readers read the text after the trigger's name. `names`: the text is the trigger's name already, so it is
   * not read twice.
   */
  kind?: 'describes' | 'names'
  side?: TooltipSide
  /** The trigger: one focusable element that accepts aria-describedby. */
  children: ReactElement<{ 'aria-describedby'?: string }>
}

/**
 * A short hint at one control, after 400 ms of hover or keyboard focus. Esc closes it. It is in the browser's top layer, so that
 * nothing clips or covers it.
 */
export function Tooltip({ text, kind = 'describes', side = 'bottom', children }: Props) {
  const id = useId()
  const { open, frame, bubble, handlers } = useTooltip(side)
  if (!text) return children
  const described = [children.props['aria-describedby'], kind === 'describes' ? id : undefined]
    .filter(Boolean)
    .join(' ')
  return (
    <Frame ref={frame} {...handlers}>
      {described ? cloneElement(children, { 'aria-describedby': described }) : children}
      {kind === 'describes' && (
        <span id={id} hidden>
          {text}
        </span>
      )}
      {open && (
        <Bubble ref={bubble} popover="manual" role="tooltip">
          {text}
        </Bubble>
      )}
    </Frame>
  )
}
