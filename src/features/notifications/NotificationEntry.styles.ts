import styled, { css } from 'styled-components'
import { Link } from '../shared/Link'
import { motion, numeric, radius, space, token, type } from '@design-system/tokens/tokens'

export const Entry = styled.li`
  position: relative;
  display: grid;
  grid-template-columns: 28px minmax(0, 1fr);
  gap: ${space[12]};
  padding: ${space[12]} ${space[16]};
  border-bottom: 1px solid ${token.border.subtle};
  transition: background-color ${motion.hover};
  &:last-of-type {
    border-bottom: 0;
  }
  &[data-unread] {
    background: ${token.surface.unread};
  }
  &:hover {
    background: ${token.surface.hover};
  }
  &[data-unread]:hover {
    background: ${token.surface.selected};
  }
`

export const Plate = styled.span`
  display: grid;
  place-items: center;
  width: 28px;
  height: 28px;
  border: 1px solid ${token.border.base};
  border-radius: ${radius.full};
  background: ${token.surface.raised};
  color: ${token.text.secondary};
`

export const Line = styled.div`
  display: flex;
  align-items: baseline;
  gap: ${space[8]};
`

/** The whole entry is clickable; its other controls lie above that area. */
const stretched = `
  &::after { content: ''; position: absolute; inset: 0; }
  &:focus-visible { outline: none; }
`
const title = css`
  flex: 1;
  min-width: 0;
  text-align: start;
  text-decoration: none;
  overflow-wrap: anywhere;
  cursor: pointer;
  ${stretched}
  ${type.nav}
  color: ${token.text.primary};
  [data-unread] & {
    font-weight: 600;
  }
  &:focus-visible::after {
    outline: 2px solid ${token.focus};
    outline-offset: -2px;
  }
`
export const TitleLink = styled(Link)`
  ${title}
`
export const TitleButton = styled.button`
  ${title}
`

export const Time = styled.time`
  flex: none;
  color: ${token.text.muted};
  ${type.meta}
  ${numeric}
`

/** Its space stays reserved when it disappears, so that the times remain aligned. */
export const Dot = styled.span`
  align-self: flex-start;
  flex: none;
  width: 8px;
  height: 8px;
  margin-top: ${space[6]};
  border-radius: ${radius.full};
  [data-unread] & {
    background: ${token.accent.solid};
    forced-color-adjust: none;
  }
`

export const Description = styled.p`
  padding-right: ${space[16]};
  color: ${token.text.secondary};
  ${type.cell}
  overflow-wrap: anywhere;
`

export const Foot = styled.div`
  position: relative;
  z-index: 1;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[8]} ${space[12]};
  width: fit-content;
  padding-top: ${space[8]};
`

export const Problem = styled.p`
  display: flex;
  gap: ${space[6]};
  padding: ${space[6]} ${space[16]} 0 0;
  color: ${token.tone.danger.fg};
  ${type.meta}
  overflow-wrap: anywhere;
  > svg {
    flex: none;
    margin-top: 1px;
  }
`

export const BoneEntry = styled(Entry).attrs({ as: 'div', 'aria-hidden': true })`
  &:hover {
    background: none;
  }
  > div {
    display: grid;
    gap: ${space[8]};
    padding-block: ${space[4]};
  }
`
