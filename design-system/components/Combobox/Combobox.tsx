import { ChevronsUpDown } from 'lucide-react'
import { useId, useState } from 'react'
import { Icon } from '../../primitives/Icon/Icon'
import { Field, focusInput, type FieldAria, type FieldProps } from '../Field/Field'
import { Control, Input } from '../Field/Field.styles'
import { useOwnValue, type OwnValueProps } from '../../primitives/hooks/use-own-value'
import { lazyComponent, type LazyComponent } from '../Lazy/lazy-component'
import { PartNotice } from '../Lazy/PartNotice'
import type { ControlSize } from '../TextInput/TextInput'
import type { Choice, SearchChoices } from './choices'
import { Arrows } from './Combobox.styles'

export interface ComboboxProps extends FieldProps, OwnValueProps<string> {
  id?: string
  /** All options, searched locally; or a search that runs while the list is open. */
  options: readonly Choice[] | SearchChoices
  /** The option of a value that is not among the options, for searches. */
  chosen?: Choice
  /**
   * Allows typed text as a value, so that the field can be filled in while the choices are slow or unavailable.
   * @returns the value of a text when the person leaves the field; null: the field returns to its previous value
   */
  valueOfTyped?: (text: string) => string | null
  placeholder?: string
  controlSize?: ControlSize
  disabled?: boolean
  readOnly?: boolean
}

/** Props that the field passes to the lazily loaded code. */
export interface ComboboxBoxProps extends Pick<
  ComboboxProps,
  'options' | 'placeholder' | 'disabled' | 'readOnly' | 'required'
> {
  aria: FieldAria
  controlSize: ControlSize
  value: string
  /** Text in the field. */
  text: string
  /** Text typed since the last choice; null without any. */
  typed: string | null
  onType: (text: string) => void
  /** null: return to the previous value. */
  onChoose: (choice: Choice | null) => void
  onLeave: () => void
}

/** Only the text field, until the list has loaded. */
const PlainBox = ({ aria, controlSize, disabled, readOnly, placeholder, text, onType, onLeave }: ComboboxBoxProps) => (
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
      onBlur={onLeave}
    />
    <Arrows>
      <Icon icon={ChevronsUpDown} />
    </Arrows>
  </Control>
)

/** @param load imports the code of the list @returns the field, which accepts text until its list has loaded */
export const lazyBox = (load: () => Promise<typeof import('./ComboboxBox')>): LazyComponent<ComboboxBoxProps> =>
  lazyComponent<ComboboxBoxProps>(load, {
    name: 'The list of choices',
    fallback: PlainBox,
    failed: (props, failure) => (
      <>
        <PlainBox {...props} />
        <PartNotice failure={failure} />
      </>
    ),
  })

/** The combobox with a given box, for tests; use Combobox. */
export function ComboboxOver({ Box, ...props }: ComboboxProps & { Box: LazyComponent<ComboboxBoxProps> }) {
  const {
    label,
    labelHidden,
    required,
    aside,
    hint,
    error,
    options,
    chosen,
    valueOfTyped,
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

  const isIt = (choice: Choice | null | undefined) => choice?.value === value
  const now = value === '' ? undefined : [chosen, last, ...(typeof options === 'function' ? [] : options)].find(isIt)
  // A value without an option is shown itself: an empty field would look like no choice.
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
    const own = typed ? (valueOfTyped?.(typed) ?? null) : null
    if (own !== null && own !== value) change(own)
    setTyped(null)
    leave()
  }
  return (
    <Field {...{ label, labelHidden, required, aside, hint, error, id }}>
      {(aria) => (
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
      )}
    </Field>
  )
}

const Box = lazyBox(() => import('./ComboboxBox'))

/**
 * A choice among many, found by typing: from a list, or from a search. `{...register('name')}` works; the value is the choice's,
 * '' for none. Clearing the field unsets it; leaving it without a choice restores the last one. The list is loaded lazily; text
 * typed before is kept.
 */
export const Combobox = (props: ComboboxProps) => <ComboboxOver {...props} Box={Box} />
