import { failed, ok } from '@contract/errors'
import type { ShiftDetails } from '@contract/entities/shift'
import { shiftMachine, type ToggleAnswer } from '@machines/shift/shift.machine'
import { describePaths } from './kit/describe'
import { REFUSED, UNREACHABLE } from './kit/samples'

const details = (canStart: boolean, canEnd: boolean): ShiftDetails => ({
  canStart,
  canEnd,
  shiftId: canStart || canEnd ? 'shift-1' : null,
  shift: null,
})
export const startable = details(true, false)
export const endable = details(false, true)
export const none = details(false, false)

/** Higher than the number of any request in a path: the response to it is newer than everything else. */
export const LATER = 1000

/** The shift of one person; the server's pushes and the tab are feeds, so their messages are events. */
export const paths = describePaths({
  machine: shiftMachine,
  starts: { 'signed in': undefined },
  events: {
    'shiftDetails.received: can start': { type: 'shiftDetails.received', details: startable, request: null },
    'shiftDetails.received: can end': { type: 'shiftDetails.received', details: endable, request: null },
    'shiftDetails.received: neither': { type: 'shiftDetails.received', details: none, request: null },
    'shiftDetails.received: can start, asked before the toggle': {
      type: 'shiftDetails.received',
      details: startable,
      request: 0,
    },
    'shiftDetails.received: can end, asked after the toggle': {
      type: 'shiftDetails.received',
      details: endable,
      request: LATER,
    },
    'shift.toggle': { type: 'shift.toggle' },
    'connection.back': { type: 'connection.back' },
    'connection.lost': { type: 'connection.lost' },
    'tab.shown': { type: 'tab.shown' },
    'tab.hidden': { type: 'tab.hidden' },
  },
  answers: {
    toggleShift: {
      'it runs': ok(endable),
      'none is left': ok(none),
      'another one runs': failed(REFUSED),
      'the server is not reached': failed(UNREACHABLE),
    } satisfies Record<string, ToggleAnswer>,
  },
  // Only the received values that decide the next step; the number of a request does not make another situation.
  situation: ({ details: told, outcome, settled }, snapshot) => {
    if (snapshot.matches({ button: 'confirming' })) return [outcome?.canStart, outcome?.canEnd]
    return snapshot.matches({ button: 'resting' }) ? [told?.canStart, told?.canEnd] : settled >= LATER
  },
})
