/**
 * Sends odd requests to a running server and collects the responses that violate the contract: a 5xx, a failure outside the
 * contract's envelope, or no response. The same seed sends the same requests. `npm run fuzz` runs many, `npm test` a few.
 */
import { connect } from 'node:net'
import { ERROR_CODE } from '@contract/errors'
import { EVERY_OPERATION } from '@contract/http/catalogue'
import { createRandom, type Random } from '@server/db/random'
import { exampleOf } from '@tests/contract/examples'

export interface FuzzTarget {
  /** Origin, e.g. http://127.0.0.1:4000 */
  base: string
  /** Bearer tokens of people with different rights. */
  tokens: readonly string[]
  /** Ids of existing records. */
  ids: readonly string[]
}
export interface FuzzOptions {
  requests: number
  seed: number
  /** Number of concurrent requests. */
  atOnce?: number
}
export interface FuzzResult {
  /** status → number of responses */
  statuses: Record<string, number>
  /** Violations of the contract, with the request's first line. */
  faults: string[]
}

interface Odd {
  method: string
  target: string
  headers: [string, string][]
  body: string
}

const LETTERS = Array.from('abcdefghij')
const ANSWER_WITHIN_MS = 20_000

const NAMES = [
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__', 'prototype'],
  ...['a[b]', '', '%', '%00', 'ä', 'length', 'x'.repeat(300), 'page', 'itemNo', 'search', 'fields', 'id', 'sort_by'],
]
const TEXTS = [
  ...['', '0', '-1', '1', '1.5', '1e400', 'NaN', 'null', 'true', '9007199254740991', '9007199254740992', '[]', '{}'],
  ...['%', '%00', '%ff', '%E0%A4%A', '%F0%9F%92%A5', '..%2f..%2fetc', "' or 1=1 --", '%5C', '%25', '?', '??x', '#x'],
  ...['a,b,,c', ',', 'first_name', 'password_hash', '__proto__', 'constructor', '%ED%A0%80', 'x'.repeat(201)],
  ...['x'.repeat(3000), '+', '%2B', '%0d%0aset-cookie:a=b', '2026-02-30', '%C2%A0', '*', 'asc', 'desc'],
]
const VALUES: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1.5, 1e308, '', ' ', '\u0000', '\uD800', '💥', 'x'.repeat(5000), [], {}, [[]], [null]],
  ...[{ $gt: '' }, { constructor: 1 }, { toString: 'x' }, { length: 3 }, ['a', 'b'], Number.MAX_SAFE_INTEGER],
  ...['__proto__', '2026-13-45', 'null', '١٢٣', '\u202E', "'; drop table users; --"],
]
const RAW_BODIES = [
  ...[
    '',
    '{',
    'null',
    '[]',
    '"x"',
    '5',
    '{"a":}',
    '\u0000',
    '{"__proto__":{"a":1}}',
    '{"constructor":{"prototype":{}}}',
  ],
  ...['{"a":1,"a":2}', '['.repeat(20_000), `${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`, 'a=b&c=d', '\uFEFF{}'],
  `{"first_name":"${'x'.repeat(300_000)}"}`,
]
const HEADERS: readonly [string, string][] = [
  ...['text/plain', 'application/xml', 'multipart/form-data', 'application/json; charset=utf-16', 'x', '', ';'].map(
    (type): [string, string] => ['content-type', type],
  ),
  ...['*/*', 'text/html', 'application/x-ndjson', 'application/json;q=0', 'x', ''].map((type): [string, string] => [
    'accept',
    type,
  ]),
  ...['*', '"0"', '"1"', 'W/"2"', '"999999999999"', 'x', '"1", "2"'].map((value): [string, string] => [
    'if-match',
    value,
  ]),
  ...['Bearer', 'Bearer x', 'Basic YTpi', `Bearer ${'x'.repeat(5000)}`, 'Bearer a.b.c', '\u00ff'].map(
    (value): [string, string] => ['authorization', value],
  ),
  ...['pitboss.session=x', 'pitboss.session=%00', 'pitboss.csrf=a.b', '=', ';;;', 'a', '__proto__=1'].map(
    (value): [string, string] => ['cookie', value],
  ),
  ['accept-encoding', 'br;q=1, gzip;q=0'],
  ['accept-encoding', 'x'],
  ['accept-version', '9'],
  ['range', 'bytes=99999999-'],
  ['range', 'x'],
  ['origin', 'null'],
  ['origin', 'http://elsewhere.example'],
  ['access-control-request-method', 'POST'],
  ['x-forwarded-for', '%, 1.2.3.4, ::1'],
  ['x-http-method-override', 'DELETE'],
  ['expect', '100-continue'],
  ['expect', 'x'],
  ['user-agent', 'x'.repeat(4000)],
  ['x-long', 'x'.repeat(20_000)],
  ['transfer-encoding', 'chunked'],
  ['content-length', '5'],
  ['upgrade', 'h2c'],
  ['host', '[x'],
  ['host', 'a b'],
  ['host', ''],
  ['if-none-match', '*'],
]
const OTHER_METHODS = ['HEAD', 'OPTIONS', 'PUT', 'DELETE', 'TRACE', 'PROPFIND', 'QUERY', 'FOO', 'get', 'GET', 'POST']
const OTHER_TARGETS = [
  ...[
    '/',
    '/users',
    '/users/x/y',
    '/login?error=x',
    '/docs',
    '/docs/json',
    '/docs/static/x',
    '/assets/x.js',
    '//',
    '*',
  ],
  ...['/api', '/api/', '/api/v1', '/api/v1/', '/api/v1/%2e%2e/auth', '/%61pi/v1/users', '/api/auth', '/api/auth/x/y'],
  ...['/api/auth/error?error=__proto__', '/api/auth/signin', '/socket.io/?EIO=4&transport=polling', '/socket.io/'],
  ...['/health/live', '/health/ready', '/health', '/%', '/%00', '/..', '/.git/config', '/users#x', '/;', '/\\', '/?'],
  'http://elsewhere.example/api/v1/users',
  `/${'x'.repeat(9000)}`,
]

/** Changes a JSON value at a random place inside. */
function mutated(value: unknown, random: Random): unknown {
  if (typeof value !== 'object' || value === null || random.next() < 0.15) return random.pick(VALUES)
  if (Array.isArray(value)) return value.map((each: unknown) => mutated(each, random))
  const copy = structuredClone(value) as Record<string, unknown>
  const key = random.next() < 0.7 ? random.pick(Object.keys(copy).concat(random.pick(NAMES))) : random.pick(NAMES)
  const changed = random.next() < 0.2 ? mutated(copy[key], random) : random.pick(VALUES)
  // JSON.parse creates an own property `__proto__`; an assignment would not.
  if (key === '__proto__') return { ...copy, ...(JSON.parse(`{"__proto__":${JSON.stringify(changed)}}`) as object) }
  if (random.next() < 0.1) delete copy[key]
  else copy[key] = changed
  return copy
}

function oddRequest(random: Random, { tokens, ids }: FuzzTarget): Odd {
  const some = (share: number) => random.next() < share
  const operation = random.pick(EVERY_OPERATION)
  const example = exampleOf(operation, {
    id: random.pick(ids),
    unique: `fuzz${Array.from({ length: 10 }, () => random.pick(LETTERS)).join('')}`,
    csrfToken: 'x',
  })

  const path = random
    .pick([operation.path, ...(operation.aliases ?? [])])
    .replace(/:(\w+)/g, (_, name: string) => (some(0.4) ? random.pick(TEXTS) : (example.params?.[name] ?? 'x')))
  const pairs = Object.entries(example.query ?? {}).map(([name, value]) => `${name}=${String(value)}`)
  while (some(0.4)) pairs.push(`${random.pick(NAMES)}${some(0.9) ? '=' : ''}${random.pick(TEXTS)}`)
  const query =
    pairs.length > 0
      ? `${random.weighted([
          ['?', 20],
          ['#', 1],
          [';', 1],
          ['??', 1],
        ])}${pairs.join('&')}`
      : ''

  const headers: [string, string][] = [
    ['host', 'fuzz.test'],
    ['connection', 'close'],
  ]
  if (some(0.85)) headers.push(['authorization', `Bearer ${random.pick(tokens)}`])
  if (operation.ifMatch === true && some(0.7)) headers.push(['if-match', `"${random.integer(1, 4)}"`])
  if (operation.ifMatch === 'each' && some(0.2)) headers.push(['if-match', random.pick(['"1"', '"1","2"', '*', '1,2'])])
  let body = ''
  if (operation.method !== 'GET' || some(0.05)) {
    body = some(0.15)
      ? random.pick(RAW_BODIES)
      : JSON.stringify(some(0.8) ? mutated(example.body ?? {}, random) : (example.body ?? {}))
    headers.push(['content-type', 'application/json'])
  }
  while (some(0.25)) {
    const [name, value] = random.pick(HEADERS)
    const known = headers.findIndex((each) => each[0] === name)
    if (known >= 0) headers.splice(known, 1)
    headers.push([name, value])
  }
  const hasLength = headers.some(([name]) => name === 'content-length' || name === 'transfer-encoding')
  if (!hasLength && (body !== '' || operation.method !== 'GET'))
    headers.push(['content-length', String(Buffer.byteLength(body))])
  return {
    method: some(0.07) ? random.pick(OTHER_METHODS) : operation.method,
    target: some(0.06) ? random.pick(OTHER_TARGETS) : path + query,
    headers,
    body,
  }
}

interface Raw {
  status: number
  headers: Map<string, string>
  text: string
}

/** Whether the request ends before its announced body. */
const isCutShort = ({ headers, body }: Pick<Odd, 'headers' | 'body'>): boolean =>
  headers.some(
    ([name, value]) =>
      name === 'transfer-encoding' || (name === 'content-length' && Number(value) > Buffer.byteLength(body)),
  )

/** Sends bytes unchanged. @returns the last response (100 Continue comes before it); null where none arrived in time */
function exchange(base: string, { method, target, headers, body }: Odd): Promise<Raw | null> {
  const { hostname, port } = new URL(base)
  const head = [`${method} ${target} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`), '', ''].join(
    '\r\n',
  )
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    const chunks: Buffer[] = []
    const finish = () => {
      clearTimeout(timer)
      socket.destroy()
      const text = Buffer.concat(chunks)
        .toString('utf8')
        .replace(/^HTTP\/1\.1 100 .*?\r\n\r\n/s, '')
      const end = text.indexOf('\r\n\r\n')
      const [first = '', ...lines] = text.slice(0, Math.max(0, end)).split('\r\n')
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1] ?? 0)
      if (status === 0) return resolve(null)
      const fields = lines.map((line): [string, string] => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
      })
      resolve({ status, headers: new Map(fields), text: text.slice(end + 4) })
    }
    const timer = setTimeout(finish, ANSWER_WITHIN_MS)
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('close', finish)
    socket.on('error', () => undefined)
    socket.write(Buffer.from(head, 'latin1'))
    socket.write(body)
    // The server would wait for the rest of an incomplete body.
    if (isCutShort({ headers, body })) socket.end()
  })
}

const CODES: ReadonlySet<unknown> = new Set(Object.values(ERROR_CODE))

/** @returns the violation in a response, or null */
function faultOf(odd: Odd, answer: Raw | null): string | null {
  if (!answer) return isCutShort(odd) ? null : 'no answer'
  if (answer.status >= 500) return `${answer.status} ${answer.text.slice(0, 200)}`
  if (answer.status < 400 || odd.method === 'HEAD') return null
  const json = /\{.*\}/s.exec(answer.text)?.[0] ?? ''
  let body: { success?: unknown; code?: unknown; message?: unknown; url?: unknown }
  try {
    body = JSON.parse(json) as typeof body
  } catch {
    return `${answer.status} is no JSON: ${answer.text.slice(0, 200)}`
  }
  // Engine.IO has its own failures; the sign-in mechanism refuses with an address (contract, Sign-in mechanism).
  if (odd.target.startsWith('/socket.io')) return null
  if (typeof body.url === 'string' && /^\/(?:api|%61pi)\/auth/.test(odd.target)) return null
  return body.success === false && CODES.has(body.code) && typeof body.message === 'string'
    ? null
    : `${answer.status} is not the envelope: ${json.slice(0, 200)}`
}

/** Sends the requests of a seed. */
export async function fuzz(target: FuzzTarget, { requests, seed, atOnce = 8 }: FuzzOptions): Promise<FuzzResult> {
  const random = createRandom(seed)
  const result: FuzzResult = { statuses: {}, faults: [] }
  let left = requests
  const work = async () => {
    while (left > 0) {
      left -= 1
      const odd = oddRequest(random, target)
      const answer = await exchange(target.base, odd)
      const status = String(answer?.status ?? 'none')
      result.statuses[status] = (result.statuses[status] ?? 0) + 1
      const fault = faultOf(odd, answer)
      if (fault !== null) {
        const headers = odd.headers.filter(([name]) => name !== 'authorization').map((each) => each.join(': '))
        result.faults.push(
          `${odd.method} ${odd.target.slice(0, 200)} {${headers.join(', ').slice(0, 200)}} ${odd.body.slice(0, 100)} → ${fault}`,
        )
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return result
}
