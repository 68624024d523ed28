import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor, within } from '@storybook/test'
import { demoId } from '@demo/rows'
import { DEMO_PASSWORD } from '@mocks/fixtures/staff'
import { colleague, recordOf } from '@mocks/scene'
import { chooseAction, openedDialog, pressReady, rowWith, seen } from '@tests/kit/seen'
import { consoleStory, toasted } from '@tests/kit/story-console'
import { decides, newestApproval } from '../approval/approval.story-kit'
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
type User = Parameters<NonNullable<Story['play']>>[0]['userEvent']

const SLOW = { timeout: 15_000 }

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
    await seen(question.findByText('No money moves.', {}, SLOW))
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

/** A payment that came back, so that the user has too little. */
const RETURNED = 'X-74063'
const RETURNED_ID = demoId('discrepancy', 11)
/** The correction appears in the question, and its amount once it is chosen. */
async function corrects(userEvent: User) {
  await chooseAction(userEvent, await rowWith(RETURNED), 'Resolve…')
  const question = within(await openedDialog(/^Resolve/))
  await seen(question.findByText('No money moves.', {}, SLOW))
  await expect(question.queryByRole('textbox', { name: /^Amount/ })).toBeNull()
  await userEvent.type(question.getByRole('textbox', { name: /^Reason/ }), 'The bank sent it back')
  await userEvent.selectOptions(question.getByRole('combobox', { name: /^Correction/ }), 'UP')
  await userEvent.type(await question.findByRole('textbox', { name: /^Amount/ }), '55.00')
  await seen(question.findByText(/^One other person must approve it/, {}, SLOW))
  return question
}

export const WithACorrection: Story = {
  name: 'A correction is shown before, and waits for another person',
  play: async ({ userEvent }) => {
    const question = await corrects(userEvent)
    await pressReady(userEvent, question, /^Resolve and add 55\.00/)
    await waitFor(async () => expect(await newestApproval()).toMatchObject({ policy: 'RESOLVE', status: 'PENDING' }))
    await colleague('MANAGER').call('twoFactor.stepUp', { body: { password: DEMO_PASSWORD } })
    await decides('MANAGER', 'approve', await newestApproval())
    await expect(await recordOf('discrepancy', RETURNED_ID)).toMatchObject({
      status: 'RESOLVED',
      resolution: 'The bank sent it back',
      correction: 'UP',
      amount: '55.00',
    })
  },
}
export const WithACorrectionDark: Story = {
  ...WithACorrection,
  globals: { theme: 'dark' },
  play: async ({ userEvent }) => void (await corrects(userEvent)),
}
export const WithACorrectionOnAPhone: Story = {
  ...WithACorrection,
  globals: { viewport: { value: 'phone' } },
  play: async ({ userEvent }) => void (await corrects(userEvent)),
}

export const WithoutAUser: Story = {
  name: 'Where there is no user, no correction is offered',
  play: async ({ userEvent }) => {
    await chooseAction(userEvent, await rowWith(UNKNOWN), 'Resolve…')
    const question = within(await openedDialog(/^Resolve/))
    await expect(question.getByRole('textbox', { name: /^Reason/ })).toBeVisible()
    await expect(question.queryByRole('combobox', { name: /^Correction/ })).toBeNull()
    await expect(question.queryByRole('textbox', { name: /^Amount/ })).toBeNull()
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
