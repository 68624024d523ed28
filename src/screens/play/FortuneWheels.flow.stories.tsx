import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { rowsOf, sql } from '@mocks/scene'
import { openedDialog, rowWith } from '@tests/kit/seen'
import { consoleStory, toasted } from '@tests/kit/story-console'
import { inConsole, listPage, ListPage } from '../list/list.story-kit'

const meta = {
  title: 'Screens/Play/Fortune wheel',
  component: ListPage,
  parameters: { layout: 'fullscreen', signedInAs: 'MANAGER' },
  args: { page: listPage('fortune-wheel'), parts: [] },
  decorators: [inConsole],
  beforeEach: consoleStory(),
} satisfies Meta<typeof ListPage>
export default meta
type Story = StoryObj<typeof meta>

export const Ready: Story = {
  play: async () => {
    await expect(await rowWith('Daily wheel')).toHaveTextContent('Live')
    await expect(await rowWith('Winter wheel')).toHaveTextContent('Draft')
    await expect(await rowWith('Summer wheel')).toHaveTextContent('Ended')
  },
}

export const Editing: Story = {
  name: 'The preview shows the odds, the cost of a day and a simulation; a budget that is too small is said there and refused',
  play: async ({ userEvent }) => {
    const row = await rowWith('Winter wheel')
    await userEvent.click(within(row).getByRole('button', { name: /^Edit/ }))
    const form = within(await openedDialog(/^Edit/))
    const preview = within(await form.findByRole('region', { name: 'Preview' }))
    await expect(await preview.findByRole('row', { name: /Snowball/ })).toHaveTextContent('25.00 %')
    // 25 × 2.00 and 5 × 20.00 of 100, less 0.50, for 500 spins.
    await expect(preview.getByText('Expected cost').nextSibling).toHaveTextContent('500.00')
    const simulated = () => preview.getByText('Cost of a day, 95th percentile').nextSibling!.textContent
    await waitFor(() => expect(simulated()).toMatch(/^\d+\.\d\d$/))
    const before = simulated()
    await userEvent.click(preview.getByRole('button', { name: 'Simulate again' }))
    await waitFor(() => expect(simulated()).not.toBe(before))

    const budget = form.getByRole('textbox', { name: /^Budget a day/ })
    await userEvent.clear(budget)
    await userEvent.type(budget, '499.99')
    await expect(await preview.findByText(/At these odds a day costs 500.00/)).toBeVisible()
    await userEvent.click(form.getByRole('button', { name: /^Save/ }))
    await waitFor(() => expect(budget).toBeInvalid())
    await userEvent.clear(budget)
    await userEvent.type(budget, '500')
    await userEvent.click(form.getByRole('button', { name: /^Save/ }))
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Successfully Updated'))
  },
}

export const Activating: Story = {
  name: 'A second wheel of the same kind in the same period cannot be activated, with the name of the first',
  beforeEach: consoleStory(() => sql(`update fortune_wheels set ends_at = null where name = 'Daily wheel'`)),
  play: async ({ userEvent }) => {
    const row = await rowWith('Winter wheel')
    await userEvent.click(within(row).getByRole('button', { name: /^More for/ }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Activate…' }))
    await userEvent.click(within(await openedDialog(/^Activate/)).getByRole('button', { name: 'Activate' }))
    await expect(await screen.findByText(/Daily wheel runs in this period too/)).toBeVisible()
    const [wheel] = await rowsOf<{ requested_at: string | null }>('fortuneWheel', { search: 'Winter wheel' })
    await expect(wheel!.requested_at).toBeNull()
  },
}
