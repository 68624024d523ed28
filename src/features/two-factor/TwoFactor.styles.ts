import { styled } from 'styled-components'
import { focusRing, media, mono, radius, space, token, type } from '@design-system/tokens/tokens'

/** Ten codes in two columns. */
export const Codes = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(132px, 1fr));
  gap: ${space[10]} ${space[16]};
  margin: 0;
  padding: ${space[16]};
  border: 1px solid ${token.border.base};
  border-radius: ${radius.card};
  background: ${token.surface.subtle};
  color: ${token.text.primary};
  list-style: none;
  text-align: center;
  user-select: text;
  ${mono}
  ${type.formValue}
  ${focusRing}
`

/** Buttons to save the codes. */
export const Keep = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: ${space[8]};
`

/** The QR code at the left of the secret; in one column in a narrow container. */
export const Secret = styled.div`
  display: grid;
  grid-template-columns: 156px minmax(0, 1fr);
  align-items: start;
  gap: ${space[20]};
  @media (max-width: 420px) {
    grid-template-columns: minmax(0, 1fr);
    justify-items: center;
    > :last-child {
      justify-self: stretch;
    }
  }
`

/** Cameras recognise the code by its light margin, which is therefore the same in both themes. */
export const Picture = styled.div`
  display: grid;
  place-items: center;
  width: 156px;
  height: 156px;
  border-radius: ${radius.card};
  overflow: hidden;
  &[data-is='there'] {
    padding: ${space[6]};
    background: ${token.text.onSolid};
  }
  > img {
    display: block;
    width: 144px;
    height: 144px;
  }
  ${media.forcedColors} {
    forced-color-adjust: none;
  }
`

export const Bones = styled.div`
  display: grid;
  gap: ${space[10]};
  padding-top: ${space[4]};
`
