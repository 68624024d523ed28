/** The yup building blocks that entities and operations share. */
import * as yup from 'yup'
import * as P from './patterns'
import { LENGTH } from './constants'

/**
 * A required string that follows a rule of spec section 5; an empty value gets 'Required'.
 * @param rule pattern and message
 */
export const text = (rule: P.Rule) => yup.string().required(P.MESSAGE.required).matches(rule.pattern, rule.message)

/** As `text`, but it may be omitted or empty. */
export const optionalText = (rule: P.Rule) =>
  yup.string().matches(rule.pattern, { message: rule.message, excludeEmptyString: true })

/** A required value of a fixed list. */
export const oneOf = <const T extends string>(values: readonly T[]) =>
  yup.string().oneOf(values).required(P.MESSAGE.required)

export const id = () => yup.string().required().matches(P.ID.pattern, P.ID.message)

/** Exact time: ISO 8601 in UTC. */
export const time = () =>
  yup
    .string()
    .required()
    .matches(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,6})?Z$/, 'Not a time')

/** An amount of money: a decimal string with exactly two places, never a number. The currency is a separate field. */
export const money = () =>
  yup
    .string()
    .required()
    .matches(/^-?\d{1,15}\.\d{2}$/, 'Not an amount')

/** Email with the checks of the login and every form (spec 5): required, valid, and matching the pattern. */
export const email = () =>
  yup
    .string()
    .required(P.MESSAGE.required)
    .email(P.MESSAGE.emailInvalid)
    .matches(P.EMAIL.pattern, P.EMAIL.message)
    .max(LENGTH.email.max, `Up to ${LENGTH.email.max} characters`)

/** A new password (spec 5, Change password). */
export const newPassword = () =>
  yup
    .string()
    .required(P.MESSAGE.required)
    .min(LENGTH.password.min, P.MESSAGE.passwordMin)
    .max(LENGTH.password.max, P.MESSAGE.passwordMax)
    .matches(P.PASSWORD.pattern, P.PASSWORD.message)

/** The repetition of a password; an empty one gets only 'Required'. @param field name of the field that it repeats */
export const passwordAgain = (field: string) =>
  yup
    .string()
    .required(P.MESSAGE.required)
    .test(
      'same',
      P.MESSAGE.passwordsMatch,
      (value, { parent }: { parent: Record<string, unknown> }) => !value || value === parent[field],
    )

/** An object that refuses unknown keys instead of ignoring them. */
export const exactly = <S extends yup.ObjectShape>(shape: S) =>
  yup.object(shape).noUnknown('Unknown field: ${unknown}').strict()

/**
 * The parameters of a query: text that is converted to its types. Unknown names are refused; yup's own `noUnknown`
 * would silently drop them, because it refuses only in schemas that do not convert.
 */
export const parameters = <S extends yup.ObjectShape>(shape: S) =>
  yup
    .object(shape)
    .meta({ additionalProperties: false })
    .transform((value: object | null) => {
      // Before yup converts: it looks names up in a plain object, where it would find `constructor`, and fail.
      const unknown = Object.keys(value ?? {}).filter((key) => !Object.hasOwn(shape, key))
      if (unknown.length > 0)
        throw new yup.ValidationError(`Unknown parameter: ${unknown.join(', ')}`, value, undefined, 'noUnknown')
      return value
    })

/** The schema of a form, for code that passes forms on without importing the schema library. */
export type FormSchema = yup.AnyObjectSchema
