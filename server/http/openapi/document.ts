/** The catalogue as an OpenAPI document: each schema through yup's own `describe()`. */
import { EVERY_OPERATION } from '@contract/http/catalogue'
import type { Schema } from 'yup'
import { ERROR_CODE } from '@contract/errors'
import { PDF_TYPE } from '@contract/files'
import {
  IDEMPOTENCY_KEY_DAYS,
  IDEMPOTENCY_KEY_HEADER,
  IDEMPOTENCY_KEY_MAX,
  REPLAYED_HEADER,
  takesIdempotencyKey,
} from '@contract/http/idempotency'
import { APP_KEY_HEADER, type AnyOperation } from '@contract/http/operation'
import { schemaOf, type JsonSchema } from './json-schema'

const json = (schema: JsonSchema) => ({ content: { 'application/json': { schema } } })
const FAILURE: JsonSchema = {
  type: 'object',
  required: ['success', 'message', 'code'],
  properties: {
    success: { type: 'boolean', enum: [false] },
    message: { type: 'string' },
    code: { type: 'string', enum: Object.values(ERROR_CODE) },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    current: {},
    request_id: { type: 'string' },
  },
}
const FAILURES: Record<string, string> = {
  400: 'Not parseable, an unknown field, a wrong type, or an id of the wrong form. With IDEMPOTENCY_KEY_REQUIRED the key is missing',
  401: 'No token or app key, or one that is not valid',
  403: 'Not permitted',
  404: 'No such record, or one of another store',
  409: 'The record was changed meanwhile; `current` is the record as it is. With IDEMPOTENCY_RUNNING the first request with this key has no outcome yet, see Retry-After',
  408: 'The request did not arrive in time',
  413: 'Body too large',
  415: 'Body is not JSON',
  422: 'Refused by a rule; `errors` by field. With IDEMPOTENCY_KEY_REUSED the key came before with other content',
  428: 'If-Match is missing',
  429: 'Too many requests; see Retry-After',
  431: 'The address or the headers are too long',
  500: 'Internal error; see `request_id`',
  503: 'The server or its database is not available, see Retry-After. With OUTCOME_UNKNOWN the write may have been made',
}

type Operation = AnyOperation

function parametersOf(operation: AnyOperation) {
  const inPath = [...operation.path.matchAll(/:(\w+)/g)].map((match) => match[1]!)
  const query = operation.query ? schemaOf(operation.query as Schema) : undefined
  return [
    ...inPath.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    ...Object.entries(query?.properties ?? {}).map(([name, schema]) => ({
      name,
      in: 'query',
      required: query?.required?.includes(name) ?? false,
      ...(schema.type === 'array' ? { style: 'form', explode: false } : {}),
      schema,
    })),
    ...(operation.ifMatch
      ? [
          {
            name: 'If-Match',
            in: 'header',
            required: operation.ifMatch === true,
            description:
              operation.ifMatch === true
                ? 'The record’s version'
                : 'The version of each record, in the order of the ids: "3","7". A record that has another version is refused',
            schema: { type: 'string' },
          },
        ]
      : []),
    ...(takesIdempotencyKey(operation)
      ? [
          {
            name: IDEMPOTENCY_KEY_HEADER,
            in: 'header',
            required: operation.idempotencyKey === 'required',
            description: `Makes a repetition of the request take effect once, and return the same response with ${REPLAYED_HEADER}: true. The key belongs to the person and the operation, and is kept for ${IDEMPOTENCY_KEY_DAYS} days`,
            schema: { type: 'string', minLength: 1, maxLength: IDEMPOTENCY_KEY_MAX, pattern: '^[!-~]+$' },
          },
        ]
      : []),
  ]
}

const BINARY: JsonSchema = { type: 'string', format: 'binary' }
const binary = (types: readonly string[]) => ({
  content: Object.fromEntries(types.map((type) => [type, { schema: BINARY }])),
})

/** The body of a request: a file, or the schema. */
function requestOf({ body, upload }: Operation) {
  if (upload) return { requestBody: { required: true, ...binary(upload.types) } }
  return body ? { requestBody: { required: true, ...json(schemaOf(body as Schema)) } } : {}
}

/** Cursor of a page. */
const NEXT_CURSOR: JsonSchema = {
  type: 'string',
  nullable: true,
  description:
    'Sent as `cursor`, it leads to the next page; null at the end of the list. Bound to the person, the filter and the order. Without it in the response the list was sent whole.',
}

/** The kinds of a list's entries. */
const KINDS: JsonSchema = {
  type: 'array',
  items: { type: 'string' },
  description: 'On the first page: the kinds of all entries, any of which can be sent as `kind`.',
}

function answerOf(operation: Operation) {
  if (operation.envelope === 'file') return { description: 'The file', ...binary(['image/*', PDF_TYPE]) }
  const data = schemaOf(operation.data as Schema)
  if (operation.envelope === 'plain') return { description: 'The answer', ...json(data) }
  const envelope: JsonSchema = {
    type: 'object',
    required: ['success', 'data'],
    properties: {
      success: { type: 'boolean', enum: [true] },
      data,
      message: { type: 'string' },
      ...(operation.envelope === 'list' ? { total_count: { type: 'integer', nullable: true } } : {}),
      ...(operation.pages ? { next_cursor: NEXT_CURSOR } : {}),
      ...(operation.kinds ? { kinds: KINDS } : {}),
    },
  }
  const lines = operation.streams
    ? {
        'application/x-ndjson': {
          schema: { type: 'string', description: 'A record a line; the last line is { "total_count": n }' },
        },
      }
    : {}
  return { description: 'The answer', content: { ...json(envelope).content, ...lines } }
}

const refusedSignIn = {
  description: 'Refused; the address carries the reason',
  ...json({ type: 'object', required: ['url'], properties: { url: { type: 'string' } } }),
}

function describe(operation: Operation) {
  const isPublic = operation.access === 'public'
  const isForApps = operation.access === 'app'
  const failures = Object.fromEntries(
    Object.entries(FAILURES).map(([status, description]) => [status, { description, ...json(FAILURE) }]),
  )
  return {
    operationId: operation.id,
    summary: operation.summary,
    tags: [isForApps ? 'Apps' : operation.id.split('.')[0]!],
    security: isPublic ? [] : [isForApps ? { appKey: [] } : { bearer: [] }],
    parameters: parametersOf(operation),
    ...requestOf(operation),
    responses: { 200: answerOf(operation), ...failures, ...(isPublic ? { 401: refusedSignIn } : {}) },
  }
}

type Paths = Record<string, Record<string, object>>

function describeAll(): Paths {
  const paths: Paths = {}
  for (const operation of EVERY_OPERATION) {
    for (const path of [operation.path, ...(operation.aliases ?? [])]) {
      const template = path.replace(/:(\w+)/g, '{$1}')
      const described = describe(operation)
      const isAlias = path !== operation.path
      ;(paths[template] ??= {})[operation.method.toLowerCase()] = isAlias
        ? {
            ...described,
            operationId: `${operation.id}@${path}`,
            parameters: described.parameters.filter(
              (each) => each.in !== 'path' || template.includes(`{${each.name}}`),
            ),
          }
        : described
    }
  }
  return paths
}
let allPaths: Paths | undefined

/**
 * @returns the OpenAPI 3.0 document of the whole catalogue, aliases included. Its operations are described when they are first
 *   read, once for the process: a server would otherwise spend a tenth of its start on a document that few people open.
 */
export function openApiDocument() {
  return {
    openapi: '3.0.3' as const,
    info: {
      title: 'Pitboss platform API',
      version: '1',
      description: `Everything under /api/v1 needs a bearer token, or under 'Apps' the key of an app in ${APP_KEY_HEADER}; what no rule allows is refused.`,
    },
    components: {
      securitySchemes: {
        bearer: { type: 'http' as const, scheme: 'bearer', bearerFormat: 'JWT' },
        appKey: { type: 'apiKey' as const, in: 'header', name: APP_KEY_HEADER },
      },
    },
    get paths() {
      return (allPaths ??= describeAll())
    },
  }
}
