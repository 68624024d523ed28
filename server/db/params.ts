import type { Param } from './db'

/**
 * Collects the values of a statement while its text is written: `add` binds one and gives its placeholder. `V` is what is
 * collected: the values, or how each is found where a text is used again with others.
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
