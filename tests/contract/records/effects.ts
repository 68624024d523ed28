/**
 * Effects of actions beyond their definition's `sets`: the definition cannot express them, so they are described here. An action
 * without `sets` fails its case where it is missing here.
 */
import assert from 'node:assert/strict'
import type { Environment } from '../environment'
import { SIGN_IN_ERROR } from '@contract/errors'
import type { RecordDefinition } from '@contract/records/record'
import type { OneChanged } from '@contract/socket'
import { demoId } from '@demo/rows'
import { errorIn, type Client } from '../client'
import { PASSWORD, type Values } from '../record-examples'
import { next } from '../cases/socket'
import { added, awaitsApproval, type Effect } from './effect'
import { PAYMENT_EFFECTS } from './payment-effects'
import { clientOf } from './people'
import { done } from './calls'
import { addRecord, definitionOf, freshBody, rowsOf, uploadAsApp } from './rows'
import { activated, addWithTwoFactor, liveOffer, reportedJackpot, roomFor } from './ground'
import { valuesOf, type Row } from './oracle'
import { hearChanges } from '../../kit/hear-changes'

let levels = 0
/** Adds a level without users: the next one, a hundredth above, has all whose deposits reach both. */
const addedLevel: NonNullable<Effect['make']> = async (on, record) => {
  const client = await clientOf(on, 'boss')
  const minimum = 100_000_000 + ((Date.now() + (levels += 1)) % 100_000_000)
  const add = async (min_total_deposit: string) =>
    done<Row>(client, record, 'create', '', { body: { ...(await freshBody(on, record)), min_total_deposit } })
  await add(`${minimum}.01`)
  return add(`${minimum}.00`)
}
const TOLD_WITHIN_MS = 5000
/**
 * Watches the rows of another record that the action changes: each is edited, and consoles are notified.
 * @param target the row that they are moved to: consoles are notified of its derived values
 */
async function watchMoved(
  on: Environment,
  name: string,
  movesWith: (row: Row) => boolean,
  target: { record: string; id: string },
): Promise<() => Promise<void>> {
  const boss = await clientOf(on, 'boss')
  const before = await rowsOf(on, definitionOf(name))
  const moved = before.filter(movesWith)
  const awaited = new Set([
    ...moved.map(({ id, version }) => `${id} ${version + 1} edited`),
    `${target.id} ${(await done(boss, definitionOf(target.record), 'get', target.id)).version} derived`,
  ])
  const socket = on.connect({ access_token: boss.token, client: 'admin' })
  const told = new Promise<void>((resolve) => {
    const came = ({ id, version, derived }: Omit<OneChanged, 'subject'>) => {
      awaited.delete(`${id} ${version} ${derived ? 'derived' : 'edited'}`)
      if (awaited.size === 0) resolve()
    }
    hearChanges(socket, came)
  })
  await next(socket, 'connect')
  return async () => {
    const late = new Promise<never>((_resolve, reject) => {
      const tooLate = () => reject(new Error(`consoles are not told of ${[...awaited].join(', ')}`))
      setTimeout(tooLate, TOLD_WITHIN_MS).unref()
    })
    await Promise.race([told, late]).finally(() => void socket.disconnect())
    const byId = new Map((await rowsOf(on, definitionOf(name))).map((row) => [row.id, row]))
    for (const row of before) {
      const now = byId.get(row.id)!
      if (!moved.includes(row)) {
        assert.deepEqual(now, row, 'other rows stay as they are')
        continue
      }
      assert.equal(now.version, row.version + 1)
      assert.ok(String(now.updatedAt as string) > String(row.updatedAt as string), 'it says when it was changed')
    }
  }
}

/** The new password signs in, the old one does not. */
const newPassword: Effect = {
  make: added,
  body: () => ({ password: NEWER_PASSWORD, confirm_password: NEWER_PASSWORD }),
  watch: (on, { email }) =>
    Promise.resolve(async () => {
      assert.equal(
        errorIn(await on.fresh().trySignIn(String(email as string), PASSWORD)),
        SIGN_IN_ERROR.wrongEmailOrPassword,
      )
      assert.equal((await on.fresh().trySignIn(String(email as string), NEWER_PASSWORD)).status, 200)
    }),
}
/** Account → a client that is signed in to it. */
const signedIn = new Map<string, Client>()
/** A signed-in client is refused at once. @param again whether its person can sign in again */
const sessionsEnd = (again: boolean): Effect => ({
  async make(on, account) {
    const { id, email } = (await addRecord(on, account))!
    const client = on.fresh()
    await client.signIn(String(email as string), PASSWORD)
    signedIn.set(id, client)
    return done<Row>(await clientOf(on, 'boss'), account, 'get', id)
  },
  watch: (on, { id, email }) =>
    Promise.resolve(async () => {
      assert.equal((await signedIn.get(id)!.send('GET', '/api/v1/admin/profile')).status, 401)
      const { status } = await on.fresh().trySignIn(String(email as string), PASSWORD)
      assert.equal(status, again ? 200 : 401)
    }),
})
/** The row names the set; `permission-sets.ts` has cases about its rights. */
const ownSet: Effect = {
  make: added,
  writes: ['permission_set'],
  watch: (on, { id }, { permission_set: set }) =>
    Promise.resolve(async () => {
      const boss = await clientOf(on, 'boss')
      const { name } = await done(boss, definitionOf('permissionSet'), 'get', set as string)
      assert.equal((await done(boss, definitionOf('admin'), 'get', id)).permission_set, name)
    }),
}
const noTwoFactor: Effect = {
  make: addWithTwoFactor,
  watch: (on, { email }) =>
    Promise.resolve(async () => {
      assert.equal((await on.fresh().trySignIn(String(email as string), PASSWORD)).status, 200, 'the password alone')
    }),
}

/** Telegram account → the user whom it had before the case unlinked it; that user has no other account. */
const userOfAccount = new Map<string, string>()
const accountOf = (on: Environment, id: string) => async (): Promise<Row> =>
  done(await clientOf(on, 'boss'), definitionOf('telegramUser'), 'get', id)

const NEWER_PASSWORD = 'Newer#2026'
const DAY = 24 * 3600 * 1000

/** Common to publishable records: the state follows from the time, and lists can be filtered by it. */
const publishing = (
  name: string,
  from: readonly string[],
  state: string,
  publishedAt: (body: Values, row: Row) => void,
): Pick<Effect, 'choose' | 'writes' | 'watch'> => ({
  choose: (rows) => rows.find((row) => from.includes(String(row.state as string)) && row.is_deleted !== true),
  writes: ['published_at', 'state'],
  watch: (on, row, body) =>
    Promise.resolve(async () => {
      const boss = await clientOf(on, 'boss')
      const after = await done(boss, definitionOf(name), 'get', row.id)
      assert.equal(after.state, state)
      publishedAt(body, after)
      const listed = await done<Row[]>(boss, definitionOf(name), 'list', '', { query: { id: row.id, state } })
      assert.deepEqual(listed, [after], 'the filter finds it in its new state')
    }),
})

/** `ask` is the activation that nobody has approved yet. */
const ASKED: Readonly<Record<string, string>> = { ask: 'activate' }
/** Common to campaigns: the status follows from the action, and lists can be filtered by it. */
const running = (name: string, before: readonly string[], status: string, writes: string): Effect => ({
  async make(on, campaign) {
    const boss = await clientOf(on, 'boss')
    let row = (await addRecord(on, campaign))!
    // It has started and ends in many years, so that the status depends on the actions alone.
    row = await done<Row>(boss, campaign, 'update', row.id, {
      body: { starts_at: '2026-01-05T00:00:00.000Z', ends_at: '2049-01-05T00:00:00.000Z' },
      ifMatch: row.version,
    })
    if (before.length === 0) return roomFor(on, campaign, row)
    for (const action of before)
      row =
        action === 'activate'
          ? await activated(on, campaign, row)
          : await done<Row>(boss, campaign, ASKED[action] ?? action, row.id, { body: {}, ifMatch: row.version })
    return row
  },
  writes: [writes, 'status'],
  watch: (on, row) =>
    Promise.resolve(async () => {
      const boss = await clientOf(on, 'boss')
      const after = await done(boss, definitionOf(name), 'get', row.id)
      assert.equal(after.status, status)
      const isEmptied = (status === 'ACTIVE' && writes === 'paused_at') || status === 'DRAFT'
      assert.deepEqual(after[writes], isEmptied ? null : after.updatedAt)
      const listed = await done<Row[]>(boss, definitionOf(name), 'list', '', { query: { id: row.id, status } })
      assert.deepEqual(listed, [after], 'the filter finds it in its new status')
    }),
})

/** The effects of the actions of a campaign; other people approve the activation of some. */
const campaignOf = (name: string, isApproved = false): Readonly<Record<string, Effect>> => ({
  [`${name}.activate`]: isApproved
    ? running(name, [], 'REQUESTED', 'requested_at')
    : running(name, [], 'ACTIVE', 'activated_at'),
  ...(isApproved && { [`${name}.withdraw`]: running(name, ['ask'], 'DRAFT', 'requested_at') }),
  [`${name}.pause`]: running(name, ['activate'], 'PAUSED', 'paused_at'),
  [`${name}.resume`]: running(name, ['activate', 'pause'], 'ACTIVE', 'paused_at'),
  [`${name}.end`]: running(name, ['activate', 'pause'], 'ENDED', 'ended_at'),
})

/** The effects of the three actions of a publishable record. */
const publishingOf = (name: string): Readonly<Record<string, Effect>> => ({
  [`${name}.publish`]: publishing(name, ['DRAFT', 'SCHEDULED'], 'PUBLISHED', (_body, { published_at, updatedAt }) =>
    assert.equal(published_at, updatedAt, 'it is published from the time of the action on'),
  ),
  [`${name}.schedule`]: {
    ...publishing(name, ['DRAFT', 'SCHEDULED'], 'SCHEDULED', ({ at }, { published_at }) =>
      assert.equal(published_at, at),
    ),
    body: () => ({ at: new Date(Date.now() + 3 * DAY).toISOString() }),
  },
  [`${name}.unpublish`]: publishing(name, ['PUBLISHED', 'SCHEDULED'], 'DRAFT', (_body, { published_at }) =>
    assert.equal(published_at, null),
  ),
})

/** The decision of a document contains the person and the time; a row that another person decided shows it. */
/** Sends an identity card of a new user: the demo's documents do not suffice for all cases. */
async function pendingDocument(on: Environment, record: RecordDefinition): Promise<Row> {
  const app = await on.asApp(on.ownStore)
  const user = (await addRecord(on, definitionOf('users'), 'boss', 'required'))!
  const files = [await uploadAsApp(app, record, 'files')]
  const { id } = await done<Row>(app, record, 'appSend', '', { body: { user: user.id, doc_type: 'ID_CARD', files } })
  return done(await clientOf(on, 'boss'), record, 'get', id)
}
const decided = (name: string, writes: readonly string[], body: Values): Effect => ({
  make: pendingDocument,
  writes,
  body: () => body,
  watch: (on, row) =>
    Promise.resolve(async () => {
      const after = await done(await clientOf(on, 'boss'), definitionOf('userDocVerification'), 'get', row.id)
      assert.equal(after.decided_at, after.updatedAt, name)
      assert.ok(after.decided_by, name)
      for (const [field, value] of Object.entries(body))
        if (writes.includes(field)) assert.deepEqual(after[field], value, field)
    }),
})
const UNDECIDED = {
  decided_by: null,
  decided_at: null,
  number: null,
  expires_at: null,
  issued_at: null,
  reason_codes: [],
  user_text: null,
}

/** A tag that a user does not have. */
const newTagOf = (tags: unknown) =>
  ['Watch closely', 'Night shift', 'Calm'].find((tag) => !valuesOf(tags).includes(tag))!

/** Grants a new user the demo's bonus of 25.00, which needs nobody else. */
async function activeGrant(on: Environment): Promise<Row> {
  const boss = await clientOf(on, 'boss')
  const user = (await addRecord(on, definitionOf('users'), 'boss', 'required'))!
  const body = { bonus: demoId('bonus', GOODWILL), note: 'The contract suite grants' }
  await done(boss, definitionOf('users'), 'grantBonus', user.id, { body, ifMatch: user.version })
  const [grant] = await done<Row[]>(boss, definitionOf('bonusGrant'), 'list', '', { query: { user: user.id } })
  return grant!
}
const moneyTaken: Effect = {
  make: activeGrant,
  writes: ['status'],
  watch: (on, row) =>
    Promise.resolve(async () => {
      const user = (row.user as { id: string }).id
      const after = await done(await clientOf(on, 'boss'), definitionOf('users'), 'get', user)
      assert.equal(after.bonus_balance, '0.00', 'its money is taken back')
    }),
}

/** A new user of the own store claims a new offer of 12.50. */
async function pendingClaim(on: Environment): Promise<Row> {
  const [offer, user] = [await liveOffer(on), (await addRecord(on, definitionOf('users'), 'boss', 'required'))!]
  const body = { user: user.id, source: 'APP' }
  const { id } = await done<Row>(await on.asApp(on.ownStore), definitionOf('offerClaim'), 'appClaim', offer.id, {
    body,
  })
  return done<Row>(await clientOf(on, 'boss'), definitionOf('offerClaim'), 'get', id)
}

/** Place of the demo's bonus of 25.00 that everybody can have beside others. */
const GOODWILL = 2

/** A jackpot of a new user, which whoever reviews it confirms alone. */
const smallJackpot = (on: Environment) => reportedJackpot(on, { amount: '50.00' })

/** What its approval does: cases/spins.ts. */
const voided = (name: string): Effect => ({
  choose: (rows) => rows.find(({ status, awaits_approval }) => status === 'CREDITED' && awaits_approval === false),
  ...awaitsApproval(name, 'CREDITED'),
})
/** The referral keeps the reason. */
const keepsReason: Effect = {
  writes: ['status_reason'],
  watch: (on, row, { reason }) =>
    Promise.resolve(async () => {
      const after = await done(await clientOf(on, 'boss'), definitionOf('referral'), 'get', row.id)
      assert.equal(after.status_reason, reason)
    }),
}

/** By operation id. */
export const EFFECTS: Readonly<Record<string, Effect>> = {
  // A level that users have cannot be disabled.
  'userLevel.enableDisable': { make: addedLevel },
  // Others must approve it before anything changes: cases/approvals.ts.
  'users.adjust': { make: added },
  'bonusGrant.extend': {
    make: activeGrant,
    writes: ['expires_at'],
    body: () => ({ until: '2036-03-01T09:00:00.000Z' }),
    watch: (on, row, { until }) =>
      Promise.resolve(async () => {
        const after = await done(await clientOf(on, 'boss'), definitionOf('bonusGrant'), 'get', row.id)
        assert.equal(after.expires_at, until)
      }),
  },
  'bonusGrant.forfeit': moneyTaken,
  'bonusGrant.revoke': moneyTaken,
  // Cases about its terms and its approval: cases/grants.ts.
  'users.grantBonus': {
    choose: (rows) =>
      rows.find(
        ({ third_party_store_code, account_status, is_deleted }) =>
          third_party_store_code === null && account_status === 'ACTIVE' && is_deleted === false,
      ),
    writes: ['bonus_balance'],
    body: () => ({ bonus: demoId('bonus', GOODWILL), amount: '25.00' }),
    watch: (on, row) =>
      Promise.resolve(async () => {
        const after = await done(await clientOf(on, 'boss'), definitionOf('users'), 'get', row.id)
        assert.equal(Number(after.bonus_balance) - Number(row.bonus_balance), 25)
      }),
  },
  'offerClaim.approve': {
    // Cases about its approval and what it credits: cases/offer-claims.ts.
    make: pendingClaim,
    writes: ['status'],
    watch: async (on, row) => {
      const user = (row.user as { id: string }).id
      const boss = await clientOf(on, 'boss')
      const before = await done(boss, definitionOf('users'), 'get', user)
      return async () => {
        const [after, claim] = [
          await done(boss, definitionOf('users'), 'get', user),
          await done(boss, definitionOf('offerClaim'), 'get', row.id),
        ]
        assert.equal(claim.status, 'CREDITED')
        assert.equal(claim.decided_at, claim.updatedAt)
        assert.equal(Number(after.cash_balance) - Number(before.cash_balance), Number(row.amount))
      }
    },
  },
  'offerClaim.reject': {
    make: pendingClaim,
    writes: ['status', 'reason_code'],
    watch: (on, row, { reason_code }) =>
      Promise.resolve(async () => {
        const claim = await done(await clientOf(on, 'boss'), definitionOf('offerClaim'), 'get', row.id)
        assert.deepEqual([claim.status, claim.reason_code], ['REJECTED', reason_code])
      }),
  },
  // Payments of high risk, reversals and what they cancel: tests/server/referrals.test.ts.
  'referral.pay': {
    choose: (rows) => rows.find(({ status, risk_level }) => status === 'QUALIFIED' && risk_level === 'LOW'),
    writes: ['status', 'paid_at'],
    watch: async (on, row) => {
      const boss = await clientOf(on, 'boss')
      const cash = async (of: unknown) =>
        Number((await done(boss, definitionOf('users'), 'get', (of as { id: string }).id)).cash_balance)
      const before = [await cash(row.referrer), await cash(row.referee)] as const
      return async () => {
        const after = await done(boss, definitionOf('referral'), 'get', row.id)
        assert.deepEqual([after.status, after.paid_at], ['PAID', after.updatedAt])
        assert.equal(((await cash(row.referrer)) - before[0]).toFixed(2), row.referrer_amount)
        assert.equal(((await cash(row.referee)) - before[1]).toFixed(2), row.referee_amount)
      }
    },
  },
  'referral.hold': {
    choose: (rows) => rows.find(({ status, risk_level }) => status === 'QUALIFIED' && risk_level === 'LOW'),
    ...keepsReason,
  },
  'referral.resume': {
    async make(on, referral) {
      const boss = await clientOf(on, 'boss')
      const row = (await rowsOf(on, referral)).find(({ status }) => status === 'QUALIFIED')!
      const body = { reason: 'The contract suite holds' }
      return done<Row>(boss, referral, 'hold', row.id, { body, ifMatch: row.version })
    },
    writes: ['status', 'status_reason'],
    watch: (on, row) =>
      Promise.resolve(async () => {
        const after = await done(await clientOf(on, 'boss'), definitionOf('referral'), 'get', row.id)
        assert.deepEqual([after.status, after.status_reason], ['QUALIFIED', null])
      }),
  },
  'referral.reject': {
    choose: (rows) => rows.find(({ status }) => status === 'PENDING'),
    ...keepsReason,
  },
  // Others must approve it before anything changes.
  'referral.reverse': {
    choose: (rows) => rows.find(({ status, awaits_approval }) => status === 'PAID' && awaits_approval === false),
    ...awaitsApproval('referral', 'PAID'),
  },
  'users.tags': {
    choose: (rows) => rows.find((row) => row.third_party_store_code === null && valuesOf(row.tags).length > 0),
    writes: ['tags'],
    body: ({ tags }) => ({ add: [newTagOf(tags)], remove: [valuesOf(tags)[0]!.toUpperCase()] }),
    watch: (on, row, { add }) =>
      Promise.resolve(async () => {
        const after = await done(await clientOf(on, 'boss'), definitionOf('users'), 'get', row.id)
        assert.deepEqual(after.tags, [...valuesOf(row.tags).slice(1), ...(add as string[])])
      }),
  },
  'users.setLevel': {
    choose: (rows) => rows.find((row) => row.third_party_store_code === null && row.level_pinned === false),
    // A level of the same store, as others are refused.
    body: () => ({ level: demoId('userLevel', 3) }),
    writes: ['user_level'],
    watch: (on, row) =>
      Promise.resolve(async () => {
        const after = await done(await clientOf(on, 'boss'), definitionOf('users'), 'get', row.id)
        assert.equal((after.user_level as { id: string }).id, demoId('userLevel', 3))
      }),
  },
  'users.followDeposits': {
    // A user whose level is not the one that their deposits reach: otherwise nothing would show that it follows them.
    async make(on, users) {
      const row = (await addRecord(on, users, 'boss', 'required'))!
      const body = { level: demoId('userLevel', 3), reason: 'A promise of the hotline' }
      return done<Row>(await clientOf(on, 'boss'), users, 'setLevel', row.id, { body, ifMatch: row.version })
    },
    writes: ['user_level'],
    watch: (on, row) =>
      Promise.resolve(async () => {
        const boss = await clientOf(on, 'boss')
        const after = await done(boss, definitionOf('users'), 'get', row.id)
        const { id } = after.user_level as { id: string }
        assert.notEqual(id, (row.user_level as { id: string }).id, 'the level has changed')
        const level = await done(boss, definitionOf('userLevel'), 'get', id)
        const reached = (await rowsOf(on, definitionOf('userLevel'))).filter(
          (each) =>
            each.store_code === level.store_code &&
            each.is_deleted === false &&
            Number(each.min_total_deposit) <= Number(row.total_deposit),
        )
        const highest = reached.toSorted((a, b) => Number(b.min_total_deposit) - Number(a.min_total_deposit))[0]
        assert.equal(id, highest?.id)
      }),
  },
  ...campaignOf('bonus', true),
  ...campaignOf('offer', true),
  ...campaignOf('referralBonus'),
  ...campaignOf('fortuneWheel', true),
  // Cases about its approval: cases/rounds.ts.
  'jackpotRecord.confirm': { make: smallJackpot, writes: ['status'] },
  'jackpotRecord.pay': {
    async make(on, jackpots) {
      const row = await smallJackpot(on)
      return done<Row>(await clientOf(on, 'boss'), jackpots, 'confirm', row.id, { body: {}, ifMatch: row.version })
    },
    writes: ['paid_at'],
    watch: async (on, row) => {
      const [boss, user] = [await clientOf(on, 'boss'), (row.user as { id: string }).id]
      const before = await done(boss, definitionOf('users'), 'get', user)
      return async () => {
        const after = await done(boss, definitionOf('users'), 'get', user)
        assert.equal((Number(after.cash_balance) - Number(before.cash_balance)).toFixed(2), row.amount)
      }
    },
  },
  ...PAYMENT_EFFECTS,
  'dailySpin.void': voided('dailySpin'),
  'skillSpin.void': voided('skillSpin'),
  ...publishingOf('game'),
  ...publishingOf('platform'),
  ...publishingOf('sitePage'),
  'sitePage.rollBack': {
    async make(on, page) {
      const boss = await clientOf(on, 'boss')
      const row = (await addRecord(on, page))!
      const published = await done<Row>(boss, page, 'publish', row.id, { body: {}, ifMatch: row.version })
      return done<Row>(boss, page, 'update', row.id, { body: { title: 'For a while' }, ifMatch: published.version })
    },
    writes: ['title', 'version_no'],
    body: () => ({ version_no: 1 }),
    watch: (on, row) =>
      Promise.resolve(async () => {
        const after = await done(await clientOf(on, 'boss'), definitionOf('sitePage'), 'get', row.id)
        assert.equal(after.version_no, 3)
        assert.notEqual(after.title, 'For a while')
      }),
  },
  'admin.resetPassword': newPassword,
  'thirdPartyAdmin.resetPassword': newPassword,
  // Users sign in on another platform, so their new password cannot be tried.
  'users.resetPassword': { make: added },
  'admin.resetTwoFactor': noTwoFactor,
  'thirdPartyAdmin.resetTwoFactor': noTwoFactor,
  'admin.endSessions': sessionsEnd(true),
  'thirdPartyAdmin.endSessions': sessionsEnd(true),
  // What happens to the person's work is a case of its own (cases/work.ts).
  'admin.assignPermissionSet': ownSet,
  'thirdPartyAdmin.assignPermissionSet': ownSet,
  'admin.disableAndMove': sessionsEnd(false),
  'thirdPartyAdmin.disableAndMove': sessionsEnd(false),
  'newsletterSubscriber.unsubscribe': {
    choose: (rows) => rows.find(({ status }) => status === 'SUBSCRIBED'),
    writes: ['unsubscribed_at'],
    watch: (on, row) =>
      Promise.resolve(async () => {
        const after = await done(await clientOf(on, 'boss'), definitionOf('newsletterSubscriber'), 'get', row.id)
        const { unsubscribed_at: at } = after
        assert.ok(typeof at === 'string' && at > String(row.updatedAt), `it has the time of the action: ${String(at)}`)
      }),
  },
  'newsletterSubscriber.erase': {
    choose: (rows) => rows.find(({ status, consent_ip }) => status === 'BOUNCED' && consent_ip !== null),
    writes: ['email', 'consent_ip', 'user'],
    leaves: true,
    body: ({ email }) => ({ email: String(email as string).toUpperCase() }),
    async watch(on, row) {
      const boss = await clientOf(on, 'boss')
      const erased = definitionOf('newsletterSubscriber')
      const before = await done<{ count: number }>(boss, erased, 'totals')
      return async () => {
        assert.equal((await done<{ count: number }>(boss, erased, 'totals')).count, before.count - 1)
        const found = await done<Row[]>(boss, erased, 'list', '', { query: { search: String(row.email as string) } })
        assert.deepEqual(found, [])
      }
    },
  },
  'game.tags': {
    choose: (rows) => rows.find(({ tags }) => valuesOf(tags).includes('NEW') && !valuesOf(tags).includes('TOP')),
    writes: ['tags'],
    body: () => ({ add: ['TOP'], remove: ['NEW'] }),
    watch: (on, row) =>
      Promise.resolve(async () => {
        const after = await done(await clientOf(on, 'boss'), definitionOf('game'), 'get', row.id)
        const expected = ['HOT', 'TOP'].filter((tag) => tag === 'TOP' || valuesOf(row.tags).includes(tag))
        assert.deepEqual(after.tags, expected)
      }),
  },
  'brandCategory.moveTo': {
    choose: (rows) => rows.find(({ platforms_count }) => Number(platforms_count) > 1),
    async watch(on, row, { to }) {
      const before = await rowsOf(on, definitionOf('platform'))
      const isOfIt = ({ categories }: Row) => valuesOf(categories).includes(row.id)
      assert.ok(before.some(isOfIt), 'a platform has the category')
      const look = await watchMoved(on, 'platform', isOfIt, { record: 'brandCategory', id: String(to) })
      return async () => {
        await look()
        const after = await rowsOf(on, definitionOf('platform'))
        const expected = before.map(({ categories }) =>
          [...new Set(valuesOf(categories).map((id) => (id === row.id ? String(to) : id)))].toSorted(),
        )
        assert.deepEqual(
          after.map(({ categories }) => valuesOf(categories).toSorted()),
          expected,
        )
        const boss = await clientOf(on, 'boss')
        assert.equal((await done(boss, definitionOf('brandCategory'), 'get', row.id)).platforms_count, 0)
        assert.equal(
          (await done(boss, definitionOf('brandCategory'), 'get', String(to))).platforms_count,
          expected.filter((ids) => ids.includes(String(to))).length,
        )
      }
    },
  },
  'gameType.moveTo': {
    choose: (rows) => rows.find(({ games_count }) => Number(games_count) > 1),
    async watch(on, row, { to }) {
      const before = await rowsOf(on, definitionOf('game'))
      const typeOf = ({ game_type }: Row) => (game_type as { id: string }).id
      const isOfIt = (game: Row) => typeOf(game) === row.id
      assert.ok(before.filter(isOfIt).length > 1, 'several games are of the type')
      const look = await watchMoved(on, 'game', isOfIt, { record: 'gameType', id: String(to) })
      return async () => {
        await look()
        const after = await rowsOf(on, definitionOf('game'))
        const expected = before.map((game) => (typeOf(game) === row.id ? String(to) : typeOf(game)))
        assert.deepEqual(after.map(typeOf), expected)
        const boss = await clientOf(on, 'boss')
        assert.equal((await done(boss, definitionOf('gameType'), 'get', row.id)).games_count, 0)
        assert.equal(
          (await done(boss, definitionOf('gameType'), 'get', String(to))).games_count,
          expected.filter((id) => id === String(to)).length,
        )
      }
    },
  },
  'userDocVerification.verify': decided('verify', ['number', 'expires_at'], {
    number: 'X4K 2210',
    expires_at: new Date(Math.floor(Date.now() / 1000) * 1000 + 400 * DAY).toISOString(),
  }),
  'userDocVerification.askAgain': decided('askAgain', ['reason_codes', 'user_text'], {
    reason_codes: ['BLURRED'],
    user_text: 'Ihr Foto ist unscharf',
  }),
  'userDocVerification.reject': decided('reject', ['reason_codes', 'user_text'], {
    reason_codes: ['WRONG_TYPE', 'CROPPED'],
    user_text: 'กรุณาส่งเอกสารอื่น',
  }),
  'userDocVerification.reopen': {
    // The person who decided a document may not reopen it; the demo's documents were decided by other people.
    choose: (rows) =>
      rows.find(
        ({ status, decided_at }) =>
          status === 'VERIFIED' && Date.parse(String(decided_at as string)) < Date.now() - DAY,
      ),

    watch: (on, row) =>
      Promise.resolve(async () => {
        const after = await done(await clientOf(on, 'boss'), definitionOf('userDocVerification'), 'get', row.id)
        for (const [field, value] of Object.entries(UNDECIDED)) assert.deepEqual(after[field], value, field)
      }),
  },
  'telegramUser.link': {
    async make(on, account) {
      const linked = (await rowsOf(on, account)).find(({ status, user }) => status === 'ACTIVE' && user !== null)
      if (!linked) throw on.cannot('no account is linked')
      userOfAccount.set(linked.id, (linked.user as { id: string }).id)
      const body = { reason: 'The contract suite links it again' }
      return done<Row>(await clientOf(on, 'boss'), account, 'unlink', linked.id, { body, ifMatch: linked.version })
    },
    writes: ['user', 'linked_at'],
    body: ({ id }) => (userOfAccount.has(id) ? { user: userOfAccount.get(id) } : {}),
    watch: (on, row) =>
      Promise.resolve(async () => {
        const after = await accountOf(on, row.id)()
        assert.equal((after.user as { id: string }).id, userOfAccount.get(row.id))
        assert.equal(after.linked_at, after.updatedAt, 'it has the time of the action')
      }),
  },
  'telegramUser.unlink': {
    choose: (rows) => rows.find(({ status }) => status !== 'UNLINKED'),
    writes: ['user', 'linked_at'],
    watch: (on, row) =>
      Promise.resolve(async () => {
        const after = await accountOf(on, row.id)()
        assert.deepEqual([after.user, after.linked_at], [null, null])
      }),
  },
  // A separate case tests who may be assigned a ticket (cases/work.ts).
  'ticket.assign': {
    choose: (rows) => rows.find(({ assignee }) => assignee !== null),
    writes: ['assignee'],
    body: () => ({ assignee: null }),
    watch: (on, row) =>
      Promise.resolve(async () => {
        assert.equal((await done(await clientOf(on, 'boss'), definitionOf('ticket'), 'get', row.id)).assignee, null)
      }),
  },
  'ticket.escalate': {
    choose: (rows) => rows.find(({ escalation_level }) => Number(escalation_level) < 2),
    writes: ['escalation_level', 'assignee'],
    body: () => ({ level: 3, assignee: null, reason: 'The user has waited since this morning' }),
    watch: (on, row) =>
      Promise.resolve(async () => {
        const after = await done(await clientOf(on, 'boss'), definitionOf('ticket'), 'get', row.id)
        assert.deepEqual([after.escalation_level, after.assignee], [3, row.assignee])
      }),
  },
}
