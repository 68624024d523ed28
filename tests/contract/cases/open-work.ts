/** What an account leaves behind when it is disabled (screens.md, /admin). */
import assert from 'node:assert/strict'
import type { Notification } from '@contract/entities/notification'
import { catalogue } from '@contract/http/catalogue'
import { IDEMPOTENCY_KEY_HEADER } from '@contract/http/idempotency'
import type { BulkResult } from '@contract/records/calls'
import { ALL_RECORDS } from '@contract/records/records'
import { checkFailure, checkRejected, checkSuccess } from '../check'
import type { Client } from '../client'
import type { Case, Environment } from '../environment'
import { eventually } from '../eventually'
import { PASSWORD } from '../record-examples'
import { clientOf } from '../records/people'
import { call, done, hasVerb, operationOf } from '../records/calls'
import { definitionOf, freshBody, rowsOf } from '../records/rows'
import type { Row } from '../records/oracle'

const admin = definitionOf('admin')
const ticket = definitionOf('ticket')
const document = definitionOf('userDocVerification')
const idOf = (value: unknown) => (value as { id: string } | null)?.id ?? null
const ownId = async (client: Client) =>
  checkSuccess<{ id: string }>(await client.send('GET', '/api/v1/admin/profile'), catalogue['profile.get']).id
const NOBODY = '01890a5d-ac96-774b-bcce-b302099a8057'
const NOTHING = { tickets: 0, chats: 0, claims: 0, shift: null }

/** A new account that may work on everything, with two open tickets, a closed one, and a claimed document. */
async function busy(on: Environment) {
  const boss = await clientOf(on, 'boss')
  await clientOf(on, 'editor')
  const { third_party_store_code: _store, ...body } = await freshBody(on, admin)
  const leaver = await done<Row>(boss, admin, 'create', '', { body: { ...body, role: 'CONTRACT_EDITOR' } })
  const tickets = await rowsOf(on, ticket)
  const isOver = ({ status }: Row) => status === 'RESOLVED' || status === 'CLOSED'
  const open = tickets.filter((row) => !isOver(row)).slice(0, 2)
  const over = tickets.find(isOver)
  if (open.length < 2 || !over) throw on.cannot('two open tickets and a closed one')
  for (const { id, version } of [...open, over])
    await done(boss, ticket, 'assign', id, { body: { assignee: leaver.id }, ifMatch: version })
  const client = on.fresh()
  await client.signIn(String(leaver.email as string), PASSWORD)
  const pending = (await rowsOf(on, document)).find(({ status }) => status === 'PENDING')
  if (!pending) throw on.cannot('no document is undecided')
  await done(client, document, 'claim', pending.id, { body: { note: 'The contract suite claims it' } })
  const holdersOf = async (rows: readonly Row[]) =>
    Promise.all(rows.map(async ({ id }) => idOf((await done(boss, ticket, 'get', id)).assignee)))
  return {
    boss,
    open,
    over,
    holdersOf,
    leaver: await done(boss, admin, 'get', leaver.id),
    holderOfDocument: async () => idOf((await done(boss, document, 'get', pending.id)).claimed_by),
    preview: () => done(boss, admin, 'previewOf', leaver.id, { body: {} }),
  }
}

export const openWorkCases: readonly Case[] = [
  {
    name: 'disabling an account: the preview counts what is open; the chosen colleague gets it, in the same transaction, and is notified once',
    writes: true,
    async run(on) {
      const { boss, leaver, open, over, holdersOf, holderOfDocument, preview } = await busy(on)
      assert.deepEqual(await preview(), { ...NOTHING, tickets: 2, claims: 1 })
      const heir = await clientOf(on, 'editor')
      const [to, unfit] = [await ownId(heir), await ownId(await clientOf(on, 'stranger'))]
      const move = (chosen: string) =>
        call(boss, admin, 'disableAndMove', leaver.id, { body: { to: chosen }, ifMatch: leaver.version })
      for (const wrong of [unfit, leaver.id]) {
        checkRejected(await move(wrong), 'to')
        assert.equal((await done(boss, admin, 'get', leaver.id)).is_deleted, false, 'nobody is disabled')
        assert.deepEqual(await holdersOf(open), [leaver.id, leaver.id], 'nothing is moved')
        assert.equal(await holderOfDocument(), leaver.id)
      }
      checkSuccess(await move(to), operationOf(admin, 'disableAndMove'))
      assert.deepEqual(await holdersOf(open), [to, to])
      assert.deepEqual(await holdersOf([over]), [leaver.id], 'what is over keeps its assignee')
      assert.equal(await holderOfDocument(), null, 'nobody waits for a claim of somebody who cannot decide')
      const told = await eventually(
        async () => {
          const list = await heir.send('GET', '/api/v1/admin-notification', { query: { itemNo: 5 } })
          return checkSuccess<Notification[]>(list, catalogue['notifications.list']).filter(
            ({ title }) => title === '2 tickets assigned to you',
          )
        },
        ({ length }) => length > 0,
      )
      assert.equal(told.length, 1)
      assert.ok(
        open.some(({ id }) => id === told[0]!.keyword_id),
        'it leads to one of them',
      )
      for (const { id } of open) {
        const [entry] = await done<{ action: string; changes: { field: string; after: unknown }[] }[]>(
          boss,
          ticket,
          'history',
          id,
        )
        assert.deepEqual([entry!.action, entry!.changes.map(({ field }) => field)], ['assign', ['assignee']])
        assert.equal(idOf(entry!.changes[0]!.after), to)
      }
      assert.deepEqual(await preview(), NOTHING)
    },
  },
  {
    name: 'disabling several accounts: the preview adds up what is open of those that exist for the caller; a dry run moves nothing, and one call then moves it to one colleague',
    writes: true,
    async run(on) {
      const { boss, leaver, open, holdersOf, holderOfDocument } = await busy(on)
      const { third_party_store_code: _store, ...body } = await freshBody(on, admin)
      const idle = await done<Row>(boss, admin, 'create', '', { body: { ...body, role: 'CONTRACT_EDITOR' } })
      const ids = [leaver.id, idle.id, NOBODY]
      const previewOf = (client: Client, of: readonly string[] = ids) =>
        call(client, admin, 'previewMany', '', { body: { ids: of } })
      assert.deepEqual(checkSuccess(await previewOf(boss), operationOf(admin, 'previewMany')), {
        ...NOTHING,
        tickets: 2,
        claims: 1,
      })
      // Another list counts its own accounts only.
      for (const other of ALL_RECORDS.filter((each) => each !== admin && hasVerb(each, 'previewMany'))) {
        const counted = await call(boss, other, 'previewMany', '', { body: { ids } })
        const open = Object.values(checkSuccess<Row>(counted, operationOf(other, 'previewMany')))
        assert.ok(open.length > 0 && open.every((value) => value === 0 || value === null), other.name)
      }
      checkFailure(await previewOf(await clientOf(on, 'editor')), 403)
      checkFailure(await previewOf(boss, []), 422)
      const heir = await ownId(await clientOf(on, 'editor'))
      const move = async (to: string, dry_run: boolean) => {
        const headers = { [IDEMPOTENCY_KEY_HEADER]: crypto.randomUUID() }
        const sent = { ids, values: { to }, dry_run }
        const reply = await call(boss, admin, 'bulkDisableAndMove', '', { body: sent, headers })
        return checkSuccess<BulkResult[]>(reply, operationOf(admin, 'bulkDisableAndMove')).map(({ outcome }) => outcome)
      }
      // Nobody hands work to a colleague who is disabled in the same step.
      assert.deepEqual(await move(idle.id, true), ['changed', 'refused', 'refused'])
      assert.deepEqual(await move(heir, true), ['changed', 'changed', 'refused'])
      assert.deepEqual(await holdersOf(open), [leaver.id, leaver.id])
      assert.equal(await holderOfDocument(), leaver.id)
      assert.deepEqual(await move(heir, false), ['changed', 'changed', 'refused'])
      assert.deepEqual(await holdersOf(open), [heir, heir])
      assert.equal(await holderOfDocument(), null)
      assert.deepEqual(checkSuccess(await previewOf(boss), operationOf(admin, 'previewMany')), NOTHING)
    },
  },
  {
    name: 'disabling an account with the switch: its open tickets go back to the queue, and its claims end',
    writes: true,
    async run(on) {
      const { boss, leaver, open, over, holdersOf, holderOfDocument, preview } = await busy(on)
      await done(boss, admin, 'update', leaver.id, { body: { is_deleted: true }, ifMatch: leaver.version })
      assert.deepEqual(await holdersOf(open), [null, null])
      assert.deepEqual(await holdersOf([over]), [leaver.id])
      assert.equal(await holderOfDocument(), null)
      assert.deepEqual(await preview(), NOTHING)
    },
  },
]
