import { db, tell } from '../../db'
import { assignSet, ownSetOf, previewSet } from '../../permission-sets'
import type { Behaviour, StoredRecord } from '../behaviour'
import { account } from './account'
import { leaveWork, previewOpenWork, runningShift } from './open-work'

/** Rules of staff, whatever store they are of. */
const signIn = account('STAFF')

export const staffBehaviour = {
  ...signIn,
  derive: {
    status: ({ is_deleted }) => (is_deleted === true ? 'INACTIVE' : 'ACTIVE'),
    permission_set: ({ id }) => ownSetOf(db.records.permissionSet, id)?.name ?? null,
  },
  preview: previewOpenWork,
  previews: {
    assignPermissionSet: (asked) => previewSet(asked, { sets: db.records.permissionSet, byRole: db.access }),
  },
  actions: {
    assignPermissionSet(row, body, _rows, _at, caller) {
      assignSet(db.records.permissionSet, row.id, body, caller)
      tell({ type: 'access:changed' })
    },
    disableAndMove(row, { to }, _rows, _at, caller) {
      leaveWork(row.id, (to as string | null | undefined) || null, caller)
    },
  },
  after(action, row, _body, _rows, caller) {
    if (action === 'disable') leaveWork(row.id, null, caller)
    signIn.after(action, row)
  },
} satisfies Behaviour

/** See the source: server/platform/records/people/admin.ts. */
export const adminBehaviour: Behaviour = {
  ...staffBehaviour,
  rows: () => db.staff as unknown as StoredRecord[],
  derive: {
    ...staffBehaviour.derive,
    on_shift: ({ id }) => runningShift(id) !== undefined,
    current_shift: ({ id }) => runningShift(id)?.name ?? null,
  },
}
