import styled, { keyframes } from 'styled-components'
import { media, motion, numeric, radius, space, token, type } from '../../tokens/tokens'

const pass = keyframes`
  from { transform: translateX(-100%); }
  to { transform: translateX(250%); }
`

export const Box = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[6]};
  min-width: 0;
`

export const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  justify-content: space-between;
  gap: 0 ${space[12]};
`

export const Name = styled.span`
  ${type.control}
  min-width: 0;
  color: ${token.text.primary};
  overflow-wrap: anywhere;
`

export const Numbers = styled.span`
  ${type.meta}
  ${numeric}
  margin-inline-start: auto;
  color: ${token.text.secondary};
`

export const Track = styled.div`
  height: 6px;
  overflow: hidden;
  border-radius: ${radius.full};
  background: ${token.tone.neutral.tint};
  /* The empty part must be visible too, because it shows how much is left. */
  box-shadow: inset 0 0 0 1px ${token.tone.neutral.border};
  color: ${token.accent.solid};
  &[data-size='list'] {
    height: 4px;
  }
  ${(['success', 'danger', 'info', 'violet'] as const).map((tone) => `&[data-tone='${tone}'] { color: ${token.tone[tone].solid}; }`)}
  /* The solid colour is too bright for a mark. */
  &[data-tone='warning'] {
    color: ${token.tone.warning.fg};
  }
  ${media.forcedColors} {
    border: 1px solid CanvasText;
    color: Highlight;
    forced-color-adjust: none;
  }
`

export const Bar = styled.div`
  width: 100%;
  height: 100%;
  background: currentColor;
  transform-origin: left;
  transition: transform ${motion.slow} ${motion.easeIn};
  &:dir(rtl) {
    transform-origin: right;
  }
  [data-unknown] > & {
    width: 40%;
    border-radius: ${radius.full};
    animation: ${pass} 1600ms ease-in-out infinite;
  }
  ${media.reducedMotion} {
    transition: none;
    /* Static dashes: in progress, without a known share. */
    [data-unknown] > & {
      width: 100%;
      height: 0;
      border-top: 6px dashed currentColor;
      border-radius: 0;
      background: none;
      animation: none;
    }
  }
`

export const Detail = styled.p`
  ${type.meta}
  color: ${token.text.muted};
  overflow-wrap: anywhere;
  &[data-tone='danger'] {
    color: ${token.tone.danger.fg};
  }
  &[data-tone='warning'] {
    color: ${token.tone.warning.fg};
  }
`
