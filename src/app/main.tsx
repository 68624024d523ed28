/** The console's entry: starts what must start at once, then renders. */
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { GlobalStyle } from '@design-system/theme/GlobalStyle'
import { ConsoleContext } from '@features/shared/console.container'
import { pageAt } from '@resources/menu'
import { createConsole } from './create-console'
import { Router } from './router'
import { prefetch } from './screens'

const running = createConsole(import.meta.env.VITE_API_HOST ?? '')

// The code of what will stand is fetched while the server is asked who is signed in.
if (running.store.token()) {
  void import('@features/shell/Shell.container')
  const page = pageAt(location.pathname)
  if (page) prefetch(page)
} else void import('@features/login/Login.container')

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <GlobalStyle />
    <ConsoleContext value={running}>
      <Router />
    </ConsoleContext>
  </StrictMode>,
)
