/** Asks for a reason, then runs the action on one record; the question stays open until the server has responded. */
import { useEffect, useRef, useState } from 'react'
import { useSelector } from '@xstate/react'
import { describeError, type ApiError } from '@contract/errors'
import { ConfirmModal } from '@design-system/components/ConfirmModal/ConfirmModal'
import { activityCommands, selectRowActions } from '@machines/activity/activity.view'
import { hrefOfRecord } from '@resources/record-path'
import type { ReasonActionDefinition, Resource, Row } from '@resources/resource'
import { useConsole } from '@console/console'

export interface ReasonActionContainerProps {
  resource: Resource<Row>
  /** Name of the record. */
  name: string
  row: Row
  action: ReasonActionDefinition<Row>
  onClose: () => void
}

/** What is wrong with the reason, or why the action was refused. */
const reasonOf = (error: ApiError): string =>
  (error.kind === 'rejected' && error.fields.reason?.join('. ')) || describeError(error)

/** The question over the activity of the shell, which owns the action: a write is never dropped silently. */
export default function ReasonActionContainer({ resource, name, row, action, onClose }: ReasonActionContainerProps) {
  const { actor: activity, onRow } = useConsole().activity()
  const [asked, setAsked] = useState(false)
  const running = useSelector(activity, (snapshot) => selectRowActions(snapshot)[row.id])
  const busy = useSelector(running, (snapshot) => asked && (snapshot?.matches('busy') ?? false))
  const problem = useSelector(running, (snapshot) =>
    asked && snapshot?.matches('refused') && snapshot.context.error ? reasonOf(snapshot.context.error) : undefined,
  )
  // A conflict returns the current record: a second attempt uses its version.
  const latest = useRef(row)
  useEffect(
    () =>
      onRow((list, newer) => {
        if (list === resource.slug && newer.id === row.id) latest.current = newer as Row
      }),
    [onRow, resource.slug, row.id],
  )
  // The activity drops an action that succeeded.
  const done = asked && running === undefined
  useEffect(() => {
    if (done) onClose()
  }, [done, onClose])

  const confirm = (reason: string) => {
    const { id, version } = latest.current
    activityCommands((event) => activity.send(event)).startRowAction({
      list: resource.slug,
      rowId: id,
      version,
      action: action.key,
      payload: { reason },
      record: { name, href: hrefOfRecord(resource, row.id) },
    })
    setAsked(true)
  }
  const cancel = () => {
    // The person has read the reason of a refusal here; the row need not repeat it.
    if (problem !== undefined) running?.send({ type: 'rowAction.dismiss' })
    onClose()
  }
  return (
    <ConfirmModal
      title={`${action.question} ${name}?`}
      confirm={action.verb}
      cancel={action.cancel}
      reason={{}}
      busy={busy}
      error={problem}
      onConfirm={confirm}
      onCancel={cancel}
    >
      {action.effect}
    </ConfirmModal>
  )
}
