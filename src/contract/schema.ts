/** The yup building blocks that entities and operations share. */
import * as yup from 'yup'
import * as P from './patterns'
import { LENGTH } from './constants'
import { readAs, type Reading } from './typed'

/** Marks a schema with how its texts are read; without it they are taken as they are. */
export const reads = <S extends yup.Schema>(schema: S, reading: Reading): S => schema.meta({ reads: reading }) as S

/**
 * Reads each text of a body as it is meant (typed.ts), by the kind of its field. Runs before the checks, because a body
 * is not converted.
 * @returns the value itself if nothing in it changes
 */
export function asMeant(schema: yup.ISchema<unknown>, value: unknown, inherited?: Reading): unknown {
  if (typeof value !== 'string' && (typeof value !== 'object' || value === null)) return value
  // A schema that depends on the value.
  const own = (schema instanceof yup.Schema ? schema : (schema as yup.Lazy<unknown>).resolve({ value })) as yup.Schema
  const reading = (own.meta() as { reads?: Reading } | undefined)?.reads ?? inherited
  if (typeof value === 'string') return reading === undefined ? value : readAs(reading, value)
  if (Array.isArray(value)) {
    const { innerType } = own as yup.ArraySchema<unknown[], yup.AnyObject>
    if (innerType === undefined) return value
    const items = value.map((item) => asMeant(innerType, item, reading))
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  const fields = own instanceof yup.ObjectSchema ? (own.fields as Record<string, yup.ISchema<unknown>>) : {}
  const entries = Object.entries(value).map(([name, each]): [string, unknown] => [
    name,
    Object.hasOwn(fields, name) ? asMeant(fields[name]!, each) : each,
  ])
  return entries.some(([name, each]) => each !== (value as Record<string, unknown>)[name])
    ? Object.fromEntries(entries)
    : value
}

/**
 * A required string that follows a rule of spec section 5; an empty value gets 'Required'.
 * @param rule pattern and message
 */
export const text = (rule: P.Rule) =>
  reads(yup.string().required(P.MESSAGE.required).matches(rule.pattern, rule.message), rule.reads ?? 'text')

/** As `text`, but it may be omitted or empty. */
export const optionalText = (rule: P.Rule) =>
  reads(yup.string().matches(rule.pattern, { message: rule.message, excludeEmptyString: true }), rule.reads ?? 'text')

/** A required value of a fixed list. */
export const oneOf = <const T extends string>(values: readonly T[]) =>
  yup.string().oneOf(values).required(P.MESSAGE.required)

export const id = () => reads(yup.string().required().matches(P.ID.pattern, P.ID.message), 'code')

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
  reads(yup.string(), 'word')
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
