import styled from 'styled-components'
import { focusRingInset, media, radius, space, token, type } from '../../tokens/tokens'

export const Card = styled.section`
  display: flex;
  flex-direction: column;
  min-width: 0;
  border: 1px solid ${token.border.base};
  border-radius: ${radius.card};
  background: ${token.surface.base};
`

export const Head = styled.header`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[6]} ${space[16]};
  min-height: 44px;
  padding: ${space[6]} ${space[16]};
  border-bottom: 1px solid ${token.border.subtle};
`

export const Title = styled.h2`
  min-width: 0;
  ${type.cardTitle}
  overflow-wrap: anywhere;
`

export const Tools = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[6]} ${space[8]};
  margin-inline-start: auto;
`

/** The age of the numbers, and whether newer ones are being loaded. */
export const Age = styled.output`
  display: inline-flex;
  align-items: center;
  gap: ${space[6]};
  ${type.meta}
  color: ${token.text.muted};
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
  &:empty {
    display: none;
  }
`

/** Reserves the space of age and switch: in a narrow head they take another line, and everything below would move. */
export const Kept = styled.span`
  ${type.meta}
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
  visibility: hidden;
  &[data-switch] {
    width: 28px;
    height: 28px;
  }
`

/** The same height in every state, so that nothing below moves. */
export const Body = styled.div`
  position: relative;
  display: grid;
  flex: 1;
  align-items: center;
  min-width: 0;
  padding: ${space[20]} ${space[16]} ${space[14]};
  > * {
    min-width: 0;
  }
  &[data-filled] {
    padding: 0;
    align-items: stretch;
  }
`

export const Late = styled.output`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[6]} ${space[8]};
  padding: ${space[6]} ${space[16]};
  border-bottom: 1px solid ${token.tone.warning.border};
  background: ${token.tone.warning.tint};
  ${type.meta}
  font-weight: 600;
  color: ${token.tone.warning.fg};
  > span {
    flex: 1 1 160px;
    min-width: 0;
    overflow-wrap: anywhere;
  }
`

export const TableScroller = styled.section`
  position: relative;
  overflow: auto;
  border-radius: 0 0 ${radius.card} ${radius.card};
  ${focusRingInset}
`

export const DataTable = styled.table`
  width: 100%;
  ${type.cell}
  font-variant-numeric: tabular-nums;
  th,
  td {
    padding: 5px ${space[8]};
    text-align: end;
    border-bottom: 1px solid ${token.border.subtle};
    overflow-wrap: anywhere;
  }
  td {
    white-space: nowrap;
  }
  tr > :first-child {
    padding-inline-start: ${space[16]};
    text-align: start;
  }
  tr > :last-child {
    padding-inline-end: ${space[16]};
  }
  tbody th {
    ${type.rowName}
  }
  tbody tr:last-child > * {
    border-bottom: 0;
  }
  thead th {
    position: sticky;
    top: 0;
    ${type.meta} font-weight: 550;
    color: ${token.text.muted};
    background: ${token.surface.subtle};
  }
  tbody tr:hover {
    background: ${token.surface.hover};
  }
  ${media.phone} {
    th,
    td {
      padding-inline: ${space[6]};
    }
  }
`

export const BoneBars = styled.div`
  display: flex;
  align-items: flex-end;
  justify-content: space-between;
  gap: ${space[10]};
  height: 100%;
  border-bottom: 1px solid ${token.border.subtle};
  /* A skeleton fills its container; here fourteen share one. */
  && > * {
    flex: 1 1 0;
    min-width: 0;
  }
`

export const BoneRing = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: center;
  gap: ${space[16]} ${space[24]};
  > :last-child {
    display: grid;
    flex: 1 1 132px;
    max-width: 320px;
    gap: ${space[20]};
  }
`
