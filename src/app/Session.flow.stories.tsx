import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, within } from '@storybook/test'
import { useSelector } from '@xstate/react'
import { Button } from '@design-system/primitives/Button/Button'
import LoginContainer from '@screens/login/Login.container'
import { useConsole } from '@console/console'
import { sessionMachine } from '@machines/session/session.machine'
import { selectSessionView, sessionCommands } from '@machines/session/session.view'
import { failing, override, pending, unreachable, type Responder } from '@mocks/overrides'
import { Boot } from '@screens/boot/Boot'
import Unreachable from '@screens/boot/Unreachable'
import { inState } from '@tests/kit/in-state'
import { consoleStory, StoryConsole } from '@tests/kit/story-console'
import { seen } from '@tests/kit/seen'

/** Shows what the router would show in each state of the session; the console is a page with two buttons. */
function Surfaces() {
  const { session } = useConsole().actors
  const { surface } = useSelector(session, selectSessionView)
  const { retry, signOut } = sessionCommands(session.send)
  if (surface === 'blank') return <Boot />
  if (surface === 'unreachable') return <Unreachable onRetry={retry} />
  if (surface === 'login') return <LoginContainer />
  return (
    <main style={{ display: 'grid', gap: 12, justifyItems: 'start', padding: 24 }}>
      <h1>The console</h1>
      <Button onClick={() => session.send({ type: 'session.focused' })}>Come back to the window</Button>
      <Button onClick={() => session.send({ type: 'page.recovered', signOutPending: false })}>
        Come back from the cache
      </Button>
      <Button onClick={signOut}>Sign Out</Button>
    </main>
  )
}

const meta = {
  title: 'Flows/Session',
  component: Surfaces,
  parameters: { layout: 'fullscreen' },
  decorators: [
    (Story, { parameters }) => (
      <StoryConsole signedInAs={parameters.isNobody ? undefined : 'ADMIN'}>
        <Story />
      </StoryConsole>
    ),
  ],
  beforeEach: consoleStory(),
} satisfies Meta<typeof Surfaces>
export default meta
type Story = StoryObj<typeof meta>
type Canvas = ReturnType<typeof within>

const verb = (canvas: Canvas, name: string) => canvas.findByRole('button', { name })
/** Responds with the usual session the first time, and then with `then`. */
const onceThen =
  (then: Responder): NonNullable<Story['beforeEach']> =>
  (context) => {
    let asked = 0
    return consoleStory(override('auth.session', (usual, request) => (asked++ === 0 ? usual() : then(usual, request))))(
      context,
    )
  }

export const Loading: Story = {
  parameters: { statechart: inState(sessionMachine, 'loading') },
  beforeEach: consoleStory(override('auth.session', pending)),
  play: async ({ canvas }) => expect(await canvas.findByText('Loading')).toBeInTheDocument(),
}

/** Without a stored token the login is shown at once, and can be filled in while the server is asked. */
export const LoadingWithoutAToken: Story = {
  parameters: { isNobody: true, statechart: inState(sessionMachine, 'loading') },
  beforeEach: consoleStory(override('auth.session', pending)),
  play: async ({ canvas }) => expect(await verb(canvas, 'Log In')).toBeVisible(),
}

export const UnreachableAtStart: Story = {
  parameters: { statechart: inState(sessionMachine, 'unreachable') },
  beforeEach: consoleStory(override('auth.session', unreachable)),
  play: async ({ canvas, userEvent }) => {
    const again = await verb(canvas, 'Try again')
    again.focus()
    await userEvent.keyboard('{Enter}')
    await expect(await verb(canvas, 'Try again')).toBeVisible()
  },
}

export const Current: Story = {
  parameters: { statechart: inState(sessionMachine, 'current') },
  play: async ({ canvas }) => seen(canvas.findByRole('heading', { name: 'The console' })),
}

export const Renewing: Story = {
  parameters: { statechart: inState(sessionMachine, 'renewing') },
  beforeEach: onceThen(pending),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await verb(canvas, 'Come back to the window'))
    await expect(canvas.getByRole('heading', { name: 'The console' })).toBeVisible()
  },
}

export const Unrenewed: Story = {
  parameters: { statechart: inState(sessionMachine, 'unrenewed') },
  beforeEach: onceThen(failing(500)),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await verb(canvas, 'Come back to the window'))
    await expect(canvas.getByRole('heading', { name: 'The console' })).toBeVisible()
  },
}

/** The page shows nothing of the session before until the server has said who is signed in. */
export const WhenThePageIsRecovered: Story = {
  parameters: { statechart: inState(sessionMachine, 'loading') },
  beforeEach: onceThen(pending),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await verb(canvas, 'Come back from the cache'))
    await expect(await canvas.findByText('Loading')).toBeInTheDocument()
    await expect(canvas.queryByRole('heading', { name: 'The console' })).toBeNull()
  },
}
export const WhenThePageIsRecoveredBySamePerson: Story = {
  parameters: { statechart: inState(sessionMachine, 'current') },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await verb(canvas, 'Come back from the cache'))
    await seen(canvas.findByRole('heading', { name: 'The console' }))
  },
}

export const SigningOut: Story = {
  parameters: { statechart: inState(sessionMachine, 'signingOut') },
  beforeEach: consoleStory(override('auth.signOut', pending)),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await verb(canvas, 'Sign Out'))
    await expect(await verb(canvas, 'Loading...')).toHaveAttribute('aria-disabled', 'true')
  },
}

/** The sign-out did not reach the server; the next sign-in ends that session first. */
export const EndingPrevious: Story = {
  parameters: { statechart: inState(sessionMachine, 'endingPrevious') },
  beforeEach: (context) => {
    let sent = 0
    return consoleStory(
      override('auth.signOut', (usual, request) => (sent++ === 0 ? unreachable : pending)(usual, request)),
    )(context)
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await verb(canvas, 'Sign Out'))
    await verb(canvas, 'Log In')
    await userEvent.type(canvas.getByLabelText(/^Email/), 'admin@pitboss.test')
    await userEvent.type(canvas.getByLabelText(/^Password/), 'Pitboss#2026{Enter}')
    await expect(await verb(canvas, 'Loading...')).toHaveAttribute('aria-disabled', 'true')
  },
}
