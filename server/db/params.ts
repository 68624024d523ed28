import type { Param } from './db'

/** Collects the values of a statement while its text is written: `add` binds one and gives its placeholder. */
export interface Params {
  readonly values: Param[]
  add(value: Param, type?: string): string
}

export function createParams(): Params {
  const values: Param[] = []
  return {
    values,
    add(value, type) {
      values.push(value)
      return `$${values.length}${type ? `::${type}` : ''}`
    },
  }
}
