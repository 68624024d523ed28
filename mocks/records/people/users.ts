import { changedTags } from '@contract/records/tags'
import { requestAdjustment } from '../../approvals'
import { requestGrant } from '../rewards/bonus-grant'
import type { Caller } from '../../call'
import { db } from '../../db'
import { rejected } from '../../refusal'
import type { Behaviour, RowsOf, StoredRecord } from '../behaviour'
import { account } from './account'
import { kycStatusOf } from './user-doc-verification'
import { reachedBy } from './user-level'

/** Rules of end users, whatever store they are of. */
export const userBehaviour = {
  ...account('USER'),
  derive: { kyc_status: ({ id }: StoredRecord, rows: RowsOf) => kycStatusOf(id, rows('userDocVerification')) },
} satisfies Behaviour

/** See the source: server/platform/records/people/users.ts. */
export const usersBehaviour: Behaviour = {
  ...userBehaviour,
  rows: () => db.users as unknown as StoredRecord[],
  derive: {
    ...userBehaviour.derive,
    user_level: ({ user_level }) => user_level ?? null,
    referred_by: ({ referred_by }) => referred_by ?? null,
  },
  actions: {
    adjust: (row: StoredRecord, body: Readonly<Record<string, unknown>>, _rows: RowsOf, at: string, caller: Caller) =>
      requestAdjustment(row, body, at, caller),
    grantBonus: (
      row: StoredRecord,
      body: Readonly<Record<string, unknown>>,
      rows: RowsOf,
      at: string,
      caller: Caller,
    ) => requestGrant(row, body, rows, at, caller),
    tags(row: StoredRecord, body: Readonly<Record<string, unknown>>) {
      const tags = changedTags(null, row.tags as string[], body)
      if ('errors' in tags) throw rejected(tags.errors)
      return { tags: tags.after }
    },
    setLevel(row: StoredRecord, { level }: Readonly<Record<string, unknown>>, rows: RowsOf) {
      const chosen = rows('userLevel').find(({ id }) => id === level)!
      if (chosen.store_code !== (row.third_party_store_code ?? row.store_code))
        throw rejected({ level: ['Choose a level of the user’s store'] })
      return { user_level: { id: chosen.id, name: chosen.name } }
    },
    followDeposits: (row: StoredRecord, _body: unknown, rows: RowsOf) => ({ user_level: reachedBy(row, rows) }),
  },
}
