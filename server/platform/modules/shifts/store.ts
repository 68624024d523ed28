/** Shifts and handovers in the database. */
import type { Handover, ShiftDetails } from '@contract/entities/shift'
import { isoTime } from '@server/platform/db/iso-time'
import type { Queryable } from '@server/platform/ports/db'
import { readTogether, type Reading } from '@server/platform/db/reading'

const NO_SHIFT: ShiftDetails = { canStart: false, canEnd: false, shiftId: null, shift: null }

/** Shifts that the button can act on: running ones can be ended; scheduled ones can be started, from some time before they begin until they end. */
const OPEN = `s.status in ('STARTED', 'HANDOVER_PENDING')`
const STARTABLE = (now: string) =>
  `s.status = 'SCHEDULED' and s.starts_at - make_interval(mins => t.early_start_minutes) <= ${now} and s.ends_at > ${now}`

interface DetailsRow {
  staff_id: string
  id: string
  open: boolean
  shift: { name: string; starts_at: string; ends_at: string; started_at: string | null }
}

/**
 * State of the shift buttons of these people.
 * @param at milliseconds since 1970
 */
export const shiftDetails = (staffIds: readonly string[], at: number): Reading<Map<string, ShiftDetails>> => ({
  sql(params) {
    const [ids, now] = [params.add(staffIds, 'uuid[]'), params.add(new Date(at).toISOString(), 'timestamptz')]
    // No shift can be started earlier than the largest allowance of a template, so the index finds the few relevant ones.
    const near = `select * from shifts where staff_id = any(${ids}) and status = 'SCHEDULED'
      and starts_at <= ${now} + make_interval(mins => (select coalesce(max(early_start_minutes), 0) from shift_templates))`
    const running = `select * from shifts where staff_id = any(${ids}) and status in ('STARTED', 'HANDOVER_PENDING')`
    return `select coalesce(json_agg(d), '[]') from (
      select distinct on (s.staff_id) s.staff_id, s.id, ${OPEN} as open,
        json_build_object('name', t.name, 'starts_at', ${isoTime('s.starts_at')}, 'ends_at', ${isoTime('s.ends_at')}, 'started_at', ${isoTime('s.started_at')}) as shift
      from (${running} union all ${near}) s join shift_templates t on t.id = s.shift_template_id
      where ${OPEN} or ${STARTABLE(now)}
      order by s.staff_id, (${OPEN}) desc, s.starts_at, s.id) d`
  },
  parse(value) {
    const found = new Map(
      (value as DetailsRow[]).map(({ staff_id, id, open, shift }): [string, ShiftDetails] => [
        staff_id,
        { canStart: !open, canEnd: open, shiftId: id, shift },
      ]),
    )
    return new Map(staffIds.map((id) => [id, found.get(id) ?? NO_SHIFT]))
  },
})

/** `shiftDetails` in a statement of its own. */
export const readDetails = async (
  db: Queryable,
  staffIds: readonly string[],
  at: number,
): Promise<Map<string, ShiftDetails>> => (await readTogether(db, [shiftDetails(staffIds, at)]))[0]

/** One locked shift, so that nobody else can change it meanwhile. Times are milliseconds since 1970. */
export interface LockedShift {
  id: string
  status: string
  name: string
  starts_at: number
  ends_at: number
  early_start_minutes: number
  toggled_at: number | null
}
const ms = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`

/** @returns null where it does not exist, or belongs to somebody else */
export async function lockShift(tx: Queryable, shiftId: string, staffId: string): Promise<LockedShift | null> {
  const [row] = await tx.query<LockedShift>(
    `select s.id::text as id, s.status, t.name, ${ms('s.starts_at')} as starts_at, ${ms('s.ends_at')} as ends_at, t.early_start_minutes, ${ms('s.toggled_at')} as toggled_at
     from shifts s join shift_templates t on t.id = s.shift_template_id where s.id = $1::uuid and s.staff_id = $2::uuid for update of s`,
    [shiftId, staffId],
  )
  return row ?? null
}

/** A handover in the contract's form, and the data that decides about it. */
export interface StoredHandover {
  handover: Handover
  fromId: string
  toIds: string[]
}

/** @param lock in a transaction: locks it, so that nobody else can change it meanwhile */
export async function readHandover(db: Queryable, id: string, { lock = false } = {}): Promise<StoredHandover | null> {
  if (lock) await db.query('select id from shift_handovers where id = $1::uuid for update', [id])
  const [row] = await db.query<{ j: string }>(
    `select json_build_object('id', h.id, 'from', json_build_object('id', f.id, 'username', f.username),
       'to', (select coalesce(json_agg(json_build_object('id', p.id, 'username', p.username) order by p.username), '[]') from staff p where p.id = any(h.to_staff_ids)),
       'status', h.status, 'summary', h.summary, 'items', h.items,
       'accepted_by', case when a.id is null then null else json_build_object('id', a.id, 'username', a.username) end, 'accepted_at', ${isoTime('h.accepted_at')},
       'createdAt', ${isoTime('h.created_at')}, 'version', h.version)::text as j
     from shift_handovers h join staff f on f.id = h.from_staff_id left join staff a on a.id = h.accepted_by where h.id = $1::uuid`,
    [id],
  )
  if (!row) return null
  const handover = JSON.parse(row.j) as Handover
  return { handover, fromId: handover.from.id, toIds: handover.to.map((person) => person.id) }
}
