/** Checks that values which follow from transfers and rounds are those that their rules give (ledger, Event-driven rules). */
import type { Db, Queryable } from '@server/platform/ports/db'
import { levelDifferences } from './people/level-check'
import { referralDifferences } from './rewards/referral-check'
import { wageringDifferences } from './rewards/wagering-check'

/** Reads what a rule stored, computes it from the history, and yields a sentence for each difference, in bounded memory. */
export type RuleCheck = (tx: Queryable) => AsyncGenerator<string, void, void>

const RULES: Readonly<Record<string, RuleCheck>> = {
  wagering: wageringDifferences,
  levels: levelDifferences,
  referrals: referralDifferences,
}

export interface RulesReport {
  rule: string
  /** Number of differences. */
  count: number
  /** The first of them. */
  shown: readonly string[]
}

/** @param most number of differences that are shown for each rule @returns a report for each rule, of one state of the database */
export const checkRules = (db: Db, most: number): Promise<RulesReport[]> =>
  db.transaction(async (tx) => {
    await tx.query('set transaction isolation level repeatable read, read only')
    const reports: RulesReport[] = []
    for (const [rule, check] of Object.entries(RULES)) {
      const shown: string[] = []
      let count = 0
      for await (const difference of check(tx)) {
        if (count < most) shown.push(difference)
        count += 1
      }
      reports.push({ rule, count, shown })
    }
    return reports
  })
