import { ChevronsUpDown } from 'lucide-react'
import { useEffect, useId, useState, type ComponentType } from 'react'
import { Icon } from '../../primitives/Icon/Icon'
import { Field, focusInput, type FieldAria, type FieldProps } from '../Field/Field'
import { Control, Input } from '../Field/Field.styles'
import { late, useLate, type Late } from '../Field/late'
import { useOwnValue, type OwnValueProps } from '../Field/use-own-value'
import type { ControlSize } from '../TextInput/TextInput'
import type { Choice, SearchChoices } from './choices'
import { Arrows } from './Combobox.styles'

export interface ComboboxProps extends FieldProps, OwnValueProps<string> {
  id?: string
  /** All there is, searched here; or a question that is asked while the list is open. */
  options: readonly Choice[] | SearchChoices
  /** Words of a value that is not among the options: where they are asked for. */
  chosen?: Choice
  placeholder?: string
  controlSize?: ControlSize
  disabled?: boolean
  readOnly?: boolean
}

/** What the field hands to the code that comes later. */
export interface ComboboxBoxProps extends Pick<
  ComboboxProps,
  'options' | 'placeholder' | 'disabled' | 'readOnly' | 'required'
> {
  aria: FieldAria
  controlSize: ControlSize
  value: string
  /** What stands in the field. */
  text: string
  /** What was typed since the last choice; null for nothing. */
  typed: string | null
  onType: (text: string) => void
  /** null: as it was before something was typed. */
  onChoose: (choice: Choice | null) => void
  onLeave: () => void
}

/** The combobox over code that comes by `box`; Combobox is the one to use. */
export function ComboboxOver({ box, ...props }: ComboboxProps & { box: Late<ComponentType<ComboboxBoxProps>> }) {
  const {
    label,
    labelHidden,
    required,
    aside,
    hint,
    error,
    options,
    chosen,
    placeholder,
    controlSize = 'form',
    disabled,
    readOnly,
  } = props
  const ownId = useId()
  const id = props.id ?? ownId
  const { value, change, leave } = useOwnValue(props, '', () => document.getElementById(id)?.focus())
  const [typed, setTyped] = useState<string | null>(null)
  const [last, setLast] = useState<Choice | null>(null)
  useEffect(() => box.fetch(), [box])
  const code = useLate(box)
  const Box = code === 'failed' ? null : code

  const isIt = (choice: Choice | null | undefined) => choice?.value === value
  const now = value === '' ? undefined : [chosen, last, ...(typeof options === 'function' ? [] : options)].find(isIt)
  // A value that nobody has words for is shown itself: an empty field would say that nothing is chosen.
  const text = typed ?? now?.label ?? value

  const onType = (next: string) => {
    setTyped(next)
    if (next === '' && value !== '') change('')
  }
  const onChoose = (choice: Choice | null) => {
    setTyped(null)
    if (!choice) return
    setLast(choice)
    if (choice.value !== value) change(choice.value)
  }
  const onLeave = () => {
    setTyped(null)
    leave()
  }
  return (
    <Field {...{ label, labelHidden, required, aside, hint, error, id }}>
      {(aria) =>
        Box ? (
          <Box
            {...{
              aria,
              options,
              placeholder,
              disabled,
              readOnly,
              required,
              controlSize,
              value,
              text,
              typed,
              onType,
              onChoose,
              onLeave,
            }}
          />
        ) : (
          <Control data-size={controlSize} onMouseDown={focusInput}>
            <Input
              {...aria}
              data-input
              dir="auto"
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/role-has-required-aria-props -- a text field with a list has no tag; closed, it controls nothing
              role="combobox"
              aria-expanded={false}
              aria-autocomplete="list"
              autoComplete="off"
              spellCheck={false}
              disabled={disabled}
              readOnly={readOnly}
              placeholder={placeholder}
              value={text}
              onChange={(event) => onType(event.target.value)}
              onFocus={box.fetch}
              onBlur={onLeave}
            />
            <Arrows>
              <Icon icon={ChevronsUpDown} />
            </Arrows>
          </Control>
        )
      }
    </Field>
  )
}

const box = late(() => import('./ComboboxBox'))

/**
 * One of many, found by typing: all of a list, or asked for. `{...register('name')}` works; the value is the choice's, '' for
 * none. Emptying the field unsets it; leaving without a choice brings the last one back. Its code is loaded once it is shown;
 * what was typed before stays.
 */
export const Combobox = (props: ComboboxProps) => <ComboboxOver {...props} box={box} />
