/**
 * The dependencies of the console: the adapters behind the ports, and the loaders of late code. The browser has one
 * set, stories another.
 */
import type { BegunLoginPort } from '@ports/begun-login'
import type { BuildPort } from '@ports/build'
import type { ClockPort } from '@ports/clock'
import type { DraftsPort } from '@ports/drafts'
import type { LogPort } from '@ports/log'
import type { UnloadPort, VisibilityPort } from '@ports/page'
import type { SocketPort } from '@ports/socket'
import type { TabsPort } from '@ports/tabs'
import type { Settled } from '@console/console'
import type { SessionDependencies } from '@machines/session/session.implementations'
import type { Connection } from '@services/connection'
import type { PendingDependencies } from '@services/pending'
import type { PersonalPreferencesDependencies } from '@services/personal-preferences'
import type { createPreferences } from '@services/preferences'
import type { Remote } from '@services/remote'
import type { SocketDependencies } from '@services/socket'
import type { SessionReader } from '@services/session-reader'
import type { SessionStore } from '@services/session-store'
import type { Toasts } from '@services/toasts'
import type { createLoadedPageLogic } from './page-logic'
import type { LiveDependencies } from './live'
import type { CallTokens } from './token'

export interface Adapters {
  clock: ClockPort
  store: SessionStore
  toasts: Toasts
  drafts: DraftsPort
  log: LogPort
  tabs: TabsPort
  connection: Connection
  unload: UnloadPort
  visibility: VisibilityPort
  build: BuildPort
  /** Creates the ports whose calls carry the session's tokens. */
  createRemote: (tokens: CallTokens) => Remote
  /**
   * Creates the live socket of one session.
   * @param token returns the current access token; null: nobody is signed in
   */
  createSocket: (of: Omit<SocketDependencies, 'url'>) => Promise<SocketPort>
  /** Reads the session and signs in; these calls need no token. */
  reader: SessionReader
  listenToWake: SessionDependencies['listenToWake']
  tokenLife: SessionDependencies['tokenLife']
  /** Stores the person's preferences while the page is being closed, or the session ends. */
  savePreferencesLast: PersonalPreferencesDependencies['saveLast']
  /** Storage that survives a reload and ends with the tab, for writes without a known outcome. */
  tabStorage: PendingDependencies['storage']
  /** How long an action without a response is repeated automatically, in milliseconds. Default: CHECK_PATIENCE_MS. */
  checkPatienceMs?: number
  /** Calls the listener when the browser is online again. @returns a function that unsubscribes */
  onOnline: (listener: () => void) => () => void
  /** Storage for the preferences of this device; null if storage is forbidden. */
  deviceStorage: Parameters<typeof createPreferences>[0]
  /** Calls the listener when the page is being closed or hidden for good. */
  onPageHide?: (listener: () => void) => void
  /** The address at which the page was opened; null if it prompts no sign-in. */
  link: string | null
  settled: Settled
  /**
   * Returns, once, the input made at the login before its code was loaded; omitted if the page has no picture of the
   * login.
   */
  begunLogin?: BegunLoginPort
  /** Runs work that the first screen does not need. If omitted, the console runs without its live actors. */
  whenAtRest?: (work: () => void) => void
  /** Loads code that a click may need, after the live actors have started. */
  preload?: () => void
  loadLive: LiveDependencies['load']
  pageLogic?: Parameters<typeof createLoadedPageLogic>[1]
  /** Calls the listener whenever a part of the console could not be loaded. @returns a function that unsubscribes */
  onPartFailed: (listener: () => void) => () => void
  /** Called when nobody is signed in any more. */
  onEnded?: () => void
}
