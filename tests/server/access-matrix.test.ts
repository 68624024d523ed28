import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EVERY_OPERATION, type OperationId } from '@contract/http/catalogue'
import { IDEMPOTENCY_KEY_HEADER } from '@contract/http/idempotency'
import { isAllowed, type AccessRule } from '@contract/http/operation'
import { can, canRead, hasEverything, type Access, type Subject } from '@contract/permissions'
import type { RecordVerb } from '@contract/records/calls'
import { RECORD_OPERATIONS, type RecordOperation } from '@contract/records/operations'
import type { Field } from '@contract/records/field'
import type { RecordDefinition } from '@contract/records/record'
import { ALL_RECORDS, RECORDS } from '@contract/records/records'
import type { PitbossServer } from '@server/server'
import { DEMO_ACCOUNTS } from '@server/db/demo'
import { exampleOf } from '@tests/contract/examples'
import { signedIn, TestClient } from './kit/client'
import { testDatabases } from './kit/databases'
import { makePlatform } from './kit/platform'

const databases = await testDatabases()
const ROLES = [...new Set(DEMO_ACCOUNTS.map((account) => account.role))]
const NOBODY = '00000000-0000-7000-8000-000000000000'

/** A body for each call that has one; the record does not exist, so that calls of all roles change nothing. */
const BODIES: Partial<Record<OperationId, object>> = {
  'profile.changePassword': {
    current_password: 'Wrong#2026',
    new_password: 'Newer#2026',
    confirm_password: 'Newer#2026',
  },
  'profile.preferences': { preferences: { 'columns.users': null } },
  'twoFactor.setup': { userId: NOBODY },
  'twoFactor.enable': { userId: NOBODY, twoFAToken: '123456' },
  'twoFactor.disable': { userId: NOBODY },
  'twoFactor.stepUp': { password: '' },
  'approvals.approve': {},
  'approvals.reject': { reason: 'Not agreed' },
  'shift.handOver': { to_staff_ids: [] },
  'support.postMessage': { client_id: NOBODY, body: 'X' },
  'chat.postMessage': { client_id: NOBODY, body: 'X' },
}
/** The status of an allowed call with such a body. */
const ALLOWED: Partial<Record<OperationId, number>> = {
  'profile.changePassword': 422,
  // Everybody may change only their own two-factor, whatever their rights.
  'twoFactor.setup': 403,
  'twoFactor.enable': 403,
  'twoFactor.disable': 403,
  // No step-up precedes them.
  'twoFactor.newRecoveryCodes': 403,
  'twoFactor.stepUp': 422,
  'notifications.read': 404,
  'approvals.get': 404,
  'approvals.approve': 404,
  'approvals.reject': 404,
  'shift.toggle': 404,
  'shift.handOver': 422,
  'shift.handover': 404,
  'shift.accept': 404,
  'support.postMessage': 404,
  'support.read': 404,
  'chat.postMessage': 404,
  'chat.read': 404,
}
/** Body of a record's call, and its status where it is allowed; the record does not exist, so nothing changes. */
const OF_VERB: Readonly<Record<RecordVerb, { body?: object; allowed: number }>> = {
  list: { allowed: 200 },
  totals: { allowed: 200 },
  tabs: { allowed: 200 },
  names: { allowed: 200 },
  get: { allowed: 404 },
  history: { allowed: 404 },
  versions: { allowed: 404 },
  create: { body: {}, allowed: 422 },
  update: { body: {}, allowed: 422 },
  enableDisable: { body: { is_deleted: true }, allowed: 404 },
  order: { body: { ids: [NOBODY] }, allowed: 409 },
  upload: { allowed: 422 },
  file: { allowed: 404 },
  action: { allowed: 404 },
  claim: { body: {}, allowed: 404 },
  release: { body: {}, allowed: 404 },
  reveal: { body: { reason: 'A check' }, allowed: 404 },
  bulk: { allowed: 200 },
  import: { allowed: 422 },
  preview: { body: {}, allowed: 422 },
  previewOf: { body: {}, allowed: 422 },
  previewMany: { body: { ids: [NOBODY] }, allowed: 200 },
  previewAction: { body: {}, allowed: 404 },
  // By an app, with its key.
  appList: { allowed: 200 },
  appGet: { allowed: 404 },
  appUpload: { allowed: 200 },
  appCall: { body: {}, allowed: 422 },
}
const RECORD_CALLS = new Map(RECORD_OPERATIONS.map((each) => [each.operation.id, each]))
const isTo = (name: string) => (field: Field) =>
  ('fields' in field.type ? Object.values(field.type.fields) : [field]).some(
    ({ type }) => 'to' in type && type.to === name,
  )
/** Whether somebody with this access enters a reference to these records somewhere in a record: in a form, an action or a question. */
const picks = (access: Access, { subject, fields, actions, preview }: RecordDefinition, name: string) =>
  Object.values(fields).some(
    (field) =>
      isTo(name)(field) &&
      ((['always', 'create', 'secret'].includes(field.write) && can(access, 'create', subject)) ||
        (['always', 'option'].includes(field.write) && can(access, 'update', subject))),
  ) ||
  Object.values(actions).some(
    ({ needs, subject: other, asks = {} }) =>
      Object.values(asks).some(isTo(name)) && can(access, needs, other ?? subject),
  ) ||
  (preview?.of === 'question' && Object.values(preview.asks).some(isTo(name)) && can(access, preview.needs, subject))
/** The names of a record may be read by its readers, and by those who may enter a reference to it. */
const mayReadNames = (access: Access, record: RecordDefinition) =>
  [...record.namedBy, record.identifiedBy ?? []].flat().every((field) => canRead(access, record.subject, field)) ||
  ALL_RECORDS.some((other) => picks(access, other, record.name))

/** The preview of disabling asks for nothing: its empty body is valid. */
const statusOfRecord = ({ call, record }: RecordOperation) =>
  call.verb === 'previewOf' && record.preview?.of === 'disabling' ? 404 : OF_VERB[call.verb].allowed

/** The two-factor status of another person requires a field: for an unknown person it is 404 with that right, 403 without. */
const statusOfTwoFactor = (access: Access) => (canRead(access, 'Admins', 'two_fa_enabled') ? 404 : 403)
const operations = EVERY_OPERATION.filter((operation) => operation.access !== 'public')
/** The body of a call, by the operation's id. */
const bodyOf = ({ id }: (typeof operations)[number]): object | undefined => {
  const ofRecord = RECORD_CALLS.get(id)
  if (!ofRecord) return BODIES[id as OperationId]
  return ['action', 'bulk', 'previewAction'].includes(ofRecord.call.verb)
    ? exampleOf(ofRecord.operation).body
    : OF_VERB[ofRecord.call.verb].body
}

describe.each(databases.kinds)('rights of the roles, on %s', (kind) => {
  let platform: PitbossServer
  const clients = new Map<string, { client: TestClient; access: Access }>()

  beforeAll(async () => {
    platform = await makePlatform(await databases.open(kind))
    for (const role of ROLES) {
      const client = await signedIn(platform, role)
      clients.set(role, { client, access: (await client.get('/api/v1/user-permissions')).body.data })
    }
  })
  afterAll(() => platform.close())

  const call = (client: TestClient, operation: (typeof operations)[number], token?: null) => {
    const body = bodyOf(operation)
    return client.send(
      operation.method,
      `${operation.path.replace(/:\w+/g, NOBODY)}${operation.upload ? new URLSearchParams(exampleOf(operation).query as Record<string, string>).toString().replace(/^/, '?') : ''}`,
      {
        body,
        ifMatch: operation.ifMatch === true ? 1 : undefined,
        ...(operation.idempotencyKey ? { headers: { [IDEMPOTENCY_KEY_HEADER]: randomUUID() } } : {}),
        ...(token === null ? { token } : {}),
      },
    )
  }

  it.each(operations.map((operation) => [operation.id, operation] as const))(
    '%s: allowed for each role according to its rights, and for nobody without a token',
    async (id, operation) => {
      for (const role of ROLES) {
        const { client, access } = clients.get(role)!
        const rule: AccessRule =
          typeof operation.access === 'function' ? operation.access(bodyOf(operation)) : operation.access
        const ofRecord = RECORD_CALLS.get(id)
        const allowed =
          ofRecord?.call.verb === 'names' ? mayReadNames(access, ofRecord.record) : isAllowed(rule, access)
        const { status } = await call(client, operation)
        const expected =
          id === 'twoFactor.status'
            ? statusOfTwoFactor(access)
            : ofRecord
              ? statusOfRecord(ofRecord)
              : (ALLOWED[id as OperationId] ?? 200)
        // A staff token is not an app key.
        const refused = operation.access === 'app' ? 401 : 403
        expect(status, `${role} ${id}`).toBe(allowed ? expected : refused)
      }
      expect((await call(new TestClient(platform), operation, null)).status).toBe(401)
    },
  )

  it('keeps the names of users from a role that enters no user anywhere', async () => {
    const statuses = await Promise.all(
      ['CONTENT_EDITOR', 'SUPPORT_LEAD'].map(
        async (role) => (await clients.get(role)!.client.get('/api/v1/users/list?search=greta')).status,
      ),
    )
    expect(statuses).toEqual([403, 200])
  })

  it('distinguishes the rights to update and to delete in the same call', async () => {
    const { client, access } = clients.get('MANAGER')!
    expect([can(access, 'update', 'Users'), can(access, 'delete', 'Users')]).toEqual([true, false])
    expect((await client.patch(`/api/v1/users/${NOBODY}`, { first_name: 'Nadia' }, { ifMatch: 1 })).status).toBe(404)
    expect((await client.patch(`/api/v1/users/${NOBODY}`, { is_deleted: true }, { ifMatch: 1 })).status).toBe(403)
  })

  it.each(ROLES)('sends %s only fields that it may read, in every form', async (role) => {
    const { client, access } = clients.get(role)!
    for (const [path, subject, fields] of [
      ['users', 'Users', Object.keys(RECORDS.users.allFields)],
      ['admin', 'Admins', Object.keys(RECORDS.admin.allFields)],
    ] as const) {
      if (!can(access, 'read', subject as Subject)) continue
      const allowed = [
        'id',
        'version',
        ...fields.filter((field) => canRead(access, subject as Subject, field)),
      ].toSorted()
      const page = (await client.get(`/api/v1/${path}?itemNo=3`)).body.data as object[]
      const streamed = (
        await client.get(`/api/v1/${path}?itemNo=3`, { headers: { accept: 'application/x-ndjson' } })
      ).text
        .trim()
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as object)
      const one = (await client.get(`/api/v1/${path}/${(page[0] as { id: string }).id}`)).body.data as object
      const asked = (await client.get(`/api/v1/${path}?itemNo=3&fields=${fields.join(',')}`)).body.data as object[]
      for (const row of [...page, ...streamed, one, ...asked]) expect(Object.keys(row).toSorted()).toEqual(allowed)
      for (const field of fields.filter((each) => !canRead(access, subject as Subject, each))) {
        expect((await client.get(`/api/v1/${path}?sort_by=${field}`)).status, `${role} sorts by ${field}`).toBe(400)
      }
    }
  })

  it.each(ROLES)('lets %s filter a list only by fields that it may read', async (role) => {
    const { client, access } = clients.get(role)!
    const expected = !can(access, 'read', 'Users') ? 403 : canRead(access, 'Users', 'risk_level') ? 200 : 400
    expect((await client.get('/api/v1/users?risk_level=HIGH')).status).toBe(expected)
  })

  it('returns menus that differ by role', () => {
    const pages = ROLES.filter((role) => !hasEverything(clients.get(role)!.access)).map((role) =>
      clients.get(role)!.access.accessible_pages.toSorted().join(),
    )
    expect(new Set(pages).size).toBe(pages.length)
  })
})
