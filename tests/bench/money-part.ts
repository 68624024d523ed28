/**
 * Money on PostgreSQL, with a million withdrawals and five million transfers: lists, tabs and their counts, decisions, loads through the
 * sandbox, and the queue in view.
 */
import type { TestPostgres } from '../kit/postgres'
import { measureDecisions, type DecisionResults } from './money-decision'
import { claimSome, measureLists, measureTabs, type Beside, type TabCounts } from './money-lists'
import { seedMoney } from './money-seed'
import { ARRIVALS, LOADS, measureOnServer, type ServerResults } from './money-server'

export const MONEY = { withdrawals: 1_000_000, transfers: 5_000_000, connections: 20 } as const

export interface MoneyResults {
  rounds: number
  withdrawals: number
  transfers: number
  lists: readonly Beside[]
  tabs: TabCounts
  decisions: DecisionResults
  server: ServerResults
}

export interface MoneyOptions {
  rounds: number
  /** Seconds of the loads and of the rows that arrive; by default those of the goals. */
  seconds?: number
  withdrawals: number
  transfers: number
}

/** Measures all in one database. @param say receives progress */
export async function measureMoney(
  postgres: TestPostgres,
  { rounds, seconds, ...sizes }: MoneyOptions,
  say: (line: string) => void,
): Promise<MoneyResults> {
  const place = await seedMoney(postgres, { ...sizes, connections: MONEY.connections }, say)
  try {
    await claimSome(place.owner)
    const lists = await measureLists(place.db, rounds, say)
    const tabs = await measureTabs(place.db, rounds, say)
    const server = await measureOnServer(
      place,
      { loads: seconds ?? LOADS.seconds, arrivals: seconds ?? ARRIVALS.seconds },
      say,
    )
    const decisions = await measureDecisions(place, rounds, say)
    const { withdrawals, transfers } = place
    return { rounds, withdrawals, transfers, lists, tabs, decisions, server }
  } finally {
    await place.close()
  }
}
