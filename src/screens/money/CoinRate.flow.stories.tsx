import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { cryptoCoins } from '@demo/money/crypto-coin'
import { demoId } from '@demo/rows'
import { DEMO_PASSWORD } from '@mocks/fixtures/staff'
import { recordOf, sql } from '@mocks/scene'
import { openedDialog, seen } from '@tests/kit/seen'
import { consoleStory } from '@tests/kit/story-console'
import { requests } from '../approval/approval.story-kit'
import { inRecordPage, RecordOfPage, recordPage } from '../record/record.story-kit'

const COIN_ID = demoId(
  'cryptoCoin',
  cryptoCoins.findIndex(({ symbol }) => symbol === 'LNTD'),
)
const coin = () => recordOf<{ rate_source: string; fixed_rate: string }>('cryptoCoin', COIN_ID)

const meta = {
  title: 'Screens/Money/Rate of a coin',
  component: RecordOfPage,
  parameters: { layout: 'fullscreen', signedInAs: 'ADMIN' },
  args: { page: recordPage('crypto-coin'), parts: [COIN_ID] },
  decorators: [inRecordPage('Crypto coin')],
  // Finance has asked for another rate of the coin.
  beforeEach: consoleStory(() =>
    requests('FINANCE', 'cryptoCoin', 'setRate', COIN_ID, { fixed_rate: '1.02', reason: 'The issuer has a new peg' }),
  ),
} satisfies Meta<typeof RecordOfPage>
export default meta
type Story = StoryObj<typeof meta>

const TITLE = 'Set the rate of LNTD on BNB Smart Chain to 1.02 USD'
const notice = async () =>
  within((await screen.findByText(/^Waits for approval:/)).closest<HTMLElement>('[role=note]')!)

/** Another person sees the rate before and after, proves who they are, and the coin has the new one. */
export const Approved: Story = {
  parameters: { isLive: true },
  play: async ({ userEvent }) => {
    await seen((await notice()).findByText(TITLE))
    await userEvent.click(await (await notice()).findByRole('button', { name: /^Approve/ }))
    const dialog = within(await openedDialog(new RegExp(TITLE)))
    await waitFor(() => expect(dialog.getByRole('textbox', { name: /^Reason/ })).not.toHaveAttribute('readonly'))
    for (const fact of ['1 USD', '1.02 USD', '+2%', '10,200.00 USD, now 10,000.00 USD', 'The issuer has a new peg'])
      await expect(dialog.getByText(fact)).toBeVisible()
    await expect(dialog.queryByText('Amount')).toBeNull()
    await userEvent.click(dialog.getAllByRole('button', { name: /^Approve/ }).at(-1)!)
    await userEvent.type(await screen.findByLabelText(/^Password/), DEMO_PASSWORD)
    await userEvent.keyboard('{Enter}')
    await seen(dialog.findByText(/^You decided: Approved/))
    await expect(await coin()).toMatchObject({ rate_source: 'FIXED', fixed_rate: '1.02' })
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByText(/^Waits for approval:/)).toBeNull())
    await waitFor(() => expect(screen.getByLabelText('Key figures')).toHaveTextContent(/1\.02\s*USD/))
  },
}

/** Whoever asked for it reads why another person must decide, and the coin keeps its rate. */
export const ForTheRequester: Story = {
  parameters: { signedInAs: 'FINANCE' },
  play: async () => {
    const waiting = await notice()
    await seen(waiting.findByText(/You requested this or changed it last/))
    await expect(waiting.queryByRole('button')).toBeNull()
    await expect((await coin()).fixed_rate).toBe('1')
  },
}

/** A second request is refused while the first one waits. */
export const AskedTwice: Story = {
  play: async ({ userEvent }) => {
    await notice()
    await userEvent.click(await screen.findByRole('button', { name: /^Set a fixed rate/ }))
    const question = within(await openedDialog(/^Set a fixed rate of LNTD/))
    await userEvent.type(await question.findByRole('textbox', { name: /^Fixed rate/ }), '1.5')
    await userEvent.type(question.getByRole('textbox', { name: /^Reason/ }), 'Again')
    await userEvent.click(question.getByRole('button', { name: 'Set a fixed rate' }))
    await seen(question.findByText(/It waits for an approval already/))
    await expect(await sql('select id from approvals')).toHaveLength(1)
  },
}

export const OnAPhone: Story = {
  globals: { viewport: { value: 'phone' } },
  play: async () => {
    await seen((await notice()).findByRole('button', { name: /^Approve/ }))
  },
}
