/** The messages in a plain form, shown instead of the toasts while the toasts' code could not be loaded. */
import { useEffect, useEffectEvent, useState } from 'react'
import { X } from 'lucide-react'
import styled from 'styled-components'
import type { ToastEntry, ToastKind } from '@ports/toasts'
import { Banner } from '@design-system/components/Banner/Banner'
import type { PartFailure } from '@design-system/components/Lazy/PartNotice'
import { IconButton } from '@design-system/primitives/IconButton/IconButton'
import { elevation, space, zIndex, type Tone } from '@design-system/tokens/tokens'
import { useConsole } from '@console/console'

/** Maximum number of messages that are shown at once. */
const MOST = 3
const TONES: Record<ToastKind, Tone> = { success: 'success', error: 'danger', warning: 'warning' }

const Place = styled.div`
  position: fixed;
  inset: 64px 16px auto auto;
  z-index: ${zIndex.toast};
  display: grid;
  gap: ${space[8]};
  width: min(360px, calc(100vw - 32px));
  > * {
    box-shadow: ${elevation.e2};
  }
`

/** @param failure of the toasts' code, which is loaded again with each message and when the connection is restored */
export function PlainToasts({ failure }: { failure: PartFailure }) {
  const { toasts } = useConsole()
  const [shown, setShown] = useState<readonly ToastEntry[]>([])
  const retry = useEffectEvent(() => {
    if (!failure.busy) failure.retry()
  })
  const show = useEffectEvent((entry: ToastEntry) => {
    setShown((before) => [...before, entry].slice(-MOST))
    retry()
  })
  useEffect(() => {
    const stop = toasts.onShow((entry) => show(entry))
    const listener = () => retry()
    window.addEventListener('online', listener)
    return () => {
      stop()
      window.removeEventListener('online', listener)
    }
  }, [toasts])
  return (
    <Place>
      {shown.map(({ id, kind, message }) => (
        <Banner
          key={id}
          tone={TONES[kind]}
          action={
            <IconButton
              size="small"
              label="Dismiss"
              icon={X}
              onClick={() => setShown((before) => before.filter((entry) => entry.id !== id))}
            />
          }
        >
          {message}
        </Banner>
      ))}
    </Place>
  )
}
