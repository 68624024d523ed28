import { useState, type FormEvent } from 'react'
import { FilterInput } from '../../../components/FilterInput/FilterInput'
import { SegmentedControl } from '../../../components/SegmentedControl/SegmentedControl'
import { TextInput } from '../../../components/TextInput/TextInput'
import { Button } from '../../../primitives/Button/Button'
import { Checkbox } from '../../../primitives/Checkbox/Checkbox'
import { fold } from '../../../primitives/text/fold'
import { compareDecimals } from '../engine/number-order'
import type { Column, ColumnFilter } from '../types'
import { Panel, PanelFoot, PanelList, PanelRow, PanelTitle } from './Bar.styles'

interface Props<Row> {
  column: Column<Row>
  values: readonly string[]
  /** Values whose rows are hidden. */
  excluded: readonly string[]
  beginsExcluding: boolean
  /** Values are still loading. */
  reading: boolean
  onChange: (values: string[], excluded: string[]) => void
  close: () => void
}

/** Edits the values of one filter. Checkboxes of a closed list take effect at once; a text or a range on Enter. */
export function FilterEditor<Row>({ column, values, excluded, beginsExcluding, reading, onChange, close }: Props<Row>) {
  const { title, filter } = column
  const only = (next: string[]) => onChange(next, [])
  if (filter?.kind === 'days')
    return <DaysEditor title={title} filter={filter} values={values} onChange={only} close={close} />
  if (filter?.kind === 'numbers')
    return <NumbersEditor title={title} filter={filter} values={values} onChange={only} close={close} />
  return filter?.kind === 'oneOf' ? (
    <OneOf
      title={title}
      filter={filter}
      values={values}
      excluded={excluded}
      beginsExcluding={beginsExcluding}
      reading={reading}
      onChange={onChange}
      close={close}
    />
  ) : (
    <Contains title={title} value={values[0] ?? ''} onChange={only} close={close} />
  )
}

/** Number of options from which a field to filter them is displayed. */
const MANY = 8

function OneOf({
  title,
  filter: { options, excludes },
  values,
  excluded,
  beginsExcluding,
  reading,
  onChange,
  close,
}: {
  title: string
  filter: Extract<ColumnFilter, { kind: 'oneOf' }>
} & Pick<Props<never>, 'values' | 'excluded' | 'beginsExcluding' | 'reading' | 'onChange' | 'close'>) {
  const [find, setFind] = useState('')
  const [isNot, setIsNot] = useState(beginsExcluding || (values.length === 0 && excluded.length > 0))
  const chosen = isNot ? excluded : values
  const found = options.filter(({ label }) => fold(label).includes(fold(find.trim())))
  const choose = (next: string[], without = isNot) => (without ? onChange([], next) : onChange(next, []))
  const toggle = (value: string, isChosen: boolean) =>
    choose(isChosen ? [...chosen, value] : chosen.filter((other) => other !== value))
  const turn = (without: boolean) => {
    setIsNot(without)
    if (chosen.length > 0) choose([...chosen], without)
  }
  return (
    <Panel>
      <PanelTitle>{excludes ? title : `${title} is any of`}</PanelTitle>
      {excludes && (
        <SegmentedControl
          label={`How ${title} is compared`}
          options={[
            { value: 'any', label: 'Is any of' },
            { value: 'none', label: 'Is none of' },
          ]}
          value={isNot ? 'none' : 'any'}
          onChange={(value: 'any' | 'none') => turn(value === 'none')}
        />
      )}
      {options.length > MANY && (
        <FilterInput
          label={`Find a value of ${title}`}
          placeholder="Find a value"
          shortcut={false}
          controlSize="bar"
          value={find}
          onValueChange={setFind}
        />
      )}
      <PanelList>
        {found.map(({ value, label }) => (
          <PanelRow key={value}>
            <Checkbox
              label={label}
              checked={chosen.includes(value)}
              onCheckedChange={(isChosen) => toggle(value, isChosen)}
            />
          </PanelRow>
        ))}
      </PanelList>
      {found.length === 0 && (
        <PanelFoot as="output">
          {reading
            ? 'The values are being read.'
            : options.length === 0
              ? 'No row has a value.'
              : 'No value is called so.'}
        </PanelFoot>
      )}
      <PanelFoot>
        <Button
          size="small"
          variant="ghost"
          disabledReason={chosen.length === 0 ? 'Nothing is chosen' : undefined}
          onClick={() => choose([])}
        >
          Clear
        </Button>
        <Button size="small" onClick={close}>
          Done
        </Button>
      </PanelFoot>
    </Panel>
  )
}

const NUMBER = /^-?\d{1,20}(?:\.\d{1,18})?$/

/** A range of numbers; one end can be empty. */
function NumbersEditor({
  title,
  filter,
  values,
  onChange,
  close,
}: {
  title: string
  filter: Extract<ColumnFilter, { kind: 'numbers' }>
  values: readonly string[]
  onChange: (values: string[]) => void
  close: () => void
}) {
  const [bounds, setBounds] = useState(() => filter.read(values[0] ?? ''))
  const meant = (text: string) => filter.readNumber(text) ?? text.trim()
  const typed = { from: meant(bounds.from), to: meant(bounds.to) }
  const isWrong = (text: string) => text !== '' && !NUMBER.test(text)
  const isReversed = NUMBER.test(typed.from) && NUMBER.test(typed.to) && compareDecimals(typed.from, typed.to) > 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The event must not reach a form around the table.
    event.stopPropagation()
    if (isReversed || isWrong(typed.from) || isWrong(typed.to)) return
    const value = filter.write(typed)
    onChange(value ? [value] : [])
    close()
  }
  const input = (end: 'from' | 'to', label: string, error: string | undefined) => (
    <TextInput
      label={label}
      controlSize="page"
      inputMode="decimal"
      autoComplete="off"
      error={isWrong(typed[end]) ? filter.howToWrite : error}
      value={bounds[end]}
      onBlur={() => setBounds({ ...bounds, [end]: typed[end] })}
      onChange={(event) => setBounds({ ...bounds, [end]: event.target.value })}
    />
  )
  return (
    <form onSubmit={submit} noValidate>
      <Panel>
        <PanelTitle>{title}</PanelTitle>
        {input('from', 'From', undefined)}
        {input('to', 'To', isReversed ? 'Not below the first number' : undefined)}
        <PanelFoot>
          <Button
            size="small"
            variant="ghost"
            disabledReason={values.length === 0 ? 'No number is chosen' : undefined}
            onClick={() => {
              onChange([])
              close()
            }}
          >
            Clear
          </Button>
          <Button size="small" type="submit">
            Apply
          </Button>
        </PanelFoot>
      </Panel>
    </form>
  )
}

/** A range of days; one end can be empty. */
function DaysEditor({
  title,
  filter,
  values,
  onChange,
  close,
}: {
  title: string
  filter: Extract<ColumnFilter, { kind: 'days' }>
  values: readonly string[]
  onChange: (values: string[]) => void
  close: () => void
}) {
  const [days, setDays] = useState(() => filter.read(values[0] ?? ''))
  const isReversed = days.from !== '' && days.to !== '' && days.from > days.to
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The event must not reach a form around the table.
    event.stopPropagation()
    if (isReversed) return
    const value = filter.write(days)
    onChange(value ? [value] : [])
    close()
  }
  return (
    <form onSubmit={submit}>
      <Panel>
        <PanelTitle>{title}</PanelTitle>
        <TextInput
          type="date"
          label="From"
          controlSize="page"
          value={days.from}
          onChange={(event) => setDays({ ...days, from: event.target.value })}
        />
        <TextInput
          type="date"
          label="To"
          controlSize="page"
          error={isReversed ? 'Not before the first day' : undefined}
          value={days.to}
          onChange={(event) => setDays({ ...days, to: event.target.value })}
        />
        <PanelFoot>
          <Button
            size="small"
            variant="ghost"
            disabledReason={values.length === 0 ? 'No day is chosen' : undefined}
            onClick={() => {
              onChange([])
              close()
            }}
          >
            Clear
          </Button>
          <Button size="small" type="submit">
            Apply
          </Button>
        </PanelFoot>
      </Panel>
    </form>
  )
}

function Contains({
  title,
  value,
  onChange,
  close,
}: {
  title: string
  value: string
  onChange: (values: string[]) => void
  close: () => void
}) {
  const [text, setText] = useState(value)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The event must not reach a form around the table.
    event.stopPropagation()
    onChange(text.trim() ? [text.trim()] : [])
    close()
  }
  return (
    <form onSubmit={submit}>
      <Panel>
        <TextInput
          label={`${title} contains`}
          controlSize="page"
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <PanelFoot>
          <span />
          <Button size="small" type="submit">
            Apply
          </Button>
        </PanelFoot>
      </Panel>
    </form>
  )
}
