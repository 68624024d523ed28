/** Rows that the cases need beside the demo's, and the decisions and states that they go through. */
import { addressFor } from '@demo/money/coin-addresses'
import { payoutValue } from '@demo/money/payout-accounts'
import { demoId } from '@demo/rows'
import type { Approval } from '@contract/entities/approval'
import { approvalsOperations } from '@contract/http/approvals'
import { catalogue } from '@contract/http/catalogue'
import { IDEMPOTENCY_KEY_HEADER } from '@contract/http/idempotency'
import { amountOf, hundredthsOf } from '@contract/amounts'
import { POLICIES } from '@contract/approval-policies'
import { approvedActions, policiesOf, type ActionApproval } from '@contract/records/action-approval'
import { isApprovedCampaign, isCampaign } from '@contract/records/campaigns'
import { decisionsOf } from '@contract/records/queue'
import type { RecordDefinition } from '@contract/records/record'
import { checkSuccess } from '../check'
import type { Client, Reply } from '../client'
import type { Environment } from '../environment'
import { turnOn } from '../cases/two-factor'
import { onShift, onShiftBut } from '../cases/work'
import { NO_WORLD, PASSWORD, validBody, type Values } from '../record-examples'
import type { Row } from './oracle'
import { type Person, clientOf } from './people'
import { hasVerb, done, list } from './calls'
import { EVERYTHING, rowsOf, definitionOf, freshBody, addRecord, sentByApp } from './rows'

/**
 * An app reports a jackpot of a new user.
 * @param values in place of 750.00, which RISK does not confirm alone
 */
export async function reportedJackpot(on: Environment, values: Values = {}): Promise<Row> {
  const { id: user } = (await addRecord(on, definitionOf('users'), 'boss', 'required'))!
  return sentByApp(on, definitionOf('jackpotRecord'), { pool_before: '999999.00', amount: '750.00', user, ...values })
}
/** Of records that have to be decided in time: adds one that has waited since a time (ISO 8601). @returns its id */
const RAIL_TRIES = 200
const RAIL_WAIT_MS = 50
export const WAITING_SINCE: Readonly<Record<string, (on: Environment, since: string) => Promise<string>>> = {
  jackpotRecord: async (on, since) => (await reportedJackpot(on, { hit_at: since })).id,
}
/** What the cases of a record need beside the demo's rows. */
const GROUND: Readonly<Record<string, (on: Environment, record: RecordDefinition) => Promise<void>>> = {
  /** One that waits for approval: the demo has none. */
  async bonusGrant(on) {
    const boss = await clientOf(on, 'boss')
    const [bonus, users] = [definitionOf('bonus'), definitionOf('users')]
    const fresh = (await addRecord(on, bonus))!
    const body = {
      reward: 'FIXED',
      amount: '500.00',
      levels: [],
      tags: [],
      starts_at: null,
      ends_at: null,
      budget: '9000.00',
      type: 'MANUAL',
    }
    const draft = await done<Row>(boss, bonus, 'update', fresh.id, { body, ifMatch: fresh.version })
    await activated(on, bonus, draft)
    const user = (await addRecord(on, users, 'boss', 'required'))!
    const asked = { bonus: draft.id, note: 'The contract suite grants' }
    await done(boss, users, 'grantBonus', user.id, { body: asked, ifMatch: user.version })
  },
  /** One whose confirmation waits for approval. */
  async jackpotRecord(on, record) {
    const { id, version } = await reportedJackpot(on)
    await done(await on.as('RISK'), record, 'confirm', id, { body: {}, ifMatch: version })
  },
  /** One whose payment waits for approval. */
  async referral(on, record) {
    const boss = await clientOf(on, 'boss')
    const { rows } = await list(boss, record, EVERYTHING)
    const risky = rows.find(({ status, risk_level }) => status === 'QUALIFIED' && risk_level === 'HIGH')!
    await done(boss, record, 'pay', risky.id, { body: {}, ifMatch: risky.version })
  },
  /** One that was spun today. */
  async fortuneWheel(on, record) {
    const boss = await clientOf(on, 'boss')
    const body = { ...(await freshBody(on, record)), kind: 'DAILY_SPIN', spin_cost: '0.00', budget_per_day: '500.00' }
    const free = { ...body, levels: [], starts_at: null, ends_at: null, expected_spins_per_day: 1 }
    const wheel = await activated(on, record, await done<Row>(boss, record, 'create', '', { body: free }))
    const user = (await addRecord(on, definitionOf('users'), 'boss', 'required'))!
    const spin = { user: user.id, wheel: wheel.id, device: 'd1' }
    await done(await on.asApp(on.ownStore), definitionOf('dailySpin'), 'appSpin', '', { body: spin })
  },
  /** One with a rate of its own, and one whose rate waits for approval: the demo has none. */
  async cryptoCoin(on, record) {
    await ratedCoin(on, record, '4.5')
    await askForRate(on, record, '5')
  },
  /** One whose proof never came, one whose money must be sent back, and one that is credited. */
  async manualDeposit(on, record) {
    await askForSecond(on, record)
    await rejectedDeposit(on)
    await creditedDeposit(on)
  },
  /** One that waits for its payment; the demo has one in each other state. */
  async cryptoDeposit(on) {
    await unpaidDeposit(on)
  },
  manualWithdrawal: openWithdrawals,
  cryptoWithdrawal: openWithdrawals,
  /** One whose new account waits for approval. */
  async paymentMethod(on, record) {
    const { id, version } = (await addRecord(on, record))!
    const body = { account_label: 'Another account', reason: 'The contract suite asks' }
    await done(await clientOf(on, 'boss'), record, 'setAccount', id, { body, ifMatch: version })
  },
  /** One that another person must approve too: the demo has none. */
  async offerClaim(on, record) {
    const [boss, app] = [await clientOf(on, 'boss'), await on.asApp(on.ownStore)]
    const offer = await liveOffer(on, { needs_approval: true })
    const user = (await addRecord(on, definitionOf('users'), 'boss', 'required'))!
    const { id } = await done<Row>(app, record, 'appClaim', offer.id, { body: { user: user.id, source: 'APP' } })
    await done(boss, record, 'approve', id, { body: {}, ifMatch: 1 })
  },
  async admin(on, record) {
    await addWithTwoFactor(on, record)
    await beOnline(on)
    // Other cases start and end the shifts of the first accounts.
    const { shift } = await onShift(on, await on.as(on.accounts.at(-1)!.role))
    await onShiftBut(on, await on.as((on.accounts.at(-3) ?? on.accounts[0]!).role), shift!.name)
  },
  async thirdPartyAdmin(on, record) {
    await addWithTwoFactor(on, record)
  },
}
/** Adds an offer that is live, and gives everybody 12.50 unless the values say something else. */
export async function liveOffer(on: Environment, values: Values = {}): Promise<Row> {
  const [boss, offer] = [await clientOf(on, 'boss'), definitionOf('offer')]
  const body = {
    ...(await freshBody(on, offer)),
    reward_type: 'CREDIT',
    amount: '12.50',
    bonus: null,
    spins: null,
    min_deposit: null,
    levels: [],
    tags: [],
    per_user_limit: 5,
    total_limit: 300,
    needs_approval: false,
    starts_at: '2026-01-05T00:00:00.000Z',
    ends_at: null,
    ...values,
  }
  const draft = await done<Row>(boss, offer, 'create', '', { body })
  return activated(on, offer, draft)
}
/** Adds a person who signs in with two-factor. */
export async function addWithTwoFactor(on: Environment, record: RecordDefinition): Promise<Row> {
  const { id, email } = (await addRecord(on, record))!
  const client = on.fresh()
  await client.signIn(email as string, PASSWORD)
  await turnOn(on, { client, id, email: email as string })
  return done<Row>(await clientOf(on, 'boss'), record, 'get', id)
}
/** Keeps one person's console connected, so that they are online and others are not. */
async function beOnline(on: Environment): Promise<void> {
  const boss = await clientOf(on, 'boss')
  await on.keepConnected({ access_token: boss.token, client: 'admin' })
}

/** Where apps add rows with an amount that somebody decides about: one that waits for a second person. */
async function askForSecond(on: Environment, record: RecordDefinition): Promise<void> {
  const decisions = decisionsOf(record).map(([name]) => name)
  for (const [name, { asks = {}, approval }] of record.appCalls ? approvedActions(record) : []) {
    if (!decisions.includes(name)) continue
    const { id } = await sentByApp(on, record, { [approval.amount![0]!]: besideTier(approval, 1n) })
    const boss = await clientOf(on, 'boss')
    const { version } = await done<Row>(boss, record, 'claim', id, { body: {} })
    const body = validBody(Object.entries(asks), {}, { ...NO_WORLD, which: 0, unique: on.unique() })
    await done(boss, record, name, id, { body, ifMatch: version })
  }
}
/** The amount up to which whoever acts needs nobody else, and some cents more. */
export const besideTier = (approval: ActionApproval, cents: bigint): string =>
  amountOf(hundredthsOf(POLICIES[policiesOf(approval)[0]!].tiers.alone ?? '0.00') + cents)

const grounded = new WeakMap<Environment, Set<string>>()
/**
 * Adds rows that many cases need: with all fields and with the required ones only, by two people, and in another store. Once
 * per run.
 */
export async function makeGround(on: Environment, record: RecordDefinition): Promise<void> {
  const made = grounded.get(on) ?? new Set<string>()
  grounded.set(on, made)
  if (made.has(record.name)) return
  made.add(record.name)
  await (GROUND[record.name] ?? askForSecond)(on, record)
  if (!hasVerb(record, 'create') && !record.partOf) return
  await addRecord(on, record, 'boss', 'all', 0)
  await addRecord(on, record, 'boss', 'required', 1)
  await addRecord(on, record, 'editor', 'all', 1)
  await addRecord(on, record, 'partner', 'all', 0)
  if (isCampaign(record)) await makeCampaigns(on, record)
}
/** Adds campaigns that are paused and ended, each at another time. */
async function makeCampaigns(on: Environment, record: RecordDefinition): Promise<void> {
  const boss = await clientOf(on, 'boss')
  for (const actions of [
    // Two that nobody approves, at different times.
    ...(isApprovedCampaign(record) ? [['ask'], ['ask']] : []),
    ['activate', 'end'],
    ['activate', 'pause', 'end'],
    ['activate', 'pause'],
  ]) {
    let row = (await addRecord(on, record))!
    if (mustNotOverlap(record)) row = await apart(on, record, row)
    await roomFor(on, record, row)
    for (const action of actions)
      row =
        action === 'activate'
          ? await activated(on, record, row)
          : await done<Row>(boss, record, action === 'ask' ? 'activate' : action, row.id, {
              body: {},
              ifMatch: row.version,
            })
  }
}

/** Two rules of referrals, and two wheels of one kind, must not overlap in time. */
const mustNotOverlap = ({ name }: RecordDefinition) => ['referralBonus', 'fortuneWheel'].includes(name)
/** Periods from this year on are given to one rule each. */
const FIRST_YEAR = 2050
let years = 0
async function apart(on: Environment, record: RecordDefinition, row: Row): Promise<Row> {
  const year = FIRST_YEAR + (years += 1)
  const body = { starts_at: `${year}-02-01T00:00:00.000Z`, ends_at: `${year}-03-01T00:00:00.000Z` }
  return done<Row>(await clientOf(on, 'boss'), record, 'update', row.id, { body, ifMatch: row.version })
}
/** Where campaigns must not overlap, ends those of the row's store before that year. @returns the row */
export async function roomFor(on: Environment, record: RecordDefinition, row: Row): Promise<Row> {
  const client = await clientOf(on, 'boss')
  if (!mustNotOverlap(record)) return row
  for (const other of await rowsOf(on, record))
    if (
      other.store_code === row.store_code &&
      ['SCHEDULED', 'ACTIVE', 'PAUSED'].includes(String(other.status as string)) &&
      !(Number(String(other.starts_at as string).slice(0, 4)) >= FIRST_YEAR)
    )
      await done(client, record, 'end', other.id, { body: {}, ifMatch: other.version })
  return row
}
/** Sends a decision about an approval. @param sending `version` that the person saw; null: none is sent. Default: the present one */
export async function sendDecision(
  client: Client,
  verb: 'approve' | 'reject',
  id: string,
  {
    body = verb === 'reject' ? { reason: 'Not agreed' } : {},
    key = crypto.randomUUID(),
    version,
  }: { body?: object; key?: string; version?: number | null } = {},
): Promise<Reply> {
  const path = (operation: 'get' | 'approve' | 'reject') => approvalsOperations[operation].path.replace(':id', id)
  const read = version === undefined ? await client.send('GET', path('get')) : null
  const ifMatch = version ?? (read?.json as { data?: Approval } | undefined)?.data?.version ?? 1
  return client.send('PATCH', path(verb), {
    body,
    headers: { [IDEMPOTENCY_KEY_HEADER]: key },
    ...(version !== null && { ifMatch }),
  })
}

/** Activates a campaign, and approves it as another person where it needs that. */
export async function activated(
  on: Environment,
  record: RecordDefinition,
  row: Row,
  person: Person = 'boss',
): Promise<Row> {
  await roomFor(on, record, row)
  const client = await clientOf(on, person)
  const asked = await done<Row>(client, record, 'activate', row.id, { body: {}, ifMatch: row.version })
  if (asked.status !== 'REQUESTED') return asked
  await approveAs(on, row.id)
  return done<Row>(client, record, 'get', row.id)
}
/** Adds a coin and asks for its fixed rate. @returns its id */
async function askForRate(on: Environment, coins: RecordDefinition, fixed_rate: string): Promise<string> {
  const { id, version } = (await addRecord(on, coins))!
  const body = { fixed_rate, reason: 'The contract suite asks' }
  await done(await clientOf(on, 'boss'), coins, 'setRate', id, { body, ifMatch: version })
  return id
}
/** Adds a coin whose fixed rate another person has approved. */
export async function ratedCoin(on: Environment, coins: RecordDefinition, rate: string): Promise<Row> {
  const id = await askForRate(on, coins, rate)
  await approveAs(on, id, ['ADMIN'])
  return done<Row>(await clientOf(on, 'boss'), coins, 'get', id)
}
/** A deposit that an app has sent and people have credited. @param amount decimal with two places */
export async function creditedDeposit(on: Environment, amount = '150.00'): Promise<Row> {
  const [boss, deposits] = [await clientOf(on, 'boss'), definitionOf('manualDeposit')]
  const { id } = await sentByApp(on, deposits, { amount })
  const { version } = await done<Row>(boss, deposits, 'claim', id, { body: {} })
  await done(boss, deposits, 'approve', id, { body: {}, ifMatch: version })
  for (const role of ['MANAGER', 'ADMIN']) {
    const { awaits_approval, user } = await done<Row>(boss, deposits, 'get', id)
    // People know the approval by the user.
    if (awaits_approval) await approveAs(on, (user as { id: string }).id, [role])
  }
  return done<Row>(boss, deposits, 'get', id)
}
/** Claims a withdrawal and acts on it as the boss, and lets others approve what waits. @returns it afterwards */
async function actOnWithdrawal(
  on: Environment,
  record: RecordDefinition,
  id: string,
  action: string,
  body: Values,
): Promise<Row> {
  const boss = await clientOf(on, 'boss')
  const { version } = await done<Row>(boss, record, 'claim', id, { body: { note: 'The contract suite goes on' } })
  await done<Row>(boss, record, action, id, { body, ifMatch: version })
  for (const role of ['MANAGER', 'ADMIN']) {
    const { awaits_approval, status } = await done<Row>(boss, record, 'get', id)
    const isWaiting = awaits_approval === true || (action === 'resolve' && status === 'UNKNOWN')
    if (isWaiting) await approveAs(on, id, [role])
  }
  await done(boss, record, 'release', id, { body: {} })
  return done<Row>(boss, record, 'get', id)
}
/** Adds one that another person must approve, too, one on hold, and one that is approved. */
async function openWithdrawals(on: Environment, record: RecordDefinition): Promise<void> {
  // Before the one that waits: that others have the same details is a warning, and a new warning would stop its approval.
  await heldWithdrawal(on, record)
  await approvedWithdrawal(on, record)
  const { id } = await sentByApp(on, record, { amount: '60.00' })
  const boss = await clientOf(on, 'boss')
  const { version } = await done<Row>(boss, record, 'claim', id, { body: {} })
  await done(boss, record, 'approve', id, { body: {}, ifMatch: version })
}
/** A withdrawal that an app has requested and people have approved; staff pay it, or its rail. */
export async function approvedWithdrawal(on: Environment, record: RecordDefinition): Promise<Row> {
  return actOnWithdrawal(on, record, (await sentByApp(on, record, { amount: '60.00' })).id, 'approve', {})
}
export async function heldWithdrawal(on: Environment, record: RecordDefinition): Promise<Row> {
  const { id } = await sentByApp(on, record, { amount: '60.00' })
  return actOnWithdrawal(on, record, id, 'hold', { reason: 'It waits' })
}
/** Record → what an app asks for that a rail pays. */
const PAID_BY_RAIL: Readonly<Record<string, (on: Environment) => Promise<Values>>> = {
  async manualWithdrawal(on) {
    const bank = (await rowsOf(on, definitionOf('paymentMethod'))).find(({ rail }) => rail === 'BANK')
    if (!bank) throw on.cannot('no method pays by the rail BANK')
    return { payment_method: bank.id, details: [{ label: 'IBAN', value: payoutValue('IBAN', 5000) }] }
  },
  cryptoWithdrawal: () => Promise.resolve({}),
}
/** One that is approved, and whose rail does not say what became of it. */
export async function unknownWithdrawal(on: Environment, record: RecordDefinition): Promise<Row> {
  const boss = await clientOf(on, 'boss')
  const { id } = await sentByApp(on, record, { amount: '60.00', ...(await PAID_BY_RAIL[record.name]!(on)) })
  await actOnWithdrawal(on, record, id, 'approve', {})
  for (let tries = 0; tries < RAIL_TRIES; tries += 1) {
    const row = await done<Row>(boss, record, 'get', id)
    if (row.status === 'UNKNOWN') return row
    await new Promise((resolve) => setTimeout(resolve, RAIL_WAIT_MS))
  }
  throw on.cannot('the rail leaves no payment unknown')
}
/** One whose payment failed, as two people are certain. */
export async function failedWithdrawal(on: Environment, record: RecordDefinition): Promise<Row> {
  const { id } = await unknownWithdrawal(on, record)
  const body = { resolution: 'NOT_PAID', evidence: 'No line of the statement', reason: 'The contract suite resolves' }
  return actOnWithdrawal(on, record, id, 'resolve', body)
}
/** The rail of the demo's automated platforms, and the place of one of them in the own store (src/demo/content/store-platform.ts). */
const [GAMES_RAIL, GAMES_PLATFORM] = ['GAMES', 1] as const
/** A load or a redeem that a rail carries out, which does not say what became of it. @param name of the record */
export async function unknownRequest(on: Environment, name: 'platformDeposit' | 'platformWithdrawal'): Promise<Row> {
  const [boss, requests, accounts] = [await clientOf(on, 'boss'), definitionOf(name), definitionOf('platformAccount')]
  // The user of an account of the suite has money; the level allows a second one.
  const { platform_account } = await sentByApp(on, requests)
  const { user } = await done<Row>(boss, accounts, 'get', (platform_account as { id: string }).id)
  const body = { user: (user as { id: string }).id, store_platform: demoId('storePlatform', GAMES_PLATFORM) }
  const byRail =
    (await rowsOf(on, accounts)).find(
      (row) =>
        row.status === 'ACTIVE' &&
        (row.user as { id: string }).id === body.user &&
        (row.store_platform as { id: string }).id === body.store_platform,
    ) ?? (await done<Row>(boss, accounts, 'create', '', { body }))
  const { id } = await sentByApp(on, requests, {
    platform_account: byRail.id,
    ...(name === 'platformDeposit' && { amount: '15.00' }),
  })
  for (let tries = 0; tries < RAIL_TRIES; tries += 1) {
    const row = await done<Row>(boss, requests, 'get', id)
    if (row.status === 'UNKNOWN') return row
    await new Promise((resolve) => setTimeout(resolve, RAIL_WAIT_MS))
  }
  throw on.cannot(`the rail ${GAMES_RAIL} leaves no request unknown`)
}
/** A load or a redeem that staff could not carry out. */
export async function failedRequest(on: Environment, record: RecordDefinition): Promise<Row> {
  const boss = await clientOf(on, 'boss')
  const { id } = await sentByApp(on, record)
  const { version } = await done<Row>(boss, record, 'claim', id, { body: { note: 'The contract suite goes on' } })
  await done(boss, record, 'fail', id, { body: { reason_code: 'PLATFORM_DOWN' }, ifMatch: version })
  await done(boss, record, 'release', id, { body: {} })
  return done<Row>(boss, record, 'get', id)
}
const cryptoDeposits = definitionOf('cryptoDeposit')
/** @returns a deposit once it fits */
async function depositOnce(on: Environment, id: string, fits: (row: Row) => boolean): Promise<Row> {
  const boss = await clientOf(on, 'boss')
  for (let tries = 0; tries < RAIL_TRIES; tries += 1) {
    const row = await done<Row>(boss, cryptoDeposits, 'get', id)
    if (fits(row)) return row
    await new Promise((resolve) => setTimeout(resolve, RAIL_WAIT_MS))
  }
  throw on.cannot('the wallet service COINS does not answer')
}
/** One that waits for its payment, at its address. */
export const unpaidDeposit = async (on: Environment, amount = '40.00'): Promise<Row> =>
  depositOnce(on, (await sentByApp(on, cryptoDeposits, { amount_asked: amount })).id, ({ address }) => address !== null)
/** One of which more than what was asked has come. @param amount that is asked */
export async function overpaidDeposit(on: Environment, amount = '40.00'): Promise<Row> {
  const { id, reference } = await unpaidDeposit(on, amount)
  await on.overpay(reference as string)
  return depositOnce(on, id, ({ status }) => status === 'OVERPAID')
}
/** The same, whose user has confirmed where it can be sent back. */
export async function refundableDeposit(on: Environment): Promise<Row> {
  const { id, network } = await overpaidDeposit(on)
  const body = { address: addressFor(network as string, `refund ${on.unique()}`) }
  await done(await on.asApp(on.ownStore), cryptoDeposits, 'appConfirmAddress', id, { body })
  return done<Row>(await clientOf(on, 'boss'), cryptoDeposits, 'get', id)
}
/** One that somebody has put on hold. */
export async function heldDeposit(on: Environment): Promise<Row> {
  const boss = await clientOf(on, 'boss')
  const { id } = await overpaidDeposit(on)
  const { version } = await done<Row>(boss, cryptoDeposits, 'claim', id, { body: {} })
  await done(boss, cryptoDeposits, 'hold', id, { body: { reason: 'It waits' }, ifMatch: version })
  await done(boss, cryptoDeposits, 'release', id, { body: {} })
  return done<Row>(boss, cryptoDeposits, 'get', id)
}
/** A deposit that an app has sent, which somebody rejected because its money must be sent back. */
export async function rejectedDeposit(on: Environment): Promise<Row> {
  const [manager, deposits] = [await on.as('MANAGER'), definitionOf('manualDeposit')]
  const { id } = await sentByApp(on, deposits)
  const { version } = await done<Row>(manager, deposits, 'claim', id, { body: {} })
  const body = { reason_code: 'NAME_MISMATCH', user_text: 'Another payer', send_back: true }
  await done(manager, deposits, 'reject', id, { body, ifMatch: version })
  await done(manager, deposits, 'release', id, { body: {} })
  return done<Row>(await clientOf(on, 'boss'), deposits, 'get', id)
}
/** Approves what waits at a record, or else about one that people know it by, as the first account that may. */
export async function approveAs(on: Environment, recordId: string, roles = ['MANAGER', 'ADMIN']): Promise<void> {
  const { list } = approvalsOperations
  for (const role of roles) {
    const client = await on.as(role)
    const waiting = checkSuccess<Approval[]>(await client.send('GET', list.path), catalogue['approvals.list'])
    const found =
      waiting.find(({ row }) => row.id === recordId) ?? waiting.find(({ record_id }) => record_id === recordId)
    if (!found) continue
    if (found.needs_step_up) await client.stepUp()
    checkSuccess(await sendDecision(client, 'approve', found.id), catalogue['approvals.approve'])
    return
  }
  throw new Error(`Nobody may approve what waits about ${recordId}`)
}
