import styled from 'styled-components'
import { Foot } from './DecisionPanel.styles'
import { media, mono, numeric, space, token, type } from '@design-system/tokens/tokens'

/** Fills the remaining height. A low window scrolls, and a narrow one shows the parts below each other. */
export const Room = styled.div`
  display: flex;
  flex-direction: column;
  height: 100%;
  min-height: 560px;
  ${media.belowMedium} {
    height: auto;
    min-height: 100%;
  }
`
export const Head = styled.header`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[4]} ${space[12]};
  min-height: 52px;
  padding: ${space[8]} ${space[24]};
  border-block-end: 1px solid ${token.border.base};
  background: ${token.surface.base};
  ${media.phone} {
    padding-inline: ${space[16]};
  }
`
export const Title = styled.div`
  display: flex;
  flex: 1 1 280px;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[2]} ${space[8]};
  min-width: 0;
`
export const Name = styled.h2`
  ${type.recordName}
  overflow-wrap: anywhere;
`
export const Facts = styled.span`
  display: inline-flex;
  flex-wrap: wrap;
  gap: ${space[2]} ${space[10]};
  ${type.cell}
  color: ${token.text.secondary};
  overflow-wrap: anywhere;
  code {
    ${mono}
  }
`
/** The number of waiting records, and the buttons that open another one. */
export const Side = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[8]};
`
export const Waiting = styled.output`
  ${type.meta}
  ${numeric}
  color: ${token.text.secondary};
  white-space: nowrap;
`

/** The files of the record, with the facts and the decision beside them. */
export const Parts = styled.div`
  display: grid;
  flex: 1;
  grid-template-columns: minmax(0, 1fr) 420px;
  min-height: 0;
  ${media.belowWide} {
    grid-template-columns: minmax(0, 1fr) 360px;
  }
  ${media.belowMedium} {
    display: block;
  }
`
export const Looked = styled.div`
  min-width: 0;
  min-height: 0;
  padding: ${space[12]};
  ${media.belowMedium} {
    height: 46svh;
    min-height: 280px;
  }
`
export const Decided = styled.div`
  display: flex;
  flex-direction: column;
  min-width: 0;
  min-height: 0;
  border-inline-start: 1px solid ${token.border.base};
  background: ${token.surface.base};
  ${media.belowMedium} {
    display: grid;
    align-content: start;
    gap: ${space[16]};
    padding: ${space[16]};
    border-inline-start: 0;
    border-block-start: 1px solid ${token.border.base};
  }
`
const Scrolled = styled.div`
  display: grid;
  align-content: start;
  gap: ${space[16]};
  min-width: 0;
  padding: ${space[16]};
  overflow: auto;
  ${media.belowMedium} {
    display: contents;
  }
`
/** What is known of the record: notes alone stay whole, facts give way to the decision, down to a part of the height. */
export const Known = styled(Scrolled)`
  flex: none;
  &:has(> :nth-child(2)) {
    flex: 0 1000 auto;
    min-height: 32%;
  }
  &:not(:has(> :not(:empty))) {
    display: none;
  }
`
/** The decision, below it: its button is in sight, however much is known. */
export const Deciding = styled(Scrolled)`
  flex: 0 1 auto;
  min-height: 0;
  ${media.aboveNarrow} {
    ${Known} + & {
      border-block-start: 1px solid ${token.border.base};
    }
    /* The foot has the padding below: otherwise it would stick above it. */
    &:has(${Foot}) {
      padding-block-end: 0;
    }
    ${Foot} {
      position: sticky;
      inset-block-end: 0;
      z-index: 1;
      margin-inline: calc(-1 * ${space[16]});
      padding: ${space[8]} ${space[16]} ${space[16]};
      background: ${token.surface.base};
    }
  }
`
export const Middle = styled.div`
  display: grid;
  flex: 1;
  place-items: center;
  min-height: 320px;
  padding: ${space[24]};
`
