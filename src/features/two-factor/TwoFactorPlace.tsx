import styled from 'styled-components'
import { Skeleton } from '@design-system/primitives/Skeleton/Skeleton'
import { VisuallyHidden } from '@design-system/primitives/VisuallyHidden/VisuallyHidden'
import { space } from '@design-system/tokens/tokens'

const Place = styled.span`
  display: block;
  padding-block: ${space[2]};
`

/** Placeholder of the 2FA switch. */
export const TwoFactorPlace = () => (
  <Place>
    <VisuallyHidden as="output">Asking whether 2FA is on</VisuallyHidden>
    <Skeleton width={51} height={23} round />
  </Place>
)
