/** The dialog of an import: choose a file, review its effect, apply it. Shows one state of the import's machine. */
import { useRef, type ReactNode } from 'react'
import styled from 'styled-components'
import { Banner } from '@design-system/components/Banner/Banner'
import { Modal } from '@design-system/components/Modal/Modal'
import { Progress } from '@design-system/components/Progress/Progress'
import { SelectField, type SelectOption } from '@design-system/components/SelectField/SelectField'
import { Button } from '@design-system/primitives/Button/Button'
import { space, token, type } from '@design-system/tokens/tokens'
import { Upload } from 'lucide-react'
import type { ImportEnd, ImportLine } from '@contract/records/calls'
import { formatCount } from '../shared/format'
import { ImportLines } from './ImportLines'

/** The data of the dialog. */
export interface ImportView {
  state:
    | 'choosing'
    | 'checking'
    | 'refused'
    | 'unchecked'
    | 'preview'
    | 'applying'
    | 'stopping'
    | 'stopped'
    | 'failed'
    | 'uncertain'
    | 'repeating'
    | 'tooLate'
    | 'done'
  file: Pick<File, 'name'> | null
  lines: readonly ImportLine[]
  counts: Pick<ImportEnd, 'new' | 'changed' | 'same' | 'refused'> | null
  /** Number of lines read or written so far. */
  progress: number
  /** Why the file was refused, or the call failed. */
  problem: string | null
}

export interface ImportDialogProps {
  view: ImportView
  noun: { readonly one: string; readonly many: string }
  /** Names of the columns; `keyColumn` identifies the record of a line. */
  columns: readonly string[]
  keyColumn: string
  /** Those that refer to other records. */
  references: readonly string[]
  labelOf: (field: string) => string
  /** For people who may write to several stores: the store that the file is about. */
  stores: { options: readonly SelectOption[]; chosen: string } | null
  onFile: (file: File) => void
  onStore: (store: string) => void
  onApply: () => void
  onStop: () => void
  onRetry: () => void
  onRestart: () => void
  onClose: () => void
}

const Stack = styled.div`
  display: grid;
  gap: ${space[14]};
  ${type.cell}
  overflow-wrap: anywhere;
`
const Columns = styled.p`
  ${type.cell}
  color: ${token.text.secondary};
  code {
    font-family: ui-monospace, monospace;
  }
`

function FileChoice({
  children,
  primary,
  onFile,
}: {
  children: string
  primary?: boolean
  onFile: (file: File) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button icon={Upload} {...(primary && { variant: 'primary' as const })} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-hidden
        tabIndex={-1}
        accept=".csv,text/csv"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          // Cleared, so that the same file can be chosen again after it was corrected.
          currentTarget.value = ''
          if (file) onFile(file)
        }}
      />
    </>
  )
}

const records = (count: number, { one, many }: ImportDialogProps['noun']) =>
  `${formatCount(count)} ${count === 1 ? one : many}`

/** States in which a file, and its store, can be chosen. */
const CHOOSES: ReadonlySet<ImportView['state']> = new Set([
  'choosing',
  'refused',
  'unchecked',
  'preview',
  'stopped',
  'failed',
])

/** @returns for example '3 games are new, 2 change' */
function effectOf(counts: NonNullable<ImportView['counts']>, noun: ImportDialogProps['noun']): string {
  const { new: added, changed, same, refused } = counts
  const parts = [
    ...(added > 0 ? [`${records(added, noun)} ${added === 1 ? 'is' : 'are'} new`] : []),
    ...(changed > 0 ? [`${records(changed, noun)} ${changed === 1 ? 'changes' : 'change'}`] : []),
    ...(same > 0 ? [`${formatCount(same)} stay${same === 1 ? 's' : ''} the same`] : []),
    ...(refused > 0 ? [`${formatCount(refused)} ${refused === 1 ? 'line is' : 'lines are'} refused and left out`] : []),
  ]
  return `${parts.join(', ')}.`
}

/** Names of columns, with commas. */
function Names({ of }: { of: readonly string[] }) {
  return of.map((column, index) => (
    <span key={column}>
      {index > 0 && ', '}
      <code>{column}</code>
    </span>
  ))
}

export function ImportDialog(props: ImportDialogProps) {
  const { view, noun, columns, keyColumn, references, labelOf, stores, onFile, onStore } = props
  const { onApply, onStop, onRetry, onRestart, onClose } = props
  const { state, file, lines, counts, progress, problem } = view
  const fileName = file?.name ?? ''
  const total = lines.length
  const another = <FileChoice onFile={onFile}>Choose another file</FileChoice>
  const close = (label = 'Close') => <Button onClick={onClose}>{label}</Button>
  const effect = counts ? counts.new + counts.changed : 0

  const PARTS: Readonly<Record<ImportView['state'], { body: ReactNode; foot: ReactNode }>> = {
    choosing: {
      body: (
        <>
          <p>
            A CSV file with one {noun.one} a line. A line whose {labelOf(keyColumn).toLowerCase()} exists changes that{' '}
            {noun.one}; the others add one. You see what happens before anything is changed.
          </p>
          <Columns>
            Columns, in any order: <Names of={columns} />
            {references.length > 0 && (
              <>
                . Write the slug of a record in <Names of={references} />, or its name if it has no slug
              </>
            )}
            . UTF-8, with commas or semicolons, up to 50,000 lines. A column that the file does not have stays as it is.
          </Columns>
        </>
      ),
      foot: (
        <>
          {close('Cancel')}
          <FileChoice primary onFile={onFile}>
            Choose file
          </FileChoice>
        </>
      ),
    },
    checking: {
      body: (
        <Progress label={`Checking ${fileName}`} numbers={progress > 0 ? `${formatCount(progress)} lines` : null} />
      ),
      foot: <Button onClick={onRestart}>Cancel</Button>,
    },
    refused: {
      body: <Banner tone="danger">{problem}</Banner>,
      foot: (
        <>
          {close()}
          {another}
        </>
      ),
    },
    unchecked: {
      body: (
        <Banner tone="danger">
          {fileName} could not be checked. {problem ?? 'The server did not answer.'} Nothing was changed.
        </Banner>
      ),
      foot: (
        <>
          {close()}
          {another}
          <Button variant="primary" onClick={onRetry}>
            Try again
          </Button>
        </>
      ),
    },
    preview: {
      body: (
        <>
          <output>
            <strong>{fileName}</strong>: {counts && effectOf(counts, noun)}
          </output>
          <ImportLines lines={lines} labelOf={labelOf} />
        </>
      ),
      foot: (
        <>
          {close('Cancel')}
          {another}
          <Button
            variant="primary"
            onClick={onApply}
            disabledReason={effect === 0 ? 'No line changes anything' : undefined}
          >
            Import {records(effect, noun)}
          </Button>
        </>
      ),
    },
    applying: {
      body: (
        <Progress
          label={`Importing ${fileName}`}
          value={progress}
          max={Math.max(total, 1)}
          numbers={`${formatCount(progress)} of ${formatCount(total)} lines`}
          detail="All of them take effect at the end, or none does."
        />
      ),
      foot: <Button onClick={onStop}>Stop</Button>,
    },
    stopping: {
      body: <Progress label="Stopping, and checking whether the import took effect" />,
      foot: null,
    },
    repeating: {
      body: <Progress label="Checking whether the import took effect" />,
      foot: null,
    },
    stopped: {
      body: <Banner tone="warning">The import was stopped. Nothing was changed.</Banner>,
      foot: (
        <>
          {close()}
          {another}
          <Button variant="primary" onClick={onApply}>
            Import again
          </Button>
        </>
      ),
    },
    failed: {
      body: (
        <Banner tone="danger">{problem ?? 'The server could not import the file.'} Nothing of it was changed.</Banner>
      ),
      foot: (
        <>
          {close()}
          {another}
          <Button variant="primary" onClick={onRetry}>
            Try again
          </Button>
        </>
      ),
    },
    uncertain: {
      body: (
        <Banner tone="warning">
          The server did not answer to the end: it is not known whether {fileName} was imported. Check again sends it
          once more; it takes effect once.
        </Banner>
      ),
      foot: (
        <Button variant="primary" onClick={onRetry}>
          Check again
        </Button>
      ),
    },
    tooLate: {
      body: <Banner tone="info">It was too late to stop: {fileName} was imported.</Banner>,
      foot: (
        <>
          <Button onClick={onRestart}>Import another file</Button>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      ),
    },
    done: {
      body: (
        <>
          <Banner tone="success">
            {fileName} was imported: {counts && doneOf(counts, noun)}
          </Banner>
          {counts !== null && counts.refused > 0 && (
            <ImportLines lines={lines.filter(({ outcome }) => outcome === 'refused')} labelOf={labelOf} />
          )}
        </>
      ),
      foot: (
        <>
          <Button onClick={onRestart}>Import another file</Button>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      ),
    },
  }
  const { body, foot } = PARTS[state]
  const holds = state === 'applying' || state === 'stopping' || state === 'repeating'
  return (
    <Modal
      title={`Import ${noun.many}`}
      size={lines.length > 0 && (state === 'preview' || state === 'done') ? 'large' : 'default'}
      // Only its button stops a running import, so that it is not stopped by accident.
      onClose={holds ? () => undefined : onClose}
      closeHidden={holds}
      footer={foot}
    >
      <Stack>
        {stores &&
          (CHOOSES.has(state) ? (
            <SelectField
              label="Store"
              hint={`New ${noun.many} are added to it, and only its ${noun.many} are changed.`}
              options={stores.options}
              value={stores.chosen}
              onChange={({ currentTarget }) => onStore(currentTarget.value)}
            />
          ) : (
            <p>Store: {stores.options.find(({ value }) => value === stores.chosen)?.label}</p>
          ))}
        {body}
      </Stack>
    </Modal>
  )
}

/** @returns for example '3 games added, 2 changed' */
function doneOf(counts: NonNullable<ImportView['counts']>, noun: ImportDialogProps['noun']): string {
  const { new: added, changed, refused } = counts
  return `${[
    `${records(added, noun)} added`,
    `${formatCount(changed)} changed`,
    ...(refused > 0 ? [`${formatCount(refused)} ${refused === 1 ? 'line' : 'lines'} left out`] : []),
  ].join(', ')}.`
}
