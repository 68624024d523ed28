import { styled } from 'styled-components'
import { Link } from '@features/shared/Link'
import { focusRing, media, motion, numeric, radius, space, token, type } from '@design-system/tokens/tokens'

/** Cards beside each other; one column on narrow pages. */
export const Grid = styled.div`
  display: grid;
  gap: ${space[14]};
  grid-template-columns: minmax(0, 1fr);
  ${media.wide} {
    grid-template-columns: minmax(0, 6fr) minmax(0, 6fr);
    align-items: start;
  }
`

/** What waits, above the rest. */
export const Strip = styled.section`
  display: grid;
  gap: ${space[12]};
  margin-block-end: ${space[24]};
`
export const Heading = styled.h2`
  ${type.cardTitle}
  margin: 0;
  color: ${token.text.primary};
`
/** Cards of one height, as many beside each other as fit. */
export const Cards = styled.div`
  display: grid;
  gap: ${space[14]};
  grid-template-columns: repeat(auto-fill, minmax(min(300px, 100%), 1fr));
  ${media.abovePhone} {
    grid-auto-rows: 1fr;
  }
  > section {
    display: flex;
    flex-direction: column;
    justify-content: space-between;
    gap: ${space[12]};
    min-width: 0;
  }
`
export const Foot = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[8]} ${space[16]};
  min-height: 32px;
`
export const QuietLink = styled(Link)`
  ${type.control}
  display: inline-flex;
  align-items: center;
  min-height: 24px;
  border-radius: ${radius.control};
  color: ${token.accent.text};
  text-decoration: none;
  &:hover {
    text-decoration: underline;
  }
  ${focusRing}
`
/** One line for all that is empty. */
export const Empty = styled.p`
  ${type.cell}
  display: flex;
  flex-wrap: wrap;
  gap: ${space[4]} ${space[12]};
  margin: 0;
  color: ${token.text.muted};
  a {
    color: ${token.text.secondary};
    border-radius: ${radius.control};
    ${focusRing}
  }
`

export const Card = styled.section`
  padding: ${space[16]};
  background: ${token.surface.base};
  border: 1px solid ${token.border.base};
  border-radius: ${radius.card};
`

export const CardHead = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space[4]} ${space[8]};
  min-height: 28px;
  margin-bottom: ${space[12]};
`

export const CardTitle = styled.h2`
  ${type.cardTitle}
  margin: 0;
  color: ${token.text.primary};
`

export const Age = styled.span`
  ${type.meta}
  ${numeric}
  display: inline-flex;
  align-items: center;
  gap: ${space[4]};
  color: ${token.text.muted};
`

/** Its links align with the card's padding; their hover background extends beyond it. */
export const Group = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  min-width: 0;
  align-content: start;
  gap: ${space[4]};
  margin-inline: -${space[12]};
  h3 {
    margin: 0;
  }
  /* Skeletons of lines. */
  > span {
    margin: ${space[4]} ${space[12]};
  }
`

/** The total of a group, which as a whole links to its list. */
export const Total = styled(Link)`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space[8]};
  padding: ${space[4]} ${space[12]};
  border-radius: ${radius.control};
  color: ${token.text.secondary};
  text-decoration: none;
  transition: background-color ${motion.hover};
  &:hover {
    background: ${token.surface.hover};
  }
  ${focusRing}
`

/** The same without a link, while there is no page to lead to. */
export const Still = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space[8]};
  padding: ${space[4]} ${space[12]};
  color: ${token.text.secondary};
`

export const Figure = styled.span`
  ${type.figure}
  ${numeric}
  color: ${token.text.primary};
`

export const FigureWord = styled.span`
  ${type.control}
`

export const Part = styled(Link)`
  ${type.cell}
  display: flex;
  justify-content: space-between;
  gap: ${space[8]};
  padding: ${space[4]} ${space[12]};
  border-radius: ${radius.control};
  color: ${token.text.secondary};
  text-decoration: none;
  &:hover {
    background: ${token.surface.hover};
    color: ${token.text.primary};
  }
  position: relative;
  & > :first-child {
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & > :last-child {
    flex: none;
    ${type.amount}
    ${numeric}
    color: ${token.text.primary};
  }
  ${focusRing}
`

/** One of the rows that wait: its name comes first, and what is known of it is quiet. */
export const Waiting = styled(Part)`
  & > :first-child {
    color: ${token.text.primary};
  }
  & > :last-child {
    ${type.cell}
    ${numeric}
    color: ${token.text.secondary};
  }
`

export const Pages = styled.div`
  columns: 2 200px;
  column-gap: ${space[24]};
  /* Removes the margin below the last section. */
  margin-bottom: -${space[16]};
  section {
    break-inside: avoid;
    padding-bottom: ${space[16]};
  }
  h3 {
    ${type.meta}
    color: ${token.text.muted};
  }
`

export const PagesLink = styled(Link)`
  display: block;
  margin-inline: -${space[8]};
  padding: ${space[4]} ${space[8]};
  border-radius: ${radius.control};
  color: ${token.accent.text};
  ${type.nav}
  text-decoration: none;
  &:hover {
    background: ${token.surface.hover};
  }
  ${focusRing}
`

/** Shown instead of figures that could not be counted. */
export const Uncounted = styled.p`
  ${type.cell}
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space[8]};
  margin: 0;
  padding: ${space[4]} ${space[12]};
  color: ${token.text.secondary};
`

export const Sentence = styled.p`
  ${type.formValue}
  margin: 0;
  color: ${token.text.secondary};
  strong {
    color: ${token.text.primary};
    font-weight: 600;
  }
`

export const Note = styled.div`
  margin-bottom: ${space[12]};
`
