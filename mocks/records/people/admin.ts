import { db } from '../../db'
import type { Behaviour, StoredRecord } from '../behaviour'
import { account } from './account'

/** Rules of staff, whatever store they are of. */
export const staffBehaviour = {
  ...account('STAFF'),
  derive: { status: ({ is_deleted }) => (is_deleted === true ? 'INACTIVE' : 'ACTIVE') },
} satisfies Behaviour

/** See the source: server/records/people/admin.ts. */
export const adminBehaviour: Behaviour = { ...staffBehaviour, rows: () => db.staff as unknown as StoredRecord[] }
