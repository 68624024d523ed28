import { useId } from 'react'
import styled from 'styled-components'
import { Link } from '@features/shared/Link'
import { focusRing, radius, space, token, type } from '@design-system/tokens/tokens'
import type { Page } from '@resources/page'

const Box = styled.section`
  display: grid;
  gap: ${space[8]};
  justify-items: center;
  h2 {
    ${type.meta}
    color: ${token.text.muted};
  }
  ul {
    display: flex;
    flex-wrap: wrap;
    justify-content: center;
    gap: ${space[8]};
  }
`
const PageLink = styled(Link)`
  display: inline-block;
  padding: ${space[4]} ${space[10]};
  border: 1px solid ${token.border.base};
  border-radius: ${radius.control};
  color: ${token.accent.text};
  ${type.control}
  text-decoration: none;
  &:hover {
    background: ${token.surface.hover};
  }
  ${focusRing}
`

/** Links to pages, with a heading. */
export function PageLinks({ title, pages }: { title: string; pages: readonly Page[] }) {
  const id = useId()
  return (
    <Box aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul>
        {pages.map((page) => (
          <li key={page.route}>
            <PageLink to={page.route}>{page.title}</PageLink>
          </li>
        ))}
      </ul>
    </Box>
  )
}
