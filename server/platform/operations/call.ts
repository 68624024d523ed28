/** Input and output of a handler. What all operations have in common (access, validation, envelope) is in run.ts; a transport does the rest. */
import type { OperationId, OperationOf } from '@contract/http/catalogue'
import type { BodyOf, DataOf, ParamsOf, QueryOf } from '@contract/http/operation'
import type { RowBatches } from '@server/platform/db/list-stream'
import type { Principal } from '@server/platform/modules/access/principal'
import type { WriteKey } from '@server/platform/modules/idempotency/keys'

/** JSON text of a `D`: the database writes it, Node passes it on. */
export type Json<D> = string & { readonly json?: D }

interface Extras {
  /** A sentence for staff, which the console shows as a toast. */
  message?: string
  /** State of the caller's notifications. */
  unread_count?: number
  revision?: number
  /** Version of the record, sent as ETag too. */
  version?: number
}

/** A file to send. */
export interface FileAnswer {
  /** Null: the reader's cached copy is current. */
  bytes: Uint8Array | null
  contentType: string
  cacheControl: string
  /** Without quotes. */
  etag?: string
  disposition?: string
  /** Whether pages of other origins may embed it. */
  isPublic: boolean
}

/** A handler's result: a value, JSON text, the rows of a list, or a file. */
export type Answer<D> =
  | (Extras & { data: D })
  | (Extras & { json: Json<D>; total_count?: number | null; next_cursor?: string | null; kinds?: readonly string[] })
  | (Extras & {
      rows: RowBatches
      /** the total number, read after the last row */ total: (sent: number) => Promise<number>
      /** Of a write that continues while its rows are sent: settles when it has finished, and never rejects. */
      finished?: Promise<unknown>
    })
  | { file: FileAnswer }

/** What the platform reads of a request; the transport has parsed it. */
export interface Incoming {
  /** Identifies the request in logs and failures. */
  readonly id: string
  readonly ip: string
  /** `http` or `https`, and the host with its port, as the client used them. */
  readonly protocol: string
  readonly host: string
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly cookies: Readonly<Record<string, string | undefined>>
  readonly params: unknown
  readonly query: unknown
  /** Parsed JSON, or the bytes of an upload. */
  readonly body: unknown
  /** Receives what a console reports of itself. */
  readonly log: Readonly<Record<'debug' | 'info' | 'warn' | 'error', (fields: object, message: string) => void>>
}

export interface CookieOptions {
  path: string
  httpOnly: boolean
  sameSite: 'lax' | 'strict' | 'none'
  secure: boolean
  /** Seconds. */
  maxAge?: number
}
/** What the platform adds to a response. */
export interface Outgoing {
  code(status: number): unknown
  header(name: string, value: string | number): unknown
  setCookie(name: string, value: string, options: CookieOptions): unknown
  clearCookie(name: string, options: CookieOptions): unknown
}

/** Where a call came from, for the audit. */
export interface Origin {
  ip: string
  userAgent: string | null
  requestId: string
}

interface Input<Id extends OperationId> {
  params: ParamsOf<OperationOf<Id>>
  query: QueryOf<OperationOf<Id>>
  body: BodyOf<OperationOf<Id>>
}

/** A call by a signed-in person who is allowed to make it. */
export interface Call<Id extends OperationId> extends Input<Id> {
  principal: Principal
  origin: Origin
  /** Stores the write's response under the call's Idempotency-Key; null where the call has none. */
  key: WriteKey | null
  /** From If-Match; set for operations that require it. */
  ifMatch: number
  /** From If-Match, for calls about several records: the version of each, in the order of the ids; null: not sent. */
  ifMatches: readonly number[] | null
  /** The client asks for the list as NDJSON. */
  streamed: boolean
  /** The body of an upload; empty for all other calls. */
  file: Uint8Array
  /** Fires when the client disconnects or the server stops. */
  readonly signal: AbortSignal
}

/** A call of the sign-in mechanism or of a health check: it may set cookies and statuses, and its bodies have no envelope. */
export interface PlainCall<Id extends OperationId> extends Input<Id> {
  request: Incoming
  reply: Outgoing
  origin: Origin
}

export type Handler<Id extends OperationId> = (call: Call<Id>) => Promise<Answer<DataOf<OperationOf<Id>>>>
export type PlainHandler<Id extends OperationId> = (call: PlainCall<Id>) => Promise<DataOf<OperationOf<Id>>>

/** The handler of a file that can be read without a token. */
export type PublicFileHandler<Id extends OperationId> = (call: PlainCall<Id>) => Promise<FileAnswer>

/** One handler for each operation of the catalogue: a missing one fails the type check. */
export type Routes = {
  [Id in OperationId]: Id extends `auth.${string}` | `health.${string}`
    ? PlainHandler<Id>
    : Id extends `files.${string}`
      ? PublicFileHandler<Id>
      : Handler<Id>
}
/** The handlers of one domain. */
export type RoutesOf<Domain extends string> = Pick<Routes, Extract<OperationId, `${Domain}.${string}`>>
