/** A save that somebody else overtook, field by field (screens.md: edits overwritten; look.md, picture 13). Pure functions. */

export type Choice = 'yours' | 'saved'

/** A field of the form whose value here is not the saved one. */
export interface Difference {
  name: string
  yours: unknown
  saved: unknown
  /** What is chosen at first: yours where you changed the field, else saved. */
  preferred: Choice
}

type Values = Readonly<Record<string, unknown>>

/** Null, undefined and '' are one and the same to a form: nothing. */
const plain = (value: unknown): unknown => value ?? ''

/**
 * @param yours what the form holds; its keys are the fields
 * @param saved the record as it is now; a field that it lacks (not permitted to read) is no difference
 * @param opened what the form was opened with
 */
export const differencesOf = (yours: Values, saved: Values, opened: Values): Difference[] =>
  Object.keys(yours)
    .filter((name) => name in saved && plain(saved[name]) !== plain(yours[name]))
    .map((name) => ({
      name,
      yours: plain(yours[name]),
      saved: plain(saved[name]),
      preferred: plain(yours[name]) === plain(opened[name]) ? 'saved' : 'yours',
    }))

/** The form's values with the saved one wherever it was chosen. @param choices field → choice; a field without one keeps yours */
export const mixOf = (
  yours: Values,
  saved: Values,
  choices: Readonly<Record<string, Choice>>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(yours).map(([name, value]) => [name, choices[name] === 'saved' ? plain(saved[name]) : value]),
  )
