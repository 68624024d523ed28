import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { grantOnly, rowsOf, sql } from '@mocks/scene'
import { chooseAction, openedDialog, richCellsDrawn } from '@tests/kit/seen'
import { consoleStory, toasted } from '@tests/kit/story-console'
import { newestApproval } from '../approval/approval.story-kit'
import { inConsole, listPage, ListPage } from '../list/list.story-kit'

const meta = {
  title: 'Screens/Rewards/Bonuses',
  component: ListPage,
  parameters: { layout: 'fullscreen', signedInAs: 'ADMIN' },
  args: { page: listPage('bonus'), parts: [] },
  decorators: [inConsole],
  beforeEach: consoleStory(),
} satisfies Meta<typeof ListPage>
export default meta
type Story = StoryObj<typeof meta>
type User = Parameters<NonNullable<Story['play']>>[0]['userEvent']

const row = async (name: RegExp) => {
  const found = await screen.findByRole('row', { name })
  await richCellsDrawn()
  return found
}
/** Chooses an action of a row: its button, or its entry in the menu of further actions. */
const choose = async (userEvent: User, name: RegExp, action: string) => chooseAction(userEvent, await row(name), action)
const stored = async (name: string) => {
  const [found] = await rowsOf('bonus', { search: name })
  return found
}

/** One row in each status, which follows from the dates and the actions. */
export const Ready: Story = {
  play: async () => {
    await expect(await row(/Welcome 100/)).toHaveTextContent('Live')
    await expect(await row(/Free ten/)).toHaveTextContent('Paused')
    await expect(await row(/Weihnachten/)).toHaveTextContent('Scheduled')
    await expect(await row(/Monday cashback/)).toHaveTextContent('Ended')
    await expect(await row(/Summer 50/)).toHaveTextContent('Ended')
    await expect(await row(/Newcomer 15/)).toHaveTextContent('Draft')
  },
}

export const Activating: Story = {
  name: 'Activating asks other people for their approval; withdrawing it makes it a draft again',
  play: async ({ userEvent }) => {
    await choose(userEvent, /Newcomer 15/, 'Activate…')
    const dialog = within(await openedDialog(/^Activate/))
    await expect(await dialog.findByText('Users eligible now')).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Activate' }))
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Sent for approval'))
    await waitFor(async () => expect(await row(/Newcomer 15/)).toHaveTextContent('Awaiting approval'))
    await expect(await newestApproval()).toMatchObject({ policy: 'PROMOTION', status: 'PENDING', record: 'bonus' })
    await choose(userEvent, /Newcomer 15/, 'Withdraw…')
    const question = within(await openedDialog(/^Withdraw/))
    await userEvent.click(question.getByRole('button', { name: 'Withdraw' }))
    await waitFor(async () => expect(await row(/Newcomer 15/)).toHaveTextContent('Draft'))
    await waitFor(async () => expect(await newestApproval()).toMatchObject({ status: 'CANCELLED' }))
  },
}

export const WithoutMaximum: Story = {
  name: 'A bonus whose cost has no maximum cannot be activated, with what to set',
  beforeEach: consoleStory(() =>
    sql(`update bonuses set total_limit = null, per_user_limit = null where name = 'Newcomer 15'`),
  ),
  play: async ({ userEvent }) => {
    await choose(userEvent, /Newcomer 15/, 'Activate…')
    const dialog = within(await openedDialog(/^Activate/))
    await userEvent.click(dialog.getByRole('button', { name: 'Activate' }))
    await expect(await screen.findByText(/Set a budget or a limit first/)).toBeVisible()
  },
}

export const ActivatingAfterItsEnd: Story = {
  name: 'Activating after its end is refused, with what to change',
  beforeEach: consoleStory(() =>
    sql(`update bonuses set ends_at = now() - interval '1 day' where name = 'Newcomer 15'`),
  ),
  play: async ({ userEvent }) => {
    await choose(userEvent, /Newcomer 15/, 'Activate…')
    const dialog = within(await openedDialog(/^Activate/))
    await userEvent.click(dialog.getByRole('button', { name: 'Activate' }))
    await expect(await screen.findByText(/Its end has passed/)).toBeVisible()
    await expect(await row(/Newcomer 15/)).toHaveTextContent('Draft')
  },
}

export const Resuming: Story = {
  play: async ({ userEvent }) => {
    await choose(userEvent, /Free ten/, 'Resume')
    const dialog = within(await openedDialog(/^Resume/))
    await userEvent.click(dialog.getByRole('button', { name: 'Resume' }))
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Successfully Updated'))
    await waitFor(async () => expect(await row(/Free ten/)).toHaveTextContent('Live'))
  },
}

export const Incomplete: Story = {
  name: 'The first field that is missing comes into view, although it has the focus all the time',
  play: async ({ userEvent }) => {
    await row(/Welcome 100/)
    await userEvent.click(await screen.findByRole('button', { name: 'Add bonus' }))
    const dialog = within(await openedDialog('Add bonus'))
    const name = await dialog.findByRole('textbox', { name: /^Name/ })
    await waitFor(() => expect(name).toHaveFocus())
    const add = dialog.getByRole('button', { name: 'Add bonus' })
    add.scrollIntoView()
    await expect(name.getBoundingClientRect().bottom).toBeLessThan(0)
    await userEvent.click(add)
    await waitFor(() => expect(name).toBeInvalid())
    await waitFor(() => expect(name.getBoundingClientRect().top).toBeGreaterThan(0))
    await expect(name).toHaveFocus()
  },
}

export const Duplicating: Story = {
  name: 'A duplicate starts with the values of the other bonus, without its name and code',
  play: async ({ userEvent }) => {
    await choose(userEvent, /Summer 50/, 'Duplicate…')
    const dialog = within(await screen.findByRole('dialog', { name: 'Duplicate Summer 50' }))
    const name = await dialog.findByRole('textbox', { name: /^Name/ })
    await expect(name).toHaveValue('')
    await expect(dialog.getByRole('textbox', { name: /^Percent/ })).toHaveValue('50')
    await userEvent.type(name, 'Summer 50 again')
    await userEvent.click(dialog.getByRole('button', { name: 'Add bonus' }))
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Successfully Added'))
    await expect(await row(/Summer 50 again/)).toHaveTextContent('Draft')
    await expect(await stored('Summer 50 again')).toMatchObject({
      percent: '50',
      max_amount: '100.00',
      activated_at: null,
    })
  },
}

export const ForReaders: Story = {
  name: 'Readers see the bonuses and no actions',
  parameters: { signedInAs: 'SUPPORT_LEAD' },
  beforeEach: consoleStory(grantOnly('SUPPORT_LEAD', { action: 'read', subject: 'Bonus', fields: ['*'] })),
  play: async () => {
    const buttons = within(await row(/Welcome 100/)).getAllByRole('button')
    await expect(buttons.map((each) => each.getAttribute('aria-label'))).toEqual(['Peek at Welcome 100'])
  },
}
