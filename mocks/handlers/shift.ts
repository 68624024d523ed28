/** Shifts and handovers in the mocks. */
import { SHIFT_TOGGLE_WINDOW_MS } from '@contract/constants'
import type { ShiftDetails } from '@contract/entities/shift'
import { callerOf, type HandlersOf } from '../call'
import { db, tell } from '../db'
import { mockId } from '../ids'
import { addNotification, changeNotifications } from '../notifications'
import { forbidden, notFound, Refusal, rejected } from '../refusal'
import { takeOver } from '../support'

const isOpen = (status: string) => status === 'STARTED' || status === 'HANDOVER_PENDING'

/** The list of staff shows who is on shift. */
function tellOfStaff(staffId: string) {
  const { id, version } = db.staff.find((record) => record.id === staffId)!
  tell({ type: 'record:changed', payload: { subject: 'Admins', id, version, derived: true } })
}

/** The shift details for a person's shift button. */
export function shiftDetailsOf(staffId: string): ShiftDetails {
  const own = db.shifts.filter((record) => record.staffId === staffId)
  const found = own.find(({ status }) => isOpen(status)) ?? own.find(({ status }) => status === 'SCHEDULED')
  if (!found) return { canStart: false, canEnd: false, shiftId: null, shift: null }
  const { name, starts_at, ends_at, started_at } = found
  return {
    canStart: !isOpen(found.status),
    canEnd: isOpen(found.status),
    shiftId: found.id,
    shift: { name, starts_at, ends_at, started_at },
  }
}

export const shiftHandlers: HandlersOf<'shift'> = {
  'shift.details': (call) => ({ data: shiftDetailsOf(callerOf(call).staff.id) }),
  'shift.toggle': (call) => {
    const { id: staffId } = callerOf(call).staff
    const shift = db.shifts.find((record) => record.id === call.params.shiftId && record.staffId === staffId)
    if (!shift) throw notFound()
    if (call.now - shift.toggledAt >= SHIFT_TOGGLE_WINDOW_MS) {
      if (shift.status === 'ENDED') throw new Refusal(422, { message: 'This shift has been ended already.' })
      if (shift.status === 'SCHEDULED') {
        if (db.shifts.some((record) => record.staffId === staffId && isOpen(record.status)))
          throw new Refusal(409, {
            message: 'Another shift of yours is running. End it first.',
            current: shiftDetailsOf(staffId),
          })
        Object.assign(shift, { status: 'STARTED', started_at: new Date(call.now).toISOString(), toggledAt: call.now })
      } else Object.assign(shift, { status: 'ENDED', toggledAt: call.now })
      tellOfStaff(staffId)
    }
    return { data: shiftDetailsOf(staffId) }
  },
  'shift.handOver': (call) => {
    const { staff } = callerOf(call)
    const { to_staff_ids, summary = '', items = [] } = call.body
    const to = db.staff.filter(({ id, is_deleted }) => to_staff_ids.includes(id) && id !== staff.id && !is_deleted)
    if (to.length === 0 || to.length < new Set(to_staff_ids.filter((id) => id !== staff.id)).size)
      throw rejected({ to_staff_ids: ['One of them is not here any more. Choose others'] })
    const shift = db.shifts.find((record) => record.staffId === staff.id && isOpen(record.status))
    if (!shift) throw new Refusal(422, { message: 'You have no running shift to hand over. Start one first.' })
    shift.status = 'HANDOVER_PENDING'
    const person = ({ id, username }: { id: string; username: string }) => ({ id, username })
    const handover = {
      id: mockId('handover', 5000 + db.nextNumber++),
      from: person(staff),
      to: to.map(person),
      status: 'SENT' as const,
      summary,
      items: items.map((item) => ({ ...item, id: item.id ?? null })),
      accepted_by: null,
      accepted_at: null,
      createdAt: new Date(call.now).toISOString(),
      version: 1,
    }
    db.handovers.push(handover)
    for (const { id } of to)
      addNotification(id, {
        keyword: 'SHIFT_HANDOVER',
        keyword_id: handover.id,
        title: 'Shift handover',
        description: `${staff.username} hands over to you.`,
      })
    return { data: handover }
  },
  'shift.handover': (call) => {
    const { id } = callerOf(call).staff
    const handover = db.handovers.find((record) => record.id === call.params.handoverId)
    if (!handover || (handover.from.id !== id && !handover.to.some((person) => person.id === id))) throw notFound()
    return { data: handover }
  },
  'shift.accept': (call) => {
    const { staff } = callerOf(call)
    const { id, username } = staff
    const handover = db.handovers.find((record) => record.id === call.params.keyword_id)
    if (handover?.from.id === id) throw forbidden('This is your own handover. A colleague must accept it.')
    if (!handover || !handover.to.some((person) => person.id === id)) throw notFound()
    const { accepted_by: by, accepted_at: at } = handover
    if (by && by.id !== id)
      throw new Refusal(409, {
        message: `${by.username} was first and accepted this handover on ${at!.slice(0, 16).replace('T', ' ')} UTC.`,
        current: handover,
      })
    if (!by) {
      takeOver(handover, staff, call.now)
      Object.assign(handover, {
        status: 'ACCEPTED',
        accepted_by: { id, username },
        accepted_at: new Date(call.now).toISOString(),
        version: handover.version + 1,
      })
      for (const person of handover.to) {
        const told =
          person.id === id
            ? { keyword_id: null, is_removed: true, is_read: true }
            : {
                keyword_id: null,
                title: 'Shift handover taken',
                description: `${username} took over from ${handover.from.username}.`,
              }
        changeNotifications(person.id, (record) => record.keyword_id === handover.id, told)
      }
    }
    return { data: handover, message: 'Shift Accepted Successfully' }
  },
}
