/** Converts yup's description of a schema to JSON Schema (the part that OpenAPI 3.0 supports). */
import type { ISchema, Schema, SchemaFieldDescription } from 'yup'

export interface JsonSchema {
  type?: string
  format?: string
  enum?: readonly unknown[]
  nullable?: boolean
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  anyOf?: JsonSchema[]
  description?: string
}

type Described = SchemaFieldDescription & {
  nullable?: boolean
  optional?: boolean
  oneOf?: unknown[]
  fields?: Record<string, SchemaFieldDescription>
  innerType?: SchemaFieldDescription
  meta?: object
  tests?: { name?: string; params?: Record<string, unknown> }[]
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  boolean: 'boolean',
  object: 'object',
  array: 'array',
  date: 'string',
}

function rulesOf(described: Described): JsonSchema {
  const rules: JsonSchema = {}
  for (const { name, params } of described.tests ?? []) {
    const isText = described.type === 'string'
    if (name === 'matches' && params?.regex instanceof RegExp) rules.pattern = params.regex.source
    if (name === 'email') rules.format = 'email'
    if (name === 'integer') rules.type = 'integer'
    if (name === 'min' && typeof params?.min === 'number') rules[isText ? 'minLength' : 'minimum'] = params.min
    if (name === 'max' && typeof params?.max === 'number') rules[isText ? 'maxLength' : 'maximum'] = params.max
    if (name === 'noUnknown') rules.additionalProperties = false
  }
  return rules
}

function convert(field: SchemaFieldDescription): JsonSchema {
  const described = field as Described
  const type = TYPES[described.type]
  const schema: JsonSchema = { ...(type ? { type } : {}), ...rulesOf(described) }
  if (described.nullable) schema.nullable = true
  const { additionalProperties } = (described.meta ?? {}) as Pick<JsonSchema, 'additionalProperties'>
  if (additionalProperties !== undefined) schema.additionalProperties = additionalProperties
  const values = (described.oneOf ?? []).filter((value) => typeof value !== 'object')
  if (values.length > 0) schema.enum = values
  if (described.innerType) schema.items = convert(described.innerType)
  else if (type === 'array') schema.items = {}
  if (described.fields) {
    schema.properties = Object.fromEntries(
      Object.entries(described.fields).map(([name, each]) => [name, convert(each)]),
    )
    const required = Object.entries(described.fields)
      .filter(([, each]) => (each as Described).optional === false)
      .map(([name]) => name)
    if (required.length > 0) schema.required = required
  }
  return schema
}

/** Sample bodies with which a lazy schema of the contract is resolved: the edit form, and enable or disable. */
const LAZY_SAMPLES = [{}, { is_deleted: true }]

/** @param schema of the contract */
export function schemaOf(schema: Schema | ISchema<unknown>): JsonSchema {
  const isLazy =
    !('fields' in schema) && !('spec' in schema && typeof (schema.spec as { strict?: unknown }).strict === 'boolean')
  if (!isLazy) return convert(schema.describe())
  return { anyOf: LAZY_SAMPLES.map((value) => convert(schema.describe({ value }))) }
}
