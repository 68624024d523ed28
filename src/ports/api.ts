import type { BodyOf, Operation, ParamsOf, QueryOf } from '@contract/http/operation'
import type { Result } from '@contract/errors'
import type { SessionReply } from '@contract/entities/session'
import type { PreferenceChanges, Preferences } from '@contract/entities/preferences'
import type { Profile } from '@contract/entities/profile'
import type { Access } from '@contract/permissions'

type Part<K extends string, T> = [T] extends [undefined] ? { [key in K]?: undefined } : { [key in K]: T }

/** The input of a call: path parameters, query and body, each only if the operation has it. */
export type InputOf<O> = Part<'params', ParamsOf<O>> & Part<'query', QueryOf<O>> & Part<'body', BodyOf<O>>

/** The response, with the properties beside the data. */
export interface Reply<D> {
  data: D
  /** The server's message, if it sent one. */
  message?: string
  total_count?: number | null
  /** Of a page: the cursor of the next page; null at the end of the list. */
  next_cursor?: string | null
  /** Of the first page of a history: the kinds of its entries. */
  kinds?: readonly string[]
  /** Notifications: the number of unread ones. */
  unread_count?: number
  /** Notifications: increases with each change; an event with a lower revision is older (contract, socket.ts). */
  revision?: number
}

export interface CallOptions {
  signal?: AbortSignal
  /** The version that the change is based on; for several records the version of each, in the order of their ids. */
  ifMatch?: number | readonly number[]
  /** Of a write that its caller may repeat; other writes get a key for this call alone. */
  idempotencyKey?: string
  /** The browser completes the request even after the page was closed; the response is not awaited. */
  keepalive?: true
}

/** Callbacks of a streamed list. */
export interface StreamListeners<Row> {
  /** Receives rows in the list's order, as they arrive. */
  onRows(rows: Row[]): void
}

/** The platform API. A failure is data; these promises reject only for programming errors. */
export interface ApiPort {
  call<P, Q, B, D>(
    operation: Operation<string, P, Q, B, D>,
    input: InputOf<Operation<string, P, Q, B, D>>,
    options?: CallOptions,
  ): Promise<Result<Reply<D>>>
  /**
   * Uploads a file: an operation with `upload`.
   * @param options `onProgress` receives the share that was sent, 0 to 1
   */
  upload<Q, D>(
    operation: Operation<string, undefined, Q, undefined, D>,
    query: Q,
    file: Blob,
    options?: Pick<CallOptions, 'signal' | 'idempotencyKey'> & { onProgress?: (share: number) => void },
  ): Promise<Result<Reply<D>>>
  /**
   * Reads a private file: an operation with the envelope `file`. Each call is audited.
   * @returns its content, with one of the types that private files may have; a response of another type is a failure
   */
  file<P>(
    operation: Operation<string, P, undefined, undefined, unknown>,
    params: P,
    options?: Pick<CallOptions, 'signal'>,
  ): Promise<Result<Blob>>
  /**
   * Reads a full list as it arrives, or the response to an uploaded file (an operation with `upload` that streams).
   * @param options `file`: the body
   * @returns the total number of rows; `cutShort` if the response ended before its last line
   */
  stream<P, Q, B, Row>(
    operation: Operation<string, P, Q, B, Row[]>,
    query: Q,
    listeners: StreamListeners<Row>,
    options?: Pick<CallOptions, 'signal' | 'idempotencyKey'> & { file?: Blob },
  ): Promise<Result<{ total_count: number | null; cutShort: boolean }>>
}

/** The cookie session behind the token (base /api/auth). */
export interface SessionApiPort {
  /** GET session. `null`: nobody is signed in. `token-expiries`: the session can no longer be renewed. */
  read(signal?: AbortSignal): Promise<Result<SessionReply>>
  /** Requests csrf, then callback. A refusal is `{ refused: code }`. */
  signIn(
    credentials: { email: string; password: string; two_fa_token: string | null },
    signal?: AbortSignal,
  ): Promise<Result<{ refused?: string; url: string }>>
  signOut(signal?: AbortSignal): Promise<Result<null>>
}

/** The signed-in person's profile and permissions. */
export interface IdentityPort {
  readProfile(signal: AbortSignal): Promise<Result<Profile>>
  readAccess(signal: AbortSignal): Promise<Result<Access>>
  /** Sets or removes some of the person's own preferences. @returns all of them */
  savePreferences(changes: PreferenceChanges): Promise<Result<Preferences>>
}
