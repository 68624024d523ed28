/** Changes with the values before and after, below the decision that they overtook. */
import type { ReactNode } from 'react'
import styled from 'styled-components'
import { radius, space, token, type } from '@design-system/tokens/tokens'
import { formatTime } from '@features/shared/format'

const Box = styled.section`
  margin-top: ${space[12]};
  padding: ${space[12]};
  border: 1px solid ${token.border.base};
  border-radius: ${radius.control};
`
const Title = styled.h3`
  margin: 0 0 ${space[8]};
  ${type.pill}
  color: ${token.text.secondary};
`

export interface WhatChangedViewProps {
  /** Newest first. */
  lines: readonly { id: string; at: string; who: string; values: ReactNode }[]
}

export const WhatChanged = ({ lines }: WhatChangedViewProps) =>
  lines.map(({ id, at, who, values }) => (
    <Box key={id} aria-label="What has changed">
      <Title>
        <bdi>{who}</bdi> changed this, {formatTime(at)}
      </Title>
      {values}
    </Box>
  ))
