import type { Decorator, Preview } from '@storybook/react-vite'
import { configure, mocked, spyOn } from '@storybook/test'
import { http, HttpResponse } from 'msw'
import { setupWorker } from 'msw/browser'
import { mswLoader } from 'msw-storybook-addon/csf3'
import { useInsertionEffect, type ReactNode } from 'react'
import { GlobalStyle } from '@design-system/theme/GlobalStyle'
import { DENSITIES, setDensity, setTheme, THEMES, type Density, type Theme } from '@design-system/theme/theme'
import { rowHeights, token } from '@design-system/tokens/tokens'
import { roleWords } from '@features/shared/role-label'
import { staffFixture } from '@mocks/fixtures/staff'
import { NETWORKS } from '@mocks/network'
import { beginCalls, isOwnCall, markCalls } from '@tests/kit/story-calls'
import { docsTheme } from './pitboss-theme'
import { nameMachines, openBridge } from './statecharts/bridge'
import { holdToState } from './statecharts/hold-to-state'
import { forgetLast, lookOn } from './statecharts/live-actors'

// A wait ends as soon as its condition is met. On a busy machine a lazily loaded part takes long, so a wait fails only shortly
// before the story's own limit (30 s), with a message about what was missing.
const WAIT_MS = 20_000
/** The failure that a wait repeats until its condition is met, and since when. */
let failing: { message: string | null; since: number } = { message: null, since: 0 }
configure(({ getElementError }) => ({
  asyncUtilTimeout: WAIT_MS,
  // A wait asks again and again, and would describe the whole page each time: a twentieth of the time of all stories. The last
  // failures, one of which is reported, describe it.
  getElementError(message, container) {
    const now = performance.now()
    if (message !== failing.message) failing = { message, since: now }
    return now - failing.since > WAIT_MS * 0.75 ? getElementError(message, container) : new Error(message ?? '')
  },
}))

/** Whether Vitest runs the stories. */
const IS_TEST = '__vitest_browser__' in globalThis
/** Whether it is the quick run of them (tests/stories.config.ts). */
const IS_QUICK = IS_TEST && import.meta.env.PROD
/** Rows of a table after the first four, except a selected one and the one with the focus. */
const FURTHER_ROWS = '.pb-row:nth-child(n + 5):not([aria-selected="true"], :focus-within)'

lookOn()
if (!IS_TEST) openBridge()

/** Calls without a handler while the story ran. */
const unmocked: string[] = []
/** The mount of the current story. */
let mounted: AbortSignal | undefined

markCalls()

// The dev server would respond to an unknown /api call with index.html and 200; here it is an error that fails the story.
const worker = setupWorker(
  http.all('/api/*', ({ request }) => {
    if (isOwnCall(request)) unmocked.push(`${request.method} ${new URL(request.url).pathname}`)
    return HttpResponse.json({ success: false, message: 'Nothing answers this call.' }, { status: 501 })
  }),
)
// Started before any story module loads, because engine.io-client keeps a reference to WebSocket when it is imported.
await worker.start({
  quiet: true,
  onUnhandledRequest: 'bypass',
  serviceWorker: { url: `${import.meta.env.BASE_URL}mockServiceWorker.js` },
})

function Look({ theme, density, children }: { theme: Theme; density: Density; children: ReactNode }) {
  useInsertionEffect(() => {
    setTheme(theme)
    setDensity(density)
  }, [theme, density])
  return (
    <>
      <GlobalStyle />
      {children}
    </>
  )
}

/** In a test run nothing is animated, so that axe and screenshots see the final state immediately. */
const stillness = document.createElement('style')
stillness.textContent =
  '*, *::before, *::after { transition-duration: 0s !important; animation-duration: 0s !important; animation-delay: 0s !important; }'
if (IS_TEST) document.head.append(stillness)

const withLook: Decorator = (Story, { globals, viewMode }) => {
  const theme = globals.theme as Theme
  // A docs page shows stories of both themes: each has its own background, and the page stays light.
  const own = viewMode === 'docs'
  return (
    <Look theme={own ? 'light' : theme} density={globals.density as Density}>
      {own ? (
        <div data-theme={theme} style={{ padding: 16, background: token.surface.canvas, color: token.text.primary }}>
          <Story />
        </div>
      ) : (
        <Story />
      )}
    </Look>
  )
}

const NETWORK_NAMES: Record<(typeof NETWORKS)[number], string> = {
  recorded: 'Network: as recorded',
  slow: 'Network: slow',
  error: 'Network: error 500',
  offline: 'Network: offline',
}
/** The roles of the demo accounts: the stories have one account of each. */
const DEMO_ROLES = staffFixture()
  .slice(0, 9)
  .map(({ role }) => role)

/** The browser's message for a size that it reports one frame later, as for a menu whose button was just removed: not an error. */
const MEASURED_LATER = 'ResizeObserver loop completed with undelivered notifications'

/** A page that is always busy, for example with an animation, is not waited for any longer. */
const MOST_BUSY_MS = 500
/** Ends when the page has shown its first frame and has nothing to do: React has run effects then, and rendered what it deferred. */
const firstFrame = () =>
  new Promise<void>((resolve) =>
    requestAnimationFrame(() => requestIdleCallback(() => resolve(), { timeout: MOST_BUSY_MS })),
  )

const preview: Preview = {
  decorators: [withLook],
  // A play function begins after the first frame, as a person does.
  mount: (context) => async () => {
    await context.renderToCanvas()
    await firstFrame()
    return context.canvas
  },
  loaders: [mswLoader(() => worker)],
  initialGlobals: { theme: 'light', density: 'default', network: 'recorded', role: 'story' },
  globalTypes: {
    theme: {
      description: 'Theme',
      toolbar: {
        icon: 'contrast',
        items: THEMES.map((value) => ({ value, title: `Theme: ${value}` })),
        dynamicTitle: true,
      },
    },
    density: {
      description: 'Density of rows',
      toolbar: {
        icon: 'menu',
        items: DENSITIES.map((value) => ({ value, title: `Rows: ${value}, ${rowHeights[value]} px` })),
        dynamicTitle: true,
      },
    },
    network: {
      description: 'Network of stories with a console',
      toolbar: {
        icon: 'globe',
        items: NETWORKS.map((value) => ({ value, title: NETWORK_NAMES[value] })),
        dynamicTitle: true,
      },
    },
    role: {
      description: 'Who is signed in, in stories with a console',
      toolbar: {
        icon: 'user',
        items: [
          { value: 'story', title: 'Role: of the story' },
          ...DEMO_ROLES.map((value) => ({ value, title: `Role: ${roleWords(value)}` })),
        ],
        dynamicTitle: true,
      },
    },
  },
  parameters: {
    layout: 'padded',
    // Every violation is reported. In a test run axe lists only violations: describing all passed elements took most of the time of a
    // story with a table. In the quick run it looks at a few rows of each table, because the others consist of the same cells: axe takes
    // a third of the time of all stories, and a full table has five sixths of the elements of a page.
    a11y: {
      test: 'error',
      options: {
        ...(IS_TEST && { resultTypes: ['violations', 'incomplete'] }),
        // It finds inline styles with `!important`, takes a tenth of axe's time, and is part of the complete run.
        ...(IS_QUICK && { rules: { 'avoid-inline-spacing': { enabled: false } } }),
      },
      context: { exclude: IS_QUICK ? [FURTHER_ROWS] : [] },
    },
    backgrounds: { disable: true },
    controls: { expanded: true, matchers: { date: /_at$/ } },
    docs: { theme: docsTheme },
    options: {
      storySort: {
        order: [
          'Start here',
          'Design System',
          ['Foundations', 'Primitives', 'Components', 'Patterns'],
          'Features',
          'Screens',
          'Flows',
          'Statecharts',
        ],
      },
    },
    viewport: {
      options: {
        narrowest: { name: '320', styles: { width: '320px', height: '640px' } },
        low: { name: '320, 360 high', styles: { width: '320px', height: '360px' } },
        phone: { name: '390', styles: { width: '390px', height: '844px' } },
        narrow: { name: '800', styles: { width: '800px', height: '900px' } },
        medium: { name: '1100', styles: { width: '1100px', height: '900px' } },
        wide: { name: '1440', styles: { width: '1440px', height: '900px' } },
      },
    },
  },
  beforeEach({ abortSignal, parameters }) {
    nameMachines(parameters.statechart)
    // Called again when a setting in the toolbar changes: the story then continues.
    if (abortSignal !== mounted) {
      forgetLast()
      beginCalls()
    }
    mounted = abortSignal
    unmocked.length = 0
    spyOn(console, 'error')
  },
  async afterEach({ parameters }) {
    // A failed call or a warning of React's development build must fail the story, even where it looks right.
    const complaint = mocked(console.error).mock.calls.find(
      (call) => !call.map(String).join(' ').includes(MEASURED_LATER),
    )
    if (unmocked.length > 0) throw new Error(`No mock answered: ${unmocked.join(', ')}`)
    if (complaint) throw new Error(`console.error: ${complaint.map(String).join(' ')}`)
    await holdToState(parameters.statechart)
  },
}
export default preview
