/**
 * The actors that live from sign-in to sign-out over the live socket, and the relays between them. Loaded after sign-in, at
 * rest (live.ts): none of it weighs on the login or on the first rows of a list.
 *
 * To add an actor: make its machine's implementations over `LiveServices`, start it in `createLive`, name it in `LiveActors`
 * (src/console/console.ts), and join it to the socket where the others are. It needs no way to end: `stop` stops each actor,
 * and feeds stop listening in their clean-up. Containers get it by `useLive()`, which returns null until it runs.
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

/** What live machines are made over. */
export interface LiveServices {
  api: ApiPort
  build: BuildPort
  drafts: Pick<DraftsPort, 'flush'>
  /** Calls the listener whenever a part of the console could not be loaded. @returns how to stop */
  onPartFailed: (listener: () => void) => () => void
  clock: ClockPort
  toasts: ToastsPort
  log: LogPort
  visibility: VisibilityPort
  /** Of this session alone: not connected, nobody listens yet. */
  socket: SocketPort
}

/** Whom the live actors tell. */
export interface LiveListeners {
  connection: Pick<Connection, 'joined'>
  /** A handshake was refused, or the session was ended elsewhere: it is to be asked. */
  onSessionInDoubt: () => void
  onAccessChanged: () => void
  onRecordChanged: (change: RecordChanged) => void
  /** Connected again after a gap: what was missed is fetched, never guessed. */
  onResumed: () => void
}

/** The live actors of one session, running. */
export interface Live {
  /** What containers get. */
  parts: LiveParts
  /** The session has a fresh token. */
  renewed(token: string): void
  /** The session is over: parts, and leaves no listener. */
  stop(): void
}

/** @returns the live actors, started; the socket connects */
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
    tell.onResumed()
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
