/** The implementations of the unread machine over the live socket: one for quick chats, one for support tickets. */
import { fromCallback } from 'xstate'
import type { SocketPort } from '@ports/socket'
import type { CountReply } from '@contract/socket'
import { unreadMachine, type CountOrder, type UnreadEvent } from './unread.machine'

/**
 * Minimum interval between two requests for the count, in milliseconds, so that a burst of messages causes one request.
 */
const ASK_EVERY_MS = 500

type Socket = Pick<SocketPort, 'emit' | 'on' | 'onStatus'>

/** Quick chats respond with an acknowledgement, tickets with an event (contract, Live socket). */
const WIRES = {
  chat: {
    ask: (socket: Socket, take: (reply: CountReply) => void) => socket.emit('quick_chat:message_count', take),
    listen: (socket: Socket, take: (reply: CountReply) => void, pushed: () => void) => [
      socket.on('quick_chat:message_count_response', take),
      socket.on('quick_chat:new_message_admin', pushed),
    ],
  },
  support: {
    ask: (socket: Socket) => socket.emit('support_ticket:message_count'),
    listen: (socket: Socket, take: (reply: CountReply) => void) => [
      socket.on('support_ticket:message_count_response', take),
    ],
  },
} as const

/** @param of what is counted @returns the machine with everything provided, ready to start */
export const createUnreadImplementations = (socket: Socket, of: keyof typeof WIRES) =>
  unreadMachine.provide({
    actors: {
      countFeed: fromCallback<CountOrder>(({ sendBack, receive }) => {
        const tell = (event: UnreadEvent) => sendBack(event)
        const { ask, listen } = WIRES[of]
        let timer: ReturnType<typeof setTimeout> | undefined
        // The server refuses the count to people without access; they see no icon.
        const take = ({ success, data }: CountReply) => {
          if (success) tell({ type: 'count.received', count: data })
        }
        const askNow = () => ask(socket, take)
        const stops = [
          ...listen(socket, take, () => tell({ type: 'message.pushed' })),
          socket.onStatus((status) => {
            if (status.type === 'connected') askNow()
          }),
        ]
        receive(() => {
          timer ??= setTimeout(() => {
            timer = undefined
            askNow()
          }, ASK_EVERY_MS)
        })
        return () => {
          for (const stop of stops) stop()
          clearTimeout(timer)
        }
      }),
    },
  })
