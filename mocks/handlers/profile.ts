/** The signed-in person: profile, permissions, own password, counts. */
import { PREFERENCE_LIMIT, PREFERENCES_TOO_LARGE } from '@contract/entities/preferences'
import { callerOf, type HandlersOf } from '../call'
import { accessOf, db, endSessionsOf } from '../db'
import { profileOf } from '../fixtures/profile'
import { MOCK_NOW } from '../ids'
import { rejected } from '../refusal'
import { countRecords } from '../records/verbs/lists'
import { storesOf } from '../records/verbs/stores'

export const profileHandlers: HandlersOf<'profile'> = {
  'profile.get': (call) => {
    const { staff } = callerOf(call)
    return { data: profileOf(staff, db.preferences.get(staff.id)) }
  },
  'profile.preferences': (call) => {
    const { staff } = callerOf(call)
    const changed = Object.entries({ ...db.preferences.get(staff.id), ...call.body.preferences })
    const preferences = Object.fromEntries(changed.filter((entry): entry is [string, string] => entry[1] !== null))
    if (JSON.stringify(preferences).length > PREFERENCE_LIMIT.all)
      throw rejected({ preferences: [PREFERENCES_TOO_LARGE] })
    db.preferences.set(staff.id, preferences)
    return { data: { preferences } }
  },
  'profile.access': (call) => {
    const caller = callerOf(call)
    return { data: { ...accessOf(caller.staff), stores: storesOf(caller) } }
  },
  'profile.changePassword': (call) => {
    const { staff, session } = callerOf(call)
    if (staff.password !== call.body.current_password)
      throw rejected({ current_password: ['This is not your current password'] })
    staff.password = call.body.new_password
    staff.version += 1
    endSessionsOf(staff.id, session.id)
    return { data: null as never, message: 'Your password has been successfully changed.' }
  },
  'profile.counts': (call) => ({
    data: { records: countRecords(callerOf(call)), counted_at: new Date(MOCK_NOW).toISOString() },
  }),
}
