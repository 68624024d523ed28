/** What an action will do to money: accounts before and after, what else follows, and who must approve it (look, section 8). */
import { groupDigits } from '@contract/amounts'
import type { ReactNode } from 'react'
import styled from 'styled-components'
import { ArrowRight } from 'lucide-react'
import type { AccountChange, EffectFact, MoneyEffect } from '@contract/records/money/money-effect'
import { USER_ACCOUNTS } from '@contract/records/money/user-accounts'
import { Banner } from '@design-system/components/Banner/Banner'
import { Identifier } from '@design-system/components/Identifier/Identifier'
import { Icon } from '@design-system/primitives/Icon/Icon'
import { VisuallyHidden } from '@design-system/primitives/VisuallyHidden/VisuallyHidden'
import { media, numeric, space, token, type } from '@design-system/tokens/tokens'
import { formatTime } from '../../shared/format'
import { isIdentifier } from '../../shared/identifier'
import { Money } from '../../shared/Money'
import { approvalSentences, lacksDeciders } from './approval-sentences'

const Whole = styled.div`
  display: grid;
  gap: ${space[12]};
  min-width: 0;
`
const Person = styled.h4`
  ${type.cell}
  margin: 0;
  font-weight: 600;
  color: ${token.text.primary};
  overflow-wrap: anywhere;
`
const Lines = styled.dl`
  display: grid;
  grid-template-columns: fit-content(40%) minmax(0, 1fr);
  gap: ${space[6]} ${space[16]};
  margin: 0;
  ${type.cell}
  > div {
    display: contents;
  }
  dt {
    color: ${token.text.muted};
    overflow-wrap: anywhere;
  }
  dd {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    justify-content: flex-end;
    column-gap: ${space[6]};
    margin: 0;
    min-width: 0;
    color: ${token.text.primary};
    text-align: end;
    overflow-wrap: anywhere;
    ${numeric}
  }
  /* A line of its own, so that it is not read as a part of the account. */
  dd > [data-change] {
    flex-basis: 100%;
    color: ${token.text.secondary};
    ${type.meta}
    ${numeric}
  }
  dd > [data-before] {
    color: ${token.text.secondary};
  }
  svg {
    align-self: center;
    color: ${token.text.muted};
  }
  ${media.phone} {
    grid-template-columns: minmax(0, 1fr);
    gap: 0;
    dd {
      justify-content: flex-start;
      margin-block-end: ${space[8]};
      text-align: start;
    }
  }
`
const Sentences = styled.div`
  display: grid;
  gap: ${space[4]};
`

const signed = (change: string) => (change.startsWith('-') ? groupDigits(change) : `+${groupDigits(change)}`)

function Becomes() {
  return (
    <>
      <Icon icon={ArrowRight} />
      <VisuallyHidden>becomes</VisuallyHidden>
    </>
  )
}

function Account({ account, currency, before, after, change }: AccountChange) {
  return (
    <div>
      <dt>{USER_ACCOUNTS[account]}</dt>
      <dd>
        {before === null || after === null ? (
          <span>
            {signed(change)} {currency}
          </span>
        ) : (
          <>
            <span data-before="">{groupDigits(before)}</span>
            <Becomes />
            <Money amount={after} currency={currency} />
            <span data-change="">
              {signed(change)} {currency}
            </span>
          </>
        )}
      </dd>
    </div>
  )
}

function written({ kind, currency }: EffectFact, value: string): ReactNode {
  if (kind === 'TIME') return formatTime(value)
  if (kind === 'MONEY') return <Money amount={value} currency={currency ?? ''} />
  return isIdentifier(value) ? <Identifier text={value} /> : <bdi>{value}</bdi>
}

const Fact = ({ fact }: { fact: EffectFact }) => (
  <div>
    <dt>{fact.label}</dt>
    <dd>
      {fact.before !== null && (
        <>
          <span data-before="">{written(fact, fact.before)}</span>
          <Becomes />
        </>
      )}
      <span>{written(fact, fact.value)}</span>
    </dd>
  </div>
)

export interface MoneyPreviewProps {
  effect: MoneyEffect
}

export function MoneyPreview({ effect }: MoneyPreviewProps) {
  const { accounts, facts, approvers, problem } = effect
  const people = [...new Set(accounts.map(({ user }) => user))]
  const [first, ...more] = approvalSentences(effect)
  return (
    <Whole>
      {people.map((person) => (
        <div key={person}>
          <Person dir="auto">{person}</Person>
          <Lines>
            {accounts
              .filter(({ user }) => user === person)
              .map((each) => (
                <Account key={`${each.account} ${each.currency}`} {...each} />
              ))}
          </Lines>
        </div>
      ))}
      {people.length + facts.length === 0 && problem === null && !lacksDeciders(effect) && <p>No money moves.</p>}
      {facts.length > 0 && (
        <Lines>
          {facts.map((fact, index) => (
            <Fact key={index} fact={fact} />
          ))}
        </Lines>
      )}
      {problem !== null && <Banner tone="warning">It could not take effect now: {problem}</Banner>}
      <Banner tone={lacksDeciders(effect) ? 'warning' : approvers > 0 ? 'violet' : 'neutral'}>
        <Sentences>
          <span>{first}</span>
          {more.map((sentence) => (
            <span key={sentence}>{sentence}</span>
          ))}
        </Sentences>
      </Banner>
    </Whole>
  )
}
