/** The entry of the console: starts urgent work, then renders. */
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { GlobalStyle } from '@design-system/theme/GlobalStyle'
import { ConsoleContext } from '@console/console'
import { pageAt } from '@resources/menu'
import { createBrowserAdapters } from './browser-adapters'
import { createConsole } from './create-console'
import { endPictureWithoutPage } from './first-picture/end-picture'
import { Router } from './router'
import { prefetch } from './screens'
import { Frame, Login } from './surfaces'

const { running } = createConsole(
  createBrowserAdapters(import.meta.env.VITE_API_HOST ?? '', Number(import.meta.env.VITE_SESSION_POLL_MS) || null),
)

endPictureWithoutPage(running)

// Loads the code of the first screen while the server is asked who is signed in, because nothing can be shown without
// it.
const page = pageAt(location.pathname)
const firstCode = running.store.token() ? [Frame.preload(), ...(page ? [prefetch(page)] : [])] : [Login.preload()]

void Promise.all(firstCode).then(() => {
  const root = createRoot(document.getElementById('root')!)
  // A transition is rendered in slices: on a slow machine the page stays responsive while its first screen renders.
  startTransition(() =>
    root.render(
      <StrictMode>
        {/* The built page has the style sheet in its head. */}
        {import.meta.env.DEV && <GlobalStyle />}
        <ConsoleContext value={running}>
          <Router />
        </ConsoleContext>
      </StrictMode>,
    ),
  )
})
