/** Converts the form value of a list of groups: its items as JSON, '' for none. Equal lists have equal texts. */
import type { FormField } from '@resources/resource'

/** The texts of an item's inputs, by field. */
export type ItemValues = Record<string, string>

/** @param typed result of `writeItems` */
export const readItems = (typed: string): ItemValues[] => (typed === '' ? [] : (JSON.parse(typed) as ItemValues[]))

/** @param fields of an item: each written item has all of them, in this order */
export const writeItems = (fields: readonly FormField[], items: readonly ItemValues[]): string =>
  items.length === 0
    ? ''
    : JSON.stringify(items.map((item) => Object.fromEntries(fields.map(({ name }) => [name, item[name] ?? '']))))
