import { RotateCw, TriangleAlert } from 'lucide-react'
import { useEffect, useEffectEvent, type Ref } from 'react'
import { Button } from '../../primitives/Button/Button'
import { Icon } from '../../primitives/Icon/Icon'
import { Actions, Notice, Plate, Text, Title } from './Lazy.styles'

/** Why a part of the page is missing, and how to load it. */
export interface PartFailure {
  /** Name of the part, as the beginning of a sentence: 'The columns'. */
  name: string
  /** Its code could not be loaded, or it threw an error. */
  reason: 'load' | 'crash'
  /** Number of consecutive failures. From the second one on a reload is offered too. */
  times: number
  /** It is being loaded again. */
  busy: boolean
  retry: () => void
}

export interface PartNoticeProps {
  failure: PartFailure
  /** The surrounding element shows the title. */
  titleHidden?: boolean
  /** Ref of 'Try again', for moving the focus to it. */
  buttonRef?: Ref<HTMLButtonElement>
}

/** @returns the sentence that names the failure, for use as a title */
export const failureTitle = ({ name, reason }: Pick<PartFailure, 'name' | 'reason'>): string =>
  reason === 'load' ? `${name} could not be loaded` : `${name} stopped working`

const explain = ({ reason }: PartFailure): string =>
  reason === 'crash'
    ? 'An error occurred in this part of the console. The rest of the page still works.'
    : navigator.onLine
      ? 'The server did not send this part of the console.'
      : 'You are offline. This part loads by itself once you are back online.'

/** Retries automatically when the connection is back. */
export function useRetryOnline({ reason, busy, retry }: PartFailure): void {
  const retryNow = useEffectEvent(() => {
    if (reason === 'load' && !busy) retry()
  })
  useEffect(() => {
    const listener = () => retryNow()
    window.addEventListener('online', listener)
    return () => window.removeEventListener('online', listener)
  }, [])
}

/**
 * Shows that a part of the page is missing, with 'Try again' and, after a second failure, 'Reload the page'. A part that could not
 * be loaded is retried automatically when the connection is back.
 */
export function PartNotice({ failure, titleHidden = false, buttonRef }: PartNoticeProps) {
  const { busy, times, retry } = failure
  useRetryOnline(failure)
  return (
    <Notice role="alert">
      {!titleHidden && (
        <Plate>
          <Icon icon={TriangleAlert} />
        </Plate>
      )}
      {!titleHidden && <Title>{failureTitle(failure)}</Title>}
      <Text>{explain(failure)}</Text>
      <Actions>
        <Button ref={buttonRef} size="small" icon={RotateCw} busy={busy} onClick={retry}>
          Try again
        </Button>
        {times > 1 && (
          <Button size="small" variant="ghost" onClick={() => location.reload()}>
            Reload the page
          </Button>
        )}
      </Actions>
    </Notice>
  )
}
