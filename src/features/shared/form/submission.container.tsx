/**
 * What every form shares: a submission machine, joined to the form library. The library owns the fields, the machine what
 * happens to them over time (drafts, sending, refusals, conflicts, leaving); nothing of the machine is copied into React.
 */
import { useEffect, useEffectEvent, useState } from 'react'
import { yupResolver } from '@hookform/resolvers/yup'
import { shallowEqual, useActorRef, useSelector } from '@xstate/react'
import {
  useForm,
  type DefaultValues,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormReturn,
} from 'react-hook-form'
import type { AnyObjectSchema } from 'yup'
import type { SubmissionDefinition } from '@machines/submission/submission.implementations'
import { selectSubmissionView, type SubmissionState } from '@machines/submission/submission.view'
import { useConsole } from '../console.container'
import { differencesOf, mixOf, type Choice, type Difference } from './conflict'

/** One form. Everything but the two callbacks is read once, when the form opens. */
export interface SubmissionOptions<Values extends FieldValues> {
  definition: SubmissionDefinition
  /** A schema of the contract; field errors are its messages (spec 5). */
  schema: AnyObjectSchema
  /** A value for each field of the form, in reading order; '' for nothing. */
  defaultValues: Values
  /** The record's version that the form is opened on; null for a new record. */
  version: number | null
  /** The record that the form is opened on: a draft of an older version of it is compared with it. */
  record?: unknown
  /** @param data what the server answered */
  onSucceeded: (data: unknown) => void
  /** The form may go: nothing was typed, it is kept, or the person gave it up. */
  onLeft: () => void
}

/** A form as its view needs it. */
export interface Submission<Values extends FieldValues> {
  form: UseFormReturn<Values>
  /** `onSubmit` of the form element: checks, focuses the first error, else sends. */
  submit: (event?: React.BaseSyntheticEvent) => void
  state: SubmissionState
  busy: boolean
  /** Above the buttons: the server's words, those for fields that the form does not have included. */
  problem: string | null
  /** An earlier draft that is offered back; `savedAt` in milliseconds since 1970. */
  draft: { savedAt: number; restore: () => void; discard: () => void } | null
  /** What was typed lies on this device and can be given up. */
  kept: { discard: () => void } | null
  /** Somebody else saved the record meanwhile. */
  conflict: {
    message: string
    differences: Difference[]
    resolve: (choices: Record<string, Choice>) => void
    back: () => void
  } | null
  /** Typed work would be lost: asked before it is. */
  leaving: { stay: () => void; leaveAnyway: () => void } | null
  /** Cancel, Esc, ×, the back button. While the question stands, it means Stay. */
  leave: () => void
}

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** Shows the server's messages under their fields and focuses the first, in the form's own order. */
function showRefusal<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  names: readonly Path<Values>[],
  fields: Record<string, string[]>,
) {
  names
    .filter((name) => fields[name]?.length)
    .forEach((name, index) =>
      form.setError(name, { type: 'server', message: fields[name]!.join('. ') }, { shouldFocus: index === 0 }),
    )
}

/** Runs a form. @returns what its view shows, and what it can do */
export function useSubmission<Values extends FieldValues>({
  definition,
  schema,
  defaultValues,
  version,
  record,
  onSucceeded,
  onLeft,
}: SubmissionOptions<Values>): Submission<Values> {
  const running = useConsole()
  const [opened] = useState(() => ({
    machine: running.submission(definition),
    input: { keepsDrafts: definition.draftKey !== null && running.drafts.canKeep(), version, record },
    values: defaultValues,
    names: Object.keys(defaultValues) as Path<Values>[],
    // The resolver's type wants the schema's own values; the caller gives both, so they agree by construction.
    resolver: yupResolver(schema) as unknown as Resolver<Values>,
  }))
  const { machine, input, values: openedWith, names } = opened
  const actor = useActorRef(machine, { input })
  const view = useSelector(actor, selectSubmissionView, shallowEqual)
  const form = useForm<Values>({
    defaultValues: openedWith as DefaultValues<Values>,
    resolver: opened.resolver,
    mode: 'onTouched',
  })

  const succeeded = useEffectEvent(onSucceeded)
  const left = useEffectEvent(onLeft)
  useEffect(() => {
    const listening = [
      actor.on('form.rejected', ({ fields }) => showRefusal(form, names, fields)),
      actor.on('draft.restored', ({ values }) =>
        form.reset({ ...openedWith, ...(values as Partial<Values>) }, { keepDefaultValues: true }),
      ),
      actor.on('form.succeeded', ({ data }) => succeeded(data)),
      actor.on('form.left', () => left()),
    ]
    // The library also tells of errors and of values that the machine gave: only what was typed is news.
    const stopWatching = form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        const snapshot = actor.getSnapshot()
        const known = snapshot.matches('clean') ? openedWith : { ...openedWith, ...snapshot.context.values }
        if (names.some((name) => values[name] !== known[name])) actor.send({ type: 'form.changed', values })
      },
    })
    // A reload or a closed tab asks first, as leaving the form does.
    const askBeforeUnload = (event: BeforeUnloadEvent) => {
      if (selectSubmissionView(actor.getSnapshot()).unsaved) event.preventDefault()
    }
    window.addEventListener('beforeunload', askBeforeUnload)
    return () => {
      for (const subscription of listening) subscription.unsubscribe()
      stopWatching()
      window.removeEventListener('beforeunload', askBeforeUnload)
    }
  }, [actor, form, names, openedWith])

  const { state, draftSavedAt } = view
  const elsewhere = Object.entries(view.fields)
    .filter(([name]) => !names.some((known) => known === name))
    .flatMap(([, messages]) => messages)

  return {
    form,
    submit: (event) => void form.handleSubmit((values) => actor.send({ type: 'form.submit', values }))(event),
    state,
    busy: view.busy,
    problem: view.problem === null ? null : [view.problem, ...elsewhere].join(' '),
    draft:
      state === 'draftOffered' && draftSavedAt !== null
        ? {
            savedAt: draftSavedAt,
            restore: () => actor.send({ type: 'draft.restore' }),
            discard: () => actor.send({ type: 'draft.discard' }),
          }
        : null,
    kept: view.isKept
      ? {
          discard: () => {
            actor.send({ type: 'draft.discard' })
            form.reset(openedWith)
          },
        }
      : null,
    conflict: state === 'stale' ? conflictOf() : null,
    leaving:
      state === 'leaving'
        ? { stay: () => actor.send({ type: 'page.stay' }), leaveAnyway: () => actor.send({ type: 'page.leaveAnyway' }) }
        : null,
    leave: () => actor.send({ type: state === 'leaving' ? 'page.stay' : 'page.leave' }),
  }

  function conflictOf(): NonNullable<Submission<Values>['conflict']> {
    const { current, values } = actor.getSnapshot().context
    const saved = asRecord(current)
    return {
      message: view.problem ?? '',
      differences: differencesOf(values, saved, openedWith),
      resolve: (choices) => {
        const mix = mixOf(values, saved, choices)
        actor.send({ type: 'conflict.resolve', values: mix, version: Number(saved.version) })
        form.reset(mix as Values, { keepDefaultValues: true })
      },
      back: () => actor.send({ type: 'conflict.back' }),
    }
  }
}
