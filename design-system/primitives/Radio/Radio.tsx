import type { ComponentPropsWithRef, ReactNode } from 'react'
import styled from 'styled-components'
import { media, token } from '../../tokens/tokens'
import { box, Cell, Frame } from '../choice.styles'

const Box = styled.input`
  ${box}
  border-radius: 50%;
  &:checked {
    border-color: ${token.accent.solid};
  }
`

const Dot = styled.span`
  grid-area: 1 / 1;
  display: none;
  width: 8px;
  height: 8px;
  border-radius: 50%;
  background: ${token.accent.solid};
  pointer-events: none;
  :checked ~ & {
    display: block;
  }
  :disabled ~ & {
    background: ${token.text.disabled};
  }
  ${media.forcedColors} {
    display: none !important;
  }
`

export interface RadioProps extends Omit<ComponentPropsWithRef<'input'>, 'type'> {
  /** The same for all buttons of a group. */
  name: string
  value: string
  label: ReactNode
}

/** One of a few choices that are all visible; put them into a `fieldset` with a `legend`. All other props are passed to the input. */
export const Radio = ({ label, ...rest }: RadioProps) => (
  <Frame>
    <Cell>
      <Box {...rest} type="radio" />
      <Dot />
    </Cell>
    <span>{label}</span>
  </Frame>
)
