import { describe, expect, it } from 'vitest'
import { SettingsError } from '@server/node/settings-error'
import { readSettings } from './settings'

const RAIL_SECRET = 'whsec_c2V0dGluZ3MgYXJlIHRlc3RlZCB3aXRoIHRoaXM='
const SECRET = 'x'.repeat(32)
const URL_ = 'postgres://user:pass@db:5432/pitboss'

describe('the settings of the server', () => {
  it('default to a demo on this machine', () => {
    expect(readSettings({})).toEqual({
      host: '127.0.0.1',
      port: 4000,
      database: { kind: 'embedded', dataDir: '.data', secret: null, demo: true },
      consoleOrigins: [],
      cookies: { sameSite: 'lax', secure: false },
      trustProxy: false,
      imageSources: [],
      logLevel: 'info',
      seedAnchor: undefined,
      rails: new Map(),
    })
  })

  it('accept PostgreSQL together with a secret', () => {
    expect(readSettings({ DATABASE_URL: URL_, SESSION_SECRET: SECRET }).database).toEqual({
      kind: 'postgres',
      url: URL_,
      maxConnections: 10,
      secret: SECRET,
      demo: false,
    })
  })

  it('take the login that owns the tables from a setting of its own', () => {
    const owner = 'postgres://owner:pass@db:5432/pitboss'
    const env = { DATABASE_URL: URL_, DATABASE_OWNER_URL: owner, SESSION_SECRET: SECRET }
    expect(readSettings(env).database).toMatchObject({ url: URL_, ownerUrl: owner })
    expect(() => readSettings({ ...env, DATABASE_OWNER_URL: 'db' })).toThrow('DATABASE_OWNER_URL')
  })

  it.each([
    [{}, true],
    [{ HOST: 'localhost' }, true],
    [{ HOST: '127.0.1.1' }, true],
    [{ HOST: '::1' }, true],
    [{ HOST: '0.0.0.0' }, false],
    [{ HOST: '::' }, false],
    [{ HOST: '10.0.0.7' }, false],
    [{ HOST: '127.0.0.1.example.com' }, false],
    [{ HOST: '0.0.0.0', DEMO: 'true' }, true],
    [{ DEMO: 'false' }, false],
    [{ DEMO: '' }, true],
    [{ DATABASE_URL: URL_, SESSION_SECRET: SECRET }, false],
    [{ DATABASE_URL: URL_, SESSION_SECRET: SECRET, DEMO: 'true' }, true],
  ])('have the demo on this machine only, unless it is asked for: %j', (env, demo) => {
    expect(readSettings(env).database.demo).toBe(demo)
  })

  it.each([
    [{ DATABASE_URL: URL_ }, 'SESSION_SECRET'],
    [{ SESSION_SECRET: 'short' }, 'SESSION_SECRET'],
    [{ DATABASE_URL: 'mysql://x', SESSION_SECRET: SECRET }, 'DATABASE_URL'],
    [{ PORT: '70000' }, 'PORT'],
    [{ PORT: 'x' }, 'PORT'],
    [{ CONSOLE_ORIGIN: 'console.example' }, 'CONSOLE_ORIGIN'],
    [{ CONSOLE_ORIGIN: 'https://console.example/path' }, 'CONSOLE_ORIGIN'],
    [{ IMAGE_SOURCES: '*' }, 'IMAGE_SOURCES'],
    [{ IMAGE_SOURCES: "https://cdn.example; script-src 'unsafe-inline'" }, 'IMAGE_SOURCES'],
    [{ COOKIE_SAMESITE: 'never' }, 'COOKIE_SAMESITE'],
    [{ COOKIE_SAMESITE: 'none' }, 'COOKIE_SECURE'],
    [{ COOKIE_SECURE: 'maybe' }, 'COOKIE_SECURE'],
    [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '0.0.0.0/0' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '10.0.0.0/33' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '10.0.0.0/8, proxy.example' }, 'TRUST_PROXY'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
    [{ SEED_ANCHOR: 'soon' }, 'SEED_ANCHOR'],
    [{ PAYOUT_RAILS: 'bank' }, 'PAYOUT_RAILS'],
    [{ PAYOUT_RAILS: 'BANK' }, 'RAIL_BANK_URL'],
    [{ CHAIN_RAILS: 'coins' }, 'CHAIN_RAILS'],
    [{ PLATFORM_RAILS: 'games' }, 'PLATFORM_RAILS'],
    [
      {
        PAYOUT_RAILS: 'BANK',
        RAIL_BANK_URL: 'https://bank.example',
        RAIL_BANK_SECRET: RAIL_SECRET,
        PLATFORM_RAILS: 'BANK',
      },
      'PLATFORM_RAILS',
    ],
    [{ PAYOUT_RAILS: 'BANK', RAIL_BANK_URL: 'http://bank.example' }, 'RAIL_BANK_URL'],
    [{ PAYOUT_RAILS: 'BANK', RAIL_BANK_URL: 'https://10.0.0.7' }, 'RAIL_BANK_URL'],
    [{ PAYOUT_RAILS: 'BANK', RAIL_BANK_URL: 'https://bank.example', RAIL_BANK_SECRET: 'short' }, 'RAIL_BANK_SECRET'],
  ])('name what is wrong: %j', (env, name) => {
    expect(() => readSettings(env)).toThrow(SettingsError)
    expect(() => readSettings(env)).toThrow(name)
  })

  it.each([
    [undefined, false],
    ['', false],
    ['false', false],
    ['0', false],
    ['1', 1],
    ['2', 2],
    ['10.0.0.0/8, fd00::/8,127.0.0.1', ['10.0.0.0/8', 'fd00::/8', '127.0.0.1']],
  ])('read TRUST_PROXY=%s as %j', (given, trusted) => {
    expect(readSettings({ TRUST_PROXY: given }).trustProxy).toEqual(trusted)
  })

  it('read a list of origins of consoles that are served elsewhere', () => {
    expect(readSettings({ CONSOLE_ORIGIN: 'https://a.example, http://b.example:81/' }).consoleOrigins).toEqual([
      'https://a.example',
      'http://b.example:81',
    ])
  })

  it('read a list of origins from which images may be loaded', () => {
    expect(readSettings({}).imageSources).toEqual([])
    expect(readSettings({ IMAGE_SOURCES: 'https://cdn.example, https://b.example:81/' }).imageSources).toEqual([
      'https://cdn.example',
      'https://b.example:81',
    ])
  })
})
