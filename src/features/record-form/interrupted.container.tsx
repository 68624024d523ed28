/**
 * What disabling records would interrupt, read from the server: shown in the question before it, of one record and of many. The
 * server decides again when it disables them, whatever this answer has shown.
 */
import { useEffect, type ReactNode } from 'react'
import type { Result } from '@contract/errors'
import type { ResourceDisabling, Row } from '@resources/resource'
import { usePreview } from '../shared/preview/preview.container'
import { PreviewAnswer } from '../shared/preview/PreviewAnswer'

type Answer = Readonly<Record<string, unknown>>

/**
 * @param interrupts null: disabling interrupts nothing, and the server is not asked
 * @param ask the call; only the first one that is passed is used
 * @returns the answer, to be shown above the input; whether nothing is open; and the fields of what is
 */
export function useInterrupted(
  interrupts: ResourceDisabling<Row> | null,
  ask: (signal: AbortSignal) => Promise<Result<{ data: Answer }>>,
): { lead: ReactNode; isNothing: boolean; open: readonly string[] } {
  const { view, commands } = usePreview((_asked, signal) => ask(signal))
  const isAsked = interrupts !== null
  useEffect(() => {
    if (isAsked) commands.completed({})
  }, [commands, isAsked])
  if (!interrupts) return { lead: null, isNothing: false, open: [] }
  const { label, answers, nothing } = interrupts
  const open = view.state === 'shown' ? answers.filter(({ field }) => Boolean(view.answer[field])) : null
  const isNothing = open?.length === 0
  const lead = isNothing ? (
    <p>{nothing}</p>
  ) : (
    <PreviewAnswer
      label={label}
      title={label}
      view={view}
      answers={open ?? answers}
      incomplete=""
      onRetry={commands.retry}
    />
  )
  return { lead, isNothing, open: (open ?? []).map(({ field }) => field) }
}
