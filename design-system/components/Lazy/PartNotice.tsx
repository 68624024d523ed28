import { RotateCw, TriangleAlert } from 'lucide-react'
import { useEffect, useEffectEvent, type Ref } from 'react'
import { Button } from '../../primitives/Button/Button'
import { Icon } from '../../primitives/Icon/Icon'
import { Actions, Notice, Plate, Text, Title } from './Lazy.styles'

/** Why a part of the page is missing, and how to get it. */
export interface PartFailure {
  /** What the person would miss, as a sentence begins: 'The columns'. */
  name: string
  /** Its code could not be loaded, or it threw. */
  reason: 'load' | 'crash'
  /** How often this has happened in a row. From the second time on a reload is offered too. */
  times: number
  /** It is being loaded again. */
  busy: boolean
  retry: () => void
}

export interface PartNoticeProps {
  failure: PartFailure
  /** The title is said by what is around it. */
  titleHidden?: boolean
  /** Of 'Try again', for who moves the focus to it. */
  buttonRef?: Ref<HTMLButtonElement>
}

/** @returns the sentence that names the failure, for whoever shows it as a title */
export const failureTitle = ({ name, reason }: Pick<PartFailure, 'name' | 'reason'>): string =>
  reason === 'load' ? `${name} could not be loaded` : `${name} stopped working`

const explain = ({ reason }: PartFailure): string =>
  reason === 'crash'
    ? 'An error occurred in this part of the console. The rest of the page still works.'
    : navigator.onLine
      ? 'The server did not send this part of the console.'
      : 'You are offline. This part loads by itself once you are back online.'

/** Tries again by itself when the connection is back. */
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
 * Says in its place that a part of the page is missing, with 'Try again' and, when that did not help, 'Reload the page'. A part
 * that could not be loaded is tried again by itself when the connection is back.
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
