/** Reads one approval, and reads it again when it changes. */
import { useEffect } from 'react'
import type { Approval } from '@contract/entities/approval'
import { ok } from '@contract/errors'
import { approvalsOperations } from '@contract/http/approvals'
import { useConsole } from '@console/console'
import { useFreshRecord, useReading, type Reading } from '@console/reading'
import { APPROVALS } from './approval-decision'

export function useApproval(id: string): Reading<Approval> {
  const running = useConsole()
  const { api, settled } = running
  const { onRow } = running.activity()
  const reading = useReading<Approval>(async (signal) => {
    const answer = await api.call(approvalsOperations.get, { params: { id } }, { signal })
    settled.mark()
    return answer.ok ? ok(answer.value.data) : answer
  })
  const { refresh } = reading
  useFreshRecord(id, refresh)
  useEffect(() => onRow((list, row) => list === APPROVALS.slug && row.id === id && refresh()), [onRow, id, refresh])
  return reading
}
