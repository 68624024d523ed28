import { parseDate, type CalendarDate } from '@internationalized/date'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { memo, useCallback, useRef, useState, type KeyboardEvent } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import styled from 'styled-components'
import { Button } from '../../primitives/Button/Button'
import { Icon } from '../../primitives/Icon/Icon'
import { Tooltip } from '../../primitives/Tooltip/Tooltip'
import { useMedia } from '../../primitives/hooks/use-media'
import { Modal } from '../Modal/Modal'
import { TextInput } from '../TextInput/TextInput'
import type { DateRangePanelProps } from './DateRange'
import {
  Calendar,
  Columns,
  Count,
  Day,
  Fields,
  Foot,
  Grid,
  Main,
  Month,
  MonthHead,
  MonthName,
  Preset,
  Presets,
  Step,
  Wide,
} from './DateRangePanel.styles'
import { countDays, formatDay, formatSpan, readSpan, within, type Limits, type Span } from './days'

const Content = styled(Dialog)`
  outline: none;
`

const spell = ({ from, to }: Span): Span => ({ from: formatDay(from), to: formatDay(to) })
const END_WORDS = { from: 'From', to: 'To' } as const
const ENDS = ['from', 'to'] as const

interface MonthsProps extends Limits {
  months: 1 | 2
  /** The chosen days; '' where unknown. */
  from: string
  to: string
  onPick: (span: Span) => void
}

/** The calendar, which follows the typed days and fills the fields. Not rendered again for each keystroke. */
const Months = memo(function Months({ months, from, to, min, max, today, onPick }: MonthsProps) {
  const shown = from || within({ from: today, to: today }, min, max)?.from || max || min
  const [focused, setFocused] = useState<CalendarDate>(() => parseDate(shown))
  const [followed, setFollowed] = useState(from)
  if (from && from !== followed) {
    setFollowed(from)
    setFocused(parseDate(from))
  }
  return (
    <I18nProvider locale="en-GB">
      <Calendar
        aria-label="Days"
        firstDayOfWeek="mon"
        visibleDuration={{ months }}
        pageBehavior="single"
        selectionAlignment={months === 2 ? 'end' : 'start'}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the focus goes where the person is led by opening the calendar
        autoFocus
        minValue={min ? parseDate(min) : undefined}
        maxValue={max ? parseDate(max) : undefined}
        focusedValue={focused}
        onFocusChange={setFocused}
        value={from ? { start: parseDate(from), end: parseDate(to) } : null}
        onChange={({ start, end }) => {
          setFollowed(start.toString())
          onPick({ from: start.toString(), to: end.toString() })
        }}
      >
        {Array.from({ length: months }, (_, offset) => (
          <Month key={offset}>
            <MonthHead>
              {offset === 0 && (
                <Step slot="previous">
                  <Icon icon={ChevronLeft} />
                </Step>
              )}
              <MonthName offset={{ months: offset }} format={{ month: 'long', year: 'numeric' }} />
              {offset === months - 1 && (
                <Step slot="next">
                  <Icon icon={ChevronRight} />
                </Step>
              )}
            </MonthHead>
            <Grid offset={{ months: offset }} weekdayStyle="short">
              {(date) => <Day date={date} data-now={date.toString() === today || undefined} />}
            </Grid>
          </Month>
        ))}
      </Calendar>
    </I18nProvider>
  )
})

/** The content of the popover, and of the full sheet on phones. */
function Inside({
  value,
  limits,
  presets,
  draft,
  onDraft,
  onApply,
  onClose,
  months,
}: DateRangePanelProps & { months: 1 | 2 }) {
  const [typed, setTyped] = useState<Span>(draft ?? spell(value))
  // An error is shown after its field was left, or Apply was pressed; it disappears as soon as it is corrected.
  const [told, setTold] = useState<Partial<Record<keyof Span, boolean>>>(draft ? { from: true, to: true } : {})
  const fields = useRef<Partial<Record<keyof Span, HTMLInputElement | null>>>({})
  const reading = readSpan(typed, limits)
  const write = useCallback(
    (next: Span) => {
      setTyped(next)
      onDraft(next)
    },
    [onDraft],
  )
  const pick = useCallback((span: Span) => write(spell(span)), [write])
  const apply = () => {
    if (reading.span) return onApply(reading.span)
    setTold({ from: true, to: true })
    fields.current[reading.faults.from ? 'from' : 'to']?.focus()
  }
  /** Esc discards the input; a press outside may be accidental and keeps it. Not a form element, because it may be inside one. */
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose(false)
    else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) apply()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const now = reading.span
  return (
    <Columns onKeyDown={keys}>
      <Presets aria-label="Presets">
        {presets.map(({ label, span }) => {
          const days = within(span(limits.today), limits.min, limits.max)
          return (
            <Tooltip key={label} text={days ? formatSpan(days) : 'No day of it may be chosen.'} side="bottom">
              <Preset
                type="button"
                aria-pressed={!!days && now?.from === days.from && now.to === days.to}
                aria-disabled={!days}
                onClick={() => {
                  if (days) onApply(days)
                }}
              >
                {label}
              </Preset>
            </Tooltip>
          )
        })}
      </Presets>
      <Main>
        <Fields>
          {ENDS.map((end) => (
            <TextInput
              key={end}
              ref={(input) => {
                fields.current[end] = input
              }}
              label={END_WORDS[end]}
              controlSize="page"
              autoComplete="off"
              spellCheck={false}
              placeholder={formatDay(limits.today)}
              value={typed[end]}
              error={told[end] ? reading.faults[end] : undefined}
              onChange={(event) => write({ ...typed, [end]: event.target.value })}
              onBlur={() => {
                if (typed[end] !== '') setTold((before) => ({ ...before, [end]: true }))
              }}
            />
          ))}
        </Fields>
        <Months months={months} from={now?.from ?? ''} to={now?.to ?? ''} {...limits} onPick={pick} />
      </Main>
      <Foot>
        <Count>{now && (countDays(now) === 1 ? '1 day' : `${countDays(now).toLocaleString('en-US')} days`)}</Count>
        <Button onClick={() => onClose(false)}>Cancel</Button>
        <Button variant="primary" onClick={apply}>
          Apply
        </Button>
      </Foot>
    </Columns>
  )
}

/** The panel of DateRange, loaded lazily by it: a popover with two months, on phones a full sheet with one. */
export default function DateRangePanel(props: DateRangePanelProps) {
  const { triggerRef, id, title, onClose } = props
  const phone = useMedia('(max-width: 767.98px)')
  if (phone)
    return (
      <Modal title={title} onClose={() => onClose(false)}>
        <div id={id}>
          <Inside {...props} months={1} />
        </div>
      </Modal>
    )
  return (
    <Wide
      triggerRef={triggerRef}
      isOpen
      placement="bottom start"
      offset={6}
      containerPadding={8}
      onOpenChange={(open) => {
        if (!open) onClose(true)
      }}
    >
      <Content id={id} aria-label={title}>
        <Inside {...props} months={2} />
      </Content>
    </Wide>
  )
}
