/** Rails: how they are, and how a person pauses and resumes one. */
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { rowsOf } from '@mocks/scene'
import { chooseAction, openedDialog, rowWith } from '@tests/kit/seen'
import { consoleStory, toasted } from '@tests/kit/story-console'
import { inConsole, listPage, ListPage } from '../list/list.story-kit'

const meta = {
  title: 'Screens/System/Rails',
  component: ListPage,
  parameters: { layout: 'fullscreen', signedInAs: 'ADMIN' },
  args: { page: listPage('rail'), parts: [] },
  decorators: [inConsole],
  beforeEach: consoleStory(),
} satisfies Meta<typeof ListPage>
export default meta
type Story = StoryObj<typeof meta>

/** The platform of the page works in it, too. */
const SLOW = { timeout: 8000 }
const games = async () =>
  (await rowsOf<{ name: string; is_paused: boolean; pause_reason: string | null }>('connectedRail')).find(
    ({ name }) => name === 'GAMES',
  )

export const Ready: Story = {
  play: async () => {
    await expect(await rowWith('GAMES')).toHaveTextContent(/Game platform.*Degraded.*Sent at once/)
    await expect(await rowWith('WALLET')).toHaveTextContent(/Payouts.*Down.*Not connected/)
  },
}
export const ReadyDark: Story = { ...Ready, globals: { theme: 'dark' } }
export const ReadyOnAPhone: Story = {
  globals: { viewport: { value: 'narrowest' } },
  play: async () => {
    await expect(await rowWith('GAMES')).toBeVisible()
  },
}

/** Whoever pauses one says why; it can be resumed from the same place. */
export const WhenOneIsPaused: Story = {
  play: async ({ userEvent }) => {
    await rowWith('GAMES')
    await chooseAction(userEvent, await rowWith('GAMES'), 'Pause')
    const question = within(await openedDialog(/^Pause/))
    await expect(question.getByText(/Nothing more is sent to it/)).toBeVisible()
    const reason = await question.findByRole('textbox', { name: /^Reason/ }, SLOW)
    await userEvent.type(reason, 'The platform is being maintained')
    await expect(reason).toHaveValue('The platform is being maintained')
    await userEvent.click(question.getByRole('button', { name: 'Pause' }))
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Successfully Updated'), SLOW)
    await waitFor(
      async () =>
        expect(await games()).toMatchObject({ is_paused: true, pause_reason: 'The platform is being maintained' }),
      SLOW,
    )
    await waitFor(async () => expect(await rowWith('GAMES')).toHaveTextContent('Paused'), SLOW)
  },
}

/** Finance reads them, and pauses none. */
export const ForFinance: Story = {
  parameters: { signedInAs: 'FINANCE' },
  play: async () => {
    await rowWith('GAMES')
    await expect(screen.queryByRole('button', { name: /Pause/ })).toBeNull()
  },
}
