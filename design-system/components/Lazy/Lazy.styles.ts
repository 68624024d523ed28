import styled from 'styled-components'
import { radius, space, token, type } from '../../tokens/tokens'

/** The failure and its buttons, in a column. */
export const Notice = styled.div`
  display: grid;
  justify-items: start;
  gap: ${space[4]};
  min-width: 0;
  padding: ${space[12]};
  ${type.cell}
  color: ${token.text.secondary};
  overflow-wrap: anywhere;
`
export const Title = styled.strong`
  ${type.cardTitle}
  color: ${token.text.primary};
`
export const Text = styled.p`
  max-width: 420px;
`
export const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[8]};
  margin-top: ${space[8]};
`
/** Only in the middle of a page, where there is room. */
export const Plate = styled.span`
  display: none;
`

/** In the middle of an area: a page, a panel. */
export const Middle = styled.div`
  display: grid;
  place-content: center;
  min-height: 240px;
  height: 100%;
  padding: ${space[24]} ${space[16]};
  ${Notice} {
    justify-items: center;
    text-align: center;
    text-wrap: balance;
  }
  ${Plate} {
    display: grid;
    place-items: center;
    width: 44px;
    height: 44px;
    margin-bottom: ${space[8]};
    border: 1px solid ${token.tone.danger.border};
    border-radius: ${radius.card};
    background: ${token.tone.danger.tint};
    color: ${token.tone.danger.fg};
  }
`
