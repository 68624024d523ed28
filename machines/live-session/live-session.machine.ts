/**
 * The live part of a session: the code of the live actors and their own socket. It is loaded once somebody is signed in
 * and the page is idle, and stopped with the session.
 *
 * Lock: only `absent` starts to load, so that a session has one socket however often it is announced.
 */
import { setup } from 'xstate'
import { actionNotProvided, promiseNotProvided } from '../kit/not-provided'
import type { StateMeta, Tag } from '../kit/meta'

export type LiveSessionEvent =
  /** Somebody is signed in. */
  | { type: 'session.began' }
  /** The session has a new token, which an open connection must receive. */
  | { type: 'token.renewed'; token: string }
  /** Nobody is signed in any more. */
  | { type: 'session.ended' }

export const liveSessionMachine = setup({
  types: { context: {} as object, events: {} as LiveSessionEvent, tags: {} as Tag, meta: {} as StateMeta },
  actors: {
    /** Loads the code, creates a socket and starts the actors. @returns false if the code cannot be fetched */
    startLive: promiseNotProvided<boolean>('startLive'),
  },
  actions: {
    passToken: (_, _params: { token: string }) => actionNotProvided('passToken'),
    /** Hides the actors from the page, then stops them. */
    stopLive: () => actionNotProvided('stopLive'),
  },
  guards: { isStarted: (_, { answer }: { answer: boolean }) => answer },
  delays: {
    /** Pause between two attempts to fetch the code, in milliseconds. */
    loadAgain: 5_000,
  },
}).createMachine({
  id: 'liveSession',
  context: {},
  initial: 'absent',
  states: {
    absent: {
      description: 'Nobody is signed in, or the page is not idle yet: no live actor runs.',
      meta: { shows: 'No shift button, no unread counts, no bell.' },
      on: { 'session.began': 'loading' },
    },
    loading: {
      description: 'The code of the live actors is fetched and the socket is created.',
      meta: { shows: 'No shift button, no unread counts, no bell.' },
      tags: ['busy'],
      invoke: {
        id: 'startLive',
        src: 'startLive',
        onDone: [
          { guard: { type: 'isStarted', params: ({ event }) => ({ answer: event.output }) }, target: 'running' },
          { target: 'waiting' },
        ],
      },
      on: { 'session.ended': 'absent' },
    },
    waiting: {
      description: 'The code could not be fetched; it is fetched again after a while.',
      meta: { shows: 'No shift button, no unread counts, no bell.' },
      after: { loadAgain: 'loading' },
      on: { 'session.ended': 'absent' },
    },
    running: {
      description: 'The live actors run, each with its own statechart.',
      meta: { shows: 'The shift button, the unread counts and the bell.' },
      exit: 'stopLive',
      on: {
        'token.renewed': { actions: { type: 'passToken', params: ({ event }) => ({ token: event.token }) } },
        'session.ended': 'absent',
      },
    },
  },
})
