/** What the protocols of all rails share (docs/connect-a-rail.md): forms of values, and when an answer says nothing. */
import * as yup from 'yup'
import type { AnyObjectSchema } from 'yup'
import type { Outcome } from '@server/platform/ports/rails'
import { callRail, type RailConnection } from './call'

const decimal = () => yup.string().matches(/^\d{1,12}\.\d{2}$/, 'an amount has two places')
export const amount = () => decimal().required()
export const amountOrNone = () => decimal().nullable().defined()
export const currency = () =>
  yup
    .string()
    .matches(/^[A-Z]{3}$/, 'a currency has three letters')
    .required()
export const time = () =>
  yup
    .string()
    .matches(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/, 'a time is in UTC')
    .required()
export const reference = () => yup.string().min(1).max(64).required()
export const externalRef = () => yup.string().max(64).nullable().defined()

/** Why something failed or came back. */
export const reason = () => yup.string().max(255).nullable().defined()

/** A refusal with this code says that the rail has no such reference. */
export const NO_SUCH_REFERENCE = 'NO_SUCH_REFERENCE'

/** An answer about something else says nothing about what was asked. @param asked values that the answer must repeat */
export function about<A extends object | null>(
  asked: Readonly<Partial<Record<keyof NonNullable<A>, unknown>>>,
  outcome: Outcome<A>,
): Outcome<A> {
  if (outcome.is !== 'answered' || outcome.answer === null) return outcome
  const answer = outcome.answer as Readonly<Record<string, unknown>>
  const differs = Object.entries(asked).find(([name, value]) => value !== answer[name])?.[0]
  return differs === undefined
    ? outcome
    : { is: 'unknown', why: `the answer has another ${differs}: ${String(answer[differs])}` }
}

/** Reads what a rail has of a reference, or of an account. @returns null where the rail says that it has none */
export async function readNamed<A>(
  connection: RailConnection,
  path: string,
  schema: AnyObjectSchema,
): Promise<Outcome<A | null>> {
  const outcome = await callRail<A>(connection, { method: 'GET', path }, schema)
  return outcome.is === 'refused' && outcome.code === NO_SUCH_REFERENCE ? { is: 'answered', answer: null } : outcome
}

/** Reads the statement of a day. @param line schema of its lines; one of another day says nothing */
export async function readStatement<L>(
  connection: RailConnection,
  day: string,
  line: AnyObjectSchema,
): Promise<Outcome<readonly L[]>> {
  const schema = yup.object({ day: yup.string().required(), lines: yup.array(line).required() })
  const call = { method: 'GET', path: `statements/${encodeURIComponent(day)}` } as const
  const outcome = about({ day }, await callRail<{ day: string; lines: L[] }>(connection, call, schema))
  return outcome.is === 'answered' ? { is: 'answered', answer: outcome.answer.lines } : outcome
}
