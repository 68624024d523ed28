/**
 * States that are computed from the stored one (contract, `computed` of a field): rows show them while a condition applies. Each condition is
 * written once. What rows show is a `case` of them. A list of one state has conditions instead of it: the database can begin with the few rows
 * of another table that fulfil one, and does not take those that fulfil none for rare.
 */
import { STATUS } from '@contract/records/queue'
import type { Field } from '@contract/records/field'
import type { RecordDefinition } from '@contract/records/record'
import { isClaimed } from './claims'
import { columnOf } from './kinds'

/** SQL that depends on a row. @param alias of the row */
export type RowSql = (alias: string) => string
/** When a row with one of the stored states shows each computed one. The first condition that applies counts. */
export type ComputedStates = Readonly<Record<string, RowSql>>

/** SQL of the negation: null is not true. It is tested row by row, so that a list keeps the order of its index. */
export const isNot = (condition: string): string => `(${condition}) is not true`

interface Computed {
  value: string
  /** Stored states that it replaces. */
  of: readonly string[]
  when: RowSql
}

/** @throws where a computed state of the field has no condition */
function computedOf(record: Pick<RecordDefinition, 'name' | 'fields' | 'queue'>, name: string, own: ComputedStates) {
  const { computed = {} } = record.fields[name] as Field
  const claimed = name === STATUS ? record.queue?.claim.shows : undefined
  const states = Object.entries(computed).filter(([value]) => value !== claimed)
  const whenOf = (value: string): RowSql => {
    const when = own[value]
    if (!when) throw new Error(`The source of ${record.name} does not say when a row shows ${value}`)
    return when
  }
  return [
    ...states.map(([value, of]): Computed => ({ value, of, when: whenOf(value) })),
    // What is computed otherwise is not in review.
    ...(claimed === undefined ? [] : [{ value: claimed, of: record.queue!.waits, when: isClaimed }]),
  ]
}

const among = (values: readonly string[]) => `(${values.map((value) => `'${value}'`).join(', ')})`

/**
 * @param own conditions of the record's source; that of a claim is added
 * @returns SQL of the state that rows show in the field
 * @throws where a computed state has no condition: a programming error
 */
export function shownState(
  record: Pick<RecordDefinition, 'name' | 'fields' | 'queue'>,
  own: ComputedStates = {},
  name: string = STATUS,
): RowSql {
  const states = computedOf(record, name, own)
  return (alias) => {
    const stored = `${alias}.${columnOf(name, record.fields[name]!.type)}`
    const cases = states.map(
      ({ value, of, when }) => `when ${stored} in ${among(of)} and ${when(alias)} then '${value}'`,
    )
    return cases.length === 0 ? stored : `(case ${cases.join(' ')} else ${stored} end)`
  }
}

/**
 * @returns for each state that is computed, or that a computed one replaces, what a row `u` fulfils that shows it, beside having its stored
 *   state; none for a state that replaces several of which an earlier one replaces some
 */
export function conditionsOfStates(
  record: Pick<RecordDefinition, 'name' | 'fields' | 'queue'>,
  own: ComputedStates,
  name: string,
): Readonly<Record<string, string>> {
  const states = computedOf(record, name, own)
  const without = (of: readonly string[], before: readonly Computed[]) =>
    before.filter((each) => each.of.some((state) => of.includes(state))).map(({ when }) => isNot(when('u')))
  const computed = states.flatMap(({ value, of, when }, nth): [string, string][] => {
    const before = without(of, states.slice(0, nth))
    return of.length === 1 || before.length === 0 ? [[value, [when('u'), ...before].join(' and ')]] : []
  })
  const replaced = [...new Set(states.flatMap(({ of }) => of))]
  return Object.fromEntries([
    ...computed,
    ...replaced.map((state): [string, string] => [state, without([state], states).join(' and ')]),
  ])
}
