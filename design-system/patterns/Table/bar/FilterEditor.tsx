import { useState, type FormEvent } from 'react'
import { FilterInput } from '../../../components/FilterInput/FilterInput'
import { TextInput } from '../../../components/TextInput/TextInput'
import { Button } from '../../../primitives/Button/Button'
import { Checkbox } from '../../../primitives/Checkbox/Checkbox'
import { fold } from '../../../primitives/text/fold'
import type { Column, ColumnFilter, FilterOption } from '../types'
import { Panel, PanelFoot, PanelList, PanelRow, PanelTitle } from './Bar.styles'

interface Props<Row> {
  column: Column<Row>
  values: readonly string[]
  onChange: (values: string[]) => void
  close: () => void
}

/** The values of one filter: boxes for a closed list, at once; a text on Enter. */
export function FilterEditor<Row>({ column, values, onChange, close }: Props<Row>) {
  if (column.filter?.kind === 'days')
    return <DaysEditor title={column.title} filter={column.filter} values={values} onChange={onChange} close={close} />
  return column.filter?.kind === 'oneOf' ? (
    <OneOf title={column.title} options={column.filter.options} values={values} onChange={onChange} close={close} />
  ) : (
    <Contains title={column.title} value={values[0] ?? ''} onChange={onChange} close={close} />
  )
}

/** From so many options on there is a field that narrows them. */
const MANY = 8

function OneOf({
  title,
  options,
  values,
  onChange,
  close,
}: {
  title: string
  options: readonly FilterOption[]
  values: readonly string[]
  onChange: (values: string[]) => void
  close: () => void
}) {
  const [find, setFind] = useState('')
  const found = options.filter(({ label }) => fold(label).includes(fold(find.trim())))
  const toggle = (value: string, chosen: boolean) =>
    onChange(chosen ? [...values, value] : values.filter((other) => other !== value))
  return (
    <Panel>
      <PanelTitle>{title} is any of</PanelTitle>
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
              checked={values.includes(value)}
              onCheckedChange={(chosen) => toggle(value, chosen)}
            />
          </PanelRow>
        ))}
      </PanelList>
      {found.length === 0 && (
        <PanelFoot>{options.length === 0 ? 'No value to choose from yet.' : 'No value is called so.'}</PanelFoot>
      )}
      <PanelFoot>
        <Button
          size="small"
          variant="ghost"
          disabledReason={values.length === 0 ? 'Nothing is chosen' : undefined}
          onClick={() => onChange([])}
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

/** A range of days: one of them may be left open. */
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
    // The event must not reach a form that the table stands in.
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
    // The event must not reach a form that the table stands in.
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
