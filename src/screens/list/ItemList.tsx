/** The items of a list of groups, on a record's page and in its drawer. */
import type { ReactNode } from 'react'
import styled from 'styled-components'
import { space, token, type } from '@design-system/tokens/tokens'

const List = styled.ol`
  display: grid;
  gap: ${space[12]};
  margin: 0;
  padding-inline-start: ${space[20]};
  /* The numbers of the items, which the base style of lists removes. */
  list-style: decimal;
  &:empty {
    display: none;
  }
  & > li::marker {
    color: ${token.text.secondary};
    font-variant-numeric: tabular-nums;
  }
  & > li > :not(p) {
    margin-block-start: ${space[4]};
  }
`
const Text = styled.p`
  margin: 0;
  overflow-wrap: anywhere;
  white-space: pre-line;
  &:not(:first-child) {
    ${type.meta}
    color: ${token.text.secondary};
  }
`

const Facts = styled.dl`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[2]} ${space[16]};
  margin: 0;
  ${type.meta}
  > div {
    display: flex;
    gap: ${space[4]};
    min-width: 0;
  }
  dt {
    flex: none;
    color: ${token.text.muted};
  }
  dd {
    margin: 0;
    min-width: 0;
    overflow-wrap: anywhere;
    color: ${token.text.primary};
  }
`

interface Item {
  /** The values of its fields; the first one is its name. Prose needs no title, such as the answer to a question. */
  facts: readonly { title: string; value: ReactNode; isProse?: boolean }[]
  pictures?: ReactNode
}

/** @param items in their order */
export const ItemList = ({ items }: { items: readonly Item[] }) => (
  <List>
    {items.map(({ facts, pictures }, index) => {
      const [name, ...others] = facts
      const named = others.filter(({ isProse }) => !isProse)
      return (
        <li key={index}>
          {[...(name ? [name] : []), ...others.filter(({ isProse }) => isProse)].map(({ title, value }) => (
            <Text key={title} dir="auto" title={title}>
              {value}
            </Text>
          ))}
          {named.length > 0 && (
            <Facts>
              {named.map(({ title, value }) => (
                <div key={title}>
                  <dt>{title}</dt>
                  <dd dir="auto">{value}</dd>
                </div>
              ))}
            </Facts>
          )}
          {pictures}
        </li>
      )
    })}
  </List>
)
