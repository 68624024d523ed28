/** The login over the session. */
import { useSyncExternalStore } from 'react'
import { shallowEqual, useSelector } from '@xstate/react'
import { ok } from '@contract/errors'
import { currentTheme, setTheme } from '@design-system/theme/theme'
import { selectSessionView, sessionCommands } from '@machines/session/session.view'
import { useConsole, type DemoAccounts } from '../console.container'
import { useReading } from '../reading.container'
import { Login } from './Login'

/** The form stands first; what only a demo needs is asked for when the browser has nothing better to do. */
const idle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 2000 })
    else setTimeout(resolve, 200)
  })

/** Of the console, as its build says it; the foot names none where the build does not. */
const version = (import.meta.env.VITE_CONSOLE_VERSION as string | undefined) ?? ''

export default function LoginContainer() {
  const running = useConsole()
  const { session } = running.actors
  const { busy, problem, thrownOut } = useSelector(session, selectSessionView, shallowEqual)
  const { value: demo } = useReading<DemoAccounts | null>(async () => {
    await idle()
    return ok(await running.demoAccounts())
  })
  const theme = useSyncExternalStore((changed) => running.preferences.subscribe(changed), currentTheme)
  return (
    <Login
      busy={busy}
      problem={problem}
      thrownOut={thrownOut}
      demo={demo}
      version={version}
      theme={theme}
      onTheme={(next) => setTheme(next, { read: (key) => running.preferences.get(key), write: (key, value) => running.preferences.set(key, value) })}
      onSubmit={sessionCommands(session.send).signIn}
    />
  )
}
