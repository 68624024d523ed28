import { useSyncExternalStore } from 'react'
import { lazyComponent } from '@design-system/components/Lazy/lazy-component'
import { useConsole } from '@console/console'
import { PlainToasts } from '@features/toasts/PlainToasts.container'

const Toasts = lazyComponent(() => import('@features/toasts/Toasts.container'), {
  name: 'The messages',
  failed: (_props, failure) => <PlainToasts failure={failure} />,
})

/** The host of the toasts, loaded at the latest with the first toast. */
export function ToastHost() {
  const { toasts } = useConsole()
  const any = useSyncExternalStore(
    (listener) => toasts.subscribe(listener),
    () => toasts.getSnapshot().length > 0,
  )
  if (!any) return null
  return <Toasts />
}
