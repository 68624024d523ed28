/** Payment methods: the list, a new one, and a change of the account. */
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { demoId } from '@demo/rows'
import { paymentMethods } from '@demo/system/payment-method'
import { onceInstead, override, pending, unreachable } from '@mocks/overrides'
import { recordOf, rowsOf } from '@mocks/scene'
import { chooseAction, openedDialog, rowWith, seen } from '@tests/kit/seen'
import { consoleStory, toasted } from '@tests/kit/story-console'
import { newestApproval } from '../approval/approval.story-kit'
import { inConsole, listPage, ListPage } from '../list/list.story-kit'

const PIX_ID = demoId(
  'paymentMethod',
  paymentMethods.findIndex(({ name }) => name === 'PIX'),
)
interface Method {
  name: string
  account_label: string
  qr_text: string | null
  fee_fixed: string | null
  fee_percent: string | null
}
const pix = () => recordOf<Method>('paymentMethod', PIX_ID)

const meta = {
  title: 'Screens/System/Payment methods',
  component: ListPage,
  parameters: { layout: 'fullscreen', signedInAs: 'ADMIN' },
  args: { page: listPage('payment-method'), parts: [] },
  decorators: [inConsole],
  beforeEach: consoleStory(),
} satisfies Meta<typeof ListPage>
export default meta
type Story = StoryObj<typeof meta>

export const Ready: Story = {
  play: async () => {
    const row = await rowWith('PIX')
    await expect(row).toHaveTextContent(/E-wallet.*Both.*5\.00.*5,000\.00/)
  },
}
export const ReadyDark: Story = { ...Ready, globals: { theme: 'dark' } }
export const ReadyOnAPhone: Story = {
  globals: { viewport: { value: 'narrowest' } },
  play: async () => {
    await expect(await rowWith('PIX')).toBeVisible()
  },
}

/** A new method has no account: nobody can say alone where the money goes. */
export const WhenOneIsAdded: Story = {
  play: async ({ userEvent }) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Add payment method' }))
    const form = within(await openedDialog('Add payment method'))
    await userEvent.type(await form.findByRole('textbox', { name: /^Name/ }), 'Bank transfer EUR')
    await userEvent.selectOptions(form.getByRole('combobox', { name: /^Kind/ }), 'BANK')
    await userEvent.selectOptions(form.getByRole('combobox', { name: /^For/ }), 'DEPOSIT')
    await userEvent.type(form.getByRole('textbox', { name: /^Minimum/ }), '500')
    await userEvent.type(form.getByRole('textbox', { name: /^Maximum/ }), '50')
    await expect(form.queryByRole('textbox', { name: /^Account/ })).toBeNull()
    await userEvent.click(form.getByRole('button', { name: 'Add payment method' }))
    await seen(form.findByText('Not below Minimum'))
    await userEvent.clear(form.getByRole('textbox', { name: /^Maximum/ }))
    await userEvent.type(form.getByRole('textbox', { name: /^Maximum/ }), '5000')
    await userEvent.click(form.getByRole('button', { name: 'Add payment method' }))
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Successfully Added'))
    const added = (await rowsOf<Method>('paymentMethod')).find(({ name }) => name === 'Bank transfer EUR')
    await expect(added).toMatchObject({ account_label: null, fee_fixed: null })
  },
}

/** The question begins with what is there, so that nothing is lost by a change of one value. */
export const TheAccountIsChanged: Story = {
  play: async ({ userEvent }) => {
    await chooseAction(userEvent, await rowWith('PIX'), 'Change account and fees')
    // The list has no QR code: the record is read first.
    const account = await screen.findByRole('textbox', { name: /^Account/ })
    const question = within(await openedDialog('Change account and fees of PIX?'))
    await waitFor(() => expect(account).toHaveFocus())
    await expect(account).toHaveValue((await pix()).account_label)
    await userEvent.clear(account)
    await userEvent.type(account, 'Chave nova@pitboss.example')
    await userEvent.type(question.getByRole('textbox', { name: /^Reason/ }), 'The old key was closed')
    await userEvent.click(question.getByRole('button', { name: 'Change account and fees' }))
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Sent for approval'))
    await expect((await pix()).account_label).toBe('Chave pagamentos@pitboss.example')
    const { details } = await newestApproval()
    await expect(details).toEqual([
      { label: 'Account', value: 'Chave nova@pitboss.example, now Chave pagamentos@pitboss.example' },
      { label: 'Reason', value: 'The old key was closed' },
    ])
  },
}

/** The record is being read. */
export const TheQuestionLoads: Story = {
  beforeEach: consoleStory(override('paymentMethod.get', pending)),
  play: async ({ userEvent }) => {
    await chooseAction(userEvent, await rowWith('PIX'), 'Change account and fees')
    const question = within(await openedDialog('Change account and fees of PIX?'))
    await seen(question.findByText(/Loading payment method/))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  },
}

/** The line is down when the record is read: nothing is shown as empty, and it can be read again. */
export const TheQuestionCannotLoad: Story = {
  beforeEach: consoleStory(override('paymentMethod.get', onceInstead(unreachable))),
  play: async ({ userEvent }) => {
    await chooseAction(userEvent, await rowWith('PIX'), 'Change account and fees')
    const question = within(await openedDialog('Change account and fees of PIX?'))
    await seen(question.findByText('The record could not be loaded'))
    await expect(question.queryByRole('textbox')).toBeNull()
    await userEvent.click(question.getByRole('button', { name: 'Try again' }))
    await waitFor(async () => expect(await screen.findByRole('textbox', { name: /^Account/ })).toHaveFocus())
  },
}

/** With the right to read only. */
export const ForReaders: Story = {
  parameters: { signedInAs: 'FINANCE' },
  play: async () => {
    const row = within(await rowWith('PIX'))
    await expect(row.queryByRole('button', { name: /^(?:Edit|More)/ })).toBeNull()
  },
}
