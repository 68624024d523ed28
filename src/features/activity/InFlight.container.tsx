/** The band of actions in flight, above the open page. Loaded when there is an action to show. */
import { useNavigate } from 'react-router-dom'
import { shallowEqual, useSelector } from '@xstate/react'
import { ActivityBand, ActivityRow } from '@design-system/components/ActivityBand/ActivityBand'
import { bulkWords, showVerb, useShowRecords } from './bulk.container'
import { useConsole } from '@console/console'
import { bulkActionCommands, selectBulkActionView, type BulkActionRef } from '@machines/bulk-action/bulk-action.view'
import { unresolvedText } from '@machines/row-action/row-action.implementations'
import { rowActionCommands, selectRowActionView, type RowActionRef } from '@machines/row-action/row-action.view'

export interface InFlightContainerProps {
  bulkActions: readonly BulkActionRef[]
  rowActions: readonly RowActionRef[]
}

export default function InFlightContainer({ bulkActions, rowActions }: InFlightContainerProps) {
  return (
    <ActivityBand label="Changes in progress">
      {bulkActions.map((ref) => (
        <BulkRow key={ref.sessionId} actor={ref} />
      ))}
      {rowActions.map((ref) => (
        <RecordRow key={ref.sessionId} actor={ref} />
      ))}
    </ActivityBand>
  )
}

/** A bulk action. */
function BulkRow({ actor }: { actor: BulkActionRef }) {
  const { actionsOf } = useConsole().activity()
  const show = useShowRecords()
  const view = useSelector(actor, selectBulkActionView, shallowEqual)
  const commands = bulkActionCommands((event) => actor.send(event))
  const text = bulkWords(view, actionsOf(view.list), true)
  const checkAgain = { label: 'Check again', onSelect: commands.check }
  if (view.state === 'running' || view.state === 'stopping' || view.state === 'checking')
    return (
      <ActivityRow
        tone="busy"
        text={text}
        share={(view.done + view.failures.length) / view.total}
        verbs={[
          ...(view.state === 'checking' ? [checkAgain] : []),
          ...(view.state === 'stopping' ? [] : [{ label: 'Stop', onSelect: commands.stop }]),
        ]}
      />
    )
  const retry = { label: view.state === 'partly' ? 'Try again' : 'Go on', onSelect: commands.retry }
  return (
    <ActivityRow
      tone={view.state === 'succeeded' ? 'success' : 'danger'}
      text={text}
      verbs={[
        showVerb(actor, show),
        ...(view.state === 'succeeded' ? [] : [view.state === 'uncertain' ? checkAgain : retry]),
        ...(view.canUndo ? [{ label: 'Undo', onSelect: commands.undo }] : []),
      ]}
      onDismiss={commands.dismiss}
    />
  )
}

/** An action on one record. */
function RecordRow({ actor }: { actor: RowActionRef }) {
  const { actionsOf } = useConsole().activity()
  const navigate = useNavigate()
  const view = useSelector(actor, selectRowActionView, shallowEqual)
  const commands = rowActionCommands((event) => actor.send(event))
  const definition = actionsOf(view.list).actions[view.action]
  const checkAgain = { label: 'Check again', onSelect: commands.check }
  if (view.state === 'busy')
    return <ActivityRow tone="busy" text={`${definition?.gerund(view.payload)} ${view.record.name}`} verbs={[]} />
  if (view.state === 'checking' || view.state === 'waiting')
    return (
      <ActivityRow
        tone="busy"
        text={`No answer yet. Checking whether ${view.record.name} was ${definition?.participle(view.payload)}...`}
        verbs={view.state === 'waiting' ? [checkAgain] : []}
      />
    )
  const { noun } = actionsOf(view.list)
  const showRecord = {
    label: definition?.ofList ? `Show the ${noun.many}` : `Show this ${noun.one}`,
    onSelect: () => void navigate(view.record.href),
  }
  if (view.state === 'unresolved')
    return (
      <ActivityRow
        tone="danger"
        text={unresolvedText(actionsOf, view)}
        verbs={[showRecord, checkAgain]}
        onDismiss={commands.dismiss}
      />
    )
  // A record is shown by its stored name; a list is named in words.
  const nameFirst = definition?.ofList ? sentenceCase(view.record.name) : view.record.name
  return (
    <ActivityRow
      tone="danger"
      text={`${nameFirst} could not be ${definition?.participle(view.payload)}. ${view.problem}`}
      verbs={[showRecord, { label: 'Try again', onSelect: commands.retry }]}
      onDismiss={commands.dismiss}
    />
  )
}

const sentenceCase = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
