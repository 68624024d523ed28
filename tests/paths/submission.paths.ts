import { failed, ok } from '@contract/errors'
import type { Draft } from '@ports/drafts'
import { submissionMachine } from '@machines/submission/submission.machine'
import type { Authorship, SubmissionInput, SubmitAnswer } from '@machines/submission/submission-setup'
import { describePaths } from './kit/describe'
import { CONFLICT, REFUSED, UNAVAILABLE } from './kit/samples'

/** The record with which the form was opened. */
const base = { first_name: 'Ada', last_name: 'King' }
const ofRecord: SubmissionInput = { keepsDrafts: true, secretFields: ['password'], base, version: 7, key: 'key' }

const ada = (first_name: string) => ({ ...base, first_name })
const overtakenWith = (values: object): SubmitAnswer => ({
  ...failed(CONFLICT),
  overtaken: { theirs: { values: { ...base, ...values }, version: 8 }, record: { id: 'row-1', version: 8 } },
})

export const paths = describePaths({
  machine: submissionMachine,
  starts: {
    'a form that keeps drafts': ofRecord,
    'a form of secrets': {
      keepsDrafts: false,
      secretFields: ['password'],
      base: { password: '' },
      version: null,
      key: 'key',
    },
  },
  events: {
    'form.changed': { type: 'form.changed', values: ada('Ada M.') },
    'form.changed to what the record holds': { type: 'form.changed', values: base },
    'form.changed with a password': { type: 'form.changed', values: { ...ada('Ada M.'), password: 'Pitboss#2026' } },
    'form.changed with only a password': { type: 'form.changed', values: { ...base, password: 'Pitboss#2026' } },
    'form.check': { type: 'form.check' },
    'write.checking': { type: 'write.checking' },
    'write.waiting': { type: 'write.waiting' },
    'write.unresolved': { type: 'write.unresolved' },
    'form.submit': { type: 'form.submit', values: ada('Ada M.') },
    'form.submit of what the record holds': { type: 'form.submit', values: base },
    'changes.discard': { type: 'changes.discard' },
    'draft.restore': { type: 'draft.restore' },
    'draft.discard': { type: 'draft.discard' },
    'conflict.resolve for yours': { type: 'conflict.resolve', choices: { first_name: 'yours', last_name: 'yours' } },
    'conflict.resolve for theirs': { type: 'conflict.resolve', choices: { first_name: 'saved', last_name: 'saved' } },
    'conflict.back': { type: 'conflict.back' },
    'page.leave': { type: 'page.leave' },
    'page.stay': { type: 'page.stay' },
    'page.leaveAnyway': { type: 'page.leaveAnyway' },
  },
  answers: {
    loadDraft: {
      'a draft of this version': {
        values: { last_name: 'Lovelace' },
        from: { last_name: 'King' },
        version: 7,
        savedAt: 1_000,
      },
      'a draft of a field that a colleague changed': {
        values: { last_name: 'Lovelace' },
        from: { last_name: 'Byron' },
        version: 6,
        savedAt: 1_000,
      },
      'a draft of which one original value is unknown': {
        values: { first_name: 'Adá', last_name: 'Lovelace' },
        from: { last_name: 'King' },
        version: 6,
        savedAt: 1_000,
      },
      'a draft without original values': { values: { first_name: 'Adá' }, version: 6, savedAt: 1_000 },
      'a draft of what the record holds': { values: { first_name: 'Ada' }, from: {}, version: 6, savedAt: 1_000 },
      'a draft whose save has no outcome': {
        values: { first_name: 'Ada M.', last_name: 'Lovelace' },
        from: { first_name: 'Ada', last_name: 'King' },
        version: 7,
        savedAt: 1_000,
        attempt: { key: 'before.0', changes: { first_name: 'Ada M.' }, version: 7 },
      },
      'no draft': null,
    } satisfies Record<string, Draft | null>,
    saveDraft: { 'it is kept': true, 'it cannot be kept': false } satisfies Record<string, boolean>,
    write: {
      'it is saved': ok({ data: { id: 'row-1' }, message: 'Saved.' }),
      'fields are refused': failed(REFUSED),
      'somebody else changed the same field': overtakenWith({ first_name: 'Augusta' }),
      'somebody else saved the same value': overtakenWith({ first_name: 'Ada M.' }),
      'the database is not available': failed(UNAVAILABLE),
    } satisfies Record<string, SubmitAnswer>,
    readAuthors: {
      'who changed it': { first_name: { by: 'dan_w', at: '2026-11-20T14:30:00.000Z' } },
    } satisfies Record<string, Authorship>,
  },
  // Input is stored again, together with the earlier draft that was found.
  mayRestart: ['xstate.done.actor.loadDraft', 'xstate.error.actor.loadDraft'],
  situation: ({ keepsDrafts, values, base: now, draft, version }, snapshot) => ({
    keepsDrafts,
    // The guards that a draft passes.
    draft: draft && [Object.keys(draft.values).length, draft.version],
    // Whether there is input besides a draft that is being merged.
    typed: snapshot.matches({ open: { form: 'conflict' } }) && values.first_name !== now.first_name,
    secret: draft === null && version !== 8 && values.password ? values.first_name : null,
  }),
})
