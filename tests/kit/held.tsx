/** Holds what a state waits for, so that a story can stand in it: an actor that never answers, a delay that is never over. */
import { useState, type ReactNode } from 'react'
import { fromPromise } from 'xstate'
import { spyOn } from '@storybook/test'
import { ConsoleContext, useConsole, type Console } from '@features/shared/console.container'

/** Answers never. */
const never = <Output, Input>() => fromPromise<Output, Input>(() => new Promise<Output>(() => undefined))
/** Longer than anybody looks at a story. */
const FOR_EVER = 2 ** 30

/** What of a form's machine is held: whether an earlier draft is there, the pause before a draft is written, its writing. */
export type HeldOfForm = 'loadDraft' | 'draftPause' | 'saveDraft'

const holding = (running: Console, held: HeldOfForm): Console => ({
  ...running,
  submission: (definition) =>
    running
      .submission(definition)
      .provide(
        held === 'draftPause'
          ? { delays: { draftPause: FOR_EVER } }
          : { actors: held === 'loadDraft' ? { loadDraft: never() } : { saveDraft: never() } },
      ),
})

/** Stands inside a StoryConsole: its forms run on the real machine, with one part held. */
export function HeldForm({ held, children }: { held: HeldOfForm; children: ReactNode }) {
  const running = useConsole()
  const [altered] = useState(() => holding(running, held))
  return <ConsoleContext value={altered}>{children}</ConsoleContext>
}

/** From now to the end of the story no timer of just this length runs out: for a delay that the console names. @param ms its length */
export function holdTimers(ms: number): void {
  const setReally = window.setTimeout.bind(window)
  spyOn(window, 'setTimeout').mockImplementation(((run: TimerHandler, wait?: number, ...rest: unknown[]) =>
    setReally(run, wait === ms ? FOR_EVER : wait, ...rest)) as typeof window.setTimeout)
}
