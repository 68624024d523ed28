/** Rules for claims, for every record that has them (contract, claims.ts): who may act, for how long, and who is notified. */
import assert from 'node:assert/strict'
import type { HistoryEntry } from '@contract/entities/history'
import type { Notification } from '@contract/entities/notification'
import { operationById } from '@contract/http/catalogue'
import { CLAIM_MINUTES, LEAVE_GRACE_SECONDS } from '@contract/records/claims'
import { STATUS } from '@contract/records/queue'
import type { RecordDefinition } from '@contract/records/record'
import { checkFailure, checkRejected } from '../check'
import type { Client } from '../client'
import type { Case, Environment } from '../environment'
import { eventually } from '../eventually'
import { clientOf, fieldsOf } from '../records/people'
import { call, done, list } from '../records/calls'
import { rowsOf } from '../records/rows'
import { makeGround } from '../records/ground'
import { textOf, type Row } from '../records/oracle'
import { twice } from '../records/writing'
import { bodyFor, rowFor } from './record-actions'

const NOBODY = '01890a5d-ac96-774b-bcce-b302099a8057'
const NOTE = 'The shift of whoever had it is over'
const LEASE = CLAIM_MINUTES * 60_000
/** Maximum difference between the clocks of the suite and of the back end, milliseconds. */
const APART = 30_000

const holderOf = (row: Row) => (row.claimed_by as { id: string; username: string } | null)?.id ?? null
const idOf = async (client: Client) =>
  ((await client.send('GET', operationById('profile.get').path)).json as { data: { id: string } }).data.id
const historyOf = (client: Client, record: RecordDefinition, id: string) =>
  done<HistoryEntry[]>(client, record, 'history', id)

interface Two {
  boss: Client
  editor: Client
  /** Ids of both people. */
  ids: { boss: string; editor: string }
  /** A row that nobody has claimed. */
  row: Row
}

/** Two people, and an unclaimed row. */
async function two(on: Environment, record: RecordDefinition): Promise<Two> {
  await makeGround(on, record)
  const [boss, editor] = [await clientOf(on, 'boss'), await clientOf(on, 'editor')]
  const row = (await rowsOf(on, record)).find((each) => holderOf(each) === null)
  if (!row) throw on.cannot(`every ${record.noun[0]} is claimed`)
  return { boss, editor, row, ids: { boss: await idOf(boss), editor: await idOf(editor) } }
}

const take = (client: Client, record: RecordDefinition, id: string, body: object = {}) =>
  call(client, record, 'claim', id, { body })
const taken = (client: Client, record: RecordDefinition, id: string, body: object = {}) =>
  done(client, record, 'claim', id, { body })
const freed = (client: Client, record: RecordDefinition, id: string) =>
  done(client, record, 'release', id, { body: {} })
/** Releases the row at the end of a case: the cases of actions look for unclaimed rows. */
const tidy = async (on: Environment, record: RecordDefinition, id: string) => {
  const boss = await clientOf(on, 'boss')
  await taken(boss, record, id, { note: NOTE })
  await freed(boss, record, id)
}

/** A person's newest notifications. */
async function newestOf(client: Client, itemNo: number): Promise<Notification[]> {
  const query = { page: 1, itemNo }
  const { json } = await client.send('GET', operationById('notifications.list').path, { query })
  return (json as { data: Notification[] }).data
}

/** How many notifications of a take-over of this row a person has, among their newest. */
async function takeOversTold(client: Client, id: string): Promise<number> {
  return (await newestOf(client, 50)).filter(
    ({ keyword, keyword_id }) => keyword === 'CLAIM_TAKEN_OVER' && keyword_id === id,
  ).length
}

/** The parts of a row that a claim does not change: it may show in the state. */
const beside = (record: RecordDefinition, row: Row) =>
  Object.fromEntries(
    Object.entries(row).filter(
      ([name]) => name !== STATUS && !record.allFields[name]?.derived && name !== 'claimed_by',
    ),
  )

/** @returns cases of a claimable record */
export function recordClaimCases(record: RecordDefinition): Case[] {
  if (!record.queue) return []
  const isNeeded = record.queue.claim.is === 'needed'
  return [
    {
      name: `${record.name}.claim: the row, the list and the history name the holder, for ${CLAIM_MINUTES} minutes by the server's clock; the version does not change`,
      writes: true,
      async run(on) {
        const { boss, ids, row } = await two(on, record)
        const before = Date.now()
        const now = await taken(boss, record, row.id)
        const until = Date.parse(textOf(now.claim_until)!)
        assert.ok(
          until > before + LEASE - APART && until < Date.now() + LEASE + APART,
          `until ${String(now.claim_until)}`,
        )
        assert.equal(holderOf(now), ids.boss)
        assert.equal(now.version, row.version, 'no edit')
        assert.deepEqual(beside(record, now), beside(record, row), 'nothing else changes')
        assert.deepEqual(await done(boss, record, 'get', row.id), now)
        const listed = (await list(boss, record, { id: row.id, itemNo: '1' })).rows
        assert.deepEqual(listed, [now], 'the list shows it')
        const [entry] = await historyOf(boss, record, row.id)
        assert.deepEqual([entry!.action, entry!.by?.id], ['claim', ids.boss])
        const { username } = now.claimed_by as { username: string }
        assert.deepEqual(entry!.changes, [{ field: 'claimed_by', before: null, after: username }])
        await tidy(on, record, row.id)
      },
    },
    {
      name: `${record.name}.claim: claiming again renews one's own claim, without an entry in the history`,
      writes: true,
      async run(on) {
        const { boss, ids, row } = await two(on, record)
        const first = await taken(boss, record, row.id)
        const entries = (await historyOf(boss, record, row.id)).length
        const second = await taken(boss, record, row.id)
        assert.equal(holderOf(second), ids.boss)
        assert.ok(textOf(second.claim_until)! >= textOf(first.claim_until)!, 'it holds longer')
        assert.equal((await historyOf(boss, record, row.id)).length, entries)
        await tidy(on, record, row.id)
      },
    },
    {
      name: `${record.name}.claim: of two people who claim at the same moment one succeeds, the other gets 409 with the row that names the holder`,
      writes: true,
      async run(on) {
        const { boss, editor, ids, row } = await two(on, record)
        for (let round = 0; round < 5; round += 1) {
          const replies = await Promise.all([boss, editor].map((client) => take(client, record, row.id)))
          assert.deepEqual(
            replies.map(({ status }) => status).toSorted((a, b) => a - b),
            [200, 409],
          )
          const winner = replies[0]!.status === 200 ? 'boss' : 'editor'
          const lost = replies.find(({ status }) => status === 409)!
          const current = checkFailure(lost, 409).current as unknown as Row
          assert.equal(holderOf(current), ids[winner])
          assert.deepEqual(await done(boss, record, 'get', row.id), current)
          await freed(winner === 'boss' ? boss : editor, record, row.id)
        }
      },
    },
    {
      name: `${record.name}.claim: claiming another person's record is 409 without a note; with a note the claim is taken over, and the previous holder is notified`,
      writes: true,
      async run(on) {
        const { boss, editor, ids, row } = await two(on, record)
        const theirs = await taken(editor, record, row.id)
        for (const body of [{}, { note: '' }])
          assert.deepEqual(checkFailure(await take(boss, record, row.id, body), 409).current, theirs)
        checkRejected(await take(boss, record, row.id, { note: 'x'.repeat(256) }), 'note')
        const mine = await taken(boss, record, row.id, { note: NOTE })
        assert.equal(holderOf(mine), ids.boss)
        const [entry] = await historyOf(boss, record, row.id)
        assert.deepEqual([entry!.action, entry!.by?.id], ['takeOver', ids.boss])
        assert.deepEqual(entry!.asked, [{ field: 'reason', value: NOTE }])
        const [newest] = await eventually(
          () => newestOf(editor, 5),
          ([first]) => first?.keyword_id === row.id,
        )
        assert.deepEqual([newest!.keyword, newest!.keyword_id, newest!.description], ['CLAIM_TAKEN_OVER', row.id, NOTE])
        assert.deepEqual(checkFailure(await take(editor, record, row.id), 409).current, mine)
        await tidy(on, record, row.id)
      },
    },
    {
      name: `${record.name}.release: the holder can release it; for others it is 409 with the row; releasing an unclaimed record succeeds`,
      writes: true,
      async run(on) {
        const { boss, editor, ids, row } = await two(on, record)
        const theirs = await taken(editor, record, row.id)
        const refused = await call(boss, record, 'release', row.id, { body: {} })
        assert.deepEqual(checkFailure(refused, 409).current, theirs)
        assert.equal(holderOf(await done(boss, record, 'get', row.id)), ids.editor, 'it is still theirs')
        assert.deepEqual(await freed(editor, record, row.id), row, 'the row is as before the claim')
        const [entry] = await historyOf(boss, record, row.id)
        assert.deepEqual([entry!.action, entry!.by?.id], ['release', ids.editor])
        const entries = (await historyOf(boss, record, row.id)).length
        for (const client of [editor, boss]) assert.deepEqual(await freed(client, record, row.id), row)
        assert.equal((await historyOf(boss, record, row.id)).length, entries)
      },
    },
    {
      name: `${record.name}.release: with after_seconds the claim is kept for that time, never longer than before, unless the holder renews it`,
      writes: true,
      async run(on) {
        const { boss, editor, ids, row } = await two(on, record)
        const body = { after_seconds: LEAVE_GRACE_SECONDS }
        const leaving = (client: Client, more: object = body) => call(client, record, 'release', row.id, { body: more })
        assert.equal((await leaving(editor)).status, 200, 'nobody has claimed it')
        assert.deepEqual(await done(boss, record, 'get', row.id), row, 'which creates no claim')
        const theirs = await taken(editor, record, row.id)
        assert.deepEqual(checkFailure(await leaving(boss), 409).current, theirs, 'of another person')
        for (const wrong of [0, -1, 0.5, CLAIM_MINUTES * 60 + 1])
          checkRejected(await leaving(editor, { after_seconds: wrong }), 'after_seconds')
        const entries = (await historyOf(boss, record, row.id)).length
        const before = Date.now()
        const short = await done(editor, record, 'release', row.id, { body })
        const until = Date.parse(textOf(short.claim_until)!)
        assert.equal(holderOf(short), ids.editor, 'it is still theirs')
        assert.ok(until < Date.parse(textOf(theirs.claim_until)!), 'for a shorter time')
        assert.ok(until > before + LEAVE_GRACE_SECONDS * 1000 - APART, `until ${String(short.claim_until)}`)
        assert.ok(until < Date.now() + LEAVE_GRACE_SECONDS * 1000 + APART, `until ${String(short.claim_until)}`)
        const longer = await done(editor, record, 'release', row.id, { body: { after_seconds: CLAIM_MINUTES * 60 } })
        assert.equal(longer.claim_until, short.claim_until, 'a release does not extend a claim')
        assert.equal(
          holderOf(checkFailure(await take(boss, record, row.id), 409).current as unknown as Row),
          ids.editor,
        )
        const renewed = await taken(editor, record, row.id)
        assert.ok(Date.parse(textOf(renewed.claim_until)!) > until, 'a renewal extends it again')
        assert.equal((await historyOf(boss, record, row.id)).length, entries, 'none of this is an entry in the history')
        await tidy(on, record, row.id)
      },
    },
    {
      name: `${record.name}.claim: an expired claim is ignored: the row shows none, and another person can claim it without a note`,
      writes: true,
      async run(on) {
        const { boss, editor, ids, row } = await two(on, record)
        await taken(editor, record, row.id)
        await on.expireClaims(record.name)
        assert.deepEqual(await done(boss, record, 'get', row.id), row)
        assert.equal(holderOf(await taken(boss, record, row.id)), ids.boss)
        await on.expireClaims(record.name)
        // The claim had expired, so this is a new claim and not a take-over.
        await taken(editor, record, row.id)
        assert.equal((await historyOf(boss, record, row.id))[0]!.action, 'claim')
        await tidy(on, record, row.id)
      },
    },
    {
      name: `${record.name}.claim and release: repeated with the same Idempotency-Key, they take effect once`,
      writes: true,
      async run(on) {
        const { boss, editor, ids, row } = await two(on, record)
        const entries = (await historyOf(boss, record, row.id)).length
        await twice((more) => call(boss, record, 'claim', row.id, more), { body: {} }, 'claim')
        assert.equal((await historyOf(boss, record, row.id)).length, entries + 1)
        await twice((more) => call(boss, record, 'release', row.id, more), { body: {} }, 'release')
        // A repeated release must not end another person's later claim, and a repeated claim must not take it over.
        assert.equal(holderOf(await taken(editor, record, row.id)), ids.editor)
        await tidy(on, record, row.id)
      },
    },
    {
      name: `${record.name}.claim: a take-over that is repeated with the same Idempotency-Key notifies the previous holder once`,
      writes: true,
      async run(on) {
        const { boss, editor, ids, row } = await two(on, record)
        await taken(editor, record, row.id)
        const entries = (await historyOf(boss, record, row.id)).length
        const before = await takeOversTold(editor, row.id)
        await twice((more) => call(boss, record, 'claim', row.id, more), { body: { note: NOTE } }, 'take-over')
        assert.equal((await historyOf(boss, record, row.id)).length, entries + 1)
        await eventually(
          () => takeOversTold(editor, row.id),
          (count) => count > before,
        )
        // A second one would be delivered immediately after the first.
        await new Promise((resolve) => setTimeout(resolve, 200))
        assert.equal(await takeOversTold(editor, row.id), before + 1)
        assert.equal(holderOf(await done(boss, record, 'get', row.id)), ids.boss)
        await tidy(on, record, row.id)
      },
    },
    {
      name: `${record.name}.claim and release: require the right to update and an existing record of one's own store`,
      writes: true,
      async run(on) {
        const { boss, row } = await two(on, record)
        for (const verb of ['claim', 'release']) {
          for (const person of ['evens', 'odds', 'switcher', 'stranger'] as const)
            checkFailure(await call(await clientOf(on, person), record, verb, row.id, { body: {} }), 403, person)
          checkFailure(await call(boss, record, verb, NOBODY, { body: {} }), 404)
          checkFailure(await call(boss, record, verb, row.id, { body: { by: NOBODY } }), 400)
        }
        const visible = new Set((await rowsOf(on, record, 'partner')).map(({ id }) => id))
        const other = (await rowsOf(on, record)).find(({ id }) => !visible.has(id))
        assert.ok(other, 'there is a record of another store')
        const partner = await clientOf(on, 'partner')
        for (const verb of ['claim', 'release'])
          checkFailure(await call(partner, record, verb, other.id, { body: {} }), 404, verb)
        assert.deepEqual(await done(boss, record, 'get', row.id), row)
        // A reader without the right to a field of the claim does not receive it.
        const mayRead = fieldsOf('evens', record)
        const shown = await done(await clientOf(on, 'evens'), record, 'get', row.id)
        for (const name of ['claimed_by', 'claim_until']) assert.equal(name in shown, mayRead.includes(name), name)
      },
    },
    ...Object.keys(record.actions).map((name): Case => ({
      name: isNeeded
        ? `${record.name}.${name}: 409 with the row and without an effect where the claim is missing, has expired or was taken over; a successful action other than an edit ends the claim`
        : `${record.name}.${name}: 409 with the row and without an effect while another person has claimed it; the holder of a claim ends it with a successful action other than an edit`,
      writes: true,
      async run(on) {
        const [boss, editor] = [await clientOf(on, 'boss'), await clientOf(on, 'editor')]
        const own = await rowFor(on, record, name)
        const { id } = own
        const body = await bodyFor(on, record, name, own)
        const send = () => call(boss, record, name, id, { body, ifMatch: own.version })
        const refused = async (what: string) => {
          const before = await done(boss, record, 'get', id)
          assert.deepEqual(checkFailure(await send(), 409, what).current, before, what)
          assert.deepEqual(await done(boss, record, 'get', id), before, what)
        }
        await freed(boss, record, id)
        if (isNeeded) await refused('without a claim')
        await taken(editor, record, id)
        await refused('under the claim of another person')
        await taken(boss, record, id, { note: NOTE })
        await taken(editor, record, id, { note: NOTE })
        await refused('after a take-over')
        await taken(boss, record, id, { note: NOTE })
        await on.expireClaims(record.name)
        if (isNeeded) await refused('after it has run out')
        await taken(boss, record, id)
        assert.equal((await send()).status, 200)
        const after = await done(boss, record, 'get', id)
        const holder = after.claimed_by as { id: string } | null
        // An edit is a part of the review.
        if (record.actions[name]!.edits) assert.ok(holder, 'the claim goes on')
        else assert.deepEqual([holder, after.claim_until], [null, null])
      },
    })),
  ]
}
