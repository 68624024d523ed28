/** What a change of rights of many people adds up to, before it is confirmed. */
import styled from 'styled-components'
import { space, token } from '@design-system/tokens/tokens'
import { formatCount } from '@features/shared/format'
import type { AccessChangeSum as Sum, SumLine } from './access-change-sum'
import { Columns, Lines, Parts } from '@features/shared/AccessLines'

const Line = styled.span`
  display: flex;
  align-items: baseline;
  justify-content: space-between;
  gap: ${space[12]};
  span {
    flex: none;
    color: ${token.text.secondary};
    font-variant-numeric: tabular-nums;
  }
`

export interface AccessChangeSumProps {
  sum: Sum
  /** Number of people who change. */
  people: number
  noun: { readonly one: string; readonly many: string }
}

export function AccessChangeSum({ sum, people, noun }: AccessChangeSumProps) {
  const howMany = (count: number) =>
    count === people ? `all ${formatCount(people)}` : `${formatCount(count)} of ${formatCount(people)}`
  const linesOf = (lines: readonly SumLine[]) =>
    lines.map(({ text, people: count }) => ({
      key: `${text} ${count}`,
      line: (
        <Line>
          {text} {people > 1 && <span>{howMany(count)}</span>}
        </Line>
      ),
    }))
  const { gains, loses, storesGained, storesLost } = sum
  const isSame = gains.length + loses.length + storesGained.length + storesLost.length === 0
  return (
    <Parts as="section" aria-label={`What changes for the ${people === 1 ? noun.one : noun.many}`}>
      {isSame ? (
        <p>The set changes, and no right and no store with it.</p>
      ) : (
        <Columns>
          <Lines title="They gain" lines={linesOf(gains)} />
          <Lines title="They lose" lines={linesOf(loses)} />
          <Lines title="Stores whose records they gain" lines={linesOf(storesGained)} />
          <Lines title="Stores whose records they lose" lines={linesOf(storesLost)} />
        </Columns>
      )}
    </Parts>
  )
}
