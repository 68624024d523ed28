import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { ticketRows } from '@mocks/support'
import { openedDialog, rowWith, seen } from '@tests/kit/seen'
import { consoleStory, toasted } from '@tests/kit/story-console'
import { inConsole, listPage, ListPage } from '../list/list.story-kit'

const meta = {
  title: 'Screens/Support/Tickets',
  component: ListPage,
  parameters: { layout: 'fullscreen', signedInAs: 'SUPPORT_LEAD' },
  args: { page: listPage('support'), parts: [] },
  decorators: [inConsole],
  beforeEach: consoleStory(),
} satisfies Meta<typeof ListPage>
export default meta
type Story = StoryObj<typeof meta>

const NUMBER = 'T-10001'
const verb = async (name: RegExp) => within(await rowWith(NUMBER)).getByRole('button', { name })

export const Ready: Story = {
  play: async () => {
    await expect(await rowWith(NUMBER)).toHaveTextContent('New')
    await seen(screen.findByText('12 tickets'))
  },
}

/** A ticket can be assigned only to people who may work on tickets of its store; the choice stays in the form after a refusal. */
export const WhenATicketIsAssigned: Story = {
  play: async ({ userEvent }) => {
    await rowWith(NUMBER)
    await userEvent.click(await verb(/^Assign/))
    const question = within(await openedDialog(`Assign ${NUMBER}?`))
    const assignee = question.getByRole('combobox', { name: /Assignee/ })
    await userEvent.type(assignee, 'sofia')
    await userEvent.click(await screen.findByRole('option', { name: /Sofia/ }))
    await userEvent.click(question.getByRole('button', { name: 'Assign' }))
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Successfully Assigned'))
    await waitFor(async () => expect(await rowWith(NUMBER)).toHaveTextContent('Sofia'))
  },
}

export const WhenATicketIsEscalated: Story = {
  play: async ({ userEvent }) => {
    await rowWith(NUMBER)
    await userEvent.click(await verb(/^Escalate/))
    const question = within(await openedDialog(`Escalate ${NUMBER}?`))
    const escalate = question.getByRole('button', { name: 'Escalate' })
    await userEvent.click(escalate)
    await waitFor(() => expect(question.getAllByText('Required')).toHaveLength(2))
    const level = question.getByRole('textbox', { name: /Level/ })
    await waitFor(() => expect(level).toHaveFocus())
    await userEvent.type(level, '2')
    await userEvent.type(question.getByRole('textbox', { name: /Reason/ }), 'The user has waited since this morning')
    await userEvent.click(escalate)
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Successfully Escalated'))
    await expect(ticketRows().find(({ number }) => number === NUMBER)).toMatchObject({ escalation_level: 2 })
  },
}
