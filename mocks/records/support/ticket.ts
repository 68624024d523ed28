import { tell } from '../../db'
import type { TicketRecord } from '../../fixtures/support'
import { addNotification } from '../../notifications'
import { rejected } from '../../refusal'
import { requireWorker } from '../../support'
import type { Behaviour, StoredRecord } from '../behaviour'

/** See the source: server/platform/records/support/ticket.ts. */
export const ticketBehaviour: Behaviour = {
  actions: {
    assign(stored: StoredRecord, body, _rows, _at, caller) {
      const row = stored as unknown as TicketRecord
      const assignee = (body.assignee as string | null | undefined) ?? null
      if (assignee !== null && assignee !== row.assignee) {
        requireWorker(assignee, row)
        if (assignee !== caller.staff.id)
          addNotification(assignee, {
            keyword: 'TICKET_ASSIGNED',
            keyword_id: row.id,
            description: `${row.number}: ${row.subject}`,
          })
      }
      tell({ type: 'unread:changed' })
      return { assignee }
    },
    escalate(stored: StoredRecord, body, _rows, _at, caller) {
      const row = stored as unknown as TicketRecord
      const { level, reason } = body as { level: number; reason: string }
      if (level <= row.escalation_level) throw rejected({ level: [`It is at level ${row.escalation_level} already`] })
      const chosen = (body.assignee as string | null | undefined) ?? null
      if (chosen !== null) requireWorker(chosen, row)
      const assignee = chosen ?? row.assignee
      if (assignee !== null && assignee !== caller.staff.id)
        addNotification(assignee, {
          keyword: 'TICKET_ESCALATED',
          keyword_id: row.id,
          title: `Ticket escalated to level ${level}`,
          description: `${row.number}: ${row.subject}. ${reason}`,
        })
      tell({ type: 'unread:changed' })
      return { escalation_level: level, assignee }
    },
  },
}
