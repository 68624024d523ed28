/** Holds what a state waits for, so that a story can stand in it: an actor that never answers, a delay that is never over. */
import { useState, type ReactNode } from 'react'
import { fromPromise } from 'xstate'
import { spyOn } from '@storybook/test'
import type { DraftContent } from '@machines/submission/merge'
import { createSubmissionImplementations } from '@machines/submission/submission.implementations'
import { SubmissionMachine } from '@features/shared/form/submission.container'

/** Answers never. */
const never = <Output, Input>() => fromPromise<Output, Input>(() => new Promise<Output>(() => undefined))
/** Longer than anybody looks at a story. */
const FOR_EVER = 2 ** 30

/**
 * What a form's machine waits for: whether an earlier draft exists, the pause before a draft is written, its writing; of the
 * last two, also those after the first. `checkPatience` is not held but short: the story sees what comes after it.
 */
export type HeldOfForm = 'checkPatience' | 'loadDraft' | 'draftPause' | 'laterPause' | 'saveDraft' | 'laterSave'

/** 0 for the first, then for ever. */
function onlyTheFirst(): () => number {
  let asked = 0
  return () => ((asked += 1) === 1 ? 0 : FOR_EVER)
}

/** Writes never, or only the first draft. */
function saving(held: HeldOfForm) {
  let writes = held === 'laterSave' ? 1 : 0
  return fromPromise<boolean, { draft: DraftContent | null }>(() =>
    writes-- > 0 ? Promise.resolve(true) : new Promise(() => undefined),
  )
}

const holding =
  (held: HeldOfForm): typeof createSubmissionImplementations =>
  (services, definition) =>
    createSubmissionImplementations(services, definition).provide(
      held === 'checkPatience'
        ? { delays: { checkPatience: 500 } }
        : held === 'draftPause'
          ? { delays: { draftPause: FOR_EVER } }
          : held === 'laterPause'
            ? { delays: { draftPause: onlyTheFirst() } }
            : { actors: held === 'loadDraft' ? { loadDraft: never() } : { saveDraft: saving(held) } },
    )

/** Stands inside a StoryConsole: its forms run on the real machine, with one part held. */
export function HeldForm({ held, children }: { held: HeldOfForm; children: ReactNode }) {
  const [createMachine] = useState(() => holding(held))
  return <SubmissionMachine value={createMachine}>{children}</SubmissionMachine>
}

/** From now to the end of the story no timer of just this length runs out: for a delay that the console names. @param ms its length */
export function holdTimers(ms: number): void {
  const setReally = window.setTimeout.bind(window)
  spyOn(window, 'setTimeout').mockImplementation(((run: TimerHandler, wait?: number, ...rest: unknown[]) =>
    setReally(run, wait === ms ? FOR_EVER : wait, ...rest)) as typeof window.setTimeout)
}
