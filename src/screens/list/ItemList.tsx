/** The items of a list of groups with long texts or pictures, on a record's page and in its drawer. */
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

interface Item {
  /** The texts of its fields; the first one is its name. */
  texts: readonly { title: string; text: string }[]
  pictures?: ReactNode
}

/** @param items in their order */
export const ItemList = ({ items }: { items: readonly Item[] }) => (
  <List>
    {items.map(({ texts, pictures }, index) => (
      <li key={index}>
        {texts.map(({ title, text }) => (
          <Text key={title} dir="auto" title={title}>
            {text}
          </Text>
        ))}
        {pictures}
      </li>
    ))}
  </List>
)
