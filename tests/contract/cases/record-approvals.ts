/** Actions that others approve (ledger, Approvals), from their definitions: how many others, who may decide, and what a decision does. */
import assert from 'node:assert/strict'
import { amountOf, hundredthsOf } from '@contract/amounts'
import { POLICIES } from '@contract/approval-policies'
import { APPROVAL_CHANGED, APPROVAL_REFUSAL, SENT_FOR_APPROVAL, type Approval } from '@contract/entities/approval'
import type { HistoryEntry } from '@contract/entities/history'
import { approvalsOperations } from '@contract/http/approvals'
import { catalogue } from '@contract/http/catalogue'
import { can } from '@contract/permissions'
import { approvedActions, AWAITS_APPROVAL, policiesOf } from '@contract/records/action-approval'
import { decisionsOf } from '@contract/records/queue'
import type { RecordDefinition } from '@contract/records/record'
import { approvalLimitsOf } from '@demo/approval-limits'
import { checkFailure, checkRejected, checkSuccess } from '../check'
import type { Client } from '../client'
import type { Case, Environment } from '../environment'
import { ASKINGS, type Asking } from '../records/approval-ground'
import { clientOf } from '../records/people'
import { call, done, operationOf } from '../records/calls'
import { sentByApp } from '../records/rows'
import { besideTier, sendDecision } from '../records/ground'
import { bodyFor } from './record-actions'
import type { Row } from '../records/oracle'

type Approved = ReturnType<typeof approvedActions>[number][1]

const { list, get } = approvalsOperations
const read = async (client: Client, id: string) =>
  checkSuccess<Approval>(await client.send('GET', get.path.replace(':id', id)), catalogue['approvals.get'])
/** What waits at a record or about it. */
const waitingAt = async (on: Environment, { id }: Row) =>
  checkSuccess<Approval[]>(
    await (await clientOf(on, 'boss')).send('GET', `${list.path}?about=${id}`),
    catalogue['approvals.list'],
  )

/** How an action is asked for. */
const askingOf = (record: RecordDefinition, name: string, { approval }: Approved): Asking =>
  ASKINGS[`${record.name}.${name}`] ?? {
    async make(on, amount) {
      const row = await sentByApp(on, record, { [approval.amount![0]!]: amount })
      return { row, body: await bodyFor(on, record, name, row) }
    },
  }

/** Asks for an action. @returns the row before and after it, and what waits; null: nobody else had to approve */
async function ask(on: Environment, record: RecordDefinition, name: string, action: Approved, amount: string) {
  const { row, body } = await askingOf(record, name, action).make(on, amount)
  const boss = await clientOf(on, 'boss')
  await boss.stepUp()
  const before = new Set((await waitingAt(on, row)).map(({ id }) => id))
  const send = async () => {
    if (record.queue?.claim.is === 'needed') await done(boss, record, 'claim', row.id, { body: {} })
    const { version } = await done<Row>(boss, record, 'get', row.id)
    return call(boss, record, name, row.id, { body, ifMatch: version })
  }
  const reply = await send()
  checkSuccess<Row>(reply, operationOf(record, name))
  const approval = (await waitingAt(on, row)).find(({ id }) => !before.has(id)) ?? null
  assert.equal(
    (reply.json as { message: string }).message === SENT_FOR_APPROVAL,
    approval !== null,
    'the answer says so',
  )
  return { row, body, send, approval, now: () => done<Row>(boss, record, 'get', row.id) }
}

/** Cents above or below an amount. */
const beside = (amount: string, cents: bigint) => amountOf(hundredthsOf(amount) + cents)
/** The tiers of ledger.md: how many others must approve an amount, and whether they prove who they are. */
function termsOf({ approval }: Approved, amount: string) {
  const { alone, one, stepUp } = POLICIES[policiesOf(approval)[0]!].tiers
  const isUpTo = (limit: string) => hundredthsOf(amount) <= hundredthsOf(limit)
  return {
    required: alone !== null && isUpTo(alone) ? 0 : one === null || isUpTo(one) ? 1 : 2,
    needs_step_up: stepUp !== null && hundredthsOf(amount) >= hundredthsOf(stepUp),
  }
}
/** Each tier, and a cent on its other side. */
function amountsAround({ approval }: Approved): string[] {
  const { alone, one, stepUp } = POLICIES[policiesOf(approval)[0]!].tiers
  return [
    ...new Set([
      ...[alone, one].flatMap((tier) => (tier === null ? [] : [tier, beside(tier, 1n)])),
      ...(stepUp === null ? [] : [stepUp, beside(stepUp, -1n)]),
    ]),
  ]
}

/** The highest amount of a policy that the set of a role lets it decide (ledger.md, Limits of the demo sets); undefined: none. */
const limitOf = (role: string, policy: Approval['policy']): string | null | undefined =>
  approvalLimitsOf(role).find((limit) => limit.policy === policy)?.up_to

/** What the approval tells each account, as its rights and limits say. @returns the roles that may decide */
async function decidersOf(
  on: Environment,
  { id, policy, amount }: Approval,
  subject: Approved['subject'],
): Promise<string[]> {
  const deciders: string[] = []
  for (const { role } of on.accounts) {
    const client = await on.as(role)
    const access = await on.accessOf(client)
    if (!can(access, 'read', subject!)) {
      checkFailure(await client.send('GET', get.path.replace(':id', id)), 404, role)
      continue
    }
    const limit = limitOf(role, policy)
    const isWithin = limit === null || (limit !== undefined && Number(amount) <= Number(limit))
    const isRequester = client === (await clientOf(on, 'boss'))
    const expected = isRequester ? 'OWN' : !can(access, 'update', subject!) ? 'RIGHT' : isWithin ? null : 'LIMIT'
    const reply = await client.send('GET', get.path.replace(':id', id))
    // Of another store.
    if (reply.status === 404) continue
    const { refusal } = checkSuccess<Approval>(reply, catalogue['approvals.get'])
    assert.equal(refusal, expected, role)
    if (expected === null) deciders.push(role)
    else checkFailure(await sendDecision(client, 'approve', id), 403, `${role}: ${APPROVAL_REFUSAL[expected]}`)
  }
  return deciders
}

const casesOf = (record: RecordDefinition, name: string, action: Approved): Case[] => {
  const id = `${record.name}.${name}`
  const { approval } = action
  const subject = action.subject ?? record.subject
  const { amountIsGiven, adds } = askingOf(record, name, action)
  /** 100.00 more than whoever asks may decide alone, so that others must approve it. */
  const waiting = besideTier(approval, 10_000n)
  /** What the definition says that the action sets, as the row shows it. */
  const setsOf = (row: Row) => Object.fromEntries(Object.keys(action.sets ?? {}).map((field) => [field, row[field]]))

  return [
    ...(amountIsGiven
      ? []
      : amountsAround(action).map((amount): Case => ({
          name: `${id} of ${amount}: as many others must approve it as the policy ${policiesOf(approval)[0]!} says, and each account is told whether it may`,
          writes: true,
          async run(on) {
            const { approval: stored, now } = await ask(on, record, name, action, amount)
            const { required, needs_step_up } = termsOf(action, amount)
            assert.equal(stored === null, required === 0, `${required} others`)
            if (!stored) {
              if (!adds) assert.deepEqual(setsOf(await now()), { ...action.sets }, 'it has its effect at once')
              return
            }
            assert.deepEqual(
              [stored.policy, stored.amount, stored.required, stored.needs_step_up],
              [policiesOf(approval)[0], amount, required, needs_step_up],
            )
            const meanwhile = await now()
            for (const [field, value] of Object.entries(action.sets ?? {}))
              if (!adds) assert.notDeepEqual(meanwhile[field], value, `${field} is not set before`)
            await decidersOf(on, stored, subject)
          },
        }))),
    {
      name: `${id}: what waits is described; it takes effect with the last decision, once, and the history shows it`,
      writes: true,
      async run(on) {
        const { approval: stored, row, body, now, send } = await ask(on, record, name, action, waiting)
        assert.ok(stored, 'others must approve it')
        assert.ok(stored.title.trim() !== '' && !/[{}]|undefined|null/.test(stored.title), stored.title)
        for (const { label, value } of stored.details)
          assert.ok(label && value && !/undefined|\[object/.test(value), label)
        const told = approval.details.filter((detail) =>
          action.asks?.[detail] ? body[detail] : record.fields[detail] && row[detail] !== null,
        )
        assert.ok(
          stored.details.length >= Math.max(1, told.length),
          `of ${told.join()} only ${stored.details.length} are told`,
        )
        if (AWAITS_APPROVAL in record.allFields) assert.equal((await now()).awaits_approval, true)
        if (!adds) {
          assert.ok([409, 422].includes((await send()).status), 'it waits once')
          assert.equal((await waitingAt(on, row)).filter(({ id: one }) => one === stored.id).length, 1)
        }
        const deciders = await decidersOf(on, stored, subject)
        assert.ok(deciders.length >= stored.required, `of ${deciders.join()} ${stored.required} must decide`)
        for (const role of deciders.slice(0, stored.required)) {
          const client = await on.as(role)
          if (stored.needs_step_up) await client.stepUp()
          const { version } = await read(client, stored.id)
          const late = checkFailure(await sendDecision(client, 'approve', stored.id, { version: version + 7 }), 409)
          assert.equal(late.message, APPROVAL_CHANGED)
          checkSuccess(await sendDecision(client, 'approve', stored.id), catalogue['approvals.approve'])
          checkFailure(await sendDecision(client, 'approve', stored.id), 409)
        }
        assert.equal((await read(await on.as(deciders[0]!), stored.id)).status, 'APPROVED')
        const after = await now()
        if (!adds && !ASKINGS[id]!.goesOn) assert.deepEqual(setsOf(after), { ...action.sets })
        if (AWAITS_APPROVAL in record.allFields) assert.equal(after.awaits_approval, false)
        const boss = await clientOf(on, 'boss')
        const history = await done<HistoryEntry[]>(boss, record, 'history', row.id)
        const shown = history.find(({ action: what }) => what === 'approveRequest')
        assert.ok(
          shown?.asked.some(({ value }) => value === stored.title),
          'the history has the decision',
        )
      },
    },
    {
      name: `${id}: a rejection needs a reason, nothing takes effect, and it can be asked for again`,
      writes: true,
      async run(on) {
        const { approval: stored, row, now, send } = await ask(on, record, name, action, waiting)
        assert.ok(stored)
        const [role] = await decidersOf(on, stored, subject)
        const client = await on.as(role!)
        if (stored.needs_step_up) await client.stepUp()
        checkRejected(await sendDecision(client, 'reject', stored.id, { body: { reason: '' } }), 'reason')
        const decided = checkSuccess<Approval>(
          await sendDecision(client, 'reject', stored.id),
          catalogue['approvals.reject'],
        )
        assert.equal(decided.status, 'REJECTED')
        const after = await now()
        for (const [field, value] of Object.entries(action.sets ?? {}))
          if (!adds) assert.notDeepEqual(after[field], value, field)
        if (AWAITS_APPROVAL in record.allFields) assert.equal(after.awaits_approval, false)
        if (!adds && decisionsOf(record).some(([decision]) => decision === name) && isStartedFrom(action, after))
          assert.deepEqual([after.decided_by, after.decided_at], [null, null], 'nobody has decided it')
        // A rejected claim is over.
        if (adds || !isStartedFrom(action, after)) return
        checkSuccess(await send(), operationOf(record, name))
        assert.ok((await waitingAt(on, row)).length > 0)
      },
    },
  ]
}

const isStartedFrom = ({ from }: Approved, row: Row) =>
  from === undefined || from.values.includes(row[from.field] as string | boolean)

/** Cases of the actions of a record that others approve. */
export const approvalCasesOf = (record: RecordDefinition): Case[] =>
  record.partOf ? [] : approvedActions(record).flatMap(([name, action]) => casesOf(record, name, action))
