/** A field with an ordered list of the same group of inputs: items are added, moved and removed with buttons. */
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import {
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type ReactNode,
  type Ref,
} from 'react'
import { Button } from '../../primitives/Button/Button'
import { IconButton } from '../../primitives/IconButton/IconButton'
import { VisuallyHidden } from '../../primitives/VisuallyHidden/VisuallyHidden'
import { Field, type FieldProps } from '../Field/Field'
import { AddLine, Inputs, Item, ItemHead, ItemName, Items, Whole } from './ItemsInput.styles'

/** One item. */
export interface ListItem {
  /** Stable when the item moves. */
  key: string
  /** One of its inputs is wrong. */
  wrong?: boolean
}

export interface ItemsInputProps extends Omit<FieldProps, 'label' | 'aside'> {
  label: string
  /** Noun for an item: 'question'. */
  one: string
  items: readonly ListItem[]
  /** Maximum number of items. */
  max: number
  disabled?: boolean
  onAdd: () => void
  onRemove: (index: number) => void
  onMove: (index: number, by: -1 | 1) => void
  /** The focus has left the whole field. */
  onBlur?: () => void
  /** The inputs of an item. */
  children: (index: number) => ReactNode
  ref?: Ref<{ focus: () => void }>
}

/** What gets the focus after the items have rendered again. */
type Next = { item: string; part: 'input' | 'up' | 'down' | 'remove' } | 'add'

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

export function ItemsInput({
  one,
  items,
  max,
  disabled = false,
  onAdd,
  onRemove,
  onMove,
  onBlur,
  children,
  ref,
  ...field
}: ItemsInputProps) {
  const { label, required, error } = field
  const whole = useRef<HTMLFieldSetElement>(null)
  const next = useRef<Next | 'new' | null>(null)
  const [status, setStatus] = useState('')
  const isFull = items.length >= max

  const focusFirst = (selectors: readonly string[]) => {
    for (const selector of selectors) {
      const found = whole.current?.querySelector<HTMLElement>(selector)
      if (found) return found.focus()
    }
  }
  useImperativeHandle(ref, () => ({
    focus: () => focusFirst(['[data-input][aria-invalid=true]', '[data-input]:not(:disabled)', '[data-add]']),
  }))
  useLayoutEffect(() => {
    const wanted = next.current
    next.current = null
    if (wanted === null) return
    if (wanted === 'add') return focusFirst(['[data-add]:not(:disabled)', '[data-part]:not(:disabled)'])
    const key = wanted === 'new' ? items.at(-1)?.key : wanted.item
    const item = [...(whole.current?.querySelectorAll<HTMLElement>('[data-item]') ?? [])].find(
      (each) => each.dataset.item === key,
    )
    if (wanted === 'new' || wanted.part === 'input') return item?.querySelector<HTMLElement>('[data-input]')?.focus()
    const other = wanted.part === 'up' ? 'down' : 'up'
    const button = item?.querySelector<HTMLElement>(`[data-part=${wanted.part}]:not(:disabled)`)
    ;(button ?? item?.querySelector<HTMLElement>(`[data-part=${other}]:not(:disabled)`))?.focus()
  }, [items])

  const add = () => {
    next.current = 'new'
    setStatus(`${capital(one)} ${items.length + 1} added`)
    onAdd()
  }
  const move = (index: number, by: -1 | 1) => {
    next.current = { item: items[index]!.key, part: by === -1 ? 'up' : 'down' }
    setStatus(`${capital(one)} ${index + 1} is now ${index + 1 + by} of ${items.length}`)
    onMove(index, by)
  }
  const remove = (index: number) => {
    const neighbour = items[index + 1] ?? items[index - 1]
    next.current = neighbour ? { item: neighbour.key, part: 'remove' } : 'add'
    setStatus(`${capital(one)} ${index + 1} removed`)
    onRemove(index)
  }
  const left = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget as Node | null)) onBlur?.()
  }
  return (
    <Field {...field} aside={`${items.length} of ${max}`}>
      {(aria) => (
        <Whole ref={whole} aria-label={required ? `${label}, required` : label} onBlur={left}>
          <Items>
            {items.map(({ key, wrong }, index) => {
              const name = `${one} ${index + 1}`
              return (
                <Item key={key} data-item={key} data-wrong={wrong || undefined}>
                  <ItemHead>
                    <ItemName>{capital(name)}</ItemName>
                    {!disabled && (
                      <>
                        <IconButton
                          icon={ArrowUp}
                          label={`Move ${name} up`}
                          size="small"
                          data-part="up"
                          disabled={index === 0}
                          onClick={() => move(index, -1)}
                        />
                        <IconButton
                          icon={ArrowDown}
                          label={`Move ${name} down`}
                          size="small"
                          data-part="down"
                          disabled={index === items.length - 1}
                          onClick={() => move(index, 1)}
                        />
                        <IconButton
                          icon={Trash2}
                          label={`Remove ${name}`}
                          size="small"
                          tone="danger"
                          data-part="remove"
                          onClick={() => remove(index)}
                        />
                      </>
                    )}
                  </ItemHead>
                  <Inputs aria-label={capital(name)}>{children(index)}</Inputs>
                </Item>
              )
            })}
          </Items>
          {!disabled && (
            <AddLine>
              <Button
                id={aria.id}
                icon={Plus}
                data-add
                disabled={isFull}
                // The button's name includes the field's label: its own text has an id for that.
                aria-labelledby={`${aria.id}label ${aria.id}add`}
                aria-describedby={aria['aria-describedby']}
                onClick={add}
              >
                <span id={`${aria.id}add`}>{`Add ${one}`}</span>
              </Button>
              {isFull && <span>There is no room for more.</span>}
            </AddLine>
          )}
          <VisuallyHidden as="output">{error ?? status}</VisuallyHidden>
        </Whole>
      )}
    </Field>
  )
}
