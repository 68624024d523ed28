import type { ComponentPropsWithRef, ReactNode } from 'react'
import styled from 'styled-components'
import { media, numeric, space, token, type } from '../../tokens/tokens'

const Strip = styled.dl`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[12]} 0;
  > div {
    min-width: 0;
    padding-inline: ${space[24]};
    border-inline-start: 1px solid ${token.border.subtle};
    &:first-child {
      padding-inline-start: 0;
      border: none;
    }
  }
  dt {
    ${type.meta}
    color: ${token.text.muted};
  }
  dd {
    margin-top: ${space[2]};
    ${type.subject}
    ${numeric}
    color: ${token.text.primary};
    overflow-wrap: anywhere;
    /* An amount brings the smaller style of a list; a pill keeps its own. */
    > span:not([data-tone]) {
      font-size: inherit;
      line-height: inherit;
      font-weight: inherit;
      letter-spacing: inherit;
    }
  }
  ${media.phone} {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: ${space[12]} ${space[16]};
    > div {
      padding: 0;
      border: none;
    }
  }
`

/** A key figure of a record: its name, and its value with its unit. */
export interface Figure {
  label: string
  value: ReactNode
}

interface Props extends ComponentPropsWithRef<'dl'> {
  items: readonly Figure[]
}

/** The key figures of a record in one strip, on phones two in a line. All other props are passed to the list. */
export const Figures = ({ items, ...rest }: Props) => (
  <Strip {...rest}>
    {items.map(({ label, value }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </Strip>
)
