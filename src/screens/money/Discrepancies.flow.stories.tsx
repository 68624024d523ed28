import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor, within } from '@storybook/test'
import { demoId } from '@demo/rows'
import { recordOf } from '@mocks/scene'
import { chooseAction, openedDialog, rowWith } from '@tests/kit/seen'
import { consoleStory, toasted } from '@tests/kit/story-console'
import { inConsole, listPage, ListPage } from '../list/list.story-kit'

const meta = {
  title: 'Screens/Money/Discrepancies',
  component: ListPage,
  parameters: { layout: 'fullscreen', signedInAs: 'FINANCE' },
  args: { page: listPage('discrepancies'), parts: [] },
  decorators: [inConsole],
  beforeEach: consoleStory(),
} satisfies Meta<typeof ListPage>
export default meta
type Story = StoryObj<typeof meta>

/** An event of a payment that nobody knows. */
const [UNKNOWN, UNKNOWN_ID] = ['X-67755', demoId('discrepancy', 8)]

/** Each row says what the platform has and what the rail tells. */
export const Ready: Story = {
  play: async () => {
    const row = await rowWith(UNKNOWN)
    for (const text of ['Unknown reference', 'no such payment', 'paid 75.00 USD', 'Open'])
      await expect(row).toHaveTextContent(text)
    await expect(await rowWith('Resolved')).toBeVisible()
  },
}

export const Resolving: Story = {
  name: 'Resolving asks for a reason, which is the resolution',
  play: async ({ userEvent }) => {
    await chooseAction(userEvent, await rowWith(UNKNOWN), 'Resolve…')
    const question = within(await openedDialog(/^Resolve/))
    await userEvent.click(question.getByRole('button', { name: 'Resolve' }))
    await waitFor(() => expect(question.getByRole('textbox', { name: /^Reason/ })).toBeInvalid())
    await userEvent.type(question.getByRole('textbox', { name: /^Reason/ }), 'A test of the bank')
    await userEvent.click(question.getByRole('button', { name: 'Resolve' }))
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Successfully Updated'))
    await waitFor(async () => expect(await rowWith(UNKNOWN)).toHaveTextContent('Resolved'))
    await expect(await recordOf<{ resolution: string }>('discrepancy', UNKNOWN_ID)).toMatchObject({
      status: 'RESOLVED',
      resolution: 'A test of the bank',
    })
  },
}

export const ForReaders: Story = {
  name: 'Readers see the discrepancies and no actions',
  parameters: { signedInAs: 'RISK' },
  play: async () => {
    const row = await rowWith(UNKNOWN)
    await expect(within(row).queryByRole('button', { name: /^Resolve|^Claim|^More/ })).toBeNull()
  },
}
