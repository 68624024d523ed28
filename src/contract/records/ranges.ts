/** Pairs of fields of which the first must not be greater than the second. */
import type { RecordDefinition } from './record'

/** A decimal as an integer with 18 places: amounts are never converted to binary fractions. */
function scaled(decimal: string): bigint | null {
  const parts = /^(-?)(\d+)(?:\.(\d{1,18}))?$/.exec(decimal)
  return parts && BigInt(`${parts[1]!}${parts[2]!}${(parts[3] ?? '').padEnd(18, '0')}`)
}
const numberOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? scaled(String(value)) : null
/** In milliseconds since 1970. */
const timeOf = (value: unknown) => {
  const at = typeof value === 'string' ? Date.parse(value) : NaN
  return Number.isNaN(at) ? null : at
}

/** @returns the second field of each violated pair → its message. Empty ends limit nothing. */
export function rangeErrors(
  { ranges = [], fields }: Pick<RecordDefinition, 'ranges' | 'fields'>,
  values: Readonly<Record<string, unknown>>,
): Record<string, string[]> {
  return Object.fromEntries(
    ranges.flatMap(([low, high]) => {
      const { label, type } = fields[low]!
      const isTime = type.kind === 'time'
      const [from, to] = [low, high].map((name) => (isTime ? timeOf : numberOf)(values[name]))
      return from != null && to != null && from > to ? [[high, [`Not ${isTime ? 'before' : 'below'} ${label}`]]] : []
    }),
  )
}

/** Whether a body sets an end of a range: then the stored other end matters too. */
export const touchesRange = (
  { ranges = [] }: Pick<RecordDefinition, 'ranges'>,
  body: Readonly<Record<string, unknown>>,
): boolean => ranges.some((range) => range.some((field) => field in body))
