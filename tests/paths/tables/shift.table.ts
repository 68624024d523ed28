/**
 * Required behaviour of the shift (spec 4, Shift): start when `canStart`, otherwise end when `canEnd`; one toggle in
 * flight; a status that was requested before the toggle never overwrites its result; one status request each second,
 * and none while disconnected or hidden.
 */
import { UNCERTAIN } from '@machines/shift/shift.machine'
import { describeTable } from '../kit/table'
import { endable, LATER, none, paths, startable } from '../shift.paths'

/** Statuses without a request number, from a back end that does not repeat it. */
const [CAN_START, CAN_END, NEITHER] = [
  'shiftDetails.received: can start',
  'shiftDetails.received: can end',
  'shiftDetails.received: neither',
] as const
/** The response to the very first request, and to one that follows all others. */
const OLD = 'shiftDetails.received: can start, asked before the toggle'
const NEW = 'shiftDetails.received: can end, asked after the toggle'
const SETTLED = ['unknown', 'startable', 'endable', 'unavailable'] as const
const TOGGLING = ['starting', 'ending'] as const
const REFUSAL = 'Check the marked fields.'

export const table = describeTable(paths, {
  starts: {
    'signed in': {
      states: ['unknown', 'disconnected'],
      context: { details: null, asked: 0, settled: 0, outcome: null },
      calls: ['shiftDetailsFeed'],
    },
  },
  cases: {
    'the server can start it': ({ details }) => details === startable,
    'the server can end it': ({ details }) => details === endable,
    'the server can do neither': ({ details }) => details === none,
    'the server said nothing': ({ details }) => details === null,
    'no status of a request was used yet': ({ settled }) => settled < LATER,
    'a later status was used': ({ settled }) => settled >= LATER,
  },
  rows: [
    /* The status decides what the button offers. */
    { in: SETTLED, on: CAN_START, to: 'startable', sets: { details: startable } },
    { in: SETTLED, on: CAN_END, to: 'endable', sets: { details: endable } },
    { in: SETTLED, on: NEITHER, to: 'unavailable', sets: { details: none } },
    // Request 0 was never sent, so nothing newer is missed by ignoring its response.
    { in: SETTLED, on: OLD },
    { in: 'unknown', on: NEW, to: 'endable', sets: { details: endable, settled: LATER } },
    {
      in: ['startable', 'endable', 'unavailable'],
      on: NEW,
      when: 'no status of a request was used yet',
      to: 'endable',
      sets: { details: endable, settled: LATER },
    },
    { in: ['startable', 'endable', 'unavailable'], on: NEW, when: 'a later status was used' },

    /* One toggle: from the press until the button has rested no state accepts another. */
    {
      in: 'startable',
      on: 'shift.toggle',
      to: 'starting',
      calls: [['toggleShift', { shiftId: 'shift-1' }]],
    },
    {
      in: 'endable',
      on: 'shift.toggle',
      to: 'ending',
      calls: [['toggleShift', { shiftId: 'shift-1' }]],
    },
    {
      in: TOGGLING,
      on: 'toggleShift answers: it runs',
      to: 'confirming',
      sets: ({ asked }) => ({ outcome: endable, settled: asked }),
      raises: 'status.wanted',
    },
    {
      in: TOGGLING,
      on: 'toggleShift answers: none is left',
      to: 'confirming',
      sets: ({ asked }) => ({ outcome: none, settled: asked }),
      raises: 'status.wanted',
    },
    {
      in: TOGGLING,
      on: 'toggleShift answers: another one runs',
      to: 'confirming',
      sets: ({ details, asked }) => ({ outcome: details, settled: asked }),
      calls: [['notifyFailure', { message: REFUSAL }]],
      raises: 'status.wanted',
    },
    {
      in: TOGGLING,
      on: ['toggleShift answers: the server is not reached', 'toggleTimeout is over'],
      to: 'confirming',
      sets: ({ asked }) => ({ outcome: null, settled: asked }),
      calls: [['notifyFailure', { message: UNCERTAIN }]],
      raises: 'status.wanted',
    },

    /* Only a status that was requested after the toggle counts; without one the toggle's own response does. */
    { in: 'confirming', on: NEW, to: 'resting', sets: { details: endable, settled: LATER } },
    { in: 'confirming', on: 'confirmTimeout is over', to: 'resting', sets: ({ outcome }) => ({ details: outcome }) },
    { in: 'resting', on: NEW, when: 'no status of a request was used yet', sets: { details: endable, settled: LATER } },
    { in: 'resting', on: NEW, when: 'a later status was used' },
    { in: 'resting', on: 'pressWindow is over', when: 'the server can start it', to: 'startable' },
    { in: 'resting', on: 'pressWindow is over', when: 'the server can end it', to: 'endable' },
    { in: 'resting', on: 'pressWindow is over', when: 'the server can do neither', to: 'unavailable' },
    { in: 'resting', on: 'pressWindow is over', when: 'the server said nothing', to: 'unknown' },

    /* Requests are sent only while connected and visible. */
    { in: 'disconnected', on: 'connection.back', to: 'hidden', calls: ['tabFeed'] },
    { in: ['hidden', 'polling'], on: 'connection.lost', to: 'disconnected' },
    {
      in: 'hidden',
      on: 'tab.shown',
      to: 'polling',
      sets: ({ asked }) => ({ asked: asked + 1 }),
      calls: ({ asked }) => [['askStatus', { request: asked }]],
    },
    {
      in: 'polling',
      on: ['pollPause is over', 'status.wanted'],
      to: 'polling',
      sets: ({ asked }) => ({ asked: asked + 1 }),
      calls: ({ asked }) => [['askStatus', { request: asked }]],
    },
    { in: 'polling', on: 'tab.hidden', to: 'hidden' },
  ],
})
