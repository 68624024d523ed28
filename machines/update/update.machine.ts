/**
 * Detects that a deploy has put another build of the console on the server than the page runs. The page keeps working;
 * a reload is offered, never forced, and waits for the drafts.
 *
 * Lock: while `checking`, a further doubt sends no request; while `keepingDrafts` or `reloading`, a second reload has
 * no handler.
 */
import { setup } from 'xstate'
import type { Result } from '@contract/errors'
import { actionNotProvided, promiseNotProvided } from '../kit/not-provided'
import type { StateMeta, Tag } from '../kit/meta'

export type UpdateEvent =
  /** A sign of a possible deploy: the server came back, or the session was renewed after a while. */
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
    /** Limit for a database that does not respond, in milliseconds: it must not block the reload. */
    draftLimit: 2_000,
    /**
     * Time after which a page that is still open counts as not reloaded, in milliseconds: the browser asked, and the
     * person stayed.
     */
    reloadLimit: 5_000,
  },
}).createMachine({
  id: 'update',
  context: {},
  initial: 'current',
  states: {
    current: {
      description: 'As far as is known, the page runs the same build as the server.',
      meta: { shows: 'No band.' },
      on: { 'build.doubted': 'checking', 'part.failed': 'checking' },
    },
    checking: {
      description: 'The console asks the server for its build; further doubts are ignored.',
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
      description: 'The person postponed the reload; the band appears again when a part cannot be loaded.',
      meta: { shows: 'No band.' },
      on: { 'part.failed': 'available' },
    },
    keepingDrafts: {
      description: 'The page is about to be reloaded, and waits until drafts are written.',
      meta: { shows: 'The band; its button says Reloading.' },
      tags: ['busy'],
      invoke: { id: 'writeDrafts', src: 'writeDrafts', onDone: 'reloading', onError: 'reloading' },
      after: { draftLimit: 'reloading' },
    },
    reloading: {
      description: 'The page is being reloaded; if a form cannot keep its input, the browser asks first.',
      meta: { shows: 'The band; its button says Reloading.' },
      tags: ['busy'],
      entry: 'reloadPage',
      after: { reloadLimit: 'available' },
    },
  },
})
