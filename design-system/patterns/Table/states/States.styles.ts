import styled from 'styled-components'
import { focusRing, media, radius, space, token, type } from '../../../tokens/tokens'
import { GUTTER } from '../sizes'

export const Band = styled.output`
  display: flex;
  flex: none;
  align-items: center;
  gap: ${space[8]};
  min-height: 36px;
  padding: ${space[4]} ${GUTTER}px;
  ${type.meta}
  font-weight: 600;
  &[data-tone='warning'] {
    background: ${token.tone.warning.tint};
    color: ${token.tone.warning.fg};
    border-bottom: 1px solid ${token.tone.warning.border};
  }
  &[data-tone='inverse'] {
    background: ${token.surface.inverse};
    color: ${token.text.inverse};
  }
  > span {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  ${media.phone} {
    padding-inline: ${space[16]};
  }
  ${media.forcedColors} {
    border-block: 1px solid;
  }
`

export const BandLink = styled.button`
  flex: none;
  min-height: 24px;
  padding-inline: ${space[4]};
  border-radius: ${radius.tag};
  ${type.meta}
  font-weight: 600;
  color: inherit;
  text-decoration: underline;
  text-underline-offset: 3px;
  ${focusRing}
  [data-tone='inverse'] &:focus-visible {
    outline-color: currentColor;
  }
`

export const FootBox = styled.footer`
  display: flex;
  flex: none;
  align-items: center;
  gap: ${space[4]} ${space[12]};
  min-height: 36px;
  padding: ${space[4]} ${GUTTER}px;
  border-top: 1px solid ${token.border.base};
  background: ${token.surface.base};
  ${type.meta}
  color: ${token.text.muted};
  ${media.phone} {
    padding-inline: ${space[16]};
    flex-wrap: wrap;
  }
`

export const FootText = styled.p`
  min-width: 0;
  white-space: nowrap;
  overflow: hidden;
  text-overflow: ellipsis;
`

/** Reports changes that are not displayed yet, without moving other elements. */
export const Notice = styled.output`
  display: inline-flex;
  align-items: center;
  flex: none;
  gap: ${space[4]};
  padding-inline: ${space[8]} ${space[4]};
  border-radius: ${radius.pill};
  background: ${token.surface.unread};
  color: ${token.text.secondary};
`

export const NoticeButton = styled.button`
  min-height: 24px;
  padding-inline: ${space[4]};
  border-radius: ${radius.tag};
  ${type.meta}
  font-weight: 600;
  color: ${token.accent.text};
  ${focusRing}
  &:hover {
    text-decoration: underline;
    text-underline-offset: 3px;
  }
`

export const FootEnd = styled.p`
  display: inline-flex;
  align-items: center;
  gap: ${space[6]};
  flex: none;
  margin-inline-start: auto;
`

/** Has the size of a row. Cells that do not fit in a narrow table wrap into a second line, which is not visible. */
export const SkeletonRow = styled.div`
  display: grid;
  grid-template: 100% / var(--pb-columns);
  align-items: center;
  overflow: hidden;
  width: var(--pb-width);
  padding-inline: calc(${GUTTER}px - ${space[8]});
  border-bottom: 1px solid ${token.border.subtle};
  > * {
    margin-inline: ${space[8]};
  }
  > div {
    max-inline-size: calc(100% - ${space[16]});
  }
  > [data-align='end'] {
    justify-self: end;
  }
  ${media.phone} {
    grid-template-columns: 2fr 1fr;
    > :nth-child(n + 3) {
      display: none;
    }
  }
`

/** The progress of loading the list, laid over other elements. */
export const Progress = styled.div`
  position: absolute;
  inset: 0 0 auto;
  z-index: 11;
  height: 2px;
  background: ${token.accent.solid};
  transform-origin: 0 50%;
  transition: transform 200ms;
  &:dir(rtl) {
    transform-origin: 100% 50%;
  }
  ${media.reducedMotion} {
    transition: none;
  }
`
