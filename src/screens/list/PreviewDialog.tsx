/** A question and its answer beside each other: what the platform would do, with what is typed now. Shows one state of the preview. */
import type { ReactNode } from 'react'
import styled from 'styled-components'
import { Banner } from '@design-system/components/Banner/Banner'
import { KeyValueList } from '@design-system/components/KeyValueList/KeyValueList'
import { Modal } from '@design-system/components/Modal/Modal'
import { Button } from '@design-system/primitives/Button/Button'
import { Skeleton } from '@design-system/primitives/Skeleton/Skeleton'
import { VisuallyHidden } from '@design-system/primitives/VisuallyHidden/VisuallyHidden'
import { media, radius, space, token, type } from '@design-system/tokens/tokens'
import { Money } from '@features/shared/Money'
import type { ResourcePreview } from '@resources/resource'
import { cellText, itemTexts } from './cell-text'

type Answered = ResourcePreview['answers'][number]

const Columns = styled.div`
  display: grid;
  gap: ${space[24]};
  ${media.abovePhone} {
    grid-template-columns: minmax(0, 5fr) minmax(0, 6fr);
    align-items: start;
  }
`
const Form = styled.form`
  display: grid;
  gap: ${space[16]};
`
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
`
/** An earlier answer: readable, and seen to be no longer the one. */
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
    <Money amount={value} currency="USD" />
  ) : (
    cellText(field, value)
  )
}

function ItemList({ field, value }: { field: Answered; value: unknown }) {
  return (
    <div>
      <h3>{field.title}</h3>
      {/* It scrolls: the keyboard must reach it. */}
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

/** What the dialog shows of a preview. */
export type PreviewView =
  | { state: 'incomplete' }
  /** The first answer is on its way. */
  | { state: 'coming' }
  | { state: 'shown'; answer: Answers }
  /** The answer belongs to what was typed before. */
  | { state: 'outdated'; answer: Answers }
  | { state: 'refused'; problem: string }
  | { state: 'failed'; problem: string }
type Answers = Readonly<Record<string, unknown>>

export interface PreviewDialogProps {
  title: string
  view: PreviewView
  /** What the answer shows, in its order. */
  answers: ResourcePreview['answers']
  /** The inputs. */
  inputs: ReactNode
  onRetry: () => void
  onClose: () => void
}

function AnswerOf({ view, answers, onRetry }: Pick<PreviewDialogProps, 'view' | 'answers' | 'onRetry'>) {
  if (view.state === 'incomplete')
    return <p>Fill in the required fields. The answer appears here, and nothing is changed.</p>
  if (view.state === 'coming') return <Skeleton height={120} />
  if (view.state === 'refused') return <Banner tone="warning">{view.problem}</Banner>
  if (view.state === 'failed')
    return (
      <Banner tone="danger" action={<Button onClick={onRetry}>Try again</Button>}>
        {view.problem}
      </Banner>
    )
  const { state, answer } = view
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

/** What a screen reader hears, once the answer stands. */
function spoken({ view, answers }: Pick<PreviewDialogProps, 'view' | 'answers'>): string {
  if (view.state !== 'shown') return ''
  const { answer } = view
  return answers
    .filter(({ kind }) => kind !== 'list')
    .map((field) => `${field.title}: ${cellText(field, answer[field.field]) || 'none'}`)
    .join('. ')
}

export function PreviewDialog({ title, view, answers, inputs, onRetry, onClose }: PreviewDialogProps) {
  return (
    <Modal title={title} size="wide" onClose={onClose} footer={<Button onClick={onClose}>Close</Button>}>
      <Columns>
        <Form onSubmit={(event) => event.preventDefault()}>{inputs}</Form>
        <Answer aria-label="Answer" aria-busy={view.state === 'coming' || view.state === 'outdated'}>
          <AnswerOf view={view} answers={answers} onRetry={onRetry} />
          <VisuallyHidden as="output">{spoken({ view, answers })}</VisuallyHidden>
        </Answer>
      </Columns>
    </Modal>
  )
}
