import type { BodyOf, Operation, ParamsOf, QueryOf } from '@contract/http/operation'
import type { Result } from '@contract/errors'
import type { SessionReply } from '@contract/entities/session'
import type { PreferenceChanges, Preferences } from '@contract/entities/preferences'
import type { Profile } from '@contract/entities/profile'
import type { Access } from '@contract/permissions'

type Part<K extends string, T> = [T] extends [undefined] ? { [key in K]?: undefined } : { [key in K]: T }

/** What goes into a call: path parameters, query and body, each only where the operation has one. */
export type InputOf<O> = Part<'params', ParamsOf<O>> & Part<'query', QueryOf<O>> & Part<'body', BodyOf<O>>

/** What comes back beside the data. */
export interface Reply<D> {
  data: D
  /** The server's own sentence, where it sent one. */
  message?: string
  total_count?: number | null
  /** Of a page: where the list goes on; null at its end. */
  next_cursor?: string | null
  /** Notifications: how many are unread. */
  unread_count?: number
  /** Notifications: grows with each change; news of a lower one is older (contract, socket.ts). */
  revision?: number
}

export interface CallOptions {
  signal?: AbortSignal
  /** The version that the change was made on; of several records the version of each, in the order of their ids. */
  ifMatch?: number | readonly number[]
  idempotencyKey?: string
  /** The browser delivers it after the page has gone; nobody waits for the answer. */
  keepalive?: true
}

/** How a streamed list is told. */
export interface StreamListeners<Row> {
  /** Rows in the list's order, as they arrive. */
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
   * @param options `onProgress` is told how much was sent, 0 to 1
   */
  upload<Q, D>(
    operation: Operation<string, undefined, Q, undefined, D>,
    query: Q,
    file: Blob,
    options?: Pick<CallOptions, 'signal' | 'idempotencyKey'> & { onProgress?: (share: number) => void },
  ): Promise<Result<Reply<D>>>
  /**
   * Reads a private file: an operation with the envelope `file`. Each call is audited.
   * @returns its content, with one of the types that private files may have; an answer of another type is a failure
   */
  file<P>(
    operation: Operation<string, P, undefined, undefined, unknown>,
    params: P,
    options?: Pick<CallOptions, 'signal'>,
  ): Promise<Result<Blob>>
  /**
   * Reads a full list as it arrives, or the answer to a file that is sent (an operation with `upload` that streams).
   * @param options `file`: the body
   * @returns how many there are in all; `cutShort` when the answer ended before its last line
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
  /** GET session. `null`: nobody is signed in. `token-expiries`: it can no longer be renewed. */
  read(signal?: AbortSignal): Promise<Result<SessionReply>>
  /** csrf, then callback. A refusal is `{ refused: code }`. */
  signIn(
    credentials: { email: string; password: string; two_fa_token: string | null },
    signal?: AbortSignal,
  ): Promise<Result<{ refused?: string; url: string }>>
  signOut(signal?: AbortSignal): Promise<Result<null>>
}

/** Who is signed in, and what they may open and do. */
export interface IdentityPort {
  readProfile(signal: AbortSignal): Promise<Result<Profile>>
  readAccess(signal: AbortSignal): Promise<Result<Access>>
  /** Sets or removes some of the person's own preferences. @returns all of them */
  savePreferences(changes: PreferenceChanges): Promise<Result<Preferences>>
}
