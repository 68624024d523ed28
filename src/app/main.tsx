/** The console's entry: starts what must start at once, then renders. */
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router-dom'
import { GlobalStyle } from '@design-system/theme/GlobalStyle'
import { ConsoleContext } from '@features/console.container'
import { pageAt } from '@resources/menu'
import { createConsole } from './create-console'
import { createRouter } from './router'
import { prefetch } from './screens'

const running = createConsole(import.meta.env.VITE_API_HOST ?? '')
const { session, access } = running.actors

// The code of what will stand is fetched while the server is asked who is signed in.
if (running.store.token()) {
  void import('@features/shell/Shell.container')
  const page = pageAt(location.pathname)
  if (page) prefetch(page)
} else void import('@features/login/Login.container')

const router = createRouter()
const tellPlace = () => {
  const { pathname, search } = router.state.location
  session.send({ type: 'place.changed', place: pathname + search })
}
let path = router.state.location.pathname
tellPlace()
router.subscribe(({ location: { pathname, search } }) => {
  session.send({ type: 'place.changed', place: pathname + search })
  // Spec 4: the permissions are refetched on route change; a changed query is none.
  if (pathname !== path) access.send({ type: 'route.changed' })
  path = pathname
})

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <GlobalStyle />
    <ConsoleContext value={running}>
      <RouterProvider router={router} />
    </ConsoleContext>
  </StrictMode>,
)
