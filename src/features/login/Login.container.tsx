/** The login over the session. */
import { shallowEqual, useSelector } from '@xstate/react'
import { ok } from '@contract/errors'
import { selectSessionView, sessionCommands } from '@machines/session/session.view'
import { useConsole, type DemoAccounts } from '../shared/console.container'
import { useTheme } from '../shared/look.container'
import { useReading } from '../shared/reading.container'
import { Login } from './Login'

/** The form stands first; what only a demo needs is asked for when the browser has nothing better to do. */
const idle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 2000 })
    else setTimeout(resolve, 200)
  })

/** Of the console, as its build says it; the foot names none where the build does not. */
const version = import.meta.env.VITE_CONSOLE_VERSION ?? ''

export default function LoginContainer() {
  const running = useConsole()
  const { session } = running.actors
  const { busy, problem, thrownOut } = useSelector(session, selectSessionView, shallowEqual)
  const { value: demo } = useReading<DemoAccounts | null>(async () => {
    await idle()
    return ok(await running.demoAccounts())
  })
  const [theme, setTheme] = useTheme()
  return (
    <Login
      busy={busy}
      problem={problem}
      thrownOut={thrownOut}
      demo={demo}
      version={version}
      theme={theme}
      onTheme={setTheme}
      onSubmit={sessionCommands(session.send).signIn}
    />
  )
}
