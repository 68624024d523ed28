/** The items of a list of groups, on a record's page and in its drawer. */
import styled from 'styled-components'
import { space, token, type } from '@design-system/tokens/tokens'

const List = styled.ol`
  display: grid;
  gap: ${space[12]};
  margin: 0;
  padding-inline-start: ${space[20]};
  &:empty {
    display: none;
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

/** @param items each as the texts of its fields; the first one is its name */
export const ItemList = ({ items }: { items: readonly (readonly { title: string; text: string }[])[] }) => (
  <List>
    {items.map((texts, index) => (
      <li key={index}>
        {texts.map(({ title, text }) => (
          <Text key={title} dir="auto" title={title}>
            {text}
          </Text>
        ))}
      </li>
    ))}
  </List>
)
