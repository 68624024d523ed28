/** Approvals (ledger.md): who decides, once, and what follows; the adjustment of a user's money is the first that needs one. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { APPROVAL_CHANGED, APPROVAL_HOURS, type Approval } from '@contract/entities/approval'
import type { HistoryEntry } from '@contract/entities/history'
import { ERROR_CODE } from '@contract/errors'
import { approvalsOperations } from '@contract/http/approvals'
import { catalogue } from '@contract/http/catalogue'
import { can } from '@contract/permissions'
import type { Notification } from '@contract/entities/notification'
import { checkFailure, checkRejected, checkSuccess } from '../check'
import type { Client } from '../client'
import type { Case, Environment } from '../environment'
import { eventually } from '../eventually'
import { clientOf } from '../records/people'
import { call, done, operationOf } from '../records/calls'
import { addRecord, definitionOf } from '../records/rows'
import { sendDecision } from '../records/ground'
import type { Row } from '../records/oracle'
import { connected, next } from './socket'
import { hearChanges } from '../../kit/hear-changes'

const users = definitionOf('users')
const NOBODY = '01890a5d-ac96-774b-bcce-b302099a8057'
const ROLES = ['FINANCE', 'MANAGER', 'ADMIN', 'RISK', 'CONTENT_EDITOR'] as const

const BODY = {
  direction: 'UP',
  account: 'CASH',
  amount: '20.00',
  reason_code: 'GOODWILL',
  note: 'The contract suite asks',
}

const listFor = async (client: Client) =>
  checkSuccess<Approval[]>(await client.send('GET', approvalsOperations.list.path), catalogue['approvals.list'])
const pathOf = (verb: 'get' | 'approve' | 'reject', id: string) => approvalsOperations[verb].path.replace(':id', id)
const read = async (client: Client, id: string) =>
  checkSuccess<Approval>(await client.send('GET', pathOf('get', id)), catalogue['approvals.get'])
const approve = (client: Client, id: string, sending: Parameters<typeof sendDecision>[3] = {}) =>
  sendDecision(client, 'approve', id, sending)
const reject = (client: Client, id: string, body: object = { reason: 'Not agreed' }) =>
  sendDecision(client, 'reject', id, { body })
const settled = async (reply: ReturnType<typeof approve>) =>
  checkSuccess<Approval>(await reply, catalogue['approvals.approve'])

const send = async (client: Client, user: string, body: object) => {
  const { version } = await done<Row>(client, users, 'get', user)
  return call(client, users, 'adjust', user, { body: { ...BODY, ...body }, ifMatch: version })
}
/** Somebody with a right to both requests the adjustment of a new user. @returns the approval as a manager sees it */
async function requested(on: Environment, body: object = {}) {
  const [finance, manager] = await Promise.all([on.as('FINANCE'), on.as('MANAGER')])
  const { id: user } = await addRecord(on, users)!.then((row) => row!)
  const before = new Set((await listFor(manager)).map(({ id }) => id))
  checkSuccess(await send(finance, user, body), operationOf(users, 'adjust'))
  const approval = (await listFor(manager)).find(({ id }) => !before.has(id))
  assert.ok(approval, 'a manager may decide it')
  const cash = async () => (await done<Row>(manager, users, 'get', user)).cash_balance
  return { finance, manager, user, approval, cash }
}

/** Decides, and checks that who reads the user hears of it. */
async function tellsReadersOf(on: Environment, user: string, decide: () => Promise<unknown>) {
  await connected(on, await on.as('RISK'), async (socket) => {
    let isTold = false
    hearChanges(socket, ({ id }) => {
      if (id === user) isTold = true
    })
    await decide()
    assert.ok(
      await eventually(
        () => Promise.resolve(isTold),
        (told) => told,
      ),
      'who reads the user is told that the history has more',
    )
  })
}

/** The user's history has the decision, for people who may read transactions. */
async function historyShowsIt(on: Environment, user: string, { title }: Approval) {
  for (const { role } of on.accounts) {
    const reader = await on.as(role)
    const access = await on.accessOf(reader)
    if (!can(access, 'read', 'Users')) continue
    const reply = await call(reader, users, 'history', user, {})
    // The user is in another store.
    if (reply.status === 404) continue
    const entries = checkSuccess<HistoryEntry[]>(reply, operationOf(users, 'history'))
    const shown = entries.filter(({ action }) => action === 'approveRequest').map(({ asked }) => asked)
    const input = [
      { field: 'approval', value: title },
      { field: 'reason', value: 'Agreed' },
    ]
    const readsMoney = can(access, 'read', 'TransactionRecords')
    assert.deepEqual(shown, readsMoney ? [input] : [], role)
    assert.deepEqual(
      entries.flatMap(({ request, action, kind }) => (request ? [[action, kind, request.title]] : [])),
      [['adjust', 'approvals', readsMoney ? title : null]],
      `${role} sees who asked for it, as one entry`,
    )
    const posted = entries.filter(({ kind }) => kind === 'money')
    assert.equal(posted.length > 0, readsMoney, `${role} and the money`)
    if (readsMoney) assert.deepEqual([posted[0]!.money?.direction, posted[0]!.money?.wallet], ['CREDIT', 'CASH'], role)
  }
}

export const approvalCases: readonly Case[] = [
  {
    name: 'an adjustment waits for another person: its approval moves the money, and tells the requester',
    writes: true,
    roles: ROLES,
    async run(on) {
      const { finance, manager, user, approval, cash } = await requested(on)
      assert.equal(await cash(), '0.00', 'nothing has moved')
      assert.deepEqual(
        [approval.policy, approval.record, approval.record_id, approval.amount, approval.required, approval.status],
        ['ADJUSTMENT', 'users', user, '20.00', 1, 'PENDING'],
      )
      assert.equal(Date.parse(approval.expires_at) - Date.parse(approval.requested_at), APPROVAL_HOURS * 3_600_000)
      assert.deepEqual([approval.refusal, approval.decisions, approval.needs_step_up], [null, [], false])
      assert.ok(approval.details.some(({ value }) => value === BODY.note))
      // The requester sees it, but not among what they may decide.
      assert.equal((await read(finance, approval.id)).refusal, 'OWN')
      assert.ok(!(await listFor(finance)).some(({ id }) => id === approval.id))

      const now = await settled(approve(manager, approval.id, { body: { reason: 'Agreed' } }))
      assert.deepEqual([now.status, now.refusal], ['APPROVED', 'SETTLED'])
      assert.deepEqual(
        now.decisions.map(({ decision, reason }) => [decision, reason]),
        [['APPROVED', 'Agreed']],
      )
      assert.equal(await cash(), '20.00')
      await historyShowsIt(on, user, approval)
      assert.ok(!(await listFor(manager)).some(({ id }) => id === approval.id))
      const [newest] = await eventually(
        async () =>
          checkSuccess<Notification[]>(
            await finance.send('GET', '/api/v1/admin-notification'),
            catalogue['notifications.list'],
          ),
        ([first]) => first?.keyword_id === approval.id,
      )
      assert.deepEqual([newest!.keyword, newest!.keyword_id], ['APPROVAL_DECIDED', approval.id])
    },
  },
  {
    name: 'an approval: its requester, a person without the right and one above whose limit it is are 403; nothing moves',
    writes: true,
    roles: ROLES,
    async run(on) {
      const { finance, approval, cash } = await requested(on)
      checkFailure(await approve(finance, approval.id), 403)
      checkFailure(await reject(finance, approval.id), 403)
      // Reads transactions, and changes none.
      checkFailure(await approve(await clientOf(on, 'switcher'), approval.id), 403)
      // Reads none: there is no such approval.
      const stranger = await on.as('CONTENT_EDITOR')
      checkFailure(await stranger.send('GET', pathOf('get', approval.id)), 404)
      checkFailure(await approve(stranger, approval.id), 404)
      const { approval: large } = await requested(on, { amount: '19999.99' })
      assert.equal(large.refusal, null)
      assert.equal((await read(finance, approval.id)).status, 'PENDING')
      assert.equal(await cash(), '0.00')
    },
  },
  {
    name: 'an approval that is settled is 409 with the approval as it is; one person decides once; a repetition with the same key repeats the response',
    writes: true,
    roles: ROLES,
    async run(on) {
      const { manager, approval, cash } = await requested(on)
      const key = randomUUID()
      const sent = { key, version: approval.version }
      const first = await settled(approve(manager, approval.id, sent))
      assert.deepEqual(await settled(approve(manager, approval.id, sent)), first)
      for (const late of [await approve(await on.as('ADMIN'), approval.id), await reject(manager, approval.id)]) {
        checkFailure(late, 409)
        const { current } = late.json as { current: Approval }
        assert.deepEqual([current.id, current.status], [approval.id, 'APPROVED'])
      }
      assert.equal(await cash(), '20.00', 'it moved once')
    },
  },
  {
    name: 'an approval above the tier needs two people, each with a step-up; the first one does not move the money',
    writes: true,
    roles: ROLES,
    async run(on) {
      const { approval, cash, user } = await requested(on, { amount: '500.01' })
      assert.deepEqual([approval.required, approval.needs_step_up], [2, true])
      const [manager, admin] = [on.fresh(), on.fresh()]
      for (const [client, role] of [
        [manager, 'MANAGER'],
        [admin, 'ADMIN'],
      ] as const) {
        const { email, password } = on.account(role)
        await client.signIn(email, password)
        const refused = await approve(client, approval.id)
        assert.deepEqual([refused.status, (refused.json as { code: string }).code], [403, ERROR_CODE.stepUpRequired])
        await client.stepUp()
      }
      let half!: Approval
      await tellsReadersOf(on, user, async () => {
        half = await settled(approve(manager, approval.id))
      })
      assert.deepEqual([half.status, half.refusal, half.decisions.length], ['PENDING', 'DECIDED', 1])
      assert.equal(await cash(), '0.00')
      checkFailure(await approve(manager, approval.id), 409)
      assert.equal((await settled(approve(admin, approval.id))).status, 'APPROVED')
      assert.equal(await cash(), '500.01')
    },
  },
  {
    name: 'an approval is rejected by one person, with a reason; nothing moves',
    writes: true,
    roles: ROLES,
    async run(on) {
      const { manager, approval, cash, user } = await requested(on)
      checkRejected(await reject(manager, approval.id, { reason: '' }), 'reason')
      let now!: Approval
      await tellsReadersOf(on, user, async () => {
        now = checkSuccess<Approval>(await reject(manager, approval.id), catalogue['approvals.reject'])
      })
      assert.deepEqual([now.status, now.decisions[0]!.reason], ['REJECTED', 'Not agreed'])
      assert.equal(await cash(), '0.00')
    },
  },
  {
    name: 'an adjustment that takes more than there is stays undecided, and says why',
    writes: true,
    roles: ROLES,
    async run(on) {
      const { manager, approval, cash } = await requested(on, { direction: 'DOWN' })
      checkFailure(await approve(manager, approval.id), 422)
      assert.equal((await read(manager, approval.id)).refusal, null, 'it may still be decided')
      assert.equal(await cash(), '0.00')
    },
  },
  {
    name: 'an adjustment of an amount that is none is refused at the field, and requests nothing',
    writes: true,
    roles: ROLES,
    async run(on) {
      const [finance, manager] = await Promise.all([on.as('FINANCE'), on.as('MANAGER')])
      const { id } = await addRecord(on, users)!.then((row) => row!)
      const before = (await listFor(manager)).length
      for (const amount of ['0', '0.00', '-1', '0.001', '1e9', '99999999999', 'NaN', '10,10', '1,5', '1 0'])
        checkRejected(await send(finance, id, { amount }), 'amount')
      for (const amount of [10, null, ['10'], { amount: '10' }]) {
        const { status } = await send(finance, id, { amount })
        assert.ok(status === 400 || status === 422, `${JSON.stringify(amount)} is ${status}`)
      }
      assert.equal((await listFor(manager)).length, before)
    },
  },
  {
    name: 'an approval that does not exist is 404, an id of the wrong form 400, and a decision without a key 400',
    writes: true,
    roles: ROLES,
    async run(on) {
      const manager = await on.as('MANAGER')
      for (const [id, status] of [
        [NOBODY, 404],
        ['x', 400],
      ] as const) {
        checkFailure(await manager.send('GET', pathOf('get', id)), status)
        checkFailure(await approve(manager, id), status)
        checkFailure(await reject(manager, id), status)
      }
      const { approval } = await requested(on)
      const keyless = await manager.send('PATCH', pathOf('approve', approval.id), {
        body: {},
        ifMatch: approval.version,
        withoutKey: true,
      })
      assert.deepEqual(
        [keyless.status, (keyless.json as { code: string }).code],
        [400, ERROR_CODE.idempotencyKeyRequired],
      )
      assert.equal((await read(manager, approval.id)).status, 'PENDING')
    },
  },
  {
    name: 'a decision carries the version that its person saw: without one it is 428; after a colleague has approved meanwhile it is 409 with the approval as it is',
    writes: true,
    roles: ROLES,
    async run(on) {
      const { approval, cash } = await requested(on, { amount: '500.01' })
      const [manager, admin] = [await on.as('MANAGER'), await on.as('ADMIN')]
      for (const each of [manager, admin]) await each.stepUp()
      for (const verb of ['approve', 'reject'] as const) {
        const unseen = await sendDecision(manager, verb, approval.id, { version: null })
        assert.deepEqual(
          [unseen.status, (unseen.json as { code: string }).code],
          [428, ERROR_CODE.preconditionRequired],
        )
      }
      assert.equal((await settled(approve(manager, approval.id, { version: approval.version }))).status, 'PENDING')
      for (const verb of ['approve', 'reject'] as const) {
        const late = await sendDecision(admin, verb, approval.id, { version: approval.version })
        checkFailure(late, 409)
        const { current, message } = late.json as { current: Approval; message: string }
        assert.deepEqual(
          [message, current.id, current.status, current.decisions.length, current.refusal],
          [APPROVAL_CHANGED, approval.id, 'PENDING', 1, null],
        )
        assert.ok(current.version > approval.version, 'a decision moves the version')
      }
      assert.equal(await cash(), '0.00')
      assert.equal((await settled(approve(admin, approval.id))).status, 'APPROVED')
    },
  },
  {
    name: 'what waits about a record is listed for who may read it, whoever may decide it',
    writes: true,
    roles: ROLES,
    async run(on) {
      const { finance, manager, user, approval } = await requested(on)
      const about = async (client: Client) =>
        checkSuccess<Approval[]>(
          await client.send('GET', approvalsOperations.list.path, { query: { about: user } }),
          catalogue['approvals.list'],
        ).map(({ id, refusal, row }) => ({ id, refusal, row }))
      const row = { record: 'users', id: user }
      assert.deepEqual(await about(manager), [{ id: approval.id, refusal: null, row }])
      assert.deepEqual(await about(finance), [{ id: approval.id, refusal: 'OWN', row }])
      assert.deepEqual(await about(await clientOf(on, 'switcher')), [{ id: approval.id, refusal: 'RIGHT', row }])
      assert.deepEqual(await about(await on.as('CONTENT_EDITOR')), [])
      await settled(approve(manager, approval.id))
      assert.deepEqual(await about(manager), [])
    },
  },
  {
    name: 'a request for approval notifies those who may decide it, at once',
    writes: true,
    roles: ROLES,
    async run(on) {
      await connected(on, await on.as('MANAGER'), async (socket) => {
        const pushed = next<{ data: Notification }>(socket, 'notification:admin_notification_response')
        const { approval } = await requested(on)
        const { data } = await pushed
        assert.deepEqual([data.keyword, data.keyword_id], ['APPROVAL_REQUESTED', approval.id])
      })
    },
  },
]
