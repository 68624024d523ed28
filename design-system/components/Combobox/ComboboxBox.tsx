import { Check, ChevronsUpDown } from 'lucide-react'
import { useCallback, useContext, useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { ComboBox, ComboBoxStateContext } from 'react-aria-components/ComboBox'
import { Input as AriaInput } from 'react-aria-components/Input'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import styled from 'styled-components'
import { Button } from '../../primitives/Button/Button'
import { Icon } from '../../primitives/Icon/Icon'
import { Spinner } from '../../primitives/Spinner/Spinner'
import { space, token } from '../../tokens/tokens'
import { focusInput } from '../Field/Field'
import { Control, Input } from '../Field/Field.styles'
import { row, Words } from '../Menu/Menu.styles'
import { Sheet } from '../Popover/PopoverPanel'
import { MOST_SHOWN, type Choice } from './choices'
import type { ComboboxBoxProps } from './Combobox'
import { Arrows, Status } from './Combobox.styles'
import { useChoices, type Choices } from './use-choices'

const List = styled(ListBox<Choice>)`
  max-height: 320px;
  padding: ${space[6]};
  overflow: auto;
  outline: none;
  scroll-padding: ${space[6]};
  &[data-empty] {
    display: none;
  }
`

const Item = styled(ListBoxItem<Choice>)`
  ${row}
  justify-content: space-between;
  &[data-selected] > svg {
    color: ${token.accent.text};
  }
`

const Whole = styled(ComboBox<Choice>)`
  min-width: 0;
`

/** Connects the field to the list: a press opens it, and the first match of the input can be chosen with Enter. */
function Behaviour({
  field,
  typed,
  first,
  takesOver,
}: {
  field: React.RefObject<HTMLDivElement | null>
  typed: string | null
  first: string | undefined
  takesOver: boolean
}) {
  const state = useContext(ComboBoxStateContext)
  const open = state?.isOpen ?? false
  const latest = useRef(state)
  useLayoutEffect(() => {
    latest.current = state
  })

  // Before the browser paints, so that a press in the first frame after the list's code has loaded opens the list.
  useLayoutEffect(() => {
    const box = latest.current && field.current
    const onClick = () => {
      const input = box?.querySelector<HTMLInputElement>('input')
      if (!input || input.disabled || input.readOnly) return
      latest.current?.open(null, 'manual')
      if (typed === null) input.select()
    }
    box?.addEventListener('click', onClick)
    return () => box?.removeEventListener('click', onClick)
  }, [field, typed])

  useEffect(() => {
    if (takesOver) latest.current?.open(null, 'input')
  }, [takesOver])

  useEffect(() => {
    if (!open || !typed || first === undefined) return
    // After the library has cleared it, which it does when the text changes.
    const frame = requestAnimationFrame(() => latest.current?.selectionManager.setFocusedKey(first))
    return () => cancelAnimationFrame(frame)
  }, [open, typed, first])
  return null
}

function Below({ choices: { shown, count, state, again }, typed }: { choices: Choices; typed: string | null }) {
  switch (state) {
    case 'loading':
      return (
        <Status>
          <Spinner label="Searching" />
        </Status>
      )
    case 'failed':
      return (
        <Status role="alert" data-tone="danger">
          The choices could not be loaded.
          {/* The focus stays in the field, where Enter has the same effect. */}
          <Button size="small" tabIndex={-1} onMouseDown={(event) => event.preventDefault()} onClick={again}>
            Try again
          </Button>
        </Status>
      )
    case 'ready':
      return (
        <Status as="output">
          {count === 0 &&
            (typed ? (
              <span>
                Nothing found for “<bdi>{typed}</bdi>”.
              </span>
            ) : (
              'There is nothing to choose from yet.'
            ))}
          {count > shown.length &&
            `The first ${MOST_SHOWN} of ${count.toLocaleString('en-US')} are shown. Type to narrow.`}
        </Status>
      )
  }
}

/** The field of Combobox with its list, loaded lazily by it. */
export default function ComboboxBox({
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
}: ComboboxBoxProps) {
  const field = useRef<HTMLDivElement>(null)
  // The library renders its children a second time, out of view, to find the options.
  const attach = useCallback((node: HTMLDivElement | null) => {
    if (node?.isConnected) field.current = node
  }, [])
  const [open, setOpen] = useState(false)
  const choices = useChoices(options, typed ?? '', open)
  // The simple field still exists while this one renders first: its focus is transferred.
  const [caret] = useState(() => {
    const before = document.activeElement
    return before instanceof HTMLInputElement && before.id === aria.id
      ? ([before.selectionStart, before.selectionEnd] as const)
      : null
  })
  useLayoutEffect(() => {
    if (!caret) return
    const input = field.current?.querySelector('input')
    input?.focus()
    input?.setSelectionRange(...caret)
  }, [caret])

  const keys = (event: KeyboardEvent) => {
    if (!open) return
    if (event.key === 'Enter' && choices.state === 'failed') {
      event.preventDefault()
      event.stopPropagation()
      choices.again()
    }
  }
  const keysAfter = (event: KeyboardEvent) => {
    // This Esc closes the list; the next one applies to the surrounding element.
    if (open && event.key === 'Escape') event.stopPropagation()
  }
  return (
    <Whole
      id={aria.id}
      aria-labelledby={`${aria.id}label`}
      aria-describedby={aria['aria-describedby']}
      isRequired={required}
      isInvalid={aria['aria-invalid']}
      isDisabled={disabled}
      isReadOnly={readOnly}
      validationBehavior="aria"
      items={choices.shown}
      allowsEmptyCollection
      inputValue={text}
      onInputChange={onType}
      value={value === '' ? null : value}
      onChange={(key) => onChoose(choices.shown.find((choice) => choice.value === key) ?? null)}
      onOpenChange={setOpen}
      onBlur={onLeave}
    >
      <Control
        ref={attach}
        data-size={controlSize}
        onMouseDown={focusInput}
        onKeyDownCapture={keys}
        onKeyDown={keysAfter}
      >
        <Input as={AriaInput} data-input dir="auto" placeholder={placeholder} />
        <Arrows>
          <Icon icon={ChevronsUpDown} />
        </Arrows>
      </Control>
      <Behaviour
        field={field}
        typed={typed}
        first={choices.shown.find((choice) => !choice.disabled)?.value}
        takesOver={caret !== null && typed !== null}
      />
      {/* As wide as the whole field; the library would use the input's width. */}
      <Sheet
        triggerRef={field}
        offset={6}
        containerPadding={8}
        style={{ '--trigger-width': '' } as React.CSSProperties}
      >
        <List>
          {(choice: Choice) => (
            <Item id={choice.value} textValue={choice.label} isDisabled={choice.disabled}>
              {({ isSelected }) => (
                <>
                  <Words dir="auto">
                    {choice.label}
                    {choice.description && <small dir="auto">{choice.description}</small>}
                  </Words>
                  {isSelected && <Icon icon={Check} />}
                </>
              )}
            </Item>
          )}
        </List>
        <Below choices={choices} typed={typed} />
      </Sheet>
    </Whole>
  )
}
