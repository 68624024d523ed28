import { failed, ok } from '@contract/errors'
import type { Draft } from '@contract/ports'
import { submissionMachine, type SubmitAnswer } from '@machines/submission/submission.machine'
import { describePaths } from './kit/describe'
import { CONFLICT, REFUSED, UNREACHABLE } from './kit/samples'

const typed = { first_name: 'Ada' }

export const paths = describePaths({
  machine: submissionMachine,
  starts: {
    'a form that keeps drafts': { keepsDrafts: true, version: 7 },
    'a form of secrets': { keepsDrafts: false, version: null },
  },
  events: {
    'form.changed': { type: 'form.changed', values: typed },
    'form.submit': { type: 'form.submit', values: typed },
    'draft.restore': { type: 'draft.restore' },
    'draft.discard': { type: 'draft.discard' },
    'conflict.resolve': { type: 'conflict.resolve', values: { first_name: 'Ada M.' }, version: 8 },
    'conflict.back': { type: 'conflict.back' },
    'page.leave': { type: 'page.leave' },
    'page.stay': { type: 'page.stay' },
    'page.leaveAnyway': { type: 'page.leaveAnyway' },
  },
  answers: {
    loadDraft: {
      'a draft of before': { values: { first_name: 'Adá' }, version: 7, savedAt: 1_000 },
      'no draft': null,
    } satisfies Record<string, Draft | null>,
    saveDraft: { 'it is kept': true, 'it cannot be kept': false } satisfies Record<string, boolean>,
    submit: {
      'it is saved': ok({ data: { id: 'row-1' }, message: 'Saved.' }),
      'fields are refused': failed(REFUSED),
      'somebody else saved meanwhile': failed(CONFLICT),
      'the server is not reached': failed(UNREACHABLE),
    } satisfies Record<string, SubmitAnswer>,
  },
  situation: ({ keepsDrafts, draft }) => ({ keepsDrafts, offered: draft !== null }),
})
