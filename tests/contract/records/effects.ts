/**
 * What actions do that write more than their definition says (`sets`): a definition cannot tell, so each has a few lines here.
 * An action without `sets` that is missing fails its case.
 */
import assert from 'node:assert/strict'
import type { Environment } from '../environment'
import type { Values } from '../record-examples'
import { clientOf, done, EVERY_RECORD, rowsOf } from './ground'
import { valuesOf, type Row } from './oracle'

export interface Effect {
  /** A row that shows it. */
  choose: (rows: readonly Row[]) => Row | undefined
  /** Fields that it writes beyond `sets`. */
  writes?: readonly string[]
  /** The row is in no list afterwards, and cannot be opened. */
  leaves?: true
  /** What the body must say about the row. */
  body?: (row: Row) => Values
  /** Looks before the action. @returns looks after it */
  watch: (on: Environment, row: Row, body: Values) => Promise<() => Promise<void>>
}

const record = (name: string) => EVERY_RECORD.find((each) => each.name === name)!

/** By the id of the operation. */
export const EFFECTS: Readonly<Record<string, Effect>> = {
  'newsletterSubscriber.unsubscribe': {
    choose: (rows) => rows.find(({ status }) => status === 'SUBSCRIBED'),
    writes: ['unsubscribed_at'],
    watch: (on, row) =>
      Promise.resolve(async () => {
        const after = await done(await clientOf(on, 'boss'), record('newsletterSubscriber'), 'get', row.id)
        const { unsubscribed_at: at } = after
        assert.ok(typeof at === 'string' && at > String(row.updatedAt), `it has the time of the action: ${String(at)}`)
      }),
  },
  'newsletterSubscriber.erase': {
    choose: (rows) => rows.find(({ status, consent_ip }) => status === 'BOUNCED' && consent_ip !== null),
    writes: ['email', 'consent_ip', 'user'],
    leaves: true,
    body: ({ email }) => ({ email: String(email as string).toUpperCase() }),
    async watch(on, row) {
      const boss = await clientOf(on, 'boss')
      const erased = record('newsletterSubscriber')
      const before = await done<{ count: number }>(boss, erased, 'totals')
      return async () => {
        assert.equal((await done<{ count: number }>(boss, erased, 'totals')).count, before.count - 1)
        const found = await done<Row[]>(boss, erased, 'list', '', { query: { search: String(row.email as string) } })
        assert.deepEqual(found, [])
      }
    },
  },
  'brandCategory.moveTo': {
    choose: (rows) => rows.find(({ platforms_count }) => Number(platforms_count) > 1),
    async watch(on, row, { to }) {
      const before = await rowsOf(on, record('platform'))
      assert.ok(
        before.some(({ categories }) => valuesOf(categories).includes(row.id)),
        'a platform has the category',
      )
      return async () => {
        const after = await rowsOf(on, record('platform'))
        const expected = before.map(({ categories }) =>
          [...new Set(valuesOf(categories).map((id) => (id === row.id ? String(to) : id)))].toSorted(),
        )
        assert.deepEqual(
          after.map(({ categories }) => valuesOf(categories).toSorted()),
          expected,
        )
        const boss = await clientOf(on, 'boss')
        assert.equal((await done(boss, record('brandCategory'), 'get', row.id)).platforms_count, 0)
        assert.equal(
          (await done(boss, record('brandCategory'), 'get', String(to))).platforms_count,
          expected.filter((ids) => ids.includes(String(to))).length,
        )
      }
    },
  },
}
