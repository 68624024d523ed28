import { ticket } from '@contract/records/support/ticket'
import type { Queryable } from '@server/platform/ports/db'
import { rejected } from '@server/platform/operations/failure'
import { TICKETS } from '@server/platform/modules/support/conversations'
import { readWorker } from '@server/platform/modules/support/workers'
import { recordTable } from '@server/platform/records/record-table'
import { defineSource, type RuleCall } from '@server/platform/records/source'
import { conversationTable, PEOPLE } from './conversation'

export const supportTickets = recordTable(ticket, 'support_tickets', PEOPLE, conversationTable('support_tickets'))

type ActionCall = RuleCall & { id: string }
interface Held {
  number: string
  subject: string
  store_code: string | null
  assignee_id: string | null
  escalation_level: number
  version: number
}

const lock = async (tx: Queryable, id: string): Promise<Held> =>
  (
    await tx.query<Held>(
      `select number, subject, store_code, assignee_id::text as assignee_id, escalation_level, version
       from support_tickets where id = $1::uuid for update`,
      [id],
    )
  )[0]!

/**
 * Locks the chosen person and then the ticket, in the order of a call that disables the person.
 * @throws 422 where this person may not work on the ticket
 */
async function lockFor(tx: Queryable, id: string, assignee: string | null): Promise<Held> {
  const mayWorkOn = assignee === null ? null : await readWorker(tx, assignee)
  const held = await lock(tx, id)
  if (assignee !== null && assignee !== held.assignee_id && !mayWorkOn?.(TICKETS, held.store_code))
    throw rejected({ assignee: ['Choose somebody who may work on it'] })
  return held
}

/** Notifies the new assignee, unless they assigned it themselves. */
async function tell(
  { id, principal, notify }: ActionCall,
  holder: string | null,
  what: Pick<Parameters<ActionCall['notify']>[1], 'keyword' | 'title' | 'description' | 'eventKey'>,
): Promise<void> {
  if (holder !== null && holder !== principal.staffId) await notify([holder], { ...what, keywordId: id })
}

const assigned = (id: string | null) => ({ assignee_id: { value: id, type: 'uuid', field: 'assignee' } })

export default defineSource(ticket, {
  table: supportTickets,
  scope: { store: 'row' },
  derived: {},
  actions: {
    async assign(call) {
      const { tx, id, body } = call
      const assignee = (body.assignee as string | null | undefined) ?? null
      const held = await lockFor(tx, id, assignee)
      if (assignee !== null && assignee !== held.assignee_id) {
        await tell(call, assignee, {
          keyword: 'TICKET_ASSIGNED',
          eventKey: `ticket ${id} assigned ${held.version + 1}`,
          title: 'Ticket assigned to you',
          description: `${held.number}: ${held.subject}`,
        })
      }
      call.afterCommit((live) => live.unreadChanged())
      return assigned(assignee)
    },
    async escalate(call) {
      const { tx, id, body } = call
      const chosen = (body.assignee as string | null | undefined) ?? null
      const held = await lockFor(tx, id, chosen)
      const { level, reason } = body as { level: number; reason: string }
      if (level <= held.escalation_level) throw rejected({ level: [`It is at level ${held.escalation_level} already`] })
      const assignee = chosen ?? held.assignee_id
      await tell(call, assignee, {
        keyword: 'TICKET_ESCALATED',
        eventKey: `ticket ${id} escalated ${held.version + 1}`,
        title: `Ticket escalated to level ${level}`,
        description: `${held.number}: ${held.subject}. ${reason}`,
      })
      call.afterCommit((live) => live.unreadChanged())
      return { escalation_level: { value: level, type: 'integer' }, ...assigned(assignee) }
    },
  },
})
