import { css, keyframes } from 'styled-components'
import { elevation, media, motion, token } from '../../tokens/tokens'

const appear = keyframes`
  from { opacity: 0; }
`
const rise = keyframes`
  from { opacity: 0; transform: translateY(8px); }
`
const slide = keyframes`
  from { transform: translateX(100%); }
`

/** The backdrop of a modal. */
export const scrim = css`
  background: ${token.scrim};
  &[data-entering] {
    animation: ${appear} ${motion.slow} ${motion.easeIn};
  }
  &[data-exiting] {
    animation: ${appear} 147ms ${motion.easeOut} reverse forwards;
  }
  ${media.reducedMotion} {
    &[data-entering],
    &[data-exiting] {
      animation-duration: 100ms;
    }
  }
`

/** A surface above the page. */
export const raised = css`
  border: 1px solid ${token.border.base};
  background: ${token.surface.raised};
  color: ${token.text.primary};
  --avatar-ground: ${token.surface.raised};
`

/** Enters upwards and fades out. */
export const rising = css`
  ${raised}
  box-shadow: ${elevation.e3};
  &[data-entering] {
    animation: ${rise} ${motion.slow} ${motion.easeIn};
  }
  &[data-exiting] {
    animation: ${appear} 147ms ${motion.easeOut} reverse forwards;
  }
  ${media.reducedMotion} {
    &[data-entering],
    &[data-exiting] {
      animation: ${appear} 100ms;
    }
  }
`

/** Enters from the right. */
export const sliding = css`
  ${raised}
  box-shadow: ${elevation.e3};
  &[data-entering] {
    animation: ${slide} ${motion.slow} ${motion.easeIn};
  }
  &[data-exiting] {
    animation: ${slide} 147ms ${motion.easeOut} reverse forwards;
  }
  ${media.reducedMotion} {
    &[data-entering],
    &[data-exiting] {
      animation: ${appear} 100ms;
    }
  }
`

/** Opens at its trigger. */
export const opening = css`
  ${raised}
  box-shadow: ${elevation.e2};
  &[data-entering] {
    animation: ${appear} ${motion.quick} ${motion.easeIn};
  }
  &[data-exiting] {
    animation: ${appear} 107ms ${motion.easeOut} reverse forwards;
  }
  ${media.reducedMotion} {
    &[data-entering],
    &[data-exiting] {
      animation-duration: 100ms;
    }
  }
`
