/** The state of a bulk action in the bulk bar: its progress, then its outcome. */
import { shallowEqual, useSelector } from '@xstate/react'
import { TriangleAlert } from 'lucide-react'
import BulkStatus from '@design-system/patterns/Table/bulk/BulkStatus'
import { bulkWords, showVerb, useShowRecords } from '@features/activity/bulk.container'
import { useConsole } from '@console/console'
import { bulkActionCommands, selectBulkActionView, type BulkActionRef } from '@machines/bulk-action/bulk-action.view'

export interface BulkOutcomeProps {
  actor: BulkActionRef
  /** Slug of the list. */
  list: string
  /** The person opens the reasons for the rejected records. */
  onReadReasons: () => void
  /** The person dismissed the outcome. */
  onDismiss: () => void
}

export default function BulkOutcome({ actor, list, onReadReasons, onDismiss }: BulkOutcomeProps) {
  const actions = useConsole().activity().actionsOf(list)
  const view = useSelector(actor, selectBulkActionView, shallowEqual)
  const show = useShowRecords()
  const commands = bulkActionCommands((event) => actor.send(event))
  const checkAgain = { label: 'Check again', onSelect: commands.check }
  if (view.state === 'running' || view.state === 'stopping' || view.state === 'checking') {
    const isStopping = view.state === 'stopping'
    return (
      <BulkStatus
        text={bulkWords(view, actions, false)}
        share={isStopping ? undefined : (view.done + view.failures.length) / view.total}
        verbs={[
          ...(view.state === 'checking' ? [checkAgain] : []),
          ...(isStopping ? [] : [{ label: 'Stop', onSelect: commands.stop }]),
        ]}
      />
    )
  }
  const retry = { label: view.state === 'partly' ? 'Try again' : 'Go on', onSelect: commands.retry }
  const isDone = view.state === 'succeeded'
  return (
    <BulkStatus
      icon={isDone ? undefined : TriangleAlert}
      text={bulkWords(view, actions, isDone)}
      verbs={[
        ...(view.failures.length > 0 ? [{ label: 'See why', onSelect: onReadReasons }] : []),
        showVerb(actor, show),
        ...(isDone ? [] : [view.state === 'uncertain' ? checkAgain : retry]),
        ...(view.canUndo ? [{ label: 'Undo', onSelect: commands.undo }] : []),
      ]}
      onDismiss={onDismiss}
    />
  )
}
