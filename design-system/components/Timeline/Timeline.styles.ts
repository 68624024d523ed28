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

/** What one person did within a minute. */
export const Group = styled.li`
  position: relative;
  display: grid;
  grid-template-columns: 24px minmax(0, 1fr);
  gap: 0 ${space[12]};
  padding-bottom: ${space[16]};
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

export const Body = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[8]};
`

export const Entry = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
`

export const Line = styled.div`
  display: flex;
  align-items: baseline;
  gap: ${space[6]};
  min-height: 24px;
  padding-block: 2px;
`

/** Of what kind the entry is, before its sentence. */
export const Sign = styled.span`
  flex: none;
  align-self: flex-start;
  /* In the middle of the first line of text. */
  display: grid;
  place-items: center;
  height: 20px;
  color: ${token.text.muted};
  ${(Object.keys(token.tone) as Tone[])
    .filter((tone) => tone !== 'neutral')
    .map((tone) => `&[data-tone='${tone}'] { color: ${token.tone[tone].fg}; }`)}
`

export const What = styled.p`
  flex: 1;
  min-width: 0;
  ${type.cell}
  color: ${token.text.primary};
  overflow-wrap: anywhere;
  /* It continues the name of the group's person, which is not repeated. */
  &[data-continues]::first-letter {
    text-transform: uppercase;
  }
`

export const Name = styled.bdi`
  font-weight: 600;
`

export const Clock = styled.time`
  flex: none;
  padding-inline-start: ${space[10]};
  ${type.meta}
  ${numeric}
  color: ${token.text.muted};
`

export const Sentences = styled.ul`
  display: grid;
  gap: ${space[2]};
  padding-bottom: ${space[2]};
  ${type.cell}
  color: ${token.text.secondary};
  overflow-wrap: anywhere;
  li::first-letter {
    text-transform: uppercase;
  }
`

export const Facts = styled.p`
  padding-bottom: ${space[2]};
  ${type.meta}
  color: ${token.text.muted};
  overflow-wrap: anywhere;
`

/** A person's own words, visible without opening anything. */
export const Quote = styled.blockquote`
  margin: ${space[2]} 0 ${space[4]};
  padding-inline-start: ${space[10]};
  border-inline-start: 2px solid ${token.border.base};
  ${type.cell}
  color: ${token.text.secondary};
  overflow-wrap: anywhere;
  white-space: pre-line;
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
