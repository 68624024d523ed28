import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { richCellsDrawn } from '@tests/kit/seen'
import { consoleStory, toasted } from '@tests/kit/story-console'
import { inConsole, listPage, ListPage } from '../list/list.story-kit'

const meta = {
  title: 'Screens/Rewards/Referral criteria',
  component: ListPage,
  parameters: { layout: 'fullscreen', signedInAs: 'ADMIN' },
  args: { page: listPage('referral-bonus-criteria'), parts: [] },
  decorators: [inConsole],
  beforeEach: consoleStory(),
} satisfies Meta<typeof ListPage>
export default meta
type Story = StoryObj<typeof meta>

export const Ready: Story = {
  play: async () => {
    const row = await screen.findByRole('row', { name: /Verified and deposited/ })
    await richCellsDrawn()
    await expect(row).toHaveTextContent('50.00')
    await expect(within(await screen.findByRole('row', { name: /Sign up only/ })).getByRole('switch')).not.toBeChecked()
  },
}

/** The sentence and the number of referrals that would qualify follow the input. */
export const WhenOneIsAdded: Story = {
  play: async ({ userEvent }) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Add referral criteria' }))
    const form = within(await screen.findByRole('dialog', { name: 'Add referral criteria' }))
    const words = within(await form.findByRole('region', { name: 'In words' }))
    await userEvent.type(await form.findByRole('textbox', { name: /^Name/ }), 'Two deposits')
    await userEvent.type(form.getByRole('textbox', { name: /^Within/ }), '30')
    await waitFor(() => expect(words.getByText(/Every referral qualifies/, { selector: 'dd' })).toBeVisible())
    const qualify = () => Number(words.getByText('Would qualify', { selector: 'dt' }).nextSibling!.textContent)
    const all = qualify()
    await expect(all).toBeGreaterThan(0)
    await userEvent.type(form.getByRole('textbox', { name: /^Minimum deposit/ }), '3000')
    await userEvent.type(form.getByRole('textbox', { name: /^Deposits/ }), '2')
    await waitFor(() =>
      expect(
        words.getByText(/makes 2 deposits of at least 3000(\.00)? each within 30 days/, { selector: 'dd' }),
      ).toBeVisible(),
    )
    await expect(qualify()).toBeLessThan(all)
    await userEvent.click(form.getByRole('button', { name: 'Add referral criteria' }))
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Successfully Added'))
    await expect(await screen.findByRole('row', { name: /Two deposits/ })).toHaveTextContent('30')
  },
}
