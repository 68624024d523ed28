/** The desk of any queue: what is looked at, what is known and checked, and the decision. A record's slots replace parts of it. */
import { useCallback, useMemo, useState } from 'react'
import { useSelector } from '@xstate/react'
import { FileX } from 'lucide-react'
import { CLAIM_FIELDS, STATUS } from '@contract/records/queue'
import type { PrivateFile } from '@contract/files'
import type { Span } from '@contract/records/field'
import { rightsOn } from '@contract/permissions'
import { actionFiles, privateFields } from '@contract/records/record'
import { REVEAL_EVENT } from '@contract/records/reveals'
import { Banner } from '@design-system/components/Banner/Banner'
import { EmptyState } from '@design-system/components/EmptyState/EmptyState'
import { Figures } from '@design-system/components/Figures/Figures'
import { useConsole } from '@console/console'
import { Desk } from '@features/decision/Desk.container'
import { FileStage } from '@features/private-files/FileStage.container'
import { DecisionEffect } from '@features/record-form/DecisionEffect.container'
import { Elapsed } from '../Elapsed'
import { labelOf } from '@features/shared/cell-text'
import type { DecisionEffectProps } from '@features/shared/decision-plan'
import { LabelPill } from '@features/shared/label/LabelPill'
import type { ColumnDefinition, Resource, Row } from '@resources/resource'
import { valuesOfRow } from '@resources/row-values'
import { Button } from '@design-system/primitives/Button/Button'
import { visibleColumns } from '../list/columns'
import { compose, type ComposedSection } from '../list/composition'
import { checksSince, factsOf, partsOf } from '../list/record-parts'
import { useRowActions } from '../list/row-actions.container'
import { RecordCards } from '../record/RecordPage'
import { warningsOf } from '../record/warnings'
import type { DeskSlotProps, DeskSlots } from './desk-slots'
import { queuePlan, standingIn } from './queue-plan'
import { Edit, Facts, Notes } from './RecordDesk.styles'

/** What a desk receives. */
export interface DeskProps {
  /** One whose records are in a queue. */
  resource: Resource<Row>
  /** Of the record that is open; null: the first one that waits. */
  id: string | null
}

/** Shown by the claim, and beside the name. */
const OMITTED: ReadonlySet<string> = new Set([...CLAIM_FIELDS, 'waiting'])

export default function RecordDesk({ resource, id, slots }: DeskProps & { slots: DeskSlots }) {
  const { actors } = useConsole()
  const access = useSelector(actors.access, (snapshot) => snapshot.context.access)
  const columns = useMemo(() => visibleColumns(resource, access), [resource, access])
  const rights = rightsOn(access, resource.subject)
  const effect = useCallback(
    (props: DecisionEffectProps) => <DecisionEffect {...props} resource={resource} />,
    [resource],
  )
  const plan = useMemo(() => ({ ...queuePlan(resource, slots), effect }), [resource, slots, effect])
  /** Records that come with private files are looked at by their files; those that an action adds are not there yet. */
  const sent = privateFields(resource.record).filter((name) => !actionFiles(resource.record).includes(name))
  const hasFiles = sent.length > 0
  const files = columns.find(({ field }) => sent.includes(field))
  const composed = (row: Row) => compose(resource, columns, row, OMITTED)
  const facts = (row: Row) => {
    const sections = composed(row).sections.map((section) => ({
      ...section,
      columns: section.columns.filter((column) => column !== files),
    }))
    return (
      <FactsOf
        key={row.id}
        sections={sections.filter(({ columns: shown, none }) => shown.length > 0 || none !== undefined)}
        row={row}
      />
    )
  }
  const figures = (row: Row) => {
    const shown = composed(row).figures.filter(({ field }) => !OMITTED.has(field))
    return shown.length > 0 && <Figures aria-label="Key figures" items={factsOf(shown, row)} />
  }
  const { facts: OwnFacts, checks: OwnChecks } = slots
  const { recordActionsOf, question } = useRowActions({ resource, access, openForm: nothing, peek: nothing })
  /** What whoever has claimed the record does before the decision. */
  const { actions, reveals } = resource.record
  const edits = (row: Row) =>
    recordActionsOf(row).filter(({ key }) => actions[key]?.edits ?? (key === REVEAL_EVENT && reveals?.whileClaimed))
  return (
    <>
      {question}
      <Desk
        resource={resource}
        id={id}
        plan={plan}
        pills={(row) =>
          composed(row)
            // While it waits, the claim is shown instead.
            .pills.filter(
              ({ field }) => (field as string) !== STATUS || standingIn(resource, row, undefined).is !== 'open',
            )
            .map((column) => <LabelPill key={column.field} label={labelOf(column, valuesOfRow(row)[column.field])} />)
        }
        facts={(row) => (OwnFacts ? <OwnFacts resource={resource} row={row} /> : <Waiting row={row} />)}
        stage={(row) =>
          hasFiles ? (
            <Files key={row.id} resource={resource} row={row} column={files} />
          ) : (
            <Facts>
              {figures(row)}
              {facts(row)}
            </Facts>
          )
        }
        edits={(row) =>
          edits(row).map(({ key, label, icon, onSelect }) => (
            <Edit key={key}>
              <Button size="small" icon={icon} onClick={onSelect}>
                {label}
              </Button>
            </Edit>
          ))
        }
        known={(row) => (
          <>
            <Notes>
              {warningsOf(resource, columns, row, rights).map(({ tone, text }) => (
                <Banner key={text} tone={tone} role="note">
                  {text}
                </Banner>
              ))}
            </Notes>
            {OwnChecks ? (
              <OwnChecks resource={resource} row={row} />
            ) : (
              hasFiles && (
                <>
                  {figures(row)}
                  {facts(row)}
                </>
              )
            )}
          </>
        )}
      />
    </>
  )
}

const nothing = () => undefined

/** The facts of a record; of its checks also what has changed since it was opened here. */
function FactsOf({ sections, row }: { sections: readonly ComposedSection[]; row: Row }) {
  const [opened] = useState(row)
  const richer = checksSince(
    sections.flatMap(({ columns }) => columns),
    opened,
  )
  return <RecordCards parts={partsOf(sections, row, richer)} />
}

/** @param column of the files; undefined for a person who may not read them */
function Files({ resource, row, column }: DeskSlotProps & { column: ColumnDefinition<Row> | undefined }) {
  const files = (column ? (valuesOfRow(row)[column.field] ?? []) : []) as readonly PrivateFile[]
  return column && files.length > 0 ? (
    <FileStage label={column.title} files={files} operation={resource.operations.file!} recordId={row.id} />
  ) : (
    <EmptyState icon={FileX} title="No files" text="The user sent none, or you may not see them." />
  )
}

/** How long the record has waited, or did. */
function Waiting({ row }: { row: Row }) {
  const waiting = valuesOfRow(row).waiting as Span | null | undefined
  return (
    waiting && (
      <span>
        {waiting.until === null ? 'Waiting' : 'Waited'} <Elapsed span={waiting} />
      </span>
    )
  )
}
