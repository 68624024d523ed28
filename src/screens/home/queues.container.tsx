/** Reads what waits for the signed-in person alone, and reads it again when it changes. */
import { useSelector } from '@xstate/react'
import { BADGE_CAP } from '@contract/constants'
import { TO_APPROVE } from '@contract/approval-policies'
import { ok, type Result } from '@contract/errors'
import { can, canOpen, canRead } from '@contract/permissions'
import { recordCalls } from '@contract/records/calls'
import { approvalsOperations } from '@contract/http/approvals'
import { ticket, TICKET_STATUS_LABELS } from '@contract/records/support/ticket'
import { useConsole, useLive } from '@console/console'
import { useReading } from '@console/reading'
import { formatCount } from '@features/shared/format'
import { useLiveRefresh } from '@features/shared/live-refresh.container'
import { selectUnread } from '@machines/unread/unread.view'
import { listPath } from '@resources/list-address'
import { isPlanned, pageAt } from '@resources/menu'
import { pathOfApproval } from '../approval/approval-path'
import type { Queue } from './Queue'
import { SHOWN_LINES } from './work'

const TICKETS = '/support'
const CHATS = '/quick-chat'
const ticketCalls = recordCalls(ticket)
/** Tickets that are read; those that are closed are left out. */
const MOST_TICKETS = 100
const CLOSED: readonly string[] = ['RESOLVED', 'CLOSED']

/** A reading that follows the changes of records. @param subjects of the records, a stable array for several @param allowed false: nothing is read */
function useQueueReading<T>(
  subjects: string | readonly string[],
  allowed: boolean,
  read: (signal: AbortSignal) => Promise<Result<T>>,
) {
  const reading = useReading<T | null>(async (signal) => (allowed ? read(signal) : ok(null)))
  useLiveRefresh(subjects, reading.refresh, allowed)
  return { value: reading.value, onRetry: reading.state === 'unreachable' ? reading.retry : undefined }
}

interface MyTicket {
  id: string
  number: string
  subject: string
  status: keyof typeof TICKET_STATUS_LABELS
}

/** @returns the queues of their own that the person's rights include: what is asked of them, and assigned to them */
export function useQueues(): Queue[] {
  const { actors, api } = useConsole()
  const access = useSelector(actors.access, (snapshot) => snapshot.context.access)
  const me = useSelector(actors.session, (snapshot) => snapshot.context.session?.user.id)
  const live = useLive()
  const unread = useSelector(live?.chatUnread, (snapshot) => (snapshot ? selectUnread(snapshot) : null))

  const hasTickets =
    me !== undefined &&
    ['number', 'subject', 'status', 'assignee'].every((field) => canRead(access, 'SupportTickets', field))
  const tickets = useQueueReading('SupportTickets', hasTickets, async (signal) => {
    const query = { assignee: [me!], itemNo: MOST_TICKETS, fields: ['number', 'subject', 'status'] }
    const answer = await api.call(ticketCalls.list, { query: query as never }, { signal })
    if (!answer.ok) return answer
    const rows = answer.value.data as unknown as MyTicket[]
    return ok({ open: rows.filter(({ status }) => !CLOSED.includes(status)), isAll: rows.length < MOST_TICKETS })
  })
  // Whoever may approve nothing waits for nothing: the queue is left out, without a call for each role that cannot.
  const hasApprovals = TO_APPROVE.some((subject) => can(access, 'update', subject))
  const approvals = useQueueReading(TO_APPROVE, hasApprovals, async (signal) => {
    const answer = await api.call(approvalsOperations.list, { query: {} }, { signal })
    return answer.ok ? ok(answer.value) : answer
  })
  // Without its page there is nothing to do with them: the badge of the top bar counts them.
  const hasChats = !isPlanned({ url: CHATS }) && canOpen(access, pageAt(CHATS)?.subjects ?? [])

  const mine = tickets.value
  const toApprove = approvals.value
  const firstToApprove = toApprove?.data[0]
  return [
    ...(hasApprovals
      ? [
          {
            key: 'approvals',
            word: 'Approvals to decide',
            to: null,
            count: toApprove && formatCount(toApprove.total_count ?? toApprove.data.length),
            onRetry: approvals.onRetry,
            lines: (toApprove?.data ?? []).slice(0, SHOWN_LINES).map(({ id, title, requested_by }) => ({
              text: title,
              note: requested_by.username,
              to: pathOfApproval(id),
            })),
            start: firstToApprove && { label: 'Decide the next one', to: pathOfApproval(firstToApprove.id) },
          },
        ]
      : []),
    ...(hasTickets
      ? [
          {
            key: 'tickets',
            word: 'My open tickets',
            to: listPath(TICKETS, { filters: { assignee: [me] } }),
            count: mine && `${mine.open.length}${mine.isAll ? '' : '+'}`,
            onRetry: tickets.onRetry,
            lines: (mine?.open ?? []).slice(0, SHOWN_LINES).map(({ id, number, subject, status }) => ({
              text: `${number} ${subject}`,
              note: TICKET_STATUS_LABELS[status],
              to: `${TICKETS}/${id}`,
            })),
          },
        ]
      : []),
    ...(hasChats
      ? [
          {
            key: 'chats',
            word: 'Unread chat messages',
            to: CHATS,
            count: unread === null ? null : unread > BADGE_CAP ? `${BADGE_CAP}+` : String(unread),
            lines: [],
          },
        ]
      : []),
  ]
}
