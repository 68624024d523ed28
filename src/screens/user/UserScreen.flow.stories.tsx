import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { useSelector } from '@xstate/react'
import { useConsole } from '@console/console'
import { readingMachine } from '@machines/reading/reading.machine'
import { failing, override, pending } from '@mocks/browser'
import { userRecord } from '@mocks/fixtures/user'
import { loadResource } from '@resources/load'
import { PAGES } from '@resources/pages'
import { inState } from '@tests/kit/in-state'
import { consoleStory, StoryConsole, toasted } from '@tests/kit/story-console'
import { seen } from '@tests/kit/seen'
import type { ScreenProps } from '../screen-props'
import UserScreen from './UserScreen.container'

const person = userRecord(1)
const users = await loadResource('people/users')
const page = PAGES.find(({ slug }) => slug === 'user')!

/** As in the frame: the page renders once the rights are known. */
function Page(props: ScreenProps) {
  const known = useSelector(useConsole().actors.access, (snapshot) => snapshot.matches('ready'))
  return known && <UserScreen {...props} resource={users} />
}

const meta = {
  title: 'Screens/User',
  component: Page,
  parameters: { layout: 'fullscreen' },
  args: { page, parts: [person.id] },
  decorators: [
    (Story, { parameters }) => (
      <StoryConsole signedInAs={(parameters.signedInAs as string | undefined) ?? 'ADMIN'}>
        <main>
          <h1 hidden>Users information</h1>
          <Story />
        </main>
      </StoryConsole>
    ),
  ],
  beforeEach: consoleStory(),
} satisfies Meta<typeof Page>
export default meta
type Story = StoryObj<typeof meta>

const name = () => screen.findByRole('heading', { name: /Amara/ }, { timeout: 8000 })

export const Ready: Story = {
  parameters: { statechart: inState(readingMachine, 'ready') },
  play: async () => {
    await expect(await name()).toBeVisible()
    await expect(screen.getByText(person.email)).toBeVisible()
    await expect(screen.getByRole('region', { name: 'Balances' })).toBeVisible()
  },
}
export const Loading: Story = {
  parameters: { statechart: inState(readingMachine, 'loading') },
  beforeEach: consoleStory(override('users.get', pending)),
  play: async () => expect(await screen.findByText('Loading user', {}, { timeout: 8000 })).toBeInTheDocument(),
}
export const Unreachable: Story = {
  parameters: { statechart: inState(readingMachine, 'unreachable') },
  beforeEach: consoleStory(override('users.get', failing(500, { request_id: '8f2c-41d0' }))),
  play: async () => {
    await seen(screen.findByText(/8f2c-41d0/, {}, { timeout: 8000 }))
    await expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect(toasted.mock.calls.filter(([kind]) => kind === 'error')).toHaveLength(1)
  },
}
/** The console reads the record again after an action on it; the page keeps what it shows. */
export const Refreshing: Story = {
  parameters: { statechart: inState(readingMachine, 'refreshing') },
  beforeEach: (context) => {
    let asked = 0
    consoleStory(override('users.get', (usual, request) => (asked++ === 0 ? usual() : pending(usual, request))))(
      context,
    )
  },
  play: async ({ userEvent }) => {
    await name()
    await userEvent.click(screen.getByRole('switch'))
    await userEvent.click(await screen.findByRole('button', { name: 'Disable' }, { timeout: 5000 }))
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Successfully Disabled'), { timeout: 5000 })
    await expect(await name()).toBeVisible()
  },
}
export const WhenThereIsNoSuchUser: Story = {
  beforeEach: consoleStory(override('users.get', failing(404))),
  play: async () => seen(screen.findByText('No such user', {}, { timeout: 8000 })),
}
/** Refused, not unreachable: the page says who can grant the right, and offers no second try. */
export const WhenItMayNotBeRead: Story = {
  beforeEach: consoleStory(override('users.get', failing(403, { message: 'You may not read this user.' }))),
  play: async () => {
    await seen(screen.findByText('You may not open this page', {}, { timeout: 8000 }))
    await expect(screen.getByText(/A super admin, or whoever else may assign permissions, can grant it/)).toBeVisible()
    await expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    await expect(toasted).toHaveBeenCalledWith('error', 'You may not read this user.')
  },
}
/** What the role may not read is not there, and what it may not do has no button. */
export const WhenTheRoleMayOnlyRead: Story = {
  parameters: { signedInAs: 'SUPPORT_AGENT' },
  play: async () => {
    await expect(await name()).toBeVisible()
    await expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
    await expect(screen.queryByRole('switch')).toBeNull()
  },
}
export const WhenTheAccountIsDisabled: Story = {
  play: async ({ userEvent }) => {
    await name()
    await userEvent.click(screen.getByRole('switch'))
    const disable = await screen.findByRole('button', { name: 'Disable' }, { timeout: 5000 })
    await waitFor(() => expect(screen.getByRole('button', { name: 'Keep enabled' })).toHaveFocus())
    await userEvent.click(disable)
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Successfully Disabled'), { timeout: 5000 })
    await waitFor(() => expect(screen.getByRole('switch')).not.toBeChecked())
  },
}
export const WhenItIsEdited: Story = {
  play: async ({ userEvent }) => {
    await name()
    await userEvent.click(screen.getByRole('button', { name: 'Edit' }))
    const lastName = await within(await screen.findByRole('dialog', {}, { timeout: 12_000 })).findByLabelText(
      /^Last name/,
      {},
      { timeout: 5000 },
    )
    await userEvent.clear(lastName)
    await userEvent.type(lastName, 'Vásquez{Enter}')
    await waitFor(() => expect(screen.getByRole('heading', { name: /Amara Vásquez/ })).toBeVisible(), { timeout: 8000 })
  },
}
