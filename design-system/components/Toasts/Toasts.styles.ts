import styled, { keyframes } from 'styled-components'
import { elevation, font, media, motion, radius, space, token, type, zIndex } from '../../tokens/tokens'

const appear = keyframes`
  from { opacity: 0; transform: translateY(-8px); }
`
const vanish = keyframes`
  to { opacity: 0; }
`
const fade = keyframes`
  from { opacity: 0; }
`

export const Place = styled.div`
  .Toastify__toast-container {
    position: fixed;
    top: 64px;
    right: 16px;
    z-index: ${zIndex.toast};
    display: grid;
    gap: ${space[8]};
    width: 360px;
    max-width: calc(100vw - 32px);
    font-family: ${font.sans};
  }
  .Toastify__toast {
    position: relative;
    display: flex;
    align-items: center;
    gap: ${space[4]};
    min-height: 44px;
    padding: ${space[6]} ${space[6]} ${space[6]} ${space[12]};
    border: 1px solid transparent;
    border-radius: ${radius.card};
    box-shadow: ${elevation.e2};
    ${type.amount}
    touch-action: none;
  }
  .Toastify__toast--success {
    background: ${token.tone.success.solid};
    color: ${token.tone.success.onSolid};
  }
  .Toastify__toast--error {
    background: ${token.tone.danger.solid};
    color: ${token.tone.danger.onSolid};
  }
  .Toastify__toast--warning {
    background: ${token.tone.warning.solid};
    color: ${token.tone.warning.onSolid};
  }
  .Toastify__progress-bar--wrp {
    position: absolute;
    width: 0;
    height: 0;
    overflow: hidden;
  }
  .pb-toast-in {
    animation: ${appear} ${motion.quick} ${motion.easeIn};
  }
  .pb-toast-out {
    animation: ${vanish} 107ms ${motion.easeOut} forwards;
  }
  ${media.reducedMotion} {
    .pb-toast-in {
      animation: ${fade} 100ms;
    }
    .pb-toast-out {
      animation-duration: 100ms;
    }
  }
  ${media.phone} {
    .Toastify__toast-container {
      left: 16px;
      width: auto;
    }
  }
`

export const Line = styled.div`
  display: flex;
  flex: 1;
  align-items: flex-start;
  gap: ${space[10]};
  min-width: 0;
  padding-block: ${space[4]};
  overflow-wrap: anywhere;
  svg {
    margin-top: 2px;
  }
`

export const Close = styled.button`
  display: grid;
  flex: none;
  place-items: center;
  width: 32px;
  height: 32px;
  border-radius: ${radius.control};
  color: inherit;
  &:focus-visible {
    outline: 2px solid currentColor;
    outline-offset: -2px;
  }
`
