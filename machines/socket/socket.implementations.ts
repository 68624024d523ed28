/** The implementations of the socket machine over its port. */
import { fromCallback } from 'xstate'
import type { ClockPort } from '@ports/clock'
import type { SocketPort } from '@ports/socket'
import { socketMachine, type SocketEvent, type TransportOrder } from './socket.machine'

export interface SocketDependencies {
  socket: Pick<SocketPort, 'connect' | 'disconnect' | 'onStatus' | 'renewed'>
  clock: ClockPort
}

/** @returns the machine with everything provided, ready to start; it releases the port when it stops */
export const createSocketImplementations = ({ socket, clock }: SocketDependencies) =>
  socketMachine.provide({
    actors: {
      transportFeed: fromCallback<TransportOrder>(({ sendBack, receive }) => {
        const tell = (event: SocketEvent) => sendBack(event)
        const stopListening = socket.onStatus((status) => {
          switch (status.type) {
            case 'connected':
              return tell({ type: 'transport.back' })
            case 'lost':
              return tell({ type: 'transport.lost' })
            case 'waiting':
              return tell({ type: 'transport.waits', attempt: status.attempt, at: clock.now() + status.delay })
            case 'retrying':
              return tell({ type: 'transport.tries', attempt: status.attempt })
            default:
              return tell({ type: 'handshake.refused' })
          }
        })
        receive((order) => (order.type === 'transport.retry' ? socket.connect() : socket.renewed(order.token)))
        socket.connect()
        return () => {
          stopListening()
          socket.disconnect()
        }
      }),
    },
  })
