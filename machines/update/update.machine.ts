/**
 * The build of the console that the page runs, after a deploy has put another one on the server. The page keeps working; a
 * reload is offered, never forced, and it waits for the drafts.
 *
 * Lock: while `checking`, a second doubt asks nothing; while `keepingDrafts` or `reloading`, a second reload has no handler.
 */
import { setup } from 'xstate'
import type { Result } from '@contract/errors'
import { actionNotProvided, promiseNotProvided } from '../kit/not-provided'
import type { StateMeta, Tag } from '../kit/meta'

export type UpdateEvent =
  /** Something happened that a deploy brings with it: the server came back, or the session was renewed after a while. */
  | { type: 'build.doubted' }
  /** A part of the console could not be loaded. */
  | { type: 'part.failed' }
  | { type: 'update.reload' }
  | { type: 'update.postpone' }

export const updateMachine = setup({
  types: { context: {} as object, events: {} as UpdateEvent, tags: {} as Tag, meta: {} as StateMeta },
  actors: {
    /** @returns whether the server has another build than this page */
    readBuild: promiseNotProvided<Result<boolean>>('readBuild'),
    /** Waits until the drafts are written. */
    writeDrafts: promiseNotProvided<void>('writeDrafts'),
  },
  actions: { reloadPage: () => actionNotProvided('reloadPage') },
  guards: { isOutdated: (_, { answer }: { answer: Result<boolean> }) => answer.ok && answer.value },
  delays: {
    /** A database that does not respond holds up no reload. */
    draftLimit: 2_000,
    /** A page that is still open after this long was not reloaded: the browser asked, and the person stayed. */
    reloadLimit: 5_000,
  },
}).createMachine({
  id: 'update',
  context: {},
  initial: 'current',
  states: {
    current: {
      description: 'As far as is known, the page runs the build that the server has.',
      meta: { shows: 'No band.' },
      on: { 'build.doubted': 'checking', 'part.failed': 'checking' },
    },
    checking: {
      description: 'The server is asked which build it has; further doubts are ignored.',
      meta: { shows: 'No band.' },
      tags: ['busy'],
      invoke: {
        id: 'readBuild',
        src: 'readBuild',
        onDone: [
          { guard: { type: 'isOutdated', params: ({ event }) => ({ answer: event.output }) }, target: 'available' },
          { target: 'current' },
        ],
      },
    },
    available: {
      description: 'The server has another build; the page can be reloaded.',
      meta: { shows: 'A band above the page: a new version is available, Reload and Later.' },
      on: { 'update.reload': 'keepingDrafts', 'update.postpone': 'postponed' },
    },
    postponed: {
      description: 'The person reloads later; the band comes back when a part cannot be loaded.',
      meta: { shows: 'No band.' },
      on: { 'part.failed': 'available' },
    },
    keepingDrafts: {
      description: 'The page is about to be reloaded; drafts that are being written are waited for.',
      meta: { shows: 'The band; its button says Reloading.' },
      tags: ['busy'],
      invoke: { id: 'writeDrafts', src: 'writeDrafts', onDone: 'reloading', onError: 'reloading' },
      after: { draftLimit: 'reloading' },
    },
    reloading: {
      description: 'The page is being reloaded; where a form cannot keep its input the browser asks first.',
      meta: { shows: 'The band; its button says Reloading.' },
      tags: ['busy'],
      entry: 'reloadPage',
      after: { reloadLimit: 'available' },
    },
  },
})
