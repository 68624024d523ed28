/** Runs the suite outside of a test runner, one case after the other, and reports each result. */
import { NotPossible, type Case, type Environment } from './environment'
import type { AnyOperation } from '@contract/http/operation'
import type { Group } from './suite'

export type Outcome =
  | { kind: 'passed' }
  | { kind: 'failed'; why: string }
  /** Skipped, with the reason: an account is missing, or writing was not allowed. */
  | { kind: 'leftOut'; why: string }

export interface Line {
  group: string
  name: string
  outcome: Outcome
}

export interface Choice {
  /** Whether cases that change data may run. */
  write: boolean
  /** Runs only cases whose name contains this text. */
  only?: string
}

function whyLeftOut({ writes, roles = [] }: Case, { accounts }: Environment, { write }: Choice): string | null {
  if (writes && !write) return 'it writes; run with --write to allow it'
  const missing = roles.filter((role) => !accounts.some((account) => account.role === role))
  return missing.length > 0 ? `no account of ${missing.join(', ')} was given` : null
}

async function outcomeOf(one: Case, environment: Environment, choice: Choice): Promise<Outcome> {
  const why = whyLeftOut(one, environment, choice)
  if (why !== null) return { kind: 'leftOut', why }
  try {
    await one.run(environment)
    return { kind: 'passed' }
  } catch (error) {
    if (error instanceof NotPossible) return { kind: 'leftOut', why: error.message }
    return { kind: 'failed', why: error instanceof Error ? error.message : String(error) }
  }
}

/** @param told is called after each case, to show the progress of a long run */
export async function runSuite(
  suite: readonly Group[],
  environment: Environment,
  choice: Choice,
  told: (line: Line) => void,
): Promise<Line[]> {
  const lines: Line[] = []
  for (const { title, cases } of suite) {
    for (const one of cases) {
      if (choice.only !== undefined && !one.name.includes(choice.only)) continue
      const line = { group: title, name: one.name, outcome: await outcomeOf(one, environment, choice) }
      lines.push(line)
      told(line)
    }
  }
  return lines
}

const SIGN = { passed: '✓', failed: '✗', leftOut: '–' } as const
const indented = (text: string) =>
  text
    .split('\n')
    .map((row) => `      ${row}`)
    .join('\n')

/** One case as text, with the error below it. */
export const textOf = ({ name, outcome }: Line): string =>
  `  ${SIGN[outcome.kind]} ${name}${outcome.kind === 'passed' ? '' : `\n${indented(outcome.why)}`}`

/** The last line of a report: counts, and the conclusion. */
export function summaryOf(lines: readonly Line[]): string {
  const count = (kind: Outcome['kind']) => lines.filter(({ outcome }) => outcome.kind === kind).length
  const verdict =
    count('failed') > 0
      ? 'The back end breaks the contract.'
      : count('passed') === 0
        ? 'Nothing was checked.'
        : count('leftOut') > 0
          ? 'What was checked keeps the contract.'
          : 'The back end keeps the contract.'
  return `${count('passed')} passed, ${count('failed')} failed, ${count('leftOut')} left out. ${verdict}`
}

/** 0: every checked case passed. 1: a case failed, or nothing was checked. */
export const exitCodeOf = (lines: readonly Line[]): number =>
  lines.some(({ outcome }) => outcome.kind === 'failed') || !lines.some(({ outcome }) => outcome.kind === 'passed')
    ? 1
    : 0

/**
 * What the suite covers, as text. That the figures are true is checked by the suite itself: each operation has succeeded in some
 * case, and tests/server/access-matrix.test.ts calls each guarded one as every role and without a token.
 * @param withoutSuccess ids of operations that succeed in no case
 * @param roles how many roles of staff there are
 */
export function coverageOf(
  suite: readonly Group[],
  operations: readonly Pick<AnyOperation, 'id' | 'access'>[],
  withoutSuccess: readonly string[],
  roles: number,
): string {
  const guarded = operations.filter(({ access }) => access !== 'public')
  const cases = suite.reduce((sum, group) => sum + group.cases.length, 0)
  return [
    `${operations.length} operations, ${guarded.length} of them with a rule of access`,
    `${operations.length - withoutSuccess.length} of ${operations.length} operations succeed in some case`,
    `${guarded.length} operations × (${roles} roles + no token) = ${guarded.length * (roles + 1)} calls, on each database`,
    `${cases} cases, run against the server:`,
    ...suite.map((group) => `  ${String(group.cases.length).padStart(5)}  ${group.title}`),
  ].join('\n')
}
