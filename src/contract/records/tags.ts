/** Adding and removing values of a field that contains several, in any letter case. */
import { LENGTH, TAGS_MAX } from '../constants'
import { LETTER, type Rule } from '../patterns'

/** Letters of any script, digits, hyphens, underscores and single spaces, up to 20 characters. */
export const TAG: Rule = {
  pattern: new RegExp(String.raw`^(?! )(?!.* {2})(?:${LETTER}|[\p{N}_ -]){1,${LENGTH.label.medium}}$`, 'u'),
  message: `Letters, digits, hyphens and single spaces, up to ${LENGTH.label.medium} characters`,
}

type Body = Readonly<Record<string, unknown>>
const listOf = (value: unknown) => (Array.isArray(value) ? (value as string[]) : [])

const isIn = (values: readonly string[], value: string) =>
  values.some((each) => each.toLowerCase() === value.toLowerCase())

/**
 * @param order all possible values, in their order; null if any value is possible: new ones then follow in the order of the body
 * @param before the values of a row
 * @param body of the action: the values to add and to remove
 * @returns the values afterwards, or the errors of the body, by field
 */
export function changedTags(
  order: readonly string[] | null,
  before: readonly string[],
  body: Body,
): { after: string[] } | { errors: Record<string, string[]> } {
  const [add, remove] = [listOf(body.add), listOf(body.remove)]
  if (add.length + remove.length === 0) return { errors: { add: ['Choose what to add or to remove'] } }
  if (add.some((value) => isIn(remove, value)))
    return { errors: { remove: ['The same tag cannot be added and removed'] } }
  if (order)
    return {
      after: order.filter((value) => (before.includes(value) || add.includes(value)) && !remove.includes(value)),
    }
  const after = [...before.filter((value) => !isIn(remove, value)), ...add.filter((value) => !isIn(before, value))]
  return after.length > TAGS_MAX ? { errors: { add: [`Up to ${TAGS_MAX} tags`] } } : { after }
}

/** The texts that are typed in one field, separated by commas. */
export const textsIn = (typed: string): string[] =>
  typed
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)
