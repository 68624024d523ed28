/** What waits for approval about a record, on its page. Follows the changes of the approvals. */
import { useState } from 'react'
import { useSelector } from '@xstate/react'
import { TO_APPROVE } from '@contract/approval-policies'
import { APPROVAL_REFUSAL, type Approval } from '@contract/entities/approval'
import { ok } from '@contract/errors'
import { approvalsOperations } from '@contract/http/approvals'
import { can } from '@contract/permissions'
import { mayAwaitApproval } from '@contract/records/action-approval'
import { useConsole } from '@console/console'
import { useReading } from '@console/reading'
import { useLiveRefresh } from '@features/shared/live-refresh.container'
import { Notices } from './approval.styles'
import type { ApprovalDialogProps } from './ApprovalDialog.container'
import { ApprovalDialog } from './LazyApprovalDialog'
import { WaitsForApproval } from './WaitsForApproval'

export interface ApprovalNoticeProps {
  record: Parameters<typeof mayAwaitApproval>[0]
  id: string
}

/** Renders nothing where nothing waits. */
export function ApprovalNotice({ record, id }: ApprovalNoticeProps) {
  return mayAwaitApproval(record) && <Waiting id={id} />
}

function Waiting({ id }: { id: string }) {
  const { api, actors } = useConsole()
  const access = useSelector(actors.access, (snapshot) => snapshot.context.access)
  const mayRead = TO_APPROVE.some((subject) => can(access, 'read', subject))
  const { value, refresh } = useReading<readonly Approval[]>(async (signal) => {
    if (!mayRead) return ok([])
    const answer = await api.call(approvalsOperations.list, { query: { about: id } }, { signal })
    return answer.ok ? ok(answer.value.data) : answer
  })
  useLiveRefresh(TO_APPROVE, refresh, mayRead)
  const [open, setOpen] = useState<Omit<ApprovalDialogProps, 'onClose'> | null>(null)
  const waiting = value ?? []
  return (
    <>
      {waiting.length > 0 && (
        <Notices>
          {waiting.map(({ id: approval, title, requested_by, refusal }) => (
            <WaitsForApproval
              key={approval}
              title={title}
              requestedBy={requested_by.username}
              problem={refusal && APPROVAL_REFUSAL[refusal]}
              onApprove={() => setOpen({ id: approval, title, prepared: 'approve' })}
              onReject={() => setOpen({ id: approval, title, prepared: 'reject' })}
            />
          ))}
        </Notices>
      )}
      {open && <ApprovalDialog key={open.id} {...open} onClose={() => (setOpen(null), refresh())} />}
    </>
  )
}
