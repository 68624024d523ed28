/**
 * This person and somebody else changed the same fields: a choice for each field (look.md, picture 13). Nothing is lost
 * either way, and a field that only one of them changed is kept without a question.
 */
import { useEffect, useId, useRef, type FormEvent } from 'react'
import { Banner } from '@design-system/components/Banner/Banner'
import { Button } from '@design-system/primitives/Button/Button'
import { formatTime } from '../shared/format'
import { Author, Cell, Head, Name, Option, Radio, Table, Value, When } from './ConflictChoice.styles'
import { Foot, FootLine, QuestionText } from '../shared/form/form.styles'
import { LeaveQuestion, type LeavingProps } from '../shared/form/LeaveQuestion'

export type Choice = 'yours' | 'saved'

/** Who saved a value, and when (ISO time). */
export interface ConflictAuthor {
  /** Null: the server did not send the names. */
  by: string | null
  at: string
}

/** A field that both changed, with its values as text. */
export interface ConflictRow {
  name: string
  label: string
  yours: string
  saved: string
  author: ConflictAuthor | null
}

export interface ConflictChoiceProps {
  /** `merging`: a draft is being restored, and nothing has been sent yet. `stale`: a save was rejected. */
  kind: 'merging' | 'stale'
  /** Noun for the record in a sentence: 'user'. */
  noun: string
  rows: readonly ConflictRow[]
  /** Fields that only the other person changed: their values are kept. */
  theirs: readonly { label: string; author: ConflictAuthor | null }[]
  /** Secrets were typed, which cannot be compared with the saved values: there are no rows. */
  isSecret?: boolean
  leaving?: LeavingProps | null
  /** @param choices field → the chosen value */
  onChoose: (choices: Record<string, Choice>) => void
  onBack: () => void
}

const COLUMNS: readonly [Choice, string][] = [
  ['yours', 'Yours'],
  ['saved', 'Saved'],
]

/** 'dan_w', 'dan_w and lead', or 'Somebody else' if the server did not send the names. */
function namesOf(authors: readonly (ConflictAuthor | null)[]): string {
  const names = [...new Set(authors.map((author) => author?.by).filter((by): by is string => Boolean(by)))]
  return names.length > 0 ? names.join(' and ') : 'Somebody else'
}
/** ' at 20 Nov 2026, 14:30': the time of the latest change; '' if the server did not send it. */
function timeOf(authors: readonly (ConflictAuthor | null)[]): string {
  const [latest] = authors.flatMap((author) => (author ? [author.at] : [])).toSorted((a, b) => b.localeCompare(a))
  return latest ? ` on ${formatTime(latest)}` : ''
}

export function ConflictChoice({
  kind,
  noun,
  rows,
  theirs,
  isSecret = false,
  leaving = null,
  onChoose,
  onBack,
}: ConflictChoiceProps) {
  const id = useId()
  const formRef = useRef<HTMLFormElement>(null)
  // The button that had the focus, Save or Restore, was removed: the focus moves to the first choice, or to the button
  // if there are no choices.
  const isAskedToLeave = useRef(leaving !== null)
  useEffect(() => {
    if (!isAskedToLeave.current) formRef.current?.querySelector<HTMLElement>('input:checked, [type=submit]')?.focus()
  }, [])
  const choose = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const chosen = new FormData(event.currentTarget)
    onChoose(Object.fromEntries(rows.map(({ name }) => [name, chosen.get(name) === 'saved' ? 'saved' : 'yours'])))
  }
  const authors = [...rows, ...theirs].map(({ author }) => author)
  const verb =
    kind === 'merging' ? 'Restore this mix' : rows.length > 0 ? 'Save this mix' : isSecret ? 'Save yours' : 'Save both'
  return (
    <form ref={formRef} onSubmit={choose} aria-label="Save conflict">
      <Banner tone="warning">
        <bdi>{namesOf(authors)}</bdi> {kind === 'merging' ? 'changed fields of your draft' : `saved this ${noun}`}
        {timeOf(authors)}
        {kind === 'merging' ? '. ' : ', while this form was open. '}
        {rows.length > 0
          ? 'You both changed these fields: choose per field.'
          : isSecret
            ? 'What you typed is not saved yet.'
            : 'You changed other fields: both changes can be kept.'}
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
                        defaultChecked={choice === 'yours'}
                        aria-labelledby={`${id}-${row.name} ${id}-${choice} ${id}-${row.name}-${choice}`}
                        aria-describedby={choice === 'saved' && row.author ? `${id}-${row.name}-author` : undefined}
                      />
                      <Value>
                        <bdi id={`${id}-${row.name}-${choice}`}>{row[choice] || 'Empty'}</bdi>
                        {choice === 'saved' && (
                          <Author id={`${id}-${row.name}-author`}>
                            {row.author && (
                              <>
                                <bdi>{row.author.by ?? 'Somebody else'}</bdi>, <When>{formatTime(row.author.at)}</When>
                              </>
                            )}
                          </Author>
                        )}
                      </Value>
                    </Option>
                  </Cell>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {theirs.length > 0 && (
        <QuestionText>
          {rows.length > 0 ? 'Also changed' : 'Changed'} by <bdi>{namesOf(theirs.map(({ author }) => author))}</bdi>,
          and kept: {theirs.map(({ label }) => label).join(', ')}.
        </QuestionText>
      )}
      <Foot>
        <FootLine hidden={leaving !== null}>
          <Button size="large" onClick={onBack}>
            Back to the form
          </Button>
          <Button type="submit" size="large" variant="primary">
            {verb}
          </Button>
        </FootLine>
        {leaving && <LeaveQuestion {...leaving} />}
      </Foot>
    </form>
  )
}
