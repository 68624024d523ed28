import { nodeHash } from '@server/node/crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PitbossServer } from '@server/server'
import type { Db, Queryable } from '@server/platform/ports/db'
import { createAuthRepository } from '@server/platform/modules/auth/repository'
import { TestClient, refusalOf, signedIn, type Answered } from './kit/client'
import { testDatabases, type DatabaseKind } from './kit/databases'
import { createTestClock, makePlatform } from './kit/platform'

const databases = await testDatabases()
const PASSWORD = 'Strong#2026'
const NEW_PASSWORD = 'Newer#2026'

/** Holds every matching statement until it is released, so that the order of events is certain. */
function holdStatements(db: Db, matches: RegExp) {
  let arrived = 0
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const waiting: { count: number; resolve: () => void }[] = []
  const held: Db = {
    ...db,
    async query(text, params) {
      if (matches.test(text)) {
        arrived += 1
        for (const { count, resolve } of waiting) if (arrived >= count) resolve()
        await released
      }
      return db.query(text, params)
    },
  }
  const reached = (count: number) =>
    new Promise<void>((resolve) => (arrived >= count ? resolve() : waiting.push({ count, resolve })))
  return { db: held, reached, release }
}

const done = (answer: Answered) => expect(answer.status, answer.text).toBe(200)

/** A platform, its administrator, and a new account for each test. */
function prepare(kind: DatabaseKind) {
  const clock = createTestClock()
  let db: Db
  let platform: PitbossServer
  let boss: TestClient
  let account: { id: string; email: string; address: string }
  let number = 0

  beforeAll(async () => {
    db = await databases.open(kind)
    platform = await makePlatform(db, { clock })
    boss = await signedIn(platform, 'SUPER_ADMIN')
  })
  beforeEach(async () => {
    number += 1
    const email = `race${number}@pitboss.test`
    const { body } = await boss.post('/api/v1/admin', {
      first_name: 'Race',
      last_name: 'Condition',
      username: `race${number}`,
      email,
      role: 'SUPPORT_AGENT',
      password: PASSWORD,
      confirm_password: PASSWORD,
    })
    account = { id: body.data.id as string, email, address: `10.2.0.${number}` }
  })
  afterAll(() => platform.close())

  const version = async () => (await boss.get(`/api/v1/admin/${account.id}`)).body.data.version as number
  const resetPassword = async () =>
    boss.patch(
      `/api/v1/admin/reset-password/${account.id}`,
      { password: NEW_PASSWORD, confirm_password: NEW_PASSWORD },
      { ifMatch: await version() },
    )
  const setDisabled = async (is_deleted: boolean) =>
    boss.patch(`/api/v1/admin/${account.id}`, { is_deleted }, { ifMatch: await version() })
  const newClient = (on: PitbossServer = platform, address = account.address) => new TestClient(on, address)

  return {
    get db() {
      return db
    },
    get account() {
      return account
    },
    clock,
    newClient,
    resetPassword,
    setDisabled,
  }
}

describe.each(databases.everyKind)('a sign-in in progress on %s', (kind) => {
  const on = prepare(kind)
  const { clock, newClient, resetPassword, setDisabled } = on

  const changes: [string, string, () => Promise<void>][] = [
    ['a password reset', 'WRONG_EMAIL_OR_PASSWORD', async () => done(await resetPassword())],
    [
      'a change of the own password',
      'WRONG_EMAIL_OR_PASSWORD',
      async () => {
        const person = newClient()
        await person.signIn(on.account.email, PASSWORD)
        await person.session()
        done(
          await person.patch('/api/v1/admin/change-password', {
            current_password: PASSWORD,
            new_password: NEW_PASSWORD,
            confirm_password: NEW_PASSWORD,
          }),
        )
      },
    ],
    ['disabling the account', 'ACCOUNT_DISABLED', async () => done(await setDisabled(true))],
    [
      'disabling and enabling the account',
      'WRONG_EMAIL_OR_PASSWORD',
      async () => {
        done(await setDisabled(true))
        done(await setDisabled(false))
      },
    ],
  ]

  it.each(changes)('fails after %s, with %s', async (_change, refusal, change) => {
    const held = holdStatements(on.db, /insert into sessions/)
    const slow = await makePlatform(held.db, { clock })
    const person = newClient(slow)
    const signIn = person.signIn(on.account.email, PASSWORD)
    await held.reached(1)
    await change()
    held.release()
    const answer = await signIn
    expect([answer.status, refusalOf(answer)]).toEqual([401, refusal])
    expect((await person.session()).body).toEqual({})
    await slow.close()
  })

  it('never survives a password reset, in 15 cases', async () => {
    const held = holdStatements(on.db, /insert into sessions/)
    const slow = await makePlatform(held.db, { clock })
    const people = Array.from({ length: 15 }, (_, index) => newClient(slow, `10.3.0.${index + 1}`))
    const signIns = people.map((person) => person.signIn(on.account.email, PASSWORD))
    await held.reached(people.length)
    done(await resetPassword())
    held.release()
    await Promise.all(signIns)
    const sessions = await Promise.all(people.map((person) => person.session()))
    const survived = sessions.filter(({ body }) => body.user !== undefined).length
    expect(`${survived} of ${people.length} survived`).toBe('0 of 15 survived')
    await slow.close()
  })

  it('leaves no session that becomes valid when the account is enabled again', async () => {
    const held = holdStatements(on.db, /insert into sessions/)
    const slow = await makePlatform(held.db, { clock })
    const person = newClient(slow)
    const signIn = person.signIn(on.account.email, PASSWORD)
    await held.reached(1)
    done(await setDisabled(true))
    held.release()
    await signIn
    done(await setDisabled(false))
    expect((await person.session()).body.user).toBeUndefined()
    await slow.close()
  })

  it('cannot overwrite a password reset with a password change that began before it', async () => {
    const held = holdStatements(on.db, /update staff set password_hash/)
    const slow = await makePlatform(held.db, { clock })
    const person = newClient(slow)
    await person.signIn(on.account.email, PASSWORD)
    await person.session()
    const change = person.patch('/api/v1/admin/change-password', {
      current_password: PASSWORD,
      new_password: 'Third#2026',
      confirm_password: 'Third#2026',
    })
    await held.reached(1)
    done(await resetPassword())
    held.release()
    const answer = await change
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, ['current_password']])
    expect(refusalOf(await newClient().signIn(on.account.email, 'Third#2026'))).toBe('WRONG_EMAIL_OR_PASSWORD')
    expect((await newClient().signIn(on.account.email, NEW_PASSWORD)).status).toBe(200)
    await slow.close()
  })
})

describe.each(databases.everyKind.filter((kind) => kind === 'PostgreSQL'))(
  'on %s, a session whose sign-in commits',
  (kind) => {
    const on = prepare(kind)
    const { clock, resetPassword, setDisabled } = on

    it.each([
      ['a password reset', [() => resetPassword()]],
      ['disabling the account', [() => setDisabled(true), () => setDisabled(false)]],
    ])('while %s waits for it ends with that', async (_what, [change, ...after]) => {
      const repository = (queryable: Queryable) =>
        createAuthRepository({ ...on.db, query: (text, params) => queryable.query(text, params) }, clock, nodeHash)
      const verified = (await repository(on.db).accountByEmail(on.account.email))!
      const origin = { ip: on.account.address, userAgent: null, requestId: 'race' }
      const { session, changing } = await on.db.transaction(async (tx) => {
        const created = await repository(tx).createSession(verified, origin)
        const begun = change!()
        // The change waits for the row that this transaction has updated.
        await expect
          .poll(() => on.db.query('select pid from pg_locks where not granted').then((rows) => rows.length))
          .toBeGreaterThan(0)
        return { session: created!, changing: { answer: begun } }
      })
      done(await changing.answer)
      for (const next of after) done(await next())
      expect(await repository(on.db).sessionByToken(session.token)).toBeNull()
    })
  },
)
