import { Fragment, type ComponentPropsWithRef, type ReactNode } from 'react'
import styled from 'styled-components'
import { media, numeric, space, token, type } from '../../tokens/tokens'

const List = styled.dl`
  display: grid;
  grid-template-columns: fit-content(40%) minmax(0, 1fr);
  gap: ${space[8]} ${space[24]};
  ${type.cell}
  > div {
    display: contents;
  }
  dt {
    min-width: 96px;
    color: ${token.text.muted};
    overflow-wrap: anywhere;
  }
  dd {
    color: ${token.text.primary};
    min-width: 0;
    overflow-wrap: anywhere;
  }
  &[data-align='end'] dd {
    text-align: end;
    ${numeric}
  }
  ${media.phone} {
    grid-template-columns: minmax(0, 1fr);
    gap: 0;
    dd,
    &[data-align='end'] dd {
      margin-bottom: ${space[10]};
      text-align: start;
    }
    &[data-short] {
      grid-template-columns: repeat(2, minmax(0, 1fr));
      column-gap: ${space[16]};
      > div {
        display: block;
      }
    }
  }
`

/** One fact of a record. */
export interface KeyValue {
  label: string
  /** Empty or missing: an en dash. */
  value: ReactNode
}

/** An address breaks at its separators before it breaks inside a word. */
const withJoints = (text: string) =>
  text.split(/(?=@)|(?<=@.*\.)/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))

interface Props extends ComponentPropsWithRef<'dl'> {
  items: readonly KeyValue[]
  /** 'end' aligns the digits of amounts; only where values are beside their names. */
  align?: 'start' | 'end'
  /** All values are short, such as amounts: on phones there are two facts in a line. */
  short?: boolean
}

/** The facts of a record: name beside value, on phones above it. All other props are passed to the list. */
export function KeyValueList({ items, align = 'start', short = false, ...rest }: Props) {
  return (
    <List {...rest} data-align={align} data-short={short || undefined}>
      {items.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {value === '' || value === null || value === undefined
              ? '–'
              : typeof value === 'string' && value.includes('@')
                ? withJoints(value)
                : value}
          </dd>
        </div>
      ))}
    </List>
  )
}
