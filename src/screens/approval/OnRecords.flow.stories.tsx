import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { decisionMachine } from '@machines/decision/decision.machine'
import { staffOf } from '@mocks/scene'
import { inState } from '@tests/kit/in-state'
import { openedDialog, seen } from '@tests/kit/seen'
import { consoleStory } from '@tests/kit/story-console'
import { inRecordPage, RecordOfPage, recordPage } from '../record/record.story-kit'
import { asks, BONUS_ID, changesBudget, newestApproval, waits } from './approval.story-kit'

const meta = {
  title: 'Flows/Approval on records',
  component: RecordOfPage,
  parameters: { layout: 'fullscreen', signedInAs: 'ADMIN' },
  args: { page: recordPage('bonus'), parts: [BONUS_ID] },
  decorators: [inRecordPage('Bonus')],
  beforeEach: waits,
} satisfies Meta<typeof RecordOfPage>
export default meta
type Story = StoryObj<typeof meta>
type User = { click: (element: Element) => Promise<void>; type: (element: Element, text: string) => Promise<void> }

const notice = async () =>
  within((await screen.findByText(/^Waits for approval:/)).closest<HTMLElement>('[role=note]')!)
const opened = async (userEvent: User, button: RegExp) => {
  await userEvent.click(await (await notice()).findByRole('button', { name: button }))
  const dialog = within(await openedDialog(/Activate Newcomer 15/))
  await waitFor(() => expect(dialog.getByRole('textbox', { name: /^Reason/ })).not.toHaveAttribute('readonly'))
  return dialog
}
const decide = async (userEvent: User, dialog: ReturnType<typeof within>, name: RegExp) =>
  userEvent.click(dialog.getAllByRole('button', { name }).at(-1)!)

/** The page says what waits, who asked for it, and offers the decision. */
export const OnItsPage: Story = {
  parameters: { statechart: inState(decisionMachine, 'decided') },
  play: async ({ userEvent }) => {
    const waiting = await notice()
    await expect(waiting.getByText(/Activate Newcomer 15/)).toBeVisible()
    await expect(waiting.getByText(staffOf('MANAGER').username)).toBeVisible()
    const dialog = await opened(userEvent, /^Approve/)
    await expect(dialog.getByText('Maximum cost')).toBeVisible()
    await decide(userEvent, dialog, /^Approve/)
    await seen(dialog.findByText(/^You decided: Approved/))
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByText(/^Waits for approval:/)).toBeNull())
    await expect(await newestApproval()).toMatchObject({ status: 'APPROVED' })
  },
}

/** Reject is prepared, and needs a reason. The keys of the decision work in the dialog too. */
export const RejectedOnItsPage: Story = {
  play: async ({ userEvent }) => {
    const dialog = await opened(userEvent, /^Reject/)
    await decide(userEvent, dialog, /^Reject/)
    await seen(dialog.findByText('Required'))
    await userEvent.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'Πολύ ακριβό')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await seen(dialog.findByText(/^You decided: Rejected/))
    await expect((await newestApproval()).decisions[0]!.reason).toBe('Πολύ ακριβό')
  },
}

/** The requester reads why another person must decide. */
export const ForTheRequester: Story = {
  parameters: { signedInAs: 'MANAGER' },
  play: async () => {
    const waiting = await notice()
    await expect(waiting.getByText(/You requested this or changed it last/)).toBeVisible()
    await expect(waiting.queryByRole('button')).toBeNull()
  },
}

/** Whoever changed the record last does not decide either. */
export const ForWhoeverChangedItLast: Story = {
  // The change cancels what the manager asked for before, who asks again.
  beforeEach: consoleStory(() => changesBudget('ADMIN', '3000.00'), asks),
  play: async () => {
    const waiting = await notice()
    await expect(waiting.getByText(/You requested this or changed it last/)).toBeVisible()
    await expect(waiting.queryByRole('button')).toBeNull()
  },
}

/** The bonus is changed while its activation is decided: nothing is decided, and the values before and after are shown. */
export const OvertakenByAChange: Story = {
  parameters: { statechart: inState(decisionMachine, 'overtaken') },
  play: async ({ userEvent }) => {
    const dialog = await opened(userEvent, /^Approve/)
    await userEvent.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'Agreed')
    await changesBudget('SUPER_ADMIN', '9000.00')
    await waitFor(async () => {
      const button = dialog.queryAllByRole('button', { name: /^Approve/ }).at(-1)
      if (button) await userEvent.click(button)
      await expect(dialog.getByText(/the request is cancelled/)).toBeVisible()
    })
    await expect(dialog.getByText(/Your decision was not sent/)).toBeVisible()
    const changed = within(await dialog.findByRole('region', { name: 'What has changed' }))
    await expect(changed.getByText(/2,500\.00/)).toBeVisible()
    await expect(changed.getByText(/9,000\.00/)).toBeVisible()
    await expect(await newestApproval()).toMatchObject({ status: 'CANCELLED', decisions: [] })
  },
}

/** On a phone the buttons are below the words. */
export const OnAPhone: Story = {
  globals: { viewport: { value: 'phone' } },
  play: async () => {
    await seen((await notice()).findByRole('button', { name: /^Approve/ }))
  },
}
