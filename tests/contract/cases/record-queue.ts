/** Rules for queues, for every record that has one (contract, queue.ts): what waits, what a claim shows, and who decided. */
import assert from 'node:assert/strict'
import { PAGE_ROWS_MAX } from '@contract/constants'
import { AT_RISK_FROM, decisionsOf, openStates, queueOrder, STATUS } from '@contract/records/queue'
import type { RecordDefinition } from '@contract/records/record'
import type { Client } from '../client'
import type { Case, Environment } from '../environment'
import { clientOf } from '../records/people'
import { done, list } from '../records/calls'
import { rowsOf } from '../records/rows'
import { makeGround, WAITING_SINCE } from '../records/ground'
import { textOf, type Row } from '../records/oracle'
import { bodyFor, rowFor } from './record-actions'

const stateOf = (row: Row) => String(row[STATUS])
const decider = (row: Row) => (row.decided_by as { id: string } | null)?.id ?? null

/** A row that waits, and that nobody has claimed. */
async function waiting(on: Environment, record: RecordDefinition): Promise<Row> {
  await makeGround(on, record)
  const row = (await rowsOf(on, record)).find(
    (each) => record.queue!.waits.includes(stateOf(each)) && each.claimed_by === null && each.awaits_approval !== true,
  )
  if (!row) throw on.cannot(`no ${record.noun[0]} waits`)
  return row
}

/** Whether an action leads back to a state in which records are decided. */
const leadsBack = (record: RecordDefinition, state: string) => openStates(record).includes(state)

/** @returns cases of a record in a queue */
export function recordQueueCases(record: RecordDefinition): Case[] {
  if (!record.queue) return []
  const { waits, tab, since, claim, within } = record.queue
  const decisions = decisionsOf(record).map(([name]) => name)
  return [
    {
      name: `${record.name}: the tab of the desk has the records that wait, in the order of ${queueOrder(record)}`,
      writes: true,
      async run(on) {
        const row = await waiting(on, record)
        const boss = await clientOf(on, 'boss')
        const order = queueOrder(record)
        const { rows } = await list(boss, record, { tab, sort_by: order, sort_order: 'asc' })
        assert.ok(rows.length > 0)
        for (const each of rows) assert.ok(waits.includes(stateOf(each)), `${each.id} is ${stateOf(each)}`)
        const times = rows.map((each) => textOf(each[order])!)
        assert.deepEqual(times, times.toSorted())
        const all = await list(boss, record, { tab, id: row.id })
        assert.deepEqual(
          all.rows.map(({ id }) => id),
          [row.id],
        )
      },
    },
    {
      name:
        claim.shows === undefined
          ? `${record.name}: a claim leaves the state as it is`
          : `${record.name}: a record that waits is ${claim.shows} while somebody has claimed it, and has its state again after the release`,
      writes: true,
      async run(on) {
        const row = await waiting(on, record)
        const boss = await clientOf(on, 'boss')
        const claimed = await done(boss, record, 'claim', row.id, { body: {} })
        assert.equal(claimed[STATUS], claim.shows ?? row[STATUS])
        const inTab = (await list(boss, record, { tab, id: row.id })).rows
        assert.equal(
          inTab.length,
          claim.shows === undefined ? 1 : 0,
          'the tab has only what is free, where the state tells',
        )
        const shown = (await list(boss, record, { [STATUS]: String(claimed[STATUS]), id: row.id })).rows
        assert.deepEqual(
          shown.map(({ id }) => id),
          [row.id],
          'the filter finds it by the state that it shows',
        )
        const free = await done(boss, record, 'release', row.id, { body: {} })
        assert.equal(free[STATUS], row[STATUS])
      },
    },
    {
      name: `${record.name}: the time that a record waits begins with ${since}, and ends with the decision`,
      async run(on) {
        const rows = await rowsOf(on, record)
        assert.ok(rows.length > 0)
        for (const row of rows) {
          const isKnown =
            row[since] !== null &&
            (row.decided_at !== null || waits.includes(stateOf(row)) || row[STATUS] === claim.shows)
          // A computed state, such as one that has expired, is stored as one that waits.
          if (!isKnown && row.waiting !== null) assert.ok(record.fields[STATUS]!.computed?.[stateOf(row)], row.id)
          else assert.deepEqual(row.waiting, isKnown ? { from: row[since], until: row.decided_at } : null, row.id)
        }
      },
    },
    ...Object.entries(record.tabs ?? {})
      .filter(([, { only = {} }]) => 'claimed_by' in only)
      .map(([mine, { label }]): Case => ({
        name: `${record.name}: the tab ${label} has what its reader has claimed, until the release, and nothing of other people`,
        writes: true,
        async run(on) {
          const row = await waiting(on, record)
          const [boss, editor] = [await clientOf(on, 'boss'), await clientOf(on, 'editor')]
          const read = async (client: Client) => {
            const { rows } = await list(client, record, { tab: mine, itemNo: PAGE_ROWS_MAX })
            const counts = await done<Record<string, number>>(client, record, 'tabs')
            assert.equal(counts[mine], rows.length)
            return rows.map(({ id }) => id)
          }
          const before = await read(editor)
          await done(boss, record, 'claim', row.id, { body: {} })
          assert.ok((await read(boss)).includes(row.id))
          assert.deepEqual(await read(editor), before, 'nobody else sees it there')
          await done(boss, record, 'release', row.id, { body: {} })
          assert.ok(!(await read(boss)).includes(row.id))
        },
      })),
    // Of records whose time apps say: of others the server's own tests move the time.
    ...(within && WAITING_SINCE[record.name]
      ? [
          {
            name: `${record.name}: what waits is due after a while; it is at risk once ${AT_RISK_FROM * 100} % of that time have passed, and late after it`,
            writes: true as const,
            async run(on: Environment) {
              const boss = await clientOf(on, 'boss')
              const read = (id: string) => done(boss, record, 'get', id)
              const waitingFor = async (ms: number) =>
                read(await WAITING_SINCE[record.name]!(on, new Date(Date.now() - ms).toISOString()))
              const fresh = await waitingFor(0)
              const limit = Date.parse(textOf(fresh.due_at)!) - Date.parse(textOf(fresh[since])!)
              assert.ok(limit > 10 * 60_000, `due after ${limit} ms`)
              assert.equal(fresh.sla_state, 'ON_TRACK')
              // Far enough from the moments at which the state changes, whatever the clock of the back end is.
              for (const [share, state] of [
                [AT_RISK_FROM - 0.1, 'ON_TRACK'],
                [AT_RISK_FROM + 0.1, 'AT_RISK'],
                [1.1, 'BREACHED'],
              ] as const) {
                const row = await waitingFor(share * limit)
                assert.deepEqual(
                  [Date.parse(textOf(row.due_at)!) - Date.parse(textOf(row[since])!), row.sla_state],
                  [limit, state],
                )
              }
              for (const row of await rowsOf(on, record))
                if (!waits.includes(stateOf(row)) || row.decided_at !== null)
                  assert.deepEqual([row.due_at, row.sla_state], [null, null], row.id)
            },
          } satisfies Case,
        ]
      : []),
    ...Object.keys(record.actions).map((name): Case => {
      const isDecision = decisions.includes(name)
      return {
        name: isDecision
          ? `${record.name}.${name}: the row says who decided, and when`
          : `${record.name}.${name}: nobody has decided a record that can be decided again; otherwise it says who did, as before`,
        writes: true,
        async run(on) {
          const own = await rowFor(on, record, name)
          const boss = await clientOf(on, 'boss')
          const body = await bodyFor(on, record, name, own)
          const before = await done(boss, record, 'get', own.id)
          const answer = await done(boss, record, name, own.id, { body, ifMatch: own.version })
          const after = await done(boss, record, 'get', answer.id)
          if (isDecision) {
            assert.equal(after.decided_at, after.updatedAt)
            assert.notEqual(decider(after), null)
          } else if (leadsBack(record, stateOf(after)))
            assert.deepEqual([after.decided_by, after.decided_at], [null, null])
          else assert.deepEqual([after.decided_by, after.decided_at], [before.decided_by, before.decided_at])
        },
      }
    }),
  ]
}
