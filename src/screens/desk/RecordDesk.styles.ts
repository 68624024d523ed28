import styled from 'styled-components'
import { space } from '@design-system/tokens/tokens'

/** The facts of a record without files, which scroll beside the decision. */
export const Facts = styled.div`
  height: 100%;
  overflow: auto;
  > dl {
    margin-block-end: ${space[16]};
  }
`
/** A correction, above the decision. */
export const Edit = styled.div`
  justify-self: end;
`
export const Notes = styled.div`
  display: grid;
  gap: ${space[8]};
  &:empty {
    display: none;
  }
`
