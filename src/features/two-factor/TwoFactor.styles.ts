import { styled } from 'styled-components'
import { media, radius, space, token } from '@design-system/tokens/tokens'

/** Fields and what leads to them, one below the other. */
export const Parts = styled.div`
  display: grid;
  gap: ${space[20]};
  grid-template-columns: minmax(0, 1fr);
  > p {
    margin: 0;
  }
`

/** The picture at the left, the secret beside it; below each other where it is narrow. */
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

/** Cameras read it by its light rim: it is the same in both themes. */
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
