/** The calls of a record, and their answers in the contract's form. */
import assert from 'node:assert/strict'
import type { AnyOperation } from '@contract/http/operation'
import { RECORD_OPERATIONS } from '@contract/records/operations'
import type { RecordDefinition } from '@contract/records/record'
import { checkSuccess } from '../check'
import type { Client, Reply, Sending } from '../client'
import type { Row } from './oracle'

/** The operations of a record, by its verb or the name of the action. */
export const operationOf = (record: RecordDefinition, verb: string): AnyOperation =>
  RECORD_OPERATIONS.find(({ operation }) => operation.id === `${record.name}.${verb}`)!.operation
export const hasVerb = (record: RecordDefinition, verb: string): boolean =>
  RECORD_OPERATIONS.some(({ operation }) => operation.id === `${record.name}.${verb}`)

/** Whether a call performs an action that needs a step-up. */
const needsStepUp = ({ actions }: RecordDefinition, verb: string): boolean =>
  Object.entries(actions).some(
    ([name, { stepUp }]) => stepUp && [name, `bulk${name[0]!.toUpperCase()}${name.slice(1)}`].includes(verb),
  )

/** Calls an operation of a record, after a step-up where it needs one. */
export async function call(
  client: Client,
  record: RecordDefinition,
  verb: string,
  id = '',
  sending: Sending = {},
): Promise<Reply> {
  const { method, path } = operationOf(record, verb)
  if (needsStepUp(record, verb) && client.token !== null) await client.stepUp()
  return client.send(method, path.replace(':id', id), sending)
}
/** Like `call`, and requires a success in the contract's form. @returns its data */
export async function done<D = Row>(
  client: Client,
  record: RecordDefinition,
  verb: string,
  id = '',
  sending: Sending = {},
): Promise<D> {
  return checkSuccess<D>(await call(client, record, verb, id, sending), operationOf(record, verb))
}

/** A list's response, with the same rows from the stream. */
export interface Listed {
  rows: Row[]
  total: number | null
}
export async function list(client: Client, record: RecordDefinition, query: Sending['query'] = {}): Promise<Listed> {
  const reply = await call(client, record, 'list', '', { query })
  const rows = checkSuccess<Row[]>(reply, operationOf(record, 'list'))
  return { rows, total: (reply.json as { total_count: number | null }).total_count }
}
export async function lines(client: Client, record: RecordDefinition, query: Sending['query'] = {}): Promise<Listed> {
  const { path } = operationOf(record, 'list')
  const reply = await client.send('GET', path, { query, headers: { Accept: 'application/x-ndjson' } })
  assert.equal(reply.status, 200, reply.text.slice(0, 300))
  assert.match(reply.headers.get('content-type') ?? '', /^application\/x-ndjson\b/)
  const all = reply.text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)
  const { total_count } = all.pop() as { total_count: number | null }
  return { rows: all as Row[], total: total_count }
}
