/** The implementations of the shift machine over the ports. */
import { fromCallback } from 'xstate'
import { shiftOperations } from '@contract/http/shift'
import { ok } from '@contract/errors'
import type { ApiPort } from '@ports/api'
import type { VisibilityPort } from '@ports/page'
import type { SocketPort } from '@ports/socket'
import type { ToastsPort } from '@ports/toasts'
import { answered } from '../kit/answered'
import { shiftMachine, type ShiftEvent, type ToggleAnswer } from './shift.machine'

export interface ShiftDependencies {
  api: Pick<ApiPort, 'call'>
  socket: Pick<SocketPort, 'emit' | 'on'>
  toasts: ToastsPort
  visibility: VisibilityPort
}

/** @returns the machine with everything provided, ready to start; it removes its listeners when it stops */
export const createShiftImplementations = ({ api, socket, toasts, visibility }: ShiftDependencies) =>
  shiftMachine.provide({
    actors: {
      toggleShift: answered<ToggleAnswer, { shiftId: string }>(async ({ input, signal }) => {
        const answer = await api.call(shiftOperations.toggle, { params: input }, { signal })
        return answer.ok ? ok(answer.value.data) : answer
      }),
      shiftDetailsFeed: fromCallback<ShiftEvent>(({ sendBack }) =>
        socket.on('shift_handover:user_shift_details_response', ({ success, data, request = null }) => {
          if (success) sendBack({ type: 'shiftDetails.received', details: data, request } satisfies ShiftEvent)
        }),
      ),
      tabFeed: fromCallback<ShiftEvent>(({ sendBack }) => {
        const tell = () => sendBack({ type: visibility.isVisible() ? 'tab.shown' : 'tab.hidden' } satisfies ShiftEvent)
        tell()
        return visibility.subscribe(tell)
      }),
    },
    actions: {
      askStatus: (_, { request }) => socket.emit('shift_handover:user_shift_details', { request }),
      notifyFailure: (_, { message }) => toasts.show('error', message),
    },
  })
