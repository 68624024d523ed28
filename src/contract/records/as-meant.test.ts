import { describe, expect, it } from 'vitest'
import { createBody, validBody, type Making } from '@tests/contract/record-examples'
import { oddBody } from '@tests/kit/odd-spaces'
import { readPart } from '../validation'
import { asMeant } from '../schema'
import { sentFields } from './app-calls'
import type { Field, FieldType } from './field'
import { readingOf } from './kinds'
import { ALL_RECORDS } from './records'
import type { Fields, RecordDefinition } from './record'
import { actionSchema, createSchema, filterParameters, formSchema, updateSchema } from './schemas'
import * as yup from 'yup'

const ID = '01890a5d-ac96-774b-bcce-b302099a8057'
const making: Making = {
  which: 0,
  unique: 'abcdefgh',
  ids: () => [ID],
  roles: () => ['SUPPORT_AGENT'],
  stores: () => ['NOVA01'],
  files: () => [ID],
}
/** Every schema of a record that reads a body, with the fields that it reads. */
const bodies = ALL_RECORDS.flatMap(
  (record): { name: string; schema: yup.AnyObjectSchema; fields: Fields; body: object }[] => {
    const asked = (name: string, asks: Fields) => ({
      name,
      schema: actionSchema({ asks }),
      fields: asks,
      body: validBody(Object.entries(asks), {}, making),
    })
    return [
      {
        name: `${record.name}.create`,
        schema: createSchema(record),
        fields: record.fields,
        body: createBody(record, making),
      },
      {
        name: `${record.name}.update`,
        schema: updateSchema(record),
        fields: record.fields,
        body: createBody(record, making),
      },
      ...Object.entries(record.actions).map(([action, { asks = {} }]) => asked(`${record.name}.${action}`, asks)),
      ...Object.entries(record.appCalls ?? {}).map(([action, call]) =>
        asked(`${record.name}: ${action} of apps`, sentFields(call)),
      ),
    ]
  },
)

describe.each(bodies.filter(({ body }) => Object.keys(body).length > 0))('$name', ({ schema, fields, body }) => {
  it.each([0, 1, 2, 3, 4, 5, 6])('reads what is pasted with invisible spaces as it is meant (%i)', (at) => {
    const writable = Object.fromEntries(Object.entries(body).filter(([name]) => name in schema.fields))
    const odd = oddBody(fields, writable, at)
    expect(asMeant(schema, odd)).toEqual(writable)
    expect(readPart(schema, odd, 'body')).toEqual(readPart(schema, writable, 'body'))
  })
})

describe.each(ALL_RECORDS.map((record) => ({ name: record.name, record })))('the filters of $name', ({ record }) => {
  const parameters = yup.object(filterParameters(record.allFields))
  it('read values and bounds as they are meant', () => {
    const ofKinds = (kinds: readonly string[]) =>
      (Object.entries(parameters.fields) as [string, yup.Schema][]).filter(([name]) =>
        kinds.includes(record.allFields[name.split('.')[0]!]!.type.kind),
      )
    const numbers = ofKinds(['amount', 'percent', 'decimal', 'integer'])
    expect(numbers.map(([, schema]) => schema.cast('\u00A01\u202F000.5\u2060') as unknown)).toEqual(
      numbers.map(() => '1000.5'),
    )
    const emails = ofKinds(['email'])
    expect(emails.map(([, schema]) => schema.cast('\u200Ea@b.test\u00A0') as unknown)).toEqual(
      emails.map(() => ['a@b.test']),
    )
  })
})

/** A text that no rule with spaces accepts, or one that each rule without spaces refuses. */
const hasSpaces = ({ type }: Field & { type: Extract<FieldType, { kind: 'text' | 'longText' }> }) =>
  ['ab cd', 'Ab Cd', 'AB CD 12', 'a b'].some((text) => type.rule.pattern.test(text))
it.each(
  ALL_RECORDS.flatMap((record) =>
    [
      record.fields,
      ...Object.values(record.actions).map(({ asks = {} }) => asks),
      ...Object.values(record.appCalls ?? {}).map(({ asks }) => asks),
    ].flatMap((fields) =>
      Object.entries(fields)
        .filter(([, { type }]) => (type.kind === 'text' && type.holds === undefined) || type.kind === 'longText')
        .map(([name, field]) => [`${record.name}.${name}`, field] as const),
    ),
  ),
)('%s is read as a text exactly if its rule has spaces', (_name, field) =>
  expect(readingOf(field.type) === 'text').toBe(hasSpaces(field as Parameters<typeof hasSpaces>[0])),
)

describe.each(['amount', 'coin', 'decimal', 'percent', 'integer'] as const)('a number of the kind %s', (kind) => {
  const TYPES: Readonly<Record<typeof kind, FieldType>> = {
    amount: { kind: 'amount', zero: true },
    coin: { kind: 'coin', symbol: 'symbol', places: 'decimals', zero: true },
    decimal: { kind: 'decimal', places: 4, min: 0, max: 9_999_999_999 },
    percent: { kind: 'percent', max: 100 },
    integer: { kind: 'integer', min: 0, max: 9_999_999 },
  }
  const field = {
    ...ALL_RECORDS[0]!.fields.name!,
    type: TYPES[kind],
    required: true,
    write: 'always',
  } as unknown as Field
  const whole = kind === 'integer'
  const record = { ...ALL_RECORDS[0]!, fields: { n: field }, ranges: [] } as unknown as RecordDefinition
  const form = formSchema(record, 'create')
  const body = createSchema(record)
  const formOf = (typed: string) => {
    try {
      return { value: String((form.validateSync({ n: typed }) as { n: unknown }).n) }
    } catch (error) {
      return { message: (error as Error).message }
    }
  }
  /** Whole numbers are JSON numbers in a body, never texts. */
  const bodyOf = (typed: string) => {
    if (whole) return formOf(typed)
    const reading = readPart(body, { n: typed }, 'body')
    return reading.ok
      ? { value: String((reading.value as { n: unknown }).n) }
      : { message: reading.body.errors?.n?.join() ?? reading.body.message }
  }
  it.each([
    ['+5', '5'],
    ['5.', '5'],
    ['５', '5'],
    ['٥', '5'],
    ['\u00A05\u200B', '5'],
    ...(whole
      ? []
      : [
          ['.5', '0.5'],
          ['25.95', '25.95'],
          ['۲۵٫۹۵', '25.95'],
        ]),
    ...(kind === 'percent'
      ? [['12.5 %', '12.5']]
      : [
          ['1 000', '1000'],
          ['1,000,000', '1000000'],
        ]),
    ...(kind === 'percent' || whole
      ? []
      : [
          ['1 000.50', '1000.50'],
          ['1\u202F000.50', '1000.50'],
          ['1,000.50', '1000.50'],
        ]),
  ] as [string, string][])('%j is read as %s', (typed, value) => {
    expect(formOf(typed)).toEqual({ value })
    expect(bodyOf(typed)).toEqual({ value })
  })
  it.each(['25,95', '1,000', '1.000,50', '1,5', ',5', '1e3', '0x10', '5 USD', '$5', '1 00'])(
    '%j is refused, and the message says how to write it',
    (typed) => {
      expect(formOf(typed).message).toMatch(/^Write it with digits/)
      expect(bodyOf(typed).message).toMatch(/^Write it with digits/)
    },
  )
  it.each(['-5', 'many', '.', '--', '007', '25.955555'])('%j is refused', (typed) => {
    if (kind === 'coin' && typed.length > 8) return
    if (whole && typed === '007') return
    expect(formOf(typed)).toHaveProperty('message')
    expect(bodyOf(typed)).toHaveProperty('message')
  })
})
