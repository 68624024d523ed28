import { describe, expect, it } from 'vitest'
import { ValidationError, type AnyObjectSchema } from 'yup'
import { HIDDEN_FIELDS } from '../entities/account'
import { SUBJECTS } from '../permissions'
import { ALL_RECORDS } from '../records/records'
import { RECORD_OPERATIONS } from '../records/operations'
import { RECORDS } from '../records/records'
import { EVERY_OPERATION, operationById, type OperationId } from './catalogue'
import { takesIdempotencyKey } from './idempotency'
import type { AccessRule, AnyOperation } from './operation'

const operations = EVERY_OPERATION
const RECORD_ACTIONS = new Set(
  RECORD_OPERATIONS.filter(({ call }) => call.verb === 'action').map(({ operation }) => operation.id),
)
/** New rows of records that transfers are posted for. */
const PROMISES = new Set(
  ALL_RECORDS.filter(({ posts }) => posts && 'source' in posts).map(({ name }) => `${name}.create`),
)
const MOVES_MONEY = new Set(
  RECORD_OPERATIONS.filter(
    ({ record, call }) =>
      (call.verb === 'action' && record.actions[call.action]!.movesMoney) ||
      (call.verb === 'appCall' && record.appCalls![call.action]!.movesMoney),
  ).map(({ operation }) => operation.id),
)
const everyPath = operations.flatMap((operation) =>
  [operation.path, ...(operation.aliases ?? [])].map((path) => ({ operation, path })),
)
const rulesOf = (operation: AnyOperation): AccessRule[] =>
  typeof operation.access === 'function'
    ? [operation.access({ is_deleted: true }), operation.access({})]
    : [operation.access]

describe('every operation', () => {
  it('is in the catalogue', () => {
    expect(operations.length).toBeGreaterThan(50)
    expect(new Set(operations.map(({ id }) => id.split('.')[0]))).toEqual(
      new Set([
        'auth',
        'profile',
        'roles',
        ...Object.keys(RECORDS),
        'twoFactor',
        'notifications',
        'approvals',
        'shift',
        'support',
        'chat',
        'unread',
        'health',
        'files',
      ]),
    )
  })
  it('has a unique id, domain.verb, and is found by it', () => {
    expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length)
    for (const operation of operations) {
      expect(operation.id).toMatch(/^[a-z][A-Za-z]*\.[a-z][A-Za-z]*$/)
      expect(operationById(operation.id as OperationId)).toBe(operation)
    }
  })
  it('has a unique method and path, whatever the names of its parameters', () => {
    const keys = everyPath.map(({ operation, path }) => `${operation.method} ${path.replace(/:\w+/g, ':')}`)
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
  })
  it('is under /api/v1; the sign-in mechanism is under /api/auth, the health checks are under /health, public images under /files', () => {
    for (const { operation, path } of everyPath)
      expect(path).toMatch(
        operation.access === 'public' ? /^\/(?:api\/auth|health|files)\/[\w:/-]+$/ : /^\/api\/v1\/[\w:/-]+$/,
      )
  })
  it('has a summary of one sentence', () => {
    for (const { summary } of operations) expect(summary).toMatch(/^[A-Z].*\.$/)
  })
  it('is public only in the sign-in mechanism, in the health checks and for public images', () => {
    for (const operation of operations)
      expect(rulesOf(operation).includes('public'), operation.id).toBe(
        operation.envelope === 'plain' || operation.id === 'files.get',
      )
  })
  it('requires a permission on a known subject, if it requires one', () => {
    const subjects = operations.flatMap(rulesOf).flatMap((rule) => (typeof rule === 'object' ? [rule.subject] : []))
    expect(subjects.length).toBeGreaterThan(0)
    for (const subject of subjects) expect(SUBJECTS).toContain(subject)
  })
  it('declares each parameter of its path in its params', () => {
    for (const operation of operations) {
      const named = [...operation.path.matchAll(/:(\w+)/g)].map((match) => match[1])
      const described = operation.params ? Object.keys((operation.params as AnyObjectSchema).fields) : []
      expect(described, operation.id).toEqual(named)
    }
  })
  it('has a body if it writes, and only then; the spec defines some writes without a payload', () => {
    const without = operations
      .filter(({ body, upload, method }) => method !== 'GET' && (body ?? upload) === undefined)
      .map(({ id }) => id)
    expect(without.toSorted()).toEqual([
      'chat.read',
      'notifications.read',
      'notifications.readAll',
      'shift.accept',
      'shift.toggle',
      'support.read',
      'twoFactor.newRecoveryCodes',
    ])
    expect(operations.filter(({ method, body, upload }) => method === 'GET' && (body ?? upload) !== undefined)).toEqual(
      [],
    )
  })
  it('requires an Idempotency-Key if a repetition would do harm, and only for a write', () => {
    const required = operations.filter(({ idempotencyKey }) => idempotencyKey === 'required')
    // Whether those that move money are marked is seen where they run: tests/contract/on-server.ts.
    const repeats = (id: string) =>
      MOVES_MONEY.has(id) ||
      PROMISES.has(id) ||
      /\.(?:postMessage|import|bulk\w+)$|^approvals\.(?:approve|reject)$/.test(id)
    expect(required.map(({ id }) => id)).toEqual(operations.map(({ id }) => id).filter(repeats))
    expect(required.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['chat.postMessage', 'game.import', 'game.bulkTags']),
    )
    expect(required.every(takesIdempotencyKey)).toBe(true)
  })
  it('requires If-Match if it changes one record, and accepts the versions of several in bulk', () => {
    for (const operation of operations) {
      // Marking something as read is not a change that another could overtake.
      const changesOneRecord =
        operation.method === 'PATCH' &&
        (operation.path.endsWith('/:id') ||
          RECORD_ACTIONS.has(operation.id) ||
          /^approvals\.(?:approve|reject)$/.test(operation.id)) &&
        operation.id !== 'notifications.read'
      const isBulk = /\.bulk\w+$/.test(operation.id)
      expect(operation.ifMatch ?? false, operation.id).toBe(isBulk ? 'each' : changesOneRecord)
    }
  })
})

describe('the paths of spec section 7', () => {
  it.each([
    ['PATCH', '/api/v1/admin/change-password'],
    ['PATCH', '/api/v1/admin/reset-password/:id'],
    ['PATCH', '/api/v1/users/reset-password/:id'],
    ['GET', '/api/v1/admin'],
    ['POST', '/api/v1/admin'],
    ['PATCH', '/api/v1/admin/:id'],
    ['GET', '/api/v1/users'],
    ['POST', '/api/v1/users'],
    ['PATCH', '/api/v1/users/:id'],
    ['PATCH', '/api/v1/admin/enable-disable/:id'],
    ['PATCH', '/api/v1/users/enable-disable/:id'],
    ['GET', '/api/v1/users/list'],
    ['GET', '/api/v1/admin-users'],
    ['GET', '/api/v1/admin/profile'],
    ['GET', '/api/v1/user-permissions'],
    ['GET', '/api/v1/admin-two-fa/:userId'],
    ['POST', '/api/v1/admin-two-fa'],
    ['PATCH', '/api/v1/admin-two-fa/enable'],
    ['PATCH', '/api/v1/admin-two-fa/disable'],
    ['GET', '/api/v1/admin-notification'],
    ['PATCH', '/api/v1/admin-notification/:id'],
    ['PATCH', '/api/v1/notification/read/all'],
    ['PATCH', '/api/v1/shift-handover/accept/:keyword_id'],
    ['PATCH', '/api/v1/admin-shift/status/:shiftId'],
    ['GET', '/api/v1/quick-chat'],
    ['GET', '/api/v1/admin-support-ticket/search'],
    ['PATCH', '/api/v1/support-ticket/assignee/:id'],
    ['PATCH', '/api/v1/support-ticket/escalate/:id'],
    ['GET', '/api/auth/session'],
    ['GET', '/api/auth/csrf'],
    ['GET', '/api/auth/providers'],
    ['POST', '/api/auth/signin/:provider'],
    ['POST', '/api/auth/callback/:provider'],
    ['POST', '/api/auth/signout'],
    ['POST', '/api/auth/_log'],
  ])('%s %s is served', (method, path) => {
    expect(everyPath.some((entry) => entry.path === path && entry.operation.method === method)).toBe(true)
  })
})

it.each(['admin', 'users', 'thirdPartyAdmin', 'thirdPartyUser'] as const)(
  'a row of %s contains no hidden field (spec 2)',
  (name) => {
    for (const hidden of HIDDEN_FIELDS) expect(Object.keys(RECORDS[name].allFields)).not.toContain(hidden)
  },
)

describe.each([
  ['admin', operationById('admin.list')],
  ['users', operationById('users.list')],
] as const)('the query of the list of %s', (_name, { query }) => {
  const read = (value: object) => {
    try {
      return query!.validateSync(value, { abortEarly: false })
    } catch (error) {
      return (error as ValidationError).errors
    }
  }
  it('accepts the full list of the spec', () =>
    expect(read({ itemNo: '9007199254740991' })).toEqual({ itemNo: Number.MAX_SAFE_INTEGER }))
  it('converts text to numbers and lists', () => {
    expect(
      read({
        page: '2',
        itemNo: '25',
        fields: 'email,username',
        id: '01890a5d-ac96-774b-bcce-b302099a8057',
        sort_by: 'email',
        sort_order: 'desc',
      }),
    ).toEqual({
      page: 2,
      itemNo: 25,
      fields: ['email', 'username'],
      id: ['01890a5d-ac96-774b-bcce-b302099a8057'],
      sort_by: 'email',
      sort_order: 'desc',
    })
  })
  it.each([
    { page: '0' },
    { page: '-1' },
    { page: '1.5' },
    { page: 'x' },
    { itemNo: '0' },
    { itemNo: '9007199254740992' },
    { sort_by: 'password' },
    { sort_by: 'store_code' },
    { sort_order: 'up' },
    { fields: 'email,password_hash' },
    { fields: 'avatar' },
    { id: 'profile' },
    { unheard_of: '1' },
    { is_deleted: 'perhaps' },
    { search: 'x'.repeat(256) },
  ])('refuses %j', (value) => expect(Array.isArray(read(value))).toBe(true))
})
