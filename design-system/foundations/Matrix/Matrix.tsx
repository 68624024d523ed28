import { Fragment, type ReactNode } from 'react'
import styled from 'styled-components'
import { space, token, type } from '../../tokens/tokens'

const Scroller = styled.div`
  overflow-x: auto;
  padding: ${space[6]};
`

const Grid = styled.div`
  display: grid;
  align-items: center;
  justify-items: start;
  width: max-content;
  gap: ${space[12]} ${space[16]};
`

const Word = styled.span`
  ${type.meta}
  color: ${token.text.muted};
`

interface Props {
  columns: readonly string[]
  rows: readonly { name: string; cells: readonly ReactNode[] }[]
}

/** A component's variants side by side, for Matrix stories. */
export function MatrixGrid({ columns, rows }: Props) {
  return (
    <Scroller>
      <Grid style={{ gridTemplateColumns: `auto repeat(${columns.length}, auto)` }}>
        <span />
        {columns.map((column) => (
          <Word key={column}>{column}</Word>
        ))}
        {rows.map(({ name, cells }) => (
          <Fragment key={name}>
            <Word>{name}</Word>
            {cells.map((cell, at) => (
              <div key={columns[at]}>{cell}</div>
            ))}
          </Fragment>
        ))}
      </Grid>
    </Scroller>
  )
}
