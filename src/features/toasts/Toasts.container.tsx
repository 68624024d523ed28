import { useCallback } from 'react'
import { Toasts, type ToastMessage } from '@design-system/components/Toasts/Toasts'
import { useConsole } from '@console/console'

/** The host of the toasts, connected to the console's messages. */
export default function ToastsContainer() {
  const { toasts } = useConsole()
  const onShow = useCallback((listener: (message: ToastMessage) => void) => toasts.onShow(listener), [toasts])
  return <Toasts onShow={onShow} />
}
