/** Converts Stryker's results to a score, the relevant survivors, and the lines of docs/measurements.md. */
import type { Equivalent } from './equivalent'
import { GOAL } from './targets'

/** The relevant parts of a mutation. */
export interface Change {
  file: string
  /** Counted from 1. */
  lineNumber: number
  /** The whole source line, without indentation. */
  line: string
  replacement: string
  /** Stryker's result. */
  status: string
}
export interface Score {
  target: string
  /** Mutations that a test detected: by a failure, or because it no longer ended. */
  killed: number
  /** Those in the list of equivalent mutations. */
  equivalent: number
  survivors: readonly Change[]
}

const NOTICED = new Set(['Killed', 'Timeout'])
const UNNOTICED = new Set(['Survived', 'NoCoverage'])

export const isEquivalent = ({ file, line, replacement }: Change, known: readonly Equivalent[]): boolean =>
  known.some((each) => each.file === file && each.line === line && each.replacement === replacement)

/** @param known the equivalent mutations; they count neither as detected nor as survivors */
export function scoreOf(target: string, changes: readonly Change[], known: readonly Equivalent[]): Score {
  const unnoticed = changes.filter(({ status }) => UNNOTICED.has(status))
  return {
    target,
    killed: changes.filter(({ status }) => NOTICED.has(status)).length,
    equivalent: unnoticed.filter((change) => isEquivalent(change, known)).length,
    survivors: unnoticed.filter((change) => !isEquivalent(change, known)),
  }
}

/** @returns the entries about these files that match no surviving mutation, because the code or its tests have changed */
export const outdated = (files: readonly string[], changes: readonly Change[], known: readonly Equivalent[]) =>
  known.filter(
    (each) =>
      files.includes(each.file) &&
      !changes.some((change) => UNNOTICED.has(change.status) && isEquivalent(change, [each])),
  )

/** In percent of the mutations that are not equivalent; 100 where there are none. */
export const percentOf = ({ killed, survivors }: Score): number =>
  killed + survivors.length === 0 ? 100 : (100 * killed) / (killed + survivors.length)
export const isMet = (score: Score): boolean => percentOf(score) >= GOAL

const HEAD = ['| target | changes | noticed | equivalent | score | goal met |', '| --- | --: | --: | --: | --: | --- |']
const rowOf = (score: Score): string => {
  const { target, killed, equivalent, survivors } = score
  const all = killed + equivalent + survivors.length
  return `| ${target} | ${all} | ${killed} | ${equivalent} | ${percentOf(score).toFixed(1)} % | ${isMet(score) ? 'yes' : '**no**'} |`
}
const targetOf = (row: string) => row.split('|')[1]?.trim() ?? ''

/**
 * @param before the current block; a target that was not run keeps its row
 * @param order all targets; rows of other targets are dropped
 */
export function toBlock(
  before: string,
  scores: readonly Score[],
  order: readonly string[],
  circumstances: string,
): string {
  const rows = new Map(
    before
      .split('\n')
      .filter((line) => line.startsWith('| ') && order.includes(targetOf(line)))
      .map((line) => [targetOf(line), line]),
  )
  for (const score of scores) rows.set(score.target, rowOf(score))
  return [...HEAD, ...order.flatMap((target) => rows.get(target) ?? []), '', circumstances].join('\n')
}
