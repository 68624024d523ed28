/** Starting, ending and handing over a shift. Where two people accept the same handover, the first succeeds and the other gets the first one's name. */
import { SHIFT_TOGGLE_WINDOW_MS } from '@contract/constants'
import type { Handover, ShiftDetails } from '@contract/entities/shift'
import type { Subject } from '@contract/permissions'
import type { Clock } from '@server/platform/ports/clock'
import { CONSTRAINT, sqlState, type Db, type Queryable } from '@server/platform/ports/db'
import type { Origin } from '@server/platform/operations/call'
import { forbidden, notFound, rejected, stale } from '@server/platform/operations/failure'
import { uuidV7 } from '@server/platform/lib/uuid-v7'
import type { Live } from '@server/platform/live/live'
import { SUCCESS_MESSAGE } from '@server/platform/operations/messages'
import type { Principal } from '@server/platform/modules/access/principal'
import type { WriteKey } from '@server/platform/modules/idempotency/keys'
import { writeAudit } from '@server/platform/modules/audit/entry'
import { lockStands, notify, settleHandover } from '@server/platform/modules/notifications/store'
import { CHATS, TICKETS, giveTo, lockHeld } from '@server/platform/modules/support/conversations'
import { readWorker } from '@server/platform/modules/support/workers'
import { lockShift, readDetails, readHandover, type LockedShift, type StoredHandover } from './store'

interface Act {
  principal: Principal
  origin: Origin
  key: WriteKey | null
}
interface Offer {
  to_staff_ids: readonly string[]
  summary?: string
  items?: readonly { type: string; id?: string | null; next_action: string; urgency: string }[]
}

const timeOf = (at: number) => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
const isOpen = (status: string) => status === 'STARTED' || status === 'HANDOVER_PENDING'

export type ShiftService = ReturnType<typeof createShiftService>

/** @param deps `onPresence`: called with the ids of people whose shift has started or ended */
export function createShiftService({
  db,
  clock,
  live,
  onPresence,
}: {
  db: Db
  clock: Clock
  live: Live
  onPresence: (staffIds: readonly string[]) => Promise<void>
}) {
  const now = () => new Date(clock.now()).toISOString()

  /** Whether the button was pressed just before: a second press right after the first changes nothing. */
  const isSamePress = ({ toggled_at }: LockedShift) =>
    toggled_at !== null && clock.now() - toggled_at < SHIFT_TOGGLE_WINDOW_MS

  async function start(tx: Queryable, { principal, origin }: Act, shift: LockedShift) {
    const from = shift.starts_at - shift.early_start_minutes * 60_000
    if (clock.now() < from)
      throw rejected({}, `This shift begins at ${timeOf(shift.starts_at)}. It can be started from ${timeOf(from)}.`)
    if (clock.now() >= shift.ends_at) throw rejected({}, `This shift was over at ${timeOf(shift.ends_at)}.`)
    await tx.query(
      `update shifts set status = 'STARTED', started_at = $2::timestamptz, toggled_at = $2::timestamptz, updated_at = $2::timestamptz, version = version + 1 where id = $1::uuid`,
      [shift.id, now()],
    )
    await writeAudit(tx, clock, { actorId: principal.staffId, action: 'start', subject: 'Shifts', origin }, shift.id, {
      status: 'STARTED',
    })
  }

  async function end(tx: Queryable, { principal, origin }: Act, shift: LockedShift) {
    await tx.query(
      `update shifts set status = 'ENDED', ended_at = $2::timestamptz, toggled_at = $2::timestamptz, updated_at = $2::timestamptz, version = version + 1 where id = $1::uuid`,
      [shift.id, now()],
    )
    await writeAudit(tx, clock, { actorId: principal.staffId, action: 'end', subject: 'Shifts', origin }, shift.id, {
      status: 'ENDED',
    })
  }

  /** Assigns what the handover contains, and still belongs to the sender, to the person who accepts it. @returns what was assigned */
  async function takeOver(tx: Queryable, { principal, origin }: Act, { handover, fromId }: StoredHandover) {
    const mayWorkOn = await readWorker(tx, principal.staffId)
    if (!mayWorkOn) throw rejected({}, 'Your account is disabled. A colleague must accept this handover.')
    const moved: { subject: Subject; id: string; version: number; store: string | null }[] = []
    for (const [kind, type] of [
      [TICKETS, 'TICKET'],
      [CHATS, 'CHAT'],
    ] as const) {
      const ids = handover.items.flatMap((item) => (item.type === type && item.id !== null ? [item.id] : []))
      if (ids.length === 0) continue
      const held = await lockHeld(tx, kind, ids, fromId)
      const refused = held.find(({ store }) => !mayWorkOn(kind, store))
      if (refused)
        throw rejected({}, `You may not work on ${refused.label} of this handover. A colleague who may must accept it.`)
      await giveTo(
        tx,
        kind,
        held.map(({ id }) => id),
        principal.staffId,
        now(),
      )
      for (const { id, version, store } of held) {
        moved.push({ subject: kind.subject, id, version: version + 1, store })
        const head = { actorId: principal.staffId, action: 'assign', subject: kind.subject, origin }
        await writeAudit(tx, clock, head, id, { assignee_id: principal.staffId, handover_id: handover.id })
      }
    }
    return moved
  }

  const details = async (staffId: string, queryable: Queryable = db): Promise<ShiftDetails> =>
    (await readDetails(queryable, [staffId], clock.now())).get(staffId)!

  return {
    details: (staffId: string) => details(staffId),

    /**
     * Starts the shift, or ends it where it is running.
     * @returns the actions that are possible now
     * @throws 409 with the running shift where the same person has another one: the database allows only one
     */
    async toggle(act: Act, shiftId: string): Promise<ShiftDetails> {
      const { staffId } = act.principal
      const toggled = async (tx: Queryable): Promise<ShiftDetails> => {
        const shift = await lockShift(tx, shiftId, staffId)
        if (!shift) throw notFound()
        if (!isSamePress(shift)) {
          if (shift.status === 'SCHEDULED') await start(tx, act, shift)
          else if (isOpen(shift.status)) await end(tx, act, shift)
          else
            throw rejected(
              {},
              shift.status === 'ENDED'
                ? 'This shift has been ended already.'
                : 'This shift cannot be started any more.',
            )
        }
        const data = await details(staffId, tx)
        await act.key?.inTransaction(tx, { data })
        return data
      }
      const answer = await db.transaction(toggled).catch(async (error: unknown) => {
        if (sqlState(error)?.constraint !== CONSTRAINT.oneRunningShift) throw error
        throw stale(JSON.stringify(await details(staffId)), 'Another shift of yours is running. End it first.')
      })
      await Promise.all([live.shiftChanged(staffId), onPresence([staffId])])
      return answer
    },

    /** Offers the work of the caller's running shift to colleagues. */
    async handOver(
      { principal, origin, key }: Act,
      { to_staff_ids, summary = '', items = [] }: Offer,
    ): Promise<Handover> {
      const id = uuidV7(clock.now())
      const to = [...new Set(to_staff_ids)].filter((staffId) => staffId !== principal.staffId)
      if (to.length === 0) throw rejected({ to_staff_ids: ['Choose a colleague'] })
      const { handover, told } = await db.transaction(async (tx) => {
        const [shift] = await tx.query<{ id: string }>(
          `select id::text as id from shifts where staff_id = $1::uuid and status in ('STARTED', 'HANDOVER_PENDING') order by started_at desc limit 1 for update`,
          [principal.staffId],
        )
        if (!shift) throw rejected({}, 'You have no running shift to hand over. Start one first.')
        const known = await tx.query<{ id: string }>(
          `select id::text as id from staff where id = any($1::uuid[]) and not is_deleted ${principal.stores ? 'and store = any($2::text[])' : ''}`,
          principal.stores ? [to, principal.stores] : [to],
        )
        if (known.length < to.length)
          throw rejected({ to_staff_ids: ['One of them is not here any more. Choose others'] })
        const kept = items.map(({ type, id: itemId, next_action, urgency }) => ({
          type,
          id: itemId ?? null,
          next_action,
          urgency,
        }))
        await tx.query(
          `insert into shift_handovers (id, from_shift_id, from_staff_id, to_staff_ids, summary, items, created_at, updated_at)
           values ($1::uuid, $2::uuid, $3::uuid, $4::uuid[], $5::text, $6::jsonb, $7::timestamptz, $7::timestamptz)`,
          [id, shift.id, principal.staffId, to, summary, JSON.stringify(kept), now()],
        )
        await tx.query(
          `update shifts set status = 'HANDOVER_PENDING', updated_at = $2::timestamptz, version = version + 1 where id = $1::uuid`,
          [shift.id, now()],
        )
        await writeAudit(
          tx,
          clock,
          { actorId: principal.staffId, action: 'hand-over', subject: 'Shifts', origin },
          shift.id,
          { handover_id: id, to_staff_ids: to, items: kept.length },
        )
        const reached = await notify(tx, clock, to, {
          keyword: 'SHIFT_HANDOVER',
          keywordId: id,
          eventKey: `handover ${id}`,
          title: 'Shift handover',
          description:
            `${principal.username} hands over to you${kept.length > 0 ? `: ${kept.length} ${kept.length === 1 ? 'item' : 'items'}` : ''}.${summary ? ` ${summary}` : ''}`.slice(
              0,
              500,
            ),
        })
        const offered = (await readHandover(tx, id))!.handover
        await key?.inTransaction(tx, { data: offered })
        return { handover: offered, told: reached }
      })
      live.notified(told)
      await live.shiftChanged(principal.staffId)
      return handover
    },

    /** @throws 404 for anyone but its sender and recipients */
    async handover({ staffId }: Principal, id: string): Promise<Handover> {
      const found = await readHandover(db, id)
      if (!found || (found.fromId !== staffId && !found.toIds.includes(staffId))) throw notFound()
      return found.handover
    },

    /**
     * Accepts the handover for the first caller, with the tickets and chats that are still the sender's.
     * @throws 422 where the person may not work on one of them, as for an assignment; then nothing is assigned
     */
    async accept({ principal, origin, key }: Act, id: string): Promise<Handover> {
      const { staffId, username } = principal
      const store = (tx: Queryable, data: Handover) =>
        key?.inTransaction(tx, { data, message: SUCCESS_MESSAGE.shiftAccepted })
      const { handover, told, moved } = await db.transaction(async (tx) => {
        const found = await readHandover(tx, id, { lock: true })
        if (!found) throw notFound()
        if (found.fromId === staffId) throw forbidden('This is your own handover. A colleague must accept it.')
        if (!found.toIds.includes(staffId)) throw notFound()
        const { accepted_by: by, accepted_at: at } = found.handover
        if (by && by.id === staffId) {
          await store(tx, found.handover)
          return { handover: found.handover, told: [], moved: [] }
        }
        if (by)
          throw stale(
            JSON.stringify(found.handover),
            `${by.username} was first and accepted this handover on ${timeOf(Date.parse(at!))}.`,
          )
        if (found.handover.status !== 'SENT')
          throw stale(JSON.stringify(found.handover), 'This handover is not open any more.')
        const taken = await takeOver(tx, { principal, origin, key }, found)
        await tx.query(
          `update shift_handovers set status = 'ACCEPTED', accepted_by = $2::uuid, accepted_at = $3::timestamptz, updated_at = $3::timestamptz, version = version + 1 where id = $1::uuid`,
          [id, staffId, now()],
        )
        await writeAudit(tx, clock, { actorId: staffId, action: 'accept-handover', subject: 'Shifts', origin }, id, {
          from: found.fromId,
        })
        await lockStands(tx, found.toIds)
        await settleHandover(tx, id, staffId, {
          title: 'Shift handover taken',
          description: `${username} took over from ${found.handover.from.username}.`,
        })
        const accepted = (await readHandover(tx, id))!.handover
        await store(tx, accepted)
        return { handover: accepted, told: found.toIds, moved: taken }
      })
      live.notified(told)
      for (const { subject, id: recordId, version, store } of moved)
        live.recordChanged({ subject, id: recordId, version }, store)
      if (told.length > 0) live.unreadChanged()
      return handover
    },
  }
}
