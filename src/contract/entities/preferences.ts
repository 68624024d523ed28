/**
 * A person's own preferences, which apply on every device: columns of each list, usage of the palette (screens.md,
 * preferences).
 */
import * as yup from 'yup'
import { exactly } from '../schema'

/** Names of preferences; for columns with the slug of the list. */
const NAME = /^(?:palette|columns\.[a-z][a-z0-9-]{0,39})$/

/** One half of a surrogate pair, which no database can store. */
const HALF_CHARACTER = /\p{Surrogate}/u

/** Limits in characters for one value and for all values of a person, and the number of names in one call. */
export const PREFERENCE_LIMIT = { value: 8_000, all: 100_000, names: 100 } as const

/** Values are texts that the console writes and reads; the server stores them unchanged. */
export type Preferences = Record<string, string>
/** Values to set; null removes one. */
export type PreferenceChanges = Record<string, string | null>

const entriesOf = (value: object | undefined): [string, unknown][] => Object.entries(value ?? {})

/** @param removable whether null is allowed */
const entries = (removable: boolean) =>
  yup
    .object()
    .meta({ additionalProperties: { type: 'string', maxLength: PREFERENCE_LIMIT.value, nullable: removable } })
    .test({
      name: 'noUnknown',
      test(value, context) {
        const unknown = entriesOf(value).filter(([name]) => !NAME.test(name))
        return unknown.length === 0 || context.createError({ message: `Unknown preference: ${unknown[0]![0]}` })
      },
    })
    .test({
      name: 'typeError',
      message: 'A preference is a text',
      test: (value) => entriesOf(value).every(([, each]) => typeof each === 'string' || (removable && each === null)),
    })
    .test({
      name: 'typeError',
      message: 'A preference consists of whole characters',
      test: (value) => entriesOf(value).every(([, each]) => typeof each !== 'string' || !HALF_CHARACTER.test(each)),
    })
    .test({
      message: `Up to ${PREFERENCE_LIMIT.value} characters each`,
      test: (value) =>
        entriesOf(value).every(([, each]) => typeof each !== 'string' || each.length <= PREFERENCE_LIMIT.value),
    })
    .test({
      message: `Up to ${PREFERENCE_LIMIT.names} at once`,
      test: (value) => !removable || entriesOf(value).length <= PREFERENCE_LIMIT.names,
    })
    .required()

export const preferencesSchema = entries(false) as unknown as yup.Schema<Preferences>
export const preferenceChangesSchema = exactly({
  preferences: entries(true) as unknown as yup.Schema<PreferenceChanges>,
})
export const PREFERENCES_TOO_LARGE =
  'You have stored too many preferences. Reset the columns of lists that you no longer use.'
