/** One decision: who has the record, what is prepared, what it asks, and how it went. Shows one state of the decision. */
import { Check, Clock, RotateCw, UsersRound } from 'lucide-react'
import type { FormEvent, KeyboardEvent, ReactNode, Ref } from 'react'
import type { DecisionKind } from '@contract/records/queue'
import { Banner } from '@design-system/components/Banner/Banner'
import { ConfirmModal } from '@design-system/components/ConfirmModal/ConfirmModal'
import { CopyButton } from '@design-system/components/CopyButton/CopyButton'
import { DayInput } from '@design-system/components/DayInput/DayInput'
import { Textarea } from '@design-system/components/Textarea/Textarea'
import { TextInput } from '@design-system/components/TextInput/TextInput'
import { Button, type ButtonProps } from '@design-system/primitives/Button/Button'
import { Checkbox } from '@design-system/primitives/Checkbox/Checkbox'
import { Icon } from '@design-system/primitives/Icon/Icon'
import { Kbd } from '@design-system/primitives/Kbd/Kbd'
import { KeyCombo } from '@design-system/primitives/Kbd/KeyCombo'
import { Radio } from '@design-system/primitives/Radio/Radio'
import type { FormField } from '@resources/resource'
import type { ClaimBarView } from '../shared/claim/ClaimBar'
import { TakeOverQuestion } from '../shared/claim/ClaimBar'
import { ClaimClock } from './ClaimClock'
import { formatClock } from '../shared/format'
import { StepUpModal, type StepUpModalProps } from '../shared/step-up/StepUpModal'
import type { CostQuestion, DecisionEffect, Standing } from '../shared/decision-plan'
import { isChosen } from './decision-form'
import {
  Buttons,
  Choice,
  Choices,
  Fault,
  Foot,
  Held,
  Panel,
  Pressed,
  Reason,
  Reasons,
  ReasonsTitle,
  Said,
  Typed,
  TypedFoot,
} from './DecisionPanel.styles'

/** What the panel shows of a decision. */
export interface DecisionPanelView {
  state:
    | 'idle'
    | 'recalling'
    | 'opening'
    | 'claiming'
    | 'taken'
    | 'unclaimed'
    | 'reviewing'
    | 'confirming'
    | 'refused'
    | 'takenOver'
    | 'ended'
    | 'submitting'
    | 'checking'
    | 'unresolved'
    | 'steppingUp'
    | 'decided'
    | 'awaitingSecond'
    | 'onHold'
    | 'overtaken'
  prepared: DecisionKind
  standing: Standing
  holder: string | null
  problem: string
}

export interface ShownChoice {
  kind: DecisionKind
  label: string
  key: string
}
export interface ShownField {
  field: FormField
  value: string
  fault: string | undefined
}

export interface DecisionPanelProps {
  view: DecisionPanelView
  /** Null: the record is decided without a claim. */
  claim: ClaimBarView | null
  /** What the record is called: 'document'. */
  noun: string
  choices: readonly ShownChoice[]
  /** Of the decision that is prepared. */
  fields: readonly ShownField[]
  /** Of the decision that is prepared: a verb, 'Ask again'. */
  verb: string
  tone: 'primary' | 'danger'
  /** Actions with which whoever has claimed the record corrects it before the decision. */
  edits?: ReactNode
  /** What it would do; nothing for a decision without a preview. */
  effect?: ReactNode
  /** Why it cannot be made now, by what it would do. */
  wait?: DecisionEffect['wait']
  /** While it is confirmed. */
  question: CostQuestion | null
  /** While it is not known whether it was done. */
  unresolved: string
  /** What was typed in an earlier visit is back. */
  isRestored: boolean
  /** What was typed, where it can no longer be sent: label and text. */
  typed: readonly { label: string; text: string }[]
  decide: Ref<HTMLButtonElement>
  /** In the place of the form once nothing can be decided any more. */
  outcome: Ref<HTMLDivElement>
  onType: (name: string, value: string) => void
  onToggle: (field: FormField, value: string) => void
  onPrepare: (kind: DecisionKind) => void
  onSubmit: () => void
  onConfirm: () => void
  onCancel: () => void
  onCheck: () => void
  /** Claims it, again where the claim has ended. */
  onClaim: () => void
  onTakeOver: () => void
  onTakeOverBecause: (note: string) => void
  onCancelTakeOver: () => void
  /** The step-up; null unless the server asks for one. */
  proof: StepUpModalProps['view'] | null
  onProofChange: () => void
  onProve: (password: string, code: string) => void
  onCancelProof: () => void
  /** Drops what was restored. */
  onDiscard: () => void
  /** The way to the next record; null where there is none. */
  next: NextRecord | null
}
/** The way to the next record. */
interface NextRecord {
  label: string
  onNext: () => void
}

/** States in which something can be typed. */
const TYPES: ReadonlySet<DecisionPanelView['state']> = new Set(['opening', 'claiming', 'reviewing', 'refused'])
/** States that show the form: it can be filled in, it is being sent, or what was typed is kept. */
const FORM: ReadonlySet<DecisionPanelView['state']> = new Set([
  ...TYPES,
  'confirming',
  'submitting',
  'checking',
  'unresolved',
  'steppingUp',
  'unclaimed',
  'ended',
  'takenOver',
])
const BUSY: ReadonlySet<DecisionPanelView['state']> = new Set(['submitting', 'checking'])

/** Why the button of the decision cannot be pressed. @returns undefined if it can, or shows what it is doing */
function notYet({ view: { state }, claim, noun, wait }: Pick<DecisionPanelProps, 'view' | 'claim' | 'noun' | 'wait'>) {
  switch (state) {
    case 'opening':
    case 'claiming':
      // A press would be ignored: it may be the second one of a double press that decided the record before.
      return claim ? `Claiming this ${noun}...` : `Opening this ${noun}...`
    case 'unclaimed':
    case 'ended':
    case 'takenOver':
      return `Claim this ${noun} first`
    case 'steppingUp':
      return 'Confirm that it is you first'
    case 'reviewing':
    case 'refused':
      return wait
    default:
      return undefined
  }
}

/** Leads on where nothing can be decided. Not Enter: whoever is typing as a colleague decides first must read who that was. */
export const NEXT_KEY = 'N'

const idOf = (name: string) => `decision-${name}`
/** Id of the input of a field, to be focused. */
export const inputId = idOf

/** How the record stands, in a sentence: 'grace verified this at 14:31:40'. */
function sentenceOf(standing: Standing): string {
  if (standing.is === 'open') return ''
  const { what, by, at, isOwn, said } = standing
  if (said !== undefined) return said
  const who = isOwn ? 'You' : (by ?? 'Somebody else')
  return `${who} decided: ${what}${at ? `, at ${formatClock(Date.parse(at))}` : ''}.`
}

function FieldOf({
  shown: { field, value, fault },
  readOnly,
  onType,
  onToggle,
}: {
  shown: ShownField
  readOnly: boolean
  onType: DecisionPanelProps['onType']
  onToggle: DecisionPanelProps['onToggle']
}): ReactNode {
  const { name, label, kind, hint, required, max } = field
  const common = { id: idOf(name), label, required, error: fault, readOnly, name }
  if (isChosen(field)) {
    const chosen = new Set(value.split(',').filter(Boolean))
    return (
      <Reasons aria-describedby={fault ? `${idOf(name)}-fault` : undefined}>
        <ReasonsTitle>{label}</ReasonsTitle>
        {Object.entries(field.labels ?? {}).map(([each, words], index) => {
          const choice = {
            ...(index === 0 && { id: idOf(name) }),
            checked: chosen.has(each),
            disabled: readOnly,
            'aria-keyshortcuts': index < 9 ? String(index + 1) : undefined,
            onChange: () => onToggle(field, each),
            label: (
              <Reason>
                {index < 9 && (
                  <Kbd aria-hidden data-single>
                    {index + 1}
                  </Kbd>
                )}
                {words}
              </Reason>
            ),
          }
          return kind === 'enums' ? (
            <Checkbox key={each} {...choice} />
          ) : (
            <Radio key={each} {...choice} name={idOf(name)} value={each} />
          )
        })}
        {/* A radio button cannot be taken back otherwise. */}
        {kind === 'enum' && !required && (
          <Radio
            checked={value === ''}
            disabled={readOnly}
            name={idOf(name)}
            value=""
            label={<Reason>None</Reason>}
            onChange={() => onToggle(field, '')}
          />
        )}
        {fault && (
          <Fault role="alert" id={`${idOf(name)}-fault`}>
            {fault}
          </Fault>
        )}
      </Reasons>
    )
  }
  if (kind === 'flag')
    return (
      <Checkbox
        id={idOf(name)}
        name={name}
        label={label}
        checked={value === 'true'}
        disabled={readOnly}
        onChange={({ target }) => onType(name, target.checked ? 'true' : '')}
      />
    )
  if (field.side)
    return (
      <DayInput {...common} side={field.side} value={value} onChange={({ target }) => onType(name, target.value)} />
    )
  if (kind === 'longText')
    return (
      <Textarea
        {...common}
        hint={hint}
        aside={
          <Kbd aria-hidden data-single>
            M
          </Kbd>
        }
        aria-keyshortcuts="M"
        max={max}
        rows={2}
        value={value}
        onChange={({ target }) => onType(name, target.value)}
      />
    )
  return (
    <TextInput
      {...common}
      hint={hint}
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={({ target }) => onType(name, target.value)}
    />
  )
}

/** @param size of the button; left out: as in a form */
function NextButton({ label, onNext, size }: NextRecord & Pick<ButtonProps, 'size'>) {
  return (
    <Button size={size} variant="primary" onClick={onNext} aria-keyshortcuts={NEXT_KEY}>
      <Pressed>
        {label}
        <Kbd aria-hidden data-single>
          {NEXT_KEY}
        </Kbd>
      </Pressed>
    </Button>
  )
}

/** Who has the record: a line while the person has it, a message where they do not. */
function Claimed({
  view,
  claim,
  noun,
  decide,
  onClaim,
  onTakeOver,
  next,
  typed,
}: Pick<DecisionPanelProps, 'view' | 'claim' | 'noun' | 'decide' | 'onClaim' | 'onTakeOver' | 'next' | 'typed'>) {
  const { state, holder } = view
  const until = claim?.claim?.until
  const who = holder ?? claim?.claim?.holder ?? 'Somebody else'
  const takeOver = (
    <Button size="small" onClick={onTakeOver}>
      Take over…
    </Button>
  )
  const onwardOrTakeOver = (
    <Buttons>
      {next && <NextButton size="small" {...next} />}
      {takeOver}
    </Buttons>
  )
  switch (state) {
    case 'taken':
      return (
        <>
          <Banner tone="violet">
            {who} has claimed this {noun}
            {until ? ` until ${formatClock(Date.parse(until))}` : ''}.
            {typed.length > 0 && ' What you typed is kept below.'}
          </Banner>
          <WhatWasTyped typed={typed} />
          {onwardOrTakeOver}
        </>
      )
    case 'takenOver':
      return (
        <>
          <Banner tone="warning">
            {who} has taken this {noun} over. What you typed is kept.
          </Banner>
          {onwardOrTakeOver}
        </>
      )
    case 'ended':
      return (
        <Banner
          tone="warning"
          action={
            <Button size="small" variant="primary" onClick={onClaim}>
              Claim again
            </Button>
          }
        >
          Your claim has ended. Claim this {noun} again before you decide; what you typed is kept.
        </Banner>
      )
    case 'unclaimed':
      return (
        <Banner
          tone="danger"
          action={
            <Button size="small" icon={RotateCw} onClick={onClaim}>
              Try again
            </Button>
          }
        >
          {claim?.problem || `This ${noun} could not be claimed.`}
        </Banner>
      )
    case 'idle':
      return (
        <>
          <Banner tone={claim?.claim ? 'violet' : 'neutral'}>
            {claim?.claim
              ? `${claim.claim.isOwn ? 'You have' : `${claim.claim.holder} has`} claimed this ${noun}.`
              : `Nobody is working on this ${noun}.`}
          </Banner>
          <Foot>
            <Button ref={decide} variant="primary" onClick={onClaim}>
              <Pressed>
                Claim
                <KeyCombo keys="Enter" decorative />
              </Pressed>
            </Button>
          </Foot>
        </>
      )
    case 'recalling':
    case 'opening':
    case 'claiming':
      return claim && <Held as="output">Claiming...</Held>
    default:
      if (!claim || !until || !FORM.has(state)) return null
      return claim.state === 'atRisk' ? (
        <Banner tone="warning" icon={Clock}>
          Your claim could not be renewed. It holds for <ClaimClock until={until} />.
        </Banner>
      ) : (
        <Held>
          <Icon icon={Clock} size="pill" />
          <span>
            Yours for <ClaimClock until={until} />, renewed while you work
          </span>
        </Held>
      )
  }
}

/** The typed values where there are no fields; nothing if there are none. */
const WhatWasTyped = ({ typed }: Pick<DecisionPanelProps, 'typed'>) =>
  typed.length > 0 && (
    <Typed>
      {typed.map(({ label, text }) => (
        <div key={label}>
          <strong>{label}:</strong> {text}
        </div>
      ))}
      <TypedFoot>
        <CopyButton text={typed.map(({ text }) => text).join('\n')} label="Copy what was typed" />
      </TypedFoot>
    </Typed>
  )

/** What is said where nothing can be decided any more. */
function Outcome({
  view,
  noun,
  typed,
  outcome,
  next,
}: Pick<DecisionPanelProps, 'view' | 'noun' | 'typed' | 'outcome' | 'next'>) {
  const { state, standing } = view
  const onward = next && <NextButton {...next} />
  return (
    <Said ref={outcome} tabIndex={-1}>
      {state === 'overtaken' ? (
        <Banner tone="danger" icon={UsersRound}>
          <strong>{sentenceOf(standing)}</strong> Your decision was not sent.{' '}
          {typed.length > 0 && 'What you typed is kept below.'}
        </Banner>
      ) : (
        <Banner tone={state === 'decided' ? 'success' : 'violet'} icon={state === 'decided' ? Check : undefined}>
          {sentenceOf(standing)}
          {state === 'awaitingSecond' && ` A second person must decide this ${noun} too.`}
        </Banner>
      )}
      {state === 'overtaken' && <WhatWasTyped typed={typed} />}
      {onward && <Foot>{onward}</Foot>}
    </Said>
  )
}

/** Held a moment too long, Enter must not decide the next record. */
const notRepeated = (event: KeyboardEvent) => {
  if (event.key === 'Enter' && event.repeat) event.preventDefault()
}

export function DecisionPanel(props: DecisionPanelProps) {
  const { view, claim, noun, choices, fields, verb, tone, question, unresolved, isRestored, proof, decide } = props
  const { state, prepared, problem } = view
  const types = TYPES.has(state)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (state === 'unresolved') props.onCheck()
    else props.onSubmit()
  }
  return (
    <>
      <Panel aria-label="Decision" noValidate onSubmit={submit} onKeyDown={notRepeated}>
        <Claimed {...props} />
        {state === 'unresolved' && <Banner tone="danger">{unresolved}</Banner>}
        {state === 'checking' && <Banner tone="info">No answer yet. Checking whether it was done...</Banner>}
        {problem !== '' && <Banner tone="danger">{problem}</Banner>}
        {isRestored && types && (
          <Banner
            tone="info"
            action={
              <Button size="small" onClick={props.onDiscard}>
                Discard
              </Button>
            }
          >
            What you typed before is back.
          </Banner>
        )}
        {FORM.has(state) ? (
          <>
            {types && props.edits}
            <Choices aria-label="Decision">
              {choices.map(({ kind, label, key }) => (
                <Choice
                  key={kind}
                  type="button"
                  aria-pressed={kind === prepared}
                  aria-keyshortcuts={key}
                  aria-disabled={!types || undefined}
                  onClick={() => types && props.onPrepare(kind)}
                >
                  {label}
                  <Kbd aria-hidden data-single>
                    {key}
                  </Kbd>
                </Choice>
              ))}
            </Choices>
            {fields.map((shown) => (
              <FieldOf
                key={shown.field.name}
                shown={shown}
                readOnly={!types}
                onType={props.onType}
                onToggle={props.onToggle}
              />
            ))}
            {props.effect}
            <Foot>
              <Button
                ref={decide}
                type="submit"
                variant={tone}
                busy={BUSY.has(state)}
                busyLabel={state === 'checking' ? 'Checking...' : undefined}
                disabledReason={notYet(props)}
              >
                <Pressed>
                  {state === 'unresolved' ? 'Check again' : verb}
                  <KeyCombo keys="Enter" decorative />
                </Pressed>
              </Button>
            </Foot>
          </>
        ) : (
          state !== 'idle' && state !== 'recalling' && state !== 'taken' && <Outcome {...props} />
        )}
      </Panel>
      {state === 'confirming' && question && (
        <ConfirmModal
          title={question.title}
          confirm={question.verb}
          cancel="Back"
          tone={tone}
          {...(question.typed && { typed: question.typed })}
          onConfirm={props.onConfirm}
          onCancel={props.onCancel}
        >
          {question.effect}
        </ConfirmModal>
      )}
      {claim?.state === 'asking' && (
        <TakeOverQuestion
          noun={noun}
          holder={claim.claim?.holder ?? null}
          onConfirm={props.onTakeOverBecause}
          onCancel={props.onCancelTakeOver}
        />
      )}
      {proof && (
        <StepUpModal
          title={`${verb}?`}
          verb={verb}
          view={proof}
          onChange={props.onProofChange}
          onSubmit={props.onProve}
          onBack={props.onCancelProof}
        />
      )}
    </>
  )
}
