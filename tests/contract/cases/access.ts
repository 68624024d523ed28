/** Rights: what each role may open, read and do; stores (spec 6; contract, Access). */
import assert from 'node:assert/strict'
import { FULL_LIST_ITEM_NO } from '@contract/constants'
import type { Profile } from '@contract/entities/profile'
import type { Role } from '@contract/entities/role'
import { catalogue, operationById } from '@contract/http/catalogue'
import type { DataOf } from '@contract/http/operation'
import { ALL_RECORDS } from '@contract/records/records'
import { SUPER_ADMIN, can, canRead, hasEverything, type Access, type Action, type Subject } from '@contract/permissions'
import { checkFailure, checkRejected, checkSuccess } from '../check'
import type { Client } from '../client'
import type { Case, Environment } from '../environment'
import { exampleOf } from '../examples'
import { sendExample } from '../send-example'

type Row = Record<string, unknown> & { id: string }
type CountedRecords = DataOf<(typeof catalogue)['profile.counts']>['records'][number]
const COUNTED = ALL_RECORDS.filter(({ counted }) => counted)
const KINDS = [
  { domain: 'admin', path: '/api/v1/admin', subject: 'Admins' },
  { domain: 'users', path: '/api/v1/users', subject: 'Users' },
] as const
const ROLES = [
  SUPER_ADMIN,
  'ADMIN',
  'MANAGER',
  'SUPPORT_LEAD',
  'SUPPORT_AGENT',
  'FINANCE',
  'RISK',
  'CONTENT_EDITOR',
  'THIRD_PARTY_ADMIN',
] as const
const everything = { itemNo: FULL_LIST_ITEM_NO }

async function read(on: Environment, role: string): Promise<{ client: Client; access: Access; profile: Profile }> {
  const client = await on.as(role)
  return {
    client,
    access: await on.accessOf(client),
    profile: checkSuccess<Profile>(await client.send('GET', '/api/v1/admin/profile'), catalogue['profile.get']),
  }
}
const listOf = async (client: Client, { domain, path }: (typeof KINDS)[number]) =>
  checkSuccess<Row[]>(await client.send('GET', path, { query: everything }), operationById(`${domain}.list`))

const casesOf = (role: string): Case[] => [
  {
    name: `${role}: profile and access are its own and in the contract's form`,
    roles: [role],
    async run(on) {
      const { client, access, profile } = await read(on, role)
      assert.deepEqual([profile.role, profile.email], [role, on.account(role).email])
      assert.equal(hasEverything(access), role === SUPER_ADMIN)
      checkSuccess(await client.send('GET', '/api/v1/user-permissions'), catalogue['profile.access'])
    },
  },
  {
    name: `${role}: its access names the stores whose records it may see`,
    roles: [role],
    async run(on) {
      const { client, access, profile } = await read(on, role)
      const { stores = [] } = access
      const codes = stores.map(({ code }) => code)
      assert.deepEqual(codes, [...new Set(codes)].toSorted(), 'each once, by code')
      const own = profile.third_party_store_code ?? profile.store_code
      assert.ok(own === null || codes.includes(own), 'their own store is one of them')
      if (profile.third_party_store_code !== null) assert.deepEqual(codes, [own], 'a partner sees one store')
      if (!can(access, 'read', 'Users')) return
      const rows = await listOf(client, KINDS[1])
      for (const { third_party_store_code: partner } of rows)
        assert.ok(!partner || codes.includes(partner as string), `a user of ${String(partner)} is visible`)
    },
  },
  ...KINDS.map((kind): Case => ({
    name: `${role}: receives exactly the fields of ${kind.subject} that its access contains`,
    roles: [role],
    async run(on) {
      const { client, access } = await read(on, role)
      if (!can(access, 'read', kind.subject)) {
        checkFailure(await client.send('GET', kind.path), 403)
        checkFailure(await client.send('GET', `${kind.path}/01890a5d-ac96-774b-bcce-b302099a8057`), 403)
        return
      }
      const rows = await listOf(client, kind)
      assert.ok(rows.length > 0, 'there are rows')
      const known = Object.keys((operationById(`${kind.domain}.get`).data as unknown as { fields: object }).fields)
      const allowed = known.filter(
        (field) => field === 'id' || field === 'version' || canRead(access, kind.subject, field),
      )
      for (const row of rows.slice(0, 50)) assert.deepEqual(Object.keys(row).toSorted(), allowed.toSorted())
      const one = checkSuccess<Row>(
        await client.send('GET', `${kind.path}/${rows[0]!.id}`),
        operationById(`${kind.domain}.get`),
      )
      assert.deepEqual(one, rows[0])
    },
  })),
  ...KINDS.map((kind): Case => ({
    name: `${role}: a write to ${kind.subject} without the right is 403`,
    roles: [role],
    writes: true,
    async run(on) {
      const { client, access } = await read(on, role)
      const record = '01890a5d-ac96-774b-bcce-b302099a8057'
      const acts: [Action, 'create' | 'update' | 'enableDisable' | 'resetPassword'][] = [
        ['create', 'create'],
        ['update', 'update'],
        ['update', 'resetPassword'],
        ['delete', 'enableDisable'],
      ]
      for (const [action, verb] of acts) {
        const operation = operationById(`${kind.domain}.${verb}`)
        if (can(access, action, kind.subject)) continue
        checkFailure(
          await sendExample(client, operation, exampleOf(operation, { id: record, unique: on.unique() }), {
            ifMatch: 1,
          }),
          403,
          operation.id,
        )
      }
      const update = operationById(`${kind.domain}.update`)
      if (!can(access, 'delete', kind.subject))
        checkFailure(
          await sendExample(client, update, { params: { id: record }, body: { is_deleted: true } }, { ifMatch: 1 }),
          403,
          'is_deleted needs delete',
        )
    },
  })),
  {
    name: `${role}: the counts of Home are those of the lists, and leave out what it may not read`,
    roles: [role],
    async run(on) {
      const { client, access } = await read(on, role)
      const { records } = checkSuccess<{ records: CountedRecords[] }>(
        await client.send('GET', '/api/v1/admin/profile/counts'),
        catalogue['profile.counts'],
      )
      const counted = COUNTED.filter(({ subject }) => can(access, 'read', subject))
      assert.deepEqual(
        records.map(({ subject }) => subject),
        counted.map(({ subject }) => subject),
      )
      for (const { name, base, subject, switch: hasSwitch, counted: values = [] } of counted) {
        const { total, parts } = records.find((one) => one.subject === subject)!
        const rows = checkSuccess<Readonly<Record<string, unknown>>[]>(
          await client.send('GET', `/api/v1/${base}`, { query: everything }),
          operationById(`${name}.list` as never),
        )
        assert.equal(total, rows.length)
        const asked = [...(hasSwitch ? [{ field: 'is_deleted', value: 'true' }] : []), ...values]
        assert.deepEqual(
          parts,
          asked
            .filter(({ field }) => canRead(access, subject, field))
            .map((one) => ({ ...one, count: rows.filter((row) => String(row[one.field]) === one.value).length })),
        )
      }
    },
  },
]

/** A search, filter or order by an unreadable field would reveal its values. */
const blindFields: Case = {
  name: 'sorting or filtering by a field without the right to read it is refused, because it would reveal the values',
  roles: [SUPER_ADMIN, 'SUPPORT_AGENT'],
  async run(on) {
    const { client, access } = await read(on, 'SUPPORT_AGENT')
    if (!can(access, 'read', 'Users')) return
    const ids = (rows: readonly Row[]) => rows.map(({ id }) => id)
    const plain = ids(await listOf(client, KINDS[1]))
    const hidden = (['cash_balance', 'total_deposit', 'risk_level'] as const).filter(
      (field) => !canRead(access, 'Users', field),
    )
    for (const sort_by of hidden) {
      const reply = await client.send('GET', '/api/v1/users', { query: { ...everything, sort_by } })
      if (reply.status === 200)
        assert.deepEqual(ids((reply.json as { data: Row[] }).data), plain, `sorting by ${sort_by} changes nothing`)
      else assert.ok(reply.status === 400 || reply.status === 403, `status ${reply.status}`)
    }
    if (!hidden.includes('risk_level')) return
    const reply = await client.send('GET', '/api/v1/users', { query: { ...everything, risk_level: 'HIGH' } })
    if (reply.status === 200)
      assert.deepEqual(ids((reply.json as { data: Row[] }).data), plain, 'a filter by risk_level changes nothing')
    else assert.ok(reply.status === 400 || reply.status === 403, `status ${reply.status}`)
  },
}

const stores: Case = {
  name: 'THIRD_PARTY_ADMIN sees only the users of its store; those of other stores are 404',
  roles: [SUPER_ADMIN, 'THIRD_PARTY_ADMIN'],
  async run(on) {
    const { client, profile } = await read(on, 'THIRD_PARTY_ADMIN')
    const store = profile.third_party_store_code ?? profile.store_code
    assert.ok(store, 'it has a store')
    const all = await listOf(await on.as(SUPER_ADMIN), KINDS[1])
    const own = new Set(all.filter((row) => row.third_party_store_code === store).map(({ id }) => id))
    const seen = await listOf(client, KINDS[1])
    assert.ok(seen.length > 0 && seen.length < all.length, `${seen.length} of ${all.length}`)
    for (const { id } of seen) assert.ok(own.has(id), `${id} is of ${store}`)
    const [other] = all.filter(({ id }) => !own.has(id))
    checkFailure(await client.send('GET', `/api/v1/users/${other!.id}`), 404)
    checkFailure(
      await client.send('PATCH', `/api/v1/users/${other!.id}`, { body: { first_name: 'Renamed' }, ifMatch: 1 }),
      404,
    )
    assert.deepEqual((await client.send('GET', '/api/v1/users', { query: { id: other!.id } })).json, {
      success: true,
      data: [],
      total_count: 0,
    })
    for (const name of checkSuccess<Row[]>(
      await client.send('GET', '/api/v1/users/list'),
      operationById('users.names'),
    ))
      assert.ok(own.has(name.id))
  },
}

const otherStores: Case = {
  name: 'THIRD_PARTY_ADMIN can neither create in another store nor move a user there',
  writes: true,
  roles: [SUPER_ADMIN, 'THIRD_PARTY_ADMIN'],
  async run(on) {
    const { client, profile } = await read(on, 'THIRD_PARTY_ADMIN')
    const store = profile.third_party_store_code ?? profile.store_code
    const all = await listOf(await on.as(SUPER_ADMIN), KINDS[1])
    const codes = all.map((row) => row.third_party_store_code).filter((code) => typeof code === 'string')
    const creator = await on.as(SUPER_ADMIN)
    const made = all.find((row) => row.third_party_store_code === store)
    assert.ok(made, 'its store has a user')
    // Where no user is in another store, an unknown code is used, which is refused as well.
    const third_party_store_code = codes.find((code) => code !== store) ?? `${store}X`
    const body = { ...exampleOf(operationById('users.create'), { unique: on.unique() }).body, third_party_store_code }
    const mayCreate = can(await on.accessOf(client), 'create', 'Users')
    checkFailure(await client.send('POST', '/api/v1/users', { body }), mayCreate ? 422 : 403)
    const one = checkSuccess<Row>(await creator.send('GET', `/api/v1/users/${made.id}`), operationById('users.get'))
    // With an empty store, the user would not be in the partner's store either.
    for (const code of [third_party_store_code, '']) {
      const moved = await client.send('PATCH', `/api/v1/users/${made.id}`, {
        body: { third_party_store_code: code },
        ifMatch: Number(one.version),
      })
      checkRejected(moved, 'third_party_store_code')
    }
    assert.deepEqual(
      checkSuccess<Row>(await creator.send('GET', `/api/v1/users/${made.id}`), operationById('users.get')),
      one,
    )
  },
}

const roles: Case = {
  name: 'the assignable roles contain SUPER_ADMIN only for a SUPER_ADMIN',
  roles: [SUPER_ADMIN, 'ADMIN'],
  async run(on) {
    const names = async (role: string) =>
      checkSuccess<Role[]>(
        await (await on.as(role)).send('GET', '/api/v1/admin-user-permissions/roles'),
        catalogue['roles.list'],
      ).map(({ name }) => name)
    assert.ok((await names(SUPER_ADMIN)).includes(SUPER_ADMIN))
    assert.ok(!(await names('ADMIN')).includes(SUPER_ADMIN))
  },
}

/** Ensures that some roles lack rights: otherwise the cases above would pass without a check. */
const differ: Case = {
  name: 'the roles differ: some may not read Admins, some not Users, and some may',
  roles: ROLES,
  async run(on) {
    const readers = async (subject: Subject) =>
      (await Promise.all(ROLES.map(async (role) => can((await read(on, role)).access, 'read', subject)))).filter(
        Boolean,
      ).length
    for (const subject of ['Admins', 'Users'] as const) {
      const count = await readers(subject)
      assert.ok(count > 0 && count < ROLES.length, `${count} roles read ${subject}`)
    }
  },
}

export const accessCases: readonly Case[] = [...ROLES.flatMap(casesOf), blindFields, stores, otherStores, roles, differ]
