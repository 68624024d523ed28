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

/** A reason for the action, which is stored. */
export interface AskedReason {
  /** Default: 'Reason'. */
  label?: string
  hint?: string
  /** Maximum number of characters; 255 by default. */
  max?: number
  /** Initial text: a draft. */
  defaultValue?: string
  /** Called on each change, so that the caller can store a draft. */
  onChange?: (reason: string) => void
}

/** A value that the person must type to confirm, compared digit by digit. */
export interface AskedTyping {
  /** "Type the amount to confirm", "Type the number of users to confirm". */
  label: string
  /** The amount or count in its displayed form: '4,200.00'. Grouping and trailing zeros are optional. */
  value: string
  /** The currency or the counted noun, behind the field. */
  unit?: string
  /** Why it is required: "Asked at 1,000.00 USD and above." */
  hint?: string
}

export interface ConfirmModalProps {
  /** The question, which names the person or thing: "Disable Marta Lindqvist?". */
  title: string
  /** The effect, in one sentence. */
  children: ReactNode
  /** Person, destination, balances before and after, the first approver; in bulk count, sums and exceptions. */
  facts?: readonly KeyValue[]
  /** Makes a reason required, which is passed to `onConfirm`. For money, and for irreversible actions. */
  reason?: AskedReason
  /** Makes typing a value required. Above a set amount, and above 20 records in bulk. */
  typed?: AskedTyping
  /** The error of the action; the input is kept. */
  error?: string
  /** Label of the button that performs the action. */
  confirm: string
  /** Label of the safe button, focused first where there is no field: "Keep enabled". */
  cancel: string
  /** danger for harmful actions; primary for important ones. */
  tone?: 'danger' | 'primary'
  /** The children need the width of a form. */
  wide?: boolean
  /** Why it cannot be confirmed yet. */
  wait?: string
  /** The action is in progress; the question stays until the response. */
  busy?: boolean
  busyLabel?: string
  /** Called on each press of the confirm button, also while reason or value are missing: for fields among the children, which are validated too. */
  onTried?: () => void
  /** @param reason the trimmed reason; '' where none is required */
  onConfirm: (reason: string) => void
  onCancel: () => void
}

const REASON_MAX = 255
const focusAtFirst = (button: HTMLButtonElement | null) => button?.focus()
/** Ctrl Enter opens such questions; when held too long, it must not confirm them (look, section 8). */
const notByShortcut = (event: KeyboardEvent) => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey || event.repeat)) event.preventDefault()
}

/**
 * Asks before a harmful action: the safe button has the focus, the confirm button is in danger style (look, section 8). Esc chooses
 * the safe answer, and Enter in a field does not confirm. Where a reason or a value is required, the first field has the focus.
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
  wide = false,
  wait,
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
  // What must be typed may only be known later; the focus stays where it is then.
  const [focusesField] = useState(asks)

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
      size={asks || facts || wide ? 'default' : 'small'}
      role="alertdialog"
      descriptionId={id}
      closeHidden
      footer={
        <>
          <Button
            ref={focusesField ? undefined : focusAtFirst}
            size="large"
            disabledReason={busy ? 'It is under way.' : undefined}
            onClick={onCancel}
          >
            {cancel}
          </Button>
          <Button
            size="large"
            variant={tone}
            busy={busy}
            busyLabel={busyLabel}
            disabledReason={wait}
            onClick={act}
            onKeyDown={notByShortcut}
          >
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
