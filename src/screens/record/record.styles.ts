import { css, styled } from 'styled-components'
import { media, mono, radius, space, token, type } from '@design-system/tokens/tokens'

/** A tab with a list takes the height that is left; a low window scrolls. */
export const Page = styled.div`
  display: flex;
  flex-direction: column;
  min-height: 100%;
`

export const Head = styled.header<{ $hasTabs: boolean }>`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[16]};
  padding: ${space[16]} ${space[24]};
  ${({ $hasTabs }) =>
    !$hasTabs &&
    css`
      border-bottom: 1px solid ${token.border.base};
    `}
  background: ${token.surface.base};
  ${media.phone} {
    padding: ${space[16]};
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

/** As many columns as there is room for, filled one after the other: a short card leaves no hole beside a long one. */
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
