import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { failing, override, pending, proxyPage, streaming, unreachable } from '@mocks/overrides'
import { manyUsers, userRecord } from '@mocks/fixtures/user'
import { consoleStory, settled, StoryConsole } from '@tests/kit/story-console'
import { seen } from '@tests/kit/seen'
import { ConsoleRoutes } from './router'

interface Args {
  /** Role of the signed-in person; if omitted, nobody is signed in. */
  signedInAs?: string
  /** The address at which the console is opened. */
  path: string
}

/**
 * The whole console over the platform: every screen in its frame, as staff see it. `npm run pictures` captures the stories
 * with the tag `picture` in both widths and themes, and arranges them as contact sheets.
 */
const meta = {
  title: 'Screens/Console',
  tags: ['picture'],
  parameters: { layout: 'fullscreen' },
  args: { signedInAs: 'SUPER_ADMIN', path: '/' },
  render: ({ signedInAs, path }) => (
    <StoryConsole signedInAs={signedInAs} path={path} isLive>
      <ConsoleRoutes />
    </StoryConsole>
  ),
  beforeEach: consoleStory(),
  // A picture is complete once the bell and what is beside it have taken the places that the top bar reserves for them.
  afterEach: async ({ args, parameters }) => {
    if (args.signedInAs === undefined || parameters.isWithoutLive) return
    await screen.findAllByRole('button', { name: /^Notifications/, hidden: true })
  },
} satisfies Meta<Args>
export default meta
type Story = StoryObj<typeof meta>
type PlayContext = Parameters<NonNullable<Story['play']>>[0]

const person = userRecord(1)
const emptyAt =
  (title: string | RegExp): Story['play'] =>
  async () =>
    seen(screen.findByText(title))
const rowShown = async (name: RegExp) => expect((await screen.findAllByRole('row', { name }))[0]).toBeVisible()
const dialogWith = async (label: RegExp) => {
  const dialog = within(await screen.findByRole('dialog'))
  const field = await dialog.findByLabelText(label)
  // It fades in.
  await waitFor(() => expect(field).toBeVisible())
  return dialog
}
async function signIn({ canvas, userEvent }: PlayContext, email: string, password: string) {
  await userEvent.type(await canvas.findByLabelText(/^Email/), email)
  await userEvent.type(canvas.getByLabelText(/^Password/), `${password}{Enter}`)
}

export const Login: Story = {
  args: { signedInAs: undefined },
  play: async ({ canvas }) => seen(canvas.findByRole('button', { name: 'Use Risk' })),
}
export const LoginRejected: Story = {
  args: { signedInAs: undefined },
  play: async (context) => {
    await context.canvas.findByRole('button', { name: 'Use Risk' })
    await signIn(context, 'risk@pitboss.test', 'Wrong#2026')
    await expect(await context.canvas.findByRole('alert')).toHaveTextContent('Wrong email or password')
  },
}
export const SignInError: Story = {
  args: { signedInAs: undefined, path: '/error?error=InvalidCallbackUrl' },
  play: async ({ canvas }) => seen(canvas.findByRole('link', { name: 'Go to the login' })),
}

/** Spec 8: a page that needs a session leads to the sign-in. */
export const SessionRequired: Story = {
  tags: ['!picture'],
  args: { signedInAs: undefined, path: '/error?error=SessionRequired' },
  play: async ({ canvas }) => seen(canvas.findByRole('heading', { name: 'LOG IN' })),
}
/** After the sign-in, the console opens the address that a signed-out colleague opened. */
export const WhenALinkPromptsTheSignIn: Story = {
  tags: ['!picture'],
  args: { signedInAs: undefined, path: `/users/${person.id}` },
  play: async (context) => {
    await signIn(context, 'super@pitboss.test', 'Pitboss#2026')
    await seen(screen.findByRole('region', { name: 'Contact' }))
  },
}
/** Spec 2: the title of the tab follows the sign-out. */
export const WhenSignedOut: Story = {
  tags: ['!picture'],
  parameters: { isWithoutLive: true },
  play: async ({ userEvent }) => {
    await userEvent.click(await screen.findByRole('button', { name: /Account menu$/ }))
    await waitFor(() => expect(document.title).toBe('Home · Pitboss'))
    await userEvent.click(await screen.findByRole('button', { name: 'Sign Out' }))
    await seen(screen.findByRole('heading', { name: 'LOG IN' }))
    await expect(document.title).toBe('LOG IN · Pitboss')
  },
}

export const Home: Story = {
  play: async () => {
    await seen(screen.findByRole('heading', { level: 3, name: /^Documents to review \d/ }))
    await expect(screen.getByRole('main')).toHaveTextContent(/Users/)
  },
}
/** Few permissions: the menu, the queue and the bottom bar contain only what these allow. */
export const HomeOfSupport: Story = {
  args: { signedInAs: 'SUPPORT_AGENT' },
  play: async () => {
    await seen(screen.findByRole('heading', { level: 3, name: /^My open tickets \d/ }))
    await expect(screen.queryByRole('heading', { name: /^Documents to review/ })).toBeNull()
    await expect(screen.getByRole('main')).not.toHaveTextContent(/Disabled accounts/)
  },
}

export const Users: Story = { args: { path: '/users' }, play: async () => rowShown(/Amara/) }
/** Columns and actions that the role has no permission for are not shown. */
export const UsersToReadOnly: Story = {
  ...Users,
  tags: ['!picture'],
  args: { path: '/users', signedInAs: 'SUPPORT_AGENT' },
}
export const UsersLoading: Story = {
  args: { path: '/users' },
  beforeEach: consoleStory(override('users.list', pending)),
  play: async () => waitFor(() => expect(screen.getAllByText('Loading users').length).toBeGreaterThan(0)),
}
export const UsersEmpty: Story = {
  args: { path: '/users' },
  beforeEach: consoleStory(override('users.list', streaming([]))),
  play: emptyAt('No users yet'),
}
export const UsersNoMatch: Story = {
  args: { path: '/users?q=nobody-is-called-so' },
  play: async () => seen(screen.findByRole('button', { name: 'Clear search' })),
}
export const UsersUnreachable: Story = {
  args: { path: '/users' },
  beforeEach: consoleStory(override('users.list', unreachable)),
  play: async () => seen(screen.findByRole('button', { name: 'Try again' })),
}
/** A server that restarts behind a reverse proxy: the page of the proxy is not shown, nor mentioned. */
export const UsersBehindAProxy: Story = {
  args: { path: '/users' },
  beforeEach: consoleStory(override('users.list', proxyPage(502))),
  play: async () => seen(screen.findByText(/The server cannot be reached/)),
}
export const UsersCutShort: Story = {
  args: { path: '/users' },
  beforeEach: consoleStory(override('users.list', streaming(manyUsers(400), { chunk: 40, cutAfter: 80 }))),
  play: async () => seen(screen.findByRole('button', { name: 'Load the rest' })),
}
export const Admins: Story = { args: { path: '/admin' }, play: async () => rowShown(/Vera/) }

export const User: Story = {
  args: { path: `/users/${person.id}` },
  play: async () => seen(screen.findByRole('region', { name: 'Contact' })),
}
export const UserUnreachable: Story = {
  args: { path: `/users/${person.id}` },
  beforeEach: consoleStory(override('users.get', failing(500, { request_id: '8f2c-41d0' }))),
  play: async () => seen(screen.findByRole('button', { name: 'Try again' })),
}
export const DisableUser: Story = {
  args: { path: `/users/${person.id}` },
  play: async ({ userEvent }) => {
    await userEvent.click(await screen.findByRole('switch'))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Keep enabled' })).toHaveFocus())
  },
}

export const AddUser: Story = {
  args: { path: '/users?form=create' },
  play: async () => void (await dialogWith(/^Last name/)),
}
export const AddUserRefused: Story = {
  args: { path: '/users?form=create' },
  play: async ({ userEvent }) => {
    const dialog = await dialogWith(/^Last name/)
    await userEvent.click(dialog.getByRole('button', { name: 'Add user' }))
    await waitFor(() => expect(dialog.getByLabelText(/^First name/)).toHaveFocus())
  },
}
export const EditUser: Story = {
  args: { path: `/users?form=edit:${person.id}` },
  play: async () => void (await dialogWith(/^Last name/)),
}
export const ChangePassword: Story = {
  play: async ({ userEvent }) => {
    await userEvent.click(await screen.findByRole('button', { name: /Account menu$/ }))
    await userEvent.click(await screen.findByRole('button', { name: 'Change Password' }))
    await dialogWith(/^Current password/)
  },
}
export const AccountMenu: Story = {
  play: async ({ userEvent }) => {
    await userEvent.click(await screen.findByRole('button', { name: /Account menu$/ }))
    const signOut = await screen.findByRole('button', { name: 'Sign Out' })
    await waitFor(() => expect(signOut).toBeVisible())
  },
}

export const LoadingPermissions: Story = {
  args: { path: '/users' },
  parameters: { isWithoutLive: true },
  beforeEach: consoleStory(override('profile.access', pending)),
  play: async () => waitFor(() => expect(screen.getByText(/Loading your permissions/)).toBeVisible()),
}
export const PermissionsFailed: Story = {
  args: { path: '/users' },
  parameters: { isWithoutLive: true },
  beforeEach: consoleStory(override('profile.access', failing(500, { request_id: '8f2c-41d0' }))),
  play: async () => expect((await screen.findAllByRole('button', { name: 'Try again' }))[0]).toBeVisible(),
}
/** A page that loads nothing counts as settled at once, so the code behind its links may be loaded. */
const settledAt =
  (title: string | RegExp): Story['play'] =>
  async (context) => {
    await emptyAt(title)!(context)
    await waitFor(() => expect(settled).toHaveBeenCalled())
  }
export const NotAvailableYet: Story = {
  args: { path: '/quick-chat' },
  play: settledAt('Not available yet'),
}
export const NotPermitted: Story = {
  args: { path: '/offers', signedInAs: 'RISK' },
  play: settledAt(/It needs the right to read/),
}
export const PageNotFound: Story = {
  args: { path: '/no-such-page' },
  play: settledAt(/There is no page at this address/),
}
