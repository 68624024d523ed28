import styled from 'styled-components'
import { focusRing, media, motion, numeric, radius, space, token, type, type Tone } from '../../tokens/tokens'

export const Box = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[20]};
`

export const Day = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[10]};
`

export const Head = styled.h3`
  ${type.meta}
  ${numeric}
  color: ${token.text.muted};
`

export const Events = styled.ol`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
`

export const Event = styled.li`
  position: relative;
  display: grid;
  grid-template-columns: 24px minmax(0, 1fr);
  gap: 0 ${space[12]};
  padding-bottom: ${space[16]};
  > :not(:first-child) {
    grid-column: 2;
  }
  &:last-child {
    padding-bottom: 0;
  }
  /* The line connects to the next event of the day. */
  &:not(:last-child)::before {
    position: absolute;
    inset-block: 26px 2px;
    inset-inline-start: 11.5px;
    width: 1px;
    background: ${token.border.base};
    content: '';
    ${media.forcedColors} {
      background: CanvasText;
    }
  }
`

const rule = (tone: Tone) =>
  `&[data-tone='${tone}'] { border-color: ${token.tone[tone].border}; background: ${token.tone[tone].tint}; color: ${token.tone[tone].fg}; }`

export const Mark = styled.span`
  display: grid;
  place-items: center;
  width: 24px;
  height: 24px;
  border: 1px solid transparent;
  border-radius: ${radius.full};
  ${(Object.keys(token.tone) as Tone[]).map(rule)}
`

export const Line = styled.div`
  display: flex;
  align-items: baseline;
  justify-content: space-between;
  gap: ${space[2]} ${space[16]};
  min-height: 24px;
  padding-block: 2px;
  ${media.phone} {
    flex-direction: column;
    align-items: stretch;
  }
`

export const What = styled.p`
  min-width: 0;
  ${type.cell}
  color: ${token.text.primary};
  overflow-wrap: anywhere;
`

export const Who = styled.span`
  color: ${token.text.muted};
`

export const Clock = styled.time`
  flex: none;
  ${type.meta}
  ${numeric}
  color: ${token.text.muted};
`

/** On a separate line, visible without opening anything. */
export const Reason = styled.p`
  padding-bottom: ${space[4]};
  ${type.cell}
  color: ${token.text.secondary};
  overflow-wrap: anywhere;
  white-space: pre-line;
  span {
    color: ${token.text.muted};
  }
`

export const More = styled.button`
  display: inline-flex;
  align-items: center;
  justify-self: start;
  gap: ${space[2]};
  min-height: 24px;
  border-radius: ${radius.tag};
  ${type.meta}
  color: ${token.accent.text};
  ${focusRing}
  svg {
    transition: transform ${motion.quick} ${motion.easeIn};
  }
  &[aria-expanded='true'] svg {
    transform: rotate(180deg);
  }
  &:hover {
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  ${media.phone} {
    min-height: 44px;
  }
  ${media.reducedMotion} {
    svg {
      transition: none;
    }
  }
`

export const Detail = styled.div`
  margin-top: ${space[4]};
  padding: ${space[10]} ${space[12]};
  border: 1px solid ${token.border.base};
  border-radius: ${radius.control};
  background: ${token.surface.subtle};
  ${type.cell}
  color: ${token.text.secondary};
  overflow-wrap: anywhere;
`

export const Bones = styled.div`
  display: grid;
  gap: ${space[16]};
  > div {
    display: flex;
    align-items: center;
    gap: ${space[12]};
  }
`
