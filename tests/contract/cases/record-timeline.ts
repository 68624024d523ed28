/** The history of a record as its page shows it (records, A page of one record: timeline): its beginning, its pages, its kinds. */
import assert from 'node:assert/strict'
import type { HistoryEntry } from '@contract/entities/history'
import { CAMPAIGN_TIMES, isCampaign } from '@contract/records/campaigns'
import type { RecordDefinition } from '@contract/records/record'
import { HISTORY_KINDS, type HistoryKind } from '@contract/records/timeline'
import { checkFailure } from '../check'
import type { Client } from '../client'
import type { Case } from '../environment'
import { clientOf } from '../records/people'
import { call } from '../records/calls'
import { rowsOf } from '../records/rows'
import { writable } from '../records/writing'

type Query = Record<string, string>

/** One page of a history, where the next one begins, and the kinds that the first page names. */
async function pageOf(client: Client, record: RecordDefinition, id: string, query: Query) {
  const reply = await call(client, record, 'history', id, { query })
  assert.equal(reply.status, 200, reply.text.slice(0, 300))
  const { data, next_cursor, kinds } = reply.json as {
    data: HistoryEntry[]
    next_cursor: string | null
    kinds?: HistoryKind[]
  }
  assert.equal(kinds === undefined, 'cursor' in query, 'the first page names the kinds')
  return { entries: data, next: next_cursor, kinds }
}

/** All pages of a history, read with this page size. */
export async function wholeHistory(
  client: Client,
  record: RecordDefinition,
  id: string,
  query: Query = {},
): Promise<HistoryEntry[]> {
  const all: HistoryEntry[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { entries, next } = await pageOf(client, record, id, { ...query, ...(cursor && { cursor }) })
    all.push(...entries)
    cursor = next
  }
  return all
}

const isNewestFirst = (entries: readonly HistoryEntry[]) =>
  entries.every(({ at }, index) => index === 0 || at <= entries[index - 1]!.at)

/** A campaign that is live, paused or ended became so by an action, which its history names. */
const campaignCase = (record: RecordDefinition): Case => ({
  name: `${record.name}.history: names the action behind each time that the campaign states`,
  async run(on) {
    const boss = await clientOf(on, 'boss')
    let found = 0
    for (const row of (await rowsOf(on, record)).slice(0, 25)) {
      const states = row as Readonly<Record<string, unknown>>
      const acted = Object.entries(CAMPAIGN_TIMES).filter(([, field]) => typeof states[field] === 'string')
      if (acted.length === 0) continue
      found += 1
      const actions = (await wholeHistory(boss, record, row.id)).map(({ action }) => action)
      for (const [action] of acted) assert.ok(actions.includes(action), `${row.id}: ${action}`)
    }
    assert.ok(found > 0, 'there are campaigns that were activated')
  },
})

export const timelineCases = (record: RecordDefinition): Case[] => [
  {
    name: `${record.name}.history: begins with the creation, also of a row without an entry of it`,
    async run(on) {
      const boss = await clientOf(on, 'boss')
      const rows = await rowsOf(on, record)
      assert.ok(rows.length > 0, 'there are rows')
      for (const row of [rows[0]!, rows[Math.floor(rows.length / 2)]!, rows.at(-1)!]) {
        const entries = await wholeHistory(boss, record, row.id)
        const first = entries.at(-1)
        assert.equal(first?.action, 'create', 'the oldest entry')
        assert.equal(entries.filter(({ action }) => action === 'create').length, 1, 'a record is created once')
        assert.deepEqual([first.at, first.by, first.kind], [row.createdAt, row.Creator, 'changes'])
        assert.equal(first.from === 'STAFF' || first.from === 'IMPORT', row.Creator !== null, first.from)
        assert.ok(isNewestFirst(entries.slice(0, -1)), 'newest first')
      }
    },
  },
  ...(isCampaign(record) ? [campaignCase(record)] : []),
  {
    name: `${record.name}.history: pages follow each other without a gap or a repetition, each of the kinds alone, too`,
    async run(on) {
      const boss = await clientOf(on, 'boss')
      const [row] = await rowsOf(on, record)
      const { id } = row!
      const all = await wholeHistory(boss, record, id)
      assert.deepEqual(await wholeHistory(boss, record, id, { itemNo: '1' }), all)
      const { kinds } = await pageOf(boss, record, id, {})
      assert.deepEqual(
        kinds,
        HISTORY_KINDS.filter((kind) => all.some((entry) => entry.kind === kind)),
        'the kinds that occur',
      )
      for (const kind of HISTORY_KINDS)
        assert.deepEqual(
          await wholeHistory(boss, record, id, { kind, itemNo: '2' }),
          all.filter((entry) => entry.kind === kind),
          kind,
        )
      for (const query of [{ kind: 'gossip' }, { cursor: 'x' }, { itemNo: '0' }, { itemNo: '51' }] as Query[])
        checkFailure(await call(boss, record, 'history', id, { query }), 400, JSON.stringify(query))
      if (writable(record, 'update').length === 0) return
      const { next } = await pageOf(boss, record, id, { itemNo: '1' })
      const other = (await rowsOf(on, record))[1]
      if (next && other)
        checkFailure(
          await call(boss, record, 'history', other.id, { query: { cursor: next } }),
          400,
          'of another record',
        )
    },
  },
]
