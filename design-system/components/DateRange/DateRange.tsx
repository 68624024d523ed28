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
  /** First and last day that can be chosen, ISO. */
  earliest?: string
  latest?: string
  /** Name of a time zone, where it is not the person's own. Determines the current day. */
  zone?: string
  /** ISO; default: the current day. */
  today?: string
  presets?: readonly Preset[]
  placeholder?: string
  controlSize?: ControlSize
  disabled?: boolean
  readOnly?: boolean
}

/** Props that the field passes to the lazily loaded code. */
export interface DateRangePanelProps {
  triggerRef: RefObject<HTMLElement | null>
  id: string
  /** Its name, for screen readers and as the sheet's title. */
  title: string
  value: Span
  limits: Limits
  presets: readonly Preset[]
  /** Input that was kept when it was last closed by a press outside; null without any. */
  draft: Span | null
  onDraft: (typed: Span) => void
  onApply: (span: Span) => void
  /** @param keep whether the input is kept for the next time */
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

/** The date range with a given panel, for tests; use DateRange. */
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
 * A range of days including both ends, as ISO strings. Press, Enter or ↓ opens the presets, two text fields and the calendar; a
 * preset is applied immediately, other input with Apply. `{...register('name')}` works; a span with two '' is empty. The calendar
 * is loaded lazily.
 */
export const DateRange = (props: DateRangeProps) => <DateRangeOver {...props} Panel={Panel} />
