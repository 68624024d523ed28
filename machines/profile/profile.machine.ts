/**
 * The signed-in person's profile, owned by the shell (spec 2, Loading: skeletons while user data loads).
 *
 * Lock: while a call is in flight, a second request for the same profile starts nothing. An exception is a reported
 * change, which restarts the call, because the response to the first call may contain the old profile.
 *
 * A failure is notified when the person waits for the profile: at the sign-in, or after Try again. A repeat in the
 * background is silent (spec 8).
 */
import { assign, setup } from 'xstate'
import type { Profile } from '@contract/entities/profile'
import { describeFailure, type ApiError, type Result } from '@contract/errors'
import { actionNotProvided, promiseNotProvided } from '../kit/not-provided'
import type { StateMeta, Tag } from '../kit/meta'

export interface ProfileContext {
  profile: Profile | null
  /** Why the profile could not be fetched. Valid in `failed`, `recovering` and `retrying`. */
  error: ApiError | null
}
export type ProfileEvent =
  | { type: 'token.changed' }
  | { type: 'profile.changed' }
  | { type: 'session.ended' }
  | { type: 'retry' }

export const profileMachine = setup({
  types: { context: {} as ProfileContext, events: {} as ProfileEvent, tags: {} as Tag, meta: {} as StateMeta },
  actors: { fetchProfile: promiseNotProvided<Result<Profile>>('fetchProfile') },
  actions: {
    assignProfile: assign((_, { answer }: { answer: Result<Profile> }) =>
      answer.ok ? { profile: answer.value, error: null } : { error: answer.error },
    ),
    dropProfile: assign({ profile: null, error: null }),
    /** Shows the message of a failed call that the person waited for (spec 8). */
    notifyFailed: (_, _params: { message: string }) => actionNotProvided('notifyFailed'),
  },
  guards: { isOk: (_, { answer }: { answer: Result<Profile> }) => answer.ok },
}).createMachine({
  id: 'profile',
  context: { profile: null, error: null },
  initial: 'idle',
  on: { 'session.ended': { target: '.idle', actions: 'dropProfile' } },
  states: {
    idle: {
      description: 'Nobody is signed in.',
      meta: { shows: 'No avatar.' },
      on: { 'token.changed': 'loading' },
    },
    loading: {
      description: 'The profile is being fetched, and the person waits for it.',
      meta: { shows: 'Skeletons instead of the avatar, the name and the menu.' },
      tags: ['busy'],
      invoke: {
        id: 'fetchProfile',
        src: 'fetchProfile',
        onDone: [
          {
            guard: { type: 'isOk', params: ({ event }) => ({ answer: event.output }) },
            target: 'ready',
            actions: { type: 'assignProfile', params: ({ event }) => ({ answer: event.output }) },
          },
          {
            target: 'failed',
            actions: [
              { type: 'assignProfile', params: ({ event }) => ({ answer: event.output }) },
              { type: 'notifyFailed', params: ({ event }) => ({ message: describeFailure(event.output) }) },
            ],
          },
        ],
      },
      on: { 'profile.changed': { target: 'loading', reenter: true } },
    },
    ready: {
      description: 'The profile is known.',
      meta: { shows: 'Avatar or first letter, username and the online dot.' },
      on: { 'profile.changed': 'refreshing' },
    },
    refreshing: {
      description: 'The profile changed elsewhere; it is being fetched in the background.',
      meta: { shows: 'The profile as it was.' },
      invoke: {
        id: 'refetchProfile',
        src: 'fetchProfile',
        onDone: [
          {
            guard: { type: 'isOk', params: ({ event }) => ({ answer: event.output }) },
            target: 'ready',
            actions: { type: 'assignProfile', params: ({ event }) => ({ answer: event.output }) },
          },
          { target: 'failed', actions: { type: 'assignProfile', params: ({ event }) => ({ answer: event.output }) } },
        ],
      },
      on: { 'profile.changed': { target: 'refreshing', reenter: true } },
    },
    failed: {
      description: 'The profile could not be fetched.',
      meta: { shows: 'The avatar menu with what happened and Try again; Sign Out still works.' },
      tags: ['error'],
      on: { retry: 'retrying', 'token.changed': 'recovering', 'profile.changed': 'recovering' },
    },
    recovering: {
      description: 'The profile could not be fetched; it is being fetched again in the background.',
      meta: { shows: 'The avatar menu with what happened and Try again, as before.' },
      tags: ['error'],
      invoke: {
        id: 'recoverProfile',
        src: 'fetchProfile',
        onDone: [
          {
            guard: { type: 'isOk', params: ({ event }) => ({ answer: event.output }) },
            target: 'ready',
            actions: { type: 'assignProfile', params: ({ event }) => ({ answer: event.output }) },
          },
          { target: 'failed', actions: { type: 'assignProfile', params: ({ event }) => ({ answer: event.output }) } },
        ],
      },
      on: { retry: 'retrying', 'profile.changed': { target: 'recovering', reenter: true } },
    },
    retrying: {
      description: 'The person pressed Try again and waits for the profile.',
      meta: { shows: 'The avatar menu with what happened; Try again is busy.' },
      tags: ['busy', 'error'],
      invoke: {
        id: 'retryProfile',
        src: 'fetchProfile',
        onDone: [
          {
            guard: { type: 'isOk', params: ({ event }) => ({ answer: event.output }) },
            target: 'ready',
            actions: { type: 'assignProfile', params: ({ event }) => ({ answer: event.output }) },
          },
          {
            target: 'failed',
            actions: [
              { type: 'assignProfile', params: ({ event }) => ({ answer: event.output }) },
              { type: 'notifyFailed', params: ({ event }) => ({ message: describeFailure(event.output) }) },
            ],
          },
        ],
      },
      on: { 'profile.changed': { target: 'retrying', reenter: true } },
    },
  },
})
