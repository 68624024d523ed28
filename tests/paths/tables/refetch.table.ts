/**
 * Required behaviour of keeping a list up to date with changes by other people: one call at a time, none while the list
 * itself is read, rows in view first; the list is read as a whole after very many changes; a failed call is repeated
 * after a pause that doubles.
 */
import { describeTable } from '../kit/table'
import { paths } from '../refetch.paths'

const waits = (inView: number, beyond: number) => ({ waiting: { inView, beyond }, rows: 1000 })
const STATES = ['quiet', 'collecting', 'collectingBeyond', 'refetching', 'merging', 'unanswered', 'held'] as const
const others = (...states: readonly string[]) => STATES.filter((state) => !states.includes(state))

export const table = describeTable(paths, {
  starts: {
    'the list is opened': {
      states: ['quiet'],
      context: { waiting: { inView: 0, beyond: 0 }, rows: 0, failures: 0 },
      calls: ['changesFeed'],
    },
  },
  cases: {
    'some in view': ({ waiting }) => waiting.inView > 0,
    'only out of view': ({ waiting }) => waiting.inView === 0 && waiting.beyond > 0,
    'none waits': ({ waiting }) => waiting.inView + waiting.beyond === 0,
    'very many': ({ waiting }) => waiting.inView + waiting.beyond > 500,
    'not very many': ({ waiting }) => waiting.inView + waiting.beyond <= 500,
  },
  rows: [
    /* Changes are collected: those in view for a moment, others for longer. */
    { in: ['quiet', 'collectingBeyond'], on: 'record.changed: a row in view', to: 'collecting', sets: waits(1, 0) },
    { in: ['quiet', 'collectingBeyond'], on: 'record.changed: very many', to: 'collecting', sets: waits(1, 500) },
    { in: 'quiet', on: 'record.changed: a row out of view', to: 'collectingBeyond', sets: waits(0, 1) },
    { in: 'quiet', on: 'record.changed: very many, none in view', to: 'collectingBeyond', sets: waits(0, 501) },
    { in: others('quiet'), on: 'record.changed: very many, none in view', sets: waits(0, 501) },
    { in: others('quiet', 'collectingBeyond'), on: 'record.changed: a row in view', sets: waits(1, 0) },
    { in: others('quiet', 'collectingBeyond'), on: 'record.changed: very many', sets: waits(1, 500) },
    { in: others('quiet'), on: 'record.changed: a row out of view', sets: waits(0, 1) },
    { in: STATES, on: 'record.changed: none waits any more', sets: waits(0, 0) },
    {
      in: STATES,
      on: 'rows.inView',
      calls: [['send', { to: 'changesFeed', event: { type: 'rows.inView', ids: ['row-1'] } }]],
    },

    /* One call for all of them. */
    { in: 'collecting', on: 'inViewPause is over', when: 'not very many', to: 'refetching', calls: ['fetchChanged'] },
    {
      in: 'collectingBeyond',
      on: 'beyondPause is over',
      when: 'not very many',
      to: 'refetching',
      calls: ['fetchChanged'],
    },
    { in: 'collecting', on: 'inViewPause is over', when: 'very many', to: 'quiet', calls: ['askForReload'] },
    { in: 'collectingBeyond', on: 'beyondPause is over', when: 'very many', to: 'quiet', calls: ['askForReload'] },
    { in: 'refetching', on: 'fetchChanged answers: rows', to: 'merging', sets: { failures: 0 }, calls: ['mergeFeed'] },
    {
      in: 'refetching',
      on: 'fetchChanged answers: the server is not reached',
      to: 'unanswered',
      sets: ({ failures }) => ({ failures: failures + 1 }),
    },
    { in: 'unanswered', on: 'retryPause is over', to: 'refetching', calls: ['fetchChanged'] },
    { in: 'merging', on: 'rows.merged: all', to: 'quiet', sets: waits(0, 0) },
    { in: 'merging', on: 'rows.merged: others wait', to: 'collecting', sets: waits(0, 3) },

    /* While the list is read nothing is fetched. */
    { in: others('held'), on: 'read.began', to: 'held' },
    { in: 'held', on: 'read.ended', when: 'some in view', to: 'collecting' },
    { in: 'held', on: 'read.ended', when: 'only out of view', to: 'collectingBeyond' },
    { in: 'held', on: 'read.ended', when: 'none waits', to: 'quiet' },
  ],
})
