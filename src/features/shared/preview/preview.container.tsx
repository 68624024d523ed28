/** The preview machine over one call (statechart `preview`). */
import { useState } from 'react'
import { useActorRef, useSelector } from '@xstate/react'
import { ok, type Result } from '@contract/errors'
import { useConsole } from '@console/console'
import { createPreviewImplementations } from '@machines/preview/preview.implementations'
import { previewCommands, selectPreviewView } from '@machines/preview/preview.view'

type Values = Readonly<Record<string, unknown>>

/**
 * @param ask the call, with the completed input as its body; only the first one that is passed is used
 * @returns what to show, and the commands that tell the machine whether the input is complete
 */
export function usePreview(ask: (asked: Values, signal: AbortSignal) => Promise<Result<{ data: Values }>>) {
  const { onLineBack } = useConsole()
  const [machine] = useState(() =>
    createPreviewImplementations({
      onLineBack,
      async ask(asked, signal) {
        const answer = await ask(asked, signal)
        return answer.ok ? ok(answer.value.data) : answer
      },
    }),
  )
  const actor = useActorRef(machine)
  const view = useSelector(actor, selectPreviewView, (a, b) => JSON.stringify(a) === JSON.stringify(b))
  const [commands] = useState(() => previewCommands((event) => actor.send(event)))
  return { view, commands }
}
