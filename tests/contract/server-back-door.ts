/** Access of the tests to the reference server beyond its API: roles that are written into its database. */
import { randomUUID } from 'node:crypto'
import type { Db } from '@server/platform/ports/db'
import { HOME_STORE, STORES } from '@server/db/demo'
import { createAppKeys } from '@server/platform/modules/apps/keys'
import type { RecordKey } from '@contract/records/records'
import { SOURCES } from '@server/platform/records/sources'
import type { BackDoor } from './environment'
import { nodeHash } from '@server/node/crypto'

/** @param db the server's database */
export const serverBackDoor = (db: Db): BackDoor => ({
  partnerStore: STORES.find(({ kind }) => kind === 'THIRD_PARTY')!.code,
  ownStore: HOME_STORE,
  addAppKey: (store) => createAppKeys(db, { now: () => Date.now() }, nodeHash).create(store),
  async revokeAppKey(id) {
    await createAppKeys(db, { now: () => Date.now() }, nodeHash).revoke(id)
  },
  async expireClaims(record) {
    const { table } = SOURCES[record as RecordKey]
    await db.query(`update ${table} set claim_until = claim_until - interval '1 hour'`)
  },
  async addRole({ name, permissions, isPartner }) {
    await db.query(
      `insert into roles (name, kind, needs_store, position) values ($1::text, 'STAFF', $2::boolean, 100)`,
      [name, isPartner],
    )
    await db.query(
      `insert into permission_sets (id, name, description, entries, assigned_roles, store_scope, is_system, created_at, updated_at)
       values ($1::uuid, $2::text, null, $3::jsonb, array[$2::text], $4::text, false, now(), now())`,
      [randomUUID(), name, JSON.stringify(permissions), isPartner ? 'OWN' : 'ALL'],
    )
  },
})
