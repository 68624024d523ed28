/** Lists of rights under titles, for changes of rights. */
import type { ReactNode } from 'react'
import styled from 'styled-components'
import { space, token, type } from '@design-system/tokens/tokens'

export const Parts = styled.div`
  display: grid;
  gap: ${space[16]};
  ${type.cell}
  h4 {
    ${type.meta}
    color: ${token.text.secondary};
    margin-block-end: ${space[4]};
  }
  ul {
    display: grid;
    gap: ${space[4]};
    padding: 0;
    margin: 0;
    list-style: none;
    overflow-wrap: anywhere;
  }
  p {
    margin: 0;
  }
`
/** Gains and losses side by side where there is room. */
export const Columns = styled.div`
  display: grid;
  gap: ${space[16]};
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 180px), 1fr));
`

export interface LinesProps {
  title: string
  lines: readonly { key: string; line: ReactNode }[]
}

/** Shows nothing without lines. */
export function Lines({ title, lines }: LinesProps) {
  if (lines.length === 0) return null
  return (
    <section aria-label={title}>
      <h4>{title}</h4>
      <ul>
        {lines.map(({ key, line }) => (
          <li key={key}>{line}</li>
        ))}
      </ul>
    </section>
  )
}
