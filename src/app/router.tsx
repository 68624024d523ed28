/** Routes of the console (spec 2): the login, the sign-in errors, and everything behind the sign-in. */
import { useEffect, useRef } from 'react'
import { BrowserRouter, Navigate, useLocation, useSearchParams } from 'react-router-dom'
import { useSelector } from '@xstate/react'
import { SESSION_REQUIRED } from '@contract/errors'
import { useConsole } from '@console/console'
import { GuardedNavigation } from '@features/shared/leave-guard'
import { usePageTitle } from '@features/shared/page-title'
import { selectSessionView, sessionCommands, type SessionView } from '@machines/session/session.view'
import { withRecent } from '@resources/recent-pages'
import { Boot } from '@screens/boot/Boot'
import { Crashed } from './Crashed'
import { loginState } from './link'
import { Frame, Login, SignInError, Unreachable } from './surfaces'
import { ToastHost } from './ToastHost'
import { LOGIN_PATH, SIGN_IN_ERROR_PATH } from './paths'

const sameView = (a: SessionView, b: SessionView) =>
  (Object.keys(a) as (keyof SessionView)[]).every((key) => a[key] === b[key])

/**
 * Shows the login or the console depending on the session only: the address follows the session, never the other way
 * round. The login stays mounted while the address changes, because otherwise the focus, and keys that are being typed,
 * would be lost.
 */
function Gate() {
  const { actors } = useConsole()
  const view = useSelector(actors.session, selectSessionView, sameView)
  const atLogin = useLocation().pathname === LOGIN_PATH
  if (view.surface === 'blank') return <Boot />
  if (view.surface === 'unreachable') return <Unreachable onRetry={sessionCommands(actors.session.send).retry} />
  if (view.surface === 'login')
    return (
      <>
        {!atLogin && <Navigate to={LOGIN_PATH} replace state={loginState(view.link)} />}
        <Login />
      </>
    )
  return atLogin ? <Navigate to={view.returnTo} replace /> : <Frame />
}

/**
 * A named sign-in error, whoever is signed in. 'SessionRequired' is not an error of the person: it leads to the sign-in
 * (spec 8).
 */
function FailedSignIn() {
  const { session } = useConsole().actors
  const signedIn = useSelector(session, (snapshot) => selectSessionView(snapshot).surface === 'console')
  const [query] = useSearchParams()
  usePageTitle('Sign-in error')
  if (query.get('error') === SESSION_REQUIRED) return <Navigate to={LOGIN_PATH} replace />
  return <SignInError signedIn={signedIn} />
}

/**
 * Reports the current address to the session, and a changed page to access, which then refetches the permissions (spec
 * 4).
 */
function PlaceReporter() {
  const { actors, preferences } = useConsole()
  const { session, access } = actors
  const { pathname, search } = useLocation()
  useEffect(() => session.send({ type: 'place.changed', place: pathname + search }), [session, pathname, search])
  const lastPath = useRef(pathname)
  useEffect(() => {
    // A changed query is not a change of route.
    if (lastPath.current === pathname) return
    lastPath.current = pathname
    const recent = withRecent(preferences.get('recent'), pathname)
    if (recent !== null) preferences.set('recent', recent)
    access.send({ type: 'route.changed' })
    // The focused element (a row, a button) was removed with the old page: focus the new page instead of the document.
    if (document.activeElement === document.body) document.getElementById('content')?.focus({ preventScroll: true })
  }, [access, preferences, pathname])
  return null
}

/** Behind the sign-in the frame itself finds the page of an address (Frame.tsx). */
const Surface = () => (useLocation().pathname === SIGN_IN_ERROR_PATH ? <FailedSignIn /> : <Gate />)

/** The routes of the console, inside any router. */
export const ConsoleRoutes = () => (
  <GuardedNavigation>
    <Crashed>
      <Surface />
      <ToastHost />
    </Crashed>
    <PlaceReporter />
  </GuardedNavigation>
)

/** The console over the browser's history. */
export const Router = () => (
  // A click takes effect at once: in a transition the old page would stay, and react to input, while the next one
  // loads.
  <BrowserRouter useTransitions={false}>
    <ConsoleRoutes />
  </BrowserRouter>
)
