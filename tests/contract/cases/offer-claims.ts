/** Claims of offers (catalogue, /offers and /offer-claim-history; ledger): what an app may claim, who approves, what is credited. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Approval } from '@contract/entities/approval'
import { approvalsOperations } from '@contract/http/approvals'
import { catalogue } from '@contract/http/catalogue'
import { IDEMPOTENCY_KEY_HEADER } from '@contract/http/idempotency'
import { CLAIM_REFUSAL } from '@contract/records/rewards/offer-claim'
import { demoId } from '@demo/rows'
import { checkFailure, checkRejected, checkSuccess } from '../check'
import type { Client } from '../client'
import type { Case, Environment } from '../environment'
import { clientOf } from '../records/people'
import { call, done, operationOf } from '../records/calls'
import { addRecord, definitionOf } from '../records/rows'
import { liveOffer, sendDecision } from '../records/ground'
import type { Row } from '../records/oracle'

const [users, offers, claims, grants] = ['users', 'offer', 'offerClaim', 'bonusGrant'].map(definitionOf) as [
  ReturnType<typeof definitionOf>,
  ReturnType<typeof definitionOf>,
  ReturnType<typeof definitionOf>,
  ReturnType<typeof definitionOf>,
]
const NOBODY = '01890a5d-ac96-774b-bcce-b302099a8057'
/** Place of the demo's bonus of 25.00 that everybody can have beside others. */
const GOODWILL = 2
const ROLES = ['MANAGER', 'ADMIN', 'SUPPORT_LEAD', 'SUPPORT_AGENT'] as const

const freshUser = async (on: Environment): Promise<Row> => (await addRecord(on, users, 'boss', 'required'))!
const send = (app: Client, offer: string, user: string, more: object = {}) =>
  call(app, claims, 'appClaim', offer, { body: { user, source: 'APP' }, ...more })
const claimed = async (app: Client, offer: string, user: string) =>
  checkSuccess<Row>(await send(app, offer, user), operationOf(claims, 'appClaim'))
const decide = async (client: Client, verb: 'approve' | 'reject', { id }: Row, body: object = {}) =>
  call(client, claims, verb, id, { body, ifMatch: (await done<Row>(client, claims, 'get', id)).version })
const read = (client: Client, record: typeof users, id: string) => done<Row>(client, record, 'get', id)

const waiting = async (client: Client, user: string) =>
  checkSuccess<Approval[]>(await client.send('GET', approvalsOperations.list.path), catalogue['approvals.list']).find(
    ({ record_id }) => record_id === user,
  )
const second = async (client: Client, verb: 'approve' | 'reject', id: string) =>
  checkSuccess<Approval>(await sendDecision(client, verb, id), catalogue[`approvals.${verb}`])

export const offerClaimCases: readonly Case[] = [
  {
    name: 'a claim keeps what was promised, counts for its offer, and is credited once when staff approve it',
    writes: true,
    roles: ROLES,
    async run(on) {
      const [boss, app] = [await clientOf(on, 'boss'), await on.asApp(on.ownStore)]
      const [offer, user] = [await liveOffer(on), await freshUser(on)]
      const answer = await claimed(app, offer.id, user.id)
      assert.deepEqual([answer.value, answer.status, answer.reward_type], ['12.50', 'PENDING', 'CREDIT'])
      const row = await read(boss, claims, answer.id)
      assert.deepEqual(
        [(row.user as Row).id, (row.offer as Row).id, row.source, row.amount, row.Creator],
        [user.id, offer.id, 'APP', '12.50', null],
      )
      assert.equal((await read(boss, offers, offer.id)).claims, 1)
      assert.equal((await read(boss, users, user.id)).cash_balance, '0.00', 'nothing has moved')
      // What the offer gives later makes no difference.
      const now = await read(boss, offers, offer.id)
      await done(boss, offers, 'update', offer.id, { body: { amount: '9.00' }, ifMatch: now.version })
      const lead = await on.as('SUPPORT_LEAD')
      const done_ = checkSuccess<Row>(await decide(lead, 'approve', row), operationOf(claims, 'approve'))
      assert.deepEqual([done_.status, done_.value], ['CREDITED', '12.50'])
      assert.equal((await read(boss, users, user.id)).cash_balance, '12.50')
      for (const verb of ['approve', 'reject'] as const)
        checkFailure(await decide(lead, verb, row, verb === 'reject' ? { reason_code: 'OTHER' } : {}), 409)
      assert.equal((await read(boss, users, user.id)).cash_balance, '12.50', 'it was credited once')
    },
  },
  {
    name: 'a claim is 422 with the reason: an offer that is not live or is for other users, and its limits; of another store it is 404',
    writes: true,
    async run(on) {
      const [boss, app] = [await clientOf(on, 'boss'), await on.asApp(on.ownStore)]
      const refusedFor = async (offer: Row, user: Row) => checkRejected(await send(app, offer.id, user.id), 'user').user
      const [user, other] = [await freshUser(on), await freshUser(on)]
      const limited = await liveOffer(on, { per_user_limit: 1, total_limit: 2 })
      await claimed(app, limited.id, user.id)
      assert.deepEqual(await refusedFor(limited, user), [CLAIM_REFUSAL.perUser])
      const { id } = await claimed(app, limited.id, other.id)
      assert.deepEqual(await refusedFor(limited, await freshUser(on)), [CLAIM_REFUSAL.total])
      await done(boss, claims, 'reject', id, { body: { reason_code: 'OTHER' }, ifMatch: 1 })
      await claimed(app, limited.id, other.id)

      assert.deepEqual(await refusedFor(await liveOffer(on, { min_deposit: '10.00' }), user), [
        CLAIM_REFUSAL.minDeposit('10.00'),
      ])
      assert.deepEqual(await refusedFor(await liveOffer(on, { tags: ['nobody has this'] }), user), [
        CLAIM_REFUSAL.audience,
      ])
      const percent = await liveOffer(on, {
        reward_type: 'BONUS',
        amount: null,
        bonus: demoId('bonus', 0),
        total_limit: 10,
      })
      assert.deepEqual(await refusedFor(percent, user), [CLAIM_REFUSAL.noDeposit])
      const paused = await liveOffer(on)
      await done(boss, offers, 'pause', paused.id, { body: {}, ifMatch: paused.version })
      assert.deepEqual(await refusedFor(paused, user), [CLAIM_REFUSAL.notLive])

      checkFailure(await send(app, NOBODY, user.id), 404)
      const partner = await on.asApp(on.partnerStore)
      checkRejected(await send(partner, limited.id, user.id), 'user')
      const theirs = (await done<Row[]>(boss, users, 'list', '', { query: { itemNo: 200 } })).find(
        ({ third_party_store_code, is_deleted }) => third_party_store_code === on.partnerStore && is_deleted === false,
      )!
      checkFailure(await send(partner, limited.id, theirs.id), 404)
    },
  },
  {
    name: 'a claim is stored once, whatever is repeated with its key, and twenty at once never exceed the limit of the offer',
    writes: true,
    async run(on) {
      const [boss, app] = [await clientOf(on, 'boss'), await on.asApp(on.ownStore)]
      const [offer, user] = [await liveOffer(on, { per_user_limit: 3 }), await freshUser(on)]
      const headers = { [IDEMPOTENCY_KEY_HEADER]: randomUUID() }
      const first = await send(app, offer.id, user.id, { headers })
      assert.deepEqual((await send(app, offer.id, user.id, { headers })).json, first.json)
      assert.equal((await read(boss, offers, offer.id)).claims, 1)
      const answers = await Promise.all(Array.from({ length: 20 }, () => send(app, offer.id, user.id)))
      assert.equal(answers.filter(({ status }) => status === 200).length, 2)
      assert.equal((await read(boss, offers, offer.id)).claims, 3)
    },
  },
  {
    name: 'a claim of a bonus becomes a grant of it, and one of spins moves no money',
    writes: true,
    async run(on) {
      const [boss, app] = [await clientOf(on, 'boss'), await on.asApp(on.ownStore)]
      const user = await freshUser(on)
      const bonus = await liveOffer(on, { reward_type: 'BONUS', amount: null, bonus: demoId('bonus', GOODWILL) })
      const spins = await liveOffer(on, { reward_type: 'FREE_SPIN', amount: null, spins: 1 })
      const [ofBonus, ofSpins] = [await claimed(app, bonus.id, user.id), await claimed(app, spins.id, user.id)]
      assert.deepEqual([ofBonus.value, ofSpins.value], ['Goodwill', '1 spin'])
      for (const row of [ofBonus, ofSpins])
        checkSuccess(await decide(boss, 'approve', row), operationOf(claims, 'approve'))
      const after = await read(boss, users, user.id)
      assert.deepEqual([after.cash_balance, after.bonus_balance], ['0.00', '25.00'])
      const [grant, ...others] = await done<Row[]>(boss, grants, 'list', '', { query: { user: user.id } })
      assert.deepEqual([grant!.amount, grant!.status, grant!.granted_by, others], ['25.00', 'ACTIVE', 'SYSTEM', []])
      assert.match(String(grant!.note as string), /^Claim of /)
    },
  },
  {
    name: 'where the offer asks for an approval, another person credits the claim or rejects it; the one who approved first cannot',
    writes: true,
    roles: ROLES,
    async run(on) {
      const [boss, app] = [await clientOf(on, 'boss'), await on.asApp(on.ownStore)]
      const [offer, user] = [await liveOffer(on, { needs_approval: true }), await freshUser(on)]
      const manager = await on.as('MANAGER')
      const lead = await on.as('SUPPORT_LEAD')
      checkFailure(await decide(await on.as('SUPPORT_AGENT'), 'approve', await claimed(app, offer.id, user.id)), 403)
      const row = await claimed(app, offer.id, user.id)
      const first = checkSuccess<Row>(await decide(lead, 'approve', row), operationOf(claims, 'approve'))
      assert.equal(first.status, 'APPROVED')
      assert.equal((await read(boss, users, user.id)).cash_balance, '0.00', 'nothing has moved')
      const approval = (await waiting(manager, user.id))!
      assert.deepEqual([approval.policy, approval.amount, approval.required], ['OFFER', '12.50', 1])
      const { value: since } = approval.details.find(({ label }) => label === 'Claimed')!
      assert.equal(since, first.claimed_at, 'it says which of several claims it is')
      assert.equal(await waiting(lead, user.id), undefined, 'whoever requested it does not decide')
      checkFailure(await decide(manager, 'reject', row, { reason_code: 'OTHER' }), 409)
      await second(manager, 'approve', approval.id)
      assert.equal((await read(boss, claims, row.id)).status, 'CREDITED')
      assert.equal((await read(boss, users, user.id)).cash_balance, '12.50')

      const next = await claimed(app, offer.id, user.id)
      checkSuccess(await decide(lead, 'approve', next), operationOf(claims, 'approve'))
      await second(manager, 'reject', (await waiting(manager, user.id))!.id)
      assert.equal((await read(boss, claims, next.id)).status, 'REJECTED')
      assert.equal((await read(boss, users, user.id)).cash_balance, '12.50')
    },
  },
]
