import styled, { keyframes } from 'styled-components'
import { elevation, media, motion, radius, space, token, type, zIndex } from '../../../tokens/tokens'

/** Distance from the lower edge (look, section 6), including the 36 px of the table's foot. */
const ABOVE = 52

const rise = keyframes`
  from { opacity: 0; transform: translateY(8px); }
`
const fade = keyframes`
  from { opacity: 0; }
`

/** Centers the bar without receiving clicks next to it. */
export const Place = styled.div`
  position: absolute;
  inset-inline: ${space[16]};
  inset-block-end: ${ABOVE}px;
  z-index: ${zIndex.bulkBar};
  display: flex;
  justify-content: center;
  pointer-events: none;
  ${media.phone} {
    inset-inline: ${space[8]};
  }
`

export const Box = styled.section`
  display: flex;
  align-items: center;
  gap: ${space[4]};
  min-width: 0;
  max-width: 100%;
  min-height: 44px;
  padding: ${space[4]} ${space[6]} ${space[4]} ${space[16]};
  border-radius: ${radius.bar};
  background: ${token.surface.inverse};
  color: ${token.text.inverse};
  box-shadow: ${elevation.e3};
  ${type.control}
  pointer-events: auto;
  animation: ${rise} ${motion.quick} ${motion.easeIn};
  ${media.reducedMotion} {
    animation: ${fade} ${motion.hover};
  }
  ${media.forcedColors} {
    border: 1px solid;
  }
  ${media.phone} {
    flex-wrap: wrap;
    width: 100%;
  }
`

export const Told = styled.div`
  display: flex;
  flex: none;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 ${space[8]};
  min-width: 0;
  padding-inline-end: ${space[8]};
  ${media.phone} {
    flex: 1;
  }
`

export const Count = styled.output`
  white-space: nowrap;
`

export const Aside = styled.span`
  ${type.meta}
  opacity: 0.8;
`

export const Rule = styled.span`
  flex: none;
  width: 1px;
  height: 20px;
  margin-inline: ${space[4]};
  background: currentColor;
  opacity: 0.28;
  ${media.phone} {
    display: none;
  }
`

export const Verbs = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[2]};
  min-width: 0;
  ${media.phone} {
    order: 1;
    flex: 1 0 100%;
    margin-inline-start: calc(-1 * ${space[10]});
    > * {
      flex: 1;
    }
  }
`

/** A button in the bar's colors, including the focus ring. */
export const Verb = styled.button`
  display: inline-flex;
  flex: none;
  align-items: center;
  justify-content: center;
  gap: ${space[6]};
  min-width: 32px;
  min-height: 32px;
  padding-inline: ${space[10]};
  border-radius: ${radius.control};
  ${type.control}
  color: inherit;
  white-space: nowrap;
  transition: background-color ${motion.hover};
  &:hover,
  &:active {
    background: color-mix(in srgb, currentColor 16%, transparent);
  }
  &:focus-visible {
    outline: 2px solid currentColor;
    outline-offset: -2px;
  }
  &[aria-disabled='true'] {
    opacity: 0.55;
    cursor: not-allowed;
    background: none;
  }
  &[data-quiet] {
    padding-inline: ${space[6]};
    min-height: 28px;
    ${type.meta} text-decoration: underline;
    text-underline-offset: 3px;
  }
  ${media.phone} {
    min-height: 44px;
    min-width: 44px;
    &[data-quiet] {
      min-height: 32px;
    }
  }
`

export const Status = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[4]} ${space[10]};
  min-width: 0;
  padding-inline-end: ${space[8]};
  font-variant-numeric: tabular-nums;
  /* The icon stays next to its text, even if that is long. */
  &[role='alert'] {
    flex-wrap: nowrap;
  }
  > svg {
    flex: none;
  }
  /* Below the count and the ×; next to the × if nothing is selected. */
  ${media.phone} {
    order: 1;
    flex: 1 0 100%;
    &:first-child {
      order: 0;
      flex: 1 1 60%;
    }
  }
`

export const Meter = styled.progress`
  appearance: none;
  width: 120px;
  height: 4px;
  overflow: hidden;
  border-radius: ${radius.full};
  background: color-mix(in srgb, currentColor 26%, transparent);
  &::-webkit-progress-bar {
    background: none;
  }
  &::-webkit-progress-value {
    background: currentColor;
  }
  &::-moz-progress-bar {
    background: currentColor;
  }
`
