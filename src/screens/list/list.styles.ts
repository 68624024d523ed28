import { styled } from 'styled-components'
import { media, space, token, type } from '@design-system/tokens/tokens'

/** The list and, where there is room, one of its records beside it (look, section 4). */
export const Split = styled.div`
  display: flex;
  min-width: 0;
  height: 100%;
  min-height: 0;
`

export const ListSide = styled.div`
  display: flex;
  flex-direction: column;
  flex: 1 1 0;
  > section {
    flex: 1 1 0;
  }
  min-width: 0;
  min-height: 0;
  ${media.wide} {
    min-width: 560px;
  }
`

/** The tabs above a list. */
export const TabStrip = styled.div`
  flex: none;
  padding: ${space[4]} ${space[16]} 0;
  background: ${token.surface.base};
`

/** What waits elsewhere, above a list. */
export const NoticeStrip = styled.div`
  flex: none;
  padding: ${space[8]} ${space[24]} 0;
  background: ${token.surface.base};
  ${media.phone} {
    padding-inline: ${space[16]};
  }
`

/** A part of a record, with a hairline below it. */
export const Part = styled.section`
  & + & {
    margin-block-start: ${space[16]};
    padding-block-start: ${space[16]};
    border-top: 1px solid ${token.border.subtle};
  }
`

export const PartTitle = styled.h3`
  margin-block-end: ${space[10]};
  ${type.meta}
  color: ${token.text.muted};
`

/** A text with its line breaks. */
export const Lines = styled.div`
  white-space: pre-line;
  overflow-wrap: anywhere;
`

/** The icon of a text. */
export const Note = styled.span`
  display: inline-flex;
  color: ${token.tone.warning.fg};
`

export const Images = styled.span`
  display: inline-flex;
  align-items: center;
  gap: ${space[4]};
`

/** A value with a reason, which its tooltip tells. */
export const Explained = styled.span`
  text-decoration: underline dotted ${token.border.control};
  text-underline-offset: 3px;
`

/** The number of records in a paged list, and the sums of their amounts. */
export const Total = styled.span`
  ${type.meta}
  color: ${token.text.muted};
  display: inline-flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: 0 ${space[12]};
  font-variant-numeric: tabular-nums;
  > span {
    white-space: nowrap;
  }
`

export const GoToPanel = styled.form`
  display: grid;
  gap: ${space[8]};
  width: 220px;
  max-width: 100%;
  justify-items: start;
  > :last-child:not(button) {
    justify-self: stretch;
  }
`
