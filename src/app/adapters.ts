/** What the console is built over: adapters behind the ports, and how its late code is loaded. The browser has one set, stories another. */
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
  /** Calls with the session's tokens. */
  createRemote: (tokens: CallTokens) => Remote
  /** A live socket of one session. @param token the current access token; null: nobody is signed in */
  createSocket: (token: CallTokens['token']) => Promise<SocketPort>
  /** The session and the ways of signing in, which no token is needed for. */
  reader: SessionReader
  listenToWake: SessionDependencies['listenToWake']
  tokenLife: SessionDependencies['tokenLife']
  /** Stores the person's preferences while the page is being closed, or the session ends. */
  savePreferencesLast: PersonalPreferencesDependencies['saveLast']
  /** Where writes without a known outcome are kept over a reload: it lives as long as the tab. */
  tabStorage: PendingDependencies['storage']
  /** How long an action without an answer is repeated on its own, milliseconds; the usual time where it is left out. */
  checkPatienceMs?: number
  /** Calls the listener when the browser is online again. @returns how to stop */
  onOnline: (listener: () => void) => () => void
  /** Where the preferences of this device are stored; null where storage is forbidden. */
  deviceStorage: Parameters<typeof createPreferences>[0]
  /** Calls the listener when the page is being closed or hidden for good. */
  onPageHide?: (listener: () => void) => void
  /** Where the page was opened; null where it prompts no sign-in. */
  link: string | null
  settled: Settled
  /** What was done at the login before its code was there, once; left out where the page has no picture of it. */
  begunLogin?: BegunLoginPort
  /** Runs work that the first screen does not need. Left out: the console runs without its live actors. */
  whenAtRest?: (work: () => void) => void
  /** Loads what a click may need, after the live actors have begun. */
  preload?: () => void
  loadLive: LiveDependencies['load']
  pageLogic?: Parameters<typeof createLoadedPageLogic>[1]
  /** Calls the listener whenever a part of the console could not be loaded. @returns how to stop */
  onPartFailed: (listener: () => void) => () => void
  /** Called when nobody is signed in any more. */
  onEnded?: () => void
}
