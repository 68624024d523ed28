import type { Param } from '@server/platform/ports/db'

/**
 * Collects the values of a statement while its text is written: `add` binds one and returns its placeholder. `V` is the type of
 * what is collected: the values themselves, or how to find each one where the text is used again with other values.
 */
export interface Params<V = Param> {
  readonly values: V[]
  add(value: V, type?: string): string
}

export function createParams<V = Param>(): Params<V> {
  const values: V[] = []
  return {
    values,
    add(value, type) {
      values.push(value)
      return `$${values.length}${type ? `::${type}` : ''}`
    },
  }
}

const text = (value: unknown) => `'${String(value).replaceAll("'", "''")}'`
/** @returns SQL of a value that stands in the statement itself: of a definition, never of what somebody sent */
export const literal = (value: Param, type: string): string =>
  `${Array.isArray(value) ? `array[${value.map(text).join(', ')}]` : text(value)}::${type}`
