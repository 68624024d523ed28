import type { ComponentProps } from 'react'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, waitFor, within } from '@storybook/test'
import { useSelector } from '@xstate/react'
import { Button } from '@design-system/primitives/Button/Button'
import { selectSessionView } from '@machines/session/session.view'
import { accessMachine } from '@machines/access/access.machine'
import { profileMachine } from '@machines/profile/profile.machine'
import { failing, onceInstead, override, pending, type Responder } from '@mocks/overrides'
import { inState } from '@tests/kit/in-state'
import { consoleStory, StoryConsole, toasted } from '@tests/kit/story-console'
import { seen } from '@tests/kit/seen'
import { useConsole } from '@console/console'
import ShellContainer from './Shell.container'

type Args = Pick<ComponentProps<typeof ShellContainer>, 'onOpen' | 'onFindNear' | 'onNear' | 'prefetchAllowed'> & {
  signedInAs: string
  path: string
  /** Adds a button to the top bar that reports this as changed elsewhere. */
  changes?: 'access' | 'profile'
}

/** Like the router: the frame, or the sign-in page when nobody is signed in. */
function Gate({ changes, ...args }: Omit<Args, 'signedInAs' | 'path'>) {
  const { access, profile, session } = useConsole().actors
  const report = () =>
    changes === 'access' ? access.send({ type: 'access.changed' }) : profile.send({ type: 'profile.changed' })
  const surface = useSelector(session, (snapshot) => selectSessionView(snapshot).surface)
  if (surface !== 'console') return surface === 'login' ? <h1>LOG IN</h1> : null
  return (
    <ShellContainer {...args} actions={changes && <Button onClick={report}>Changed elsewhere</Button>}>
      <div style={{ padding: 24 }}>
        <Button onClick={() => access.send({ type: 'access.changed' })}>Change my rights</Button>
      </div>
    </ShellContainer>
  )
}

/** The usual response the first time, then this one. */
const onceThen = (then: Responder): Responder => {
  let asked = 0
  return (usual, request) => (asked++ === 0 ? usual() : then(usual, request))
}

/** The first call fails with the server's own message; the next call gets the other response. */
const failsThen = (then: Responder): Responder => {
  let asked = 0
  return (usual, request) => (asked++ === 0 ? failing(500, { message: FAILURE })(usual, request) : then(usual, request))
}
const FAILURE = 'The directory is being moved. Try again in a minute.'

const meta = {
  title: 'Flows/Shell',
  parameters: { layout: 'fullscreen' },
  args: {
    signedInAs: 'SUPER_ADMIN',
    path: '/users',
    onOpen: fn(),
    onFindNear: fn(),
    onNear: fn(),
    prefetchAllowed: false,
  },
  render: ({ signedInAs, path, ...args }) => (
    <StoryConsole signedInAs={signedInAs} path={path}>
      <Gate {...args} />
    </StoryConsole>
  ),
  globals: { viewport: { value: 'wide' } },
  beforeEach: consoleStory(),
} satisfies Meta<Args>
export default meta
type Story = StoryObj<typeof meta>

const avatar = (canvas: ReturnType<typeof within>) => canvas.findByRole('button', { name: /Account menu$/ })

export const Ready: Story = {
  parameters: { statechart: inState(accessMachine, 'ready') },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('link', { name: 'Admins' }))
    await expect(canvas.getByRole('heading', { level: 1, name: 'Admins' })).toBeVisible()
    await expect(canvas.getByRole('link', { name: 'Admins' })).toHaveAttribute('aria-current', 'page')
    await expect(document.title).toBe('Admins · Pitboss')
    await userEvent.click(canvas.getByRole('link', { name: 'Pitboss, go to Home' }))
    await expect(document.title).toBe('Home · Pitboss')
    // Spec 6: SUPER_ADMIN does not see it.
    await expect(canvas.queryByRole('link', { name: 'Third-party users' })).toBeNull()
  },
}

export const WithFewRights: Story = {
  args: { signedInAs: 'CONTENT_EDITOR', path: '/offers' },
  play: async ({ canvas }) => {
    await canvas.findByRole('link', { name: 'Offers' })
    await expect(canvas.queryByRole('link', { name: 'Users' })).toBeNull()
    await expect(canvas.getAllByRole('button', { expanded: true }).map((heading) => heading.textContent)).toEqual([
      'People',
      'Rewards',
      'Play',
      'Content',
    ])
  },
}

export const LoadingAccess: Story = {
  parameters: { statechart: inState(accessMachine, 'loading') },
  beforeEach: consoleStory(override('profile.access', pending)),
  play: async ({ canvas }) => {
    await avatar(canvas)
    await expect(within(canvas.getByRole('main')).getByRole('status')).toHaveTextContent('Loading your permissions')
    await expect(canvas.queryByRole('button', { name: 'Change my rights' })).toBeNull()
    await expect(canvas.queryByRole('link', { name: 'Users' })).toBeNull()
  },
}

export const RefreshingAccess: Story = {
  parameters: { statechart: inState(accessMachine, 'refreshing') },
  beforeEach: consoleStory(override('profile.access', onceThen(pending))),
  play: async ({ canvas, userEvent }) => {
    await canvas.findByRole('link', { name: 'Users' })
    await userEvent.click(canvas.getByRole('button', { name: 'Change my rights' }))
    await expect(canvas.getByRole('link', { name: 'Users' })).toBeVisible()
    await expect(canvas.getAllByRole('status').map((said) => said.textContent)).toEqual(['Live'])
  },
}

export const FailedAccess: Story = {
  parameters: { statechart: inState(accessMachine, 'failed') },
  beforeEach: consoleStory(override('profile.access', failing(500, { message: FAILURE }))),
  play: async ({ canvas, userEvent }) => {
    await canvas.findByText('Your permissions could not be loaded')
    await expect(canvas.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect(canvas.queryByRole('link', { name: 'Users' })).toBeNull()
    // Spec 8: the message is also a toast, once per failure.
    await expect(toasted.mock.calls).toEqual([['error', FAILURE]])
    await userEvent.click(canvas.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(toasted).toHaveBeenCalledTimes(2))
  },
}

/** Background repetitions are silent and do not change the screen. */
export const RecoveringAccess: Story = {
  parameters: { statechart: inState(accessMachine, 'recovering') },
  args: { changes: 'access' },
  beforeEach: (context) => consoleStory(override('profile.access', failsThen(failsThen(pending))))(context),
  play: async ({ canvas, userEvent }) => {
    await canvas.findByText('Your permissions could not be loaded')
    await userEvent.click(canvas.getByRole('button', { name: 'Changed elsewhere' }))
    await userEvent.click(canvas.getByRole('button', { name: 'Changed elsewhere' }))
    await expect(canvas.getByText('Your permissions could not be loaded')).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect(toasted.mock.calls).toEqual([['error', FAILURE]])
  },
}

export const WhenAccessIsTriedAgain: Story = {
  beforeEach: consoleStory(override('profile.access', onceInstead(failing(500)))),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Try again' }))
    await seen(canvas.findByRole('link', { name: 'Users' }))
  },
}

export const LoadingProfile: Story = {
  parameters: { statechart: inState(profileMachine, 'loading') },
  beforeEach: consoleStory(override('profile.get', pending)),
  play: async ({ canvas }) => {
    await canvas.findByRole('button', { name: 'Change my rights' })
    await expect(canvas.getAllByRole('status').map((said) => said.textContent)).toEqual([
      'Loading the menu',
      'Live',
      'Loading your profile',
    ])
  },
}

export const ReadyProfile: Story = {
  parameters: { statechart: inState(profileMachine, 'ready') },
  play: async ({ canvas, userEvent, args }) => {
    const button = await avatar(canvas)
    await expect(button).toHaveAccessibleName('Online vera_super Account menu')
    await userEvent.click(button)
    await expect(await screen.findByRole('dialog', { name: 'Account' })).toHaveTextContent('Vera Lindholm, Super admin')
    await userEvent.click(screen.getByRole('button', { name: 'Change Password' }))
    await expect(args.onOpen).toHaveBeenCalledWith('password')
  },
}

/** A change elsewhere is fetched in the background; the displayed data stays. */
export const RefreshingProfile: Story = {
  parameters: { statechart: inState(profileMachine, 'refreshing') },
  args: { changes: 'profile' },
  beforeEach: (context) => consoleStory(override('profile.get', onceThen(pending)))(context),
  play: async ({ canvas, userEvent }) => {
    await avatar(canvas)
    await userEvent.click(canvas.getByRole('button', { name: 'Changed elsewhere' }))
    await expect(await avatar(canvas)).toHaveAccessibleName('Online vera_super Account menu')
  },
}

export const FailedProfile: Story = {
  parameters: { statechart: inState(profileMachine, 'failed') },
  args: { changes: 'profile' },
  beforeEach: consoleStory(override('profile.get', failing(500, { message: FAILURE }))),
  play: async ({ canvas, userEvent }) => {
    await canvas.findByRole('link', { name: 'Users' })
    await userEvent.click(await avatar(canvas))
    const again = await screen.findByRole('button', { name: 'Try again' })
    await waitFor(() => expect(screen.getByRole('button', { name: 'Sign Out' })).toBeVisible())
    // Spec 8: the message is also a toast, once per failure, and never for a background repetition.
    await expect(toasted.mock.calls).toEqual([['error', FAILURE]])
    await userEvent.click(again)
    await waitFor(() => expect(toasted).toHaveBeenCalledTimes(2))
    await userEvent.keyboard('{Escape}')
    await userEvent.click(await canvas.findByRole('button', { name: 'Changed elsewhere' }))
    await userEvent.click(await avatar(canvas))
    await screen.findByRole('button', { name: 'Try again' })
    await expect(toasted).toHaveBeenCalledTimes(2)
  },
}

/** A background repetition: the menu still shows the earlier message. */
export const RecoveringProfile: Story = {
  parameters: { statechart: inState(profileMachine, 'recovering') },
  args: { changes: 'profile' },
  beforeEach: (context) => consoleStory(override('profile.get', failsThen(pending)))(context),
  play: async ({ canvas, userEvent }) => {
    await avatar(canvas)
    await waitFor(() => expect(toasted).toHaveBeenCalledOnce())
    await userEvent.click(await canvas.findByRole('button', { name: 'Changed elsewhere' }))
    await userEvent.click(await avatar(canvas))
    await seen(screen.findByRole('button', { name: 'Try again' }))
  },
}
export const RetryingProfile: Story = {
  parameters: { statechart: inState(profileMachine, 'retrying') },
  beforeEach: (context) => consoleStory(override('profile.get', failsThen(pending)))(context),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await avatar(canvas))
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    await expect(screen.getByText(FAILURE)).toBeVisible()
  },
}

export const WhenSignedOutWithoutProfile: Story = {
  parameters: { statechart: inState(profileMachine, 'idle') },
  beforeEach: consoleStory(override('profile.get', failing(500))),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await avatar(canvas))
    await userEvent.click(await screen.findByRole('button', { name: 'Sign Out' }))
    await seen(canvas.findByRole('heading', { name: 'LOG IN' }))
  },
}

export const WhenProfileIsTriedAgain: Story = {
  beforeEach: consoleStory(override('profile.get', onceInstead(failing(500)))),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await avatar(canvas))
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    await screen.findByText('Vera Lindholm, Super admin')
    await expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  },
}

export const WhenSignedOut: Story = {
  parameters: { statechart: inState(accessMachine, 'idle') },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await avatar(canvas))
    await userEvent.click(await screen.findByRole('button', { name: 'Sign Out' }))
    await seen(canvas.findByRole('heading', { name: 'LOG IN' }))
    await expect(canvas.queryByRole('navigation')).toBeNull()
  },
}

export const WhenChoicesAreKept: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Money' }))
    await userEvent.click(canvas.getByRole('button', { name: 'Deposit' }))
    await userEvent.click(canvas.getByRole('button', { name: 'Collapse the sidebar' }))
    await expect(canvas.getByRole('navigation', { name: 'Main' }).getBoundingClientRect().width).toBe(140)
    await userEvent.click(canvas.getByRole('button', { name: 'Expand the sidebar' }))
    await expect(canvas.getByRole('navigation', { name: 'Main' }).getBoundingClientRect().width).toBe(280)
    await expect(canvas.getByRole('link', { name: 'Crypto deposit' })).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Theme: Light. Switch to Dark' }))
    await expect(document.documentElement.dataset.theme).toBe('dark')
    await expect(canvas.getByRole('button', { name: 'Theme: Dark. Switch to System' })).toHaveFocus()
  },
}

export const Medium: Story = {
  globals: { viewport: { value: 'medium' } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: /^Rewards/ }))
    await userEvent.click(await canvas.findByRole('link', { name: 'Offers' }))
    await expect(canvas.getByRole('heading', { level: 1, name: 'Offers' })).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Rewards Offers' })).toHaveAttribute('aria-expanded', 'false')
    await expect(canvas.getByRole('navigation', { name: 'Main' }).getBoundingClientRect().width).toBe(140)
  },
}

export const Phone: Story = {
  globals: { viewport: { value: 'narrowest' } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Support' }))
    const sheet = within(await canvas.findByRole('dialog', { name: 'Menu' }))
    await userEvent.click(sheet.getByRole('link', { name: 'Quick chat' }))
    await expect(canvas.getByRole('heading', { level: 1, name: 'Quick chat' })).toBeVisible()
    await waitFor(() => expect(canvas.queryByRole('dialog')).toBeNull())
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth)
  },
}
