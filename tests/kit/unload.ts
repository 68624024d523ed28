/**
 * Whether the page would ask before a reload or a closed tab. A story must not dispatch the event itself, because the
 * mocks treat it as the end of the page.
 */
import { spyOn } from '@storybook/test'

type Listener = (event: Event) => void

const listeners = new Set<Listener>()

/** Begin a story with this: it records the listeners of `beforeunload` from now on. */
export function watchUnload(): void {
  listeners.clear()
  const [add, remove] = [window.addEventListener.bind(window), window.removeEventListener.bind(window)]
  spyOn(window, 'addEventListener').mockImplementation(((type: string, listener: Listener, options?: boolean) => {
    if (type === 'beforeunload') listeners.add(listener)
    add(type, listener, options)
  }) as typeof window.addEventListener)
  spyOn(window, 'removeEventListener').mockImplementation(((type: string, listener: Listener, options?: boolean) => {
    if (type === 'beforeunload') listeners.delete(listener)
    remove(type, listener, options)
  }) as typeof window.removeEventListener)
}

/** @returns whether one of them would make the browser ask */
export function asksBeforeUnload(): boolean {
  const event = new Event('beforeunload', { cancelable: true })
  for (const listener of listeners) listener(event)
  return event.defaultPrevented
}
