/**
 * Holds the actor or delay that a state waits for, so that a story can stay in that state: an actor that never
 * responds, a delay that never ends.
 */
import { useState, type ReactNode } from 'react'
import { fromPromise } from 'xstate'
import { spyOn } from '@storybook/test'
import type { DraftContent } from '@machines/submission/merge'
import { createSubmissionImplementations } from '@machines/submission/submission.implementations'
import { SubmissionMachine } from '@features/shared/form/submission.container'

/** Never responds. */
const never = <Output, Input>() => fromPromise<Output, Input>(() => new Promise<Output>(() => undefined))
/** Longer than anybody looks at a story, in milliseconds. */
const FOR_EVER = 2 ** 30

/**
 * The parts of a form's machine that can be held: the look-up of an earlier draft, the pause before a draft is written,
 * and its writing; of the last two, either all or only those after the first. `checkPatience` and `keepPatience` (with a
 * writing that never ends) are shortened, so that the story shows the state after them.
 */
export type HeldOfForm =
  | 'checkPatience'
  | 'keepPatience'
  | 'loadDraft'
  | 'draftPause'
  | 'laterPause'
  | 'saveDraft'
  | 'laterSave'

/** Returns 0 the first time, afterwards FOR_EVER. */
function onlyTheFirst(): () => number {
  let asked = 0
  return () => ((asked += 1) === 1 ? 0 : FOR_EVER)
}

/** Writes only the first draft. */
function savingOnce() {
  let isFirst = true
  return fromPromise<boolean, { draft: DraftContent | null }>(() => {
    if (!isFirst) return new Promise(() => undefined)
    isFirst = false
    return Promise.resolve(true)
  })
}

/** What each holds, made anew for each form. */
const HOLDS: Record<HeldOfForm, () => Parameters<ReturnType<typeof createSubmissionImplementations>['provide']>[0]> = {
  checkPatience: () => ({}),
  keepPatience: () => ({ actors: { saveDraft: never() }, delays: { keepPatience: 300 } }),
  loadDraft: () => ({ actors: { loadDraft: never() } }),
  draftPause: () => ({ delays: { draftPause: FOR_EVER } }),
  laterPause: () => ({ delays: { draftPause: onlyTheFirst() } }),
  saveDraft: () => ({ actors: { saveDraft: never() }, delays: { keepPatience: FOR_EVER } }),
  laterSave: () => ({ actors: { saveDraft: savingOnce() } }),
}

const holding =
  (held: HeldOfForm): typeof createSubmissionImplementations =>
  (services, definition) =>
    createSubmissionImplementations(
      held === 'checkPatience' ? { ...services, checkPatienceMs: 500 } : services,
      definition,
    ).provide(HOLDS[held]())

/** For use inside a StoryConsole: its forms run on the real machine, with one part held. */
export function HeldForm({ held, children }: { held: HeldOfForm; children: ReactNode }) {
  const [createMachine] = useState(() => holding(held))
  return <SubmissionMachine value={createMachine}>{children}</SubmissionMachine>
}

/** Stands for a database that never responds. */
export const neverResponds = () => new Promise<void>(() => undefined)

/**
 * Until the end of the story, timers of exactly this length never fire: for a delay that the console names.
 * @param ms the length
 */
export function holdTimers(ms: number): void {
  const setReally = window.setTimeout.bind(window)
  spyOn(window, 'setTimeout').mockImplementation(((run: TimerHandler, wait?: number, ...rest: unknown[]) =>
    setReally(run, wait === ms ? FOR_EVER : wait, ...rest)) as typeof window.setTimeout)
}
