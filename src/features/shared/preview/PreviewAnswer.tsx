/** The platform's response to a preview: the view of one state. */
import type { ReactNode } from 'react'
import styled from 'styled-components'
import { Banner } from '@design-system/components/Banner/Banner'
import { KeyValueList } from '@design-system/components/KeyValueList/KeyValueList'
import { Button } from '@design-system/primitives/Button/Button'
import { Skeleton } from '@design-system/primitives/Skeleton/Skeleton'
import { VisuallyHidden } from '@design-system/primitives/VisuallyHidden/VisuallyHidden'
import { radius, space, token, type } from '@design-system/tokens/tokens'
import type { ResourcePreview } from '@resources/resource'
import { PLATFORM_CURRENCY } from '@contract/amounts'
import { cellText, itemTexts } from '../cell-text'
import { Money } from '../Money'

type Answered = ResourcePreview['answers'][number]

const Answer = styled.section`
  display: grid;
  gap: ${space[16]};
  min-width: 0;
  padding: ${space[16]};
  border: 1px solid ${token.border.base};
  border-radius: ${radius.card};
  background: ${token.surface.subtle};
  ${type.cell}
  > p {
    color: ${token.text.secondary};
  }
  h3 {
    ${type.meta}
    color: ${token.text.secondary};
    margin-block-end: ${space[8]};
  }
  /* The gap is the distance of its title. */
  > h3 {
    margin-block-end: 0;
  }
`
/** An outdated response: readable, but marked as outdated. */
const Facts = styled.div`
  display: grid;
  gap: ${space[16]};
  &[data-outdated] {
    filter: grayscale(1);
    font-style: italic;
  }
`
const Items = styled.ol`
  max-height: 320px;
  overflow: auto;
  padding: 0;
  margin: 0;
  list-style: none;
  li {
    padding-block: ${space[8]};
    border-block-start: 1px solid ${token.border.subtle};
    overflow-wrap: anywhere;
  }
  strong {
    display: block;
    font-weight: 520;
    color: ${token.text.primary};
  }
  span {
    color: ${token.text.secondary};
  }
`

function valueOf(field: Answered, value: unknown): ReactNode {
  return field.kind === 'money' && typeof value === 'string' ? (
    <Money amount={value} currency={PLATFORM_CURRENCY} />
  ) : (
    cellText(field, value)
  )
}

function ItemList({ field, value }: { field: Answered; value: unknown }) {
  return (
    <div>
      <h3>{field.title}</h3>
      {/* It scrolls, so it must be reachable by keyboard. */}
      <Items tabIndex={0} aria-label={field.title}>
        {itemTexts(field, value).map(([first, ...others], index) => (
          <li key={index}>
            <strong>{first?.text}</strong>
            <span>{others.map(({ text }) => text).join(' ')}</span>
          </li>
        ))}
      </Items>
    </div>
  )
}

/** The states of a preview. */
export type PreviewView =
  | { state: 'incomplete' }
  /** The first response is loading. */
  | { state: 'coming' }
  | { state: 'shown'; answer: Answers }
  /** The response belongs to the values typed before. */
  | { state: 'outdated'; answer: Answers }
  | { state: 'refused'; problem: string; fields?: Readonly<Record<string, readonly string[]>> }
  | { state: 'failed'; problem: string }
type Answers = Readonly<Record<string, unknown>>

export interface PreviewAnswerProps {
  /** Accessible name. */
  label: string
  /** Shown above the response if nothing else names it. */
  title?: string
  view: PreviewView
  /** The fields of the response, in order. */
  answers: ResourcePreview['answers']
  /** Shows the response instead of the fields' own display. */
  shown?: (answer: Answers) => ReactNode
  /** What screen readers are told of a response that is shown that way; by default only that there is one. */
  said?: (answer: Answers) => string
  /** A refusal is shown at the fields that it is about, and not here too. */
  refusedAtFields?: boolean
  /** Shown until the fields are filled in. */
  incomplete: string
  onRetry: () => void
}

function AnswerOf({
  view,
  answers,
  shown,
  refusedAtFields,
  incomplete,
  onRetry,
}: Pick<PreviewAnswerProps, 'view' | 'answers' | 'shown' | 'refusedAtFields' | 'incomplete' | 'onRetry'>) {
  if (view.state === 'incomplete') return <p>{incomplete}</p>
  if (view.state === 'coming') return <Skeleton height={120} />
  if (view.state === 'refused' && refusedAtFields) return <p>{incomplete}</p>
  if (view.state === 'refused') return <Banner tone="warning">{view.problem}</Banner>
  if (view.state === 'failed')
    return (
      <Banner tone="danger" action={<Button onClick={onRetry}>Try again</Button>}>
        {view.problem}
      </Banner>
    )
  const { state, answer } = view
  if (shown) return <Facts data-outdated={state === 'outdated' || undefined}>{shown(answer)}</Facts>
  const facts = answers.filter(({ kind }) => kind !== 'list')
  return (
    <Facts data-outdated={state === 'outdated' || undefined}>
      <KeyValueList
        items={facts.map((field) => ({ label: field.title, value: valueOf(field, answer[field.field]) }))}
      />
      {answers
        .filter(({ kind }) => kind === 'list')
        .map((field) => (
          <ItemList key={field.field} field={field} value={answer[field.field]} />
        ))}
    </Facts>
  )
}

/** Announced to screen readers when the response is displayed. */
function spoken({
  label,
  view,
  answers,
  shown,
  said,
}: Pick<PreviewAnswerProps, 'label' | 'view' | 'answers' | 'shown' | 'said'>): string {
  if (view.state !== 'shown') return ''
  if (shown) return `${label}: ${said?.(view.answer) ?? 'shown.'}`
  const { answer } = view
  return answers
    .filter(({ kind }) => kind !== 'list')
    .map((field) => `${field.title}: ${cellText(field, answer[field.field]) || 'none'}`)
    .join('. ')
}

export function PreviewAnswer({ label, title, ...props }: PreviewAnswerProps) {
  const { view } = props
  return (
    <Answer aria-label={label} aria-busy={view.state === 'coming' || view.state === 'outdated'}>
      {title && <h3>{title}</h3>}
      <AnswerOf {...props} />
      <VisuallyHidden as="output">{spoken({ label, ...props })}</VisuallyHidden>
    </Answer>
  )
}
