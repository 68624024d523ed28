import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PitbossServer } from '@server/server'
import type { Db } from '@server/platform/ports/db'
import { firstBrokenLink, sealAudit } from '@server/platform/modules/audit/sealer'
import { refusalOf, signedIn, TestClient } from './kit/client'
import { testDatabases } from './kit/databases'
import { makePlatform } from './kit/platform'
import { nodeHash } from '@server/node/crypto'

const databases = await testDatabases()
const PASSWORD = { password: 'Strong#2026', confirm_password: 'Strong#2026' }
let made = 0
const person = (role: string, more: object = {}) => {
  made += 1
  return {
    first_name: 'Nadia',
    last_name: 'Lund',
    username: `person${made}`,
    email: `person${made}@example.com`,
    role,
    ...PASSWORD,
    ...more,
  }
}

describe.each(databases.everyKind)('writes on %s', (kind) => {
  let db: Db
  let platform: PitbossServer
  let boss: TestClient
  let admin: TestClient
  const staffByEmail = async (email: string) => {
    const [row] = await db.query<{ id: string; version: number }>(
      'select id::text as id, version from staff where email = $1::text',
      [email],
    )
    return row!
  }

  beforeAll(async () => {
    db = await databases.open(kind)
    platform = await makePlatform(db)
    boss = await signedIn(platform, 'SUPER_ADMIN')
    admin = await signedIn(platform, 'ADMIN')
  })
  afterAll(() => platform.close())

  it('merges preferences by name, also in concurrent calls, and audits their names without their values', async () => {
    const url = '/api/v1/admin/profile/preferences'
    const write = (preferences: object) => boss.patch(url, { preferences })
    const names = ['columns.users', 'columns.admin', 'columns.offers', 'columns.settings']
    const answers = await Promise.all(names.map((name) => write({ [name]: `secret of ${name}` })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const { preferences, id } = (await boss.get('/api/v1/admin/profile')).body.data
    expect(Object.keys(preferences).toSorted()).toEqual(names.toSorted())
    const entries = await db.query<{ after: string }>(
      `select after::text as after from audit_events where action = 'set-preferences' and subject_id = $1::text`,
      [id],
    )
    expect(entries).toHaveLength(4)
    expect(JSON.stringify(entries)).not.toContain('secret')
    expect((await write(Object.fromEntries(names.map((name) => [name, null])))).body.data.preferences).toEqual({})
  })

  it('creates, changes, disables and enables, with the messages of the spec', async () => {
    const created = await boss.post('/api/v1/users', person('PLAYER'))
    expect([
      created.status,
      created.body.message,
      created.body.data.version,
      created.body.data.Creator.username,
    ]).toEqual([200, 'Successfully Added', 1, 'super'])
    const url = `/api/v1/users/${created.body.data.id}`
    const changed = await boss.patch(url, { last_name: 'Berg' }, { ifMatch: 1 })
    expect([
      changed.body.message,
      changed.body.data.last_name,
      changed.body.data.version,
      changed.headers.etag,
    ]).toEqual(['Successfully Updated', 'Berg', 2, '"2"'])
    const off = await boss.patch(url, { is_deleted: true }, { ifMatch: 2 })
    expect([off.body.message, off.body.data.is_deleted]).toEqual(['Successfully Disabled', true])
    const on = await boss.patch(
      `/api/v1/users/enable-disable/${created.body.data.id}`,
      { is_deleted: false },
      { ifMatch: 3 },
    )
    expect([on.body.message, on.body.data.is_deleted]).toEqual(['Successfully Enabled', false])
    const reset = await boss.patch(`/api/v1/users/reset-password/${created.body.data.id}`, PASSWORD, { ifMatch: 4 })
    expect([reset.status, reset.body.message, reset.body.data.version]).toEqual([200, 'Reset Password successfully', 5])
  })

  it('responds to a stale change with the current record, and changes nothing', async () => {
    const { body } = await boss.post('/api/v1/users', person('PLAYER'))
    const url = `/api/v1/users/${body.data.id}`
    await boss.patch(url, { first_name: 'First' }, { ifMatch: 1 })
    const stale = await boss.patch(url, { first_name: 'Second' }, { ifMatch: 1 })
    expect([stale.status, stale.body.code, stale.body.current.first_name, stale.body.current.version]).toEqual([
      409,
      'STALE',
      'First',
      2,
    ])
    expect((await boss.get(url)).body.data.first_name).toBe('First')
  })

  it('applies only one of several concurrent changes to the same version', async () => {
    const { body } = await boss.post('/api/v1/users', person('PLAYER'))
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        boss.patch(`/api/v1/users/${body.data.id}`, { first_name: `Try${'abcdefghijkl'[index]}` }, { ifMatch: 1 }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(11)
    const [row] = await db.query<{ n: number }>(
      `select count(*)::int as n from audit_events where subject_id = $1::text and action = 'update'`,
      [body.data.id],
    )
    expect(row!.n).toBe(1)
  })

  it('writes one audit entry for each write: who, from where, what; with masked secrets', async () => {
    const { body } = await boss.post('/api/v1/users', person('PLAYER'), { headers: { 'user-agent': 'test browser' } })
    await boss.patch(`/api/v1/users/${body.data.id}`, { first_name: 'Ida' }, { ifMatch: 1 })
    await boss.patch(`/api/v1/users/reset-password/${body.data.id}`, PASSWORD, { ifMatch: 2 })
    const entries = await db.query<{
      action: string
      before: object | null
      after: Record<string, string>
      ip: string
      user_agent: string | null
      actor: string
    }>(
      'select a.action, a.before, a.after, a.ip, a.user_agent, s.username as actor from audit_events a join staff s on s.id = a.actor_id where subject_id = $1::text order by a.id',
      [body.data.id],
    )
    expect(entries.map(({ action, actor }) => [action, actor])).toEqual([
      ['create', 'super'],
      ['update', 'super'],
      ['resetPassword', 'super'],
    ])
    expect(entries[0]).toMatchObject({ ip: '127.0.0.1', user_agent: 'test browser', before: null })
    expect(entries[0]!.after).toMatchObject({ first_name: 'Nadia', password_hash: '***' })
    expect(entries[1]).toMatchObject({ before: { first_name: 'Nadia' }, after: { first_name: 'Ida' } })
    expect(entries[2]).toMatchObject({ before: { password_hash: '***' }, after: { password_hash: '***' } })
    expect(JSON.stringify(entries)).not.toMatch(/argon2|Strong#2026/)
  })

  it('writes no entry for a refused write', async () => {
    const count = async () =>
      (await db.query<{ n: number }>(`select count(*)::int as n from audit_events where action <> 'sign-in'`))[0]!.n
    const before = await count()
    const { body } = await boss.get('/api/v1/users?itemNo=1')
    await boss.patch(`/api/v1/users/${body.data[0].id}`, { email: 'super@@' }, { ifMatch: 1 })
    await boss.patch(`/api/v1/users/${body.data[0].id}`, { email: 'person1@example.com' }, { ifMatch: 1 })
    await boss.patch(`/api/v1/users/${body.data[0].id}`, { first_name: 'Late' }, { ifMatch: 99 })
    expect(await count()).toBe(before)
  })

  it('seals the entries in a chain that reveals a change, a removal and a forgery', async () => {
    await sealAudit(db, nodeHash)
    expect(await sealAudit(db, nodeHash)).toBe(0)
    expect(await firstBrokenLink(db, nodeHash)).toBeNull()
    const [target] = await db.query<{ chain_no: number; id: string; before: string }>(
      "select chain_no::float8 as chain_no, id::text as id, coalesce(reason, '') as before from audit_events where chain_no = 3",
    )
    const owner = await databases.asOwner(db)
    await owner.query(`update audit_events set reason = 'changed' where id = $1::uuid`, [target!.id])
    expect(await firstBrokenLink(db, nodeHash)).toBe(3)
    await owner.query('update audit_events set reason = null where id = $1::uuid', [target!.id])
    expect(await firstBrokenLink(db, nodeHash)).toBeNull()
    await owner.query('create table kept as select * from audit_events where chain_no = 4')
    await owner.query('delete from audit_events where chain_no = 4')
    expect(await firstBrokenLink(db, nodeHash)).toBe(4)
    await owner.query('insert into audit_events select * from kept')
    expect(await firstBrokenLink(db, nodeHash)).toBeNull()
  })

  it('ends the sessions of an account that is disabled or whose password is reset', async () => {
    for (const act of ['disable', 'reset'] as const) {
      const details = person('SUPPORT_AGENT')
      const { body } = await boss.post('/api/v1/admin', details)
      const victim = new TestClient(platform)
      await victim.signIn(details.email, PASSWORD.password)
      await victim.session()
      expect((await victim.get('/api/v1/admin/profile')).status).toBe(200)
      const { version } = await staffByEmail(details.email)
      if (act === 'disable')
        await boss.patch(`/api/v1/admin/${body.data.id}`, { is_deleted: true }, { ifMatch: version })
      else
        await boss.patch(
          `/api/v1/admin/reset-password/${body.data.id}`,
          { password: 'Reset#2026', confirm_password: 'Reset#2026' },
          { ifMatch: version },
        )
      expect((await victim.get('/api/v1/admin/profile')).status).toBe(401)
      expect((await victim.session()).body).toEqual({ error: 'token-expiries' })
      expect(refusalOf(await victim.signIn(details.email, PASSWORD.password))).toBe(
        act === 'disable' ? 'ACCOUNT_DISABLED' : 'WRONG_EMAIL_OR_PASSWORD',
      )
    }
  })

  it('lets nobody change an account with rights above their own, or assign such a role', async () => {
    const top = await staffByEmail('super@pitboss.test')
    for (const [url, body] of [
      ['', { first_name: 'Low' }],
      ['', { is_deleted: true }],
      ['enable-disable/', { is_deleted: true }],
      ['reset-password/', PASSWORD],
    ] as const) {
      const answer = await admin.patch(`/api/v1/admin/${url}${top.id}`, body, { ifMatch: top.version })
      expect([answer.status, answer.body.code]).toEqual([403, 'FORBIDDEN'])
      expect(answer.body.message.length).toBeGreaterThan(20)
    }
    expect((await admin.post('/api/v1/admin', person('SUPER_ADMIN'))).status).toBe(403)
    expect((await admin.post('/api/v1/admin', person('ADMIN'))).status).toBe(200)
    const own = await staffByEmail('finance@pitboss.test')
    expect(
      (await admin.patch(`/api/v1/admin/${own.id}`, { role: 'SUPER_ADMIN' }, { ifMatch: own.version })).status,
    ).toBe(403)
    const names = (await admin.get('/api/v1/admin-user-permissions/roles')).body.data.map(
      (role: { name: string }) => role.name,
    )
    expect(names).not.toContain('SUPER_ADMIN')
    expect(names).toContain('ADMIN')
  })

  it('compares rights, not ranks, including permission sets of a single person', async () => {
    const { body } = await boss.post('/api/v1/admin', person('SUPPORT_AGENT'))
    const sets = `insert into permission_sets (id, name, entries, assigned_user_ids, store_scope, created_at, updated_at)
      values (gen_random_uuid(), 'Extra', '[{"action":"read","subject":"*","fields":["*"]}]', array[$1::uuid], 'ALL', now(), now())`
    await db.query(sets, [body.data.id])
    expect((await admin.patch(`/api/v1/admin/${body.data.id}`, { first_name: 'Over' }, { ifMatch: 1 })).status).toBe(
      403,
    )
    expect((await boss.patch(`/api/v1/admin/${body.data.id}`, { first_name: 'Over' }, { ifMatch: 1 })).status).toBe(200)
  })

  it('lets nobody disable, demote or reset themselves', async () => {
    const self = await staffByEmail('super@pitboss.test')
    expect((await boss.patch(`/api/v1/admin/${self.id}`, { is_deleted: true }, { ifMatch: self.version })).status).toBe(
      403,
    )
    expect((await boss.patch(`/api/v1/admin/${self.id}`, { role: 'ADMIN' }, { ifMatch: self.version })).status).toBe(
      403,
    )
    expect(
      (await boss.patch(`/api/v1/admin/reset-password/${self.id}`, PASSWORD, { ifMatch: self.version })).status,
    ).toBe(403)
    expect(
      (await boss.patch(`/api/v1/admin/${self.id}`, { first_name: 'Inez' }, { ifMatch: self.version })).status,
    ).toBe(200)
  })

  it('applies a new role immediately', async () => {
    const details = person('CONTENT_EDITOR')
    const { body } = await boss.post('/api/v1/admin', details)
    const worker = new TestClient(platform)
    await worker.signIn(details.email, PASSWORD.password)
    await worker.session()
    expect((await worker.get('/api/v1/users')).status).toBe(403)
    await boss.patch(`/api/v1/admin/${body.data.id}`, { role: 'FINANCE' }, { ifMatch: 1 })
    expect((await worker.get('/api/v1/users')).status).toBe(200)
  })

  it('requires a store where the role needs one, also when the store is removed', async () => {
    const { body } = await boss.post('/api/v1/admin', person('THIRD_PARTY_ADMIN', { third_party_store_code: 'LUMEN' }))
    const emptied = await boss.patch(`/api/v1/admin/${body.data.id}`, { third_party_store_code: '' }, { ifMatch: 1 })
    expect([emptied.status, emptied.body.errors]).toEqual([422, { third_party_store_code: ['Required for this role'] }])
    const moved = await boss.patch(
      `/api/v1/admin/${body.data.id}`,
      { third_party_store_code: '', role: 'FINANCE' },
      { ifMatch: 1 },
    )
    expect([moved.status, moved.body.data.third_party_store_code]).toEqual([200, null])
  })

  it('returns the other counts for Home where one count fails, and names the failed one', async () => {
    const broken: Db = {
      ...db,
      query: (text, params) =>
        text.includes('as total') && text.includes('from users')
          ? Promise.reject(new Error('canceling statement'))
          : db.query(text, params),
    }
    const half = await makePlatform(broken)
    const { body } = await (await signedIn(half, 'ADMIN')).get('/api/v1/admin/profile/counts')
    const totals = new Map(
      body.data.records.map((one: { subject: string; total: number | null }) => [one.subject, one.total]),
    )
    expect(totals.get('Users')).toBeNull()
    expect(totals.get('Admins')).toBeGreaterThan(0)
    await half.close()
  })

  it('lets a partner see and change only the users of its own store', async () => {
    const partner = await signedIn(platform, 'THIRD_PARTY_ADMIN')
    const [expected] = await db.query<{ n: number }>(
      `select count(*)::int as n from users where third_party_store_code = 'LUMEN'`,
    )
    const list = await partner.get('/api/v1/users?itemNo=9007199254740991')
    expect(list.body.total_count).toBe(expected!.n)
    expect(
      new Set(list.body.data.map((user: { third_party_store_code: string }) => user.third_party_store_code)),
    ).toEqual(new Set(['LUMEN']))
    const counts = (await partner.get('/api/v1/admin/profile/counts')).body.data.records
    expect(counts).toContainEqual(expect.objectContaining({ subject: 'Users', total: expected!.n }))
    const [other] = await db.query<{ id: string; username: string }>(
      `select id::text as id, username from users where third_party_store_code is null limit 1`,
    )
    for (const answer of [
      await partner.get(`/api/v1/users/${other!.id}`),
      await partner.patch(`/api/v1/users/${other!.id}`, { first_name: 'Mine' }, { ifMatch: 1 }),
      await partner.patch(`/api/v1/users/reset-password/${other!.id}`, PASSWORD, { ifMatch: 1 }),
    ])
      expect(answer.status).toBe(404)
    expect((await partner.get(`/api/v1/users?id=${other!.id}`)).body.data).toEqual([])
    expect((await partner.get(`/api/v1/users?search=${other!.username}`)).body.data).toEqual([])
    expect((await partner.get(`/api/v1/users/list?search=${other!.username}`)).body.data).toEqual([])
    const own = list.body.data[0]
    expect(
      (await partner.patch(`/api/v1/users/${own.id}`, { first_name: 'Ours' }, { ifMatch: own.version })).status,
    ).toBe(200)
    for (const third_party_store_code of ['HARBOR', '']) {
      const answer = await partner.patch(
        `/api/v1/users/${own.id}`,
        { third_party_store_code },
        { ifMatch: own.version + 1 },
      )
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['third_party_store_code']])
    }
  })

  /** Assigns an additional permission set to a person. */
  const grantSet = (staffId: string, entries: object[], scope: 'OWN' | 'LIST' | 'ALL', codes: string[] = []) =>
    db.query(
      `insert into permission_sets (id, name, entries, assigned_user_ids, store_scope, store_codes, created_at, updated_at)
       values (gen_random_uuid(), 'Extra ' || $1::text, $2::jsonb, array[$1::uuid], $3::text, $4::text[], now(), now())`,
      [staffId, JSON.stringify(entries), scope, codes],
    )
  const onUsers = ['create', 'read', 'update'].map((action) => ({ action, subject: 'Users', fields: ['*'] }))

  it.each([
    // A partner sees and creates only records of its own store, whatever its sets contain.
    ['a partner', 'THIRD_PARTY_ADMIN', 'ALL', ['LUMEN']],
    ['a person with a list of stores', 'CONTENT_EDITOR', 'LIST', ['LUMEN', 'HARBOR']],
  ] as const)('lets %s create in no other store', async (_who, role, scope, named) => {
    const details = person(role, role === 'THIRD_PARTY_ADMIN' ? { third_party_store_code: 'LUMEN' } : {})
    const { body } = await boss.post('/api/v1/admin', details)
    await db.query('update permission_sets set store_scope = $1::text where assigned_roles @> array[$2::text]', [
      'OWN',
      role,
    ])
    await grantSet(body.data.id, onUsers, scope, [...named])
    const [{ store }] = (await db.query('select store from staff where id = $1::uuid', [body.data.id])) as [
      { store: string },
    ]
    const own = [...new Set([store, ...named])]
    const worker = new TestClient(platform)
    await worker.signIn(details.email, PASSWORD.password)
    await worker.session()
    const codes = await db.query<{ code: string }>('select code from stores')
    const foreign = codes.map(({ code }) => code).filter((code) => !own.includes(code))
    expect(foreign.length).toBeGreaterThan(0)
    for (const third_party_store_code of foreign) {
      const answer = await worker.post('/api/v1/users', person('PLAYER', { third_party_store_code }))
      expect([third_party_store_code, answer.status, answer.body.errors]).toEqual([
        third_party_store_code,
        422,
        { third_party_store_code: ['You can only use a store of your own'] },
      ])
    }
    const [made] = await db.query<{ n: number }>(`select count(*)::int as n from users where created_by = $1::uuid`, [
      body.data.id,
    ])
    expect(made!.n).toBe(0)
    for (const third_party_store_code of own) {
      const answer = await worker.post('/api/v1/users', person('PLAYER', { third_party_store_code }))
      expect([answer.status, answer.body.data.third_party_store_code]).toEqual([200, third_party_store_code])
    }
  })

  it('returns who changed what and when, the newest first, without secrets', async () => {
    const { body } = await boss.post('/api/v1/users', person('PLAYER'))
    const url = `/api/v1/users/${body.data.id}`
    await admin.patch(url, { last_name: 'Berg', email: `berg.${body.data.username}@example.com` }, { ifMatch: 1 })
    await boss.patch(`/api/v1/users/reset-password/${body.data.id}`, PASSWORD, { ifMatch: 2 })
    await boss.patch(url, { last_name: 'Lund' }, { ifMatch: 3 })
    await boss.patch(url, { last_name: 'Stale' }, { ifMatch: 1 })
    const history = await admin.get(`${url}/history`)
    expect(history.status).toBe(200)
    type Entry = { by: { username: string }; action: string; at: string; changes: object[] }
    const entries = history.body.data as Entry[]
    expect(entries.map(({ by, action }) => [by.username, action])).toEqual([
      ['super', 'update'],
      ['super', 'resetPassword'],
      ['admin', 'update'],
      ['super', 'create'],
    ])
    expect(entries[0]!.changes).toEqual([{ field: 'last_name', before: 'Berg', after: 'Lund' }])
    expect(entries[1]!.changes).toEqual([])
    expect(entries[2]!.changes).toContainEqual({ field: 'last_name', before: 'Lund', after: 'Berg' })
    expect(entries.map(({ at }) => at)).toEqual(
      entries
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    )
    expect(history.text).not.toMatch(/password_hash|argon2|\*\*\*/)
  })

  it('leaves fields out of a history that the reader may not read, and hides the history of a hidden record', async () => {
    const details = person('CONTENT_EDITOR')
    const made = await boss.post('/api/v1/admin', details)
    await grantSet(made.body.data.id, [{ action: 'read', subject: 'Users', fields: ['first_name'] }], 'ALL')
    const reader = new TestClient(platform)
    await reader.signIn(details.email, PASSWORD.password)
    await reader.session()
    const { body } = await boss.post('/api/v1/users', person('PLAYER'))
    const url = `/api/v1/users/${body.data.id}`
    await boss.patch(url, { first_name: 'Seen', email: `unseen.${body.data.username}@example.com` }, { ifMatch: 1 })
    const history = await reader.get(`${url}/history`)
    expect(history.body.data[0].changes).toEqual([{ field: 'first_name', before: 'Nadia', after: 'Seen' }])
    expect(history.text).not.toContain('unseen.')
    const partner = await signedIn(platform, 'THIRD_PARTY_ADMIN')
    expect((await partner.get(`${url}/history`)).status).toBe(404)
  })
})
