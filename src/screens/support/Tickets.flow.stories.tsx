import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { recordOf, rowsOf, sql } from '@mocks/scene'
import { openedDialog, rowWith, seen } from '@tests/kit/seen'
import { consoleStory, toasted } from '@tests/kit/story-console'
import { inConsole, listPage, ListPage } from '../list/list.story-kit'

/** The newest ticket that nobody has answered. */
let newest: { id: string; number: string }

const meta = {
  title: 'Screens/Support/Tickets',
  component: ListPage,
  parameters: { layout: 'fullscreen', signedInAs: 'SUPPORT_LEAD' },
  args: { page: listPage('support'), parts: [] },
  decorators: [inConsole],
  beforeEach: consoleStory(async () => {
    const [first] = await rowsOf<typeof newest>('ticket', { status: 'NEW' })
    newest = first!
  }),
} satisfies Meta<typeof ListPage>
export default meta
type Story = StoryObj<typeof meta>

const row = () => rowWith(newest.number)
const verb = async (name: RegExp) => within(await row()).getByRole('button', { name })

export const Ready: Story = {
  play: async () => {
    await expect(await row()).toHaveTextContent('New')
    const all = await sql('select id from support_tickets')
    await seen(screen.findByText(`${all.length} tickets`))
  },
}

/** A ticket can be assigned only to people who may work on tickets of its store; the choice stays in the form after a refusal. */
export const WhenATicketIsAssigned: Story = {
  play: async ({ userEvent }) => {
    await row()
    await userEvent.click(await verb(/^Assign/))
    const question = within(await openedDialog(`Assign ${newest.number}?`))
    const assignee = question.getByRole('combobox', { name: /Assignee/ })
    await userEvent.type(assignee, 'sofia')
    await userEvent.click(await screen.findByRole('option', { name: /Sofia/ }))
    await userEvent.click(question.getByRole('button', { name: 'Assign' }))
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Successfully Assigned'))
    await waitFor(async () => expect(await row()).toHaveTextContent('Sofia'))
  },
}

export const WhenATicketIsEscalated: Story = {
  play: async ({ userEvent }) => {
    await row()
    await userEvent.click(await verb(/^Escalate/))
    const question = within(await openedDialog(`Escalate ${newest.number}?`))
    const escalate = question.getByRole('button', { name: 'Escalate' })
    await userEvent.click(escalate)
    await waitFor(() => expect(question.getAllByText('Required')).toHaveLength(2))
    const level = question.getByRole('textbox', { name: /Level/ })
    await waitFor(() => expect(level).toHaveFocus())
    await userEvent.type(level, '2')
    await userEvent.type(question.getByRole('textbox', { name: /Reason/ }), 'The user has waited since this morning')
    await userEvent.click(escalate)
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Successfully Escalated'))
    await expect(await recordOf('ticket', newest.id)).toMatchObject({ escalation_level: 2 })
  },
}
