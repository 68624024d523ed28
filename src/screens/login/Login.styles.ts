import { styled } from 'styled-components'
import { elevation, focusRingInset, media, mono, radius, space, token, type } from '@design-system/tokens/tokens'

/** Wide: the form beside the ornament, with the demo accounts over it. Otherwise one column, in which nothing moves when they appear. */
export const Page = styled.div`
  display: grid;
  min-height: 100svh;
  grid-template: 'form' auto 'demo' 1fr 'foot' auto / minmax(0, 1fr);
  background: ${token.surface.base};
  color: ${token.text.primary};
  ${media.wide} {
    grid-template: 'form side' 1fr 'foot side' auto / minmax(0, 600px) minmax(0, 1fr);
  }
`

export const Main = styled.main`
  grid-area: form;
  padding: ${space[32]} ${space[24]} 0;
  ${media.wide} {
    padding: ${space[32]} ${space[40]} 0;
  }
`

export const Brand = styled.div`
  ${type.subject}
  display: flex;
  align-items: center;
  gap: ${space[10]};
`

/** Starts at a fixed height, so that a message under the form moves nothing. */
export const Column = styled.div`
  width: 100%;
  max-width: 376px;
  margin: ${space[40]} auto 0;
  ${media.wide} {
    margin-top: max(${space[40]}, calc(30svh - 65px));
  }
`

export const Title = styled.h1`
  ${type.figure}
  margin: 0;
`

export const Lead = styled.p`
  ${type.formValue}
  margin: ${space[4]} 0 ${space[32]};
  color: ${token.text.secondary};
`

export const Band = styled.div`
  margin: 0 0 ${space[24]};
`

export const Form = styled.form`
  display: grid;
  gap: ${space[20]};
  & > button {
    margin-top: ${space[4]};
  }
`

export const Problem = styled.div`
  margin-top: ${space[20]};
`

export const Footer = styled.footer`
  ${type.meta}
  grid-area: foot;
  display: flex;
  align-items: center;
  justify-content: space-between;
  padding: ${space[24]};
  color: ${token.text.muted};
  /* Aligns the text, not the padding, with the edge. */
  & > button {
    margin-right: -${space[10]};
  }
  ${media.wide} {
    padding: ${space[24]} ${space[40]};
  }
`

/** Background of the ornament; on narrower pages only the container of the demo accounts. */
export const Side = styled.div`
  grid-area: demo;
  padding: ${space[32]} ${space[24]} 0;
  ${media.wide} {
    grid-area: side;
    position: relative;
    display: flex;
    align-items: flex-end;
    justify-content: flex-end;
    padding: ${space[40]};
    overflow: hidden;
    background: ${token.surface.canvas};
    border-left: 1px solid ${token.border.base};
  }
`

export const Ornament = styled.div`
  display: none;
  ${media.wide} {
    display: block;
    position: absolute;
    inset: 0;
  }
`

export const Demo = styled.section`
  position: relative;
  width: 100%;
  max-width: 400px;
  margin: 0 auto;
  overflow: hidden;
  background: ${token.surface.base};
  border: 1px solid ${token.border.base};
  border-radius: ${radius.card};
  ${media.wide} {
    margin: 0;
    box-shadow: ${elevation.e2};
  }
`

export const DemoHead = styled.div`
  display: flex;
  align-items: center;
  gap: ${space[8]};
  padding: ${space[10]} ${space[16]};
`

export const DemoTitle = styled.h2`
  ${type.cardTitle}
  margin: 0;
`

export const DemoTable = styled.table`
  width: 100%;
  border-collapse: collapse;
  text-align: left;
  thead th {
    ${type.meta}
    padding: ${space[8]} ${space[16]};
    color: ${token.text.secondary};
    background: ${token.surface.subtle};
    border-block: 1px solid ${token.border.subtle};
  }
  tbody :is(th, td) {
    ${type.cell}
    padding: ${space[6]} ${space[16]};
    border-bottom: 1px solid ${token.border.subtle};
    color: ${token.text.secondary};
    overflow-wrap: anywhere;
  }
  tbody th {
    ${type.rowName}
    color: ${token.text.primary};
    white-space: nowrap;
  }
  tbody tr[data-chosen] {
    background: ${token.surface.hover};
  }
  tr > :last-child {
    width: 1%;
    padding-left: 0;
    text-align: right;
  }
  ${media.phone} {
    tr > :is(th, td) {
      padding-inline: ${space[10]};
    }
  }
`

export const Use = styled.button`
  ${type.meta}
  min-width: 32px;
  min-height: 24px;
  padding: 0 ${space[4]};
  margin-right: -${space[4]};
  background: none;
  border: 0;
  border-radius: ${radius.tag};
  color: ${token.accent.text};
  cursor: pointer;
  &:hover {
    text-decoration: underline;
  }
  ${focusRingInset}
`

export const DemoFoot = styled.div`
  ${type.meta}
  display: flex;
  align-items: center;
  gap: ${space[8]};
  padding: ${space[8]} ${space[16]};
  color: ${token.text.secondary};
  code {
    ${mono}
    margin-left: auto;
    color: ${token.text.primary};
  }
`
