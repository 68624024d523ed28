import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor, within } from '@storybook/test'
import { demoId } from '@demo/rows'
import { grantOnly, recordOf, rowsOf, sql } from '@mocks/scene'
import { chooseAction, openedDialog, pressReady, rowWith } from '@tests/kit/seen'
import { consoleStory, toasted } from '@tests/kit/story-console'
import { newestApproval } from '../approval/approval.story-kit'
import { inConsole, listPage, ListPage } from '../list/list.story-kit'
import { balanceOf, nameUser } from './rewards.story-kit'

const meta = {
  title: 'Screens/Rewards/Referral history',
  component: ListPage,
  parameters: { layout: 'fullscreen', signedInAs: 'RISK' },
  args: { page: listPage('referral-bonus-history'), parts: [] },
  decorators: [inConsole],
  beforeEach: consoleStory(),
} satisfies Meta<typeof ListPage>
export default meta
type Story = StoryObj<typeof meta>
type User = Parameters<NonNullable<Story['play']>>[0]['userEvent']

interface Referral {
  id: string
  status: string
  referrer: { id: string }
  referee: { id: string }
  referrer_amount: string | null
}
/** A qualified referral under "Friends earn together" of which both users have earned something. */
async function qualified(): Promise<Referral> {
  const referrals = await rowsOf<Referral>('referral', { rule: demoId('referralBonus', 1) })
  return referrals.find(({ status, referrer_amount }) => status === 'QUALIFIED' && Number(referrer_amount) > 0)!
}
/** That one has this risk, and its new user a name of the story alone. */
const withOne = (risk: 'LOW' | 'HIGH') =>
  consoleStory(async () => {
    const { id, referee } = await qualified()
    await sql('update referrals set risk_level = $2::text where id = $1::uuid', [id, risk])
    await nameUser(referee.id, 'Noëlle', 'd’Été')
  })
const choose = async (userEvent: User, action: string) => chooseAction(userEvent, await rowWith('Noëlle d’Été'), action)

export const Ready: Story = {
  play: async () => {
    for (const status of ['Pending', 'Qualified', 'Paid']) await expect(await rowWith(status)).toBeVisible()
    const [pending] = await rowsOf<{ criteria_met: string }>('referral', { status: 'PENDING' })
    await expect(pending!.criteria_met).toMatch(/^\d of \d$/)
    await expect(await rowWith('Pending')).toHaveTextContent(pending!.criteria_met)
  },
}

export const Paying: Story = {
  name: 'Paying a referral of low risk: both users have their rewards at once',
  beforeEach: withOne('LOW'),
  play: async ({ userEvent }) => {
    const { referrer, referee, referrer_amount } = await qualified()
    const before = await balanceOf(referee.id, 'cash_balance')
    const ofReferrer = await balanceOf(referrer.id, 'cash_balance')
    await choose(userEvent, 'Pay')
    await pressReady(userEvent, within(await openedDialog(/^Pay/)), /^Pay [\d.]+ USD$/)
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Paid'))
    await waitFor(async () => expect(await rowWith('Noëlle d’Été')).toHaveTextContent('Paid'))
    await expect(await balanceOf(referee.id, 'cash_balance')).toBeCloseTo(before + 15, 2)
    await expect(await balanceOf(referrer.id, 'cash_balance')).toBeCloseTo(ofReferrer + Number(referrer_amount), 2)
  },
}

export const PayingHighRisk: Story = {
  name: 'Paying one of high risk waits for another person, and holding it cancels that',
  beforeEach: withOne('HIGH'),
  play: async ({ userEvent }) => {
    const { id } = await qualified()
    await choose(userEvent, 'Pay')
    await pressReady(userEvent, within(await openedDialog(/^Pay/)), /^Pay [\d.]+ USD$/)
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Sent for approval'))
    await expect(await newestApproval()).toMatchObject({ policy: 'REFERRAL', status: 'PENDING' })
    await expect((await recordOf<Referral>('referral', id)).status).toBe('QUALIFIED')
    await choose(userEvent, 'Hold')
    const question = within(await openedDialog(/^Hold/))
    await userEvent.type(question.getByRole('textbox', { name: /^Reason/ }), 'Un seul téléphone')
    await userEvent.click(question.getByRole('button', { name: 'Hold' }))
    await waitFor(async () => expect(await rowWith('Noëlle d’Été')).toHaveTextContent('Held for fraud'))
    await waitFor(async () => expect(await newestApproval()).toMatchObject({ status: 'CANCELLED' }))
  },
}

export const ForReaders: Story = {
  name: 'Readers see the referrals and no actions',
  parameters: { signedInAs: 'MANAGER' },
  beforeEach: consoleStory(grantOnly('MANAGER', { action: 'read', subject: 'ReferralBonusHistory', fields: ['*'] })),
  play: async () => {
    const row = await rowWith('Qualified')
    await expect(within(row).queryByRole('button', { name: /^Pay|^Hold|^More/ })).toBeNull()
  },
}
