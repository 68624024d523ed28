/** What a member of staff has open, in the mocks (server/platform/records/people/open-work.ts). */
import type { Remembered } from '../verbs/history'
import { ALL_RECORDS, type RecordKey } from '@contract/records/records'
import { RECORDS } from '@contract/records/records'
import { isClaimable } from '@contract/records/claims'
import type { Caller } from '../../call'
import { db, tell } from '../../db'
import { addNotification } from '../../notifications'
import { rejected } from '../../refusal'
import { announce, conversationRows, labelOf, mayWorkOn, type Conversation } from '../../support'
import type { AskedPreview, StoredRecord } from '../behaviour'

const KINDS = [
  { subject: 'SupportTickets', keyword: 'TICKET_ASSIGNED', one: 'Ticket', many: 'tickets' },
  { subject: 'QuickChat', keyword: 'CHAT_ASSIGNED', one: 'Chat', many: 'chats' },
] as const
const NAMED = 3

const openOf = (staffId: string, subject: (typeof KINDS)[number]['subject']): Conversation[] =>
  conversationRows(subject).filter(
    ({ assignee, status }) => assignee === staffId && status !== 'CLOSED' && status !== 'RESOLVED',
  )
/** The running shift of a person. */
export const runningShift = (staffId: string) =>
  db.shifts.find((shift) => shift.staffId === staffId && ['STARTED', 'HANDOVER_PENDING'].includes(shift.status))

const claimedBy = (staffId: string): { name: string; row: StoredRecord }[] =>
  ALL_RECORDS.filter(isClaimable).flatMap(({ name }) =>
    db.records[name as RecordKey]
      .filter(
        ({ claimed_by, claim_until }) =>
          claimed_by === staffId && typeof claim_until === 'string' && Date.parse(claim_until) > Date.now(),
      )
      .map((row) => ({ name, row })),
  )

/** Answers the preview of disabling accounts. */
export const previewOpenWork = ({ ids }: AskedPreview) => ({
  tickets: ids.flatMap((id) => openOf(id, 'SupportTickets')).length,
  chats: ids.flatMap((id) => openOf(id, 'QuickChat')).length,
  claims: ids.flatMap(claimedBy).length,
  shift: [...new Set(ids.flatMap((id) => runningShift(id)?.name ?? []))].toSorted().join(', ') || null,
})

const referred = (id: string | null) => {
  const staff = db.staff.find((each) => each.id === id)
  return staff ? { id: staff.id, name: `${staff.first_name} ${staff.last_name}` } : null
}
function remember(id: string, { staff }: Caller, at: string, entry: Pick<Remembered, 'action' | 'changes'>) {
  const by = { id: staff.id, username: staff.username }
  db.history.set(id, [{ id: crypto.randomUUID(), at, by, asked: [], ...entry }, ...(db.history.get(id) ?? [])])
}

/**
 * Ends or moves everything that a person has open.
 * @param to who gets the tickets and chats; null: they go back to the queue. @throws 422 where that person may not work on one
 */
export function leaveWork(leaver: string, to: string | null, caller: Caller): void {
  const at = new Date().toISOString()
  const heir = to === null ? undefined : db.staff.find(({ id }) => id === to)
  if (to !== null && (to === leaver || !heir || heir.is_deleted))
    throw rejected({ to: ['Choose a colleague who is enabled'] })
  const all = KINDS.map((kind) => ({ ...kind, rows: openOf(leaver, kind.subject) }))
  for (const { subject, rows } of all) {
    const refused = heir && rows.find((row) => !mayWorkOn(heir, subject, row))
    if (refused) throw rejected({ to: [`They may not work on ${labelOf(refused)}`] })
  }
  for (const { subject, rows, keyword, one, many } of all) {
    for (const row of rows) {
      Object.assign(row, { assignee: to, version: row.version + 1, updatedAt: at })
      const changes = [{ field: 'assignee', before: referred(leaver), after: referred(to) }]
      remember(row.id, caller, at, { action: 'assign', changes })
      announce(subject, row)
    }
    if (to === null || to === caller.staff.id || rows.length === 0) continue
    const more = rows.length > NAMED ? ` and ${rows.length - NAMED} more` : ''
    addNotification(to, {
      keyword,
      keyword_id: rows[0]!.id,
      title: rows.length === 1 ? `${one} assigned to you` : `${rows.length} ${many} assigned to you`,
      description: `${rows.slice(0, NAMED).map(labelOf).join(', ')}${more}`,
    })
  }
  for (const { name, row } of claimedBy(leaver)) {
    const { username } = db.staff.find(({ id }) => id === leaver)!
    Object.assign(row, { claimed_by: null, claim_until: null })
    const changes = [{ field: 'claimed_by', before: username, after: null }]
    remember(row.id, caller, at, { action: 'release', changes })
    const { subject } = RECORDS[name as RecordKey]
    tell({ type: 'record:changed', payload: { subject, id: row.id, version: row.version, derived: true } })
  }
  const shift = runningShift(leaver)
  if (shift) shift.status = 'ENDED'
}
