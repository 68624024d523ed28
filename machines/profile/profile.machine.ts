/**
 * The signed-in person's profile, owned by the shell (spec 2, Loading: skeletons while user data loads).
 * Lock: while `loading`, a second wish to load has no handler.
 */
import { assign, setup } from 'xstate'
import type { Profile } from '@contract/entities/staff'
import type { ApiError, Result } from '@contract/errors'
import { promiseNotProvided } from '../kit/not-provided'
import type { StateMeta, Tag } from '../kit/meta'

export interface ProfileContext {
  profile: Profile | null
  error: ApiError | null
}
export type ProfileEvent =
  { type: 'token.changed' } | { type: 'profile.changed' } | { type: 'session.ended' } | { type: 'retry' }

export const profileMachine = setup({
  types: { context: {} as ProfileContext, events: {} as ProfileEvent, tags: {} as Tag, meta: {} as StateMeta },
  actors: { fetchProfile: promiseNotProvided<Result<Profile>>('fetchProfile') },
  actions: {
    assignProfile: assign((_, { answer }: { answer: Result<Profile> }) =>
      answer.ok ? { profile: answer.value, error: null } : { error: answer.error },
    ),
    dropProfile: assign({ profile: null, error: null }),
  },
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
      description: 'The profile is being fetched.',
      meta: { shows: 'Skeletons where the avatar, the name and the menu will stand.' },
      tags: ['busy'],
      invoke: {
        id: 'fetchProfile',
        src: 'fetchProfile',
        onDone: [
          {
            guard: ({ event }) => event.output.ok,
            target: 'ready',
            actions: { type: 'assignProfile', params: ({ event }) => ({ answer: event.output }) },
          },
          { target: 'failed', actions: { type: 'assignProfile', params: ({ event }) => ({ answer: event.output }) } },
        ],
      },
    },
    ready: {
      description: 'The profile is known.',
      meta: { shows: 'Avatar or first letter, username and the online dot.' },
      on: { 'profile.changed': 'loading' },
    },
    failed: {
      description: 'The profile could not be fetched.',
      meta: { shows: 'The avatar menu with what happened and Try again; Sign Out still works.' },
      tags: ['error'],
      on: { retry: 'loading', 'token.changed': 'loading', 'profile.changed': 'loading' },
    },
  },
})
