/** Reads and checks the server's settings from its environment: an invalid one ends the start with one line that names it. */
import { isIP } from 'node:net'
import { RAIL_NAME, RAIL_NAME_MAX } from '@contract/records/rail-name'
import { SECRET_MIN_LENGTH } from './platform/lib/secrets'
import type { RailKind } from './platform/ports/rails'
import { railAddress } from './rails/address'
import type { RailSettings } from './rails/connect'
import { requireSecret } from './rails/signature'
import { SettingsError } from './node/settings-error'
import type { CookieSettings } from './platform/modules/auth/routes'

/**
 * The proxies whose X-Forwarded-* headers are trusted: the number of them in front of the server, or their networks. Any client
 * can send such a header, so entries to the left of the trusted part are ignored.
 */
export type TrustProxy = false | number | readonly string[]

export interface Settings {
  host: string
  port: number
  database:
    | { kind: 'postgres'; url: string; ownerUrl?: string; maxConnections: number; secret: string; demo: boolean }
    | { kind: 'embedded'; dataDir: string; secret: string | null; demo: boolean }
  consoleOrigins: string[]
  /** Other origins from which the console may load images. */
  imageSources: string[]
  cookies: CookieSettings
  trustProxy: TrustProxy
  logLevel: string
  /** Moment that demo dates are relative to, milliseconds since 1970; undefined for today. */
  seedAnchor: number | undefined
  /** The rails that are connected, by the names that payment methods and store platforms have. */
  rails: ReadonlyMap<string, RailSettings>
}

type Environment = Readonly<Record<string, string | undefined>>

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const SAME_SITE = ['lax', 'strict', 'none'] as const

const wrong = (name: string, expected: string): never => {
  throw new SettingsError(`${name} must be ${expected}.`)
}

function flag(env: Environment, name: string, fallback = false): boolean {
  const value = (env[name] ?? '').toLowerCase()
  if (value === '') return fallback
  return (
    value === 'true' || value === '1' || (value === 'false' || value === '0' ? false : wrong(name, 'true or false'))
  )
}

/** Whether only programs on this machine can reach an address that the server listens on. */
export const isLoopback = (host: string): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/i.test(host)

function whole(env: Environment, name: string, fallback: number, min: number, max: number): number {
  const text = env[name]
  if (text === undefined || text === '') return fallback
  const value = Number(text)
  return Number.isInteger(value) && value >= min && value <= max
    ? value
    : wrong(name, `a whole number from ${min} to ${max}`)
}

function choice<T extends string>(env: Environment, name: string, values: readonly T[], fallback: T): T {
  const text = env[name]?.toLowerCase()
  if (text === undefined || text === '') return fallback
  return values.find((value) => value === text) ?? wrong(name, values.join(', '))
}

function origins(env: Environment, name: 'CONSOLE_ORIGIN' | 'IMAGE_SOURCES'): string[] {
  const given = (env[name] ?? '')
    .split(',')
    .map((text) => text.trim())
    .filter(Boolean)
  return given.map((text) => {
    const url = URL.canParse(text) ? new URL(text) : null
    return url && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === ''
      ? url.origin
      : wrong(name, 'origins such as https://console.example, separated by commas')
  })
}

const TRUST_PROXY_FORM =
  'the number of proxies in front of the server, such as 1, or their networks, such as 10.0.0.0/8, fd00::/8'

/** Whether a text is an address or a network: an address with a prefix length. */
function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128))
}

function trustedProxies(env: Environment): TrustProxy {
  const text = (env.TRUST_PROXY ?? '').trim()
  if (text === '' || text === '0' || text.toLowerCase() === 'false') return false
  if (/^\d{1,2}$/.test(text)) return Number(text)
  const networks = text.split(',').map((network) => network.trim())
  // A network of every address would trust any client.
  return networks.every((network) => isNetwork(network) && !network.endsWith('/0'))
    ? networks
    : wrong('TRUST_PROXY', TRUST_PROXY_FORM)
}

/** @returns the moment in milliseconds since 1970; undefined where it is not set */
export function readSeedAnchor(env: Environment): number | undefined {
  if (!env.SEED_ANCHOR) return undefined
  const at = Date.parse(env.SEED_ANCHOR)
  return Number.isNaN(at) ? wrong('SEED_ANCHOR', 'a date such as 2026-01-31') : at
}

/** The database for the server or a command. @throws SettingsError */
export function readDatabase(
  env: Environment,
):
  | { kind: 'postgres'; url: string; ownerUrl?: string; maxConnections: number }
  | { kind: 'embedded'; dataDir: string } {
  const url = env.DATABASE_URL
  if (!url) return { kind: 'embedded', dataDir: env.DATA_DIR || '.data' }
  const ownerUrl = env.DATABASE_OWNER_URL || undefined
  for (const [name, address] of Object.entries({ DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl }))
    if (address !== undefined && !/^postgres(?:ql)?:\/\//.test(address))
      wrong(name, 'an address such as postgres://user:password@host:5432/name')
  return {
    kind: 'postgres',
    url,
    ...(ownerUrl === undefined ? {} : { ownerUrl }),
    maxConnections: whole(env, 'DATABASE_POOL_MAX', 10, 2, 500),
  }
}

/** Settings that name the rails of each kind. */
const RAILS_OF: Readonly<Record<RailKind, string>> = {
  PAYOUT: 'PAYOUT_RAILS',
  PLATFORM: 'PLATFORM_RAILS',
  CHAIN: 'CHAIN_RAILS',
}

/** @throws with what an address or a secret of a rail says is wrong with it, under the setting's name */
function ofRail<T>(list: string, name: string, text: string | undefined, read: (text: string) => T): T {
  if (!text) throw new SettingsError(`${name} is not set, and ${list} names the rail.`)
  try {
    return read(text)
  } catch (error) {
    throw new SettingsError(`${name}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** A setting for each kind has the names of its rails; each rail has settings of its own, such as RAIL_BANK_URL. */
function readRails(env: Environment): Map<string, RailSettings> {
  const rails = new Map<string, RailSettings>()
  for (const kind of Object.keys(RAILS_OF) as RailKind[]) {
    const list = RAILS_OF[kind]
    const names = (env[list] ?? '')
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean)
    for (const name of names) {
      if (!RAIL_NAME.pattern.test(name) || name.length > RAIL_NAME_MAX)
        wrong(list, 'names such as BANK, separated by commas')
      if (rails.has(name)) wrong(list, `names that no other rail has: ${name} is named twice`)
      const of = (what: string) => `RAIL_${name}_${what}`
      const mayBePrivate = flag(env, of('PRIVATE'))
      const oldSecret = env[of('OLD_SECRET')]
      rails.set(name, {
        kind,
        address: ofRail(list, of('URL'), env[of('URL')], (text) => railAddress(text, { mayBePrivate })),
        secret: ofRail(list, of('SECRET'), env[of('SECRET')], requireSecret),
        ...(oldSecret && { oldSecret: ofRail(list, of('OLD_SECRET'), oldSecret, requireSecret) }),
        isAuthoritative: flag(env, of('AUTHORITATIVE')),
      })
    }
  }
  return rails
}

/**
 * Reads the server's settings.
 * @throws SettingsError
 */
export function readSettings(env: Environment): Settings {
  const database = readDatabase(env)
  const secret = env.SESSION_SECRET || null
  if (database.kind === 'postgres' && !secret)
    throw new SettingsError(
      `SESSION_SECRET is not set. With DATABASE_URL the server needs one of at least ${SECRET_MIN_LENGTH} characters, kept secret and the same in all its processes.`,
    )
  if (secret && secret.length < SECRET_MIN_LENGTH)
    wrong('SESSION_SECRET', `at least ${SECRET_MIN_LENGTH} characters long`)
  const cookies: CookieSettings = {
    sameSite: choice(env, 'COOKIE_SAMESITE', SAME_SITE, 'lax'),
    secure: flag(env, 'COOKIE_SECURE'),
  }
  if (cookies.sameSite === 'none' && !cookies.secure)
    throw new SettingsError('COOKIE_SAMESITE=none needs COOKIE_SECURE=true: browsers drop such a cookie otherwise.')
  const host = env.HOST || '127.0.0.1'
  return {
    host,
    port: whole(env, 'PORT', 4000, 0, 65_535),
    database:
      database.kind === 'postgres'
        ? { ...database, secret: secret!, demo: flag(env, 'DEMO') }
        : // The password of the demo accounts is public: for access from other machines they must be enabled explicitly.
          { ...database, secret, demo: flag(env, 'DEMO', isLoopback(host)) },
    consoleOrigins: origins(env, 'CONSOLE_ORIGIN'),
    imageSources: origins(env, 'IMAGE_SOURCES'),
    cookies,
    trustProxy: trustedProxies(env),
    logLevel: choice(env, 'LOG_LEVEL', LOG_LEVELS, 'info'),
    seedAnchor: readSeedAnchor(env),
    rails: readRails(env),
  }
}
