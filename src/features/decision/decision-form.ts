/** Validates the typed values of a decision and converts them to the body of the call. Pure functions. */
import { ValidationError } from 'yup'
import { MESSAGE } from '@contract/patterns'
import type { ActionDefinition } from '@contract/records/record'
import { SIDE_MESSAGE } from '@contract/records/dependents'
import { askedSchema, chooseAtLeast } from '@contract/records/schemas'
import { readDay } from '@design-system/components/DayInput/read-day'
import type { FormField } from '@resources/resource'
import type { Typed } from '../shared/decision-plan'

const NO_DAY = 'Type a day, such as 24.3.2031'
const OVER = 'Choose a day in the future'
const TO_COME = SIDE_MESSAGE.past

const holdsSeveral = ({ kind }: FormField) => kind === 'enums'
/** Whether the values of a field are all shown, to choose one or several; digits choose the first nine. */
export const isChosen = ({ kind }: FormField): boolean => kind === 'enums' || kind === 'enum'

/** @returns the end of a day, in UTC */
const endOf = (day: string) => `${day}T23:59:59.999Z`

function dayFault({ side, required }: FormField, typed: string, today: string): string | null {
  if (typed.trim() === '') return required ? MESSAGE.required : null
  const day = readDay(typed, side!, today)
  if (day === null) return NO_DAY
  if (side === 'future') return day > today ? null : OVER
  return day <= today ? null : TO_COME
}

/** @returns violations of the action's schema, for fields whose typed text is sent unchanged */
function schemaFaults(definition: Pick<ActionDefinition, 'asks'>, names: readonly string[], typed: Typed): Typed {
  try {
    askedSchema(definition)
      .pick([...names])
      .validateSync(typed, { abortEarly: false })
    return {}
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    return Object.fromEntries(
      error.inner.toReversed().map(({ path = '', message }) => [path.split(/[.[]/)[0]!, message]),
    )
  }
}

/**
 * @param definition of the action
 * @param fields that the decision asks for this record
 * @param today `YYYY-MM-DD`
 * @returns error message by field; empty if all are valid
 */
export function faultsOf(
  definition: Pick<ActionDefinition, 'asks'>,
  fields: readonly FormField[],
  typed: Typed,
  today: string,
): Typed {
  const faults: Record<string, string> = {}
  for (const field of fields) {
    const value = typed[field.name] ?? ''
    const fault = field.side
      ? dayFault(field, value, today)
      : field.required && value.trim() === ''
        ? holdsSeveral(field)
          ? chooseAtLeast(1)
          : MESSAGE.required
        : null
    if (fault !== null) faults[field.name] = fault
  }
  const plain = fields.filter(({ side, name }) => !side && !(name in faults)).map(({ name }) => name)
  const isFlag = new Set(fields.filter(({ kind }) => kind === 'flag').map(({ name }) => name))
  const values = Object.fromEntries(
    plain.map((name) => [name, isFlag.has(name) ? String(typed[name] === 'true') : (typed[name] ?? '')]),
  )
  return { ...schemaFaults(definition, plain, values), ...faults }
}

/** @param typed values without faults @returns the body of the call, without empty fields */
export function payloadOf(
  fields: readonly FormField[],
  typed: Typed,
  today: string,
): Readonly<Record<string, unknown>> {
  const payload: Record<string, unknown> = {}
  for (const field of fields) {
    const { name, kind, side } = field
    const text = (typed[name] ?? '').trim()
    if (text === '') continue
    if (kind === 'flag') payload[name] = text === 'true'
    else if (holdsSeveral(field)) payload[name] = text.split(',')
    else if (!side) payload[name] = text
    else payload[name] = kind === 'time' ? endOf(readDay(text, side, today)!) : readDay(text, side, today)
  }
  return payload
}

/**
 * @returns the comma-separated list with the value added, or removed if present; in the order of the field's values. Of a field with one value:
 *   this value
 */
export function toggled({ kind, labels = {} }: FormField, list: string, value: string): string {
  if (kind === 'enum') return value
  const chosen = new Set(list.split(',').filter(Boolean))
  if (!chosen.delete(value)) chosen.add(value)
  return Object.keys(labels)
    .filter((each) => chosen.has(each))
    .join(',')
}
