/** The step-up before an action that needs it: the person is asked once for the time for which it is valid. */
import { useCallback, useState, type ReactNode } from 'react'
import { useSelector } from '@xstate/react'
import { FailedModal } from '@design-system/components/Lazy/FailedParts'
import { lazyComponent } from '@design-system/components/Lazy/lazy-component'
import { useConsole, type Console } from '@console/console'
import type { StepUpDialogProps } from './StepUpDialog.container'

const StepUpDialog = lazyComponent<StepUpDialogProps>(() => import('./StepUpDialog.container'), {
  name: 'The question',
  failed: ({ onBack }, failure) => <FailedModal failure={failure} onClose={onBack} />,
})

/** A proof is not reused in its last seconds, in which the action could arrive too late. */
const MARGIN_MS = 20_000

/** Who has proved who they are, and until when: milliseconds since 1970. Of each console, in memory only. */
const proofs = new WeakMap<Console['actors'], { userId: string; until: number }>()

interface Asked {
  verb: string
  act: () => void
}

/**
 * @returns `before`, which performs an action now or after the step-up, and its dialog. `isRefused`: the server has refused
 * the last attempt, because it knows of no step-up
 */
export function useStepUp(): {
  before: (verb: string, act: () => void, isRefused?: boolean) => void
  dialog: ReactNode
} {
  const { actors, clock } = useConsole()
  const userId = useSelector(actors.session, ({ context }) => context.session?.user.id ?? '')
  const [asked, setAsked] = useState<Asked | null>(null)
  const before = useCallback(
    (verb: string, act: () => void, isRefused = false) => {
      const proof = proofs.get(actors)
      if (!isRefused && proof?.userId === userId && clock.now() < proof.until - MARGIN_MS) act()
      else setAsked({ verb, act })
    },
    [actors, clock, userId],
  )
  const dialog = asked && (
    <StepUpDialog
      verb={asked.verb}
      onProven={(until) => {
        proofs.set(actors, { userId, until: Date.parse(until) })
        setAsked(null)
        asked.act()
      }}
      onBack={() => setAsked(null)}
    />
  )
  return { before, dialog }
}
