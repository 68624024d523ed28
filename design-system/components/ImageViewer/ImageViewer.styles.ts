import styled from 'styled-components'
import { focusRingInset, media, numeric, radius, space, token, type } from '../../tokens/tokens'

export const Viewer = styled.fieldset`
  display: grid;
  margin: 0;
  padding: 0;
  grid-template-rows: auto minmax(0, 1fr);
  min-width: 0;
  overflow: hidden;
  border: 1px solid ${token.border.base};
  border-radius: ${radius.card};
  background: ${token.surface.base};
  &[data-fills] {
    height: 100%;
  }
`

export const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[4]};
  padding: ${space[4]} ${space[8]};
  border-block-end: 1px solid ${token.border.subtle};
`

/** The zoom level. */
export const Zoom = styled.output`
  min-width: 48px;
  text-align: center;
  color: ${token.text.secondary};
  ${type.meta}
  ${numeric}
`

export const Beside = styled.div`
  display: flex;
  align-items: center;
  gap: ${space[4]};
  margin-inline-start: auto;
`

/** The same height for any content, so that nothing moves when an image has loaded. */
export const Stage = styled.section`
  display: grid;
  height: min(60vh, 560px);
  overflow: auto;
  overscroll-behavior: contain;
  background: ${token.surface.subtle};
  ${focusRingInset}
  ${media.phone} {
    height: 56vh;
  }
  [data-fills] > & {
    height: 100%;
  }
`

/** As large as the rotated image; its edges can be reached by scrolling, in both reading directions. */
export const Ground = styled.div`
  position: relative;
  place-self: center;
  direction: ltr;
  flex: none;
  width: var(--width);
  height: var(--height);
  img {
    position: absolute;
    inset-block-start: 50%;
    inset-inline-start: 50%;
    width: var(--image-width);
    height: var(--image-height);
    max-width: none;
    transform: translate(-50%, -50%) rotate(var(--turn));
  }
`

export const Instead = styled.div`
  display: grid;
  place-self: center;
  justify-items: center;
  gap: ${space[12]};
  max-width: 420px;
  padding: ${space[24]};
  text-align: center;
`
