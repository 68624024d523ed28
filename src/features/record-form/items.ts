/** The value of a list of groups in a form: its items as JSON, '' for none. Equal lists have equal texts. */
import type { FormField } from '@resources/resource'

/** One item: the texts of its inputs, by field. */
export type ItemValues = Record<string, string>

/** @param typed as `writeItems` made it */
export const readItems = (typed: string): ItemValues[] => (typed === '' ? [] : (JSON.parse(typed) as ItemValues[]))

/** @param fields of an item: every item has all of them, in their order */
export const writeItems = (fields: readonly FormField[], items: readonly ItemValues[]): string =>
  items.length === 0
    ? ''
    : JSON.stringify(items.map((item) => Object.fromEntries(fields.map(({ name }) => [name, item[name] ?? '']))))
