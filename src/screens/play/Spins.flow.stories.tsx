import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { chooseAction, openedDialog, pressReady, rowWith } from '@tests/kit/seen'
import { consoleStory, toasted } from '@tests/kit/story-console'
import { newestApproval } from '../approval/approval.story-kit'
import { inConsole, listPage, ListPage } from '../list/list.story-kit'

const meta = {
  title: 'Screens/Play/Spins',
  component: ListPage,
  parameters: { layout: 'fullscreen', signedInAs: 'RISK' },
  args: { page: listPage('daily-spin-record'), parts: [] },
  decorators: [inConsole],
  beforeEach: consoleStory(),
} satisfies Meta<typeof ListPage>
export default meta
type Story = StoryObj<typeof meta>

/** A device that spins more than once a day is marked, and has a tab. */
export const Daily: Story = {
  play: async ({ userEvent }) => {
    await expect(await rowWith('Again that day')).toBeVisible()
    await userEvent.click(await screen.findByRole('link', { name: /^Device again/ }))
    await waitFor(() => expect(screen.queryByText('First of the day', { selector: '[role=row] *' })).toBeNull())
  },
}

/** On a phone a row says who has spun, what came of it, and how many spins were won instead of an amount. */
export const DailyOnAPhone: Story = {
  globals: { viewport: { value: 'phone' } },
  play: async ({ userEvent }) => {
    await userEvent.click(await screen.findByRole('link', { name: /^Device again/ }))
    await waitFor(async () => {
      const row = await rowWith('1 spin')
      const placeOf = (place: string) => row.querySelector(`[data-place='${place}']`)
      await expect(placeOf('title')).toHaveAttribute('data-col', 'user')
      await expect(placeOf('detail')).toHaveTextContent('Spin again')
      await expect(placeOf('end')).toHaveTextContent('1 spin')
    })
  },
}

export const Skill: Story = {
  args: { page: listPage('skill-fortune-record'), parts: [] },
  play: async () => {
    const row = await rowWith('Void')
    await expect(row).toHaveTextContent('Bubble skill')
  },
}

export const Voiding: Story = {
  name: 'A void waits for another person, and asks for a reason',
  play: async ({ userEvent }) => {
    await chooseAction(userEvent, await rowWith('Cash 10'), 'Void')
    const question = within(await openedDialog(/^Void/))
    await userEvent.type(question.getByRole('textbox', { name: /^Reason/ }), 'Die App hat doppelt gezählt')
    await pressReady(userEvent, question, 'Void the spin of 10.00 USD')
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Sent for approval'))
    await expect(await newestApproval()).toMatchObject({ policy: 'SPIN_VOID', amount: '10.00', status: 'PENDING' })
  },
}
