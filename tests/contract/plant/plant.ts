/**
 * Plants faults in the reference server, one at a time, and reports whether the record's cases catch them (`npm run plant`). The
 * faults exist only in this process: as hooks around the server's modules, and in its sources in memory.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ALL_RECORDS, type RecordKey } from '@contract/records/records'
import { createServer, type PitbossServer } from '@server/server'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '@server/db/demo'
import type { Db } from '@server/platform/ports/db'
import type { Principal } from '@server/platform/modules/access/principal'
import type { ListQuery } from '@server/platform/records/filters'
import type { RecordSource } from '@server/platform/records/source'
import { SOURCES } from '@server/platform/records/sources'
import type { RecordTable } from '@server/platform/records/table'
import { openPgliteCopy } from '@tests/kit/shared-databases'
import { approvalCases } from '../cases/approvals'
import { coinRateCases } from '../cases/coin-rates'
import { casesOfRecord } from '../cases/records'
import { roundCases } from '../cases/rounds'
import { spinCases } from '../cases/spins'
import { Environment, type Case } from '../environment'
import { serverBackDoor } from '../server-back-door'
import { faultsOf } from './faults'
import { planted, type Called, type Fault } from './planted'

/** The fault, where it concerns this table. */
const faultIn = ({ table }: Pick<RecordTable, 'table'>): Fault | null =>
  planted.fault && SOURCES[planted.fault.record as RecordKey].table === table ? planted.fault : null

vi.mock('@server/platform/records/list', async (original) => {
  const real = await original<typeof import('@server/platform/records/list')>()
  const createRecordLists: typeof real.createRecordLists = (db) => {
    const lists = real.createRecordLists(db)
    const totalOf = async (fault: Fault | null, total: number, asked: Parameters<typeof lists.page>) => {
      const all = async () => (await lists.page(asked[0], { itemNo: 1 }, asked[2], asked[3])).total_count
      return fault?.total ? fault.total(total, all) : total
    }
    return {
      ...lists,
      // `on`: the transaction; with one connection, a read outside it would wait for ever.
      async page(kind, query, principal, on) {
        const fault = faultIn(kind)
        const asked = fault?.list?.({ kind, query, principal }) ?? { kind, query, principal }
        const { json, total_count } = await lists.page(asked.kind, asked.query, asked.principal, on)
        return { json, total_count: await totalOf(fault, total_count, [kind, query, principal, on]) }
      },
      stream(kind, query, principal, signal) {
        const fault = faultIn(kind)
        const asked = fault?.list?.({ kind, query, principal }) ?? { kind, query, principal }
        const { rows, total } = lists.stream(asked.kind, asked.query, asked.principal, signal)
        return { rows, total: async (sent) => totalOf(fault, await total(sent), [kind, query, principal]) }
      },
    }
  }
  return { ...real, createRecordLists }
})

vi.mock('@server/platform/records/pages', async (original) => {
  const real = await original<typeof import('@server/platform/records/pages')>()
  const createRecordPages: typeof real.createRecordPages = (db, keys) => {
    const pages = real.createRecordPages(db, keys)
    const changed = (source: RecordSource, query: ListQuery, principal: Principal) => {
      const asked = faultIn(source)?.list?.({ kind: source, query, principal }) ?? { kind: source, query, principal }
      // Faults change what a person may read, but not who it is.
      return [asked.kind as RecordSource, asked.query, asked.principal as Principal] as const
    }
    const totalOf = async (source: RecordSource, principal: Principal, total: number) =>
      faultIn(source)?.total?.(total, async () => (await pages.totals(source, {}, principal)).count) ?? total
    return {
      page: (...asked) => pages.page(...changed(...asked)),
      stream(source, query, principal, signal) {
        const { rows, total } = pages.stream(...changed(source, query, principal), signal)
        return { rows, total: async (sent) => totalOf(source, principal, await total(sent)) }
      },
      async totals(source, query, principal) {
        const totals = await pages.totals(...changed(source, query, principal))
        return { ...totals, count: await totalOf(source, principal, totals.count) }
      },
      tabs(source, principal) {
        const [kind, , by] = changed(source, {}, principal)
        return pages.tabs(kind, by)
      },
    }
  }
  return { ...real, createRecordPages }
})

vi.mock('@server/platform/records/writes', async (original) => {
  const real = await original<typeof import('@server/platform/records/writes')>()
  const createRecordWrites: typeof real.createRecordWrites = (deps) => {
    const writes = real.createRecordWrites(deps)
    const withItems = (fault: Fault, columns: Parameters<typeof writes.create>[1]) =>
      Object.fromEntries(
        Object.entries(columns).map(([name, column]) => [
          name,
          column.type === 'jsonb' && column.value !== null
            ? {
                ...column,
                value: JSON.stringify(
                  fault.items!(column.field ?? name, JSON.parse(column.value as string) as object[]),
                ),
              }
            : column,
        ]),
      )
    const kept = (fault: Fault | null, columns: Parameters<typeof writes.create>[1], at: 'create' | 'update') =>
      fault?.items
        ? withItems(fault, columns)
        : fault?.writes
          ? Object.fromEntries(Object.entries(columns).filter(([name, { field = name }]) => fault.writes!(field, at)))
          : columns
    return {
      read(record, id, principal, on) {
        const [kind, person] = faultIn(record)?.row?.(record, principal) ?? [record, principal]
        return writes.read(kind, id, person, on)
      },
      readMany(record, ids, principal, on) {
        const [kind, person] = faultIn(record)?.row?.(record, principal) ?? [record, principal]
        return writes.readMany(kind, ids, person, on)
      },
      create: (record, columns, message, act, options) =>
        writes.create(record, kept(faultIn(record), columns, 'create'), message, act, options),
      update: (record, id, version, changes, act, within) =>
        writes.update(
          record,
          id,
          version,
          { ...changes, columns: kept(faultIn(record), changes.columns, 'update') },
          act,
          within,
        ),
    }
  }
  return { ...real, createRecordWrites }
})

vi.mock('@server/platform/records/versions', async (original) => {
  const real = await original<typeof import('@server/platform/records/versions')>()
  const createVersions: typeof real.createVersions = (deps) => {
    const versions = real.createVersions(deps)
    const as = (source: RecordSource) => ({ ...versions, ...faultIn(source)?.versions?.(versions, deps.db) })
    return {
      keep: (source, change) => as(source).keep(source, change),
      read: (source, id, principal) => as(source).read(source, id, principal),
      bodyOf: (source, id, versionNo, principal) => as(source).bodyOf(source, id, versionNo, principal),
    }
  }
  return { ...real, createVersions }
})

vi.mock('@server/platform/records/claims', async (original) => {
  const real = await original<typeof import('@server/platform/records/claims')>()
  const claim: typeof real.claim = (source, call) =>
    (faultIn(source)?.claims?.claim?.(real.claim) ?? real.claim)(source, call)
  const release: typeof real.release = (source, call) =>
    (faultIn(source)?.claims?.release?.(real.release) ?? real.release)(source, call)
  const requireClaim: typeof real.requireClaim = (source, call) =>
    (faultIn(source)?.claims?.requireClaim?.(real.requireClaim) ?? real.requireClaim)(source, call)
  return {
    ...real,
    claim,
    release,
    requireClaim,
    // Read on each action.
    get ENDS_CLAIM() {
      return planted.fault?.claims?.stays ? [] : real.ENDS_CLAIM
    },
  }
})

vi.mock('@server/platform/records/preview', async (original) => {
  const real = await original<typeof import('@server/platform/records/preview')>()
  const createPreview: typeof real.createPreview = (deps) => {
    const preview = real.createPreview(deps)
    return (source, call, action, within) => {
      // The faults are in the record's own preview. Those of actions may be answered within a transaction.
      const fault = action === undefined ? faultIn(source)?.preview : undefined
      return (fault?.(preview, deps.db) ?? preview)(source, call, action, within)
    }
  }
  return { ...real, createPreview }
})

vi.mock('@server/platform/modules/audit/history', async (original) => {
  const real = await original<typeof import('@server/platform/modules/audit/history')>()
  const createHistoryReader: typeof real.createHistoryReader = (db, erasure) => {
    const history = real.createHistoryReader(db, erasure)
    return async (of, asked) => {
      const page = await history({ ...of, fields: planted.fault?.history?.(of.fields) ?? of.fields }, asked)
      return { ...page, entries: planted.fault?.entries?.(page.entries) ?? page.entries }
    }
  }
  return { ...real, createHistoryReader }
})

vi.mock('@server/platform/records/routes', async (original) => {
  const real = await original<typeof import('@server/platform/records/routes')>()
  const createRecordRoutes: typeof real.createRecordRoutes = (deps) =>
    Object.fromEntries(
      Object.entries(real.createRecordRoutes(deps)).map(([id, handler]): [string, typeof handler] => [
        id,
        async (call) => {
          const [name = '', verb = ''] = id.split('.')
          const { fault } = planted
          if (fault?.record !== name || !fault.call) return handler(call)
          const { table } = SOURCES[name as RecordKey]
          const currentVersion = async () => {
            const [row] = await deps.db.query<{ version: number }>(`select version from ${table} where id = $1::uuid`, [
              call.params.id,
            ])
            return row?.version ?? 1
          }
          const { signal } = call
          return handler({ ...call, signal, ...(await fault.call(verb, call as Called, currentVersion)) })
        },
      ]),
    )
  return { ...real, createRecordRoutes }
})

vi.mock('@server/platform/modules/apps/keys', async (original) => {
  const real = await original<typeof import('@server/platform/modules/apps/keys')>()
  const createAppKeys: typeof real.createAppKeys = (db, clock, demo) => {
    const keys = real.createAppKeys(db, clock, demo)
    return { ...keys, callerOf: (key) => planted.fault?.appCaller?.(key, keys.callerOf, db) ?? keys.callerOf(key) }
  }
  return { ...real, createAppKeys }
})

/** Cases of its own that a record has beside the derived ones, where only these hold a trait: what apps do, and what others approve. */
const OWN_CASES: Readonly<Record<string, readonly Case[]>> = {
  dailySpin: spinCases,
  skillSpin: spinCases,
  gameRecord: roundCases,
  jackpotRecord: roundCases,
  users: approvalCases,
  cryptoCoin: coinRateCases,
}

/** Type of fault → how many were planted, and caught. */
const figures = new Map<string, { planted: number; caught: number }>()
const escaped: string[] = []

async function failureOf(one: Case, on: Environment): Promise<string | null> {
  on.forget()
  try {
    await one.run(on)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

for (const record of ALL_RECORDS) {
  const source = SOURCES[record.name as RecordKey]
  describe(`${record.name}`, () => {
    let db: Db
    let platform: PitbossServer
    let on: Environment
    const cases = [...casesOfRecord(record), ...(OWN_CASES[record.name] ?? [])]

    const open = async () => {
      db = await openPgliteCopy({ demo: { size: { staff: 40, users: 300 } } })
      platform = await createServer({
        db,
        demo: true,
        secrets: { session: 'a secret of the planter, long enough' },
        // More calls of apps in a minute than apps make: a refused one would look like a caught fault.
        appLimits: { ofKey: 1_000_000, refused: 1_000_000 },
      })
      const accounts = DEMO_ACCOUNTS.map(({ role, email }) => ({ role, email, password: DEMO_PASSWORD }))
      const host = await platform.start({ host: '127.0.0.1', port: 0 })
      on = new Environment(host, accounts, undefined, undefined, serverBackDoor(db))
    }
    const close = async () => {
      await platform.close()
      await db.close()
    }
    beforeAll(open)
    afterAll(close)

    /** @returns the first of the cases that fails while the fault is planted */
    async function caughtBy(fault: Fault, inOrder: readonly Case[]): Promise<Case | null> {
      planted.fault = fault
      const putBack = fault.source?.(source)
      try {
        for (const one of inOrder) if ((await failureOf(one, on)) !== null) return one
        return null
      } finally {
        putBack?.()
        planted.fault = null
      }
    }

    it('has cases that pass without a fault', async () => {
      for (const one of cases) expect(await failureOf(one, on), one.name).toBeNull()
    })

    it.each(faultsOf(record, source).map((fault) => [fault.title, fault] as const))('%s', async (_title, fault) => {
      const figure = figures.get(fault.type) ?? { planted: 0, caught: 0 }
      figures.set(fault.type, figure)
      figure.planted += 1
      const meant = cases.filter(({ name }) => fault.hints.some((hint) => name.includes(hint)))
      const inOrder = [...meant, ...cases.filter((one) => !meant.includes(one))]
      let by = await caughtBy(fault, inOrder)
      let without = by && (await failureOf(by, on))
      if (without !== null) {
        // What the faults until now left behind, used up or invalid, fails the case too: fresh rows decide.
        await close()
        await open()
        by = await caughtBy(fault, inOrder)
        without = by && (await failureOf(by, on))
      }
      if (!by) escaped.push(`${fault.record}: ${fault.title}`)
      expect(by?.name, 'a case fails').toBeDefined()
      if (without !== null) {
        // The fault itself leaves an invalid row: without it the case holds on fresh rows.
        await close()
        await open()
        without = await failureOf(by!, on)
      }
      expect(without, `without the fault this case holds: ${by!.name}`).toBeNull()
      figure.caught += 1
    })
  })
}

afterAll(() => {
  const lines = [...figures].map(
    ([type, { planted: all, caught }]) => `${String(caught).padStart(5)} of ${all}  ${type}`,
  )
  const sum = (of: 'planted' | 'caught') => [...figures.values()].reduce((total, each) => total + each[of], 0)
  console.log(
    [
      `Faults caught, by type:`,
      ...lines,
      `${sum('caught')} of ${sum('planted')} in all.`,
      ...escaped.map((each) => `NOT CAUGHT ${each}`),
    ].join('\n'),
  )
})
