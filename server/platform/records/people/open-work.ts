/**
 * What a member of staff has open: tickets, chats, claims and a running shift. A disabled account keeps none of it: the database
 * decides in the transaction that disables it, whatever the question before it has shown.
 */
import { LENGTH } from '@contract/constants'
import type { Queryable } from '@server/platform/ports/db'
import { rejected } from '@server/platform/operations/failure'
import { CHATS, giveTo, lockOpen, openOf, TICKETS, type Held } from '@server/platform/modules/support/conversations'
import { readWorker } from '@server/platform/modules/support/workers'
import type { PreviewCall, RuleCall } from '@server/platform/records/source'

const KINDS = [
  { kind: TICKETS, record: 'ticket', keyword: 'TICKET_ASSIGNED', one: 'Ticket', many: 'tickets' },
  { kind: CHATS, record: 'chat', keyword: 'CHAT_ASSIGNED', one: 'Chat', many: 'chats' },
] as const
/** A notification names at most this many of the conversations. */
const NAMED = 3

const IS_RUNNING = `status in ('STARTED', 'HANDOVER_PENDING')`

/** Answers the preview of disabling accounts: what all of them have open, and the names of their running shifts. */
export async function previewOpenWork({ on, ids, claimsOf }: PreviewCall) {
  const counts = KINDS.map(
    ({ kind }) =>
      `(select count(*)::int from unnest($1::uuid[]) a(id) join ${kind.table} c on ${openOf(kind, 'a.id')}) as ${kind.table}`,
  )
  const [row] = await on.query<{ support_tickets: number; chats: number; shift: string | null }>(
    `select ${counts.join(', ')}, (select left(string_agg(distinct t.name, ', '), ${LENGTH.freeText.short}) from shifts s
       join shift_templates t on t.id = s.shift_template_id where s.staff_id = any($1::uuid[]) and ${IS_RUNNING}) as shift`,
    [ids],
  )
  const { support_tickets: tickets, chats, shift } = row!
  return { tickets, chats, claims: await claimsOf(ids), shift }
}

/** Who gets the work; null: nobody, it goes back to the queue. @throws 422 where that person cannot */
async function readHeir(tx: Queryable, to: string | null, leaver: string) {
  if (to === null) return null
  const mayWorkOn = to === leaver ? null : await readWorker(tx, to)
  if (!mayWorkOn) throw rejected({ to: ['Choose a colleague who is enabled'] })
  return mayWorkOn
}

const listed = (held: readonly Held[]) => {
  const names = held.slice(0, NAMED).map(({ label }) => label)
  const more = held.length - names.length
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/**
 * Ends or moves everything that a disabled account has open. Runs after its row is locked: whoever assigns something to the person
 * at the same time waits for it, or has been before it.
 * @throws 422 at `to` where the chosen person may not work on something
 */
export async function leaveWork(call: RuleCall & { id: string }): Promise<void> {
  const { tx, id, body, at } = call
  const to = ((body.to as string | null | undefined) || null) ?? null
  const mayWorkOn = await readHeir(tx, to, id)
  for (const { kind, record, keyword, one, many } of KINDS) {
    const held = await lockOpen(tx, kind, id)
    if (held.length === 0) continue
    const refused = mayWorkOn && held.find(({ store }) => !mayWorkOn(kind, store))
    if (refused) throw rejected({ to: [`They may not work on ${refused.label}`] })
    const ids = held.map((each) => each.id)
    await giveTo(tx, kind, ids, to, at)
    await call.audit(
      record,
      ids.map((subjectId) => ({ action: 'assign', subjectId, before: { assignee: id }, after: { assignee: to } })),
    )
    call.changed(
      record,
      held.map((each) => ({ id: each.id, version: each.version + 1, store_code: each.store })),
    )
    if (to !== null && to !== call.principal.staffId)
      await call.notify([to], {
        keyword,
        keywordId: ids[0]!,
        eventKey: `${record} ${id} left ${at}`,
        title: held.length === 1 ? `${one} assigned to you` : `${held.length} ${many} assigned to you`,
        description: listed(held),
      })
  }
  await call.releaseClaims(id)
  await endShift(call)
  call.afterCommit((live) => {
    live.unreadChanged()
    void live.shiftChanged(id)
  })
}

/** Ends the running shift, which its person can no longer end. */
async function endShift({ tx, id, at, auditAs }: RuleCall & { id: string }) {
  const ended = await tx.query<{ id: string }>(
    `update shifts set status = 'AUTO_CLOSED', ended_at = $2::timestamptz, updated_at = $2::timestamptz, version = version + 1
     where staff_id = $1::uuid and ${IS_RUNNING} returning id::text as id`,
    [id, at],
  )
  await auditAs(
    'Shifts',
    ended.map((shift) => ({ action: 'end', subjectId: shift.id, before: null, after: { status: 'AUTO_CLOSED' } })),
  )
}
