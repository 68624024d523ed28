/**
 * The platform: its operations, the live connections and the background work, over ports (./ports). A transport brings requests to the
 * operations; the platform knows none of them, and runs the same on Node and in a browser.
 */
import { RECORDS } from '@contract/records/records'
import { announceRows } from './records/announce'
import { APPROVAL_EFFECTS } from './records/approval-effects'
import { releaseAll } from './records/claims'
import { createErasureKeys } from './records/erasure'
import { createRecordLists, type RecordLists } from './records/list'
import { createRecordPages } from './records/pages'
import { startSettlingGrants } from './records/rewards/grant-worker'
import { startSettlingReferrals } from './records/rewards/referral-worker'
import { createRecordRoutes } from './records/routes'
import { ACCOUNT_SOURCES, CLAIMABLE, SOURCES } from './records/sources'
import { createRecordWrites } from './records/writes'
import { createAccessService } from './modules/access/service'
import { createRoleRoutes } from './modules/access/routes'
import { createAppKeys, demoAppKey } from './modules/apps/keys'
import type { Changed } from './modules/approvals/effects'
import { createApprovalsRoutes, createCancelledReceiver, startExpiring } from './modules/approvals/routes'
import { createHistoryReader } from './modules/audit/history'
import { startSealing } from './modules/audit/sealer'
import { createPrincipals } from './modules/auth/principals'
import { createAuthRepository } from './modules/auth/repository'
import { createAuthRoutes, type CookieSettings } from './modules/auth/routes'
import { createAuthService } from './modules/auth/service'
import { createTokens } from './modules/auth/tokens'
import { createFileRepository } from './modules/files/repository'
import { createFilesRoutes } from './modules/files/routes'
import { createHealthRoutes } from './modules/health/routes'
import { createIdempotencyKeys } from './modules/idempotency/keys'
import { inParts, tellingPostings } from './modules/ledger/posted'
import { createNotificationReceiver } from './modules/notifications/receiver'
import { createNotificationsRoutes } from './modules/notifications/routes'
import { purgeOutbox } from './modules/outbox/messages'
import { startOutbox } from './modules/outbox/worker'
import { createProfileRoutes } from './modules/profile/routes'
import { createShiftRoutes } from './modules/shifts/routes'
import { createShiftService } from './modules/shifts/service'
import { createSupportRoutes } from './modules/support/routes'
import { createSupportService } from './modules/support/service'
import { createRecoveryCodeRepository } from './modules/two-factor/repository'
import { createTwoFactorRoutes } from './modules/two-factor/routes'
import { createSecondFactor } from './modules/two-factor/second-factor'
import { createTwoFactorService } from './modules/two-factor/service'
import { repeat } from './lib/background'
import { createKeys, hashText, type HashText, type Keys } from './lib/secrets'
import { createHub, type Hub } from './live/hub'
import type { Live } from './live/live'
import { createAppGate, type AppLimits, type CallLimit } from './operations/app-gate'
import type { Routes } from './operations/call'
import { createOperations, type RunnableOperation } from './operations/run'
import type { Clock } from './ports/clock'
import type { Crypto } from './ports/crypto'
import type { Db } from './ports/db'
import type { FileTools } from './ports/files'
import type { ConnectedRails } from './ports/rails'
import type { Sockets } from './ports/sockets'
import { checkRail, startCheckingRails } from './records/system/rail-health'
import { createRailCalls, type RailDeps } from './records/money/rail-calls'
import { RAIL_ORDERS } from './records/money/rail-order-kinds'
import { createCoinQuotes, startRefreshingCoins } from './records/money/coin-quotes'
import { createCryptoRail, startSettlingDeposits } from './records/money/crypto-rail'
import { byWhatItTells } from './records/money/rail-events-receiver'
import { createRailInbox, type ReceiveEvent } from './records/money/rail-inbox'
import { startComparingStatements } from './records/money/statements'
import { startWakingWithdrawals } from './records/money/withdrawal-worker'

/** What a runtime provides. */
export interface Ports {
  /** Open and migrated. The caller owns it: `close` leaves it open. */
  db: Db
  clock: Clock
  crypto: Crypto
  fileTools: FileTools
  sockets: Sockets
  callLimit: CallLimit
  onError: (error: unknown, what: string) => void
}

export interface PlatformOptions extends Ports {
  /** All keys are derived from it; at least 32 characters. */
  secret: string
  /** What the sign-in page offers, and the store of the demo's app key; null outside a demo. */
  demo: { password: string; accounts: { role: string; email: string }[]; store: string } | null
  cookies: CookieSettings
  /** Origins of consoles that are served elsewhere. */
  consoleOrigins: readonly string[]
  /** Number of uploads per person that may wait for their record. */
  unattachedUploads?: number
  /** The rails that pay withdrawals; none by default. */
  rails?: ConnectedRails
  /** How often they are asked for their health, and for the rates of coins, milliseconds; null: never. */
  railsCheckedMs?: number | null
  appLimits?: Partial<AppLimits>
}

export interface Platform {
  readonly operations: readonly RunnableOperation[]
  /** Tells open consoles what was changed beside the operations. */
  readonly live: Live
  /** Receives an event of a rail. */
  readonly receiveEvent: ReceiveEvent
  /** Whether an access token is valid. */
  isToken(token: string): Promise<boolean>
  /**
   * Stops the background work and closes the live connections.
   * @param closeTransport waits for calls in progress; called in between
   */
  close(closeTransport: () => Promise<void>): Promise<void>
}

/** 600: ten calls a second for one app's server. 120: an app with an unknown key may still call twice a second. */
const APP_LIMITS: AppLimits = { ofKey: 600, refused: 120 }
/** A call of a rail takes up to ten seconds; a slow one does not keep the others. */
const RAIL_CALLS = { attemptMs: 14_000, atOnce: 8 } as const
/** Each event waits for its own order alone: one after the other they would take as long as all their transactions together. */
const RAIL_EVENTS = { attemptMs: 5000, atOnce: 4 } as const
const SWEEP_EVERY_MS = 10 * 60_000
/** Time that open streams have to end when the platform closes. */
const STREAM_GRACE_MS = 3000

const sourceOf = (name: string) => SOURCES[name as keyof typeof SOURCES]
/** Subjects of the records whose rows may wait for approval. */
const MAY_WAIT: ReadonlySet<string> = new Set(
  Object.values(APPROVAL_EFFECTS).flatMap(({ record }) => (record ? [RECORDS[record].subject] : [])),
)

/** The secrets of a platform, and who may sign in with which. */
function createAccounts({ db, clock, crypto }: Ports, keys: Keys, hash: HashText) {
  const repository = createAuthRepository(db, clock, hash)
  const tokens = createTokens(keys.token, clock)
  const principals = createPrincipals({ repository, tokens, clock })
  const recoveryCodes = createRecoveryCodeRepository(db, clock)
  const secondFactor = createSecondFactor({ keys, clock, repository, recoveryCodes })
  const service = createAuthService({ db, repository, secondFactor, keys, crypto, clock })
  return { repository, tokens, principals, recoveryCodes, secondFactor, service }
}
type Accounts = ReturnType<typeof createAccounts>

/** What is told after approvals and their effects, and who delivers it. */
function createTelling(
  { db, clock, onError }: Ports,
  live: Live,
  lists: RecordLists,
  reaching: Pick<RailDeps, 'rails' | 'keys'>,
) {
  const telling = {
    db,
    clock,
    live,
    effects: APPROVAL_EFFECTS,
    async changed(what: readonly Changed[]) {
      for (const { record, ids, edited } of what)
        await announceRows({ on: db, live, lists }, sourceOf(record), ids, edited)
    },
    onError,
  }
  const { receivers: forOrders, lookUp } = createRailCalls({ ...telling, ...reaching, orders: RAIL_ORDERS })
  const forCoins = createCryptoRail({ ...telling, ...reaching })
  const outbox = startOutbox({
    db,
    receivers: {
      notification: createNotificationReceiver({ db, live }),
      approvalCancelled: createCancelledReceiver(telling),
      ...forOrders,
      ...forCoins,
      ...createCoinQuotes({ ...telling, ...reaching }),
      railEvent: byWhatItTells(
        { db, rails: reaching.rails },
        { orders: forOrders.railEvent, payments: forCoins.railEvent },
      ),
    },
    slow: {
      railCall: RAIL_CALLS,
      railLookup: RAIL_CALLS,
      depositAddress: RAIL_CALLS,
      depositLookup: RAIL_CALLS,
      coinQuote: RAIL_CALLS,
      railEvent: RAIL_EVENTS,
    },
    onError,
  })
  return { ...telling, outbox, lookUp }
}

/** What the handlers of several domains use. */
interface Shared {
  ports: Ports
  options: Omit<PlatformOptions, keyof Ports>
  keys: Keys
  accounts: Accounts
  live: Live
  lists: RecordLists
  approvals: ReturnType<typeof createTelling>
  rails: ConnectedRails
  files: ReturnType<typeof createFileRepository>
  /** The list of staff shows who is there, and who is on shift. */
  onPresence: (staffIds: readonly string[]) => Promise<void>
}

/** The handlers of what is no record. */
function createRoutes({ ports, options, keys, accounts, live, lists, approvals, files, onPresence }: Shared): Routes {
  const { db, clock, crypto, onError } = ports
  const { repository, principals, recoveryCodes, secondFactor } = accounts
  const { demo } = options
  return {
    ...createAuthRoutes({
      db,
      ...accounts,
      keys,
      clock,
      live,
      consoleOrigins: options.consoleOrigins,
      cookies: options.cookies,
      onLeft: (person, origin) => releaseAll({ db, clock, live, lists, sources: CLAIMABLE, sourceOf }, person, origin),
      demo: demo && {
        password: demo.password,
        accounts: demo.accounts,
        app: { key: demoAppKey(keys), store_code: demo.store },
      },
    }),
    ...createProfileRoutes({ db, crypto, clock, repository, principals, live, onError }),
    ...createRoleRoutes(createAccessService(db)),
    ...createTwoFactorRoutes(
      createTwoFactorService({ db, clock, crypto, keys, repository, recoveryCodes, secondFactor, live }),
    ),
    ...createNotificationsRoutes({ db, clock, live }),
    ...createApprovalsRoutes(approvals),
    ...createShiftRoutes(createShiftService({ db, clock, live, onPresence })),
    ...createSupportRoutes({ db, service: createSupportService({ db, clock, live }) }),
    ...createHealthRoutes(db),
    ...createFilesRoutes({ files }),
  }
}

/** The handlers of records. */
function createRecords({ ports, keys, live, lists, approvals, rails, files }: Shared) {
  const { db, clock, crypto, fileTools, onError } = ports
  const erasure = createErasureKeys(keys)
  return createRecordRoutes({
    db,
    lists,
    live,
    history: createHistoryReader(db, erasure),
    writes: createRecordWrites({ db, clock, lists, live, erasure }),
    outbox: approvals.outbox,
    files,
    fileTools,
    clock,
    crypto,
    keys,
    checkRail: (name) => checkRail({ ...approvals, rails, wake: () => approvals.outbox.wake() }, name),
    erasure,
    onError,
    pages: createRecordPages(db, keys),
  })
}

/** A change of a row that may wait for approval may have cancelled it, of which the outbox tells. */
const wakingOutbox = (hub: Hub, wake: () => void): Live => ({
  ...hub,
  recordChanged(change, ...stores) {
    hub.recordChanged(change, ...stores)
    if (!change.derived && MAY_WAIT.has(change.subject)) wake()
  },
})

/** @returns the running platform */
export function createPlatform({ db: opened, ...options }: PlatformOptions): Platform {
  const { clock, crypto, onError } = options
  const hash = hashText(crypto)
  const keys = createKeys(options.secret, crypto)
  const tellPostings = inParts(
    (entries) => announceRows({ on: opened, live, lists }, SOURCES.walletTransaction, entries, true),
    (error) => onError(error, 'telling of wallet transactions'),
  )
  const db = tellingPostings(opened, (entries) => void tellPostings(entries))
  const ports: Ports = { ...options, db }
  const rails: ConnectedRails = options.rails ?? new Map()
  const accounts = createAccounts(ports, keys, hash)
  const lists = createRecordLists(db)
  const onPresence = (ids: readonly string[]) => announceRows({ on: db, live: hub, lists }, ACCOUNT_SOURCES.STAFF, ids)
  const hub = createHub({ ...ports, ...accounts, onPresence })
  const live = wakingOutbox(hub, () => approvals.outbox.wake())
  const approvals = createTelling(ports, live, lists, { rails, keys })
  const files = createFileRepository({ db, clock, unattachedPerPerson: options.unattachedUploads })
  const idempotencyKeys = createIdempotencyKeys({ db, clock, keys })
  const shared: Shared = { ports, options, keys, accounts, live, lists, approvals, rails, files, onPresence }
  const stopping = new AbortController()
  const demoKey = options.demo ? { key: demoAppKey(keys), store: options.demo.store } : undefined

  const operations = createOperations({
    routes: createRoutes(shared),
    records: createRecords(shared),
    authenticate: (token) => accounts.principals.fromToken(token),
    callerOf: createAppGate(options.callLimit, createAppKeys(db, clock, hash, demoKey), {
      ...APP_LIMITS,
      ...options.appLimits,
    }),
    keys: idempotencyKeys,
    crypto,
    stopping: stopping.signal,
  })

  const sweep = () =>
    Promise.all([accounts.repository.sweep(), idempotencyKeys.purge(), files.sweep(), purgeOutbox(db)])
  const asking = options.railsCheckedMs === undefined ? {} : { everyMs: options.railsCheckedMs }
  const ends = [
    repeat(SWEEP_EVERY_MS, sweep, onError, 'sweeping'),
    startSealing(db, hash, onError),
    startExpiring(approvals),
    startSettlingGrants(approvals),
    startSettlingReferrals(approvals),
    startWakingWithdrawals(approvals),
    startComparingStatements({ ...approvals, rails }),
    startCheckingRails({
      ...approvals,
      rails,
      wake: () => approvals.outbox.wake(),
      ...asking,
    }),
    startSettlingDeposits(approvals),
    startRefreshingCoins({ ...approvals, rails, ...asking }),
  ]

  return {
    operations,
    live,
    receiveEvent: createRailInbox({ db, rails, wake: () => approvals.outbox.wake() }),
    isToken: async (token) => (await accounts.principals.fromToken(token)) !== null,
    async close(closeTransport) {
      const grace = setTimeout(() => stopping.abort(), STREAM_GRACE_MS)
      // What calls in progress still report is delivered by another process, or after the next start.
      await approvals.outbox.stop()
      await hub.close()
      await closeTransport()
      clearTimeout(grace)
      for (const end of ends) await end()
    },
  }
}
