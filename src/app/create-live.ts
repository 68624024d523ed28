/**
 * The actors that live from sign-in to sign-out over the live socket, and the relays between them. They are loaded
 * after sign-in when the page is idle (live.ts), so that they delay neither the login nor the first rows of a list.
 *
 * To add an actor: create its machine's implementations over `LiveServices`, start it in `createLive`, add it to
 * `LiveActors` (src/console/console.ts), and connect it to the socket next to the other actors. It needs no stop
 * function: `stop` stops each actor, and feeds unsubscribe in their clean-up. Containers get it from `useLive()`, which
 * returns null until it runs.
 */
import { createActor, type AnyActor } from 'xstate'
import type { ApiPort } from '@ports/api'
import type { BuildPort } from '@ports/build'
import type { ClockPort } from '@ports/clock'
import type { DraftsPort } from '@ports/drafts'
import type { LogPort } from '@ports/log'
import type { VisibilityPort } from '@ports/page'
import type { SocketPort } from '@ports/socket'
import type { ToastsPort } from '@ports/toasts'
import type { RecordChanged } from '@contract/socket'
import type { LiveActors, LiveParts } from '@console/console'
import { createNotificationsLogic } from '@machines/notifications/notifications.implementations'
import { createShiftImplementations } from '@machines/shift/shift.implementations'
import { createSocketImplementations } from '@machines/socket/socket.implementations'
import { selectConnection } from '@machines/socket/socket.view'
import { createUpdateImplementations } from '@machines/update/update.implementations'
import { createUnreadImplementations } from '@machines/unread/unread.implementations'
import type { Connection } from '@services/connection'

/** The dependencies of the live machines. */
export interface LiveServices {
  api: ApiPort
  build: BuildPort
  drafts: Pick<DraftsPort, 'flush'>
  /** Calls the listener whenever a part of the console could not be loaded. @returns a function that unsubscribes */
  onPartFailed: (listener: () => void) => () => void
  clock: ClockPort
  toasts: ToastsPort
  log: LogPort
  visibility: VisibilityPort
  /** The socket of this session only: not connected yet, and without listeners. */
  socket: SocketPort
}

/** Callbacks for changes that the live actors report. */
export interface LiveListeners {
  connection: Pick<Connection, 'joined'>
  /** A handshake was refused, or the session was ended elsewhere: the session must be checked. */
  onSessionInDoubt: () => void
  onAccessChanged: () => void
  onRecordChanged: (change: RecordChanged) => void
  /** Changes were missed: what is shown must be fetched again. */
  onMissed: () => void
}

/** The running live actors of one session. */
export interface Live {
  /** The parts that containers can use. */
  parts: LiveParts
  /** The session has a fresh token. */
  renewed(token: string): void
  /** Ends the session's live part: disconnects and removes all listeners. */
  stop(): void
}

/** @returns the started live actors; the socket connects */
export function createLive(services: LiveServices, tell: LiveListeners): Live {
  const port = services.socket
  const socket = createActor(createSocketImplementations(services))
  const shift = createActor(createShiftImplementations(services))
  const notificationsLogic = createNotificationsLogic(services)
  const notifications = createActor(notificationsLogic.machine)
  const chatUnread = createActor(createUnreadImplementations(port, 'chat'))
  const supportUnread = createActor(createUnreadImplementations(port, 'support'))
  const update = createActor(createUpdateImplementations(services))
  const actors = { socket, shift, notifications, chatUnread, supportUnread, update } satisfies Record<
    keyof LiveActors,
    AnyActor
  >

  socket.subscribe((snapshot) => tell.connection.joined(selectConnection(snapshot)))
  socket.on('socket.refused', tell.onSessionInDoubt)
  socket.on('socket.resumed', () => {
    tell.onMissed()
    // A deploy restarts the server.
    update.send({ type: 'build.doubted' })
  })
  socket.on('socket.joined', () => shift.send({ type: 'connection.back' }))
  socket.on('socket.parted', () => shift.send({ type: 'connection.lost' }))
  const stops = [
    services.onPartFailed(() => update.send({ type: 'part.failed' })),
    port.on('session:ended', tell.onSessionInDoubt),
    port.on('access:changed', tell.onAccessChanged),
    port.on('record:changed', tell.onRecordChanged),
    port.on('records:missed', tell.onMissed),
    port.on('records:changed', ({ subject, changes }) => {
      for (const change of changes) tell.onRecordChanged({ subject, ...change })
    }),
  ]

  for (const actor of Object.values(actors)) actor.start()
  socket.send({ type: 'session.began' })
  return {
    parts: { ...actors, notificationRecords: notificationsLogic.store },
    renewed(token) {
      socket.send({ type: 'token.changed', token })
      update.send({ type: 'build.doubted' })
    },
    stop() {
      for (const stop of stops) stop()
      socket.send({ type: 'session.ended' })
      for (const actor of Object.values(actors)) actor.stop()
    },
  }
}
