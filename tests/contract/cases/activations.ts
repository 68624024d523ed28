/** Activations of campaigns that other people approve (ledger, Approvals: PROMOTION): what they may cost, and what cancels the request. */
import assert from 'node:assert/strict'
import type { Approval } from '@contract/entities/approval'
import { approvalsOperations } from '@contract/http/approvals'
import { catalogue } from '@contract/http/catalogue'
import type { HistoryEntry } from '@contract/entities/history'
import { COST_REFUSAL } from '@contract/records/campaigns'
import { checkFailure, checkRejected, checkSuccess } from '../check'
import type { Client } from '../client'
import type { Case, Environment } from '../environment'
import { clientOf } from '../records/people'
import { call, done, operationOf } from '../records/calls'
import { definitionOf } from '../records/rows'
import { approveAs, sendDecision } from '../records/ground'
import type { Row } from '../records/oracle'

const bonuses = definitionOf('bonus')
const ROLES = ['MANAGER', 'ADMIN'] as const

const draft = async (on: Environment, terms: object = {}): Promise<Row> =>
  done<Row>(await clientOf(on, 'boss'), bonuses, 'create', '', {
    body: {
      name: `Activation ${on.unique()}`.slice(0, 32),
      type: 'MANUAL',
      reward: 'FIXED',
      amount: '40.00',
      wagering_multiplier: '2',
      expiry_days: 10,
      budget: '2500.00',
      ...terms,
    },
  })
const act = (client: Client, { id, version }: Row, verb: string, body: object = {}) =>
  call(client, bonuses, verb, id, { body, ifMatch: version })
const asked = async (on: Environment, terms: object = {}) => {
  const row = await draft(on, terms)
  return done<Row>(await clientOf(on, 'boss'), bonuses, 'activate', row.id, { body: {}, ifMatch: row.version })
}
const { list, get } = approvalsOperations
const waiting = async (client: Client, id: string) =>
  checkSuccess<Approval[]>(await client.send('GET', list.path), catalogue['approvals.list']).find(
    ({ record_id }) => record_id === id,
  )
const decide = (client: Client, verb: 'approve' | 'reject', id: string) =>
  sendDecision(client, verb, id, { body: verb === 'reject' ? { reason: 'Too much' } : {} })
const read = async (on: Environment, id: string) => done<Row>(await clientOf(on, 'boss'), bonuses, 'get', id)
/** The newest entry of the bonus's history: who did what, and their input. */
async function newestOf(client: Client, id: string) {
  const [newest] = await done<HistoryEntry[]>(client, bonuses, 'history', id)
  return [
    newest!.by?.username,
    newest!.action,
    ...newest!.asked.map(({ field, value }) => `${field}: ${JSON.stringify(value)}`),
  ]
}

export const activationCases: readonly Case[] = [
  {
    name: 'an activation waits for another person, who is told what it may cost; then the bonus is live',
    writes: true,
    roles: ROLES,
    async run(on) {
      const row = await asked(on)
      assert.deepEqual([row.status, row.activated_at, row.requested_at], ['REQUESTED', null, row.updatedAt])
      const manager = await on.as('MANAGER')
      const approval = (await waiting(manager, row.id))!
      assert.deepEqual(
        [approval.policy, approval.record, approval.amount, approval.required, approval.needs_step_up],
        ['PROMOTION', 'bonus', '2500.00', 1, false],
      )
      assert.match(approval.title, /^Activate Activation /)
      checkSuccess(await decide(manager, 'approve', approval.id), catalogue['approvals.approve'])
      const live = await read(on, row.id)
      assert.deepEqual([live.status, live.requested_at, live.version], ['ACTIVE', null, row.version + 1])
      const [by, ...what] = await newestOf(manager, row.id)
      assert.ok(by, 'the history names who approved it')
      assert.deepEqual(what, ['approveRequest', `approval: ${JSON.stringify(approval.title)}`])
    },
  },
  {
    name: 'a change of the bonus cancels the request; withdrawing and a rejection make it a draft again, too',
    writes: true,
    roles: ROLES,
    async run(on) {
      const [boss, manager] = [await clientOf(on, 'boss'), await on.as('MANAGER')]
      const row = await asked(on)
      const { id } = (await waiting(manager, row.id))!
      const edited = await done<Row>(boss, bonuses, 'update', row.id, {
        body: { budget: '2600.00' },
        ifMatch: row.version,
      })
      assert.deepEqual([edited.status, edited.requested_at], ['DRAFT', null])
      checkFailure(await decide(manager, 'approve', id), 409)
      const cancelled = checkSuccess<Approval>(
        await manager.send('GET', get.path.replace(':id', id)),
        catalogue['approvals.get'],
      )
      assert.equal(cancelled.status, 'CANCELLED')

      const again = checkSuccess<Row>(await act(boss, edited, 'activate'), operationOf(bonuses, 'activate'))
      const withdrawn = checkSuccess<Row>(await act(boss, again, 'withdraw'), operationOf(bonuses, 'withdraw'))
      assert.equal(withdrawn.status, 'DRAFT')
      assert.equal(await waiting(manager, row.id), undefined)

      const last = checkSuccess<Row>(await act(boss, withdrawn, 'activate'), operationOf(bonuses, 'activate'))
      checkSuccess(
        await decide(manager, 'reject', (await waiting(manager, last.id))!.id),
        catalogue['approvals.reject'],
      )
      assert.equal((await read(on, row.id)).status, 'DRAFT')
      assert.deepEqual((await newestOf(manager, row.id)).slice(1), [
        'rejectRequest',
        `approval: ${JSON.stringify(`Activate ${String(row.name)}`)}`,
        'reason: "Too much"',
      ])
    },
  },
  {
    name: 'a bonus whose cost has no maximum cannot be activated, and one that is live cannot cost more than was approved',
    writes: true,
    roles: ROLES,
    async run(on) {
      const boss = await clientOf(on, 'boss')
      const open = await act(boss, await draft(on, { budget: null }), 'activate')
      checkFailure(open, 422)
      assert.equal((open.json as { message: string }).message, COST_REFUSAL.unlimited)
      const row = await asked(on)
      await approveAs(on, row.id)
      const live = await read(on, row.id)
      const refused = checkRejected(await act(boss, live, 'update', { budget: '2500.01' }), 'budget')
      assert.deepEqual(refused.budget, [COST_REFUSAL.more('2500.00')])
      checkRejected(await act(boss, live, 'update', { budget: null }), 'budget')
      const less = await done<Row>(boss, bonuses, 'update', live.id, {
        body: { budget: '2000.00', terms: 'New terms' },
        ifMatch: live.version,
      })
      assert.deepEqual([less.status, less.budget], ['ACTIVE', '2000.00'])
    },
  },
]
