import type { ComponentPropsWithRef, FormEvent } from 'react'
import styled from 'styled-components'
import { VisuallyHidden } from '../../primitives/VisuallyHidden/VisuallyHidden'
import { numeric, space, token, type } from '../../tokens/tokens'
import { Field, type FieldProps } from '../Field/Field'
import { Control, Input } from '../Field/Field.styles'
import { useLiveValue } from '../../primitives/hooks/use-live-value'

const Text = styled(Input)`
  display: block;
  min-height: calc(var(--rows) * 1.25rem + 2 * ${space[8]});
  max-height: 60vh;
  padding-block: ${space[8]};
  resize: vertical;
  field-sizing: content;
`

const Counter = styled.span`
  flex: none;
  ${type.meta}
  ${numeric}
  color: ${token.text.muted};
  &[data-tone='warning'] {
    color: ${token.tone.warning.fg};
  }
  &[data-tone='danger'] {
    color: ${token.tone.danger.fg};
  }
`

export interface TextareaProps extends FieldProps, Omit<ComponentPropsWithRef<'textarea'>, 'required' | 'maxLength'> {
  /** Maximum number of characters; counted below, amber from 90 %, an error beyond. Input is never cut off. */
  max?: number
}

/** A multi-line text field. Ref and all other props are passed to the textarea, so `register` works. */
export function Textarea({
  label,
  labelHidden,
  required,
  aside,
  hint,
  error,
  max,
  rows = 3,
  id,
  ref,
  onInput,
  'aria-describedby': describedBy,
  ...rest
}: TextareaProps) {
  const { value, attach, read } = useLiveValue<HTMLTextAreaElement>(ref)
  const count = value.length
  const beyond = max !== undefined && count > max
  const near = max !== undefined && count >= max * 0.9
  const typed = (event: FormEvent<HTMLTextAreaElement>) => {
    onInput?.(event as Parameters<NonNullable<typeof onInput>>[0])
    read()
  }
  const tooLong = beyond
    ? `${(count - max).toLocaleString('en-US')} too many. Shorten it to ${max.toLocaleString('en-US')} characters.`
    : undefined
  const counter = max !== undefined && (
    <>
      <Counter aria-hidden data-tone={beyond ? 'danger' : near ? 'warning' : undefined}>
        {count.toLocaleString('en-US')} / {max.toLocaleString('en-US')}
      </Counter>
      <VisuallyHidden as="output">
        {near && !beyond && `${max - count} ${max - count === 1 ? 'character' : 'characters'} left`}
      </VisuallyHidden>
    </>
  )
  return (
    <Field
      {...{ label, labelHidden, required, aside, hint, error: error ?? tooLong, id, describedBy }}
      behind={counter}
    >
      {(aria) => (
        <Control>
          <Text
            as="textarea"
            dir="auto"
            {...rest}
            {...aria}
            ref={attach}
            rows={rows}
            style={{ '--rows': rows } as React.CSSProperties}
            onInput={typed}
            data-input
          />
        </Control>
      )}
    </Field>
  )
}
