import { css, styled } from 'styled-components'
import { media, mono, radius, space, token, type } from '@design-system/tokens/tokens'

/** A tab with a list fills the remaining height; a low window scrolls. */
export const Page = styled.div`
  display: flex;
  flex-direction: column;
  min-height: 100%;
`

/** A border below the head of the page; tabs have their own. */
const lastOfHead = ({ $isLast }: { $isLast: boolean }) =>
  $isLast &&
  css`
    border-bottom: 1px solid ${token.border.base};
  `

export const Head = styled.header<{ $isLast: boolean }>`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[16]};
  padding: ${space[16]} ${space[24]};
  ${lastOfHead}
  background: ${token.surface.base};
  ${media.phone} {
    padding: ${space[16]};
  }
`

/** Above the tabs, so that they are visible on each of them. */
export const Warnings = styled.div<{ $isLast: boolean }>`
  display: grid;
  gap: ${space[8]};
  padding: 0 ${space[24]} ${space[16]};
  ${lastOfHead}
  background: ${token.surface.base};
  ${media.phone} {
    padding-inline: ${space[16]};
  }
`

export const TabStrip = styled.div`
  padding-inline: ${space[14]};
  background: ${token.surface.base};
  box-shadow: inset 0 -1px ${token.border.base};
  ${media.phone} {
    padding-inline: ${space[6]};
  }
`

/** The values of the record, and next to them its side panel, which is above them in a narrow window. */
export const Body = styled.div`
  display: flex;
  flex: 1;
  flex-direction: column;
  min-width: 0;
  ${media.wide} {
    &[data-has-side] {
      display: grid;
      grid-template-columns: minmax(0, 1fr) 300px;
    }
  }
`
export const Main = styled.div`
  display: flex;
  flex: 1;
  flex-direction: column;
  min-width: 0;
  ${media.wide} {
    grid-row: 1;
  }
`
export const Side = styled.aside`
  padding: ${space[16]} ${space[24]};
  border-bottom: 1px solid ${token.border.base};
  background: ${token.surface.base};
  ${media.phone} {
    padding-inline: ${space[16]};
  }
  ${media.wide} {
    grid-row: 1;
    grid-column: 2;
    border-bottom: none;
    border-inline-start: 1px solid ${token.border.base};
  }
`

export const TabContent = styled.div`
  flex: 1 0 420px;
  height: 420px;
  min-width: 0;
`

export const Who = styled.div`
  flex: 1 1 240px;
  min-width: 0;
`

export const Name = styled.h2`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[4]} ${space[8]};
  ${type.recordName}
  overflow-wrap: anywhere;
`

export const Facts = styled.p`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[2]} ${space[10]};
  margin-top: ${space[2]};
  ${type.cell}
  color: ${token.text.secondary};
  overflow-wrap: anywhere;
  code {
    ${mono}
  }
`

export const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[8]};
`

/** As many columns as fit, filled one after the other, so that a short card leaves no gap next to a long one. */
export const Cards = styled.div`
  columns: 3 320px;
  column-gap: ${space[14]};
  max-width: 1440px;
  padding: ${space[24]} ${space[24]} ${space[10]};
  ${media.phone} {
    padding: ${space[16]} ${space[16]} ${space[2]};
  }
`

export const Card = styled.section`
  break-inside: avoid;
  margin-bottom: ${space[14]};
  border: 1px solid ${token.border.base};
  border-radius: ${radius.card};
  background: ${token.surface.base};
`

export const CardTitle = styled.h3`
  padding: ${space[12]} ${space[16]};
  border-bottom: 1px solid ${token.border.subtle};
  ${type.cardTitle}
`

export const CardBody = styled.div`
  padding: ${space[16]};
`

export const Notice = styled.div`
  padding: ${space[16]} ${space[24]} 0;
  ${media.phone} {
    padding-inline: ${space[16]};
  }
`
