/**
 * The ports: what machines and screens need of the world, as types. The adapters are in src/services; stories and path
 * tests bring their own. Nothing here knows axios, socket.io, IndexedDB or the DOM.
 */
import type { BodyOf, Operation, ParamsOf, QueryOf } from './http/operation'
import type { ApiError, Result } from './errors'
import type { Session, SessionReply } from './entities/session'
import type { PreferenceChanges, Preferences } from './entities/preferences'
import type { Profile } from './entities/staff'
import type { Access } from './permissions'
import type { ClientToServerEvents, ServerToClientEvents } from './socket'

type Part<K extends string, T> = [T] extends [undefined] ? { [key in K]?: undefined } : { [key in K]: T }

/** What goes into a call: path parameters, query and body, each only where the operation has one. */
export type InputOf<O> = Part<'params', ParamsOf<O>> & Part<'query', QueryOf<O>> & Part<'body', BodyOf<O>>

/** What comes back beside the data. */
export interface Reply<D> {
  data: D
  /** The server's own sentence, where it sent one. */
  message?: string
  total_count?: number | null
  /** Notifications: how many are unread. */
  unread_count?: number
  /** Notifications: grows with each change; news of a lower one is older (contract, socket.ts). */
  revision?: number
}

export interface CallOptions {
  signal?: AbortSignal
  /** The record's version that the change was made on. */
  ifMatch?: number
  idempotencyKey?: string
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
   * Reads a full list as it arrives.
   * @returns how many there are in all; `cutShort` when the answer ended before its last line
   */
  stream<P, Q, B, Row>(
    operation: Operation<string, P, Q, B, Row[]>,
    query: Q,
    listeners: StreamListeners<Row>,
    options?: Pick<CallOptions, 'signal'>,
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

/** The token and what must not outlive a session on this device. Storage that is full or forbidden must not throw. */
export interface SessionStorePort {
  /** The stored token, or null. */
  token(): string | null
  saveToken(token: string): void
  saveAllowedRoutes(routes: readonly string[]): void
  /** Clears token, cookies and all user data. */
  clear(): void
  /** Set when a sign-out could not reach the server: the next start must not sign in by the cookie. */
  markSignedOut(): void
  isMarkedSignedOut(): boolean
  unmarkSignedOut(): void
}

/** Tells the other tabs of this browser. */
export interface TabsPort {
  tell(event: TabEvent): void
  /** @returns how to stop listening */
  listen(listener: (event: TabEvent) => void): () => void
}
export type TabEvent = { type: 'signedIn'; userId: string } | { type: 'signedOut' }

/** The key of a draft. `record` is 'new' where there is none yet. */
export interface DraftKey {
  userId: string
  form: string
  record: string
}
export interface Draft {
  /** The changed fields, as they were typed. */
  values: Record<string, unknown>
  /** Field → the value that it was changed from. Drafts of earlier consoles lack it: they hold all fields, changed or not. */
  from?: Record<string, unknown>
  /** Version of the record that the draft was begun on; null for a new one. */
  version: number | null
  savedAt: number
}
/** Typed work that outlives the session, encrypted with the session's draft key (contract, Drafts). */
export interface DraftsPort {
  /** Whether drafts can be kept at all here (IndexedDB and WebCrypto there, key known). */
  canKeep(): boolean
  unlock(userId: string, draftKey: string): Promise<void>
  lock(): void
  load(key: DraftKey): Promise<Draft | null>
  /** @returns false where it could not be kept */
  save(key: DraftKey, draft: Omit<Draft, 'savedAt'>): Promise<boolean>
  discard(key: DraftKey): Promise<void>
  /** Waits until everything that was asked for so far is written. */
  flush(): Promise<void>
}

/** The build of the console that this page runs, beside the one that the server has now. */
export interface BuildPort {
  /** @returns whether the server has another build; a failure where it could not be asked */
  isOutdated(signal: AbortSignal): Promise<Result<boolean>>
  /** Loads the page anew. The browser asks first where a form would lose its input. */
  reload(): void
}

export type ToastKind = 'success' | 'error' | 'warning'
/** What a message is about: the message log names it and links to it. */
export interface MessageLink {
  label: string
  /** Address in the console. */
  href: string
}
export interface ToastsPort {
  show(kind: ToastKind, message: string, link?: MessageLink): void
}

/** A message that was shown. */
export interface ToastEntry {
  /** Grows with each message of this page. */
  id: number
  kind: ToastKind
  message: string
  /** When it was shown, milliseconds since 1970. */
  at: number
  link?: MessageLink
}

/** What the host of the toasts and the message log read. */
export interface ToastLogPort {
  /** Told of each message once. What came before anyone listened is told to the first. @returns how to stop listening */
  onShow(listener: (entry: ToastEntry) => void): () => void
  /** Told of each change of the log. @returns how to stop listening */
  subscribe(listener: () => void): () => void
  /** The last messages, oldest first: the same array until it changes. */
  getSnapshot(): readonly ToastEntry[]
}

/** 'Only logged' (spec 4, 8): POST _log and console.info, no toast. */
export interface LogPort {
  log(code: string, message?: string): void
}

/**
 * Choices about the console. Those of the device (the look) are stored on it and outlive sign-outs; a person's own are stored
 * on the server, with the profile, and leave the device with the session.
 */
export interface PreferencesPort {
  get(key: PreferenceKey): string | null
  set(key: PreferenceKey, value: string): void
  /** @returns how to stop listening */
  subscribe(listener: () => void): () => void
}
export type DeviceKey = 'theme' | 'density' | 'sidebar' | 'sections' | 'singleKeys'
/** A person's own: usage of pages and actions in the palette; the columns of each list, by its slug. */
export type PersonalKey = 'palette' | `columns.${string}`
export type PreferenceKey = DeviceKey | PersonalKey

export interface ClockPort {
  /** Milliseconds since 1970. */
  now(): number
}

/** Makes the browser ask before the tab is closed or reloaded. */
export interface UnloadPort {
  /** @returns how to stop */
  guard(): () => void
}

/** Whether anybody sees this tab. */
export interface VisibilityPort {
  isVisible(): boolean
  /** @returns how to stop listening */
  subscribe(listener: () => void): () => void
}

/** The live socket of one tab. It never connects by itself. */
export interface SocketPort {
  /** Connects, or tries again after a refusal; a connection that stands or is being made is left alone. */
  connect(): void
  disconnect(): void
  emit<E extends keyof ClientToServerEvents>(event: E, ...args: Parameters<ClientToServerEvents[E]>): void
  on<E extends keyof ServerToClientEvents>(event: E, listener: ServerToClientEvents[E]): () => void
  onStatus(listener: (status: SocketStatus) => void): () => void
  /** A fresh access token is there: keeps the connection alive past the old one's end. */
  renewed(token: string): void
}
/** How this tab is joined to the platform. `offline`: the browser has no network. */
export interface ConnectionView {
  state: 'connecting' | 'live' | 'reconnecting' | 'offline'
  /** Since when, milliseconds since 1970. */
  since: number
  /** When the next try is made, where that is known; milliseconds since 1970. */
  nextTryAt: number | null
}
export interface ConnectionPort {
  /** The same object until it changes. */
  get: () => ConnectionView
  /** @returns how to stop listening */
  subscribe: (listener: () => void) => () => void
}
export type SocketStatus =
  | { type: 'connected' }
  | { type: 'lost'; reason: string }
  /** The line is down; the next try comes after `delay` milliseconds. */
  | { type: 'waiting'; attempt: number; delay: number }
  | { type: 'retrying'; attempt: number }
  /** The token was refused: nothing is tried until `connect` is called. */
  | { type: 'refused'; message: string }

export type { ApiError, Session }
