import { lazy, Suspense, useSyncExternalStore } from 'react'
import { useConsole } from '@features/shared/console.container'

const Toasts = lazy(() => import('@features/toasts/Toasts.container'))

/** The host of the toasts, loaded with the first of them. */
export function ToastHost() {
  const { toasts } = useConsole()
  const any = useSyncExternalStore(
    (listener) => toasts.subscribe(listener),
    () => toasts.getSnapshot().length > 0,
  )
  if (!any) return null
  return (
    <Suspense fallback={null}>
      <Toasts />
    </Suspense>
  )
}
