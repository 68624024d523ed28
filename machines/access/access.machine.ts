/**
 * What the signed-in person may open and do (spec 4, Permissions: refetched on token or route change).
 * Lock: while `loading` or `refreshing`, a further route change asks nothing; a new token or a told change asks anew.
 * It never shows a right before the server gave it, and never flashes the spinner while it refreshes.
 */
import { assign, setup } from 'xstate'
import type { ApiError, Result } from '@contract/errors'
import { NO_ACCESS, type Access } from '@contract/permissions'
import { actionNotProvided, promiseNotProvided } from '../kit/not-provided'
import type { StateMeta, Tag } from '../kit/meta'

export interface AccessContext {
  access: Access
  error: ApiError | null
}
export type AccessEvent =
  | { type: 'token.changed' }
  | { type: 'route.changed' }
  | { type: 'access.changed' }
  | { type: 'session.ended' }
  | { type: 'retry' }

export const accessMachine = setup({
  types: { context: {} as AccessContext, events: {} as AccessEvent, tags: {} as Tag, meta: {} as StateMeta },
  actors: { fetchAccess: promiseNotProvided<Result<Access>>('fetchAccess') },
  actions: {
    /** The routes that the menu may show early at the next start. */
    keepAllowedRoutes: (_, _params: { access: Access }) => actionNotProvided('keepAllowedRoutes'),
    assignAccess: assign((_, { access }: { access: Access }) => ({ access, error: null })),
    assignError: assign((_, { error }: { error: ApiError | null }) => ({ error })),
    dropAccess: assign({ access: NO_ACCESS, error: null }),
  },
}).createMachine({
  id: 'access',
  context: { access: NO_ACCESS, error: null },
  initial: 'idle',
  on: { 'session.ended': { target: '.idle', actions: 'dropAccess' } },
  states: {
    idle: {
      description: 'Nobody is signed in, so nothing is allowed.',
      meta: { shows: 'No menu.' },
      on: { 'token.changed': 'loading' },
    },
    loading: {
      description: 'The rights are being fetched for the first time.',
      meta: { shows: 'One centred spinner; no menu entry and no action.' },
      tags: ['busy'],
      invoke: {
        id: 'fetchAccess',
        src: 'fetchAccess',
        onDone: [
          {
            guard: ({ event }) => event.output.ok,
            target: 'ready',
            actions: [
              { type: 'assignAccess', params: ({ event }) => ({ access: accessOf(event.output) }) },
              { type: 'keepAllowedRoutes', params: ({ event }) => ({ access: accessOf(event.output) }) },
            ],
          },
          {
            target: 'failed',
            actions: { type: 'assignError', params: ({ event }) => ({ error: errorOf(event.output) }) },
          },
        ],
      },
      on: {
        'token.changed': { target: 'loading', reenter: true },
        'access.changed': { target: 'loading', reenter: true },
      },
    },
    ready: {
      description: 'The rights are known.',
      meta: { shows: 'The menu with exactly the entries that are allowed.' },
      on: { 'token.changed': 'refreshing', 'route.changed': 'refreshing', 'access.changed': 'refreshing' },
    },
    refreshing: {
      description: 'The rights are known and are being fetched again.',
      meta: { shows: 'The same menu; no spinner.' },
      invoke: {
        id: 'refetchAccess',
        src: 'fetchAccess',
        onDone: [
          {
            guard: ({ event }) => event.output.ok,
            target: 'ready',
            actions: [
              { type: 'assignAccess', params: ({ event }) => ({ access: accessOf(event.output) }) },
              { type: 'keepAllowedRoutes', params: ({ event }) => ({ access: accessOf(event.output) }) },
            ],
          },
          { target: 'ready' },
        ],
      },
      on: {
        'token.changed': { target: 'refreshing', reenter: true },
        'access.changed': { target: 'refreshing', reenter: true },
      },
    },
    failed: {
      description: 'The rights could not be fetched, so nothing is allowed yet.',
      meta: { shows: 'What happened, and Try again.' },
      tags: ['error'],
      on: { retry: 'loading', 'token.changed': 'loading', 'access.changed': 'loading' },
    },
  },
})

const accessOf = (answer: Result<Access>): Access => (answer.ok ? answer.value : NO_ACCESS)
const errorOf = (answer: Result<Access>): ApiError | null => (answer.ok ? null : answer.error)
