/**
 * Simulates users and colleagues on a running server through its API. As the users' apps, with an app key: people sign up for the
 * newsletter and leave it, send documents, play rounds, hit jackpots, pay in and out, and load and redeem platform accounts. As the demo's people: a ticket is assigned or escalated, a shift is handed over,
 * users write messages in tickets and chats.
 */
import { parseArgs } from 'node:util'
import { PAGE_ROWS_MAX } from '@contract/constants'
import { APP_KEY_HEADER } from '@contract/http/operation'
import { createRandom, type Random } from './db/random'
import { APP_KINDS, createApps, type AppKind, type PlayedAccount, type Sender } from './simulate/apps'
import { signInAt, type Caller } from './simulate/caller'
import { NothingLeft, request, ServerGone, type Play } from './simulate/play'
import { prepareStaff, STAFF_KINDS, type StaffKind } from './simulate/staff'

const KINDS = [...APP_KINDS, ...STAFF_KINDS] as const
type Kind = (typeof KINDS)[number]
/** How often each kind is drawn: most people who sign up stay. */
const WEIGHTS: Partial<Record<Kind, number>> = { unsubscribe: 1, jackpot: 1 }
const WEIGHT = 4
const isOfApps = (kind: Kind): kind is AppKind => (APP_KINDS as readonly string[]).includes(kind)

const USAGE = `npm run simulate -- [options]

Acts on a running server through its API: as the users' apps, with an app key, and as the demo's people.
Ctrl+C ends it with a summary.

  --host URL      the server (default http://127.0.0.1:4000)
  --kind KINDS    ${KINDS.join(', ')};
                  several with commas; "apps" and "staff" for those of each; all by default
  --seconds N     for how long
  --count N       how many, if no seconds are given (default 20)
  --rate N        how many a second (default 2; 0 as fast as the server answers)
  --users N       how many users send documents and play (default 50)
  --key KEY       app key (default the demo's, which the server tells; npm run app-key makes one)
  --store CODE    the store of a given key, if it is a partner's
  --to EMAIL      who is told of tickets and handovers (default support@pitboss.test; may be given as "support" too)
  --seed N        the same seed plays the same on the same data (default 1)
  --password TEXT of the accounts (default the demo's, which the server tells)
  --json          one line of JSON at the end in the place of words
  --help          this`

/** The simulation cannot start; the message is the line that is printed. */
class CannotBegin extends Error {}

interface Options {
  host: string
  to: string
  kinds: Kind[]
  /** Whether the kinds were chosen: then each must be possible. */
  areChosen: boolean
  count: number
  seconds: number | null
  rate: number
  users: number
  key: string | undefined
  store: string | undefined
  seed: number
  password: string | undefined
  json: boolean
}

const whole = (text: string, name: string, min: number): number => {
  const value = Number(text)
  if (!Number.isFinite(value) || value < min) throw new CannotBegin(`--${name} is a number from ${min}.`)
  return value
}

/** @returns the kinds that the option names. @throws CannotBegin for an unknown one */
function readKinds(option: string): Kind[] {
  const names = option
    .split(',')
    .map((kind) => kind.trim())
    .filter(Boolean)
  const kinds = names.flatMap((name): readonly string[] =>
    name === 'apps' ? APP_KINDS : name === 'staff' ? STAFF_KINDS : [name],
  )
  const unknown = kinds.find((kind) => !(KINDS as readonly string[]).includes(kind))
  if (unknown !== undefined || kinds.length === 0)
    throw new CannotBegin(`--kind ${unknown ?? ''} is none of ${KINDS.join(', ')}, apps, staff.`)
  return [...new Set(kinds)] as Kind[]
}

function readOptions(): Options | null {
  let values
  try {
    values = parseArgs({
      options: {
        host: { type: 'string', default: 'http://127.0.0.1:4000' },
        to: { type: 'string', default: 'support' },
        kind: { type: 'string' },
        count: { type: 'string', default: '20' },
        seconds: { type: 'string' },
        rate: { type: 'string', default: '2' },
        users: { type: 'string', default: '50' },
        key: { type: 'string' },
        store: { type: 'string' },
        seed: { type: 'string', default: '1' },
        password: { type: 'string' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    throw new CannotBegin(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
  }
  if (values.help) return null
  if (!URL.canParse(values.host)) throw new CannotBegin('--host is an address such as http://127.0.0.1:4000.')
  return {
    host: values.host.replace(/\/$/, ''),
    to: values.to.includes('@') ? values.to : `${values.to}@pitboss.test`,
    kinds: readKinds(values.kind ?? KINDS.join(',')),
    areChosen: values.kind !== undefined,
    count: Math.floor(whole(values.count, 'count', 1)),
    seconds: values.seconds === undefined ? null : whole(values.seconds, 'seconds', 1),
    rate: whole(values.rate, 'rate', 0),
    users: Math.floor(whole(values.users, 'users', 1)),
    key: values.key,
    store: values.store,
    seed: Math.floor(whole(values.seed, 'seed', 0)),
    password: values.password,
    json: values.json,
  }
}

interface Offered {
  password: string
  accounts: { email: string }[]
  app?: { key: string; store_code: string }
}
/** What a server tells about itself as a demo; undefined where it is none. @throws CannotBegin where it cannot be reached */
async function offeredBy(host: string): Promise<Offered | undefined> {
  try {
    const response = await request(`${host}/api/auth/providers`, {})
    return ((await response.json()) as { demo?: Offered }).demo
  } catch (error) {
    throw new CannotBegin(
      error instanceof ServerGone
        ? `${host} cannot be reached. Start the server first: npm start`
        : `${host} does not respond like a Pitboss server.`,
    )
  }
}

/** Users of the key's store. @param store a partner's store, otherwise the platform's own users */
async function usersOf(by: Caller, random: Random, count: number, store: string | undefined): Promise<Sender[]> {
  const query = new URLSearchParams({
    itemNo: '2000',
    is_deleted: 'false',
    fields: 'first_name,last_name,country,third_party_store_code',
    ...(store === undefined ? {} : { third_party_store_code: store }),
  })
  type User = Record<'id' | 'first_name' | 'last_name', string> &
    Record<'country' | 'third_party_store_code', string | null>
  const { data } = await by.expect<{ data: User[] }>('GET', `/api/v1/users?${query.toString()}`)
  const own = data.filter(({ third_party_store_code: partner }) => partner === (store ?? null))
  while (own.length > count) own.splice(random.integer(0, own.length - 1), 1)
  return own.map(({ id, first_name, last_name, country }) => ({ id, name: `${first_name} ${last_name}`, country }))
}

/** Ids of enabled games that an app may report rounds of: those of the platforms that it reads. */
async function gamesOf(by: Caller, host: string, key: string): Promise<string[]> {
  const offered = await request(`${host}/api/v1/game-brand?itemNo=${PAGE_ROWS_MAX}`, {
    headers: { [APP_KEY_HEADER]: key },
  })
  const platforms = new Set(((await offered.json()) as { data: { id: string }[] }).data.map(({ id }) => id))
  const query = new URLSearchParams({ itemNo: '2000', is_deleted: 'false', fields: 'platform' })
  const { data } = await by.expect<{ data: { id: string; platform: { id: string } }[] }>(
    'GET',
    `/api/v1/admin-game?${query.toString()}`,
  )
  return data.filter(({ platform }) => platforms.has(platform.id)).map(({ id }) => id)
}

/** Ids of live daily wheels of a store. @param store undefined: of every store */
async function wheelsOf(by: Caller, store: string | undefined): Promise<string[]> {
  const query = new URLSearchParams({ itemNo: '200', kind: 'DAILY_SPIN', status: 'ACTIVE', fields: 'store_code' })
  const { data } = await by.expect<{ data: { id: string; store_code: string }[] }>(
    'GET',
    `/api/v1/fortune-wheel?${query.toString()}`,
  )
  return data.filter(({ store_code }) => store === undefined || store_code === store).map(({ id }) => id)
}

/** Active platform accounts of users of a store. @param store undefined: of every store */
async function accountsOf(by: Caller, store: string | undefined): Promise<PlayedAccount[]> {
  const rowsAt = async <R>(path: string, more: Record<string, string> = {}) => {
    const query = new URLSearchParams({ itemNo: String(PAGE_ROWS_MAX), ...more })
    return (await by.expect<{ data: R[] }>('GET', `/api/v1/${path}?${query.toString()}`)).data
  }
  type Platform = { id: string; min_load: string; max_load: string }
  const platforms = await rowsAt<Platform>('store-platforms', { fields: 'min_load,max_load' })
  const limits = new Map(platforms.map((platform) => [platform.id, platform]))
  type Account = {
    id: string
    store_code: string
    user: { id: string; name: string }
    store_platform: { id: string; name: string }
  }
  const accounts = await rowsAt<Account>('admin-platform-account', { status: 'ACTIVE' })
  return accounts.flatMap(({ id, store_code, user, store_platform }) => {
    const limit = limits.get(store_platform.id)
    if (!limit || (store !== undefined && store_code !== store)) return []
    const { min_load, max_load } = limit
    const [least, most] = [Number(min_load), Number(max_load)]
    return [{ id, user: user.name, userId: user.id, platform: store_platform.name, least, most }]
  })
}

/** The plays of the kinds that are possible. @throws CannotBegin where none is, or a chosen one is not */
async function prepare(options: Options): Promise<Partial<Record<Kind, Play>>> {
  const { host, to, kinds, areChosen } = options
  const offered = await offeredBy(host)
  const random = createRandom(options.seed)
  const password = options.password ?? offered?.password
  if (!password) throw new CannotBegin(`${host} is no demo: give --password.`)
  const signIn = (email: string) =>
    signInAt(host, email, password).catch((error: unknown) => {
      throw new CannotBegin(error instanceof Error ? error.message : String(error))
    })
  const admin = await signIn('admin@pitboss.test')
  const plays: Partial<Record<Kind, Play>> = {}

  if (kinds.some(isOfApps)) {
    const key = options.key ?? offered?.app?.key
    const isPartner = options.store !== undefined && options.store !== offered?.app?.store_code
    if (key !== undefined) {
      const probe = await request(`${host}/api/v1/game-type?itemNo=1`, { headers: { [APP_KEY_HEADER]: key } })
      if (probe.status !== 200) throw new CannotBegin(`${host} refuses the app key: it is unknown or revoked.`)
      const users = await usersOf(admin, random, options.users, isPartner ? options.store : undefined)
      const games = await gamesOf(admin, host, key)
      const store = isPartner ? options.store : offered?.app?.store_code
      const wheels = await wheelsOf(admin, store)
      const accounts = await accountsOf(admin, store)
      Object.assign(plays, createApps({ host, key, random }, users, games, wheels, accounts))
    } else if (areChosen) throw new CannotBegin(`${host} tells no app key: give --key. npm run app-key makes one.`)
  }
  if (kinds.some((kind) => !isOfApps(kind))) {
    const others = ['lead@pitboss.test', 'manager@pitboss.test', 'support@pitboss.test'].filter((email) => email !== to)
    const [receiver, ...colleagues] = await Promise.all([to, ...others].map(signIn))
    const staff = await prepareStaff(random, receiver!, to === admin.email ? colleagues : [...colleagues, admin])
    if (staff) Object.assign(plays, staff)
    else if (areChosen)
      throw new CannotBegin('There are no open tickets or chats to play with: npm run seed makes some.')
  }
  for (const kind of KINDS) if (!kinds.includes(kind)) delete plays[kind as AppKind | StaffKind]
  if (Object.keys(plays).length === 0) throw new CannotBegin('There is nothing to simulate with.')
  return plays
}

/** What has happened in a simulation. */
interface Done {
  done: Partial<Record<Kind, number>>
  failures: number
  seconds: number
  /** The server stopped to respond. */
  isGone: boolean
}

/** Plays at the given rate until the count or the time is reached, `isStopped` says so, or the server is gone. */
async function run(plays: Partial<Record<Kind, Play>>, options: Options, isStopped: () => boolean): Promise<Done> {
  const { rate, seconds, count, json } = options
  const random = createRandom(options.seed)
  let kinds = (Object.keys(plays) as Kind[]).map((kind) => [kind, WEIGHTS[kind] ?? WEIGHT] as const)
  const result: Done = { done: {}, failures: 0, seconds: 0, isGone: false }
  const began = performance.now()
  const until = seconds === null ? null : began + seconds * 1000
  for (let index = 0; seconds !== null || index < count; index += 1) {
    const due = rate > 0 ? began + (index * 1000) / rate : began
    if (until !== null && Math.max(due, performance.now()) >= until) {
      await pause(until, isStopped)
      break
    }
    await pause(due, isStopped)
    if (isStopped() || kinds.length === 0) break
    const kind = random.weighted(kinds)
    try {
      const words = await plays[kind]!()
      result.done[kind] = (result.done[kind] ?? 0) + 1
      if (!json) console.log(`${String(index + 1).padStart(4)}  ${words}`)
    } catch (error) {
      if (error instanceof ServerGone) {
        result.isGone = true
        break
      }
      if (error instanceof NothingLeft) {
        kinds = kinds.filter(([each]) => each !== kind)
        if (!json) console.log(`${error.message}.`)
        continue
      }
      result.failures += 1
      if (!json)
        console.error(
          `${String(index + 1).padStart(4)}  failed: ${error instanceof Error ? error.message : String(error)}`,
        )
    }
  }
  result.seconds = Number(((performance.now() - began) / 1000).toFixed(2))
  return result
}

const LOOK_EVERY_MS = 100
/** Waits for a moment, or until the simulation is stopped. */
async function pause(until: number, isStopped: () => boolean): Promise<void> {
  for (let left = until - performance.now(); left > 0 && !isStopped(); left = until - performance.now())
    await new Promise((resolve) => setTimeout(resolve, Math.min(left, LOOK_EVERY_MS)))
}

function summaryOf({ done, failures, seconds, isGone }: Done, { host }: Options): string {
  const counts = Object.entries(done).map(([kind, n]) => `${kind} ${n}`)
  const total = Object.values(done).reduce((sum, n) => sum + n, 0)
  return [
    `${total} in ${seconds} s${counts.length > 0 ? `: ${counts.join(', ')}` : ''}.`,
    ...(failures > 0 ? [`${failures} failed.`] : []),
    ...(isGone ? [`${host} does not respond any more. Is the server still running?`] : []),
  ].join('\n')
}

async function main(): Promise<void> {
  const options = readOptions()
  if (!options) return console.log(USAGE)
  const plays = await prepare(options)
  let isStopped = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (isStopped) process.exit(1)
      isStopped = true
    })
  const result = await run(plays, options, () => isStopped)
  const { done, failures, seconds, isGone } = result
  if (options.json) console.log(JSON.stringify({ seed: options.seed, done, failures, seconds, isGone }))
  else console.log(`\n${summaryOf(result, options)}`)
  process.exitCode = isGone ? 2 : failures > 0 ? 1 : 0
}

main().catch((error: unknown) => {
  console.error(
    error instanceof CannotBegin
      ? error.message
      : error instanceof ServerGone
        ? `${error.message}. Start the server first: npm start`
        : `The simulation broke off: ${error instanceof Error ? error.message : String(error)}`,
  )
  process.exitCode = 2
})
