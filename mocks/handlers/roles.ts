/** The roles that accounts can have, in the mocks. */
import { callerOf, type HandlersOf } from '../call'
import { db } from '../db'
import { mayTouchRole } from '../lists'

export const roleHandlers: HandlersOf<'roles'> = {
  'roles.list': (call) => ({ data: db.roles.filter(({ name }) => mayTouchRole(callerOf(call), name)) }),
}
