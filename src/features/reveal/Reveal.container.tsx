/**
 * Reveals a stored secret of a record. The secret is in the machine's context while it is shown, and nowhere else: only
 * `ShownSecret` reads it, which is unmounted when the machine forgets it.
 */
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { shallowEqual, useActorRef, useSelector } from '@xstate/react'
import type { Result } from '@contract/errors'
import { newKey } from '@contract/http/idempotency'
import { createRevealImplementations } from '@machines/reveal/reveal.implementations'
import {
  revealCommands,
  selectRevealView,
  selectSecondsLeft,
  selectSecret,
  type RevealRef,
} from '@machines/reveal/reveal.view'
import { useConsole } from '@console/console'
import { onPageHidden } from './page-hidden'
import { RevealDialog } from './RevealDialog'
import { RevealedSecret } from './RevealedSecret'

export interface RevealContainerProps {
  /** Title of the dialog: 'Reveal the password of lucky77?' */
  title: string
  /** What is revealed: 'Password'. */
  label: string
  /** Asks the platform. @returns the secret, or why not */
  call: (reason: string, options: { idempotencyKey: string; signal: AbortSignal }) => Promise<Result<string>>
  onClose: () => void
}

/** Rendered while the secret is shown. */
function ShownSecret({ actor, label }: { actor: RevealRef; label: string }) {
  const secret = useSelector(actor, selectSecret)
  const secondsLeft = useSelector(actor, selectSecondsLeft)
  return secret === null ? null : <RevealedSecret label={label} secret={secret} secondsLeft={secondsLeft} />
}

export default function RevealContainer({ title, label, call, onClose }: RevealContainerProps) {
  const { clock } = useConsole()
  const [{ machine, input }] = useState(() => ({
    machine: createRevealImplementations({ call, clock, onPageHidden }),
    input: { key: newKey() },
  }))
  const actor = useActorRef(machine, { input })
  const view = useSelector(actor, selectRevealView, shallowEqual)
  const [commands] = useState(() => revealCommands((event) => actor.send(event)))
  // Before the actor stops with its component: a stopped actor keeps its context.
  useLayoutEffect(
    () => () => {
      if (actor.getSnapshot().status === 'active') commands.hide()
    },
    [actor, commands],
  )
  const closed = useEffectEvent(onClose)
  useEffect(() => {
    const listening = actor.subscribe({
      complete: () => {
        // Not where the actor is stopped with its component.
        if (actor.getSnapshot().status === 'done') closed()
      },
    })
    return () => listening.unsubscribe()
  }, [actor])
  return (
    <RevealDialog
      title={title}
      label={label}
      view={view}
      secret={<ShownSecret actor={actor} label={label} />}
      onChange={commands.changed}
      onSubmit={commands.submit}
      onHide={commands.hide}
      onClose={commands.close}
    />
  )
}
