/**
 * The platform behind a page with stories: the code of the server on a database in the page. A story begins with the demo's data and
 * the people of the fixtures; what it changes is undone before the next one.
 */
import { SESSION_SECONDS } from '@contract/constants'
import { operationById, type EveryOperationId } from '@contract/http/catalogue'
import { IDEMPOTENCY_KEY_HEADER, takesIdempotencyKey } from '@contract/http/idempotency'
import { generate } from 'otplib'
import { utf8 } from '@server/platform/lib/bytes'
import type { Permission } from '@contract/permissions'
import { uuidV7 } from '@server/platform/lib/uuid-v7'
import { createKeys, hashText } from '@server/platform/lib/secrets'
import { createAuthRepository } from '@server/platform/modules/auth/repository'
import { SESSION_COOKIE } from '@server/platform/modules/auth/routes'
import { createTokens } from '@server/platform/modules/auth/tokens'
import { notify, type Happening } from '@server/platform/modules/notifications/store'
import { createRecoveryCodeRepository } from '@server/platform/modules/two-factor/repository'
import { createSecondFactor } from '@server/platform/modules/two-factor/second-factor'
import { createPlatform, type Platform } from '@server/platform/platform'
import type { Param } from '@server/platform/ports/db'
import { DEMO_PASSWORD, staffFixture, type StaffRecord } from './fixtures/staff'
import { storyCrypto } from './platform/crypto'
import { openStoryDatabase, type StoryDatabase } from './platform/database'
import { storyFiles } from './platform/files'
import { createStorySockets } from './platform/sockets'
import { STORY_SECRET } from './secret'
import { sentinelOf } from './sentinels'
import { current } from './platform/current'
import { answer, createFinder, operationsHandler, type CookieJar, type Find } from './platform/transport'
import type { RunnableOperation } from '@server/platform/operations/run'
import { stores } from '@demo/system/store'

const clock = { now: () => Date.now() }
const keys = createKeys(STORY_SECRET, storyCrypto)
const tokens = createTokens(keys.token, clock)
/** What the sign-in page offers: the first person of each role. */
const SIGN_INS = [
  ...new Map(
    staffFixture()
      .filter(({ is_deleted }) => !is_deleted)
      .toReversed()
      .map(({ role, email }) => [role, { role, email }]),
  ).values(),
].toReversed()
/** The secret of those who have two-factor on, base32. */
const TWO_FACTOR_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
/** Tokens are issued anew after this long, milliseconds: they are valid for 15 minutes. */
const TOKENS_LAST_MS = 60_000

/** Somebody who can sign in: the first one of a role. */
interface Person {
  staffId: string
  sessionId: string
  cookie: string
  token: string
}
const people = new Map<string, Person>()
const sockets = createStorySockets()
let opening: Promise<StoryDatabase> | null = null
let platform: Platform | null = null
let find: Find = () => null
let jar: CookieJar = new Map()
let issuedAt = -Infinity

/** Calls in progress: the next story waits for them, because what they write would be part of it. */
const inProgress = new Set<Promise<Response>>()
function answerNow(operation: RunnableOperation, request: Request, params: Record<string, string>): Promise<Response> {
  const answering = answer(operation, request, params, jar).finally(() => inProgress.delete(answering))
  inProgress.add(answering)
  return answering
}

/** Answers every operation, and the live socket. */
export const sceneHandlers = [
  operationsHandler(
    (request) => find(request),
    async (operation, request, params) => {
      const usual = () => answerNow(operation, request, params)
      const sentinel = await sentinelOf(request)
      return sentinel ? sentinel(usual, request) : usual()
    },
  ),
  sockets.handler,
]

/** Gives the people of the stories what the demo's people have not: two-factor, and a session for the first one of each role. */
async function preparePeople({ db }: StoryDatabase): Promise<void> {
  const repository = createAuthRepository(db, clock, hashText(storyCrypto))
  await db.query('update staff set two_fa_enabled = true, two_fa_secret = $2::text where email = any($1::text[])', [
    staffFixture().flatMap(({ email, two_fa_enabled }) => (two_fa_enabled ? [email] : [])),
    keys.encrypt(utf8(TWO_FACTOR_SECRET)),
  ])
  for (const { role, email } of SIGN_INS) {
    const account = (await repository.accountByEmail(email))!
    const session = (await repository.createSession(account, { ip: '127.0.0.1', userAgent: null, requestId: 'story' }))!
    people.set(role, { staffId: account.id, sessionId: session.id, cookie: session.token, token: '' })
  }
}

async function prepare(): Promise<StoryDatabase> {
  const opened = await openStoryDatabase()
  await preparePeople(opened)
  await opened.begin()
  return opened
}

/** Loads the database, so that the first story waits less for it. Resolves once it is loaded. */
export async function warmScene(): Promise<void> {
  await (opening ??= prepare())
}

async function issueTokens(): Promise<void> {
  if (performance.now() - issuedAt < TOKENS_LAST_MS) return
  issuedAt = performance.now()
  for (const person of people.values())
    person.token = await tokens.issue(person.staffId, person.sessionId, clock.now() + SESSION_SECONDS.idle * 1000)
}

/** Begins a story: the data is that of the demo, nobody is signed in, no socket is open. */
export async function beginScene(): Promise<void> {
  const database = await (opening ??= prepare())
  const before = platform
  platform = null
  find = () => null
  jar = new Map()
  await before?.close(async () => void (await Promise.all(inProgress)))
  sockets.reset()
  current.story += 1
  await database.reset()
  await issueTokens()
  platform = createPlatform({
    db: database.db,
    clock,
    crypto: storyCrypto,
    fileTools: storyFiles,
    sockets,
    callLimit: () => async () => null,
    // It fails the story (.storybook/preview.tsx).
    onError: (error, what) => console.error(what, error),
    secret: STORY_SECRET,
    demo: { password: DEMO_PASSWORD, accounts: SIGN_INS, store: stores[0].code },
    cookies: { sameSite: 'lax', secure: false },
    consoleOrigins: [],
  })
  find = createFinder(platform.operations)
}

const running = (): Platform => {
  if (!platform) throw new Error('No scene has begun: a story begins one with consoleStory')
  return platform
}
const personOf = (role: string): Person => {
  const person = people.get(role)
  if (!person) throw new Error(`The stories have nobody of the role ${role}`)
  return person
}

/** Signs the page in as the first person of a role. @returns the access token, as GET session returns it */
export function signInAs(role: string): string {
  const { cookie, token } = personOf(role)
  jar.set(SESSION_COOKIE, cookie)
  return token
}

current.usualAnswer = (request) => {
  running()
  const { operation, params } = find(request)!
  return answerNow(operation, request, params)
}

/** @returns the platform's answer to a request of the page */
export const answerTo = (request: Request): Promise<Response> => current.usualAnswer(request)

/** @returns the code that an authenticator app shows now, for everybody who has two-factor on */
export const codeNow = (): Promise<string> => generate({ secret: TWO_FACTOR_SECRET })

/** What a call of a person needs beside its operation. */
export interface SceneCall {
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string>>
  body?: object
  /** Version of the record, for calls that carry one. */
  version?: number
}

/** Another person who works while somebody uses the page. */
export interface Colleague {
  /** Performs an operation. @returns `data` of the answer. @throws where it is refused */
  call<T>(id: EveryOperationId, call?: SceneCall): Promise<T>
}

/** @param role the first person who has it performs the calls, in the session that all stories begin with */
export function colleague(role: string): Colleague {
  const { token } = personOf(role)
  return {
    async call<T>(id: EveryOperationId, { params = {}, query = {}, body, version }: SceneCall = {}) {
      const operation = operationById(id)
      const path = operation.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name]!))
      const request = new Request(`${location.origin}${path}?${new URLSearchParams(query)}`, {
        method: operation.method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body && { 'content-type': 'application/json' }),
          ...(version !== undefined && { 'if-match': `"${version}"` }),
          ...(takesIdempotencyKey(operation) && { [IDEMPOTENCY_KEY_HEADER]: crypto.randomUUID() }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      const response = await current.usualAnswer(request)
      const told = (await response.json()) as { data: T; message?: string }
      if (!response.ok) throw new Error(`${id} of a colleague is refused: ${told.message}`)
      return told.data
    },
  }
}

/** Rows of a record as a list sends them to a person who may see everything. */
export const rowsOf = <Row extends object>(record: string, query: Record<string, string> = {}): Promise<Row[]> =>
  colleague('SUPER_ADMIN').call<Row[]>(`${record}.list` as EveryOperationId, { query: { itemNo: '200', ...query } })

/** A record as its page gets it. */
export const recordOf = <Row extends object>(record: string, id: string): Promise<Row> =>
  colleague('SUPER_ADMIN').call<Row>(`${record}.get` as EveryOperationId, { params: { id } })

/**
 * Reads or prepares what no call of the platform does, such as time that has passed.
 * @param text SQL with $1, $2 …
 */
export async function sql<Row extends object>(text: string, params: readonly Param[] = []): Promise<Row[]> {
  const { db } = await opening!
  return db.query<Row>(text, params)
}

/** Gives a role exactly these rights. */
export const grantOnly =
  (role: string, ...permissions: readonly Permission[]) =>
  async (): Promise<void> => {
    await sql(`update permission_sets set entries = $2::jsonb where assigned_roles @> array[$1::text] and is_system`, [
      role,
      JSON.stringify(permissions),
    ])
  }

/** @returns the first person of a role: whom `signedInAs` signs in, and `colleague` performs calls as */
export function staffOf(role: string): StaffRecord {
  const staff = staffFixture().find((each) => each.role === role && !each.is_deleted)
  if (!staff) throw new Error(`The stories have nobody of the role ${role}`)
  return staff
}

/**
 * Turns two-factor on for the first person of a role, whose app then shows `codeNow()`.
 * @param codesLeft number of recovery codes that are not used
 * @returns these codes, as they are shown
 */
export async function turnTwoFactorOn(role: string, codesLeft = 0): Promise<string[]> {
  const { db } = await opening!
  const { id } = staffOf(role)
  const repository = createAuthRepository(db, clock, hashText(storyCrypto))
  const recoveryCodes = createRecoveryCodeRepository(db, clock)
  const { codes, hashes } = createSecondFactor({ keys, clock, repository, recoveryCodes }).newRecoveryCodes(id)
  await sql('update staff set two_fa_enabled = true, two_fa_secret = $2::text where id = $1::uuid', [
    id,
    keys.encrypt(utf8(TWO_FACTOR_SECRET)),
  ])
  await sql(
    `insert into recovery_codes (staff_id, code_hash, created_at, used_at)
     select $1::uuid, each.hash, now(), case when each.place > $3::int then now() end
     from unnest($2::text[]) with ordinality as each(hash, place)`,
    [id, hashes, codesLeft],
  )
  return codes.slice(0, codesLeft)
}

/**
 * Something happens of which the first person of a role is notified, as after the commit of its transaction.
 * @param over replaces parts of an assigned ticket
 */
export async function notifyOf(role: string, over: Partial<Happening> = {}): Promise<void> {
  const { db } = await opening!
  const { id } = staffOf(role)
  const happening: Happening = {
    keyword: 'TICKET_ASSIGNED',
    keywordId: uuidV7(clock.now()),
    title: 'Ticket assigned to you',
    description: 'T-10099: My withdrawal has not arrived',
    eventKey: uuidV7(clock.now()),
    ...over,
  }
  running().live.notified(await db.transaction((tx) => notify(tx, clock, [id], happening)))
}

/** Number of connected consoles. */
export const connectionCount = (): number => sockets.all().length
/** Sends an event of the socket to every connected console. */
export const push = sockets.push
/** Drops every connection, as a failing network does. */
export const dropConnections = sockets.drop
/** Refuses handshakes with this message from now on; null: the platform decides again. */
export const refuseHandshakes = sockets.refuse
/** Answers no handshake from now on. */
export const holdHandshakes = sockets.hold
/** Events received from consoles since the story began. */
export const receivedEvents = sockets.received
