/**
 * The dialog of an action on many records: its inputs, its effect on each record, and the question. Shows one state of
 * the plan.
 */
import { useState, type ReactNode, type SubmitEvent } from 'react'
import styled from 'styled-components'
import type { BulkResult } from '@contract/records/calls'
import { Banner } from '@design-system/components/Banner/Banner'
import { isTheSame } from '@design-system/components/ConfirmModal/typed-answer'
import { Modal } from '@design-system/components/Modal/Modal'
import { Progress } from '@design-system/components/Progress/Progress'
import { TextInput } from '@design-system/components/TextInput/TextInput'
import { Button } from '@design-system/primitives/Button/Button'
import { space, token } from '@design-system/tokens/tokens'
import { formatCount } from '@features/shared/format'
import { DryRunResults } from './DryRunResults'

/** Number of records above which the count must be typed (look, section 8). */
const TYPED_ABOVE = 20

/** The dialog's view of a plan. */
export interface DryRunView {
  state: 'asking' | 'checking' | 'shown' | 'withoutEffect' | 'failed' | 'confirmed'
  results: readonly BulkResult[]
  /** Why there is no result. */
  problem: string | null
  /** The person's input can be changed. */
  asks: boolean
}

export interface DryRunDialogProps {
  view: DryRunView
  noun: { readonly one: string; readonly many: string }
  /** Number of selected records; null: all that the filter finds, which were not counted. */
  chosen: number | null
  /** Completed by the count: 'Change the tags of'. */
  question: string
  /** Its effect on each record, in one or two sentences; '' if the question already describes it. */
  effect: string
  tone: 'danger' | 'primary'
  cancel: string
  nameOf: (id: string) => string
  /** Shown above the inputs. */
  lead: ReactNode
  /** Shown above the results: what they add up to. */
  sum: ReactNode
  /** The sum has columns. */
  isWide: boolean
  /** The inputs of the action. */
  inputs: ReactNode
  onAsked: (event: SubmitEvent) => void
  onRetry: () => void
  onChange: () => void
  onConfirm: () => void
  onClose: () => void
}

const Stack = styled.div`
  display: grid;
  gap: ${space[14]};
`
const Form = styled.form`
  display: grid;
  gap: ${space[16]};
`
const Effect = styled.p`
  span {
    color: ${token.text.muted};
  }
`

/** The button that has the focus when a state begins: the safe one, or the one that continues after a failure. */
const focusAtFirst = (button: HTMLButtonElement | null) => button?.focus()
/** The form is shown again after a check: its first field is focused. */
const focusFirstInput = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>('[data-input]:not(:disabled), input:not(:disabled)')?.focus()

const records = (count: number | null, { one, many }: DryRunDialogProps['noun']) =>
  count === null ? `all ${many} of this list` : `${formatCount(count)} ${count === 1 ? one : many}`

/** '9 games change, 2 stay the same, 1 is refused.' */
export function summaryOf(results: readonly BulkResult[], noun: DryRunDialogProps['noun']): string {
  const count = (outcome: BulkResult['outcome']) => results.filter((result) => result.outcome === outcome).length
  const [changed, same, refused] = [count('changed'), count('same'), count('refused')]
  const parts = [
    changed === 0 ? `No ${noun.one} changes` : `${records(changed, noun)} ${changed === 1 ? 'changes' : 'change'}`,
    ...(same > 0 ? [`${formatCount(same)} ${same === 1 ? 'stays' : 'stay'} the same`] : []),
    ...(refused > 0 ? [`${formatCount(refused)} ${refused === 1 ? 'is' : 'are'} refused and left alone`] : []),
  ]
  return `${parts.join(', ')}.`
}

export function DryRunDialog(props: DryRunDialogProps) {
  const { view, noun, chosen, question, effect, tone, cancel, nameOf, lead, sum, isWide, inputs } = props
  const { onAsked, onRetry, onChange, onConfirm, onClose } = props
  const { state, results, problem, asks } = view
  const [typed, setTyped] = useState('')
  const [tried, setTried] = useState(false)
  const changed = results.filter(({ outcome }) => outcome === 'changed').length
  const needsTyping = changed > TYPED_ABOVE
  const isTyped = !needsTyping || isTheSame(typed, formatCount(changed))
  const confirm = () => {
    setTried(true)
    if (isTyped) onConfirm()
  }
  const effectLine = effect !== '' && (
    <Effect>
      <span>Each {noun.one}:</span> {effect}
    </Effect>
  )
  const change = asks && (
    // Needs a key: otherwise the same press would also activate the Check button that replaces it.
    <Button key="change" size="large" onClick={onChange}>
      Change
    </Button>
  )
  const outcome = (
    <>
      <output>{summaryOf(results, noun)}</output>
      {state === 'shown' && sum}
      {results.length > 0 && <DryRunResults results={results} many={noun.many} nameOf={nameOf} />}
    </>
  )

  const PARTS: Readonly<Record<DryRunView['state'], { body: ReactNode; foot: ReactNode }>> = {
    asking: {
      body: (
        <Form id="dry-run" ref={focusFirstInput} noValidate onSubmit={onAsked}>
          {effectLine}
          {lead}
          {inputs}
        </Form>
      ),
      foot: (
        <>
          <Button key="asking" size="large" onClick={onClose}>
            Cancel
          </Button>
          <Button key="check" size="large" variant="primary" type="submit" form="dry-run">
            Check {records(chosen, noun)}
          </Button>
        </>
      ),
    },
    checking: {
      body: (
        <Progress
          label={`Checking ${records(chosen, noun)}`}
          {...(chosen !== null && {
            value: results.length,
            max: chosen,
            numbers: `${formatCount(results.length)} of ${formatCount(chosen)}`,
          })}
          detail="Nothing is changed yet."
        />
      ),
      foot: (
        <Button key="checking" ref={focusAtFirst} size="large" onClick={onClose}>
          Cancel
        </Button>
      ),
    },
    shown: {
      body: (
        <>
          {effectLine}
          {outcome}
          {needsTyping && (
            <TextInput
              ref={focusAtFirst as never}
              label={`Type the number of ${noun.many} to confirm`}
              hint={`Asked above ${TYPED_ABOVE} ${noun.many}.`}
              required
              autoComplete="off"
              inputMode="decimal"
              value={typed}
              slot={noun.many}
              error={tried && !isTyped ? `Type ${formatCount(changed)} to confirm.` : undefined}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </>
      ),
      foot: (
        <>
          <Button key="shown" ref={needsTyping ? undefined : focusAtFirst} size="large" onClick={onClose}>
            {cancel}
          </Button>
          {change}
          <Button size="large" variant={tone} onClick={confirm}>
            {question} {records(changed, noun)}
          </Button>
        </>
      ),
    },
    withoutEffect: {
      body: outcome,
      foot: (
        <>
          {change}
          <Button key="withoutEffect" ref={focusAtFirst} size="large" onClick={onClose}>
            Close
          </Button>
        </>
      ),
    },
    failed: {
      body: <Banner tone="danger">{problem} Nothing was changed.</Banner>,
      foot: (
        <>
          <Button size="large" onClick={onClose}>
            Close
          </Button>
          {change}
          <Button key="failed" ref={focusAtFirst} size="large" variant="primary" onClick={onRetry}>
            Try again
          </Button>
        </>
      ),
    },
    confirmed: { body: null, foot: null },
  }
  const { body, foot } = PARTS[state]
  const count = state === 'shown' ? changed : chosen
  return (
    <Modal
      title={`${question} ${records(count, noun)}?`}
      size={isWide ? 'large' : 'default'}
      onClose={onClose}
      footer={foot}
    >
      <Stack>{body}</Stack>
    </Modal>
  )
}
