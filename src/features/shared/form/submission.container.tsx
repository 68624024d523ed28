/**
 * What every form shares: a submission machine, joined to the form library. The library owns the fields, the machine what
 * happens to them over time (drafts, sending, refusals, conflicts, leaving); nothing of the machine is copied into React.
 */
import { createContext, use, useEffect, useEffectEvent, useRef, useState } from 'react'
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
import type { Choices } from '@machines/submission/merge'
import {
  createSubmissionImplementations,
  type SubmissionDefinition,
} from '@machines/submission/submission.implementations'
import {
  selectConflict,
  selectDraft,
  selectSubmissionView,
  type ConflictView,
  type DraftView,
  type FormState,
} from '@machines/submission/submission.view'
import { useConsole } from '@console/console'
import { newKey } from '@console/new-key'
import { useLeaveGuard } from '../leave-guard'
import type { LeavingProps } from './LeaveQuestion'

/** What makes the machine of a form: the real implementations, unless a story holds one of them back. */
export const SubmissionMachine = createContext(createSubmissionImplementations)

/** One form. Everything but the two callbacks is read once, when the form opens. */
export interface SubmissionOptions<Values extends FieldValues> {
  definition: SubmissionDefinition
  /** A schema of the contract; field errors are its messages (spec 5). */
  schema: AnyObjectSchema
  /** A value for each field of the form, in reading order; '' for nothing. */
  defaultValues: Values
  /** The record's version that the form is opened on; null for a new record. */
  version: number | null
  /** @param data what the server answered */
  onSucceeded: (data: unknown) => void
  /**
   * The form may go: nothing was typed, it is kept, or the person gave it up.
   * @param how `closed`: by Esc, × or Cancel. `navigated`: by Back, Forward or a link, which goes where it was meant to
   */
  onLeft: (how: 'closed' | 'navigated') => void
}

/** A form as its view needs it. */
export interface Submission<Values extends FieldValues> {
  form: UseFormReturn<Values>
  /** `onSubmit` of the form element: validates, focuses the first error, else sends. */
  submit: (event?: React.BaseSyntheticEvent) => void
  state: FormState
  busy: boolean
  /** Nothing can be typed: the save has no outcome yet. */
  locked: boolean
  /** No answer has arrived, and the save is being repeated; `again` repeats it at once. */
  checking: { again: () => void } | null
  /** The submit button asks again what became of the save. */
  isUnresolved: boolean
  /** Above the buttons: the server's words, those for fields that the form does not have included. */
  problem: string | null
  /** Save was pressed and there was nothing to save. */
  unchanged: boolean
  /** An earlier draft that waits for a decision. */
  draft: (DraftView & { restore: () => void; discard: () => void }) | null
  /** What was typed is on this device and can be discarded. */
  kept: { discard: () => void } | null
  /** What both this person and somebody else changed. */
  conflict: (ConflictView & { resolve: (choices: Choices) => void; back: () => void }) | null
  /** Typed input would be lost: asked before it is. */
  leaving: LeavingProps | null
  /** Cancel, Esc, ×. While the question is shown, it means Stay. */
  leave: () => void
}

/** Shows the server's messages under their fields and focuses the first, in the form's own order. */
function showRefusal<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  names: readonly Path<Values>[],
  fields: Record<string, string[]>,
) {
  const refused = names.filter((name) => Object.keys(fields).some((each) => isAt(each, name)))
  for (const name of refused)
    for (const [at, messages] of Object.entries(fields))
      if (isAt(at, name)) form.setError(at as Path<Values>, { type: 'server', message: messages.join('. ') })
  if (refused[0]) form.setFocus(refused[0])
}
/** Whether an error is at a field, or at an input of an item in it: `faq.2.question`. */
const isAt = (error: string, name: string) => error === name || error.startsWith(`${name}.`)

/** Runs a form. @returns what its view shows, and what it can do */
export function useSubmission<Values extends FieldValues>({
  definition,
  schema,
  defaultValues,
  version,
  onSucceeded,
  onLeft,
}: SubmissionOptions<Values>): Submission<Values> {
  const running = useConsole()
  const createMachine = use(SubmissionMachine)
  const [opened] = useState(() => ({
    machine: createMachine(running, definition),
    input: {
      keepsDrafts: definition.draftKey !== null && running.drafts.canKeep(),
      secretFields: definition.secretFields,
      base: defaultValues,
      version,
      key: newKey(),
    },
    names: Object.keys(defaultValues) as Path<Values>[],
    // The resolver's type wants the schema's own values; the caller gives both, so they agree by construction.
    // What was typed is handed on as it is: the machine compares and keeps it, the form converts what it sends.
    resolver: yupResolver(schema, undefined, { raw: true }) as unknown as Resolver<Values>,
  }))
  const { machine, input, names } = opened
  const actor = useActorRef(machine, { input })
  const view = useSelector(actor, selectSubmissionView, shallowEqual)
  const draft = useSelector(actor, selectDraft, sameJson)
  const conflict = useSelector(actor, selectConflict, sameJson)
  const form = useForm<Values>({
    defaultValues: input.base as DefaultValues<Values>,
    resolver: opened.resolver,
    mode: 'onTouched',
  })

  /** Where Back, Forward or a link was going when it asked to leave the form. */
  const destination = useRef<(() => void) | null>(null)
  const leaveFor = (proceed: (() => void) | null) => {
    destination.current = proceed
    actor.send({ type: 'page.leave' })
  }
  useLeaveGuard({ holds: () => selectSubmissionView(actor.getSnapshot()).holds, ask: leaveFor })

  const succeeded = useEffectEvent(onSucceeded)
  const left = useEffectEvent(() => {
    const proceed = destination.current
    onLeft(proceed ? 'navigated' : 'closed')
    proceed?.()
  })
  useEffect(() => {
    const listening = [
      actor.on('form.rejected', ({ fields }) => showRefusal(form, names, fields)),
      actor.on('values.replaced', ({ values }) => form.reset(values as Values, { keepDefaultValues: true })),
      actor.on('form.succeeded', ({ data }) => succeeded(data)),
      actor.on('form.left', () => left()),
    ]
    // The library also reports errors, and values that the machine set: only what was typed is sent on.
    const stopWatching = form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        const known = actor.getSnapshot().context.values
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
  }, [actor, form, names])

  const elsewhere = Object.entries(view.fields)
    .filter(([error]) => !names.some((name) => isAt(error, name)))
    .flatMap(([, messages]) => messages)

  return {
    form,
    submit: (event) => {
      if (view.state !== 'unresolved')
        return void form.handleSubmit((values) => actor.send({ type: 'form.submit', values }))(event)
      event?.preventDefault()
      actor.send({ type: 'form.check' })
    },
    state: view.state,
    busy: view.busy,
    locked: view.locked,
    checking: view.checks ? { again: () => actor.send({ type: 'form.check' }) } : null,
    isUnresolved: view.state === 'unresolved',
    problem: view.problem === null ? null : [view.problem, ...elsewhere].join(' '),
    unchanged: view.unchanged,
    draft: draft && {
      ...draft,
      restore: () => actor.send({ type: 'draft.restore' }),
      discard: () => actor.send({ type: 'draft.discard' }),
    },
    kept: view.isKept ? { discard: () => actor.send({ type: 'changes.discard' }) } : null,
    conflict: conflict && {
      ...conflict,
      resolve: (choices) => actor.send({ type: 'conflict.resolve', choices }),
      back: () => actor.send({ type: 'conflict.back' }),
    },
    leaving: view.asking
      ? {
          onlySecrets: view.secretsAreLost,
          stay: () => actor.send({ type: 'page.stay' }),
          leaveAnyway: () => actor.send({ type: 'page.leaveAnyway' }),
        }
      : null,
    leave: () => (view.asking ? actor.send({ type: 'page.stay' }) : leaveFor(null)),
  }
}

/** For what a selector makes anew each time: small plain data. */
const sameJson = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
