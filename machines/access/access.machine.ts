/**
 * What the signed-in person may open and do (spec 4, Permissions: refetched on token or route change).
 *
 * Lock: while `loading`, a route change sends no request, because the sign-in itself changes the route and its call has
 * only just been made. In all other states a route change, a new token, or a change of permissions that the server
 * reports causes one more call, which replaces the one in flight. No permission applies before the server has granted
 * it, and a refresh shows no spinner.
 *
 * A failure is notified when the person waits for the permissions: at the sign-in, or after Try again. A repeat in the
 * background is silent (spec 8).
 */
import { assign, setup } from 'xstate'
import { describeFailure, type ApiError, type Result } from '@contract/errors'
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
    /** Stores the routes that the menu may show early at the next start. */
    keepAllowedRoutes: (_, _params: { access: Access }) => actionNotProvided('keepAllowedRoutes'),
    /** Shows the message of a failed call that the person waited for (spec 8). */
    notifyFailed: (_, _params: { message: string }) => actionNotProvided('notifyFailed'),
    assignAccess: assign((_, { access }: { access: Access }) => ({ access, error: null })),
    assignError: assign((_, { error }: { error: ApiError | null }) => ({ error })),
    dropAccess: assign({ access: NO_ACCESS, error: null }),
  },
  guards: { isOk: (_, { answer }: { answer: Result<Access> }) => answer.ok },
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
      description: 'The permissions are being fetched, and the person waits for them.',
      meta: { shows: 'One centred spinner; no menu entry and no action.' },
      tags: ['busy'],
      invoke: {
        id: 'fetchAccess',
        src: 'fetchAccess',
        onDone: [
          {
            guard: { type: 'isOk', params: ({ event }) => ({ answer: event.output }) },
            target: 'ready',
            actions: [
              { type: 'assignAccess', params: ({ event }) => ({ access: accessOf(event.output) }) },
              { type: 'keepAllowedRoutes', params: ({ event }) => ({ access: accessOf(event.output) }) },
            ],
          },
          {
            target: 'failed',
            actions: [
              { type: 'assignError', params: ({ event }) => ({ error: errorOf(event.output) }) },
              { type: 'notifyFailed', params: ({ event }) => ({ message: describeFailure(event.output) }) },
            ],
          },
        ],
      },
      on: {
        'token.changed': { target: 'loading', reenter: true },
        'access.changed': { target: 'loading', reenter: true },
      },
    },
    ready: {
      description: 'The permissions are known.',
      meta: { shows: 'The menu with exactly the entries that are allowed.' },
      on: { 'token.changed': 'refreshing', 'route.changed': 'refreshing', 'access.changed': 'refreshing' },
    },
    refreshing: {
      description: 'The permissions are known and are being fetched again.',
      meta: { shows: 'The same menu; no spinner.' },
      invoke: {
        id: 'refetchAccess',
        src: 'fetchAccess',
        onDone: [
          {
            guard: { type: 'isOk', params: ({ event }) => ({ answer: event.output }) },
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
        'route.changed': { target: 'refreshing', reenter: true },
        'token.changed': { target: 'refreshing', reenter: true },
        'access.changed': { target: 'refreshing', reenter: true },
      },
    },
    failed: {
      description: 'The permissions could not be fetched, so nothing is allowed yet.',
      meta: { shows: 'What happened, and Try again.' },
      tags: ['error'],
      on: {
        retry: 'loading',
        'token.changed': 'recovering',
        'route.changed': 'recovering',
        'access.changed': 'recovering',
      },
    },
    recovering: {
      description: 'The permissions could not be fetched; they are being fetched again in the background.',
      meta: { shows: 'What happened, and Try again; no spinner.' },
      tags: ['error'],
      invoke: {
        id: 'recoverAccess',
        src: 'fetchAccess',
        onDone: [
          {
            guard: { type: 'isOk', params: ({ event }) => ({ answer: event.output }) },
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
        retry: 'loading',
        'token.changed': { target: 'recovering', reenter: true },
        'route.changed': { target: 'recovering', reenter: true },
        'access.changed': { target: 'recovering', reenter: true },
      },
    },
  },
})

const accessOf = (answer: Result<Access>): Access => (answer.ok ? answer.value : NO_ACCESS)
const errorOf = (answer: Result<Access>): ApiError | null => (answer.ok ? null : answer.error)
