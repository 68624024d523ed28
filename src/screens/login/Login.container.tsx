/** The login, connected to the session. */
import { shallowEqual, useSelector } from '@xstate/react'
import { ok } from '@contract/errors'
import { selectSessionView, sessionCommands } from '@machines/session/session.view'
import { useConsole, type DemoAccounts } from '@console/console'
import { useTheme } from '@console/appearance'
import { usePageTitle } from '@features/shared/page-title'
import { useReading } from '@console/reading'
import { Login } from './Login'

/** The form has priority: the accounts of a demo are requested when the browser is idle. */
const idle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 2000 })
    else setTimeout(resolve, 200)
  })

/** Version of the console; '' if the build has none. */
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
  usePageTitle('LOG IN')
  return (
    <Login
      busy={busy}
      problem={problem}
      thrownOut={thrownOut}
      demo={demo}
      version={version}
      theme={theme}
      onTheme={setTheme}
      takeBegun={running.begunLogin}
      onSubmit={sessionCommands(session.send).signIn}
    />
  )
}
