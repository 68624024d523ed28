import type { OneChanged, RecordChanged, SeveralChanged } from '@contract/socket'

/** A console's socket. */
interface Socket {
  on(event: 'record:changed', listener: (change: RecordChanged) => void): unknown
  on(event: 'records:changed', listener: (several: SeveralChanged) => void): unknown
}

/** Calls the listener for each changed record: changes of about the same time come in one event. */
export function hearChanges(socket: Socket, listener: (change: OneChanged) => void): void {
  socket.on('record:changed', (change) => {
    if (change.id !== null) listener(change)
  })
  socket.on('records:changed', ({ subject, changes }) => changes.forEach((change) => listener({ subject, ...change })))
}
