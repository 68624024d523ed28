/** The parts that previews of a typed record share. */
import styled from 'styled-components'
import { radius, space, token, type } from '@design-system/tokens/tokens'

/** The previews below each other, each under its heading. */
export const Column = styled.section`
  display: grid;
  gap: ${space[10]};
  min-width: 0;
  ${type.cell}
  overflow-wrap: anywhere;
  h3 {
    ${type.meta}
    color: ${token.text.muted};
  }
`
/** A picture that fills its place, or a sign that there is none. */
export const Picture = styled.div`
  display: grid;
  place-items: center;
  aspect-ratio: 1200 / 630;
  overflow: hidden;
  border-radius: ${radius.control};
  background: ${token.surface.subtle};
  color: ${token.text.muted};
  img {
    width: 100%;
    height: 100%;
    object-fit: cover;
  }
`
