/** Rules for decisions about users' documents beyond their definition (catalogue, /user-doc-verification). */
import assert from 'node:assert/strict'
import type { HistoryEntry } from '@contract/entities/history'
import { checkFailure, checkRejected } from '../check'
import type { Client } from '../client'
import type { Case, Environment } from '../environment'
import { clientOf } from '../records/people'
import { call, done } from '../records/calls'
import { definitionOf, rowsOf } from '../records/rows'
import { bare, type Row } from '../records/oracle'
import { connected } from './socket'
import { hearChanges } from '../../kit/hear-changes'

const record = definitionOf('userDocVerification')
const users = definitionOf('users')
const DAY = 24 * 3_600_000
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString()
const IDENTITY = ['ID_CARD', 'PASSPORT', 'DRIVING_LICENCE']

/** An undecided document, claimed by a client. */
async function claimed(on: Environment, client: Client, fits: (row: Row) => boolean = () => true): Promise<Row> {
  const row = (await rowsOf(on, record)).find((each) => each.status === 'PENDING' && fits(each))
  if (!row) throw on.cannot('no document of this kind is undecided')
  return done(client, record, 'claim', row.id, { body: { note: 'The contract suite decides it' } })
}
const decide = (client: Client, action: string, { id, version }: Row, body: object) =>
  call(client, record, action, id, { body, ifMatch: version })
const dayOf = (days: number) => inDays(days).slice(0, 10)
const TOLD_MS = 5000
const idOf = (reference: unknown) => (reference as { id: string }).id
const wordsOf = (name: string) =>
  bare(name)
    .split(/[\s,.'’-]+/)
    .filter(Boolean)
const numberOf = (value: unknown) => (typeof value === 'string' ? bare(value).replaceAll(/[\s./-]/g, '') : null)

/** The rules of the catalogue, in their order. @param documents of one user */
function statusOf(documents: readonly Row[]): string {
  const current = documents.filter(
    (row) =>
      !documents.some(
        (other) =>
          (isIdentity(row) ? isIdentity(other) : other.doc_type === row.doc_type) &&
          [other.submitted_at, other.id].join(' ') > [row.submitted_at, row.id].join(' '),
      ),
  )
  const has = (status: string, fits: (row: Row) => boolean = () => true) =>
    current.some((row) => row.status === status && fits(row))
  if (has('REJECTED', isIdentity)) return 'REJECTED'
  for (const status of ['EXPIRED', 'RESUBMIT_REQUIRED', 'IN_REVIEW', 'PENDING']) if (has(status)) return status
  const isProven = has('VERIFIED', isIdentity) && has('VERIFIED', ({ doc_type }) => doc_type === 'PROOF_OF_ADDRESS')
  return isProven ? 'VERIFIED' : 'NOT_STARTED'
}
const isIdentity = ({ doc_type }: Row) => IDENTITY.includes(String(doc_type as string))

export const documentCases: readonly Case[] = [
  {
    name: 'the tab Mine today has the documents that its reader decided today, and neither those of others nor reopened ones',
    writes: true,
    async run(on) {
      const [boss, editor] = [await clientOf(on, 'boss'), await clientOf(on, 'editor')]
      const mine = async (client: Client) => {
        const query = { tab: 'mine_today' }
        const rows = await done<Row[]>(client, record, 'list', '', { query: { ...query, itemNo: '200' } })
        const { count } = await done<{ count: number }>(client, record, 'totals', '', { query })
        const counts = await done<Record<string, number>>(client, record, 'tabs')
        assert.deepEqual([count, counts.mine_today], [rows.length, rows.length], 'the counts are those of the reader')
        return rows.map(({ id }) => id)
      }
      const before = { boss: await mine(boss), editor: await mine(editor) }
      const decided: Row[] = []
      for (const client of [boss, boss, editor]) {
        const row = await claimed(on, client)
        assert.equal((await decide(client, 'askAgain', row, { reason_codes: ['BLURRED'] })).status, 200)
        decided.push(row)
      }
      const [first, second, third] = decided.map(({ id }) => id) as [string, string, string]
      const added = async (client: Client, known: readonly string[]) =>
        new Set((await mine(client)).filter((id) => !known.includes(id)))
      assert.deepEqual(await added(boss, before.boss), new Set([first, second]))
      assert.deepEqual(await added(editor, before.editor), new Set([third]))
      const rejected = await claimed(on, boss)
      assert.equal((await decide(boss, 'reject', rejected, { reason_codes: ['CROPPED'] })).status, 200)
      assert.ok((await mine(boss)).includes(rejected.id))
      const body = { reason: 'The user sent a better photo by e-mail' }
      const taken = await done(editor, record, 'claim', rejected.id, { body: { note: body.reason } })
      await done(editor, record, 'reopen', rejected.id, { body, ifMatch: taken.version })
      assert.ok(!(await mine(boss)).includes(rejected.id), 'nobody has decided it')
      const all = await rowsOf(on, record)
      const today = new Date().toISOString().slice(0, 10)
      for (const id of await mine(boss))
        assert.equal(String(all.find((row) => row.id === id)!.decided_at).slice(0, 10), today)
      const twice = { tab: 'mine_today', decided_by: idOf(all.find(({ id }) => id === first)!.decided_by) }
      checkFailure(await call(boss, record, 'list', '', { query: twice }), 400)
    },
  },
  {
    name: 'a document is in review while it is claimed, and pending again after the release',
    writes: true,
    async run(on) {
      const boss = await clientOf(on, 'boss')
      const row = await claimed(on, boss)
      assert.equal(row.status, 'IN_REVIEW')
      const isFoundBy = async (status: string) => {
        const found = await done<Row[]>(boss, record, 'list', '', { query: { status, id: row.id } })
        return found.length === 1
      }
      assert.deepEqual([await isFoundBy('IN_REVIEW'), await isFoundBy('PENDING')], [true, false])
      assert.equal(await isFoundBy('PENDING,IN_REVIEW'), true)
      const free = await done(boss, record, 'release', row.id, { body: {} })
      assert.equal(free.status, 'PENDING')
      await done(boss, record, 'claim', row.id, { body: {} })
      await on.expireClaims(record.name)
      assert.equal((await done(boss, record, 'get', row.id)).status, 'PENDING')
    },
  },
  {
    name: 'verifying an identity document requires an expiry in the future; other documents need none',
    writes: true,
    async run(on) {
      const boss = await clientOf(on, 'boss')
      const row = await claimed(on, boss, isIdentity)
      for (const expires_at of [undefined, null, inDays(-1)])
        checkRejected(await decide(boss, 'verify', row, { number: 'X4K 2210', expires_at }), 'expires_at')
      assert.deepEqual(await done(boss, record, 'get', row.id), row, 'nothing changes, and the claim stays')
      const verified = await done(boss, record, 'verify', row.id, {
        body: { number: 'X4K 2210', expires_at: inDays(30) },
        ifMatch: row.version,
      })
      assert.deepEqual([verified.status, verified.number], ['VERIFIED', 'X4K 2210'])
      const other = await claimed(on, boss, (each) => !isIdentity(each) && each.doc_type !== 'PROOF_OF_ADDRESS')
      assert.equal((await decide(boss, 'verify', other, { number: 'B 7' })).status, 200)
    },
  },
  {
    name: 'verifying a proof of address requires an issue date within the last 90 days',
    writes: true,
    async run(on) {
      const boss = await clientOf(on, 'boss')
      const row = await claimed(on, boss, ({ doc_type }) => doc_type === 'PROOF_OF_ADDRESS')
      for (const issued_at of [undefined, null, dayOf(-92), dayOf(3)])
        checkRejected(await decide(boss, 'verify', row, { number: 'B 7', issued_at }), 'issued_at')
      assert.deepEqual(await done(boss, record, 'get', row.id), row, 'nothing changes, and the claim stays')
      const body = { number: 'B 7', issued_at: dayOf(-89) }
      const verified = await done(boss, record, 'verify', row.id, { body, ifMatch: row.version })
      assert.deepEqual([verified.status, verified.issued_at], ['VERIFIED', dayOf(-89)])
    },
  },
  {
    name: 'a user’s verification status follows from their newest document of each kind',
    async run(on) {
      const documents = await rowsOf(on, record)
      const seen = new Set<unknown>()
      for (const user of await rowsOf(on, users)) {
        const own = documents.filter((row) => idOf(row.user) === user.id)
        assert.equal(user.kyc_status, statusOf(own), `${String(user.username)}: ${own.map(({ id }) => id).join(', ')}`)
        seen.add(user.kyc_status)
      }
      if (seen.size < 3) throw on.cannot('it needs users whose proofs have come to different points')
    },
  },
  {
    name: 'a claim and a decision change the user’s status, and record:changed marks the users’ rows as derived',
    writes: true,
    async run(on) {
      const boss = await clientOf(on, 'boss')
      const documents = await rowsOf(on, record)
      // A user with a single document: no other document influences the status.
      const alone = (row: Row) =>
        isIdentity(row) && documents.filter(({ user }) => idOf(user) === idOf(row.user)).length === 1
      const open = documents.find((row) => row.status === 'PENDING' && row.claimed_by === null && alone(row))
      if (!open) throw on.cannot('no undecided document is the only one of its user')
      const userId = idOf(open.user)
      const { version, kyc_status } = await done(boss, users, 'get', userId)
      assert.equal(kyc_status, 'PENDING')
      await connected(on, boss, async (socket) => {
        const told = async (work: () => Promise<Row>) => {
          const heard = new Promise<unknown>((resolve) =>
            hearChanges(socket, (change) => change.id === userId && change.derived && resolve(change)),
          )
          const late = new Promise<unknown>((resolve) => void setTimeout(() => resolve('nothing'), TOLD_MS).unref())
          const after = await work()
          assert.deepEqual(await Promise.race([heard, late]), { subject: 'Users', id: userId, version, derived: true })
          return after
        }
        const taken = await told(() => done(boss, record, 'claim', open.id, { body: {} }))
        assert.equal((await done(boss, users, 'get', userId)).kyc_status, 'IN_REVIEW')
        const body = { reason_codes: ['BLURRED'] }
        await told(() => done(boss, record, 'reject', open.id, { body, ifMatch: taken.version }))
        assert.equal((await done(boss, users, 'get', userId)).kyc_status, 'REJECTED')
      })
    },
  },
  {
    name: 'a document contains the risk and the country of its user, and its waiting time',
    async run(on) {
      const byId = new Map((await rowsOf(on, users)).map((user) => [user.id, user]))
      for (const row of await rowsOf(on, record)) {
        const user = byId.get(idOf(row.user))!
        assert.deepEqual([row.risk_level, row.country], [user.risk_level, user.country], String(row.reference))
        assert.deepEqual(row.waiting, { from: row.submitted_at, until: row.decided_at })
      }
    },
  },
  {
    name: 'hints compare the user’s statements with the account and with other documents',
    async run(on) {
      const documents = await rowsOf(on, record)
      const byId = new Map((await rowsOf(on, users)).map((user) => [user.id, user]))
      const seen = new Set<string>()
      for (const row of documents) {
        const user = byId.get(idOf(row.user))!
        const number = numberOf(row.number ?? row.stated_number)
        const same = documents.filter(
          (each) =>
            number !== null &&
            numberOf(each.number) === number &&
            idOf(each.user) !== idOf(row.user) &&
            each.store_code === row.store_code,
        )
        const name = row.stated_name as string | null
        const [stated, own] = [wordsOf(name ?? ''), wordsOf(`${String(user.first_name)} ${String(user.last_name)}`)]
        const born = user.date_of_birth !== null && row.stated_birth_date !== null
        const expected = [
          ...(name === null ? [] : [own.every((word) => stated.includes(word)) ? 'NAME_MATCHES' : 'NAME_DIFFERS']),
          ...(born ? [user.date_of_birth === row.stated_birth_date ? 'BIRTH_DATE_MATCHES' : 'BIRTH_DATE_DIFFERS'] : []),
          ...(same.length > 0 ? ['NUMBER_USED'] : []),
        ]
        assert.deepEqual(row.hints, expected, String(row.reference))
        assert.deepEqual(
          new Set((row.number_also_of as { id: string }[]).map(({ id }) => id)),
          new Set(same.map(({ user: other }) => idOf(other))),
          String(row.reference),
        )
        for (const hint of expected) seen.add(hint)
      }
      if (seen.size < 5) throw on.cannot('it needs documents of each hint')
    },
  },
  {
    name: 'a verified document has the status expired after its expiry',
    async run(on) {
      const rows = (await rowsOf(on, record)).filter(({ status }) => ['VERIFIED', 'EXPIRED'].includes(String(status)))
      const isOver = ({ expires_at }: Row) =>
        expires_at !== null && Date.parse(String(expires_at as string)) <= Date.now()
      if (!rows.some(isOver) || rows.every(isOver)) throw on.cannot('it needs documents of both kinds')
      for (const row of rows) assert.equal(row.status, isOver(row) ? 'EXPIRED' : 'VERIFIED', String(row.reference))
    },
  },
  {
    name: 'requesting a new document and rejecting require a reason',
    writes: true,
    async run(on) {
      const boss = await clientOf(on, 'boss')
      const row = await claimed(on, boss)
      for (const action of ['askAgain', 'reject'])
        for (const body of [{}, { reason_codes: [] }])
          checkRejected(await decide(boss, action, row, body), 'reason_codes')
      assert.deepEqual(await done(boss, record, 'get', row.id), row)
      await done(boss, record, 'release', row.id, { body: {} })
    },
  },
  {
    name: 'rejecting a document as underage suspends the user immediately; any other reason does not',
    writes: true,
    async run(on) {
      const boss = await clientOf(on, 'boss')
      const userOf = async (row: Row) => done(boss, users, 'get', (row.user as { id: string }).id)
      const active = new Set(
        (await rowsOf(on, users)).filter(({ account_status }) => account_status === 'ACTIVE').map(({ id }) => id),
      )
      const isActive = (row: Row) => active.has((row.user as { id: string }).id)
      for (const [reason, suspended] of [
        ['CROPPED', false],
        ['UNDERAGE', true],
      ] as const) {
        const row = await claimed(on, boss, isActive)
        const before = await userOf(row)
        assert.equal((await decide(boss, 'reject', row, { reason_codes: [reason] })).status, 200)
        const after = await userOf(row)
        assert.equal(after.account_status, suspended ? 'SUSPENDED' : before.account_status, reason)
        assert.equal(after.version, before.version + (suspended ? 1 : 0), reason)
        const [newest] = await done<HistoryEntry[]>(boss, users, 'history', before.id)
        if (suspended)
          assert.deepEqual(
            [newest?.action, newest?.changes],
            ['suspend', [{ field: 'account_status', before: 'ACTIVE', after: 'SUSPENDED' }]],
          )
        else assert.notEqual(newest?.action, 'suspend')
      }
    },
  },
  {
    name: 'the person who decided a document cannot reopen it, another person can',
    writes: true,
    async run(on) {
      const [boss, editor] = [await clientOf(on, 'boss'), await clientOf(on, 'editor')]
      const row = await claimed(on, editor)
      assert.equal((await decide(editor, 'reject', row, { reason_codes: ['BLURRED'] })).status, 200)
      const own = await done(editor, record, 'claim', row.id, { body: {} })
      // Claiming a decided document does not change its status.
      assert.equal(own.status, 'REJECTED')
      const body = { reason: 'The user sent a better photo by e-mail' }
      checkRejected(await decide(editor, 'reopen', own, body), 'reason')
      const taken = await done(boss, record, 'claim', row.id, { body: { note: body.reason } })
      checkFailure(await decide(editor, 'reopen', taken, body), 409)
      const open = await done(boss, record, 'reopen', row.id, { body, ifMatch: taken.version })
      assert.deepEqual([open.status, open.decided_by, open.reason_codes], ['PENDING', null, []])
    },
  },
]
