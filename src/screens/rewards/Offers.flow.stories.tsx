import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { rowsOf } from '@mocks/scene'
import { openedDialog, rowWith } from '@tests/kit/seen'
import { consoleStory, toasted } from '@tests/kit/story-console'
import { inConsole, listPage, ListPage } from '../list/list.story-kit'

const meta = {
  title: 'Screens/Rewards/Offers',
  component: ListPage,
  parameters: { layout: 'fullscreen', signedInAs: 'ADMIN' },
  args: { page: listPage('offers'), parts: [] },
  decorators: [inConsole],
  beforeEach: consoleStory(),
} satisfies Meta<typeof ListPage>
export default meta
type Story = StoryObj<typeof meta>

/** The value says what a claim gives: an amount, a bonus, or spins. */
export const Ready: Story = {
  play: async () => {
    await expect(await rowWith('Friday free spins')).toHaveTextContent('20 spins')
    await expect(await rowWith('Goodwill for a long wait')).toHaveTextContent('Paused')
    await expect(await rowWith('ข้อเสนอวันอาทิตย์')).toHaveTextContent('1 spin')
    await expect(await rowWith('Autumn credit')).toHaveTextContent('Ended')
  },
}

export const Card: Story = {
  name: 'The form shows the offer as the apps will, while it is typed',
  play: async ({ userEvent }) => {
    await rowWith('Friday free spins')
    await userEvent.click(await screen.findByRole('button', { name: 'Add offer' }))
    const dialog = within(await openedDialog('Add offer'))
    const card = within(await dialog.findByRole('region', { name: 'Preview' }))
    await userEvent.type(await dialog.findByRole('textbox', { name: /^Title/ }), 'Κυριακή')
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: /^Reward/ }), 'Free spins')
    await userEvent.type(await dialog.findByRole('textbox', { name: /^Spins/ }), '5')
    await waitFor(() => expect(card.getAllByText('Κυριακή')).toHaveLength(2))
    await expect(card.getAllByText('5 free spins')).toHaveLength(2)
  },
}

export const Ending: Story = {
  play: async ({ userEvent }) => {
    const row = await rowWith('Friday free spins')
    await userEvent.click(within(row).getByRole('button', { name: /^More for/ }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'End…' }))
    const question = within(await openedDialog(/^End/))
    await userEvent.click(question.getByRole('button', { name: 'End' }))
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Successfully Updated'))
    await waitFor(async () => expect(await rowWith('Friday free spins')).toHaveTextContent('Ended'))
    const [ended] = await rowsOf<{ ended_at: string | null }>('offer', { search: 'Friday free spins' })
    await expect(ended!.ended_at).not.toBeNull()
  },
}
