/** What decisions of users' documents promise beyond their definition (catalogue, /user-doc-verification). */
import assert from 'node:assert/strict'
import type { HistoryEntry } from '@contract/entities/history'
import { checkFailure, checkRejected } from '../check'
import type { Client } from '../client'
import type { Case, Environment } from '../environment'
import { call, clientOf, done, EVERY_RECORD, rowsOf } from '../records/ground'
import type { Row } from '../records/oracle'

const record = EVERY_RECORD.find(({ name }) => name === 'userDocVerification')!
const users = EVERY_RECORD.find(({ name }) => name === 'users')!
const DAY = 24 * 3_600_000
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString()
const IDENTITY = ['ID_CARD', 'PASSPORT', 'DRIVING_LICENCE']

/** An undecided document, claimed by a person. */
async function claimed(on: Environment, client: Client, fits: (row: Row) => boolean = () => true): Promise<Row> {
  const row = (await rowsOf(on, record)).find((each) => each.outcome === 'PENDING' && fits(each))
  if (!row) throw on.cannot('no document of this kind is undecided')
  return done(client, record, 'claim', row.id, { body: { note: 'The contract suite decides it' } })
}
const decide = (client: Client, action: string, { id, version }: Row, body: object) =>
  call(client, record, action, id, { body, ifMatch: version })
const isIdentity = ({ doc_type }: Row) => IDENTITY.includes(String(doc_type as string))

export const documentCases: readonly Case[] = [
  {
    name: 'a document is in review while somebody has claimed it, and pending again once they release it',
    writes: true,
    async run(on) {
      const boss = await clientOf(on, 'boss')
      const row = await claimed(on, boss)
      assert.deepEqual([row.status, row.outcome], ['IN_REVIEW', 'PENDING'])
      const free = await done(boss, record, 'release', row.id, { body: {} })
      assert.equal(free.status, 'PENDING')
      await done(boss, record, 'claim', row.id, { body: {} })
      await on.expireClaims(record.name)
      assert.equal((await done(boss, record, 'get', row.id)).status, 'PENDING')
    },
  },
  {
    name: 'an identity document is verified only with a time in the future at which it expires; another needs none',
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
      const other = await claimed(on, boss, (each) => !isIdentity(each))
      assert.equal((await decide(boss, 'verify', other, { number: 'B 7' })).status, 200)
    },
  },
  {
    name: 'a verified document whose time is over is shown as expired',
    async run(on) {
      const rows = (await rowsOf(on, record)).filter(({ outcome }) => outcome === 'VERIFIED')
      const isOver = ({ expires_at }: Row) =>
        expires_at !== null && Date.parse(String(expires_at as string)) <= Date.now()
      if (!rows.some(isOver) || rows.every(isOver)) throw on.cannot('it needs documents of both kinds')
      for (const row of rows) assert.equal(row.status, isOver(row) ? 'EXPIRED' : 'VERIFIED', String(row.reference))
    },
  },
  {
    name: 'asking again and rejecting need a reason',
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
    name: 'rejected as underage, the user is suspended at once; with another reason they are not',
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
    name: 'whoever decided a document cannot reopen it, and another person can',
    writes: true,
    async run(on) {
      const [boss, editor] = [await clientOf(on, 'boss'), await clientOf(on, 'editor')]
      const row = await claimed(on, editor)
      assert.equal((await decide(editor, 'reject', row, { reason_codes: ['BLURRED'] })).status, 200)
      const own = await done(editor, record, 'claim', row.id, { body: {} })
      // A claim of a decided document is no review of it.
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
