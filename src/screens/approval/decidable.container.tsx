/** The actions of a list's rows that wait for an approval which the person may decide. */
import { useCallback, useMemo, useState } from 'react'
import { UserCheck } from 'lucide-react'
import { TO_APPROVE } from '@contract/approval-policies'
import type { Approval } from '@contract/entities/approval'
import { ok } from '@contract/errors'
import { approvalsOperations } from '@contract/http/approvals'
import { mayAwaitApproval } from '@contract/records/action-approval'
import { can, type Access } from '@contract/permissions'
import type { RowAction } from '@design-system/patterns/Table/types'
import { useConsole } from '@console/console'
import { useReading } from '@console/reading'
import { useLiveRefresh } from '@features/shared/live-refresh.container'
import type { Resource, Row } from '@resources/resource'
import { ApprovalDialog } from './LazyApprovalDialog'

/** Actions of one row; its page shows all. */
const MOST = 3
const NONE: readonly RowAction[] = []

/**
 * @returns `decideActionsOf`: the actions of a row, stable until what waits for the person changes; and the open dialog. Of lists whose
 * records never wait, and for people who may approve nothing, nothing is read
 */
export function useDecidable({ record }: Pick<Resource<Row>, 'record'>, access: Access) {
  const { api } = useConsole()
  const mayWait = mayAwaitApproval(record) && TO_APPROVE.some((each) => can(access, 'update', each))
  const { value, refresh } = useReading<readonly Approval[]>(async (signal) => {
    if (!mayWait) return ok([])
    const answer = await api.call(approvalsOperations.list, { query: {} }, { signal })
    return answer.ok ? ok(answer.value.data) : answer
  })
  useLiveRefresh(TO_APPROVE, refresh, mayWait)
  const [open, setOpen] = useState<Pick<Approval, 'id' | 'title'> | null>(null)
  const byRow = useMemo(() => {
    const all = new Map<string, Approval[]>()
    for (const approval of value ?? [])
      for (const id of new Set([approval.row.id, approval.record_id])) all.set(id, [...(all.get(id) ?? []), approval])
    return all
  }, [value])
  const decideActionsOf = useCallback(
    ({ id }: Row): readonly RowAction[] =>
      byRow
        .get(id)
        ?.slice(0, MOST)
        .map((approval, _index, { length }): RowAction => ({
          key: `decide ${approval.id}`,
          label: length === 1 ? 'Approve or reject…' : `Approve or reject: ${approval.title}…`,
          icon: UserCheck,
          onSelect: () => setOpen(approval),
        })) ?? NONE,
    [byRow],
  )
  return {
    decideActionsOf,
    mostDecisions: mayWait ? 1 : 0,
    dialog: open && (
      <ApprovalDialog key={open.id} id={open.id} title={open.title} onClose={() => (setOpen(null), refresh())} />
    ),
  }
}
