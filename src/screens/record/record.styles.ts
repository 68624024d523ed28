import { css, styled } from 'styled-components'
import { media, radius, space, token, type, zIndex } from '@design-system/tokens/tokens'

/** A tab with a list fills the remaining height; a low window scrolls. */
export const Page = styled.div`
  display: flex;
  flex-direction: column;
  min-height: 100%;
  ${media.phone} {
    /* The actions stand above the end of the page. */
    padding-bottom: 61px;
  }
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

/** The key figures, which are visible on every tab. */
export const StripOfFigures = styled.div<{ $isLast: boolean }>`
  padding: 0 ${space[24]} ${space[16]};
  ${lastOfHead}
  background: ${token.surface.base};
  ${media.phone} {
    padding-inline: ${space[16]};
  }
`

export const Main = styled.div`
  display: flex;
  flex: 1;
  flex-direction: column;
  min-width: 0;
`

/** The values of the record, and its history beside them, below them where there is less room. */
export const Body = styled.div`
  display: grid;
  align-items: start;
  gap: ${space[14]};
  max-width: 1440px;
  padding: ${space[24]};
  ${media.wide} {
    grid-template-columns: minmax(0, 1fr) 380px;
  }
  ${media.phone} {
    padding: ${space[16]};
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

export const Reference = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[2]} ${space[10]};
  margin-top: ${space[2]};
  ${type.cell}
  color: ${token.text.secondary};
  overflow-wrap: anywhere;
`

/** On phones the actions stand at the lower edge of the page, where a thumb reaches them. */
export const ActionBar = styled.div`
  display: flex;
  align-items: center;
  gap: ${space[8]};
  ${media.phone} {
    position: fixed;
    z-index: ${zIndex.dockedDrawer};
    inset-inline: 0;
    bottom: calc(var(--bottom-height, 0px) + env(safe-area-inset-bottom));
    padding: ${space[8]} ${space[16]};
    border-top: 1px solid ${token.border.base};
    background: ${token.surface.base};
    > :is(a, button):not(:last-child) {
      flex: 1;
    }
  }
`

/** About the record itself: less important than its values. */
export const About = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[4]} ${space[16]};
  ${type.meta}
  color: ${token.text.muted};
`

/** As many columns as fit, filled one after the other, so that a short card leaves no gap next to a long one. */
export const Cards = styled.div`
  columns: 2 320px;
  column-gap: ${space[14]};
`

/** The place of a card with the gap below it. A margin would be lost at the end of a column. */
export const CardPlace = styled.div`
  break-inside: avoid;
  padding-bottom: ${space[14]};
`

export const Card = styled.section`
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
  ${type.cell}
  color: ${token.text.secondary};
`

export const Notice = styled.div`
  display: grid;
  gap: ${space[8]};
  padding: ${space[16]} ${space[24]} 0;
  &:empty {
    display: none;
  }
  ${media.phone} {
    padding-inline: ${space[16]};
  }
`
