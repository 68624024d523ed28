/**
 * The running console, passed to containers in a context: its actors, and functions that create the machines of a page.
 * Containers connect them to views with `useSelector`; no other code calls a hook of XState (architecture, How it
 * flows).
 */
import { createContext, use, useSyncExternalStore } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { ApiPort } from '@ports/api'
import type { BegunLoginPort } from '@ports/begun-login'
import type { ClockPort } from '@ports/clock'
import type { DraftsPort } from '@ports/drafts'
import type { PendingPort } from '@ports/pending'
import type { PreferencesPort } from '@ports/preferences'
import type { SessionStorePort } from '@ports/session-store'
import type { ConnectionPort } from '@ports/socket'
import type { ToastLogPort, ToastsPort } from '@ports/toasts'
import type { Result } from '@contract/errors'
import type { RecordChanged } from '@contract/socket'
import type { ActivityLogic } from '@machines/activity/activity.implementations'
import type { ActivityRef } from '@machines/activity/activity.view'
import type { accessMachine } from '@machines/access/access.machine'
import type { createListLogic, ListDefinition } from '@machines/list/list.implementations'
import type { createListExport, ExportDefinition } from '@machines/list-export/list-export.implementations'
import type { createPagedListLogic, PagedListDefinition } from '@machines/paged-list/paged-list.implementations'
import type { notificationsMachine } from '@machines/notifications/notifications.machine'
import type { NotificationStore } from '@machines/notifications/notification-store'
import type { createReadingImplementations } from '@machines/reading/reading.implementations'
import type { VersionedRow } from '@machines/row-action/row-action.implementations'
import type { profileMachine } from '@machines/profile/profile.machine'
import type { sessionMachine } from '@machines/session/session.machine'
import type { shiftMachine } from '@machines/shift/shift.machine'
import type { socketMachine } from '@machines/socket/socket.machine'
import type { updateMachine } from '@machines/update/update.machine'
import type { unreadMachine } from '@machines/unread/unread.machine'

/** The actors that live as long as the tab. */
export interface ConsoleActors {
  session: ActorRefFrom<typeof sessionMachine>
  access: ActorRefFrom<typeof accessMachine>
  profile: ActorRefFrom<typeof profileMachine>
}

/** The actors that live from sign-in to sign-out over the live socket. */
export interface LiveActors {
  socket: ActorRefFrom<typeof socketMachine>
  shift: ActorRefFrom<typeof shiftMachine>
  notifications: ActorRefFrom<typeof notificationsMachine>
  /** Unread messages of quick chats, and of support tickets. */
  chatUnread: ActorRefFrom<typeof unreadMachine>
  supportUnread: ActorRefFrom<typeof unreadMachine>
  /** Offers a reload after a deploy. */
  update: ActorRefFrom<typeof updateMachine>
}

/** The parts that containers can use: the actors, and the records that one of them owns. */
export interface LiveParts extends LiveActors {
  notificationRecords: Pick<NotificationStore, 'get' | 'subscribe'>
}

/** Access to the live actors, whose code is loaded when the page is idle. */
export interface LivePort {
  /** Null until they run, and when nobody is signed in. */
  get: () => LiveParts | null
  /** @returns a function that unsubscribes */
  subscribe: (listener: () => void) => () => void
}

/** The accounts that the login screen shows in demo mode. */
export interface DemoAccounts {
  password: string
  accounts: readonly { role: string; email: string }[]
}

/**
 * Whether the first content of a page is shown: only then is the code of other screens fetched (spec 9, Link prefetch).
 */
export interface Settled {
  /** Called by a screen when its first content, or its failure, is shown. */
  mark(): void
  get: () => boolean
  subscribe: (listener: () => void) => () => void
}

/** The activity's actor, and the functions that lists and pages share with it. */
export interface Activity extends Omit<ActivityLogic, 'machine'> {
  actor: ActivityRef
}

/** Everything that a container can use. */
export interface Console {
  actors: ConsoleActors
  /** Calls of a page that need no machine of their own, for example the counts of Home. */
  api: ApiPort
  clock: ClockPort
  toasts: ToastsPort & ToastLogPort
  drafts: DraftsPort
  pending: PendingPort
  store: SessionStorePort
  preferences: PreferencesPort
  connection: ConnectionPort
  live: LivePort
  settled: Settled
  /** Reports records that changed elsewhere, from the socket. @returns a function that unsubscribes */
  onRecordChanged: (listener: (change: RecordChanged) => void) => () => void
  /**
   * Called when the socket is connected again after a loss: changes meanwhile were missed.
   * @returns a function that unsubscribes
   */
  onSocketResumed: (listener: () => void) => () => void
  /**
   * Called when the connection is back: the socket has resumed, or the browser is online again.
   * @returns a function that unsubscribes
   */
  onLineBack: (listener: () => void) => () => void
  /** The actions in flight of the signed-in person, which pages start and observe here. Part of the frame's code. */
  activity: () => Activity
  /** The machine and the store of one list. */
  list<Row extends VersionedRow>(definition: ListDefinition<Row>): ReturnType<typeof createListLogic<Row>>
  /**
   * The machine and the store of one list that is read in pages.
   * @param create passed by the screens of such lists together with its code, so that other lists need not load it
   * @param entry of the browser's history; a list that was left at this entry shows the same rows again
   */
  pagedList<Row extends VersionedRow>(
    create: typeof createPagedListLogic,
    definition: PagedListDefinition<Row>,
    entry: string,
  ): Omit<ReturnType<typeof createPagedListLogic<Row>>, 'leave'> & {
    /** Stores what the list shows now for this entry of the history. */
    leaveAt: (entry: string) => void
  }
  /** The machine that exports such a list to a file. @param create as above */
  listExport<Row>(
    create: typeof createListExport,
    definition: ExportDefinition<Row>,
  ): ReturnType<typeof createListExport<Row>>
  /** The machine of one value that is read and shown. */
  reading(read: (signal: AbortSignal) => Promise<Result<unknown>>): ReturnType<typeof createReadingImplementations>
  begunLogin: BegunLoginPort
  /** The accounts that the login offers in demo mode; null otherwise, or if the server cannot be asked. */
  demoAccounts(): Promise<DemoAccounts | null>
}

export const ConsoleContext = createContext<Console | null>(null)

/** @returns the running console @throws outside its provider */
export function useConsole(): Console {
  const running = use(ConsoleContext)
  if (!running) throw new Error('useConsole stands outside ConsoleContext')
  return running
}

/** @returns the live actors; null until they run */
export function useLive(): LiveParts | null {
  const { live } = useConsole()
  return useSyncExternalStore(live.subscribe, live.get)
}
