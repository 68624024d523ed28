/**
 * Required behaviour of a form (spec 3, 7; contract, Drafts and Writes): sends once and only the changed fields, never
 * loses input to an error, a 401, a reload or the back button, never overwrites a colleague's change, and asks if input
 * would be lost.
 */
import type { Draft } from '@ports/drafts'
import type { SubmissionContext } from '@machines/submission/submission-setup'
import { REFUSED, UNAVAILABLE } from '../kit/samples'
import { describeTable } from '../kit/table'
import { paths } from '../submission.paths'

type Values = Readonly<Record<string, unknown>>
type Context = SubmissionContext
type Side = 'yours' | 'saved'

/* The contract's rules for fields, implemented separately for this table. */
const isSame = (a: unknown, b: unknown) => (a ?? '') === (b ?? '')
const changed = (values: Values, base: Values) =>
  Object.keys(values).filter((name) => !isSame(values[name], base[name]))
const pick = (values: Values, names: readonly string[]) => Object.fromEntries(names.map((name) => [name, values[name]]))
const isTyped = ({ values, base }: Context) => changed(values, base).length > 0
const keepable = ({ values, base, secretFields }: Context) =>
  changed(values, base).filter((name) => !secretFields.includes(name))
const canKeep = (context: Context) => context.keepsDrafts && keepable(context).length > 0
const holdsSecrets = ({ values, secretFields }: Context) => secretFields.some((name) => !isSame(values[name], ''))

/** Fields of a draft that differ from the record, and those of them whose original value is known. */
const open = ({ values }: Pick<Draft, 'values'>, base: Values) =>
  Object.keys(values).filter((name) => name in base && !isSame(values[name], base[name]))
const known = (draft: Draft, base: Values) =>
  open(draft, base).filter((name) => draft.version === null || name in (draft.from ?? {}))
const unknown = (draft: Draft, base: Values) => open(draft, base).filter((name) => !known(draft, base).includes(name))

/** The draft that must be on the device: the input, on top of a draft that the person has not decided about. */
const keptAlone = (context: Context) => {
  const { values, base, version, draft } = context
  const names = keepable(context)
  if (names.length === 0) return draft && { values: draft.values, from: draft.from, version: draft.version }
  return {
    values: { ...draft?.values, ...pick(values, names) },
    from: { ...draft?.from, ...pick(base, names) },
    version,
  }
}
/** Together with the save that has no outcome, unless it contains a secret. */
const kept = (context: Context) => {
  const { attempt, secretFields } = context
  const draft = keptAlone(context)
  if (!draft || !attempt || secretFields.some((name) => name in attempt.changes)) return draft
  return { ...draft, attempt: { key: attempt.key, changes: attempt.changes, version: attempt.version } }
}
/** Known fields of the offered draft without newer input, and those of them that a colleague changed too. */
const offered = ({ draft, values, base }: Context) =>
  draft ? known(draft, base).filter((name) => !changed(values, base).includes(name)) : []
const overlapping = (context: Context) =>
  offered(context).filter((name) => !isSame(context.base[name], context.draft!.from?.[name]))

/** The draft's values in the fields; the rest of the draft can only be shown. */
const restored = (context: Context, side: Side) => {
  const { draft, values, base } = context
  const taken = offered(context).filter((name) => side === 'yours' || !overlapping(context).includes(name))
  const rest = draft ? unknown(draft, base) : []
  return {
    values: { ...values, ...pick(draft?.values ?? {}, taken) },
    draft:
      rest.length > 0 ? { values: pick(draft!.values, rest), version: draft!.version, savedAt: draft!.savedAt } : null,
    error: null,
    authors: {},
  }
}
/** The form on the colleague's version, with the person's choice for fields that both changed. */
const rebased = ({ values, base, theirs }: Context, side: Side) => {
  const now = theirs!.values
  const lost = changed(values, base).filter((name) => name in now && !isSame(now[name], base[name]) && side === 'saved')
  return {
    values: {
      ...values,
      ...now,
      ...pick(
        values,
        changed(values, base).filter((name) => !lost.includes(name)),
      ),
    },
    base: { ...base, ...now },
    version: 8,
    theirs: null,
    authors: {},
  }
}
/** Whether the record has exactly the sent values. */
const isAlready = ({ values, base }: Context, theirs: Values) =>
  changed(values, base).every((name) => name in theirs && isSame(theirs[name], values[name]))

/* Calls. */
const store = (context: Context) => ['storeDraft', { draft: kept(context) }] as const
const save = (context: Context) => ['saveDraft', { draft: kept(context) }] as const
const show = ({ values }: Context) => ['emit', { type: 'values.replaced', values }] as const
const write = ({ attempt }: Context, begins: 'sending' | 'checking' | 'unresolved') =>
  ['write', { request: attempt!, begins }] as const
/** A save is sent, and is stored on this device meanwhile. */
const send = (context: Context) => [write(context, 'sending'), store(context)] as const
/** The write repeats the save at once. */
const CHECK = ['send', { to: 'write', event: { type: 'write.check' } }] as const
/** This content is sent with its own key. */
const sent = (before: Context, changes: Partial<Context>) => {
  const { values, base, version, attempts } = { ...before, ...changes }
  return {
    ...changes,
    attempt: { values, changes: pick(values, changed(values, base)), version, key: `key.${attempts}` },
    attempts: attempts + 1,
  }
}
/** After a save, the fields of an undecided draft that were not sent are kept. */
const storeRest = ({ draft, values, base }: Context) => {
  const names = Object.keys(draft?.values ?? {}).filter((name) => !changed(values, base).includes(name))
  const rest = draft && names.length > 0 ? { ...draft, values: pick(draft.values, names) } : null
  return ['storeDraft', { draft: rest && { values: rest.values, from: rest.from, version: rest.version } }] as const
}
const LEFT = ['emit', { type: 'form.left' }] as const
const succeeded = (data: object, message?: string) => ['emit', { type: 'form.succeeded', data, message }] as const

/* Content that the paths send. */
const BASE = { first_name: 'Ada', last_name: 'King' }
const CHANGES = {
  'form.changed': { ...BASE, first_name: 'Ada M.' },
  'form.changed to what the record holds': BASE,
  'form.changed with a password': { ...BASE, first_name: 'Ada M.', password: 'Pitboss#2026' },
  'form.changed with only a password': { ...BASE, password: 'Pitboss#2026' },
} as const
const SUBMITS = {
  'form.submit': { ...BASE, first_name: 'Ada M.' },
  'form.submit of what the record holds': BASE,
} as const
type ChangeName = keyof typeof CHANGES
type SubmitName = keyof typeof SUBMITS
const changeNames = Object.keys(CHANGES) as ChangeName[]
const submitNames = Object.keys(SUBMITS) as SubmitName[]
const VALUES: Readonly<Record<ChangeName | SubmitName, Values>> = { ...CHANGES, ...SUBMITS }
const RESOLVE = { yours: 'conflict.resolve for yours', saved: 'conflict.resolve for theirs' } as const
const SIDES = ['yours', 'saved'] as const

const DRAFTS = {
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
} as const
const FOUND = {
  values: { first_name: 'Ada M.', last_name: 'Lovelace' },
  from: { first_name: 'Ada', last_name: 'King' },
  version: 7,
  savedAt: 1_000,
  attempt: { key: 'before.0', changes: { first_name: 'Ada M.' }, version: 7 },
} as const
const NOT_KNOWN = 'It is not known whether this was saved: the server has not answered.'
const HELD = { values: { first_name: 'Ada' }, from: {}, version: 6, savedAt: 1_000 }

const THEIRS = {
  'somebody else changed the same field': { ...BASE, first_name: 'Augusta' },
  'somebody else saved the same value': { ...BASE, first_name: 'Ada M.' },
} as const
const theirsNames = Object.keys(THEIRS) as (keyof typeof THEIRS)[]
const SAME_VALUE = 'somebody else saved the same value'
const RECORD = { id: 'row-1', version: 8 }

/* Groups of states. */
const PRISTINE = ['clean', 'unchanged'] as const
const ON_DEVICE = ['kept', 'typingOn', 'keepingOn'] as const
const DIRTY = ['typing', 'keeping', ...ON_DEVICE, 'unkept'] as const
const KEEPING = ['keeping', 'keepingToLeave'] as const
const NOT_KEEPING = ['unkept', 'rejected', 'leaving'] as const
/** The save has no response, and is repeated. */
const ASKING = ['checking', 'waiting'] as const
/** The save has no outcome. */
const WRITING = ['submitting', ...ASKING, 'unresolved'] as const
/** Accept input as the form itself does. */
const PLAIN = [...KEEPING, ...NOT_KEEPING] as const
const ONLY_WALKS = { onlyWalks: true } as const

const LOSES_NOTHING = 'leaving loses nothing'
const differs = (name: ChangeName | SubmitName) => `${name}: it differs from the record` as const
const equals = (name: ChangeName | SubmitName) => `${name}: the record holds it` as const
const eventCases = Object.fromEntries(
  [...changeNames, ...submitNames].flatMap((name) => [
    [differs(name), ({ base }: Context) => changed(VALUES[name], base).length > 0],
    [equals(name), ({ base }: Context) => changed(VALUES[name], base).length === 0],
  ]),
)
const mixed = (name: string, isNothing: boolean, result: (context: Context) => { values: Values; base?: Values }) => [
  name,
  (context: Context) => {
    const { values, base = context.base } = result(context)
    return (changed(values, base).length === 0) === isNothing
  },
]
const resolveCases = Object.fromEntries(
  SIDES.flatMap((side) => [
    mixed(`restoring ${side} changes nothing`, true, (context) => restored(context, side)),
    mixed(`restoring ${side} leaves changes`, false, (context) => restored(context, side)),
    mixed(`saving ${side} changes nothing`, true, (context) => rebased(context, side)),
    mixed(`saving ${side} leaves changes`, false, (context) => rebased(context, side)),
  ]),
)
const alreadyCases = Object.fromEntries(
  theirsNames.flatMap((name) => [
    [`${name}: all of mine`, (context: Context) => isAlready(context, THEIRS[name])],
    [`${name}: not all of mine`, (context: Context) => !isAlready(context, THEIRS[name])],
  ]),
)
const isOffered = (states: readonly string[]) => states.includes('draftOffered')

export const table = describeTable(paths, {
  starts: {
    'a form that keeps drafts': {
      states: ['clean', 'lookingUp'],
      context: {
        keepsDrafts: true,
        secretFields: ['password'],
        base: BASE,
        version: 7,
        values: BASE,
        draft: null,
        theirs: null,
        authors: {},
        key: 'key',
        attempt: null,
        attempts: 0,
        error: null,
        answer: null,
      },
      calls: ['loadDraft'],
    },
    'a form of secrets': {
      states: ['clean', 'noDraft'],
      context: {
        keepsDrafts: false,
        secretFields: ['password'],
        base: { password: '' },
        version: null,
        values: { password: '' },
        draft: null,
        theirs: null,
        authors: {},
        key: 'key',
        attempt: null,
        attempts: 0,
        error: null,
        answer: null,
      },
      calls: ['loadDraft'],
    },
  },
  cases: {
    ...eventCases,
    ...resolveCases,
    ...alreadyCases,
    'it can be kept': canKeep,
    'it cannot be kept': (context) => !canKeep(context),
    'no draft is offered': (_, states) => !isOffered(states),
    'the draft and a colleague changed a field': (context, states) =>
      isOffered(states) && overlapping(context).length > 0,
    'the draft can be restored': (context, states) => isOffered(states) && overlapping(context).length === 0,
    'something was typed': isTyped,
    'nothing was typed': (context) => !isTyped(context),
    [LOSES_NOTHING]: (context, states) => !isTyped(context) || (states.includes('kept') && !holdsSecrets(context)),
    'leaving loses nothing once it is kept': (context, states) =>
      isTyped(context) &&
      !(states.includes('kept') && !holdsSecrets(context)) &&
      canKeep(context) &&
      !holdsSecrets(context),
    'leaving loses something': (context, states) =>
      isTyped(context) &&
      !(states.includes('kept') && !holdsSecrets(context)) &&
      (!canKeep(context) || holdsSecrets(context)),
    'a part of the draft remains': ({ draft }) => draft !== null,
    'nothing of the draft remains': ({ draft }) => draft === null,
    'the save is kept': (context) => context.keepsDrafts && kept(context) !== null && 'attempt' in kept(context)!,
    'the save is not kept': (context) => !context.keepsDrafts || !kept(context) || !('attempt' in kept(context)!),
    'nothing was typed and nothing was sent': (context) => !isTyped(context) && context.attempts === 0,
    'something was typed or sent': (context) => isTyped(context) || context.attempts > 0,
    'the record holds the draft': ({ base }) => open(HELD, base).length === 0,
    'the record no longer holds the draft': ({ base }) => open(HELD, base).length > 0,
  },
  rows: [
    /* Typing. */
    ...changeNames.flatMap((name) => {
      const values = CHANGES[name]
      const sets = { values, error: null, attempt: null }
      const calls = (after: Context) => [store(after)]
      // In the paths only one change leads back to the record; in walks the record may have become equal to the input.
      const isBack = name === 'form.changed to what the record holds'
      const [back, away] = isBack ? [{}, ONLY_WALKS] : [ONLY_WALKS, {}]
      return [
        { in: PRISTINE, on: name, when: equals(name), ...back },
        { in: PRISTINE, on: name, when: differs(name), to: 'typing', sets },
        { in: 'typing', on: name, when: differs(name), to: 'typing', sets },
        { in: ['typing', ...ON_DEVICE, ...PLAIN], on: name, when: equals(name), to: 'clean', sets, calls, ...back },
        { in: ON_DEVICE, on: name, when: differs(name), to: 'typingOn', sets, ...away },
        { in: KEEPING, on: name, when: differs(name), to: 'typing', sets, ...away },
        { in: NOT_KEEPING, on: name, when: differs(name), to: 'typing', sets },
      ] as const
    }),

    /* Storing the input on this device, and again with the earlier draft once that is known. */
    { in: 'typing', on: 'draftPause is over', when: 'it can be kept', to: 'keeping', calls: (after) => [save(after)] },
    { in: 'typing', on: 'draftPause is over', when: 'it cannot be kept', to: 'unkept' },
    { in: DIRTY, on: 'draft.known', when: 'it can be kept', to: 'keeping', calls: (after) => [save(after)] },
    { in: ['typing', 'typingOn', 'unkept'], on: 'draft.known', when: 'it cannot be kept', to: 'unkept' },
    {
      in: 'typingOn',
      on: 'draftPause is over',
      when: 'it can be kept',
      to: 'keepingOn',
      calls: (after) => [save(after)],
    },
    { in: 'typingOn', on: 'draftPause is over', when: 'it cannot be kept', to: 'unkept' },
    { in: 'keeping', on: 'saveDraft answers: it is kept', to: 'kept' },
    { in: 'keeping', on: ['saveDraft answers: it cannot be kept', 'saveDraft fails'], to: 'unkept' },
    { in: 'keepingOn', on: 'saveDraftAgain answers: it is kept', to: 'kept' },
    { in: 'keepingOn', on: ['saveDraftAgain answers: it cannot be kept', 'saveDraftAgain fails'], to: 'unkept' },
    {
      in: ON_DEVICE,
      on: 'changes.discard',
      to: 'clean',
      sets: ({ base }) => ({ values: base, error: null }),
      calls: (after) => [store(after), show(after)],
    },

    /* Sending: once, and only the changed fields. */
    ...submitNames.flatMap((name) => {
      const values = SUBMITS[name]
      const sets = { values, error: null, attempt: null }
      const sends = (before: Context) => sent(before, { values, error: null })
      const calls = send
      const isBack = name === 'form.submit of what the record holds'
      const [back, away] = isBack ? [{}, ONLY_WALKS] : [ONLY_WALKS, {}]
      return [
        { in: PRISTINE, on: name, when: equals(name), to: 'unchanged', ...back },
        {
          in: ['typing', ...ON_DEVICE, ...PLAIN],
          on: name,
          when: equals(name),
          to: 'unchanged',
          sets,
          calls: (after: Context) => [store(after)],
          ...back,
        },
        {
          in: [...PRISTINE, 'typing', ...NOT_KEEPING],
          on: name,
          when: differs(name),
          to: 'submitting',
          sets: sends,
          calls,
        },
        {
          in: [...ON_DEVICE, ...KEEPING],
          on: name,
          when: differs(name),
          to: 'submitting',
          sets: sends,
          calls,
          ...away,
        },
      ] as const
    }),
    {
      in: WRITING,
      on: 'write answers: it is saved',
      to: 'succeeded',
      sets: { answer: { data: { id: 'row-1' }, message: 'Saved.' } },
      calls: (after) => ['notifySuccess', storeRest(after), succeeded({ id: 'row-1' }, 'Saved.')] as const,
    },
    {
      in: WRITING,
      on: 'write answers: fields are refused',
      to: 'rejected',
      sets: { error: REFUSED, attempt: null },
      calls: (after) => [
        store(after),
        ['notifyFailure', { message: 'Check the marked fields.' }] as const,
        ['emit', { type: 'form.rejected', fields: { email: ['This email is already used'] } }] as const,
      ],
    },
    {
      in: WRITING,
      on: 'write answers: the database is not available',
      to: 'rejected',
      sets: { error: UNAVAILABLE, attempt: null },
      calls: (after) => [
        store(after),
        ['notifyFailure', { message: 'Not available.' }],
        ['emit', { type: 'form.rejected', fields: {} }],
      ],
    },
    /* Somebody else saved first. */
    ...theirsNames.flatMap(
      (name) =>
        [
          {
            in: WRITING,
            on: `write answers: ${name}`,
            when: `${name}: all of mine`,
            to: 'succeeded',
            ...(name === SAME_VALUE ? {} : ONLY_WALKS),
            sets: { answer: { data: RECORD } },
            calls: (after: Context) => ['notifyAlreadySaved', storeRest(after), succeeded(RECORD)] as const,
          },
          {
            in: WRITING,
            on: `write answers: ${name}`,
            when: `${name}: not all of mine`,
            to: 'stale',
            ...(name === SAME_VALUE ? ONLY_WALKS : {}),
            sets: { theirs: { values: THEIRS[name], version: 8 }, attempt: null },
            calls: (after: Context) => ['readAuthors', store(after)] as const,
          },
        ] as const,
    ),

    /* No response: the write repeats the same save, with the same key, and reports it. */
    { in: ['submitting', 'checking'], on: 'write.waiting', to: 'waiting' },
    { in: ['waiting', 'unresolved'], on: 'write.checking', to: 'checking' },
    { in: ASKING, on: 'write.unresolved', to: 'unresolved', calls: [['notifyFailure', { message: NOT_KNOWN }]] },
    { in: ['waiting', 'unresolved'], on: 'form.check', calls: [CHECK] },
    { in: 'unresolved', on: 'page.leave', when: 'the save is kept', to: 'left', calls: [LEFT] },
    { in: 'unresolved', on: 'page.leave', when: 'the save is not kept', to: 'leavingUnresolved' },
    {
      in: 'lookingUp',
      on: 'loadDraft answers: a draft whose save has no outcome',
      when: 'nothing was typed and nothing was sent',
      to: 'noDraft',
      sets: ({ values, base }) => ({
        values: { ...values, ...FOUND.attempt.changes },
        attempt: { ...FOUND.attempt, values: { ...base, ...FOUND.attempt.changes } },
        draft: { values: { last_name: 'Lovelace' }, from: FOUND.from, version: 7, savedAt: 1_000 },
      }),
      raises: 'attempt.found',
    },
    {
      in: 'lookingUp',
      on: 'loadDraft answers: a draft whose save has no outcome',
      when: 'something was typed or sent',
      to: 'draftOffered',
      sets: { draft: FOUND },
      raises: 'draft.known',
    },
    {
      in: PRISTINE,
      on: 'attempt.found',
      to: 'checking',
      calls: (after) => [show(after), write(after, 'checking')] as const,
    },

    {
      in: ['stale', 'merging'],
      on: 'readAuthors answers: who changed it',
      sets: { authors: { first_name: { by: 'dan_w', at: '2026-11-20T14:30:00.000Z' } } },
    },
    ...SIDES.flatMap(
      (side) =>
        [
          {
            in: 'stale',
            on: RESOLVE[side],
            when: `saving ${side} changes nothing`,
            to: 'unchanged',
            ...(side === 'yours' ? ONLY_WALKS : {}),
            sets: (before: Context) => rebased(before, side),
            calls: (after: Context) => [store(after), show(after)],
          },
          {
            in: 'stale',
            on: RESOLVE[side],
            when: `saving ${side} leaves changes`,
            to: 'submitting',
            ...(side === 'saved' ? ONLY_WALKS : {}),
            sets: (before: Context) => sent(before, rebased(before, side)),
            calls: (after: Context) => [show(after), ...send(after)],
          },
          {
            in: 'merging',
            on: RESOLVE[side],
            when: `restoring ${side} changes nothing`,
            to: 'clean',
            sets: (before: Context) => restored(before, side),
            calls: (after: Context) => [store(after), show(after)],
            raises: 'draft.taken',
          },
          {
            in: 'merging',
            on: RESOLVE[side],
            when: `restoring ${side} leaves changes`,
            to: 'typing',
            sets: (before: Context) => restored(before, side),
            calls: (after: Context) => [show(after)],
            raises: 'draft.taken',
          },
        ] as const,
    ),
    { in: 'stale', on: 'conflict.back', to: 'typing', sets: { theirs: null, authors: {} } },
    {
      in: 'merging',
      on: 'conflict.back',
      when: 'something was typed',
      to: 'typing',
      sets: { theirs: null, authors: {} },
    },
    { in: 'merging', on: 'conflict.back', when: 'nothing was typed', to: 'clean', sets: { theirs: null, authors: {} } },

    /* The draft of an earlier session. */
    ...(Object.keys(DRAFTS) as (keyof typeof DRAFTS)[]).map(
      (name) =>
        ({
          in: 'lookingUp',
          on: `loadDraft answers: ${name}`,
          to: name === 'a draft without original values' ? 'draftShown' : 'draftOffered',
          sets: { draft: DRAFTS[name] },
          raises: 'draft.known',
        }) as const,
    ),
    {
      in: 'lookingUp',
      on: 'loadDraft answers: a draft of what the record holds',
      when: 'the record holds the draft',
      to: 'noDraft',
      calls: (after) => [store(after)],
      raises: 'draft.known',
    },
    {
      in: 'lookingUp',
      on: 'loadDraft answers: a draft of what the record holds',
      when: 'the record no longer holds the draft',
      onlyWalks: true,
      to: 'draftShown',
      sets: { draft: HELD },
      raises: 'draft.known',
    },
    { in: 'lookingUp', on: ['loadDraft answers: no draft', 'loadDraft fails'], to: 'noDraft', raises: 'draft.known' },
    {
      in: [...PRISTINE, 'typing', ...ON_DEVICE, ...PLAIN],
      on: 'draft.restore',
      when: 'the draft can be restored',
      to: 'typing',
      sets: (before) => restored(before, 'yours'),
      calls: (after) => [show(after)],
      raises: 'draft.taken',
    },
    {
      in: PRISTINE,
      on: 'draft.restore',
      when: 'the draft and a colleague changed a field',
      to: 'merging',
      calls: ['readAuthors'],
    },
    {
      in: ['typing', ...ON_DEVICE, ...PLAIN],
      on: 'draft.restore',
      when: 'the draft and a colleague changed a field',
      to: 'merging',
      calls: (after) => [store(after), 'readAuthors'] as const,
    },
    { in: [...PRISTINE, 'typing', ...ON_DEVICE, ...PLAIN], on: 'draft.restore', when: 'no draft is offered' },
    { in: 'draftOffered', on: 'draft.taken', when: 'a part of the draft remains', to: 'draftShown' },
    { in: 'draftOffered', on: 'draft.taken', when: 'nothing of the draft remains', to: 'noDraft' },
    {
      in: ['draftOffered', 'draftShown'],
      on: 'draft.discard',
      to: 'noDraft',
      sets: { draft: null },
      calls: (after) => [store(after)],
    },

    /* Leaving. */
    { in: [...PRISTINE, 'kept', 'merging'], on: 'page.leave', when: LOSES_NOTHING, to: 'left', calls: [LEFT] },
    {
      in: ['typing', 'keeping', 'typingOn', 'keepingOn', 'unkept', 'rejected', 'stale'],
      on: 'page.leave',
      when: LOSES_NOTHING,
      to: 'left',
      calls: [LEFT],
      onlyWalks: true,
    },
    {
      in: ['typing', 'keeping', 'typingOn', 'keepingOn', 'unkept', 'rejected', 'merging', 'stale'],
      on: 'page.leave',
      when: 'leaving loses nothing once it is kept',
      to: 'keepingToLeave',
      calls: (after) => [save(after)],
    },
    {
      in: ['typing', 'keeping', ...ON_DEVICE, 'unkept', 'rejected', 'stale'],
      on: 'page.leave',
      when: 'leaving loses something',
      to: 'leaving',
    },
    { in: 'merging', on: 'page.leave', when: 'leaving loses something', to: 'leaving', onlyWalks: true },
    { in: 'keepingToLeave', on: 'saveDraftToLeave answers: it is kept', to: 'left', calls: [LEFT] },
    {
      in: 'keepingToLeave',
      on: ['saveDraftToLeave answers: it cannot be kept', 'saveDraftToLeave fails', 'keepPatience is over'],
      to: 'leaving',
    },
    {
      in: 'leaving',
      on: 'page.stay',
      to: 'typing',
      sets: { theirs: null, authors: {} },
    },
    {
      in: 'leavingUnresolved',
      on: 'page.stay',
      to: 'unresolved',
      calls: (after) => [write(after, 'unresolved')],
    },
    { in: ['leaving', 'leavingUnresolved'], on: 'page.leaveAnyway', to: 'left', calls: [LEFT] },
  ],
})
