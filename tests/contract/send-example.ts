/** Sends the example of an operation. */
import type { AnyOperation } from '@contract/http/operation'
import type { Client, Sending } from './client'
import type { Input } from './examples'

/** A path with its parameters filled in; the only one that examples do not have is the sign-in provider. */
const withParams = (path: string, params: Record<string, string> = {}) =>
  path.replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(params[name] ?? 'credentials'))
/** Sends an operation's example; `more` replaces parts of it. */
export function sendExample(
  client: Client,
  operation: AnyOperation,
  input: Input,
  more: Sending = {},
  path = operation.path,
) {
  return client.send(operation.method, withParams(path, input.params), {
    query: input.query,
    body: input.body,
    ...(input.file ? { raw: input.file } : {}),
    ...more,
    headers: { ...(input.file ? { 'Content-Type': 'image/png' } : {}), ...more.headers },
  })
}
