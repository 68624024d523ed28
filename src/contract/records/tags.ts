/** Adding and removing values of a field that contains several. */

type Body = Readonly<Record<string, unknown>>
const listOf = (value: unknown) => (Array.isArray(value) ? (value as string[]) : [])

/**
 * @param order all possible values, in their order
 * @param before the values of a row
 * @param body of the action: the values to add and to remove
 * @returns the values afterwards, or the errors of the body, by field
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
