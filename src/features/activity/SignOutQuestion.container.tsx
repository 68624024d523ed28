/** Asks before a sign-out that would interrupt changes in flight. */
import { useSelector } from '@xstate/react'
import { bulkWords } from './bulk.container'
import { useConsole } from '@console/console'
import { activityCommands, selectBulkActions, selectRowActions } from '@machines/activity/activity.view'
import { selectBulkActionView, type BulkActionRef } from '@machines/bulk-action/bulk-action.view'
import type { ActionsOf } from '@machines/row-action/row-action.implementations'
import type { RowActionRef } from '@machines/row-action/row-action.view'
import { SignOutQuestion } from './SignOutQuestion'

const titleCase = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

const rowProgress = (ref: RowActionRef, actionsOf: ActionsOf) => {
  const { list, action, payload } = ref.getSnapshot().context
  return actionsOf(list).actions[action]?.gerund(payload)
}

/** The progress of a bulk action as text. */
function BulkProgress({ actor }: { actor: BulkActionRef }) {
  const { actionsOf } = useConsole().activity()
  return useSelector(actor, (snapshot) => {
    const view = selectBulkActionView(snapshot)
    return bulkWords(view, actionsOf(view.list), false)
  })
}

export default function SignOutQuestionContainer({ onCancel }: { onCancel: () => void }) {
  const { actor, actionsOf } = useConsole().activity()
  const rowActions = useSelector(actor, selectRowActions)
  const bulkActions = useSelector(actor, selectBulkActions)
  const { confirmSignOut } = activityCommands((event) => actor.send(event))
  return (
    <SignOutQuestion
      facts={[
        ...Object.entries(bulkActions).map(([list, ref]) => ({
          label: titleCase(actionsOf(list).noun.many),
          value: <BulkProgress actor={ref} />,
        })),
        ...Object.values(rowActions).map((ref) => ({
          label: ref.getSnapshot().context.record.name,
          value: rowProgress(ref, actionsOf),
        })),
      ]}
      onConfirm={confirmSignOut}
      onCancel={onCancel}
    />
  )
}
