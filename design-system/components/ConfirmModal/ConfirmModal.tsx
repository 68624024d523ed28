import { Check } from 'lucide-react'
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Button } from '../../primitives/Button/Button'
import { Icon } from '../../primitives/Icon/Icon'
import { Banner } from '../Banner/Banner'
import { KeyValueList, type KeyValue } from '../KeyValueList/KeyValueList'
import { Modal } from '../Modal/Modal'
import { Textarea } from '../Textarea/Textarea'
import { TextInput } from '../TextInput/TextInput'
import { Facts, Parts, Right } from './ConfirmModal.styles'
import { isTheSame } from './typed-answer'

/** Why it is done, in words that are kept. */
export interface AskedReason {
  /** 'Reason' where none is given. */
  label?: string
  hint?: string
  /** How many characters it may have; 255 where none is given. */
  max?: number
  /** What was written before: a draft. */
  defaultValue?: string
  /** Told of each change, so that the caller may keep it as a draft. */
  onChange?: (reason: string) => void
}

/** What must be typed again before the act, digit by digit. */
export interface AskedTyping {
  /** "Type the amount to confirm", "Type the number of users to confirm". */
  label: string
  /** The amount or the count as it is shown: '4,200.00'. Grouping and trailing zeros need not be typed. */
  value: string
  /** The currency or what is counted, behind the field. */
  unit?: string
  /** Why it is asked: "Asked at 1,000.00 USD and above." */
  hint?: string
}

export interface ConfirmModalProps {
  /** The question, naming whom or what: "Disable Marta Lindqvist?". */
  title: string
  /** What happens then, in one sentence. */
  children: ReactNode
  /** Person, destination, balances before and after, who approved first; in bulk count, sums and exceptions. */
  facts?: readonly KeyValue[]
  /** Given: a reason is required, and handed to `onConfirm`. For money, and for what has no way back. */
  reason?: AskedReason
  /** Given: it must be typed again. From a set amount on, and above 20 records in bulk. */
  typed?: AskedTyping
  /** What went wrong with the act; what was typed stays. */
  error?: string
  /** The verb that does it. */
  confirm: string
  /** The safe way out, focused at first where nothing is to be filled in: "Keep enabled". */
  cancel: string
  /** danger for what harms; primary for what is only weighty. */
  tone?: 'danger' | 'primary'
  /** The act is under way; the question stays until the answer is there. */
  busy?: boolean
  busyLabel?: string
  /** Each press of the verb, whether or not reason and number are there: for fields among the children, which are checked too. */
  onTried?: () => void
  /** @param reason what was written, without spaces around it; '' where none was asked for */
  onConfirm: (reason: string) => void
  onCancel: () => void
}

const REASON_MAX = 255
const focusAtFirst = (button: HTMLButtonElement | null) => button?.focus()
/** Ctrl Enter opens such questions; held a moment too long, it must not answer them (look, section 8). */
const notByShortcut = (event: KeyboardEvent) => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey || event.repeat)) event.preventDefault()
}

/**
 * Asks before harm: the safe button has the focus, the verb is in danger (look, section 8). Esc is the safe answer, and Enter
 * in a field confirms nothing. Where a reason or a number is asked for, the first of them has the focus.
 */
export function ConfirmModal({
  title,
  children,
  facts,
  reason,
  typed,
  error,
  confirm,
  cancel,
  tone = 'danger',
  busy = false,
  busyLabel,
  onTried,
  onConfirm,
  onCancel,
}: ConfirmModalProps) {
  const id = useId()
  const [tried, setTried] = useState(false)
  const [written, setWritten] = useState(reason?.defaultValue ?? '')
  const [number, setNumber] = useState('')
  const reasonField = useRef<HTMLTextAreaElement>(null)
  const typedField = useRef<HTMLInputElement>(null)

  const max = reason?.max ?? REASON_MAX
  const lacksReason = reason !== undefined && written.trim() === ''
  const reasonTooLong = reason !== undefined && written.length > max
  const typedRight = typed === undefined || isTheSame(number, typed.value)
  const asks = reason !== undefined || typed !== undefined

  const act = () => {
    setTried(true)
    if (lacksReason || reasonTooLong) reasonField.current?.focus()
    else if (!typedRight) typedField.current?.focus()
    else onConfirm(written.trim())
    onTried?.()
  }
  return (
    <Modal
      title={title}
      onClose={() => {
        if (!busy) onCancel()
      }}
      size={asks || facts ? 'default' : 'small'}
      role="alertdialog"
      descriptionId={id}
      closeHidden
      footer={
        <>
          <Button
            ref={asks ? undefined : focusAtFirst}
            size="large"
            disabledReason={busy ? 'It is under way.' : undefined}
            onClick={onCancel}
          >
            {cancel}
          </Button>
          <Button size="large" variant={tone} busy={busy} busyLabel={busyLabel} onClick={act} onKeyDown={notByShortcut}>
            {confirm}
          </Button>
        </>
      }
    >
      <Parts>
        <div id={id}>{children}</div>
        {facts && (
          <Facts>
            <KeyValueList items={facts} align="end" />
          </Facts>
        )}
        {reason && (
          <Textarea
            ref={reasonField}
            label={reason.label ?? 'Reason'}
            hint={reason.hint}
            required
            max={max}
            value={written}
            readOnly={busy}
            error={tried && lacksReason ? 'Required' : undefined}
            onChange={(event) => {
              setWritten(event.target.value)
              reason.onChange?.(event.target.value)
            }}
          />
        )}
        {typed && (
          <TextInput
            ref={typedField}
            label={typed.label}
            hint={typed.hint}
            required
            autoComplete="off"
            inputMode="decimal"
            value={number}
            readOnly={busy}
            slot={
              <>
                {typed.unit}
                {typedRight && (
                  <Right>
                    <Icon icon={Check} />
                  </Right>
                )}
              </>
            }
            error={tried && !typedRight ? `Type ${typed.value} to confirm.` : undefined}
            onChange={(event) => setNumber(event.target.value)}
          />
        )}
        {error && <Banner tone="danger">{error}</Banner>}
      </Parts>
    </Modal>
  )
}
