/** Adding and removing some values of a field that holds several. */

type Body = Readonly<Record<string, unknown>>
const listOf = (value: unknown) => (Array.isArray(value) ? (value as string[]) : [])

/**
 * @param order all values, in their order
 * @param before the values of a row
 * @param body of the action: what it adds and removes
 * @returns the values afterwards; or what is wrong with the body, by field
 */
export function changedTags(
  order: readonly string[],
  before: readonly string[],
  body: Body,
): { after: string[] } | { errors: Record<string, string[]> } {
  const [add, remove] = [listOf(body.add), listOf(body.remove)]
  if (add.length + remove.length === 0) return { errors: { add: ['Choose what to add or to remove'] } }
  if (add.some((value) => remove.includes(value)))
    return { errors: { remove: ['The same tag cannot be added and removed'] } }
  return { after: order.filter((value) => (before.includes(value) || add.includes(value)) && !remove.includes(value)) }
}
