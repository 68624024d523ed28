/** What a mock handler gets and gives. The mount reads the request and writes the answer around it. */
import type { Access } from '@contract/permissions'
import type { BodyOf, DataOf, ParamsOf, QueryOf } from '@contract/http/operation'
import type { OperationId, OperationOf } from '@contract/http/catalogue'
import type { MockSession } from './db'
import type { StaffRecord } from './fixtures/staff'

/** Who calls. */
export interface Caller {
  staff: StaffRecord
  session: MockSession
  access: Access
}

/** A request that has been read. */
export interface Call<P = unknown, Q = unknown, B = unknown> {
  params: P
  query: Q
  body: B
  request: Request
  /** Milliseconds since 1970. */
  now: number
  /** The version in If-Match, where the operation asks for it; null: not sent. */
  ifMatch: number | null
  /** The versions in If-Match, of a call about several records; null: not sent. */
  ifMatches: readonly number[] | null
  /** The body of an upload; empty for all other calls. */
  file: Uint8Array<ArrayBuffer>
  /** Null for who is not signed in; the mount lets nobody of those come to an operation that is not public. */
  caller: Caller | null
  /** The app that calls an operation for apps, and the store that its key is bound to; null elsewhere. */
  app: { store: string } | null
}

/** `data` as it is sent: of a record, only the fields that the caller may read. */
export type Sent<D> = D extends readonly (infer Row)[] ? Partial<Row>[] : D extends object ? Partial<D> : D

/** What a handler answers. */
export interface Answer<D> {
  data: Sent<D>
  message?: string
  total_count?: number | null
  /** Of a paged list: where it goes on; null at its end. */
  next_cursor?: string | null
  /** How the caller's notifications stand. */
  unread_count?: number
  revision?: number
  /** Given by the sign-in mechanism, which has other answers than 200. */
  status?: 200 | 401
  headers?: [string, string][]
  /** The bytes of a file; `data` is null then. */
  file?: Uint8Array<ArrayBuffer>
}

/** The call that an operation's handler gets. */
export type CallOf<O> = Call<ParamsOf<O>, QueryOf<O>, BodyOf<O>>

/** A handler of an operation. Failures are thrown (`Refusal`). */
export type Handler<O> = (call: CallOf<O>) => Answer<DataOf<O>>

/** One handler for each operation: a missing one fails the type check. */
export type Handlers = { [Id in OperationId]: Handler<OperationOf<Id>> }
/** The handlers of one domain. */
export type HandlersOf<D extends string> = { [Id in Extract<OperationId, `${D}.${string}`>]: Handler<OperationOf<Id>> }

/** The caller of an operation that is not public. */
export function callerOf(call: Pick<Call, 'caller'>): Caller {
  if (!call.caller) throw new Error('A public operation has no caller')
  return call.caller
}
