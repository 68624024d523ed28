import { describe, expect, test } from 'vitest'
import type { ApiError } from '@contract/errors'
import { REFUSED } from '@tests/paths/kit/samples'
import { submissionMachine } from './submission.machine'
import type { SubmissionContext } from './submission-setup'
import { selectConflict, selectDraft, selectSubmissionView, type FormState } from './submission.view'

type Value = Parameters<typeof submissionMachine.resolveState>[0]['value']
/** The `form` region of each state; the final states have no regions. */
const VALUES = {
  clean: { pristine: 'clean' },
  unchanged: { pristine: 'unchanged' },
  typing: { dirty: 'typing' },
  keeping: { dirty: 'keeping' },
  kept: { dirty: { onDevice: 'kept' } },
  typingOn: { dirty: { onDevice: 'typingOn' } },
  keepingOn: { dirty: { onDevice: 'keepingOn' } },
  unkept: { dirty: 'unkept' },
  submitting: { writing: 'submitting' },
  rejected: 'rejected',
  checking: { writing: { asking: 'checking' } },
  waiting: { writing: { asking: 'waiting' } },
  unresolved: { writing: 'unresolved' },
  merging: { conflict: 'merging' },
  stale: { conflict: 'stale' },
  keepingToLeave: 'keepingToLeave',
  leaving: 'leaving',
  leavingUnresolved: 'leavingUnresolved',
} as const
const STATES = [...Object.keys(VALUES), 'succeeded', 'left'] as FormState[]

const base = { name: 'Elena', city: 'Graz', email: 'e@x.test' }
const snapshotIn = (
  state: FormState,
  context: Partial<SubmissionContext> = {},
  offer: 'noDraft' | 'draftOffered' | 'draftShown' = 'noDraft',
) =>
  submissionMachine.resolveState({
    value: (state === 'succeeded' || state === 'left' ? state : { open: { form: VALUES[state], offer } }) as Value,
    context: {
      keepsDrafts: true,
      secretFields: ['password', 'code'],
      base,
      version: 7,
      values: { ...base, city: 'Linz', code: null },
      draft: null,
      theirs: null,
      authors: {},
      key: 'form',
      attempt: null,
      attempts: 0,
      error: null,
      answer: null,
      ...context,
    },
  })
const viewIn = (state: FormState, context?: Partial<SubmissionContext>) =>
  selectSubmissionView(snapshotIn(state, context))
const statesIn = (context: Partial<SubmissionContext>, what: 'unsaved' | 'holds' | 'busy' | 'asking' | 'isKept') =>
  STATES.filter((state) => viewIn(state, context)[what])
const withSecret = { values: { ...base, city: 'Linz', password: 'Pitboss#2026' } }

describe('the view of each state', () => {
  test.each(STATES)('%s is named accordingly', (state) => {
    expect(viewIn(state)).toMatchObject({
      state,
      busy: ['submitting', 'checking', 'waiting'].includes(state),
      checks: ['checking', 'waiting'].includes(state),
      locked: ['submitting', 'checking', 'waiting', 'unresolved', 'leavingUnresolved'].includes(state),
      unchanged: state === 'unchanged',
      asking: state === 'leaving' || state === 'leavingUnresolved',
      isKept: ['kept', 'typingOn', 'keepingOn'].includes(state),
    })
  })

  test('closing the page loses input that is not written yet', () => {
    expect(statesIn({}, 'unsaved')).toEqual(['typing', 'typingOn', 'unkept', 'leaving', 'leavingUnresolved'])
    expect(statesIn({}, 'holds')).toEqual([
      'typing',
      'typingOn',
      'unkept',
      'submitting',
      'checking',
      'waiting',
      'leaving',
      'leavingUnresolved',
    ])
  })

  test.each([
    ['a secret', withSecret],
    ['a form that keeps no drafts', { keepsDrafts: false }],
  ])('closing the page loses %s, unless there is nothing left to lose', (_what, context) => {
    const atRisk = STATES.filter((state) => !['clean', 'unchanged', 'succeeded', 'left'].includes(state))
    expect(statesIn(context, 'unsaved')).toEqual(atRisk)
    expect(statesIn(context, 'holds')).toEqual(atRisk)
  })

  test('a form with drafts reports that a secret would be lost; one without drafts, that everything would be', () => {
    expect(viewIn('leaving', withSecret).secretsAreLost).toBe(true)
    expect(viewIn('leaving', { values: { ...base, password: '' } }).secretsAreLost).toBe(false)
    expect(viewIn('leaving', { ...withSecret, keepsDrafts: false }).secretsAreLost).toBe(false)
  })

  test('the reason of a refusal stays until the person continues', () => {
    expect(viewIn('rejected', { error: REFUSED })).toMatchObject({
      problem: 'Check the marked fields.',
      fields: { email: ['This email is already used'] },
    })
    for (const state of ['unresolved', 'leavingUnresolved'] as const)
      expect(viewIn(state)).toMatchObject({
        problem: 'It is not known whether this was saved: the server has not answered.',
        fields: {},
      })
    const forbidden: ApiError = { kind: 'forbidden', message: '' }
    expect(viewIn('rejected', { error: forbidden }).problem).toBe('You are not permitted to do this.')
    for (const state of STATES.filter((each) => !['rejected', 'unresolved', 'leavingUnresolved'].includes(each)))
      expect(viewIn(state, { error: REFUSED })).toMatchObject({ problem: null, fields: {} })
  })
})

describe('a draft of an earlier session', () => {
  const draft = { values: { name: 'Lena', city: 'Wien' }, from: { city: 'Graz' }, version: 6, savedAt: 1_000 }

  test('is offered with its time, and with the values that can only be shown', () => {
    expect(selectDraft(snapshotIn('clean', { draft }, 'draftOffered'))).toEqual({
      savedAt: 1_000,
      canRestore: true,
      shown: { name: 'Lena' },
    })
    expect(selectDraft(snapshotIn('clean', { draft }, 'draftShown'))?.canRestore).toBe(false)
    const known = { ...draft, from: { name: 'Elena', city: 'Graz' } }
    expect(selectDraft(snapshotIn('clean', { draft: known }, 'draftOffered'))?.shown).toBeNull()
    expect(selectDraft(snapshotIn('clean'))).toBeNull()
  })
})

describe('a conflict', () => {
  const author = { by: 'dan_w', at: '2026-11-20T14:30:00.000Z' }
  const authors = { city: author, email: author }

  test('of a refused save contains the fields that both changed, and those that only the other person changed, with the author', () => {
    const theirs = { values: { name: 'Elena', city: 'Wien', email: 'new@x.test' }, version: 8 }
    expect(selectConflict(snapshotIn('stale', { theirs, authors }))).toEqual({
      kind: 'stale',
      fields: [{ name: 'city', yours: 'Linz', saved: 'Wien', author }],
      theirs: [{ name: 'email', author }],
    })
  })

  test('of a draft contains the fields that both changed, without those typed since', () => {
    const draft = {
      values: { name: 'Lena', city: 'Wien', email: 'new@x.test' },
      from: { name: 'Helena', city: 'Bregenz', email: 'e@x.test' },
      version: 6,
      savedAt: 1_000,
    }
    expect(selectConflict(snapshotIn('merging', { draft, authors }, 'draftOffered'))).toEqual({
      kind: 'merging',
      fields: [{ name: 'name', yours: 'Lena', saved: 'Elena', author: null }],
      theirs: [],
    })
    expect(selectConflict(snapshotIn('merging', { authors }))?.fields).toEqual([])
  })

  test('is shown only while the person has to choose', () => {
    const theirs = { values: base, version: 8 }
    expect(STATES.filter((state) => selectConflict(snapshotIn(state, { theirs })) !== null)).toEqual([
      'merging',
      'stale',
    ])
  })
})
