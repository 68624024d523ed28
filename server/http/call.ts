/** What a handler gets and gives. Paths, access, validation, envelope and errors are the mount's (mount.ts). */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OperationId, OperationOf } from '@contract/http/catalogue'
import type { BodyOf, DataOf, ParamsOf, QueryOf } from '@contract/http/operation'
import type { RowBatches } from '@server/db/list-stream'
import type { Principal } from '@server/modules/access/principal'
import type { WriteKey } from '@server/modules/idempotency/keys'

/** Text that is the JSON of a `D`: the database writes it, Node passes it on. */
export type Json<D> = string & { readonly json?: D }

interface Extras {
  /** A sentence for staff; the console toasts it. */
  message?: string
  /** How the caller's notifications stand. */
  unread_count?: number
  revision?: number
  /** Version of the record, sent as ETag too. */
  version?: number
}

/** A file as it is sent. */
export interface FileAnswer {
  /** Null: the reader has this content already. */
  bytes: Uint8Array | null
  contentType: string
  cacheControl: string
  /** Without quotes. */
  etag?: string
  disposition?: string
  /** Whether pages of other origins may show it. */
  isPublic: boolean
}

/** What a handler answers: a value, JSON text, the rows of a list, or a file. */
export type Answer<D> =
  | (Extras & { data: D })
  | (Extras & { json: Json<D>; total_count?: number | null; next_cursor?: string | null })
  | (Extras & {
      rows: RowBatches
      /** how many there are in all, asked for after the last row */ total: (sent: number) => Promise<number>
      /** Of a write that goes on while its rows are sent: settles when it is over, and never rejects. */
      finished?: Promise<unknown>
    })
  | { file: FileAnswer }

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

/** A call by someone who is signed in and may make it. */
export interface Call<Id extends OperationId> extends Input<Id> {
  principal: Principal
  origin: Origin
  /** How the write stores its response under the call's Idempotency-Key; null where the call carries none. */
  key: WriteKey | null
  /** From If-Match; there for operations that ask for it. */
  ifMatch: number
  /** From If-Match, for calls about several records: the version of each, in the order of the ids; null: not sent. */
  ifMatches: readonly number[] | null
  /** The list is asked for as NDJSON. */
  streamed: boolean
  /** The body of an upload; empty for all other calls. */
  file: Uint8Array
  /** Fires when the client goes away or the server stops. */
  readonly signal: AbortSignal
}

/** A call of the sign-in mechanism or of a health check: it may set cookies and statuses, and its bodies have no envelope. */
export interface PlainCall<Id extends OperationId> extends Input<Id> {
  request: FastifyRequest
  reply: FastifyReply
  origin: Origin
}

export type Handler<Id extends OperationId> = (call: Call<Id>) => Promise<Answer<DataOf<OperationOf<Id>>>>
export type PlainHandler<Id extends OperationId> = (call: PlainCall<Id>) => Promise<DataOf<OperationOf<Id>>>

/** The handler of a file that needs no token. */
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
