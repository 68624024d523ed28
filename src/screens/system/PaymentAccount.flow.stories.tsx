/** A change of the account and the fees of a payment method waits for another person. */
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { demoId } from '@demo/rows'
import { paymentMethods } from '@demo/system/payment-method'
import { DEMO_PASSWORD } from '@mocks/fixtures/staff'
import { colleague, recordOf } from '@mocks/scene'
import { openedDialog, seen } from '@tests/kit/seen'
import { consoleStory } from '@tests/kit/story-console'
import { decides, newestApproval, requests } from '../approval/approval.story-kit'
import { inRecordPage, RecordOfPage, recordPage } from '../record/record.story-kit'

const PIX_ID = demoId(
  'paymentMethod',
  paymentMethods.findIndex(({ name }) => name === 'PIX'),
)
const pix = () => recordOf<Record<string, string | null>>('paymentMethod', PIX_ID)
const CHANGE = {
  account_label: 'Chave nova@pitboss.example',
  qr_text: '',
  fee_fixed: '0.5',
  fee_percent: '1.25',
  reason: 'The old key was closed',
}

const meta = {
  title: 'Screens/System/Account of a payment method',
  component: RecordOfPage,
  parameters: { layout: 'fullscreen', signedInAs: 'ADMIN', isLive: true },
  args: { page: recordPage('payment-method'), parts: [PIX_ID] },
  decorators: [inRecordPage('Payment method')],
  beforeEach: consoleStory(() => requests('SUPER_ADMIN', 'paymentMethod', 'setAccount', PIX_ID, CHANGE)),
} satisfies Meta<typeof RecordOfPage>
export default meta
type Story = StoryObj<typeof meta>

/** Whoever approves sees the old and the new account, and proves who they are. */
export const Approving: Story = {
  play: async ({ userEvent }) => {
    const notice = within((await screen.findByText(/^Waits for approval:/)).closest<HTMLElement>('[role=note]')!)
    await userEvent.click(await notice.findByRole('button', { name: /^Approve/ }))
    const dialog = within(await openedDialog(/Change account and fees of PIX/))
    await waitFor(() => expect(dialog.getByRole('textbox', { name: /^Reason/ })).not.toHaveAttribute('readonly'))
    for (const fact of [
      'Chave nova@pitboss.example, now Chave pagamentos@pitboss.example',
      'None, now https://pix.pitboss.example/pay/7f31',
      '1.25 %',
    ])
      await expect(dialog.getByText(fact)).toBeVisible()
    await userEvent.click(dialog.getAllByRole('button', { name: /^Approve/ }).at(-1)!)
    await userEvent.type(await screen.findByLabelText(/^Password/), DEMO_PASSWORD)
    await userEvent.keyboard('{Enter}')
    await seen(dialog.findByText(/^You decided: Approved/))
    const { account_label, qr_text, fee_fixed, fee_percent } = await pix()
    await expect([account_label, qr_text, fee_fixed, fee_percent]).toEqual([CHANGE.account_label, null, '0.50', '1.25'])
  },
}
export const ApprovingDark: Story = { ...Approving, globals: { theme: 'dark' } }

/** A colleague rejects it while a reader has the page open: the account is as it was. */
export const Rejected: Story = {
  parameters: { signedInAs: 'FINANCE' },
  play: async () => {
    await seen(screen.findByText(/^Waits for approval:/))
    await colleague('ADMIN').call('twoFactor.stepUp', { body: { password: DEMO_PASSWORD, twoFAToken: null } })
    await decides('ADMIN', 'reject', await newestApproval())
    await waitFor(() => expect(screen.queryByText(/^Waits for approval:/)).toBeNull())
    await expect((await pix()).account_label).toBe('Chave pagamentos@pitboss.example')
  },
}
