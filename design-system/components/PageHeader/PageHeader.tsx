import type { ComponentPropsWithRef, ReactNode } from 'react'
import styled from 'styled-components'
import { numeric, space, token, type } from '../../tokens/tokens'

const Box = styled.header`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space[8]} ${space[16]};
  min-height: 32px;
`

const Words = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: ${space[2]} ${space[10]};
  min-width: 0;
`

const Title = styled.h1`
  ${type.pageTitle}
  color: ${token.text.primary};
  overflow-wrap: anywhere;
`

const Parent = styled.span`
  color: ${token.text.muted};
  font-weight: 500;
`

const Note = styled.span`
  ${type.meta}
  ${numeric}
  color: ${token.text.muted};
`

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[8]};
`

interface Props extends Omit<ComponentPropsWithRef<'header'>, 'title'> {
  title: string
  /** Its parent pages, outermost first; muted before "/". */
  parents?: readonly string[]
  /** Beside the title: a count, an age, a pill. */
  note?: ReactNode
  actions?: ReactNode
}

/** A page's heading, the only h1. All other props are passed to the root. */
export function PageHeader({ title, parents = [], note, actions, ...rest }: Props) {
  return (
    <Box {...rest}>
      <Words>
        <Title>
          {parents.map((parent) => (
            <Parent key={parent}>{parent} / </Parent>
          ))}
          {title}
        </Title>
        {note && <Note>{note}</Note>}
      </Words>
      {actions && <Actions>{actions}</Actions>}
    </Box>
  )
}
