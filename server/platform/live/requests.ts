/** Requests of a console over the socket: unread counts, and every second its shift. */
import type { CountReply, ShiftDetailsReply } from '@contract/socket'
import type { Principal } from '@server/platform/modules/access/principal'
import { CHATS, TICKETS, type ConversationKind } from '@server/platform/modules/support/conversations'
import type { Deliveries } from './deliveries'
import type { ShiftStatus } from './shift-status'

/** The part of a socket that this module uses. */
interface Asking {
  on(event: string, listener: (...args: unknown[]) => void): unknown
  emit(event: 'support_ticket:message_count_response', reply: CountReply): unknown
  emit(event: 'shift_handover:user_shift_details_response', reply: ShiftDetailsReply): unknown
}

/** @returns handles the requests of a socket; `principalOf` returns the person behind it, at most a second old */
export function createRequests(deps: {
  deliveries: Deliveries
  shifts: ShiftStatus
  onError: (error: unknown, what: string) => void
}) {
  const { deliveries, shifts, onError } = deps

  return (socket: Asking, staffId: string, principalOf: () => Promise<Principal | null>): void => {
    const failed = (what: string) => (error: unknown) => onError(error, what)

    const count = async (kind: ConversationKind): Promise<CountReply> => {
      const principal = await principalOf()
      const data = principal ? await deliveries.countFor(principal, kind) : null
      return { success: data !== null, data: data ?? 0 }
    }
    socket.on('quick_chat:message_count', (...args) => {
      const acknowledge = args.at(-1)
      if (typeof acknowledge !== 'function') return
      count(CHATS).then(acknowledge as (reply: CountReply) => void, failed('quick_chat:message_count'))
    })
    socket.on('support_ticket:message_count', () => {
      count(TICKETS).then(
        (reply) => void socket.emit('support_ticket:message_count_response', reply),
        failed('support_ticket:message_count'),
      )
    })
    socket.on('shift_handover:user_shift_details', (payload) => {
      const request =
        typeof payload === 'object' && payload !== null && 'request' in payload && Number.isSafeInteger(payload.request)
          ? (payload.request as number)
          : undefined
      shifts.of(staffId).then(
        (data) =>
          void socket.emit('shift_handover:user_shift_details_response', {
            success: true,
            data,
            ...(request === undefined ? {} : { request }),
          }),
        failed('shift_handover:user_shift_details'),
      )
    })
  }
}
