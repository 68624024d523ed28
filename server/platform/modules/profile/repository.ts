/** SQL of the signed-in person's own data. */
import { PREFERENCE_LIMIT, type PreferenceChanges } from '@contract/entities/preferences'
import type { AccessStore } from '@contract/permissions'
import type { Clock } from '@server/platform/ports/clock'
import type { Db } from '@server/platform/ports/db'
import { createParams } from '@server/platform/db/params'
import type { Origin } from '@server/platform/operations/call'
import { PRESENCE, STATUS } from '@server/platform/records/people/admin'
import { ACCOUNT_SOURCES } from '@server/platform/records/sources'
import { auditInsert } from '@server/platform/modules/audit/entry'
import { statementOf, type WriteKey } from '@server/platform/modules/idempotency/keys'

const PROFILE = `u.id, u.avatar, ${STATUS} as status, json_build_object('status', ${PRESENCE}) as "UserSessionTracker",
  u.email, u.first_name, u.last_name, u.username, u.role, u.third_party_store_code, u.store_code, coalesce(c.entries, '{}') as preferences`

export interface ProfileRepository {
  /** @returns the profile as JSON text; null where the account does not exist */
  read(staffId: string): Promise<string | null>
  /** @param codes null for all @returns the stores, by code */
  readStores(codes: readonly string[] | null): Promise<AccessStore[]>
  /**
   * Sets some preferences, and removes those that are null; others keep their value, so that two tabs or devices that change
   * different ones lose nothing. The audit entry has their names, without values.
   * @param key stores the answer
   * @returns the answer, with all preferences, as JSON text; null where they would exceed the size limit
   */
  changePreferences(
    staffId: string,
    changes: PreferenceChanges,
    origin: Origin,
    key: WriteKey | null,
  ): Promise<string | null>
}

export const createProfileRepository = (db: Db, clock: Clock): ProfileRepository => ({
  async read(staffId) {
    const [row] = await db.query<{ j: string }>(
      `select row_to_json(t)::text as j from (select ${PROFILE} from staff u
        left join staff_presence p on p.staff_id = u.id left join staff_preferences c on c.staff_id = u.id
        where u.id = $1::uuid) t`,
      [staffId],
    )
    return row?.j ?? null
  },

  readStores: (codes) =>
    db.query<AccessStore>(
      `select code, name, is_deleted from stores where $1::text[] is null or code = any($1::text[]) order by code`,
      [codes],
    ),

  async changePreferences(staffId, changes, origin, key) {
    const params = createParams()
    const id = params.add(staffId, 'uuid')
    const changed = params.add(JSON.stringify(changes), 'jsonb')
    const at = params.add(new Date(clock.now()).toISOString(), 'timestamptz')
    const most = params.add(PREFERENCE_LIMIT.all, 'integer')
    const names = params.add(JSON.stringify({ preferences: Object.keys(changes) }), 'jsonb')
    const merged = `jsonb_strip_nulls(staff_preferences.entries || ${changed})`
    const audit = auditInsert(
      params,
      clock,
      { actorId: staffId, action: 'set-preferences', subject: ACCOUNT_SOURCES.STAFF.subject, origin },
      { id: 'stored.staff_id::text', before: 'null::jsonb', after: names, from: 'from stored' },
    )
    const text = statementOf(
      key,
      params,
      `with stored as (insert into staff_preferences (staff_id, entries, updated_at)
          select ${id}, jsonb_strip_nulls(${changed}), ${at} where length(${changed}::text) <= ${most}
          on conflict (staff_id) do update set entries = ${merged}, updated_at = excluded.updated_at
            where length(${merged}::text) <= ${most}
          returning staff_id, entries),
        audit as (${audit})`,
      `select jsonb_build_object('preferences', entries)::text as j from stored`,
      { data: 'j' },
    )
    const [row] = await db.query<{ j: string }>(text, params.values)
    return row?.j ?? null
  },
})
