/** Somebody else saved the record meanwhile: a choice for each field that differs (look.md, picture 13). Nothing is lost either way. */
import { useId, type FormEvent } from 'react'
import { Banner } from '@design-system/components/Banner/Banner'
import { Button } from '@design-system/primitives/Button/Button'
import type { Choice } from './conflict'
import { Cell, Head, Name, Option, Radio, Table } from './ConflictChoice.styles'
import { Foot, FootLine } from './form.styles'

/** A field that differs, in words. */
export interface ConflictRow {
  name: string
  label: string
  yours: string
  saved: string
  /** Chosen at first. */
  preferred: Choice
}

export interface ConflictChoiceProps {
  /** Who saved, as the server says it. */
  message: string
  rows: readonly ConflictRow[]
  /** Secrets were typed, which nothing that was saved can be compared with: there are no rows. */
  isSecret?: boolean
  /** @param choices field → what was chosen */
  onSave: (choices: Record<string, Choice>) => void
  onBack: () => void
}

const COLUMNS: readonly [Choice, string][] = [
  ['yours', 'Yours'],
  ['saved', 'Saved'],
]

export function ConflictChoice({ message, rows, isSecret = false, onSave, onBack }: ConflictChoiceProps) {
  const id = useId()
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const chosen = new FormData(event.currentTarget)
    onSave(Object.fromEntries(rows.map(({ name }) => [name, chosen.get(name) === 'saved' ? 'saved' : 'yours'])))
  }
  return (
    <form onSubmit={save} aria-label="Save conflict">
      <Banner tone="warning">
        {message}{' '}
        {rows.length > 0
          ? 'Choose per field.'
          : isSecret
            ? 'What you typed is not saved yet.'
            : 'What you typed and what was saved are the same.'}
      </Banner>
      {rows.length > 0 && (
        <Table>
          <thead>
            <tr>
              <Head scope="col">Field</Head>
              {COLUMNS.map(([choice, title]) => (
                <Head key={choice} scope="col" id={`${id}-${choice}`}>
                  {title}
                </Head>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.name}>
                <Name scope="row" id={`${id}-${row.name}`}>
                  {row.label}
                </Name>
                {COLUMNS.map(([choice]) => (
                  <Cell key={choice}>
                    <Option>
                      <Radio
                        type="radio"
                        name={row.name}
                        value={choice}
                        defaultChecked={row.preferred === choice}
                        aria-labelledby={`${id}-${row.name} ${id}-${choice} ${id}-${row.name}-${choice}`}
                      />
                      <span id={`${id}-${row.name}-${choice}`}>{row[choice] || 'Empty'}</span>
                    </Option>
                  </Cell>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      <Foot>
        <FootLine>
          <Button size="large" onClick={onBack}>
            Back to the form
          </Button>
          <Button type="submit" size="large" variant="primary">
            {isSecret ? 'Save yours' : 'Save this mix'}
          </Button>
        </FootLine>
      </Foot>
    </form>
  )
}
