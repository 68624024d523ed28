/**
 * Shared by all forms: a submission machine, connected to the form library. The library owns the fields, the machine their state
 * over time (drafts, sending, refusals, conflicts, leaving); no state of the machine is copied into React.
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
import { newKey } from '@contract/http/idempotency'
import { useLeaveGuard } from '../leave-guard'
import type { LeavingProps } from './LeaveQuestion'

/** Creates the machine of a form: with the real implementations, unless a story holds one of them back. */
export const SubmissionMachine = createContext(createSubmissionImplementations)

/** Options of one form. All except the two callbacks are read once, when the form opens. */
export interface SubmissionOptions<Values extends FieldValues> {
  definition: SubmissionDefinition
  /** A schema of the contract; field errors are its messages (spec 5). */
  schema: AnyObjectSchema
  /** A value for each field of the form, in reading order; '' for an empty one. */
  defaultValues: Values
  /** The record's version when the form is opened; null for a new record. */
  version: number | null
  /** @param data the server's response */
  onSucceeded: (data: unknown) => void
  /**
   * The form can be closed: nothing was typed, the input is stored, or the person discarded it.
   * @param how `closed`: with Esc, × or Cancel. `navigated`: with Back, Forward or a link, whose navigation then continues
   */
  onLeft: (how: 'closed' | 'navigated') => void
}

/** A form's state and commands for its view. */
export interface Submission<Values extends FieldValues> {
  form: UseFormReturn<Values>
  /** `onSubmit` of the form element: validates, then focuses the first error or sends. */
  submit: (event?: React.BaseSyntheticEvent) => void
  state: FormState
  busy: boolean
  /** The fields are read-only, because the save has no outcome yet. */
  locked: boolean
  /** No response yet, and the save is being repeated; `again` repeats it immediately. */
  checking: { again: () => void } | null
  /** The submit button asks the server again for the outcome of the save. */
  isUnresolved: boolean
  /** Message above the buttons: the server's, including errors of fields that the form does not have; null if each is at its field. */
  problem: string | null
  /** Save was pressed without any change. */
  unchanged: boolean
  /** An earlier draft that waits for a decision. */
  draft: (DraftView & { restore: () => void; discard: () => void }) | null
  /** Set while the input is stored as a draft, which can be discarded. */
  kept: { discard: () => void } | null
  /** Fields that both this person and somebody else changed. */
  conflict: (ConflictView & { resolve: (choices: Choices) => void; back: () => void }) | null
  /** The question before input is lost. */
  leaving: LeavingProps | null
  /** Cancel, Esc, ×. While the question is shown, it means Stay. */
  leave: () => void
}

/** Shows the server's messages under their fields and focuses the first one in the form's order. */
function showRefusal<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  names: readonly Path<Values>[],
  fields: Record<string, string[]>,
) {
  const refused = names.filter((name) => Object.keys(fields).some((each) => isAt(each, name)))
  for (const name of refused)
    for (const [at, messages] of Object.entries(fields))
      if (isAt(at, name)) form.setError(at as Path<Values>, { type: 'server', message: messages.join('. ') })
  if (!refused[0]) return
  form.setFocus(refused[0])
  showFocused()
}
/** Scrolls to the focused field: one that had the focus already does not move into view when it is focused again. */
const showFocused = () => requestAnimationFrame(() => document.activeElement?.scrollIntoView({ block: 'center' }))
/** A message with the reasons that it does not contain itself. */
const withReasons = (message: string, reasons: readonly string[]) =>
  [message, ...reasons.filter((reason) => !message.includes(reason))].join(' ')
/** Whether an error belongs to a field, or to an input of an item in it: `faq.2.question`. */
const isAt = (error: string, name: string) => error === name || error.startsWith(`${name}.`)

/** Runs a form. @returns the state and commands for its view */
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
    // The resolver's type expects the schema's own values; the caller provides both, so they match by construction.
    // Raw input is passed on: the machine compares and stores it, the form converts what it sends.
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

  /** The navigation with Back, Forward or a link that asked to leave the form. */
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
    // The library also reports errors, and values that the machine set: only input by the person is passed on.
    const stopWatching = form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        const known = actor.getSnapshot().context.values
        if (names.some((name) => values[name] !== known[name])) actor.send({ type: 'form.changed', values })
      },
    })
    // Before a reload or closing the tab, the browser asks, like when the form is left.
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

  // The toast and the fields tell it.
  const isAtFields = elsewhere.length === 0 && Object.keys(view.fields).length > 0

  return {
    form,
    submit: (event) => {
      if (view.state !== 'unresolved')
        return void form.handleSubmit((values) => actor.send({ type: 'form.submit', values }), showFocused)(event)
      event?.preventDefault()
      actor.send({ type: 'form.check' })
    },
    state: view.state,
    busy: view.busy,
    locked: view.locked,
    checking: view.checks ? { again: () => actor.send({ type: 'form.check' }) } : null,
    isUnresolved: view.state === 'unresolved',
    problem: view.problem === null || isAtFields ? null : withReasons(view.problem, elsewhere),
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

/** Comparison for selectors that create small plain data each time. */
const sameJson = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
