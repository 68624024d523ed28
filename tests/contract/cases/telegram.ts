/** One Telegram account has one user and a user has one account, also with concurrent calls (catalogue, /telegram-user). */
import assert from 'node:assert/strict'
import { TELEGRAM_REFUSAL } from '@contract/records/people/telegram-user'
import { checkFailure, checkRejected } from '../check'
import type { Case, Environment } from '../environment'
import { clientOf } from '../records/people'
import { call, done } from '../records/calls'
import { addRecord, definitionOf, rowsOf } from '../records/rows'
import { storeOf, type Row } from '../records/oracle'

const record = definitionOf('telegramUser')
const users = definitionOf('users')
const reason = 'The contract suite'

const linkAs = async (on: Environment, person: 'boss' | 'editor', { id, version }: Row, user: string) =>
  call(await clientOf(on, person), record, 'link', id, { body: { user, reason }, ifMatch: version })

/** Accounts of the own store without a user. */
async function freeAccounts(on: Environment, count: number): Promise<Row[]> {
  const theirs = new Set((await rowsOf(on, record, 'partner')).map(({ id }) => id))
  const own = (await rowsOf(on, record)).filter(({ id, status }) => status === 'UNLINKED' && !theirs.has(id))
  if (own.length < count) throw on.cannot('too few Telegram accounts are unlinked')
  return own.slice(0, count)
}
/** Users of the own store without an account. */
async function freeUsers(on: Environment, count: number): Promise<Row[]> {
  const taken = new Set((await rowsOf(on, record)).map(({ user }) => (user as { id: string } | null)?.id))
  const found = (await rowsOf(on, users)).filter(
    (row) => !taken.has(row.id) && row.is_deleted === false && row.third_party_store_code === null,
  )
  if (found.length < count) throw on.cannot('too few users have no Telegram account')
  return found.slice(0, count)
}

export const telegramCases: readonly Case[] = [
  {
    name: 'two people link one Telegram account to two users at once: one call succeeds, the other is 409 with the current row',
    writes: true,
    async run(on) {
      const [account] = (await freeAccounts(on, 1)) as [Row]
      const [first, second] = (await freeUsers(on, 2)) as [Row, Row]
      const replies = await Promise.all([
        linkAs(on, 'boss', account, first.id),
        linkAs(on, 'editor', account, second.id),
      ])
      assert.deepEqual(
        replies.map(({ status }) => status).toSorted((a, b) => a - b),
        [200, 409],
      )
      const after = await done(await clientOf(on, 'boss'), record, 'get', account.id)
      assert.deepEqual(
        checkFailure(
          replies.find(({ status }) => status === 409)!,
          409,
        ).current,
        after,
      )
      const winner = replies[0].status === 200 ? first : second
      assert.equal((after.user as { id: string }).id, winner.id)
    },
  },
  {
    name: 'two people link one user to two Telegram accounts at once: one call succeeds, the other is refused at the user, with the name of the account',
    writes: true,
    async run(on) {
      const accounts = (await freeAccounts(on, 2)) as [Row, Row]
      const [user] = (await freeUsers(on, 1)) as [Row]
      const replies = await Promise.all([
        linkAs(on, 'boss', accounts[0], user.id),
        linkAs(on, 'editor', accounts[1], user.id),
      ])
      assert.deepEqual(
        replies.map(({ status }) => status).toSorted((a, b) => a - b),
        [200, 422],
      )
      const [won, lost] = replies[0].status === 200 ? [0, 1] : [1, 0]
      const told = checkRejected(replies[lost]!, 'user').user
      assert.deepEqual(told, [TELEGRAM_REFUSAL.taken(String(accounts[won]!.telegram_id as string))])
      const boss = await clientOf(on, 'boss')
      assert.deepEqual(await done(boss, record, 'get', accounts[lost]!.id), accounts[lost], 'nothing of it changed')
      const linked = (await rowsOf(on, record)).filter(({ user: of }) => (of as { id: string } | null)?.id === user.id)
      assert.deepEqual(
        linked.map(({ id }) => id),
        [accounts[won]!.id],
      )
      // After unlinking, the user can be linked to the other account.
      const { version } = linked[0]!
      await done(boss, record, 'unlink', accounts[won]!.id, { body: { reason }, ifMatch: version })
      assert.equal((await linkAs(on, 'boss', accounts[lost]!, user.id)).status, 200)
    },
  },
  {
    name: 'a Telegram account can only be linked to a user of its own store',
    writes: true,
    async run(on) {
      const [account] = (await freeAccounts(on, 1)) as [Row]
      const other = await addRecord(on, users, 'partner')
      assert.notEqual(storeOf(other!), account.store_code)
      const told = checkRejected(await linkAs(on, 'boss', account, other!.id), 'user').user
      assert.deepEqual(told, [TELEGRAM_REFUSAL.otherStore])
      assert.deepEqual(await done(await clientOf(on, 'boss'), record, 'get', account.id), account)
    },
  },
]
