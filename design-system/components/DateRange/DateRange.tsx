import { CalendarDays, X } from 'lucide-react'
import { useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { Icon } from '../../primitives/Icon/Icon'
import { IconButton } from '../../primitives/IconButton/IconButton'
import { Field, type FieldProps } from '../Field/Field'
import { Before, Behind, Control } from '../Field/Field.styles'
import { useOwnValue, type OwnValueProps } from '../../primitives/hooks/use-own-value'
import { FailedPopover } from '../Lazy/FailedParts'
import { lazyComponent, useIsLoaded, type LazyComponent } from '../Lazy/lazy-component'
import type { ControlSize } from '../TextInput/TextInput'
import { Opener } from './DateRange.styles'
import { dayOf, formatSpan, PRESETS, type Limits, type Preset, type Span } from './days'

const NOTHING: Span = { from: '', to: '' }

export interface DateRangeProps extends FieldProps, OwnValueProps<Span> {
  id?: string
  /** First and last day that may be chosen, ISO. */
  earliest?: string
  latest?: string
  /** Name of a time zone, where it is not the person's own. Decides what today is. */
  zone?: string
  /** ISO; the clock's where it is left out. */
  today?: string
  presets?: readonly Preset[]
  placeholder?: string
  controlSize?: ControlSize
  disabled?: boolean
  readOnly?: boolean
}

/** What the field hands to the code that is loaded late. */
export interface DateRangePanelProps {
  triggerRef: RefObject<HTMLElement | null>
  id: string
  /** Its name, for screen readers and as the sheet's title. */
  title: string
  value: Span
  limits: Limits
  presets: readonly Preset[]
  /** What was typed when it was last left by a press outside; null for nothing. */
  draft: Span | null
  onDraft: (typed: Span) => void
  onApply: (span: Span) => void
  /** @param keep what was typed is kept for the next time */
  onClose: (keep: boolean) => void
}

/** @param load imports the code of the calendar */
export const lazyPanel = (load: () => Promise<typeof import('./DateRangePanel')>): LazyComponent<DateRangePanelProps> =>
  lazyComponent<DateRangePanelProps>(load, {
    name: 'The calendar',
    failed: ({ triggerRef, onClose }, failure) => (
      <FailedPopover failure={failure} triggerRef={triggerRef} onClose={() => onClose(true)} />
    ),
  })

/** The date range over a given panel; DateRange is the one to use. */
export function DateRangeOver({ Panel, ...props }: DateRangeProps & { Panel: LazyComponent<DateRangePanelProps> }) {
  const {
    label,
    labelHidden,
    required,
    aside,
    hint,
    error,
    earliest = '',
    latest = '',
    zone,
    presets = PRESETS,
    placeholder = 'Any time',
    controlSize = 'form',
    disabled,
    readOnly,
  } = props
  const ownId = useId()
  const id = props.id ?? ownId
  const trigger = useRef<HTMLButtonElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const { value, change, leave } = useOwnValue(props, NOTHING, () => trigger.current?.focus())
  const [open, setOpen] = useState(false)
  const [today, setToday] = useState(props.today ?? '')
  const [draft, setDraft] = useState<Span | null>(null)
  const isLoaded = useIsLoaded(Panel)
  const words = formatSpan(value)

  const show = () => {
    if (readOnly) return
    setToday(props.today ?? dayOf(Date.now(), zone))
    setOpen(!open)
  }
  const close = (keep: boolean) => {
    if (!keep) setDraft(null)
    setOpen(false)
    leave()
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' || open) return
    event.preventDefault()
    show()
  }
  const near = () => void Panel.preload()
  return (
    <Field {...{ label, labelHidden, required, aside, hint, error, id }}>
      {(aria) => (
        <>
          <Control ref={frame} data-size={controlSize}>
            <Before>
              <Icon icon={CalendarDays} />
            </Before>
            <Opener
              as="button"
              type="button"
              {...aria}
              ref={trigger as RefObject<never>}
              data-input
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a button may not be required or invalid, which this is
              role="combobox"
              aria-haspopup="dialog"
              aria-expanded={open}
              aria-controls={open && isLoaded ? `${id}panel` : undefined}
              aria-readonly={readOnly}
              aria-busy={open && !isLoaded ? true : undefined}
              data-placeholder={words ? undefined : ''}
              disabled={disabled}
              onClick={show}
              onKeyDown={keys}
              onFocus={near}
              onPointerEnter={near}
              onBlur={() => {
                if (!open) leave()
              }}
            >
              {words || placeholder}
            </Opener>
            {words && !required && !disabled && !readOnly && (
              <Behind>
                <IconButton
                  size="small"
                  label="Clear"
                  icon={X}
                  onClick={() => {
                    change(NOTHING)
                    trigger.current?.focus()
                  }}
                />
              </Behind>
            )}
          </Control>
          {open && (
            <Panel
              triggerRef={frame}
              id={`${id}panel`}
              title={typeof label === 'string' ? label : 'Days'}
              value={value}
              limits={{ min: earliest, max: latest, today }}
              presets={presets}
              draft={draft}
              onDraft={setDraft}
              onClose={close}
              onApply={(span) => {
                change(span)
                close(false)
              }}
            />
          )}
        </>
      )}
    </Field>
  )
}

const Panel = lazyPanel(() => import('./DateRangePanel'))

/**
 * From one day to another, both included, as ISO strings in and out. Press, Enter or ↓ opens the presets, two fields to type
 * in and the calendar; a preset is taken at once, the rest with Apply. `{...register('name')}` works; a span with two '' is
 * none. Loads its calendar late.
 */
export const DateRange = (props: DateRangeProps) => <DateRangeOver {...props} Panel={Panel} />
