import { CircleAlert } from 'lucide-react'
import { useId, type MouseEvent, type ReactNode } from 'react'
import { Icon } from '../../primitives/Icon/Icon'
import { VisuallyHidden } from '../../primitives/VisuallyHidden/VisuallyHidden'
import { Aside, Asterisk, Foot, Frame, Head, Label, Message } from './Field.styles'

/** What every field of a form has around its control. */
export interface FieldProps {
  /** A noun, sentence case, no colon. */
  label: ReactNode
  /** The label is for screen readers only, where the place already says what the field is. */
  labelHidden?: boolean
  /** A red asterisk, and aria-required. Nothing is checked by the browser. */
  required?: boolean
  /** A short note at the right end of the label's line. */
  aside?: ReactNode
  /** Below the control; gives way to an error. */
  hint?: ReactNode
  /** What is wrong, as a sentence. */
  error?: string
}

/** The attributes that tie a control to its field. */
export interface FieldAria {
  id: string
  'aria-required': true | undefined
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

interface Props extends FieldProps {
  /** Id of the control; made up where none is given. */
  id?: string
  /** More ids of texts that describe the control. */
  describedBy?: string
  /** At the right end of the line below: a counter. */
  behind?: ReactNode
  /** Below everything: a list of rules. */
  below?: ReactNode
  children: (aria: FieldAria) => ReactNode
}

/** The frame of a form field: label above, one message below, both tied to the control that `children` draws. */
export function Field({
  id,
  describedBy,
  label,
  labelHidden = false,
  required,
  aside,
  hint,
  error,
  behind,
  below,
  children,
}: Props) {
  const ownId = useId()
  const controlId = id ?? ownId
  const message = error ?? hint
  const ids = [describedBy, aside && `${controlId}aside`, message && `${controlId}message`].filter(Boolean).join(' ')
  const name = (
    <Label id={`${controlId}label`} htmlFor={controlId}>
      {label}
      {required && <Asterisk aria-hidden> *</Asterisk>}
    </Label>
  )
  return (
    <Frame>
      {labelHidden ? (
        <VisuallyHidden>{name}</VisuallyHidden>
      ) : (
        <Head>
          {name}
          {aside && <Aside id={`${controlId}aside`}>{aside}</Aside>}
        </Head>
      )}
      {children({
        id: controlId,
        'aria-required': required || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': ids || undefined,
      })}
      {(message || behind) && (
        <Foot>
          <Message id={`${controlId}message`} data-tone={error ? 'danger' : undefined}>
            {error && <Icon icon={CircleAlert} size="pill" />}
            <span>{message}</span>
          </Message>
          {behind}
        </Foot>
      )}
      {below}
    </Frame>
  )
}

/** Presses on the frame of an input, its icon or its unit go to the input, as on a native one. */
export function focusInput(event: MouseEvent<HTMLElement>): void {
  if (event.target instanceof Element && event.target.closest('button, a, [data-input]')) return
  event.preventDefault()
  event.currentTarget.querySelector<HTMLElement>('[data-input]')?.focus()
}
