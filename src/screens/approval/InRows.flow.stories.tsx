import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { chooseAction, openedDialog, rowWith, seen } from '@tests/kit/seen'
import { inConsole, listPage, ListPage } from '../list/list.story-kit'
import { NAME, newestApproval, waits } from './approval.story-kit'

const meta = {
  title: 'Flows/Approval in rows',
  component: ListPage,
  parameters: { layout: 'fullscreen', signedInAs: 'ADMIN' },
  args: { page: listPage('bonus'), parts: [] },
  decorators: [inConsole],
  beforeEach: waits,
} satisfies Meta<typeof ListPage>
export default meta
type Story = StoryObj<typeof meta>

/** The row that waits offers the decision. */
export const Approving: Story = {
  play: async ({ userEvent }) => {
    await waitFor(async () => chooseAction(userEvent, await rowWith(NAME), 'Approve or reject'))
    const dialog = within(await openedDialog(/Activate Newcomer 15/))
    await waitFor(() => expect(dialog.getByRole('textbox', { name: /^Reason/ })).not.toHaveAttribute('readonly'))
    await userEvent.click(dialog.getAllByRole('button', { name: /^Approve/ }).at(-1)!)
    await seen(dialog.findByText(/^You decided: Approved/))
    await expect(await newestApproval()).toMatchObject({ status: 'APPROVED' })
  },
}

/** Of the requester no row offers it. */
export const ForTheRequester: Story = {
  parameters: { signedInAs: 'MANAGER' },
  play: async ({ userEvent }) => {
    const row = await rowWith(NAME)
    await waitFor(() => expect(row).toHaveTextContent('Awaiting approval'))
    const more = within(row).queryByRole('button', { name: /^More for/ })
    if (more) await userEvent.click(more)
    await expect(screen.queryByRole('menuitem', { name: /^Approve or reject/ })).toBeNull()
    await expect(within(row).queryByRole('button', { name: /^Approve or reject/ })).toBeNull()
  },
}
