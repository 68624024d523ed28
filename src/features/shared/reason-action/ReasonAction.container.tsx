/** Asks for a reason, then runs the action on one record; the question stays open until the server has responded. */
import { useRef, useState } from 'react'
import { useSelector } from '@xstate/react'
import { createActor, type ActorRefFrom } from 'xstate'
import { describeError, type ApiError } from '@contract/errors'
import { ConfirmModal } from '@design-system/components/ConfirmModal/ConfirmModal'
import type { rowActionMachine } from '@machines/row-action/row-action.machine'
import type { ReasonActionDefinition, Row } from '@resources/resource'
import { useConsole } from '../console.container'

export interface ReasonActionContainerProps {
  /** Whose record it is. */
  name: string
  row: Row
  action: ReasonActionDefinition<Row>
  /** @param row the record as the server has it now */
  onDone: (row: Row) => void
  onClose: () => void
}

/** What is wrong with the reason, or why the action was refused. */
const reasonOf = (error: ApiError): string =>
  (error.kind === 'rejected' && error.fields.reason?.join('. ')) || describeError(error)

export default function ReasonActionContainer({ name, row, action, onDone, onClose }: ReasonActionContainerProps) {
  const running = useConsole()
  const [actor, setActor] = useState<ActorRefFrom<typeof rowActionMachine>>()
  const busy = useSelector(actor, (snapshot) => snapshot?.matches('busy') ?? false)
  const problem = useSelector(actor, (snapshot) =>
    snapshot?.matches('refused') && snapshot.context.error ? reasonOf(snapshot.context.error) : undefined,
  )
  // A conflict brings the record as it is now: confirming again is about that one.
  const latest = useRef(row)
  const confirm = (reason: string) => {
    const machine = running.rowAction<Row>(
      { [action.key]: { operation: action.operation as never, success: () => action.success } },
      (newer) => void (latest.current = newer),
    )
    const { id, version } = latest.current
    const started = createActor(machine, { input: { rowId: id, version, action: action.key, payload: { reason } } })
    started.subscribe((snapshot) => {
      if (snapshot.matches('done')) onDone(latest.current)
    })
    // It is not stopped with this question: a write is never dropped silently.
    started.start()
    setActor(started)
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
      onCancel={onClose}
    >
      {action.effect}
    </ConfirmModal>
  )
}
