/** Builds the platform: HTTP, live socket and background work over one database. It reads no environment (main.ts does). */
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { MAX_BODY_BYTES } from '@contract/constants'
import { RECORDS } from '@contract/records/records'
import { healthOperations } from '@contract/http/health'
import { REPLAYED_HEADER } from '@contract/http/idempotency'
import type { Clock } from './lib/clock'
import type { Db } from './db/db'
import { DEMO_ACCOUNTS, DEMO_PASSWORD, HOME_STORE } from './db/demo'
import type { Routes } from './http/call'
import { createConsoleFiles } from './http/console-files'
import { createClientErrorHandler, createSendFailure, mountProtocolFailures, noSuchAddress } from './http/errors'
import { unauthorized, unavailable } from './http/failure'
import { createLogLimit } from './http/log-limit'
import { dropStalledReader } from './http/stalled-readers'
import { mountCatalogue } from './http/mount'
import { trackUnusedConnections } from './http/unused-connections'
import { createKeys } from './lib/secrets'
import { uuidV7 } from './lib/uuid-v7'
import { createHub, type Hub } from './live/hub'
import type { Live } from './live/live'
import { createAppGate, type AppLimits } from './http/app-gate'
import { createAppKeys, demoAppKey } from './modules/apps/keys'
import type { Changed } from './modules/approvals/effects'
import { createApprovalsRoutes, createCancelledReceiver, startExpiring } from './modules/approvals/routes'
import { createAccessService } from './modules/access/service'
import { createHistoryReader } from './modules/audit/history'
import { createRoleRoutes } from './modules/access/routes'
import { startSealing } from './modules/audit/sealer'
import { createPrincipals } from './modules/auth/principals'
import { createAuthRepository } from './modules/auth/repository'
import { createAuthRoutes, mountAuthPages, type CookieSettings } from './modules/auth/routes'
import { createAuthService } from './modules/auth/service'
import { createTokens } from './modules/auth/tokens'
import { createFileRepository } from './modules/files/repository'
import { createFilesRoutes } from './modules/files/routes'
import { createHealthRoutes } from './modules/health/routes'
import { createIdempotencyKeys } from './modules/idempotency/keys'
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
import { mountDocs } from './openapi/docs'
import { APPROVAL_EFFECTS } from './records/approval-effects'
import { startSettlingGrants } from './records/rewards/grant-worker'
import { startSettlingReferrals } from './records/rewards/referral-worker'
import { inParts, tellingPostings } from './modules/ledger/posted'
import { announceRows } from './records/announce'
import { createErasureKeys } from './records/erasure'
import { createRecordLists } from './records/list'
import { createRecordPages } from './records/pages'
import { releaseAll } from './records/claims'
import { createRecordRoutes } from './records/routes'
import { ACCOUNT_SOURCES, CLAIMABLE, SOURCES } from './records/sources'
import { createRecordWrites } from './records/writes'
import type { TrustProxy } from './settings'

const sourceOf = (name: string) => SOURCES[name as keyof typeof SOURCES]
/** Subjects of the records whose rows may wait for approval. */
const MAY_WAIT: ReadonlySet<string> = new Set(
  Object.values(APPROVAL_EFFECTS).flatMap(({ record }) => (record ? [RECORDS[record].subject] : [])),
)

export interface PlatformOptions {
  /** Open and migrated (db/open.ts). The caller owns it: `close` leaves it open. */
  db: Db
  secrets: { /** at least 32 characters */ session: string }
  /** Offers the demo's sign-ins on the login screen. */
  demo: boolean
  clock?: Clock
  /** Origins of consoles that are served elsewhere (CORS allow-list). */
  consoleOrigins?: readonly string[]
  /** Other origins from which the console may load images. */
  imageSources?: readonly string[]
  /** Folder of the built console; null where it is not served here. */
  consoleDir?: string | null
  cookies?: CookieSettings
  /** Proxies in front of the server whose X-Forwarded-* headers are trusted; none by default. */
  trustProxy?: TrustProxy
  /** Receives the log; no log by default. */
  log?: FastifyBaseLogger
  limits?: Partial<Limits>
  /** Number of uploads per person that may wait for their record. */
  unattachedUploads?: number
  appLimits?: Partial<AppLimits>
}

/** Time limits for clients, in milliseconds. */
export interface Limits {
  /** For the headers of a request, from the connection or the start of the next request. */
  headersMs: number
  /** For a whole request, including its body. */
  requestMs: number
  /** For a client that reads nothing of a response that waits for it. */
  stalledReaderMs: number
}
/** Enough for a file of the largest size at 1 Mbit/s. */
const LIMITS: Limits = { headersMs: 10_000, requestMs: 120_000, stalledReaderMs: 20_000 }
/** 600: ten calls a second for one app's server. 120: an app with an unknown key may still call twice a second. */
const APP_LIMITS: AppLimits = { ofKey: 600, refused: 120 }
/** Number of checks for slow requests within the shortest limit. */
const CHECKS_PER_LIMIT = 4

export interface Platform {
  readonly http: FastifyInstance
  readonly io: Hub['io']
  /** Listens. @returns the address, e.g. http://127.0.0.1:4000 */
  start(options?: { host?: string; port?: number }): Promise<string>
  /** Stops: accepts no more calls and waits for those in progress (for streams a few seconds at most). */
  close(): Promise<void>
}

/** Time that open streams have to end when the server stops. */
const STREAM_GRACE_MS = 3000
const SWEEP_EVERY_MS = 10 * 60_000

const DEMO = { password: DEMO_PASSWORD, accounts: DEMO_ACCOUNTS.map(({ role, email }) => ({ role, email })) }

/**
 * The security headers. Every response has the same ones, so they are built once: the plugin would build the policy again for
 * each request.
 */
async function securityHeaders(
  scriptHashes: readonly string[],
  consoleOrigins: readonly string[],
  imageSources: readonly string[],
  isHttps: boolean,
): Promise<Record<string, string>> {
  const scratch = fastify()
  await scratch.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...scriptHashes],
        // styled-components and charts write style elements and attributes at run time.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...imageSources],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginResourcePolicy: { policy: consoleOrigins.length > 0 ? 'same-site' : 'same-origin' },
    strictTransportSecurity: isHttps,
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  })
  let headers: Record<string, string> = {}
  scratch.get('/', async (_request, reply) => {
    headers = reply.getHeaders() as Record<string, string>
    return ''
  })
  await scratch.inject('/')
  await scratch.close()
  return headers
}

/** Logged once: the limits of sign-ins would count everybody as one client, so a few wrong passwords would lock out all. */
const UNKNOWN_PROXY =
  'A request has the header X-Forwarded-For, and TRUST_PROXY is not set. If a proxy is in front of the server, all sign-ins count under its address. README.md explains the setting.'

/**
 * Converts the setting to Fastify's form. With a hop count, Fastify itself trusts no header, because a client that reaches the
 * server directly could send as many hops; README.md states that condition.
 */
function trustProxyOf(trust: TrustProxy = false) {
  if (typeof trust === 'number') return (_address: string, hop: number) => hop < trust
  return trust === false ? false : [...trust]
}

/** @returns the platform, ready to start or to `inject` into */
export async function createPlatform(options: PlatformOptions): Promise<Platform> {
  const { secrets, demo } = options
  const tellPostings = inParts(
    (entries) => announceRows({ on: options.db, live, lists }, SOURCES.walletTransaction, entries, true),
    (error) => onError(error, 'telling of wallet transactions'),
  )
  const db = tellingPostings(options.db, (entries) => void tellPostings(entries))
  const clock = options.clock ?? { now: () => Date.now() }
  const consoleOrigins = options.consoleOrigins ?? []
  const cookies = options.cookies ?? { sameSite: 'lax', secure: false }
  const keys = createKeys(secrets.session)
  const demoKey = demo ? { key: demoAppKey(keys), store: HOME_STORE } : undefined
  const limits = { ...LIMITS, ...options.limits }
  let security: Record<string, string> = {}
  let isStopping = false
  const app: FastifyInstance = fastify({
    bodyLimit: MAX_BODY_BYTES,
    trustProxy: trustProxyOf(options.trustProxy),
    logController: new LogController({ disableRequestLogging: true }),
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    requestTimeout: limits.requestMs,
    http: {
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: Math.ceil(Math.min(limits.headersMs, limits.requestMs) / CHECKS_PER_LIMIT),
    },
    clientErrorHandler: createClientErrorHandler(() => security),
    // A hook answers instead, with the contract's envelope.
    return503OnClosing: false,
    genReqId: () => uuidV7(),
    ...(options.log ? { loggerInstance: options.log } : {}),
    routerOptions: { maxParamLength: 200 },
    // The URL cannot be parsed, and no hook runs. A browser navigation gets the console's own page, any other client an error.
    frameworkErrors: (error, request, reply) => {
      void reply.headers({ ...security, 'x-request-id': request.id, 'cache-control': 'no-store' })
      if (request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')) void reply.redirect('/404')
      else void sendFailure(error, request, reply)
    },
  })
  const logFailure = createLogLimit(app.log)
  const sendFailure = createSendFailure(logFailure)
  const onError = (error: unknown, what: string) => logFailure(error, what)

  const repository = createAuthRepository(db, clock)
  const tokens = createTokens(keys.token, clock)
  const principals = createPrincipals({ repository, tokens, clock })
  const lists = createRecordLists(db)
  /** The list of staff shows who is there, and who is on shift. */
  const onPresence = (ids: readonly string[]) => announceRows({ on: db, live: hub, lists }, ACCOUNT_SOURCES.STAFF, ids)
  const hub = await createHub({
    http: app.server,
    db,
    clock,
    repository,
    tokens,
    principals,
    consoleOrigins,
    onPresence,
    onError,
  })
  // A change of a row that may wait for approval may have cancelled it, of which the outbox tells.
  const live: Live = {
    ...hub,
    recordChanged(change, ...stores) {
      hub.recordChanged(change, ...stores)
      if (!change.derived && MAY_WAIT.has(change.subject)) outbox.wake()
    },
  }
  const idempotencyKeys = createIdempotencyKeys({ db, clock, keys })
  const recoveryCodes = createRecoveryCodeRepository(db, clock)
  const secondFactor = createSecondFactor({ keys, clock, repository, recoveryCodes })
  const service = createAuthService({ db, repository, secondFactor, keys, clock })
  const erasure = createErasureKeys(keys)
  const records = {
    db,
    lists,
    live,
    history: createHistoryReader(db, erasure),
    writes: createRecordWrites({ db, clock, lists, live, erasure }),
  }
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
  const outbox = startOutbox({
    db,
    receivers: {
      notification: createNotificationReceiver({ db, live }),
      approvalCancelled: createCancelledReceiver(telling),
    },
    onError,
  })
  const approvals = { ...telling, outbox }
  const files = createFileRepository({ db, clock, unattachedPerPerson: options.unattachedUploads })
  const routes: Routes = {
    ...createAuthRoutes({
      db,
      repository,
      service,
      tokens,
      principals,
      keys,
      clock,
      live,
      consoleOrigins,
      cookies,
      onLeft: (person, origin) => releaseAll({ db, clock, live, lists, sources: CLAIMABLE, sourceOf }, person, origin),
      demo: demoKey ? { ...DEMO, app: { key: demoKey.key, store_code: demoKey.store } } : null,
    }),
    ...createProfileRoutes({ db, clock, repository, principals, live, onError }),
    ...createRoleRoutes(createAccessService(db)),
    ...createTwoFactorRoutes(
      createTwoFactorService({ db, clock, keys, repository, recoveryCodes, secondFactor, live }),
    ),
    ...createNotificationsRoutes({ db, clock, live }),
    ...createApprovalsRoutes(approvals),
    ...createShiftRoutes(createShiftService({ db, clock, live, onPresence })),
    ...createSupportRoutes({ db, service: createSupportService({ db, clock, live }) }),
    ...createHealthRoutes(db),
    ...createFilesRoutes({ files }),
  }

  app.removeContentTypeParser('text/plain')
  const consoleFiles = createConsoleFiles(options.consoleDir ?? null)
  const stopping = new AbortController()
  security = await securityHeaders(
    consoleFiles.scriptHashes,
    consoleOrigins,
    options.imageSources ?? [],
    cookies.secure,
  )
  mountProtocolFailures(app.server, () => security)
  const endUnusedConnections = trackUnusedConnections(app.server)
  let hasUnknownProxy = false
  app.addHook('onRequest', (request, reply, done) => {
    if (!options.trustProxy && !hasUnknownProxy && request.headers['x-forwarded-for'] !== undefined) {
      hasUnknownProxy = true
      app.log.warn(UNKNOWN_PROXY)
    }
    reply.headers(security)
    dropStalledReader(reply.raw, limits.stalledReaderMs)
    if (!isStopping || request.routeOptions.url === healthOperations.live.path) return done()
    reply.header('connection', 'close')
    done(unavailable('The server is stopping. Nothing was changed. Try again in a few seconds.'))
  })
  await app.register(cookie)
  await app.register(rateLimit, { global: false })
  if (consoleOrigins.length > 0) {
    await app.register(cors, {
      origin: [...consoleOrigins],
      credentials: true,
      methods: ['GET', 'POST', 'PATCH'],
      exposedHeaders: ['etag', 'retry-after', 'x-request-id', REPLAYED_HEADER],
      maxAge: 600,
    })
  }
  await app.register(compress, { threshold: 1024, encodings: ['gzip', 'identity'] })
  app.addHook('onSend', (request, reply, _payload, done) => {
    reply.header('x-request-id', request.id)
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    done()
  })
  app.setErrorHandler((error, request, reply) => sendFailure(error, request, reply))
  mountCatalogue(
    app,
    routes,
    createRecordRoutes({
      ...records,
      outbox,
      files,
      clock,
      keys,
      erasure,
      onError,
      pages: createRecordPages(db, keys),
    }),
    (token) => principals.fromToken(token),
    createAppGate(app, createAppKeys(db, clock, demoKey), { ...APP_LIMITS, ...options.appLimits }),
    idempotencyKeys,
    stopping.signal,
  )
  mountAuthPages(app, consoleOrigins)
  await mountDocs(app)
  await consoleFiles.mount(app)
  app.setNotFoundHandler(async (request, reply) => {
    if (consoleFiles.sendPage(request, reply)) return reply
    // Without a valid token, a caller must not find out which addresses exist.
    const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
    if (request.url.startsWith('/api/v1/') && !(token && (await principals.fromToken(token)))) throw unauthorized()
    throw noSuchAddress()
  })

  const stopSealing = startSealing(db, onError)
  const stopExpiring = startExpiring(approvals)
  const stopSettling = startSettlingGrants(approvals)
  const stopReferrals = startSettlingReferrals(approvals)
  const sweep = () =>
    void Promise.all([repository.sweep(), idempotencyKeys.purge(), files.sweep(), purgeOutbox(db)]).catch(
      (error: unknown) => onError(error, 'sweeping'),
    )
  const sweeping = setInterval(sweep, SWEEP_EVERY_MS).unref()
  let closing: Promise<void> | null = null

  async function close() {
    isStopping = true
    clearInterval(sweeping)
    const grace = setTimeout(() => stopping.abort(), STREAM_GRACE_MS)
    endUnusedConnections()
    // What calls in progress still report is delivered by another process, or after the next start.
    await outbox.stop()
    // This closes the HTTP server with its sockets and waits for calls in progress.
    await hub.close()
    await app.close()
    clearTimeout(grace)
    await stopSealing()
    await stopExpiring()
    await stopSettling()
    await stopReferrals()
  }

  return {
    http: app,
    io: hub.io,
    start: ({ host = '127.0.0.1', port = 4000 } = {}) => app.listen({ host, port }),
    close: () => (closing ??= close()),
  }
}
