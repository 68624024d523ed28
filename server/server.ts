/** The platform as a server: HTTP with Fastify and the live connections with Socket.IO, on Node. It reads no environment (main.ts does). */
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify'
import { MAX_BODY_BYTES } from '@contract/constants'
import { healthOperations } from '@contract/http/health'
import { REPLAYED_HEADER } from '@contract/http/idempotency'
import { DEMO_ACCOUNTS, DEMO_PASSWORD, HOME_STORE } from './db/demo'
import { mountAuthPages } from './http/auth-pages'
import { createConsoleFiles, type ConsoleFiles } from './http/console-files'
import { createClientErrorHandler, createSendFailure, mountProtocolFailures } from './http/errors'
import { createLogLimit } from './http/log-limit'
import { mountOperations } from './http/mount'
import { mountDocs } from './http/openapi/docs'
import { mountRailEvents } from './http/rail-events'
import { dropStalledReader } from './http/stalled-readers'
import { trackUnusedConnections } from './http/unused-connections'
import { createSockets, type Io } from './live/sockets'
import { nodeCrypto } from './node/crypto'
import { nodeFiles } from './node/files'
import { uuidV7 } from './platform/lib/uuid-v7'
import type { CookieSettings } from './platform/modules/auth/routes'
import type { AppLimits, CallLimit } from './platform/operations/app-gate'
import { unauthorized, unavailable } from './platform/operations/failure'
import { noSuchAddress } from './platform/operations/failure-body'
import { createPlatform, type Platform } from './platform/platform'
import type { Clock } from './platform/ports/clock'
import type { Db } from './platform/ports/db'
import type { ConnectedRails } from './platform/ports/rails'
import type { TrustProxy } from './settings'

export interface ServerOptions {
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
  /** The rails that pay withdrawals; none by default. */
  rails?: ConnectedRails
  /** How often they are asked for their health, and for the rates of coins, milliseconds; null: never. */
  railsCheckedMs?: number | null
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
/** Number of checks for slow requests within the shortest limit. */
const CHECKS_PER_LIMIT = 4

export interface PitbossServer {
  readonly http: FastifyInstance
  readonly io: Io
  /** Listens. @returns the address, e.g. http://127.0.0.1:4000 */
  start(options?: { host?: string; port?: number }): Promise<string>
  /** Stops: accepts no more calls and waits for those in progress (for streams a few seconds at most). */
  close(): Promise<void>
}

const DEMO = {
  password: DEMO_PASSWORD,
  accounts: DEMO_ACCOUNTS.map(({ role, email }) => ({ role, email })),
  store: HOME_STORE,
}

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

/** The server without its addresses: limits, and what it answers to a request that cannot be parsed. */
function createApp(options: ServerOptions, limits: Limits, security: Record<string, string>) {
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
    clientErrorHandler: createClientErrorHandler(security),
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
  app.setErrorHandler((error, request, reply) => sendFailure(error, request, reply))
  app.removeContentTypeParser('text/plain')
  mountProtocolFailures(app.server, security)
  return { app, onError: (error: unknown, what: string) => logFailure(error, what) }
}

/** What every request passes, and every response gets. @param isStopping refuses new requests */
async function addCommonHooks(
  app: FastifyInstance,
  options: ServerOptions,
  limits: Limits,
  security: Record<string, string>,
  isStopping: () => boolean,
) {
  const consoleOrigins = options.consoleOrigins ?? []
  let hasUnknownProxy = false
  app.addHook('onRequest', (request, reply, done) => {
    if (!options.trustProxy && !hasUnknownProxy && request.headers['x-forwarded-for'] !== undefined) {
      hasUnknownProxy = true
      app.log.warn(UNKNOWN_PROXY)
    }
    reply.headers(security)
    dropStalledReader(reply.raw, limits.stalledReaderMs)
    if (!isStopping() || request.routeOptions.url === healthOperations.live.path) return done()
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
}

/** @param app with @fastify/rate-limit registered */
const callLimitOf =
  (app: FastifyInstance): CallLimit =>
  (max) => {
    const clients = new WeakMap<object, string>()
    const check = app.createRateLimit({ max, timeWindow: 60_000, keyGenerator: (request) => clients.get(request)! })
    return async (request, client) => {
      clients.set(request, client)
      const checked = await check(request as FastifyRequest)
      return !checked.isAllowed && checked.isExceeded ? Math.max(1, checked.ttlInSeconds) : null
    }
  }

/** Everything that is served: operations, sign-in pages, documentation, the console. */
async function mountAll(app: FastifyInstance, platform: Platform, options: ServerOptions, consoleFiles: ConsoleFiles) {
  mountOperations(app, platform.operations)
  mountRailEvents(app, platform.receiveEvent)
  mountAuthPages(app, options.consoleOrigins ?? [])
  await mountDocs(app)
  await consoleFiles.mount(app)
  app.setNotFoundHandler(async (request, reply) => {
    if (consoleFiles.sendPage(request, reply)) return reply
    // Without a valid token, a caller must not find out which addresses exist.
    const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
    if (request.url.startsWith('/api/v1/') && !(token && (await platform.isToken(token)))) throw unauthorized()
    throw noSuchAddress()
  })
}

/** @returns the server, ready to start or to `inject` into */
export async function createServer(options: ServerOptions): Promise<PitbossServer> {
  const { db } = options
  const consoleOrigins = options.consoleOrigins ?? []
  const cookies = options.cookies ?? { sameSite: 'lax', secure: false }
  const limits = { ...LIMITS, ...options.limits }
  let isStopping = false
  const consoleFiles = createConsoleFiles(options.consoleDir ?? null)
  const security = await securityHeaders(
    consoleFiles.scriptHashes,
    consoleOrigins,
    options.imageSources ?? [],
    cookies.secure,
  )
  const { app, onError } = createApp(options, limits, security)
  const sockets = await createSockets({ http: app.server, db, consoleOrigins, onError })
  const endUnusedConnections = trackUnusedConnections(app.server)
  await addCommonHooks(app, options, limits, security, () => isStopping)
  const platform = createPlatform({
    db,
    clock: options.clock ?? { now: () => Date.now() },
    crypto: nodeCrypto,
    fileTools: nodeFiles,
    sockets,
    callLimit: callLimitOf(app),
    onError,
    secret: options.secrets.session,
    demo: options.demo ? DEMO : null,
    cookies,
    consoleOrigins,
    unattachedUploads: options.unattachedUploads,
    appLimits: options.appLimits,
    ...(options.rails ? { rails: options.rails } : {}),
    ...(options.railsCheckedMs === undefined ? {} : { railsCheckedMs: options.railsCheckedMs }),
  })
  await mountAll(app, platform, options, consoleFiles)
  let closing: Promise<void> | null = null

  function close() {
    isStopping = true
    endUnusedConnections()
    return platform.close(() => app.close())
  }

  return {
    http: app,
    io: sockets.io,
    start: ({ host = '127.0.0.1', port = 4000 } = {}) => app.listen({ host, port }),
    close: () => (closing ??= close()),
  }
}
