/** The input and output of a mock handler. The mount reads the request and writes the response. */
import type { Access } from '@contract/permissions'
import type { BodyOf, DataOf, ParamsOf, QueryOf } from '@contract/http/operation'
import type { OperationId, OperationOf } from '@contract/http/catalogue'
import type { MockSession } from './db'
import type { StaffRecord } from './fixtures/staff'

/** The caller. */
export interface Caller {
  staff: StaffRecord
  session: MockSession
  access: Access
  /** Called when others must approve the caller's action: the answer says so. */
  waits?: () => void
}

/** A parsed request. */
export interface Call<P = unknown, Q = unknown, B = unknown> {
  params: P
  query: Q
  body: B
  request: Request
  /** In milliseconds since 1970. */
  now: number
  /** The version in If-Match, if the operation requires it; null: not sent. */
  ifMatch: number | null
  /** The versions in If-Match of a call about several records; null: not sent. */
  ifMatches: readonly number[] | null
  /** The body of an upload; empty for all other calls. */
  file: Uint8Array<ArrayBuffer>
  /** Null if the caller is not signed in; the mount refuses such calls unless the operation is public. */
  caller: Caller | null
  /** The app that calls an operation for apps, with the store of its key; null for other operations. */
  app: { id: string; store: string } | null
}

/** `data` as it is sent: of a record only the fields that the caller may read. */
export type Sent<D> = D extends readonly (infer Row)[] ? Partial<Row>[] : D extends object ? Partial<D> : D

/** The response of a handler. */
export interface Answer<D> {
  data: Sent<D>
  message?: string
  total_count?: number | null
  /** Of a paged list: the cursor of the next page; null at the end. */
  next_cursor?: string | null
  /** Of the first page: the kinds that occur. */
  kinds?: readonly string[]
  /** The caller's unread notifications. */
  unread_count?: number
  revision?: number
  /** Set by the sign-in mechanism, which has responses other than 200. */
  status?: 200 | 401
  headers?: [string, string][]
  /** The bytes of a file; `data` is null then. */
  file?: Uint8Array<ArrayBuffer>
}

/** The call that the handler of an operation receives. */
export type CallOf<O> = Call<ParamsOf<O>, QueryOf<O>, BodyOf<O>>

/** A handler of an operation. Failures are thrown (`Refusal`). */
export type Handler<O> = (call: CallOf<O>) => Answer<DataOf<O>>

/** One handler for each operation: a missing one fails the type check. */
export type Handlers = { [Id in OperationId]: Handler<OperationOf<Id>> }
/** The handlers of one domain. */
export type HandlersOf<D extends string> = { [Id in Extract<OperationId, `${D}.${string}`>]: Handler<OperationOf<Id>> }

/** The app that calls an operation for apps. */
export function appOf(call: Pick<Call, 'app'>): { id: string; store: string } {
  if (!call.app) throw new Error('Only an operation for apps has an app')
  return call.app
}
/** The caller of an operation that is not public. */
export function callerOf(call: Pick<Call, 'caller'>): Caller {
  if (!call.caller) throw new Error('A public operation has no caller')
  return call.caller
}
